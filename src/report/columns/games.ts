import type { Severity } from '../../core/findings/finding.js';
import { DEAD_SOURCES } from '../../go/life/life.js';
import { ENDINGS, type GameRecord, overtimeText } from '../../referee/record/record.js';
import { decidedResultText, decisionText } from '../../referee/judge/decisions.js';
import {
  openQuestion,
  RULING_NEEDS,
  type GameReport,
  type PlacedFinding,
} from '../../referee/judge/report.js';
import { RULESET_SOURCES } from '../../go/rules/ruleset.js';
import { VERDICTS, type GameScore } from '../../referee/score/score-types.js';
import {
  type Cell,
  cellsOf,
  column,
  type Column,
  type StatedKind,
  columnsOf,
  filled,
  YES_NO,
} from './column.js';
import { formatHalves, hundredths, marginText, signed } from '../../core/text.js';

/** What must be done with a game before a column is known, cheapest first; `decided`: scored where a referee has decided it. */
export const DEPTHS = ['read', 'replay', 'decided', 'score'] as const;
export type Depth = (typeof DEPTHS)[number];

/** Whether a column needs scores, of some games at least. */
export function needsScore(depth: Depth): boolean {
  return depth === 'decided' || depth === 'score';
}

/** The parts of a report that are known once the game has been read. */
export type ReadReport = Pick<
  GameReport,
  'file' | 'game' | 'sha256' | 'record' | 'ruleset' | 'rulesetSource'
> & { readonly replay: Pick<GameReport['replay'], 'moves' | 'passesBlack' | 'passesWhite'> };

/** The findings of a game, listed or only counted. */
export interface Tally {
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  /** The most severe finding, earliest first. */
  readonly first: PlacedFinding | undefined;
}

/** A column of games. `Source`: what its depth knows of a game; only the deepest knows all findings. */
export interface GameColumn<
  Source = never,
  Value extends Cell = Cell,
  D extends Depth = Depth,
> extends Column<Source, Tally, Value> {
  readonly depth: D;
}

/** A column with what its depth knows of a game. */
export type ColumnByDepth<Read> =
  GameColumn<Read, Cell, 'read'> | GameColumn<GameReport, Cell, Exclude<Depth, 'read'>>;

/** Returns the function that makes columns of one depth, from what is known of a game there. */
export function columnsAt<Source, D extends Depth>(depth: D) {
  return <Value extends Cell>(
    kind: StatedKind,
    about: string,
    of: (source: Source, tally: Tally) => Value,
  ): GameColumn<Source, Value, D> => ({ ...column(kind, about, of), depth });
}

const read = columnsAt<ReadReport, 'read'>('read');
export const replayed = columnsAt<GameReport, 'replay'>('replay');
/** Findings, and so their counts, are complete only after scoring. */
const decided = columnsAt<GameReport, 'decided'>('decided');
export const judged = columnsAt<GameReport, 'score'>('score');

/** A column of the score, empty without one. */
export function scored<Value extends Cell>(
  kind: StatedKind,
  about: string,
  of: (score: GameScore) => Value,
): GameColumn<Pick<GameReport, 'score'>, Value | '', 'score'> {
  return {
    ...column(kind, about, ({ score }: Pick<GameReport, 'score'>) => (score ? of(score) : '')),
    depth: 'score',
  };
}

/** Half points of the score, written as points. */
function points(about: string, halves: HalfPoints): ReturnType<typeof scored<string>> {
  return scored('decimal', about, (score) => formatHalves(score[halves]));
}

type HalfPoints = 'compensationHalves' | 'komiHalves' | 'areaHalves' | 'territoryHalves';

