import { type Color, opponent, playerName } from '../../core/color.js';
import type { SettledRepetition } from '../../core/findings/move.js';
import { finding, type Finding, type Severity } from '../../core/findings/finding.js';
import { declaredHalves } from '../record/declared-result.js';
import type { GameRecord } from '../record/record.js';
import { formatHalves, marginText, plural } from '../../core/text.js';
import type { Ruleset } from '../../go/rules/ruleset.js';
import {
  type GroupChange,
  groupChanges,
  hypothesesFor,
  isWonBy,
  NO_CHANGE,
  penalty,
  possibleFlips,
  smallestChange,
} from './explanations.js';
import { suggestingKomi } from './margins.js';
import { recordsNoPasses } from '../replay/board-plays.js';
import { isSureOfWinner, SURE } from './score.js';
import type { GameScore, Settlement } from './score-types.js';

/**
 * Half points closer than this are equal. Margins and komi in whole, half and quarter points are exact; only komi in tenths, which no
 * rules have, leaves a rounding error far below it.
 */
const SAME = 1e-6;

/** A clear lead is larger than this many points, beyond what the position and the rules leave open. */
const CLEAR_LEAD = 2;

/**
 * Many declared margins are some points off, and one group with its verdict reversed gives them by chance. Where this many points
 * (or the winner) depend on one group and give the margin to the point, the count is more likely wrong than the record.
 */
const MANY_POINTS = 10;

/** Points that the end of an unfinished record may change, and dame for each further one. */
const FEW_POINTS = 2;
const DAME_PER_POINT = 5;
/** With more open dame than this the end was not played, and any margin may have been agreed upon or played out later. */
const MAX_DAME_AT_END = 20;

const NOT_CHECKED: Settlement = { verdict: 'not-checked', explanation: '', findings: [] };
const NOT_SCORABLE: Settlement = { verdict: 'not-scorable', explanation: '', findings: [] };

/**
 * Compares the declared result with the computed one. `score` is `undefined` when the game could not be scored.
 * One named convention explains a margin that differs; else it is contradicted where the count is sure and its komi given, and unsure
 * where not. A reversed group and exchanged colors explain nothing and are only listed as possible. Findings: `result/winner-differs`, `result/margin-differs`.
 * What the rules decide otherwise precedes the count: an illegal move that lost the game, a repetition that ended it (`rulings`).
 * Not checked: results by resignation, time or forfeit, and records that declare none.
 */
export function settle(record: GameRecord, score: GameScore | undefined, rulings: Rulings = {}): Settlement {
  const declared = record.result;
  if (rulings.forfeit) return settleForfeit(record, score, rulings.forfeit, rulings);
  const settled = settledByRepetition(declared, score, rulings);
  if (settled) return settled;
  switch (declared.kind) {
    case 'margin':
    case 'jigo':
      return score
        ? settleMargin(record, score, declaredHalves(declared)!, declared.raw, rulings)
        : NOT_SCORABLE;
    case 'winner':
      return score ? settleWinner(record, score, declared.winner, declared.raw) : NOT_CHECKED;
    case 'both-lose':
      return { ...NOT_CHECKED, explanation: bothLose(rulings) };
    case 'ended':
    case 'missing':
    case 'malformed':
    case 'unknown':
    case 'void':
      return NOT_CHECKED;
  }
}

/**
 * The forfeit goes before the count. But a record in which the offender did not lose declares a count all the same, and a wrong
 * margin is wrong.
 */
function settleForfeit(
  record: GameRecord,
  score: GameScore | undefined,
  forfeit: NonNullable<Rulings['forfeit']>,
  rulings: Rulings,
): Settlement {
  const { result } = record;
  const explanation = forfeited(forfeit, score);
  if (score && (result.kind === 'margin' || result.kind === 'jigo')) {
    const halves = declaredHalves(result)!;
    const counted = settleMargin(record, score, halves, result.raw, rulings);
    if (!isWonBy(opponent(forfeit.color))(halves) && counted.findings.length > 0) {
      return { ...counted, explanation: `${explanation}; of the count: ${counted.explanation}` };
    }
  }
  return { ...NOT_CHECKED, explanation };
}

