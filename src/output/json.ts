import type { Clock } from '../audit/clock.js';
import { type JsonRow, type JsonValue, objectOf } from '../columns/column.js';
import { FINDING_COLUMNS, findingCells, NO_BOARD } from '../columns/tables.js';
import { GAME_COLUMNS, gameCells } from '../columns/games.js';
import { formatPoint } from '../core/point.js';
import type { BoardSize } from '../findings/finding.js';
import type { GameReport, PlacedFinding } from '../referee/report.js';

/** One game as an object: the columns of games.csv (empty cells are null), then `change`, `clock`, `open_points` and `findings`. */
export function gameObject(report: GameReport): JsonRow {
  const row = objectOf(GAME_COLUMNS, gameCells(report));
  row['change'] = changeOf(report);
  row['clock'] = clockOf(report.clock);
  row['open_points'] =
    report.ahead?.open.map((point) => formatPoint(point, report.record.width, report.record.height)) ?? null;
  row['findings'] = report.findings.map((one) => findingObject(one, report.record));
  return row;
}

/** What would make a contradicted result true (`by` is `none` where nothing does); null for other verdicts. */
function changeOf({ settlement, record }: GameReport): JsonValue {
  const change = settlement?.change;
  if (change === undefined) return null;
  if (change === 'none') return { by: 'none', text: settlement?.explanation ?? '', point: null };
  const { by, text, point } = change;
  return { by, text, point: point === undefined ? null : formatPoint(point, record.width, record.height) };
}

/** The time limit and the last clocks; null where the record says nothing of time. */
function clockOf(clock: Clock | undefined): JsonValue {
  if (clock === undefined) return null;
  const { system, black, white, longest } = clock;
  return {
    main: system?.main ?? null,
    overtime: system?.overtime ?? null,
    black: readingOf(black),
    white: readingOf(white),
    longest: longest ?? null,
  };
}

function readingOf(shown: Clock['black']): JsonValue {
  if (shown === undefined) return null;
  const { left = null, count = null, move } = shown;
  return { left, count, move };
}

/** The findings of a file that belong to no game; `game` is null. */
export function fileObject(file: string, findings: readonly PlacedFinding[]): JsonRow {
  return { file, game: null, findings: findings.map((one) => findingObject(one, NO_BOARD)) };
}

/** One finding as an object: the columns of findings.csv without file and game, then its arguments. */
export function findingObject(found: PlacedFinding, board: BoardSize): JsonRow {
  const row = objectOf(FINDING_COLUMNS.slice(2), findingCells('', '', found, board).slice(2));
  row['args'] = found.args;
  return row;
}

/** The written object of a game with one more finding, which is about the whole game and so comes first. */
export function addFinding(item: string, found: PlacedFinding): string {
  const row = JSON.parse(item) as JsonRow;
  const findings = row['findings'] as readonly unknown[];
  row['findings'] = [findingObject(found, NO_BOARD), ...findings];
  row['notes'] = Number(row['notes']) + 1;
  row['first_code'] ??= found.code;
  return JSON.stringify(row);
}