/** games.csv: one row for each game. */
export const GAME_TABLE = {
  file: read('text!', 'Name of the file; in an archive: archive.zip!/inner/path.sgf', ({ file }) => file),
  game: read('integer!', 'Number of the game in its file, from 1', ({ game }) => game),
  sha256: read('text!', "SHA-256 of the game's own bytes", ({ sha256 }) => sha256),
  black: read('text', 'Name of Black (PB)', ({ record }) => record.black),
  white: read('text', 'Name of White (PW)', ({ record }) => record.white),
  event: read('text', 'Event (EV)', ({ record }) => record.event),
  round: read('text', 'Round (RO)', ({ record }) => record.round),
  date: read('text', 'Date (DT)', ({ record }) => record.date),
  size: read('size!', 'Size of the board: 19, or columns x rows as in 9x13', ({ record }) => sizeOf(record)),
  handicap: read(
    'integer',
    'Handicap stones: HA, or else the stones placed',
    ({ record }) => record.handicap.declared ?? record.handicap.stones,
  ),
  komi: read('decimal', 'Komi of the record, with scaled values repaired', ({ record: { komi } }) =>
    komi.kind === 'komi' ? formatHalves(komi.halves) : '',
  ),
  rules_declared: read('text', 'Rules as written (RU)', ({ record }) => record.rulesRaw ?? ''),
  ruleset: read(
    'text!',
    'Ruleset applied; unknown if the record names none that we know',
    ({ ruleset }) => ruleset?.name ?? 'unknown',
  ),
  ruleset_source: filled(
    read(RULESET_SOURCES, 'Where the ruleset comes from', ({ rulesetSource }) => rulesetSource),
  ),
  moves: read('integer!', 'B and W properties executed, passes included', ({ replay }) => replay.moves),
  passes_black: read('integer!', 'Passes of Black', ({ replay }) => replay.passesBlack),
  passes_white: read('integer!', 'Passes of White', ({ replay }) => replay.passesWhite),
  ending: filled(
    replayed(
      ENDINGS,
      'How the game ended; passes: by counting, also where the record has no passes but a margin or marked territory; stopped: neither',
      ({ ending }) => ending,
    ),
  ),
  result_declared: read('text', 'Declared result (RE)', ({ record }) => declaredOf(record)),
  illegal: replayed('integer!', 'Moves that this ruleset forbids', ({ replay }) => replay.illegal),
  errors: judged('integer!', 'Findings of the severity error', (_, { errors }) => errors),
  warnings: judged('integer!', 'Findings of the severity warning', (_, { warnings }) => warnings),
  notes: judged('integer!', 'Findings of the severity note', (_, { notes }) => notes),
  first_code: judged('text', 'Code of the most severe finding', (_, { first }) => first?.code ?? ''),
  first_move: judged('integer', 'Move of that finding', (_, { first }) => first?.move ?? ''),
  scored: filled(judged(YES_NO, 'Whether the game was scored', ({ score }) => (score ? 'yes' : 'no'))),
  not_scored_because: judged('text', 'Why it is not scored', ({ notScoredBecause }) => notScoredBecause),
  dead_source: scored(DEAD_SOURCES, 'How the dead stones are known', ({ life }) => life.source),
  confidence: scored('number', 'Estimated chance that the margin is right, 0 to 1', confidenceOf),
  dead_black: scored('integer', 'Black stones that are dead', ({ black }) => black.dead),
  dead_white: scored('integer', 'White stones that are dead', ({ white }) => white.dead),
  stones_black: scored(
    'integer',
    'Black stones on the final board, dead or alive',
    ({ black }) => black.stones,
  ),
  stones_white: scored(
    'integer',
    'White stones on the final board, dead or alive',
    ({ white }) => white.stones,
  ),
  territory_black: scored('integer', 'Points that Black surrounds', ({ black }) => black.territory),
  territory_white: scored('integer', 'Points that White surrounds', ({ white }) => white.territory),
  prisoners_black: scored('integer', 'White stones captured during play', ({ black }) => black.prisoners),
  prisoners_white: scored('integer', 'Black stones captured during play', ({ white }) => white.prisoners),
  seki_points_black: scored('integer', 'Black points in seki or to fill', ({ black }) => black.sekiPoints),
  seki_points_white: scored('integer', 'White points in seki or to fill', ({ white }) => white.sekiPoints),
  dame: scored('integer', 'Neutral points, in seki too', ({ dame }) => dame),
  pass_stones_black: scored('integer', 'Pass stones from Black', ({ passStonesBlack }) => passStonesBlack),
  pass_stones_white: scored('integer', 'Pass stones from White', ({ passStonesWhite }) => passStonesWhite),
  handicap_compensation: points('Points for White in return for handicap stones', 'compensationHalves'),
  komi_applied: points('Komi counted in the result', 'komiHalves'),
  area_margin: points('Black area minus White area, before komi and compensation', 'areaHalves'),
  territory_margin: points('Black territory minus White territory, before komi', 'territoryHalves'),
  result_area: scored('text', 'Result by area counting: B+3.5, W+0.5, or 0', (score) =>
    marginText(score.resultAreaHalves),
  ),
  result_territory: scored('text', 'Result by territory counting: B+3.5, W+0.5, or 0', (score) =>
    marginText(score.resultTerritoryHalves),
  ),
  result: scored('text', 'Result under the applied ruleset; B+ for a tie that Black wins', resultOf),
  verdict: judged(
    VERDICTS,
    'How the computed result compares with the declared one',
    ({ settlement }) => settlement?.verdict ?? '',
  ),
  explanation: judged(
    'text',
    'Assumption under which the declared result is right, or what was inferred',
    ({ settlement }) => settlement?.explanation ?? '',
  ),
  declared_margin: read(
    'decimal',
    'Declared margin, Black minus White, with scaled values repaired',
    ({ record }) => declaredMargin(record),
  ),
  time_main: read('number', 'Main time of each player in seconds', ({ record }) => record.time?.main ?? ''),
  time_system: read(
    'text',
    'What comes after the main time: 5x30 byo-yomi, 25/600 Canadian, 10 Fischer, 30 simple, absolute, no limit; unknown where the record is not understood',
    ({ record: { time } }) => (time ? overtimeText(time.overtime) : ''),
  ),
  time_left_black: replayed(
    'number',
    "Black's clock as last recorded, in seconds",
    ({ clock }) => clock?.black?.left ?? '',
  ),
  time_left_white: replayed(
    'number',
    "White's clock as last recorded, in seconds",
    ({ clock }) => clock?.white?.left ?? '',
  ),
  periods_black: replayed(
    'integer',
    'Periods (byo-yomi) or moves of a period (Canadian) that Black had left then',
    ({ clock }) => clock?.black?.count ?? '',
  ),
  periods_white: replayed(
    'integer',
    'Periods (byo-yomi) or moves of a period (Canadian) that White had left then',
    ({ clock }) => clock?.white?.count ?? '',
  ),
  longest_think: replayed(
    'number',
    'The longest time in seconds that a move is known to have taken at least',
    ({ clock }) => clock?.longest?.seconds ?? '',
  ),
  longest_think_move: replayed('integer', 'Number of that move', ({ clock }) => clock?.longest?.move ?? ''),
  decided_by: replayed('text', 'Who decided about the game: --decisions', ({ decisions = [] }) =>
    [...new Set(decisions.map(({ name }) => name))].join('; '),
  ),
  decision: replayed('text', 'What was decided, with date and reason', ({ decisions = [] }) =>
    decisions.map((one) => `${one.date}: ${decisionText(one)} (${one.reason})`).join('; '),
  ),
  counts: judged(
    ['yes', 'no', 'unknown'],
    'Whether the game counts under the conditions of the event (--event); unknown: the record does not state what they need',
    ({ event }) => event?.counts ?? '',
  ),
  counts_because: judged('text', 'Why it does not count', ({ event }) => event?.because ?? ''),
  conventions: scored(
    'text',
    'Conventions of the server that the result rests on, with the points that each adds for Black',
    conventionsText,
  ),
  needs_ruling: judged(
    RULING_NEEDS,
    'Why a human must decide about the game: the most serious reason; table-differs only with a results table, and not in games.csv',
    (report) => openQuestion(report)?.need ?? '',
  ),
  question: judged('text', 'What there is to decide', (report) => openQuestion(report)?.text ?? ''),
  ahead: judged(
    ['black', 'white', 'cannot-tell'],
    'Who was ahead on the board of a game that was not counted; an estimate, not a score',
    ({ ahead }) => ahead?.color ?? '',
  ),
  ahead_range: judged(
    'text',
    'The range in which four of five such games end, komi counted: W+2.5 to B+15.5',
    (report) => aheadRange(report),
  ),
  ahead_confidence: judged('number', 'Estimated chance that this color would win', ({ ahead }) =>
    hasLead(ahead) ? Math.round(ahead.confidence * 1000) / 1000 : '',
  ),
  repair: decided(
    'text',
    'What a record with impossible moves should probably be: 91:G11>F11 (a point), 91:G11<>93:F11 (exchanged), +91:F11 (lost), -91:G11 (too many), 91-:mirrored, 91-:colors, 91-:cut (from there another game); cannot-tell',
    ({ repair }) => (repair ? repair.text || 'cannot-tell' : ''),
  ),
  repair_confidence: decided('number', 'Estimated chance that this is what was meant', ({ repair }) =>
    repair && repair.confidence > 0 ? hundredths(repair.confidence, 1000) : '',
  ),
  result_decided: decided('text', 'Result after a decision: as declared by it, or as counted', (report) =>
    decidedResultText(report),
  ),
};

