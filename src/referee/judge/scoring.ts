import type { Point } from '../../core/point.js';
import { formatHalves } from '../../core/text.js';
import { finding, type Finding } from '../../core/findings/finding.js';
import type { Life } from '../../go/life/life.js';
import { declaredHalves } from '../record/declared-result.js';
import type { DeclaredResult, Ending, GameRecord } from '../record/record.js';
import type { Replay } from '../replay/replayed.js';
import type { Ruleset } from '../../go/rules/ruleset.js';
import { rulesetByName } from '../../go/rules/rulesets.js';
import { convertScore, type Dame, fillable } from '../score/convert.js';
import { conventionsOf } from '../score/conventions.js';
import { decisionByRule, isAgreed, playBasis, scoreGame } from '../score/score.js';
import { settleKomi } from '../score/margins.js';
import { confirmsMargin, type GameScore, type ScoreBasis, type Settlement } from '../score/score-types.js';
import { openRegions } from '../score/territory.js';
import { settle, type Rulings } from '../score/verdict.js';
import { resultDecided, resultRuling, settledBy, unapplied, type Decision } from './decisions.js';
import { isCountDecided, komiDecided } from './ruled-result.js';
import { groupInDoubt, stakeOf } from './group-outcomes.js';
import {
  chooseRuleset,
  type AnalyzeOptions,
  type RulesetChoice,
  type AccountOptions,
  type WantedRuleset,
} from './options.js';
import type { ConversionReport, Converted, RuledScore } from './report.js';
import { firstDamage } from './damage.js';

/** Differs under rules that the user asked for, but not under those that the record names: then it is true. `scoreUnder`: the count under these. */
function trueUnderOwnRules(
  record: GameRecord,
  settlement: Settlement,
  scoreUnder: (own: Ruleset) => GameScore,
): Settlement {
  const own = record.rulesName === undefined ? undefined : rulesetByName(record.rulesName);
  const isOpen = settlement.verdict === 'contradicted' || settlement.verdict === 'unsure';
  if (!own || !isOpen || settle(record, scoreUnder(own)).verdict !== 'confirmed') return settlement;
  const explanation = `true under the rules that the record names (${own.name})`;
  return { verdict: 'explained', explanation, findings: [] };
}

/** The score of a game and how the declared result compares with it. */
export interface Scoring {
  readonly score: GameScore | undefined;
  /** '' when there is a score. */
  readonly notScoredBecause: string;
  readonly settlement: Settlement;
  readonly findings: readonly Finding[];
}

/** A game that can be scored: its final position and which stones on it are dead. */
export interface Judged {
  readonly stones: Uint8Array;
  readonly life: Life;
}

/**
 * Why a game is not scored, '' when it can be. Games that ended by counting are scored: two passes at the end, a declared margin,
 * or TB/TW. RE's kind decides here, never its value.
 */
export function whyNotScored(
  record: GameRecord,
  executed: Replay,
  ending: Ending,
  found: readonly Finding[],
): string {
  if (!record.isGo) return 'not a game of Go';
  if (executed.moves === 0 && record.marks === undefined) return 'no moves';
  if (ending === 'capture') return '';
  if (ending !== 'passes' && ending !== 'stopped') return ending;
  const counted = record.result.kind === 'margin' || record.result.kind === 'jigo';
  if (ending === 'stopped' && !counted && !record.marks && executed.stoppedAt === 0) {
    return 'stopped, with neither passes nor a declared margin nor marked territory';
  }
  if (firstDamage(found, record.line) !== undefined) return 'moves are missing from the damaged record';
  return '';
}

/** Scores a judged game under one ruleset and compares the declared result with the score and with the rulings under that ruleset. */
export function scoreJudged(
  record: GameRecord,
  executed: Replay,
  judged: Judged,
  { ruleset, source }: RulesetChoice,
  options: Pick<AnalyzeOptions, 'komiHalves' | 'counting' | 'conventions'>,
  rulings: Rulings = {},
): Scoring {
  const { stones, life } = judged;
  if (ruleset?.scoring === 'first-capture' && executed.firstCapture === undefined)
    return unscored(record, 'no stone was captured', rulings);
  if (life.unfinished !== '' && decisionByRule(ruleset, executed, isAgreed(life)) === undefined) {
    return {
      score: undefined,
      notScoredBecause: life.unfinished,
      settlement: settle(record, undefined, rulings),
      findings: life.findings,
    };
  }
  const isPlain = options.conventions === 'none';
  const scoreUnder = (rules: Ruleset | undefined, isAsked: boolean): GameScore =>
    scoreGame(record, executed, stones, life, rules, {
      conventions: isPlain ? new Set() : conventionsOf(record, rules, isAsked),
      ...(options.komiHalves === undefined ? {} : { komiHalves: options.komiHalves }),
      ...(options.counting === undefined ? {} : { counting: options.counting }),
    });
  const score = scoreUnder(ruleset, source === 'option');
  const settled = settle(record, score, rulings);
  const settlement =
    source === 'option' ? trueUnderOwnRules(record, settled, (own) => scoreUnder(own, false)) : settled;
  const game = { record, replay: executed, ruleset, rulesetSource: source };
  const { width, height } = record;
  const open = score.life.source === 'given' ? openRegions({ width, height, stones }, score.life.dead) : [];
  return {
    score,
    notScoredBecause: '',
    settlement,
    findings: [
      ...withStakes(score, game, confirmsMargin(record.result, settlement)),
      ...open,
      ...score.findings,
      ...settlement.findings,
    ],
  };
}

