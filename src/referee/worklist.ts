/** What of a run needs a ruling by a human, and in which order. */
import { formatPoint } from '../core/point.js';
import { messageOf } from '../findings/finding.js';
import { groupChanges } from '../score/explanations.js';
import { marginText } from '../score/verdict.js';
import type { GameReport } from './report.js';

/**
 * Why a game may need a ruling, the gravest first: an illegal move that the opponent did not answer or that loses the game by the
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
}

/** The parts of a report that say whether it needs a ruling. */
type Judged = Pick<GameReport, 'findings' | 'record' | 'replay' | 'score' | 'settlement' | 'decisions'>;

/**
 * The gravest question about a game that a human has to answer, `undefined` for none. A game that a referee has decided has none.
 * Not known here: what a comparison with results tables finds (`tableQuestion`).
 */
export function openQuestion(report: Judged): OpenQuestion | undefined {
  if (report.decisions !== undefined) return undefined;
  return illegalMove(report) ?? differingResult(report) ?? uncertainLife(report);
}

/** The question about a game whose pairing differs from its record; `reason` as in pairings.csv. */
export function tableQuestion(reason: string): OpenQuestion {
  return { need: 'table-differs', text: reason };
}

/** The graver of two needs, where there are any. */
export function graver(one: RulingNeed | undefined, other: RulingNeed | undefined): RulingNeed | undefined {
  return RULING_NEEDS.find((need) => need === one || need === other);
}

/** For sorting: the gravest first. */
export function byGravity(a: Pick<OpenQuestion, 'need'>, b: Pick<OpenQuestion, 'need'>): number {
  return RULING_NEEDS.indexOf(a.need) - RULING_NEEDS.indexOf(b.need);
}

/** What became of an illegal move that a ruling cannot change or that the record does not support. */
const SETTLED: ReadonlySet<string> = new Set(['accepted', 'doubtful', 'decided', 'conditional']);

/** Nobody can play these: the record is faulty. */
const IMPOSSIBLE: ReadonlySet<string> = new Set(['move/occupied', 'move/off-board']);

/** An illegal move that ends the record, or that loses the game by the rules. */
function illegalMove({ findings, record, replay }: Judged): OpenQuestion | undefined {
  if (replay.illegal === 0) return undefined;
  const found = findings.find(
    ({ code, disposition, severity, move, variation }) =>
      severity === 'error' &&
      variation === undefined &&
      !IMPOSSIBLE.has(code) &&
      disposition !== undefined &&
      !SETTLED.has(disposition) &&
      (disposition === 'forfeit' || disposition === 'last-move' || move === replay.moves),
  );
  if (found?.move === undefined) return undefined;
  return { need: 'illegal-move', text: messageOf(found, record), move: found.move };
}

/** Notes are differences of a count that is not sure itself. */
function differingResult({ findings, settlement }: Judged): OpenQuestion | undefined {
  for (const { code, severity, args } of findings) {
    if (severity === 'note') continue;
    if (code !== 'result/winner-differs' && code !== 'result/margin-differs') continue;
    const { declared, computed } = args;
    const change = settlement?.change;
    const would = change === undefined || change === 'none' ? '' : `; it would be true ${change.text}`;
    return {
      need: code === 'result/winner-differs' ? 'winner-differs' : 'contradicted',
      text: `${declared} is declared, ${computed} counted${would}`,
    };
  }
  return undefined;
}

/** A verdict on a group that is less likely than this to be right is in doubt. */
const DOUBT = 0.8;

/**
 * A group in doubt on which the winner depends, where the declared result does not already agree with the count: without a declared
 * winner, or where the other verdict makes the declared winner right.
 */
function uncertainLife({ record, score, settlement }: Judged): OpenQuestion | undefined {
  if (!score || (settlement?.verdict !== 'contradicted' && settlement?.verdict !== 'not-checked'))
    return undefined;
  const winners = possibleWinners(record.result);
  const counted = Math.sign(score.resultHalves);
  if (winners.length === 1 && winners[0] === counted) return undefined;
  for (const { chance, halves, point } of groupChanges(score)) {
    if (chance >= DOUBT) break;
    const other = Math.sign(halves);
    if (other === counted || !winners.includes(other)) continue;
    const [now, otherwise] = [marginText(score.resultHalves), marginText(halves)];
    const isDead = score.life.dead[point] === 1;
    const at = formatPoint(point, record.width, record.height);
    const text = `${isDead ? otherwise : now} if the group at ${at} lives, ${isDead ? now : otherwise} if not`;
    return { need: 'uncertain-life', text };
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
