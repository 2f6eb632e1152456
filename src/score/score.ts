import { finding, type Finding } from '../findings/finding.js';
import { withThreatenedBentFours } from '../life/shapes.js';
import type { Life } from '../life/life.js';
import type { GameRecord } from '../record/record.js';
import { stonesGiven } from '../replay/ledger.js';
import type { Played } from '../replay/replay-types.js';
import { type Counting, type Ruleset, tiesFor } from '../rules/ruleset.js';
import { appliedConventions, chargedHalves } from './applied-conventions.js';
import { type ConventionName, conventionsOf } from './conventions.js';
import { countGame } from './count.js';
import { finalHalves, inferredCounting, marginsUnder, methodOf, settleKomi, winnerOf } from './margins.js';
import { marginConfidence } from './margin-confidence.js';
import { protectiveMoves } from './protective-moves.js';
import type { GameScore, ScoreBasis } from './score-types.js';

export interface ScoreOptions {
  /** Komi to use instead of the file's, in half points. */
  readonly komiHalves?: number;
  /** Counting to use instead of the ruleset's first. */
  readonly counting?: Counting;
  /** Conventions of the server that hold (default: all of the record's origin). */
  readonly conventions?: ReadonlySet<ConventionName>;
}

/**
 * Scores a finished game under a ruleset. `stones` is the final board, one byte a point (`y * width + x`).
 * Without a ruleset both countings are given, no compensation is guessed, and the result takes the counting that the komi suggests.
 * RE is never read. A protective move that the record's server charges is in `resultHalves` only. Where the rules decide without judging life (`isDecidedByRule`), every stone is alive; under
 * rules of area a bent four beside a seki is in doubt.
 * Findings: `internal/fault` if the identities of RULES 4.1 fail. Not checked: whether the game is finished.
 */
export function scoreGame(
  record: GameRecord,
  replay: Played,
  stones: Uint8Array,
  judged: Life,
  ruleset: Ruleset | undefined,
  options: ScoreOptions,
): GameScore {
  const isDecided = isDecidedByRule(ruleset, replay);
  const agreed = isDecided ? everyStoneAlive(judged) : judged;
  const conventions = options.conventions ?? conventionsOf(record);
  const { black, white, territory, basis } = countGame(record, replay, stones, agreed.dead, conventions);
  const isPlayedOut = ruleset?.countings.includes('area') === true && !isDecided;
  const life =
    isPlayedOut && territory.hasSeki
      ? withThreatenedBentFours({ width: record.width, height: record.height, stones }, agreed)
      : agreed;
  const komi = settleKomi(record, ruleset, basis, options.komiHalves);
  const margins = marginsUnder(basis, ruleset);
  const counting = ruleset
    ? methodOf(ruleset, options.counting)
    : (options.counting ?? inferredCounting(conventions, komi.halves));
  // Where passes cost stones as well, a protective move costs nothing.
  const areMovesCharged = counting === 'territory' && ruleset?.passStones !== true && !isDecided;
  const moves = areMovesCharged ? protectiveMoves({ owner: territory.owner, life, basis }) : [];
  const applied = counting === 'territory' ? appliedConventions(record, conventions, basis, moves) : [];
  const resultHalves =
    finalHalves(basis, margins, counting, komi.halves) + chargedHalves({ conventions: applied });
  const counted = {
    black,
    white,
    dame: territory.dame,
    komiSource: komi.source,
    inferredCounting: ruleset === undefined && options.counting === undefined,
    counting,
    resultAreaHalves: finalHalves(basis, margins, 'area', komi.halves),
    resultTerritoryHalves: finalHalves(basis, margins, 'territory', komi.halves),
    basis,
    komiHalves: komi.halves,
    resultHalves,
    protectiveMoves: moves,
  };
  return {
    ...counted,
    life,
    owner: territory.owner,
    ...margins,
    winner: winnerOf(basis, counting, resultHalves, ruleset ? tiesFor(ruleset, basis.handicap) : 'jigo'),
    conventions: applied,
    confidence: isDecided ? 1 : marginConfidence(life, record, counted),
    findings: checkIdentities(basis),
  };
}

/**
 * Checks a count against identities (I) and (II) of RULES 4.1: area less territory is Black's stones put on the board less White's,
 * and with pass stones it is the setup and the moves made. They hold for every recorded game and every choice of dead stones,
 * so that a failure is a fault of the program: finding `internal/fault`. Returns nothing when they hold.
 */
export function checkIdentities(basis: ScoreBasis): readonly Finding[] {
  const found: Finding[] = [];
  const difference = basis.area - basis.territory;
  const first = basis.putBlack - basis.putWhite;
  if (difference !== first) found.push(fault('A - T', difference, first));
  const given = stonesGiven(basis.ledger, true);
  const withPassStones = basis.territory + given.white - given.black;
  const movesBlack = basis.putBlack + given.black;
  const movesWhite = basis.putWhite + given.white;
  if (basis.area - withPassStones !== movesBlack - movesWhite) {
    found.push(fault("A - T'", basis.area - withPassStones, movesBlack - movesWhite));
  }
  return found;
}

function fault(what: string, is: number, expected: number): Finding {
  return finding('internal/fault', {
    what: `Unexpected ${what} = ${String(is)}, expected ${String(expected)}`,
  });
}

/**
 * Whether the rules decide a game without anybody judging which stones are dead: so many passes that every stone
 * is alive (AGA 10), rules that never take a stone off (Tromp-Taylor), the second stop of rules that remove nothing after it, or a first capture that has won.
 */
export function isDecidedByRule(ruleset: Ruleset | undefined, replay: Played): boolean {
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