/**
 * Findings about life, of which those about stones in doubt tell what they decide under the rules that are applied; none where that is
 * nothing or the declared margin tells how they stand, and one for stones that live or die together.
 */
function withStakes(
  score: GameScore,
  game: Parameters<typeof stakeOf>[0],
  isDeclared: boolean,
): readonly Finding[] {
  const told = new Set<Point>();
  return score.life.findings.flatMap((found) => {
    if (found.code !== 'dead/uncertain' || found.point === undefined) return [found];
    if (isDeclared || told.has(found.point)) return [];
    const group = groupInDoubt(score, found.point);
    for (const stone of group.stones) told.add(stone);
    const points = stakeOf(game, score, group);
    return points === 0 ? [] : [{ ...found, args: { stones: group.stones.length, points } }];
  });
}

/** Not scored at all. */
export function unscored(record: GameRecord, because: string, rulings: Rulings = {}): Scoring {
  const settlement = settle(record, undefined, rulings);
  return { score: undefined, notScoredBecause: because, settlement, findings: [] };
}

/** A score with the referees' decisions applied: only its settlement differs. */
export function decidedScoring<S extends Pick<Scoring, 'settlement' | 'findings' | 'notScoredBecause'>>(
  scored: S,
  decisions: readonly Decision[],
  record: GameRecord,
): S {
  const { settlement: before, notScoredBecause } = scored;
  const settlement = settledBy(decisions, before, record);
  const others = scored.findings.filter((one) => !before.findings.includes(one));
  const lost = unapplied(decisions, notScoredBecause);
  return { ...scored, settlement, findings: [...others, ...lost, ...settlement.findings] };
}

/** A game that has been replayed and audited. */
export interface Played {
  readonly record: GameRecord;
  readonly executed: Replay;
  readonly ending: Ending;
  /** Findings of reading, replay and audit. */
  readonly found: readonly Finding[];
  /** The ruleset that was applied. */
  readonly choice: RulesetChoice;
  readonly decisions: readonly Decision[];
  /** See `firstDamage`. */
  readonly damage: number | undefined;
}

/** One game as the accounts see it: with the score under the ruleset that was applied, and judged if it can be. */
interface Case extends Played {
  readonly scoring: Scoring;
  /** `undefined`: the position was not judged; `scoring` says why. */
  readonly judged: Judged | undefined;
}

/**
 * The scores of one game under several rulesets. Life is judged once, and the moves were executed once, under the applied ruleset:
 * only the count differs. Must be called before the next replay, which uses the same board.
 */
export function scoresUnder(
  wanted: readonly WantedRuleset[],
  { record, executed, choice, scoring, judged, decisions }: Case,
  options: AnalyzeOptions,
): readonly RuledScore[] {
  return wanted.map((one) => {
    const wish: RulesetChoice =
      one === 'auto'
        ? chooseRuleset(record, { ...options, rules: 'auto' })
        : { ruleset: one, source: 'option' };
    const { ruleset, source } = wish;
    // Conventions of the server depend on whether the user named the ruleset.
    const isScored = ruleset === choice.ruleset && (source === 'option') === (choice.source === 'option');
    const scored = isScored
      ? scoring
      : judged
        ? scoreJudged(record, executed, judged, wish, options)
        : unscored(record, scoring.notScoredBecause);
    const { score, notScoredBecause } = scored;
    // The score of the game itself is settled by the decisions already, which would be named twice.
    const settlement = isScored ? scored.settlement : settledBy(decisions, scored.settlement, record);
    return { ruleset, rulesetSource: source, score, notScoredBecause, settlement };
  });
}

/**
 * The result of one game converted from the applied ruleset into others, on the computed and on the declared basis, whichever exist.
 * A declared margin is also converted if life could not be judged, assuming no seki. Nothing is converted from a record whose moves are missing or damaged, or where a referee decided a result without one. Must be called before the next replay, which uses the same board.
 */
