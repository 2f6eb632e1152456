import { formatPoint } from '../core/point.js';
import { DUPLICATE_KINDS, type DuplicateRow } from '../duplicates/game-keys.js';
import type { CrosscheckRow } from '../event/crosscheck.js';
import { PAIRING_VERDICTS } from '../event/table.js';
import { type BoardSize, DISPOSITIONS, messageOf, SEVERITIES, type Severity } from '../findings/finding.js';
import type { GameReport, PlacedFinding, RuledScore } from '../referee/report.js';
import { SCORINGS } from '../rules/ruleset.js';
import { KOMI_SOURCES, WINNERS } from '../score/score-types.js';
import { type Cell, cellsOf, type Column, column, columnsOf, filled, pick } from './column.js';
import { GAME_TABLE, scored, type Tally, tally } from './games.js';
import { formatDecimal } from '../core/text.js';

/** Tables of commands beside games.csv: scores, pairings and duplicates. */

type RuledReport = GameReport & RuledScore;
type ScoreColumn = Column<RuledReport, Tally>;

/** The table of `score`: one row a game and ruleset. */
export const SCORE_TABLE = {
  ...pick(GAME_TABLE, 'file', 'game'),
  ruleset: {
    ...GAME_TABLE.ruleset,
    about: 'Ruleset counted under; unknown if the record names none that we know',
  },
  counting: scored(SCORINGS, 'Counting that gives the result', ({ counting }) => counting),
  ...pick(GAME_TABLE, 'stones_black', 'stones_white', 'dead_black', 'dead_white'),
  ...pick(GAME_TABLE, 'territory_black', 'territory_white', 'prisoners_black', 'prisoners_white'),
  ...pick(GAME_TABLE, 'seki_points_black', 'seki_points_white', 'dame'),
  ...pick(GAME_TABLE, 'pass_stones_black', 'pass_stones_white', 'handicap_compensation', 'komi_applied'),
  komi_source: scored(KOMI_SOURCES, 'Where the komi comes from', ({ komiSource }) => komiSource),
  ...pick(GAME_TABLE, 'area_margin', 'territory_margin', 'result_area', 'result_territory', 'result'),
  winner: scored(WINNERS, 'Winner under the ruleset', ({ winner }) => winner),
  verdict: filled(GAME_TABLE.verdict),
  ...pick(GAME_TABLE, 'explanation', 'confidence', 'dead_source', 'not_scored_because'),
  ...pick(GAME_TABLE, 'ruleset_source', 'result_declared'),
} satisfies Record<string, ScoreColumn>;

/** Its columns in their permanent order. */
export const SCORE_COLUMNS = columnsOf<ScoreColumn>(SCORE_TABLE);

/** The rows of one game, one for each ruleset. */
export function scoreRows(report: GameReport): Cell[][] {
  return (report.scores ?? []).map((ruled) =>
    cellsOf(SCORE_COLUMNS, { ...report, ...ruled }, tally(report.findings)),
  );
}

type PairingColumn = Column<CrosscheckRow, undefined>;

/** The table of `crosscheck`: one row a pairing, in the order of the results tables. */
export const PAIRING_TABLE = {
  round: column('integer', 'Round; empty where the table does not say', ({ round }) => round || ''),
  table: column('integer', 'Number of the board', ({ table }) => table ?? ''),
  black: column('text!', 'Black, as the results table has the name', ({ black }) => black),
  white: column('text!', 'White, as the results table has the name', ({ white }) => white),
  handicap: column('integer', 'Handicap in the results table', ({ handicap }) => handicap ?? ''),
  komi: column('decimal', 'Komi of this game in the results table', ({ komi }) =>
    komi === undefined ? '' : formatDecimal(komi),
  ),
  result_table: column(
    'text!',
    'Result in the results table: W+, B+3.5, =, ? (none), 0-0 (both lost), with ! for a default',
    ({ resultTable }) => resultTable,
  ),
  file: column('text', 'File of the record; of several, the first', ({ file }) => file),
  game: column('integer', 'Number of the game in its file, from 1', ({ game }) => game ?? ''),
  result_declared: column('text', 'Declared result of the record (RE)', (row) => row.resultDeclared),
  result_counted: column('text', 'Result by our own count', ({ resultCounted }) => resultCounted),
  confidence: column(
    'number',
    'Estimated chance that the computed margin is right, 0 to 1',
    ({ confidence }) => (confidence === undefined ? '' : Math.round(confidence * 1000) / 1000),
  ),
  verdict: filled(column(PAIRING_VERDICTS, 'Whether table and record agree', ({ verdict }) => verdict)),
  reason: column('text', 'What differs, or why it is undecided', ({ reason }) => reason),
} satisfies Record<string, PairingColumn>;

