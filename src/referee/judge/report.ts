import type { Clock } from '../audit/clock.js';
import { checkArgument, made } from '../../core/checks.js';
import { messageOf, type Finding } from '../../core/findings/finding.js';
import type { Ending, GameRecord } from '../record/record.js';
import type { LineKey } from '../../core/line-key.js';
import type { Replay } from '../replay/replayed.js';
import type { RecordRepair } from '../repair/repair.js';
import type { Ruleset, RulesetSource } from '../../go/rules/ruleset.js';
import type { Conversion } from '../score/convert.js';
import type { SettledKomi } from '../score/margins.js';
import type { GameScore, ResultChange, ScoreBasis, Settlement } from '../score/score-types.js';
import type { Ahead } from './ahead.js';
import type { Decision } from './decisions.js';
import { opponent } from '../../core/color.js';
import { formatPoint, type Point } from '../../core/point.js';
import { groupChanges } from '../score/explanations.js';
import { isSureOfWinner } from '../score/score.js';
import { isKomiGiven } from '../score/verdict.js';
import { marginText } from '../../core/text.js';

/** A finding with the line and column (both 1-based) of its place in the file; 0 when it has none. */
export type PlacedFinding = Finding & { readonly line: number; readonly column: number };

/** A place in the text of a file: line and column, both 1-based. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Everything the referee has to say about one game. Plain data, except `replay.board`, which is left out. */
export interface GameReport {
  readonly file: string;
  readonly game: number;
  /** Where the game begins; only if the options request it. */
  readonly place?: TextPlace | undefined;
  /** Hex SHA-256 of the game's own bytes, `(` to `)`. */
  readonly sha256: string;
  readonly record: GameRecord;
  /** `undefined`: unknown, judged by what every ruleset forbids plus the basic ko. */
  readonly ruleset: Ruleset | undefined;
  readonly rulesetSource: RulesetSource;
  readonly ending: Ending;
  readonly replay: Omit<Replay, 'board' | 'findings'>;
  /** `undefined`: the record says nothing about time. */
  readonly clock: Clock | undefined;
  /** Final position, one byte per point; only if the options request it or the game was scored. */
  readonly finalBoard: Uint8Array | undefined;
  /** Sorted by node, those about the whole game first, those in variations last, in file order; --ignore and --max-per-code applied. */
  readonly findings: readonly PlacedFinding[];
  /** What the record should probably be, where a move of it cannot be played. */
  readonly repair?: RecordRepair;
  readonly score: GameScore | undefined;
  /** Why there is no score; '' when there is one. */
  readonly notScoredBecause: string;
  /** Who was ahead on the board of a game that was not counted; `undefined`: not requested, or nothing to say. */
  readonly ahead?: Ahead | undefined;
  readonly settlement: Settlement | undefined;
  /** Whether the game counts under the conditions of an event, if they were given. */
  readonly event?: { readonly counts: 'yes' | 'no' | 'unknown'; readonly because: string };
  /** Scores under further rulesets, in the order requested. */
  readonly scores?: readonly RuledScore[];
  readonly conversion?: ConversionReport;
  /** What referees decided about the game, if anything. */
  readonly decisions?: readonly Decision[];
  /** The game as it would be judged without them: what was asked. */
  readonly undecided?: GameReport;
  /** Decisions about the game of which no part fits it: they have no effect. */
  readonly misfits?: readonly Decision[];
  /** What the game becomes with each repair that `record/misprint` proposes, the likeliest first, if the options request it. */
  readonly repairs?: readonly RepairOutcome[];
  /** Keys of the main line for finding duplicates in a run: exact, and the least of the eight symmetries. */
  readonly lineKey: LineKey;
  /** The game's own bytes, `(` to `)`, if the options request them. */
  readonly source?: Uint8Array;
}

/** A proposed repair, as `repairText` writes it, with its chance to be what was meant; `score`: `undefined` where none can be had. */
export interface RepairOutcome {
  readonly text: string;
  readonly chance: number;
  readonly score: Margins | undefined;
}

/** The result under both countings, and under the one that applies: margins in half points, Black minus White. */
export type Margins = Pick<
  GameScore,
  'resultAreaHalves' | 'resultTerritoryHalves' | 'resultHalves' | 'counting' | 'winner'
>;

export function marginsOf(score: GameScore): Margins {
  const { resultAreaHalves, resultTerritoryHalves, resultHalves, counting, winner } = score;
  return { resultAreaHalves, resultTerritoryHalves, resultHalves, counting, winner };
}

