import type { Color } from '../core/color.js';
import type { Finding } from '../findings/finding.js';
import type { SettledRepetition } from '../findings/catalogue.js';
import type { Ruleset } from '../rules/ruleset.js';

/** What the rules decide of a game beside its count; all of it precedes the count. */
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
}

/** Rulings that findings of the replay rest on, under the ruleset that was applied. */
export function rulingsOf(found: readonly Finding[], ruleset: Ruleset | undefined): Rulings {
  const forfeit = found.find(({ disposition }) => disposition === 'forfeit');
  const repetition = repetitionIn(found);
  return {
    ...(forfeit?.move === undefined || forfeit.color === undefined
      ? {}
      : {
          forfeit: {
            move: forfeit.move,
            color: forfeit.color,
            rule: forfeit.dispositionRule ?? '',
            isClaimed: ruleset?.illegalMoveClaim === 'result',
          },
        }),
    ...(repetition ? { repetition } : {}),
    ...(ruleset ? { bothLose: ruleset.bothLose ? (ruleset.articles['bothLose'] ?? ruleset.title) : '' } : {}),
  };
}

function repetitionIn(found: readonly Finding[]): Rulings['repetition'] {
  for (const one of found) {
    if (one.move === undefined) continue;
    const settled = settledBy(one);
    if (settled) return { move: one.move, settled };
  }
  return undefined;
}

function settledBy({ args }: Finding): SettledRepetition | undefined {
  return 'settled' in args ? args.settled : undefined;
}
