import { formatPoint } from '../core/point.js';
import { DISPOSITIONS, SEVERITIES } from '../findings/finding.js';
import { messageOf, type BoardSize } from '../findings/messages.js';
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
  file: filled(column('text', GAME_TABLE.file.about, (_, { file }) => file)),
  game: column(
    'integer',
    'Number of the game in its file, from 1; empty for a finding about a file',
    (_, { game }) => game,
  ),
  code: filled(column('text', 'What was found; GET /v1/findings explains every code', ({ code }) => code)),
  severity: filled(column(SEVERITIES, 'How grave it is', ({ severity }) => severity)),
  node: column('integer', 'Node along the line, from 0', ({ node }) => node ?? ''),
  move: column('integer', 'Move, from 1, passes included', ({ move }) => move ?? ''),
  color: column(COLORS, 'Whose move it is', ({ color }) => color ?? ''),
  point: column(
    'text',
    'Point such as Q16: letters without I, rows from the bottom',
    ({ point }, { board }) => (point === undefined ? '' : formatPoint(point, board.width, board.height)),
  ),
  rule: column('text', 'The rule that it rests on', ({ rule }) => rule ?? ''),
  repeats_move: column(
    'integer',
    'Move after which the position stood before; 0 is the start',
    ({ repeatsMove }) => repeatsMove ?? '',
  ),
  disposition: column(DISPOSITIONS, 'What became of an illegal move', ({ disposition }) => disposition ?? ''),
  line: column('integer', 'Line of the file, from 1', ({ line }) => line || ''),
  column: column('integer', 'Column of that line, from 1', ({ column: at }) => at || ''),
  message: filled(column('text', 'The finding in words', (found, { board }) => messageOf(found, board))),
  variation: column('text', 'Path of a place outside the main line', ({ variation }) => variation ?? ''),
  rule_source: column('text', 'The text in which the rule was read', ({ ruleSource }) => ruleSource ?? ''),
} satisfies Record<string, Found>;

/** The columns of findings.csv in their permanent order. */
export const FINDING_COLUMNS = columnsOf<Found>(FINDING_TABLE);

/** Board size that findings without a game are worded for. */
export const NO_BOARD: BoardSize = { width: 19, height: 19 };

/** One finding's row. `game`: '' for findings that belong to no game. */
export function findingCells(file: string, game: Cell, found: PlacedFinding, board: BoardSize): Cell[] {
  return cellsOf(FINDING_COLUMNS, found, { file, game, board });
}
