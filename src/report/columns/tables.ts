import { formatPoint } from '../../core/point.js';
import { DUPLICATE_KINDS, type DuplicateRow } from '../../toolkit/duplicates/game-keys.js';
import type { CrosscheckRow } from '../../toolkit/event/crosscheck.js';
import { PAIRING_VERDICTS } from '../../toolkit/event/table.js';
import {
  DISPOSITIONS,
  messageOf,
  SEVERITIES,
  type BoardSize,
  type Severity,
} from '../../core/findings/finding.js';
import type {
  GameReport,
  PlacedFinding,
  RuledScore,
  ConversionReport,
  Converted,
} from '../../referee/judge/report.js';
import { SCORINGS } from '../../go/rules/ruleset.js';
import { KOMI_SOURCES, WINNERS } from '../../referee/score/score-types.js';
import {
  cellsOf,
  column,
  columnsOf,
  filled,
  pick,
  type Cell,
  type Column,
  type Named,
  type StatedKind,
  YES_NO,
} from './column.js';
import { GAME_TABLE, scored, tally, type Tally } from './games.js';
import { formatDecimal, points, marginText } from '../../core/text.js';
import { BASES, KOMI_TO_SOURCES, type Conversion, type ItemName } from '../../referee/score/convert.js';
import { basesOf, explanationOf, notesOf, notesOfBases } from './account.js';

/** Tables of commands besides games.csv: scores, pairings and duplicates. */

type RuledReport = GameReport & RuledScore;
type ScoreColumn = Column<RuledReport, Tally>;

/** The table of `score`: one row per game and ruleset. */
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

/** The table of `crosscheck`: one row per pairing, in the order of the results tables. */
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
    'Result in the results table, by its colors: W+, B+3.5, =, ? (none), 0-0 (both lost), with ! for a default',
    ({ resultTable }) => resultTable,
  ),
  file: column('text', 'File of the record; of several, the first', ({ file }) => file),
  game: column('integer', 'Number of the game in its file, from 1', ({ game }) => game ?? ''),
  result_declared: column(
    'text',
    'Declared result of the record (RE), by its own colors',
    (row) => row.resultDeclared,
  ),
  result_counted: column(
    'text',
    'Result by our own count, by the colors of the record',
    ({ resultCounted }) => resultCounted,
  ),
  confidence: column(
    'number',
    'Estimated chance that the computed margin is right, 0 to 1',
    ({ confidence }) => (confidence === undefined ? '' : Math.round(confidence * 1000) / 1000),
  ),
  verdict: filled(column(PAIRING_VERDICTS, 'Whether table and record agree', ({ verdict }) => verdict)),
  reason: column(
    'text',
    'What differs, why it is undecided, a count that contradicts both or, if unsure, has another winner, or which record may be the missing one',
    ({ reason }) => reason,
  ),
  result_decided: column(
    'text',
    'Result after a decision, by the colors of the record; the table is compared with it where it is declared, or a sure count with the groups or komi decided',
    ({ resultDecided = '' }) => resultDecided,
  ),
} satisfies Record<string, PairingColumn>;

/** The columns of pairings.csv in their permanent order. */
export const PAIRING_COLUMNS = columnsOf<PairingColumn>(PAIRING_TABLE);

type DuplicateColumn = Column<DuplicateRow, (file: number) => string>;

