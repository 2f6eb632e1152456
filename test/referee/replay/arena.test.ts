import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { MAX_MOVES, MAX_SIDE } from '../../../src/core/kernels/layout/plays.js';
import * as STATE from '../../../src/core/kernels/layout/state.js';
import { Board, boardFor } from '../../../src/go/board/board.js';
import { History } from '../../../src/go/board/history.js';
import { lineKey, lineKeyIn } from '../../../src/referee/replay/line-key.js';
import { replay, Walk } from '../../../src/referee/replay/replay.js';
import { seededRandom } from '../../accuracy/random.js';
import { ANY_KO_RULES, anyPolicy, stepsOf } from '../../support/random-games.js';
import { movesOf, optionsFor, recordOf, type Step } from '../../support/steps.js';
import { testRuleset } from '../../support/test-ruleset.js';

type Rules = Parameters<typeof testRuleset>[0];
type Policy = Parameters<typeof optionsFor>[0];

/** The sizes of this file, no more than there may be arenas, so that each has one. */
const SIZES = [
  [2, 1],
  [3, 3],
  [5, 4],
  [1, 19],
  [9, 9],
  [MAX_SIDE, MAX_SIDE],
] as const;

/** What a walk came to, with everything that board and history have to say of it. */
function outcomeOf(walk: Walk): unknown {
  const { board, findings, passes, setup, verdicts, moves, firstCapture, lastPlay, lastMove, lastPlayPoint } =
    walk;
  const { playsBlack, playsWhite, passesBlack, passesWhite, stoppedAt, editedMidGame } = walk;
  const { stones, hashLow, hashHigh, captured, selfCaptured, arena } = board;
  const { prisonersBlack, prisonersWhite, selfCapturedBlack, selfCapturedWhite } = board;
  const points = board.contents();
  return {
    points: Array.from(points),
    log: Array.from(arena.log.subarray(0, 3 * (arena.changes + 1))),
    board: [stones, hashLow, hashHigh, captured, selfCaptured],
    prisoners: [prisonersBlack, prisonersWhite, selfCapturedBlack, selfCapturedWhite],
    moves: [moves, playsBlack, playsWhite, passesBlack, passesWhite, stoppedAt, editedMidGame],
    last: [lastPlay, lastMove, lastPlayPoint, firstCapture],
    rest: [structuredClone(passes), setup.black, setup.white, verdicts.illegal, verdicts.impossible],
    findings: structuredClone(findings),
  };
}

/** One game with the kernel of its board and without it; `met` is told how the runs of plays ended. */
function bothWays(
  steps: readonly Step[],
  [width, height]: readonly [number, number],
  rules: Rules,
  policy: Policy,
  met: (ended: number) => void = () => undefined,
): { readonly fast: unknown; readonly plain: unknown } {
  const { arena } = boardFor(width, height);
  if (!arena.isFast) throw new Error('Unexpected board without a kernel');
  const run = (history?: History): unknown => {
    const walk = new Walk(recordOf(steps, width, height), testRuleset(rules), optionsFor(policy), history);
    walk.run();
    return outcomeOf(walk);
  };
  const play = arena.play.bind(arena);
  arena.play = (from, ...given) => {
    const end = play(from, ...given);
    if (end > from) met(arena.state[STATE.ENDED]!);
    return end;
  };
  try {
    return { fast: run(), plain: run(new History(new Board(width, height))) };
  } finally {
    Reflect.deleteProperty(arena, 'play');
  }
}

const anyRules: Rules = { basicKo: true, superko: 'positional', startCounts: true, selfCapture: 'multi' };

describe('plays in the arena are those without it', () => {
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
        const { fast, plain } = bothWays(steps, size, rules, policy, (ended) => ends[ended]!++);
        expect(fast).toEqual(plain);
      }),
      { seed, numRuns: 300 },
    );
    for (const ended of [STATE.BETWEEN, STATE.MADE]) expect(ends[ended]).toBeGreaterThan(50);
  });

  it('in long games that run out of empty points again and again (seed 11)', () => {
    const random = seededRandom(11);
    for (const count of [400, 1500, MAX_MOVES, MAX_MOVES + 1, 700]) {
      const dice = Array.from({ length: count }, () => Math.floor(random() * 0x10000));
      let runs = 0;
      const { fast, plain } = bothWays(stepsOf(dice, 9, 9, 0), [9, 9], anyRules, 'stands', () => runs++);
      expect(fast).toEqual(plain);
      // A game of as many moves as the arena takes is played there as far as it has room.
      expect(runs > 0).toBe(count <= MAX_MOVES);
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
      const { fast, plain } = bothWays(movesOf(moves), size, anyRules, policy);
      expect(fast).toEqual(plain);
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
    const { fast, plain } = bothWays(steps, [3, 3], anyRules, 'stands');
    expect(fast).toEqual(plain);
    expect(fast).toMatchObject({ findings: [{ code: 'move/both-colors', move: 4 }] });
  });
});

describe('the key of a line in the arena', () => {
  const steps: [name: string, size: readonly [number, number], steps: Step[]][] = [
    ['nothing', [3, 3], []],
    ['moves and passes', [5, 4], movesOf('B b1, W pass, B a2, W c3, B pass, W pass')],
    [
      'a value that is no point',
      [5, 4],
      [...movesOf('B b1'), { kind: 'bad', sign: 'O' }, ...movesOf('B c1')],
    ],
    ['whose turn it is', [5, 4], [{ kind: 'turn', sign: 'O' }, ...movesOf('W c1, B d2'), { kind: 'force' }]],
    ['setup', [3, 3], [{ kind: 'set', content: 'X', spot: { x: 1, y: 0 } }, ...movesOf('W c1, B c2')]],
  ];
  it.each(steps)('is that of the line: %s', (_name, [width, height], given) => {
    const record = recordOf(given, width, height);
    const { board } = replay(record, undefined, optionsFor('stands'));
    expect(board.arena.held).toBe(record.line);
    const key = vi.spyOn(board.arena, 'key');
    expect(lineKeyIn(board.arena, record.line, width, height)).toEqual(lineKey(record.line, width, height));
    expect(key).toHaveBeenCalledOnce();
    key.mockRestore();
  });

  it('is that of the line in random games, and of lines that the arena does not hold (seed 5)', () => {
    const random = seededRandom(5);
    let other = recordOf([], 9, 9);
    for (let round = 0; round < 200; round++) {
      const dice = Array.from({ length: 1 + (round % 40) }, () => Math.floor(random() * 0x10000));
      const record = recordOf(stepsOf(dice, 9, 9, round % 3 === 0 ? 20 : 0), 9, 9);
      const { board } = replay(record, undefined, optionsFor('stands'));
      for (const { line } of [record, other]) {
        expect(lineKeyIn(board.arena, line, 9, 9)).toEqual(lineKey(line, 9, 9));
      }
      other = record;
    }
  });
});

describe('a board', () => {
  it('of more than nineteen lines has no kernel, and one that is asked for plainly', () => {
    expect(boardFor(MAX_SIDE + 1, 2).arena.isFast).toBe(false);
    expect(new Board(5, 4).arena.isFast).toBe(false);
    expect(boardFor(5, 4).arena.isFast).toBe(true);
  });
});
