import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KEYS } from '../../../src/core/kernels/layout.js';
import * as AT from '../../../src/core/kernels/layout.js';
import { startNoMore } from '../../../src/core/webassembly.js';
import { Board } from '../../../src/go/board/board.js';
import { History } from '../../../src/go/board/history.js';
import { Walk } from '../../../src/referee/replay/replay.js';
import { seededRandom } from '../../accuracy/random.js';
import { ANY_KO_RULES, anyPolicy, stepsOf } from '../../support/random-games.js';
import { movesOf, optionsFor, recordOf, type Step } from '../../support/steps.js';
import { testRuleset } from '../../support/test-ruleset.js';

type Rules = Parameters<typeof testRuleset>[0];
type Policy = Parameters<typeof optionsFor>[0];

const SIZES = [
  [2, 1],
  [3, 3],
  [5, 4],
  [1, 19],
  [9, 9],
  [19, 19],
  [52, 2],
] as const;

/** More than any board has memory for from the start. */
const MANY = 5000;

const compiled = new Board(1, 1, MANY);
startNoMore();
/** Boards made from now on have their kernel in JavaScript. */
const inJavaScript = new Board(1, 1, MANY);

/** All positions have the same hash: they are told apart by the changes between them alone. */
const withEqualHashes = new Board(19, 19, MANY);
new Uint8Array(withEqualHashes.kernel.memory.buffer, KEYS, 16 * 441).fill(0);

/** What a walk came to, with everything that board and history have to say of it. */
function outcomeOf(walk: Walk): Readonly<Record<string, unknown>> {
  const { board, findings, passes, setup, verdicts, moves, firstCapture, lastPlay, lastMove, lastPlayPoint } =
    walk;
  const { playsBlack, playsWhite, passesBlack, passesWhite, stoppedAt, editedMidGame } = walk;
  const { stones, changes, captured, selfCaptured, state, kernel } = board;
  const { prisonersBlack, prisonersWhite, selfCapturedBlack, selfCapturedWhite } = board;
  const points = board.contents();
  return {
    points: Array.from(points),
    log: Array.from(new Int32Array(kernel.memory.buffer, state[AT.LOG], 3 * (changes + 1))),
    board: [stones, state[AT.HASH_LOW], state[AT.HASH_HIGH], captured, selfCaptured],
    prisoners: [prisonersBlack, prisonersWhite, selfCapturedBlack, selfCapturedWhite],
    moves: [moves, playsBlack, playsWhite, passesBlack, passesWhite, stoppedAt, editedMidGame],
    last: [lastPlay, lastMove, lastPlayPoint, firstCapture],
    rest: [structuredClone(passes), setup.black, setup.white, verdicts.illegal, verdicts.impossible],
    findings: structuredClone(findings),
  };
}

/** One game in runs of plays, in both forms of the kernel, and move by move; `met` is told how the runs of plays ended. */
function allWays(
  steps: readonly Step[],
  [width, height]: readonly [number, number],
  rules: Rules,
  policy: Policy,
  met: (ended: number) => void = () => undefined,
): { readonly fast: unknown; readonly others: readonly unknown[] } {
  const run = (board: Board, playTurns?: (walk: Walk, from: number, to: number) => number) => {
    board.begin(width, height);
    const history = new History(board);
    const walk = new Walk(recordOf(steps, width, height), testRuleset(rules), optionsFor(policy), history);
    if (playTurns !== undefined)
      Object.defineProperty(walk, 'playTurns', {
        value: (from: number, to: number) => playTurns(walk, from, to),
      });
    walk.run();
    return outcomeOf(walk);
  };
  const fast = run(compiled, (walk, from, to) => {
    const end = Walk.prototype['playTurns'].call(walk, from, to);
    if (end > from) met(compiled.state[AT.ENDED]!);
    return end;
  });
  const { log: _log, board: _board, ...judged } = run(compiled);
  // In a long game that would be too many comparisons: then equal hashes suffice.
  if (steps.length < 200) expect(run(withEqualHashes)).toMatchObject(judged);
  return { fast, others: [run(inJavaScript), run(compiled, (_walk, from) => from)] };
}