/** One game counted under one ruleset; life is judged once for all of them. */
export interface RuledScore {
  /** `undefined`: the record names none that is known. */
  readonly ruleset: Ruleset | undefined;
  readonly rulesetSource: RulesetSource;
  readonly score: GameScore | undefined;
  /** Why there is no score; '' when there is one. */
  readonly notScoredBecause: string;
  readonly settlement: Settlement;
}

/** A result converted into one ruleset: no basis, one or two. */
export interface Converted {
  readonly to: Ruleset;
  readonly bases: readonly Conversion[];
}

/** What became of a game that was to be converted. */
export interface ConversionReport {
  /** The ruleset that was applied; `undefined`: the record names none that is known. */
  readonly from: Ruleset | undefined;
  readonly to: readonly Converted[];
  /** Why there is nothing to convert from, '' when there may be. */
  readonly blockedBecause: string;
  /** What the accounts rest on; `undefined` when blocked. */
  readonly basis: ScoreBasis | undefined;
  /** Unfilled dame that can be filled, where life was judged. */
  readonly dame: number;
  readonly komiFrom: SettledKomi | undefined;
  /** A margin is declared, but no count can give it with this komi, so it is not a basis (`0` with komi 6.5). */
  readonly declaredIsNoCount: boolean;
  /** As `ConvertOptions` has it. */
  readonly sideBySide?: true;
}

/**
 * Why a game may need a ruling, the most serious first: an illegal move that the opponent did not answer or that loses the game by the
 * rules; a declared winner who lost by a sure count; a margin that a sure count contradicts; a results table that differs from the
 * record; a group in doubt on which the winner depends.
 */
export const RULING_NEEDS = [
  'illegal-move',
  'winner-differs',
  'contradicted',
  'table-differs',
  'uncertain-life',
] as const;
export type RulingNeed = (typeof RULING_NEEDS)[number];

/** `illegal move`. */
export function needWords(need: RulingNeed): string {
  return need.replace('-', ' ');
}

/** What a referee would have to decide about a game. */
export interface OpenQuestion {
  readonly need: RulingNeed;
  /** One line, without a full stop. */
  readonly text: string;
  /** The move in question, where it is about one. */
  readonly move?: number;
  /** A stone of the group in question, where it is about one: it stands for the stones that the text names (`stonesTurned`). */
  readonly point?: Point;
  /** The finding that says it. */
  readonly found?: PlacedFinding;
}

/** The parts of a report that say whether it needs a ruling. */
type Judged = Pick<GameReport, 'findings' | 'record' | 'replay' | 'score' | 'settlement' | 'decisions'>;

/**
 * The most serious question about a game that a human has to answer, `undefined` for none. A game that a referee has decided has none.
 * Not known here: what a comparison with results tables finds (`tableQuestion`).
 */
export function openQuestion(report: Judged): OpenQuestion | undefined {
  checkArgument('report', report, isReport);
  if (report.decisions !== undefined) return undefined;
  return illegalMove(report) ?? differingResult(report) ?? uncertainLife(report);
}

/** Whether a caller's object is a report. */
export const isReport = made('a report of a game, as analyze gives it', 'replay');

/** Why a pairing whose records contradict each other cannot be compared. */
export const RECORDS_DIFFER = 'there are several records, and they differ';

/** Why a pairing that a table enters twice cannot be compared. */
export const ENTRIES_DIFFER = 'the two entries of the table disagree';

/** Why a game that was played cannot be compared, where neither says who won. */
export const NO_RESULT_YET = 'no result in the table or the record yet';

const UNDECIDED: readonly string[] = [RECORDS_DIFFER, ENTRIES_DIFFER, NO_RESULT_YET];

/** Whether a referee has to decide about a pairing: the table differs from its record, its records or entries from each other, or nothing says who won. */
export function asksForRuling(pairing: { readonly verdict: string; readonly reason: string }): boolean {
  const { verdict, reason } = pairing;
  return verdict === 'differs' || UNDECIDED.some((one) => reason === one || reason.startsWith(`${one}; `));
}

/** The question about a game whose pairing differs from its record; `reason` as in pairings.csv. */
export function tableQuestion(reason: string): OpenQuestion {
  return { need: 'table-differs', text: reason };
}

/** The more serious of two needs, if there are any. */
export function moreUrgent(
  one: RulingNeed | undefined,
  other: RulingNeed | undefined,
): RulingNeed | undefined {
  return RULING_NEEDS.find((need) => need === one || need === other);
}

/** For sorting: the most serious first. */
export function byGravity(a: Pick<OpenQuestion, 'need'>, b: Pick<OpenQuestion, 'need'>): number {
  return RULING_NEEDS.indexOf(a.need) - RULING_NEEDS.indexOf(b.need);
}

/** Dispositions of an illegal move that a ruling cannot change or that the record does not support. */
const SETTLED: ReadonlySet<string> = new Set(['accepted', 'doubtful', 'decided']);