function settleMargin(
  record: GameRecord,
  score: GameScore,
  halves: number,
  raw: string,
  rulings: Rulings,
): Settlement {
  if (score.counting === 'first-capture') {
    return settleWinner(record, score, halves === 0 ? 'jigo' : halves > 0 ? 'black' : 'white', raw);
  }
  const isWonTie = halves === 0 && score.resultHalves === 0 && score.winner !== 'jigo';
  if (same(score.resultHalves, halves) && !isWonTie) {
    return { verdict: 'confirmed', explanation: groundsOf(record, score), findings: [] };
  }
  const winnerDiffers = isWonTie || Math.sign(halves) !== Math.sign(score.resultHalves);
  const hypothesis = isWonTie
    ? { name: 'equal counts taken as a draw' }
    : hypothesesFor(record, score).find((one) => same(one.halves, halves));
  const differing = { halves, raw, winnerDiffers };
  if (!hypothesis) return settleDiffering(record, score, differing, rulings);
  const most = isKomiGiven(score) ? 'warning' : 'note';
  const findings = winnerDiffers ? [differs(record, score, 'result/winner-differs', raw, most)] : [];
  return { verdict: 'explained', explanation: hypothesis.name, findings };
}

/** A declared margin that the count does not meet. */
interface Differing {
  readonly halves: number;
  readonly raw: string;
  readonly winnerDiffers: boolean;
}

/** Settles a margin that no hypothesis explains: it is contradicted where the count is sure and rests on nothing assumed, else in doubt. */
function settleDiffering(
  record: GameRecord,
  score: GameScore,
  differing: Differing,
  { penalties }: Rulings,
): Settlement {
  const { halves, raw, winnerDiffers } = differing;
  const mayBePenalty = penalties && (record.year ?? Infinity) >= penalties.from;
  const change =
    (mayBePenalty ? penalty(score, halves, penalties.rules) : undefined) ??
    smallestChange(score, (margin) => same(margin, halves));
  const group = decisiveGroup(score, differing);
  const isUnexplained = change === undefined || change.by === 'winner';
  const isBeyondDoubt = winnerDiffers && isUnexplained && isWrongBeyondDoubt(score, halves);
  const most = isBeyondDoubt ? 'error' : 'warning';
  const code = winnerDiffers ? 'result/winner-differs' : 'result/margin-differs';
  const doubt = doubtIn(record, score, differing, change, group !== undefined);
  const severity = doubt === undefined ? most : 'note';
  const found = differs(record, score, code, raw, severity, possibleFlips(score, halves));
  const { explanation, ...rest } = changed(score, change, group);
  return { verdict: verdictOf(found), explanation: (doubt ?? '') + explanation, ...rest, findings: [found] };
}

/** Why the record may be right after all: how the explanation begins, '' where its change is the reason, `undefined` for no doubt. */
function doubtIn(
  record: GameRecord,
  score: GameScore,
  { halves, winnerDiffers }: Differing,
  change: ReturnType<typeof smallestChange>,
  isGroup: boolean,
): string | undefined {
  const { dame, life } = score;
  const open = `${plural(dame, 'dame')} open`;
  if (isWithinOpenEnd(record, score, halves))
    return `${dame > 0 ? `${open}, ` : ''}no two passes: moves at the end may be missing; `;
  // They agree on the dead stones, and the record does not hold what they marked.
  if (dame > 0 && change?.by === 'group' && !winnerDiffers && life.source === 'estimated')
    return `${open}: the players may have judged a group otherwise; `;
  // The rules are unknown, and under the other counting the record is right.
  const isOtherRules = score.inferredCounting && change?.by === 'counting';
  return isOtherRules || isGroup || change?.by === 'penalty' || !isKomiGiven(score) ? '' : undefined;
}

function settleWinner(
  record: GameRecord,
  score: GameScore,
  winner: GameScore['winner'],
  raw: string,
): Settlement {
  if (score.winner === winner) {
    return { verdict: 'winner-only', explanation: groundsOf(record, score), findings: [] };
  }
  const found = differs(record, score, 'result/winner-differs', raw, isKomiGiven(score) ? 'warning' : 'note');
  return {
    verdict: verdictOf(found),
    ...changed(score, smallestChange(score, isWonBy(winner))),
    findings: [found],
  };
}

/** A difference from an uncertain count is a note and contradicts nothing. */
function verdictOf({ severity }: Finding): 'contradicted' | 'unsure' {
  return severity === 'note' ? 'unsure' : 'contradicted';
}

/** Nobody is accused by a komi that the record does not give. */
export function isKomiGiven({ komiSource, counting }: GameScore): boolean {
  return komiSource === 'file' || komiSource === 'option' || counting === 'first-capture';
}

