import { addFinding, fileObject, gameObject, jsonItem } from './json.js';
import type { GameReport, PlacedFinding } from '../referee/report.js';

/** One game as one line of JSON. */
export function gameLine(report: GameReport): string {
  return `${jsonItem(gameObject(report))}\n`;
}

/** The findings of a file that belong to no game, as one line. */
export function fileLine(file: string, findings: readonly PlacedFinding[]): string {
  return `${jsonItem(fileObject(file, findings))}\n`;
}

/** A game's line with one more finding. */
export function addFindingToLine(line: string, found: PlacedFinding): string {
  return `${addFinding(line, found)}\n`;
}
