/** What holds of a game once a referee has decided about it. */
import type { Finding } from '../../core/findings/finding.js';
import { marginText } from '../../core/text.js';
import type { DeclaredResult } from '../record/record.js';
import type { GameScore } from '../score/score-types.js';
import { isSureOfWinner } from '../score/score.js';
import { declaredBy, type Decision, decisionText, resultDecided } from './decisions.js';

/** The komi that a referee decided, in points; `undefined` where none was. */
export function komiDecided(decisions: readonly Decision[] = []): number | undefined {
  return decisions.findLast(({ komi }) => komi !== undefined)?.komi;
}

/** Whether decisions change what the game counts to, so that the declared result no longer holds. */
export function isCountDecided(decisions: readonly Decision[]): boolean {
  return decisions.some(({ dead, alive, komi }) => (dead ?? alive ?? komi) !== undefined);
}

/**
 * The result that holds after a game's decisions: the one that a referee decided, or what a sure count gives where groups or komi were
 * decided; `undefined` where the declared one holds.
 */
export function ruledResult({
  decisions = [],
  score,
}: {
  readonly decisions?: readonly Decision[];
  readonly score: Pick<GameScore, 'resultHalves' | 'winner' | 'confidence'> | undefined;
}): DeclaredResult | undefined {
  const decided = resultDecided(decisions);
  if (decided) return decided;
  if (!isCountDecided(decisions) || !score || !isSureOfWinner(score)) return undefined;
  return declaredBy(marginText(score.resultHalves, score.winner));
}

const UNFIT: ReadonlySet<string> = new Set([
  'decision/no-stone',
  'decision/no-move',
  'decision/no-repetition',
  'decision/no-repair',
]);

/** The findings that say of parts of decisions that they do not fit the game, and have no effect. */
export function misfits<F extends Finding>(decisions: readonly Decision[], found: readonly F[]): F[] {
  const isAboutGroups = decisions.some(({ dead, alive }) => (dead ?? alive) !== undefined);
  return found.filter(({ code }) => UNFIT.has(code) || (isAboutGroups && code === 'decision/not-scored'));
}

/** The parts of decisions that no finding says do not fit the game; decisions of which nothing is left are left out. */
export function fittingDecisions(
  decisions: readonly Decision[],
  unfit: readonly Finding[],
): readonly Decision[] {
  const [points, moves, repairs] = [new Set<string>(), new Set<number>(), new Set<string>()];
  let isScored = true;
  for (const { code, args, move } of unfit) {
    if (code === 'decision/no-stone') points.add(args.point);
    else if (code === 'decision/no-move') moves.add(args.move);
    else if (code === 'decision/no-repetition') moves.add(move!);
    else if (code === 'decision/no-repair') repairs.add(args.repair);
    else if (code === 'decision/not-scored') isScored = false;
  }
  return decisions.flatMap((decision): readonly Decision[] => {
    const { dead = [], alive = [], accepted = [], repair, ...rest } = decision;
    const fits = (point: string): boolean => isScored && !points.has(point);
    const lists = { dead: dead.filter(fits), alive: alive.filter(fits) };
    const stand = accepted.filter((move) => !moves.has(move));
    const left: Decision = {
      ...rest,
      ...(lists.dead.length > 0 && { dead: lists.dead }),
      ...(lists.alive.length > 0 && { alive: lists.alive }),
      ...(stand.length > 0 && { accepted: stand }),
      ...(repair !== undefined && !repairs.has(repair) && { repair }),
    };
    return decisionText(left) === '' ? [] : [left];
  });
}