/**
 * Whether a margin is off by no more than moves that the record lacks can change. Where it ends before the dame were filled, protective
 * moves were not made either: they become necessary only as dame are filled, and each costs a point of territory. A writer who
 * left out two passes may have left out the last moves as well, but servers that record no passes record every move.
 */
function isWithinOpenEnd(
  { origin }: GameRecord,
  { dame, basis, resultHalves }: GameScore,
  halves: number,
): boolean {
  if (basis.trailingPasses > 1 || (dame === 0 && recordsNoPasses(origin))) return false;
  const points = Math.abs(halves - resultHalves) / 2;
  return dame > MAX_DAME_AT_END || points <= FEW_POINTS + Math.floor(dame / DAME_PER_POINT);
}

/**
 * Where the winner or many points differ: the estimated group with which, judged otherwise, the count comes nearest to the declared
 * margin, if it gives that or nearly so: the captives of a group that lives change a few points more.
 */
function decisiveGroup(score: GameScore, { halves, winnerDiffers }: Differing): GroupChange | undefined {
  const isMuch = winnerDiffers || Math.abs(halves - score.resultHalves) >= 2 * MANY_POINTS;
  if (!isMuch || score.life.source !== 'estimated') return undefined;
  const distance = (one: GroupChange): number => Math.abs(one.halves - halves);
  return groupChanges(score)
    .filter((one) => distance(one) <= 2 * FEW_POINTS)
    .sort((a, b) => distance(a) - distance(b))[0];
}

/** What would make a contradicted result true; `near`: the group that, judged otherwise, nearly does. */
function changed(
  score: GameScore,
  change: ReturnType<typeof smallestChange>,
  near?: GroupChange,
): Pick<Settlement, 'explanation' | 'change'> {
  if (score.counting === 'first-capture') return { explanation: '' };
  const counted = score.conventions.map(({ text }) => `; counted: ${text}`).join('');
  // A slip of the winner's letter explains every result of this kind: the group is why the count is not sure of itself.
  const isNear = near && (change === undefined || change.by === 'winner');
  const nearly = near?.halves === change?.halves ? '' : 'nearly ';
  const before = isNear ? `it would ${nearly}be true ${near.text}; ` : '';
  return change
    ? { explanation: `${before}it would be true ${change.text}${counted}`, change }
    : { explanation: `${before}${NO_CHANGE}${counted}`, change: 'none' };
}

/** The ruling on an illegal move comes first; the count is what the board would give. */
function forfeited(
  { move, color, rule, isClaimed }: NonNullable<Rulings['forfeit']>,
  score: GameScore | undefined,
): string {
  const cited = rule === '' ? '' : ` (${rule})`;
  const claim = isClaimed ? ', if it is claimed before the result is confirmed' : '';
  const board = score ? `; the board would give ${marginText(score.resultHalves, score.winner)}` : '';
  return `${playerName(color)} loses by move ${String(move)}${cited}${claim}${board}`;
}

/** No result or a draw that the players or a referee may have decided on after a repetition. */
function settledByRepetition(
  declared: GameRecord['result'],
  score: GameScore | undefined,
  { repetition }: Rulings,
): Settlement | undefined {
  if (!repetition) return undefined;
  const { as, article } = repetition.settled;
  const isVoid = declared.kind === 'void';
  const isDraw = declared.kind === 'jigo' && as !== 'no-result' && score?.resultHalves !== 0;
  if (!isVoid && !isDraw) return undefined;
  const cited = article === '' ? '' : ` (${article})`;
  const what = isVoid ? 'no result' : 'a draw';
  const explanation = `${what} after the repetition at move ${String(repetition.move)}${cited}`;
  return { verdict: 'explained', explanation, findings: [] };
}

function bothLose({ bothLose: article }: Rulings): string {
  if (article === undefined) return '';
  return article === ''
    ? 'the applied rules have no result in which both players lose'
    : `both players can lose (${article})`;
}

/**
 * Whether a winner other than the declared one is beyond doubt: komi is given, both countings give the same winner, and neither
 * the dame, nor the compensation for handicap, nor a point or two at the end could change it. A tie may have been agreed upon.
 * Where one group's life or another komi would give the declared margin, that may be right, and the count wrong: not asked here.
 */