/** Those with which the rules say, or may say, that the move loses the game. */
const LOSES: ReadonlySet<string> = new Set(['forfeit', 'conditional']);

/** Nobody can play these: the record is faulty. */
const IMPOSSIBLE: ReadonlySet<string> = new Set(['move/occupied', 'move/off-board']);

/** An illegal move that ends the record, or that loses the game by the rules, perhaps only if the record is right. */
function illegalMove({ findings, record, replay }: Judged): OpenQuestion | undefined {
  if (replay.illegal === 0) return undefined;
  const found = findings.find(
    ({ code, disposition, severity, move, variation }) =>
      severity === 'error' &&
      variation === undefined &&
      !IMPOSSIBLE.has(code) &&
      disposition !== undefined &&
      !SETTLED.has(disposition) &&
      (LOSES.has(disposition) || disposition === 'last-move' || move === replay.moves),
  );
  if (found?.move === undefined || isLostAnyway(record, found)) return undefined;
  return { need: 'illegal-move', text: messageOf(found, record), move: found.move, found };
}

/** Whether RE already gives the game to the opponent of an illegal move: by a forfeit, or without a count. */
function isLostAnyway({ result }: GameRecord, { color, disposition }: PlacedFinding): boolean {
  if (color === undefined || !('winner' in result) || result.winner !== opponent(color)) return false;
  return result.kind === 'ended' || LOSES.has(disposition ?? '');
}

/** A sure count that contradicts RE, or that names another winner even where a group or the end of the record leaves a doubt. */
function differingResult({ findings, score, settlement }: Judged): OpenQuestion | undefined {
  const isContradicted = settlement?.verdict === 'contradicted';
  const isSure = isContradicted || (score !== undefined && isKomiGiven(score) && isSureOfWinner(score));
  if (!settlement || !isSure || (!isContradicted && settlement.verdict !== 'unsure')) return undefined;
  for (const { code, severity, args } of findings) {
    if (severity === 'note' && (isContradicted || code !== 'result/winner-differs')) continue;
    if (code !== 'result/winner-differs' && code !== 'result/margin-differs') continue;
    const { declared, computed } = args;
    const change = changeOf(settlement);
    const would = change ? `; it would be true ${change.text}` : '';
    return {
      need: code === 'result/winner-differs' ? 'winner-differs' : 'contradicted',
      text: `${declared} is declared, ${computed} counted${would}`,
      ...(change?.point !== undefined && { point: change.point }),
    };
  }
  return undefined;
}

/** What would make a declared result true, if a single change does. */
export function changeOf({ change }: Settlement): ResultChange | undefined {
  return change === 'none' ? undefined : change;
}

/** A verdict on a group that is less likely than this to be right is in doubt. */
const DOUBT = 0.8;

/**
 * A group in doubt on which the winner depends: no winner is declared, or one that is right if the other verdict is. Players who declare
 * one of the two results to the point knew how the group stands.
 */
function uncertainLife({ record, score, settlement }: Judged): OpenQuestion | undefined {
  if (!score || !['contradicted', 'unsure', 'not-checked'].includes(settlement?.verdict ?? ''))
    return undefined;
  const winners = possibleWinners(record.result);
  const declared = record.result.kind === 'margin' ? record.result.marginHalves : undefined;
  const counted = Math.sign(score.resultHalves);
  if (winners.length === 1 && winners[0] === counted) return undefined;
  const groups = groupChanges(score);
  if (groups.some(({ halves }) => halves === declared)) return undefined;
  for (const { chance, halves, point } of groups) {
    if (chance >= DOUBT) continue;
    const other = Math.sign(halves);
    if (other === counted || !winners.includes(other)) continue;
    const [now, otherwise] = [marginText(score.resultHalves), marginText(halves)];
    const isDead = score.life.dead[point] === 1;
    const at = formatPoint(point, record.width, record.height);
    const text = `${isDead ? otherwise : now} if the group at ${at} lives, ${isDead ? now : otherwise} if not`;
    return { need: 'uncertain-life', text, point };
  }
  return undefined;
}

/** Signs of the margins (Black minus White) that a declared result allows; none where it was not counted. */
function possibleWinners(result: GameReport['record']['result']): readonly number[] {
  switch (result.kind) {
    case 'margin':
      return [Math.sign(result.marginHalves)];
    case 'winner':
      return [result.winner === 'black' ? 1 : -1];
    case 'jigo':
      return [0];
    case 'missing':
    case 'malformed':
    case 'unknown':
      return [-1, 0, 1];
    case 'void':
    case 'both-lose':
    case 'ended':
      return [];
  }
}