export function conversionOf(
  given: Case,
  accounts: AccountOptions,
  options: AnalyzeOptions,
): ConversionReport {
  const { record, executed, choice, scoring, decisions } = given;
  const from = choice.ruleset;
  const wanted = accounts.convertTo ?? [];
  const blockedBecause = whyBlocked(given);
  if (blockedBecause !== '') {
    const to = wanted.map((ruleset) => ({ to: ruleset, bases: [] }));
    return {
      from,
      to,
      blockedBecause,
      basis: undefined,
      dame: 0,
      komiFrom: undefined,
      declaredIsNoCount: false,
    };
  }
  const { score } = scoring;
  const basis = score?.basis ?? playBasis(record, executed, executed.board.contents());
  const counted = { record, score, basis, from, decisions };
  return conversionInto(wanted, counted, accounts.convert, options.komiHalves);
}

/** Items that do not add up to the difference are a fault of the program: finding `internal/fault`. */
export function checkResidues(conversion: ConversionReport): readonly Finding[] {
  const found: Finding[] = [];
  for (const { to, bases } of conversion.to) {
    for (const { residueHalves } of bases) {
      if (Math.abs(residueHalves) < ROUNDING_ERROR) continue;
      found.push(
        finding('internal/fault', {
          what: `the accounts leave ${formatHalves(residueHalves)} unexplained under ${to.name}`,
        }),
      );
    }
  }
  return found;
}

function whyBlocked({ record, executed, found, decisions }: Case): string {
  if (!record.isGo) return 'not a game of Go';
  if (executed.moves === 0) return 'no moves';
  const decided = resultDecided(decisions);
  if (decided && declaredHalves(decided) === undefined) return resultRuling(decisions);
  return firstDamage(found, record.line) === undefined ? '' : 'moves are missing from the damaged record';
}

/** A count, or its substitute if life could not be judged, and the ruleset under which it was made. */
interface Counted {
  readonly record: Pick<GameRecord, 'result' | 'komi'>;
  readonly score: Dame | undefined;
  readonly basis: ScoreBasis;
  /** `undefined`: the record names none that is known. */
  readonly from: Ruleset | undefined;
  readonly decisions: readonly Decision[];
}

/**
 * The result of one game converted into other rulesets, on the computed and on the declared basis, whichever exist. A result that a
 * referee decided takes the place of the declared one; where groups or komi were decided, the declared one no longer holds.
 * `komiHalves`: komi set by the user for the ruleset converted from; by default one that a referee decided.
 */
export function conversionInto(
  wanted: readonly Ruleset[],
  { record: written, score, basis, from, decisions }: Counted,
  options: AccountOptions['convert'] = {},
  komiHalves?: number,
): ConversionReport {
  const decidedKomi = komiDecided(decisions);
  const ownKomi = komiHalves ?? (decidedKomi === undefined ? undefined : decidedKomi * 2);
  const convert = { ...options, ...(ownKomi === undefined ? {} : { komiFromHalves: ownKomi }) };
  const declared: DeclaredResult = isCountDecided(decisions) ? { kind: 'missing' } : written.result;
  const record = { ...written, result: resultDecided(decisions) ?? declared };
  const komiFrom = settleKomi(record, from, basis, ownKomi);
  const declaredIsNoCount = !isCount(record, komiFrom.halves);
  const to = wanted.map((ruleset): Converted => {
    const own = from ?? withoutKomi(ruleset);
    const all = convertScore(record, score, basis, own, ruleset, convert);
    return {
      to: ruleset,
      // A declared margin of an unknown ruleset converts into nothing.
      bases: from && !declaredIsNoCount ? all : all.filter((one) => one.basis === 'computed'),
    };
  });
  const beside = options.sideBySide === true && { sideBySide: true as const };
  return {
    from,
    to,
    blockedBecause: '',
    basis,
    dame: fillable(score),
    komiFrom,
    declaredIsNoCount,
    ...beside,
  };
}

/** Komi that is not a multiple of a quarter point leaves rounding errors, far below this many half points. */
const ROUNDING_ERROR = 1e-6;

/** Counts are whole points, so margin and komi together are as well; draws by agreement and other codes are not. */
function isCount({ result }: Counted['record'], komiHalves: number): boolean {
  const declared = declaredHalves(result);
  if (declared === undefined) return true;
  const points = (declared + komiHalves) / 2;
  return Math.abs(points - Math.round(points)) < ROUNDING_ERROR;
}

/** Replaces the unknown ruleset of a record: it has no standard komi, so the file's stays. */
function withoutKomi(ruleset: Ruleset): Ruleset {
  return { ...ruleset, komiEven: [], komiHandicap: [] };
}