/** The table of `duplicates`: one row per game of a group; the first game of a group repeats none. */
const DUPLICATE_TABLE = {
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

/** The table of `--statistics`: one row per code, severity and folder. */
const STATISTICS_TABLE = {
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

/** The place of a finding. */
interface FindingPlace {
  readonly file: string;
  /** '' for findings that belong to no game. */
  readonly game: Cell;
  readonly board: BoardSize;
}

type Found = Column<PlacedFinding, FindingPlace>;
const COLORS = ['black', 'white'] as const;

/** findings.csv: one row per finding. */
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

/** Board size for the sentences of findings without a game. */
export const NO_BOARD: BoardSize = { width: 19, height: 19 };

/** One finding's row. `game`: '' for findings that belong to no game. */
export function findingCells(file: string, game: Cell, found: PlacedFinding, board: BoardSize): Cell[] {
  return cellsOf(FINDING_COLUMNS, found, { file, game, board });
}

/** The contents of a queue, and how fast they are processed. */
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

/** Games and jobs finished within some seconds. */
export interface Pace {
  readonly games: number;
  readonly jobs: number;
  readonly seconds: number;
}

/** The table of `queue`: one row per run. */
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

/** What a row is made of: a game, one ruleset that it is converted into, and an account if there is one. */
interface ConvertedReport extends GameReport {
  readonly conversion: ConversionReport;
  readonly converted: Converted;
  readonly account: Conversion | undefined;
}

type ConvertColumn = Column<ConvertedReport, Tally>;

/** A column of the account, empty where there is none. */
function ofAccount<Value extends Cell>(
  kind: StatedKind,
  about: string,
  of: (account: Conversion) => Value,
): Column<Pick<ConvertedReport, 'account'>, unknown, Value | ''> {
  return column(kind, about, ({ account }) => (account ? of(account) : ''));
}

/** Points of the account, from half points. */
function pointsOf(
  about: string,
  name: keyof Conversion & `${string}Halves`,
): ReturnType<typeof ofAccount<number>> {
  return ofAccount('number', about, (one) => points(one[name]));
}

/** Points of an item: what the difference of the margins is made of. */
function item(name: ItemName, about: string): ReturnType<typeof ofAccount<number>> {
  return ofAccount('number', `Points for Black by ${about}`, ({ items }) => points(items[name]));
}

/** The table of `convert`: one row per game and basis. */
export const CONVERT_TABLE = {
  ...pick(GAME_TABLE, 'file', 'game', 'black', 'white'),
  from_ruleset: column(
    'text!',
    'Ruleset converted from; unknown if the record names none that we know',
    ({ conversion }: Pick<ConvertedReport, 'conversion'>) => conversion.from?.name ?? 'unknown',
  ),
  to_ruleset: column('text!', 'Ruleset converted into', ({ converted }) => converted.to.name),
  basis: ofAccount(BASES, 'Whether the computed or the declared margin is converted', ({ basis }) => basis),
  margin_from: pointsOf('Final margin under from_ruleset, Black minus White', 'marginFromHalves'),
  result_from: ofAccount('text', 'Result under from_ruleset', resultBefore),
  margin_to: pointsOf('Final margin under to_ruleset, Black minus White', 'marginToHalves'),
  result_to: ofAccount('text', 'Result under to_ruleset', resultIn),
  winner_flips: ofAccount(YES_NO, 'Whether the winner changes with the rules', ({ flips }) => yesNo(flips)),
  parity: item('parity', 'who played last'),
  early_passes: item('earlyPasses', 'passes before the end'),
  pass_stones: item('passStones', 'pass stones'),
  komi: item('komi', 'komi'),
  handicap_compensation: item('handicapCompensation', 'handicap compensation'),
  seki_points: item('sekiPoints', 'points in seki'),
  dead_in_seki: item('deadInSeki', 'dead stones in seki'),
  unfilled_dame: item('unfilledDame', 'unfilled dame'),
  ties: item('ties', 'the rule for ties'),
  residue: pointsOf('What the items do not explain: 0', 'residueHalves'),
  to_low: pointsOf('Smallest margin_to if the dame were filled in turn', 'toLowHalves'),
  to_high: pointsOf('Largest margin_to if the dame were filled in turn', 'toHighHalves'),
  ...pick(GAME_TABLE, 'dead_source', 'confidence'),
  agrees_with_declared: ofAccount(YES_NO, 'Whether computed and declared margin agree', ({ agrees }) =>
    yesNo(agrees),
  ),
  note: column('text', 'What was assumed, and what is missing', (row) =>
    notesOf(row, row.conversion, row.converted, row.account).join('; '),
  ),
  group_tax: item('groupTax', 'group tax'),
  komi_from: pointsOf('Komi under the ruleset converted from', 'komiFromHalves'),
  komi_to: pointsOf('Komi under the ruleset converted into', 'komiToHalves'),
  komi_to_source: ofAccount(KOMI_TO_SOURCES, 'Source of that komi', ({ komiToSource }) => komiToSource),
  dead_stones: item('deadStones', 'stones that only one of the rulesets takes off the board'),
  protective_moves: item('protectiveMoves', 'protective moves that only one of the rulesets charges'),
  explanation: column(
    'text',
    'The result under both rulesets, and who gains by what, in a sentence',
    (row) => (row.account ? explanationOf(row, row.conversion, row.converted, row.account) : ''),
  ),
} satisfies Record<string, ConvertColumn>;

/** Its columns in their permanent order. */
export const CONVERT_COLUMNS = columnsOf<ConvertColumn>(CONVERT_TABLE);

/** The rows of one game; one row without numbers where nothing can be converted. */
export function convertRows(report: GameReport): Cell[][] {
  const { conversion, findings } = report;
  if (!conversion) return [];
  const counts = tally(findings);
  return conversion.to.flatMap((converted) => {
    const accounts = basesOf(conversion, converted);
    return (accounts.length === 0 ? [undefined] : accounts).map((account) =>
      cellsOf(CONVERT_COLUMNS, { ...report, conversion, converted, account }, counts),
    );
  });
}

/** What a row of the sheet is made of: a game and one ruleset that it is converted into. */
interface SheetReport extends ConvertedReport {
  /** The account of the computed margin, beside which the declared one may stand. */
  readonly computed: Conversion | undefined;
}

/** What the sheet says beside the account of the declared margin. */
export const COMPUTED_COLUMNS = columnsOf<Column<SheetReport, Tally>>({
  computed_from: column('text', 'Computed result under from_ruleset', ({ computed }) =>
    resultBefore(computed),
  ),
  computed_to: column('text', 'Computed result under to_ruleset', ({ computed }) => resultIn(computed)),
});

/** The columns of `convert` in a workbook: one row per game and ruleset, the computed result beside the declared one. */
export const CONVERT_SHEET_COLUMNS = CONVERT_COLUMNS.flatMap((one): Named<Column<SheetReport, Tally>>[] => {
  if (one.name === 'note') return [{ ...one, of: (row) => notesOfBases(row, row).join('; ') }];
  return one.name === 'result_to' ? [one, ...COMPUTED_COLUMNS] : [one];
});

/** The rows of one game in that sheet. */
export function convertSheetRows(report: GameReport): Cell[][] {
  const { conversion, findings } = report;
  if (!conversion) return [];
  const counts = tally(findings);
  return conversion.to.map((converted) => {
    const bases = basesOf(conversion, converted);
    const account = mainBasis({ bases });
    const computed = bases.find(({ basis }) => basis === 'computed');
    return cellsOf(CONVERT_SHEET_COLUMNS, { ...report, conversion, converted, account, computed }, counts);
  });
}

/** The account that a game is counted by: on the declared basis, which needs no judgement of life, else on the computed one. */
export function mainBasis({ bases }: Pick<Converted, 'bases'>): Conversion | undefined {
  return bases.find(({ basis }) => basis === 'declared') ?? bases[0];
}

/** One game under every ruleset of `convert --table`. */
export interface ComparedReport extends GameReport {
  readonly conversion: ConversionReport;
  /** The main account for each ruleset; `undefined` where nothing can be converted. */
  readonly accounts: readonly (Conversion | undefined)[];
  /** The first account that agrees with the declared margin, else the first, if any: a record may name no ruleset. */
  readonly account: Conversion | undefined;
}

/** `undefined` if no conversion was requested. */
export function comparedReport(report: GameReport): ComparedReport | undefined {
  const { conversion } = report;
  if (!conversion) return undefined;
  const accounts = conversion.to.map(mainBasis);
  const account = accounts.find((one) => one?.agrees) ?? accounts.find((one) => one !== undefined);
  return { ...report, conversion, accounts, account };
}

/** Whether the winner depends on the ruleset; `undefined` without results. */
export function flips({ accounts, account }: ComparedReport): boolean | undefined {
  return account && new Set(accounts.flatMap((one) => (one ? [one.winnerTo] : []))).size > 1;
}

/** The columns of `convert --table`: among the others, one with the result under each ruleset. */
export function comparedColumns(
  rulesets: readonly string[],
): readonly Named<Column<ComparedReport, Tally>>[] {
  const { from_ruleset, basis, winner_flips: flipping, agrees_with_declared, note } = CONVERT_TABLE;
  return [
    ...columnsOf<Column<ComparedReport, Tally>>({
      ...pick(GAME_TABLE, 'file', 'game', 'black', 'white'),
      ruleset: from_ruleset,
      ...pick(GAME_TABLE, 'result_declared'),
      basis,
    }),
    ...rulesets.map((name, i) => ({
      name,
      ...column('text', `Result under ${name}`, ({ accounts }: ComparedReport) => resultIn(accounts[i])),
    })),
    ...columnsOf<Column<ComparedReport, Tally>>({
      flips: { ...flipping, of: (row) => yesNo(flips(row)) },
      agrees_with_declared,
      note: { ...note, of: (row) => allNotes(row).join('; ') },
      ...pick(GAME_TABLE, 'rules_declared', 'ruleset_source', 'dame'),
    }),
  ];
}

export function comparedColumnsOf({ conversion }: GameReport): ReturnType<typeof comparedColumns> {
  return comparedColumns((conversion?.to ?? []).map(({ to }) => to.name));
}

/** The row of one game; none if no conversion was requested. */
export function comparedRows(report: GameReport): Cell[][] {
  const row = comparedReport(report);
  return row ? [cellsOf(comparedColumnsOf(report), row, tally(report.findings))] : [];
}

export function resultIn(account: Conversion | undefined): string {
  return account ? marginText(account.marginToHalves, account.winnerTo) : '';
}

function resultBefore(account: Conversion | undefined): string {
  return account ? marginText(account.marginFromHalves, account.winnerFrom) : '';
}

/** Stands for the name of a ruleset in notes that are compared. */
const RULESET = '\0';

/** The notes on all accounts; those that differ only in the ruleset are one. */
function allNotes(row: ComparedReport): string[] {
  const { conversion, accounts } = row;
  const rulesets = new Map<string, string[]>();
  for (const [i, converted] of conversion.to.entries()) {
    const { to } = converted;
    const account = accounts[i];
    // Notes look whether both rulesets are the same.
    const isOther = to !== conversion.from;
    const unnamed = isOther ? { ...converted, to: { ...to, name: RULESET } } : converted;
    const notes = notesOf(
      row,
      conversion,
      unnamed,
      isOther && account ? { ...account, to: RULESET } : account,
    );
    for (const note of notes) rulesets.set(note, [...(rulesets.get(note) ?? []), to.name]);
  }
  return [...rulesets].map(([note, names]) => note.replaceAll(RULESET, () => names.join(' and ')));
}

function yesNo(value: boolean | undefined): 'yes' | 'no' | '' {
  if (value === undefined) return '';
  return value ? 'yes' : 'no';
}
