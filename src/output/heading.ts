import type { GameReport } from '../referee/report.js';
import { formatHalves } from '../columns/numbers.js';
import { fits, shorten, shortenLeft } from './text.js';
import { visible } from './visible.js';

/** Columns of the terminal that texts are made for. */
export const COLUMNS = 80;

/** Lines that tell which game this is and what its file declares; none wider than 80 columns. */
export function gameHeading(report: GameReport): string[] {
  const facts = declaredFacts(report);
  const players = playersOf(report);
  const file = `${shortenLeft(visible(report.file), COLUMNS - 12)}, game ${String(report.game)}`;
  const together = `${players}, ${facts}`;
  return fits(together, COLUMNS) ? [file, together] : [file, shorten(players, COLUMNS), facts];
}

/** What the file declares, shortened: size, handicap, komi, rules, result. */
export function declaredFacts({ record }: GameReport): string {
  const { komi, handicap, result, width, height } = record;
  const facts = [
    `${String(width)}x${String(height)}`,
    handicap.stones > 1 ? `handicap ${String(handicap.stones)}` : '',
    komi.kind === 'komi' ? `komi ${formatHalves(komi.halves)}` : 'no komi told',
    record.rulesRaw === undefined ? 'no rules told' : `RU ${shorten(visible(record.rulesRaw), 12)}`,
    result.kind === 'missing' ? 'no result' : `declared ${shorten(visible(result.raw), 10)}`,
  ];
  return facts.filter((fact) => fact !== '').join(', ');
}

/** `Black's name - White's name`, as the file tells them. */
export function playersOf({ record }: GameReport): string {
  return `${visible(record.black) || 'Black'} - ${visible(record.white) || 'White'}`;
}

/** A text broken at blanks into lines of at most 80 columns; lines after the first are indented. */
export function wrapped(text: string, indent = '  '): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line.trim() !== '' && line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = indent + word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