/** The columns of games.csv that the pages show for each game. */
export const PAGE_COLUMNS = [
  ...(['file', 'game', 'black', 'white', 'event', 'date', 'size', 'handicap', 'komi', 'ruleset'] as const),
  ...(['moves', 'ending', 'result_declared', 'illegal', 'errors', 'warnings', 'notes'] as const),
  ...(['result', 'verdict', 'decided_by', 'counts', 'counts_because'] as const),
  ...(['needs_ruling', 'question', 'ahead', 'ahead_range', 'result_decided'] as const),
] satisfies readonly (keyof typeof GAME_TABLE)[];

function hasLead(ahead: GameReport['ahead']): ahead is NonNullable<GameReport['ahead']> {
  return ahead !== undefined && ahead.color !== 'cannot-tell';
}

/** `W+2.5 to B+15.5`; '' where nobody is ahead. */
export function aheadRange({ ahead }: Pick<GameReport, 'ahead'>): string {
  return hasLead(ahead) ? `${marginText(ahead.lowHalves)} to ${marginText(ahead.highHalves)}` : '';
}

/** The columns of games.csv in their permanent order. */
export const GAME_COLUMNS = columnsOf(GAME_TABLE);

/** One game's row. Score cells are empty when there is no score. */
export function gameCells(report: GameReport): Cell[] {
  return cellsOf(GAME_COLUMNS, report, tally(report.findings));
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

export function tally(findings: readonly PlacedFinding[]): Tally {
  const counts = { error: 0, warning: 0, note: 0 };
  let first: PlacedFinding | undefined;
  for (const one of findings) {
    if (one.code === 'findings/more') counts[one.args.severity] += one.args.count;
    else counts[one.severity]++;
    if (first === undefined || RANK[one.severity] < RANK[first.severity]) first = one;
  }
  return { errors: counts.error, warnings: counts.warning, notes: counts.note, first };
}

/** `19`, or columns x rows as in `9x13`. */
function sizeOf({ width, height }: GameRecord): Cell {
  return width === height ? width : `${String(width)}x${String(height)}`;
}

/** The declared result as RE has it; '' for none. */
export function declaredOf({ result }: Pick<GameRecord, 'result'>): string {
  return result.kind === 'missing' ? '' : result.raw;
}

/** `protective-moves -1`: what each convention adds to the margin, Black minus White. */
function conventionsText({ conventions }: GameScore): string {
  return conventions.map(({ name, halves }) => `${name} ${signed(halves)}`).join('; ');
}

/** The chance that the margin is right, to three places. */
export function confidenceOf({ confidence }: GameScore): number {
  return Math.round(confidence * 1000) / 1000;
}

/** A tie that the rules give to one color, or a win without a count, is `B+` or `W+`. */
export function resultOf(score: Pick<GameScore, 'resultHalves' | 'winner'>): string {
  return marginText(score.resultHalves, score.winner);
}

function declaredMargin({ result }: GameRecord): string {
  if (result.kind === 'margin') return formatHalves(result.marginHalves);
  return result.kind === 'jigo' ? '0' : '';
}
