import type { Finding } from '../findings/finding.js';
import { FIRST_NON_MOVE, type MainLine } from '../core/line.js';
import type { Life } from '../life/life.js';
import type { AnalyzeOptions } from './options.js';
import type { Ending, GameRecord } from '../record/record.js';
import type { Replay } from '../replay/replay-types.js';
import type { Ruleset } from '../rules/ruleset.js';
import { everyStoneAlive, isDecidedByRule, scoreGame } from '../score/score.js';
import { type Rulings, settle } from '../score/verdict.js';
import type { GameScore, Settlement } from '../score/score-types.js';

/** The score of a game and what the declared result looks like beside it. */
export interface Scoring {
  readonly score: GameScore | undefined;
  /** '' when there is a score. */
  readonly notScoredBecause: string;
  readonly settlement: Settlement;
  readonly findings: readonly Finding[];
}

/** A game that can be scored: its final position and who is dead on it. */
export interface Judged {
  readonly stones: Uint8Array;
  readonly life: Life;
}

/** Findings that mean that moves were lost: the position after them is not the players' position. */
const DAMAGE: ReadonlySet<string> = new Set([
  'sgf/unclosed-value',
  'sgf/value-without-property',
  'sgf/property-without-value',
  'move/malformed',
  'move/off-board',
]);

/** Byte offset of the first place where a move was lost; `undefined` when none was. Damage in the header loses no move. */
export function firstDamage(found: readonly Finding[], line: MainLine): number | undefined {
  let first = Infinity;
  for (const one of found) {
    if (!DAMAGE.has(one.code) || one.offset === undefined || one.offset >= first) continue;
    const isMove =
      one.code === 'sgf/property-without-value'
        ? one.args.ident === 'B' || one.args.ident === 'W'
        : one.offset >= firstMoveOffset(line);
    if (isMove) first = one.offset;
  }
  return first === Infinity ? undefined : first;
}

function firstMoveOffset(line: MainLine): number {
  for (let i = 0; i < line.count; i++) if (line.kinds[i]! < FIRST_NON_MOVE) return line.offsets[i]!;
  return Infinity;
}

/**
 * Why a game is not scored, '' when it can be. Scored are games that ended by counting: two passes at the end, a declared margin,
 * or TB/TW. RE's kind decides here, its value never.
 */
export function whyNotScored(
  record: GameRecord,
  executed: Replay,
  ending: Ending,
  found: readonly Finding[],
): string {
  if (!record.isGo) return 'not a game of Go';
  if (executed.moves === 0 && record.marks === undefined) return 'no moves';
  if (ending !== 'passes' && ending !== 'stopped') return ending;
  const counted = record.result.kind === 'margin' || record.result.kind === 'jigo';
  if (ending === 'stopped' && !counted && !record.marks && executed.stoppedAt === 0) {
    return 'stopped without passes, a declared margin or marked territory';
  }
  if (firstDamage(found, record.line) !== undefined) return 'moves are missing from the damaged record';
  return '';
}

/** Scores a judged game under one ruleset and holds the declared result against it, and against what was ruled under that ruleset. */
export function scoreJudged(
  record: GameRecord,
  executed: Replay,
  judged: Judged,
  ruleset: Ruleset | undefined,
  options: Pick<AnalyzeOptions, 'komiHalves' | 'counting'>,
  rulings: Rulings = {},
): Scoring {
  const { stones } = judged;
  const life = isDecidedByRule(ruleset, executed) ? everyStoneAlive(judged.life) : judged.life;
  if (life.unfinished !== '') {
    return {
      score: undefined,
      notScoredBecause: life.unfinished,
      settlement: settle(record, undefined, rulings),
      findings: life.findings,
    };
  }
  const score = scoreGame(record, executed, stones, life, ruleset, {
    ...(options.komiHalves === undefined ? {} : { komiHalves: options.komiHalves }),
    ...(options.counting === undefined ? {} : { counting: options.counting }),
  });
  const settlement = settle(record, score, rulings);
  return {
    score,
    notScoredBecause: '',
    settlement,
    findings: [...score.life.findings, ...score.findings, ...settlement.findings],
  };
}

/** Not scored at all. */
export function unscored(record: GameRecord, because: string, rulings: Rulings = {}): Scoring {
  const settlement = settle(record, undefined, rulings);
  return { score: undefined, notScoredBecause: because, settlement, findings: [] };
}