/** The columns of pairings.csv in their permanent order. */
export const PAIRING_COLUMNS = columnsOf<PairingColumn>(PAIRING_TABLE);

type DuplicateColumn = Column<DuplicateRow, (file: number) => string>;

/** The table of `duplicates`: one row a game of a group; the first game of a group repeats none. */
export const DUPLICATE_TABLE = {
  group: column('integer!', 'Number of the group, from 1', ({ group }) => group),
  kind: filled(column(['first', ...DUPLICATE_KINDS], 'How the game repeats the other', ({ kind }) => kind)),
  file: column('text!', 'Name of the file', ({ file }, nameOf) => nameOf(file)),
  game: column('integer!', 'Number of the game in its file, from 1', ({ game }) => game),
  of_file: column('text', 'File of the game that it repeats', (row, nameOf) =>
    row.kind === 'first' ? '' : nameOf(row.ofFile),
  ),
  of_game: column('integer', 'Number of that game', (row) => (row.kind === 'first' ? '' : row.ofGame)),
  moves: column('integer!', 'Moves of the game', ({ moves }) => moves),
  differs: column('text', 'What their headers say differently', ({ differs }) => differs.join(' ')),
} satisfies Record<string, DuplicateColumn>;

/** Its columns in their permanent order. */
export const DUPLICATE_COLUMNS = columnsOf<DuplicateColumn>(DUPLICATE_TABLE);

/** Findings of one code in one folder. */
export interface FolderCount {
  readonly code: string;
  readonly severity: Severity;
  readonly folder: string;
  readonly findings: number;
  readonly games: number;
}

type StatisticsColumn = Column<FolderCount, undefined>;

/** The table of `--statistics`: one row a code, severity and folder. */
export const STATISTICS_TABLE = {
  code: column('text!', 'Code of the findings', ({ code }) => code),
  severity: filled(column(SEVERITIES, 'Their severity', ({ severity }) => severity)),
  folder: column(
    'text!',
    'Folder of their files; of entries of an archive, the archive and the folder in it',
    ({ folder }) => folder,
  ),
  findings: column('integer!', 'How many findings', ({ findings }) => findings),
  games: column('integer!', 'How many games, or files without games, have them', ({ games }) => games),
} satisfies Record<string, StatisticsColumn>;

/** Its columns in their permanent order. */
export const STATISTICS_COLUMNS = columnsOf<StatisticsColumn>(STATISTICS_TABLE);

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

/** What is in a queue, and how fast it is worked on. */
export interface QueueState {
  /** The plan as its first worker named it, or `service`. */
  readonly run: string;
  /** Chunks of the plan; `undefined` for the service. */
  readonly jobs: number | undefined;
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
  readonly workers: number;
  /** Of finished jobs, at most the last 1000; `undefined` where none has finished. */
  readonly pace: Pace | undefined;
}

/** Games and jobs that were finished in some seconds. */
export interface Pace {
  readonly games: number;
  readonly jobs: number;
  readonly seconds: number;
}

/** The table of `queue`: one row a run. */
export const QUEUE_COLUMNS = columnsOf<Column<QueueState, undefined>>({
  run: column(
    'text!',
    'Plan, as its first worker named it, or service: the jobs of servers',
    ({ run }) => run,
  ),
  jobs: column('integer', 'Chunks of the plan', ({ jobs }) => jobs ?? ''),
  waiting: column('integer!', 'Jobs that no worker has', ({ waiting }) => waiting),
  active: column('integer!', 'Jobs in progress', ({ active }) => active),
  failed: column('integer!', 'Jobs that failed three times', ({ failed }) => failed),
  workers: column('integer!', 'Workers that are connected', ({ workers }) => workers),
  games_a_second: column('number', 'Games a second of the last jobs', ({ pace }) =>
    pace ? Math.round((10 * pace.games) / pace.seconds) / 10 : '',
  ),
  seconds_left: column(
    'integer',
    'Seconds until all jobs are done, at that pace',
    ({ waiting, active, pace }) =>
      waiting + active === 0 ? 0 : pace ? Math.ceil(((waiting + active) * pace.seconds) / pace.jobs) : '',
  ),
});