function isWrongBeyondDoubt(score: GameScore, declaredHalves: number): boolean {
  const { dame, basis } = score;
  if (declaredHalves === 0 || !isKomiGiven(score)) return false;
  const leads = [score.resultHalves, score.resultAreaHalves, score.resultTerritoryHalves].map(
    (halves) => (-Math.sign(declaredHalves) * halves) / 2,
  );
  return Math.min(...leads) > dame + basis.handicap + CLEAR_LEAD;
}

/** What the count rests on besides the rules: an inferred counting, conventions of the server. */
function groundsOf(record: GameRecord, score: GameScore): string {
  const applied = score.conventions.map(({ text }) => text);
  if (score.counting === 'first-capture') return '';
  const komi = score.komiSource === 'assumed' ? `komi ${formatHalves(score.komiHalves)} assumed` : '';
  return [inferred(record, score), komi, ...applied].filter((text) => text !== '').join('; ');
}

/** How the counting was found where the record names no ruleset that is understood. */
function inferred(record: GameRecord, score: GameScore): string {
  if (!score.inferredCounting) return '';
  if (record.origin === 'korean-news' && score.counting === 'territory')
    return 'territory counting inferred from Korean words';
  return `${score.counting} counting inferred from komi ${formatHalves(suggestingKomi(record, score.komiHalves))}`;
}

/** A declared result as it is written, with its points if its number is one of zi: `W+1.75 zi (W+3.5)`. */
function withPoints({ result }: GameRecord, raw: string): string {
  if (result.kind !== 'margin' || result.raw !== raw) return raw;
  const [, number, unit] = /([\d.]{1,9})(\s?(?:zi|子))?$/iu.exec(raw) ?? [];
  if (4 * Number(number) !== Math.abs(result.marginHalves)) return raw;
  return `${raw}${unit === undefined ? ' zi' : ''} (${marginText(result.marginHalves)})`;
}

function differs(
  record: GameRecord,
  score: GameScore,
  code: 'result/winner-differs' | 'result/margin-differs',
  declared: string,
  most: Severity,
  possible = '',
): Finding {
  const computed = marginText(score.resultHalves, score.winner);
  const args = { declared: withPoints(record, declared), computed, ...(possible !== '' && { possible }) };
  // Where life is in doubt the count may be wrong, not the record.
  const isSure = code === 'result/winner-differs' ? isSureOfWinner(score) : score.confidence >= SURE;
  const severity = isSure ? most : 'note';
  return finding(code, args, record.at.RE < 0 ? {} : { offset: record.at.RE }, severity);
}

function same(a: number, b: number): boolean {
  return Math.abs(a - b) < SAME;
}

/** What the rules decide about a game before the count. */
export interface Rulings {
  /** The first illegal move that loses the game (`disposition` forfeit). */
  readonly forfeit?: {
    readonly move: number;
    readonly color: Color;
    readonly rule: string;
    /** It can be claimed only before the result is confirmed. */
    readonly isClaimed: boolean;
  };
  /** The first repetition that players or a referee may settle. */
  readonly repetition?: { readonly move: number; readonly settled: SettledRepetition };
  /** Where the ruleset says that both players can lose; '' where it does not, absent where no ruleset is known. */
  readonly bothLose?: string;
  /** Rules under which a margin may hold penalties of two points, and since which year. */
  readonly penalties?: { readonly from: number; readonly rules: string };
}

/** The rulings in the findings of a replay, under the applied ruleset. */
export function rulingsOf(found: readonly Finding[], ruleset: Ruleset | undefined): Rulings {
  const { move, color, dispositionRule = '' } = found.find((one) => one.disposition === 'forfeit') ?? {};
  const isClaimed = ruleset?.illegalMoveClaim === 'result';
  const isForfeit = move !== undefined && color !== undefined;
  const repetition = repetitionIn(found);
  const { penaltiesFrom: from, bothLose, articles, title = '' } = ruleset ?? {};
  return {
    ...(isForfeit && { forfeit: { move, color, rule: dispositionRule, isClaimed } }),
    ...(repetition && { repetition }),
    ...(from !== undefined && { penalties: { from, rules: `${title}, since ${String(from)}` } }),
    ...(ruleset && { bothLose: bothLose ? (articles?.['bothLose'] ?? title) : '' }),
  };
}

function repetitionIn(found: readonly Finding[]): Rulings['repetition'] {
  for (const one of found) {
    const settled = 'settled' in one.args ? one.args.settled : undefined;
    if (one.move !== undefined && settled) return { move: one.move, settled };
  }
  return undefined;
}
