import type { Life } from '../life/life-types.js';
import type { Replay } from '../replay/replay-types.js';
import type { Ruleset } from '../rules/ruleset.js';

/**
 * Whether the rules decide a game without anybody judging which stones are dead: so many passes that every stone
 * is alive (AGA 10), rules that never take a stone off (Tromp-Taylor), the second stop of rules that remove nothing after it, or a first capture that has won.
 */
export function isDecidedByRule(ruleset: Ruleset | undefined, replay: Replay): boolean {
  if (!ruleset) return false;
  const { passesAllAlive, passesToEnd, scoring } = ruleset;
  if (ruleset.deadStones === 'stay') return true;
  if (scoring === 'first-capture') return replay.firstCapture !== undefined;
  const { trailingPasses, resumedAfter } = replay;
  if (ruleset.secondStopAllAlive === true && resumedAfter >= passesToEnd && trailingPasses >= passesToEnd) {
    return true;
  }
  return passesAllAlive > 0 && trailingPasses >= passesAllAlive;
}

/** The same board with every stone alive, which is no longer a matter of judgement: nothing is unsure or unfinished. */
export function everyStoneAlive(life: Life): Life {
  return {
    dead: new Uint8Array(life.dead.length),
    seki: new Uint8Array(life.seki.length),
    ownership: undefined,
    chains: life.chains.map((chain) => ({ ...chain, dead: false, source: 'proved', probability: 1 })),
    source: 'proved',
    confidence: 1,
    unfinished: '',
    findings: life.findings.filter(({ code }) => code !== 'dead/uncertain'),
  };
}