const anyRules: Rules = { basicKo: true, superko: 'positional', startCounts: true, selfCapture: 'multi' };

describe('runs of plays are those of one play after the other, in WebAssembly and in JavaScript', () => {
  it.each([20261121, 20261122])('in random games (seed %i)', (seed) => {
    const games = fc.record({
      size: fc.constantFrom(...SIZES),
      dice: fc.array(fc.nat(0xffff), { minLength: 10, maxLength: 120, size: 'max' }),
      disorder: fc.constantFrom(0, 0, 0, 3, 15),
      rules: fc.record(ANY_KO_RULES),
      policy: anyPolicy,
    });
    const ends = [0, 0];
    fc.assert(
      fc.property(games, ({ size, dice, disorder, rules, policy }) => {
        const steps = stepsOf(dice, size[0], size[1], disorder).filter((step) => step.kind !== 'pass');
        const { fast, others } = allWays(steps, size, rules, policy, (ended) => ends[ended]!++);
        for (const other of others) expect(other).toEqual(fast);
      }),
      { seed, numRuns: 300 },
    );
    for (const ended of [AT.BETWEEN, AT.TO_JUDGE]) expect(ends[ended]).toBeGreaterThan(50);
  });

  it('in long games that run out of empty points again and again (seed 11)', () => {
    const random = seededRandom(11);
    for (const count of [400, 1500, 4096, MANY, 700]) {
      const dice = Array.from({ length: count }, () => Math.floor(random() * 0x10000));
      let runs = 0;
      const { fast, others } = allWays(stepsOf(dice, 9, 9, 0), [9, 9], anyRules, 'stands', () => runs++);
      for (const other of others) expect(other).toEqual(fast);
      expect(runs).toBeGreaterThan(0);
    }
  });

  /** Black `x`, White `o`, the rows of columns from a on. */
  const games: [name: string, size: readonly [number, number], moves: string][] = [
    ['a stone in the corner is taken', [3, 3], 'B b1, W a1, B a2, W c3, B c1, W b3'],
    ['two chains are taken at once', [5, 4], 'B a2, W a1, B b2, W b3, B c1, W c2, B e4, W c3, B b1, W a3'],
    ['a ko is taken and taken back at once', [5, 4], 'B b1, W c1, B a2, W d2, B b3, W c3, B c2, W b2, B c2'],
    ['a stone is played without a liberty', [3, 3], 'B b1, W c3, B a2, W a1, B c2'],
    ['a point is occupied', [3, 3], 'B b2, W b2, B a1, W c3'],
    ['Black moves twice', [3, 3], 'B b2, B a1, W c3, B c1'],
    ['a pass between plays', [3, 3], 'B b2, W pass, B a1, W c3, B c1, W a3'],
  ];
  it.each(games)('%s', (_name, size, moves) => {
    for (const policy of ['stands', 'pass', 'stop'] as const) {
      const { fast, others } = allWays(movesOf(moves), size, anyRules, policy);
      for (const other of others) expect(other).toEqual(fast);
    }
  });

  it('of a game that the first capture ends nothing is played behind it', () => {
    const steps = movesOf('B b1, W a1, B a2, W c3, B c1');
    const walk = new Walk(
      recordOf(steps, 3, 3),
      { ...testRuleset(anyRules), scoring: 'first-capture' },
      optionsFor('stands'),
    );
    walk.run();
    expect([walk.firstCapture, walk.moves, walk.findings.map(({ code }) => code)]).toEqual([
      'black',
      3,
      ['move/after-end'],
    ]);
  });

  it('two moves in a node are told', () => {
    const steps = movesOf('B b1, W a3, B c3, W a1').map((step, i) => ({ ...step, node: Math.min(i, 2) }));
    const { fast, others } = allWays(steps, [3, 3], anyRules, 'stands');
    for (const other of others) expect(other).toEqual(fast);
    expect(fast).toMatchObject({ findings: [{ code: 'move/both-colors', move: 4 }] });
  });
});
