import { formatPoint } from '../core/point.js';
import { type BoardSize, DISPOSITIONS, messageOf, SEVERITIES } from '../findings/finding.js';
import type { PlacedFinding } from '../referee/report.js';
import { type Cell, cellsOf, column, type Column, columnsOf, filled } from './column.js';
import { GAME_TABLE } from './games.js';

/** Where a finding belongs. */
interface FindingPlace {
  readonly file: string;
  /** '' for findings that belong to no game. */
  readonly game: Cell;
  readonly board: BoardSize;
}

type Found = Column<PlacedFinding, FindingPlace>;
const COLORS = ['black', 'white'] as const;

/** findings.csv: one row a finding. */
export const FINDING_TABLE = {
  file: column('text!', GAME_TABLE.file.about, (_, { file }) => file),
  game: column(
    'integer',
    'Number of the game in its file, from 1; empty for the file itself',
    (_, { game }) => game,
  ),
  code: column('text!', 'Code of the finding; GET /v1/findings explains every code', ({ code }) => code),
  severity: filled(column(SEVERITIES, 'Severity', ({ severity }) => severity)),
  node: column('integer', 'Node on its line, from 0', ({ node }) => node ?? ''),
  move: column('integer', 'Number of the move, from 1, passes included', ({ move }) => move ?? ''),
  color: column(COLORS, 'Color of the move', ({ color }) => color ?? ''),
  point: column(
    'text',
    'Point, such as Q16: letters without I, rows from the bottom',
    ({ point }, { board }) => (point === undefined ? '' : formatPoint(point, board.width, board.height)),
  ),
  rule: column('text', 'Rule that it cites', ({ rule }) => rule ?? ''),
  repeats_move: column(
    'integer',
    'Move after which the position was the same; 0: the start',
    ({ repeatsMove }) => repeatsMove ?? '',
  ),
  disposition: column(DISPOSITIONS, 'What became of an illegal move', ({ disposition }) => disposition ?? ''),
  line: column('integer', 'Line of the file, from 1', ({ line }) => line || ''),
  column: column('integer', 'Column of that line, from 1', ({ column: at }) => at || ''),
  message: column('text!', 'The finding as a sentence', (found, { board }) => messageOf(found, board)),
  variation: column('text', 'Path of the variation, if it is in one', ({ variation }) => variation ?? ''),
  rule_source: column('text', 'Text that states the rule', ({ ruleSource }) => ruleSource ?? ''),
} satisfies Record<string, Found>;

/** The columns of findings.csv in their permanent order. */
export const FINDING_COLUMNS = columnsOf<Found>(FINDING_TABLE);

/** Board size that findings without a game are worded for. */
export const NO_BOARD: BoardSize = { width: 19, height: 19 };

/** One finding's row. `game`: '' for findings that belong to no game. */
export function findingCells(file: string, game: Cell, found: PlacedFinding, board: BoardSize): Cell[] {
  return cellsOf(FINDING_COLUMNS, found, { file, game, board });
}
