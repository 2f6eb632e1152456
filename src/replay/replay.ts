import { type Color, colorOf, type Stone } from '../core/color.js';
import type { Ruleset } from '../rules/ruleset.js';
import type { Replay, ReplayOptions } from './replay-types.js';
import type { ReplayedRecord } from './board-plays.js';
import { Walk } from './walk.js';

/**
 * Executes a main line as SGF demands and judges every move beside it.
 * Without a ruleset, what every ruleset forbids and the basic ko are applied, and other repetitions are notes.
 * Findings: `move/*` and `setup/*`; every violation, not only the first. Not checked: handicap, komi, who should start, the end of
 * the game. The board of the result is shared by all replays of its size.
 */
export function replay(record: ReplayedRecord, ruleset: Ruleset | undefined, options: ReplayOptions): Replay {
  const walk = new Walk(record, ruleset, options);
  walk.run();
  const { passes, setup } = walk;
  return {
    board: walk.board,
    moves: walk.moves,
    playsBlack: walk.playsBlack,
    playsWhite: walk.playsWhite,
    passesBlack: walk.passesBlack,
    passesWhite: walk.passesWhite,
    setupBlack: setup.black,
    setupWhite: setup.white,
    startBlack: walk.startBlack,
    startWhite: walk.startWhite,
    trailingPasses: passes.run,
    firstTrailingPass: named(passes.first),
    lastPlay: named(walk.lastPlay),
    lastMove: named(walk.lastMove),
    lastPlayPoint: walk.lastPlayPoint < 0 ? undefined : walk.lastPlayPoint,
    firstEnd: passes.firstEnd,
    resumedAfter: passes.resumedAfter,
    longestPassRun: passes.longest,
    editedMidGame: walk.editedMidGame,
    illegal: walk.verdicts.illegal,
    stoppedAt: walk.stoppedAt,
    firstCapture: walk.firstCapture,
    findings: walk.findings,
  };
}

function named(stone: Stone | 0): Color | undefined {
  return stone === 0 ? undefined : colorOf(stone);
}
