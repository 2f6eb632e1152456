import { describe, expect, it } from 'vitest';
import { BLACK, WHITE } from '../../../src/core/color.js';
import type { Finding } from '../../../src/core/findings/finding.js';
import { checkConservation } from '../../support/conservation.js';
import { positionAt, replay } from '../../../src/referee/replay/replay.js';
import type { Replay } from '../../../src/referee/replay/replayed.js';
import type { Ruleset } from '../../../src/go/rules/ruleset.js';
import { lineOf, movesOf, optionsFor, recordOf, setupOf, type Step } from '../../support/steps.js';
import { testRuleset } from '../../support/test-ruleset.js';

const PLAIN = testRuleset({});
const STANDS = optionsFor('stands');

function run(
  steps: readonly Step[],
  rules: Ruleset | 'unknown' = PLAIN,
  options = STANDS,
  freeStones = 0,
): Replay {
  const done = replay(recordOf(steps, 5, 5, freeStones), rules === 'unknown' ? undefined : rules, options);
  expect(checkConservation(done)).toBe('');
  return done;
}

/** `move code disposition` of every finding. */
function told(findings: readonly Finding[]): string[] {
  return findings.map(({ move, code, disposition }) => [move, code, disposition].filter(Boolean).join(' '));
}

const bad = (sign: 'X' | 'O'): Step => ({ kind: 'bad', sign });
const set = (content: '.' | 'X' | 'O', x: number, y: number, node: number): Step => ({
  kind: 'set',
  content,
  spot: { x, y },
  node,
});

describe('counters', () => {
  it('tell plays, passes, stones and the end', () => {
    const done = run(movesOf('B a1, W b1, B pass, W a2, B c3, W pass, B pass'));
    expect(done).toMatchObject({
      moves: 7,
      playsBlack: 2,
      playsWhite: 2,
      passesBlack: 2,
      passesWhite: 1,
      trailingPasses: 2,
      firstTrailingPass: 'white',
      lastPlay: 'black',
      lastMove: 'black',
      lastPlayPoint: 12,
      firstEnd: 7,
      resumedAfter: 0,
      longestPassRun: 2,
      illegal: 0,
      firstCapture: 'white',
      stoppedAt: 0,
      findings: [],
    });
    expect([done.board.count(BLACK), done.board.count(WHITE), done.board.prisonersWhite]).toEqual([1, 2, 1]);
  });

  it('tell a resumption after two passes', () => {
    expect(run(movesOf('B a1, W pass, B pass, W c3, B pass'))).toMatchObject({
      firstEnd: 3,
      resumedAfter: 2,
      longestPassRun: 2,
      trailingPasses: 1,
      firstTrailingPass: 'black',
    });
  });

  it('tell setup stones, those at the start and those put and taken later', () => {
    const done = run([
      ...setupOf(['XX...', 'O....']),
      ...movesOf('W c1'),
      set('.', 0, 0, 2),
      set('O', 1, 0, 2),
      ...movesOf('B e5'),
    ]);
    expect(done).toMatchObject({
      startBlack: 2,
      startWhite: 1,
      setupBlack: 0,
      setupWhite: 2,
      editedMidGame: true,
    });
    expect(told(done.findings)).toEqual(['1 setup/after-start']);
  });

  it('an empty line is an empty board', () => {
    expect(run([])).toMatchObject({ moves: 0, lastMove: undefined, lastPlayPoint: undefined, findings: [] });
    expect(run(setupOf(['XO']))).toMatchObject({ moves: 0, startBlack: 1, startWhite: 1 });
  });
});

const TURNS: readonly { name: string; steps: readonly Step[]; free?: number; expected: readonly string[] }[] =
  [
    {
      name: 'Black twice, answered',
      steps: movesOf('B a1, B b1, W c1'),
      expected: ['2 move/out-of-turn accepted'],
    },
    {
      name: 'Black twice at the end',
      steps: movesOf('B a1, W c3, B b1, B c1'),
      expected: ['4 move/out-of-turn last-move'],
    },
    { name: 'a pass in between', steps: movesOf('B a1, W pass, B b1'), expected: [] },
    { name: 'White may start', steps: movesOf('W a1, B b1'), expected: [] },
    {
      name: 'PL says White',
      steps: [{ kind: 'turn', sign: 'O' }, ...movesOf('B a1, W b1')],
      expected: ['1 move/out-of-turn accepted'],
    },
    {
      name: 'PL in the node of the move',
      steps: [
        { kind: 'turn', sign: 'O', node: 0 },
        { ...movesOf('B a1')[0]!, node: 0 },
      ],
      expected: [],
    },
    {
      name: 'handicap stones as moves',
      steps: movesOf('B a1, B b1, B c1, W d1, B e1'),
      free: 3,
      expected: [],
    },
    {
      name: 'one Black move more than the handicap',
      steps: movesOf('B a1, B b1, B c1, W d1'),
      free: 2,
      expected: ['3 move/out-of-turn accepted'],
    },
    {
      name: 'handicap stones with White passes',
      steps: movesOf('B a1, W pass, B b1, W c1, B d1'),
      free: 2,
      expected: [],
    },
    {
      name: 'setup in between, any color',
      steps: [...movesOf('B a1'), set('O', 4, 4, 1), ...movesOf('B b1')],
      expected: ['1 setup/after-start'],
    },
    {
      name: 'pass out of turn',
      steps: movesOf('B a1, B pass, W b1'),
      expected: ['2 move/out-of-turn accepted'],
    },
  ];

describe('turns', () => {
  it.each(TURNS)('$name', ({ steps, free, expected }) => {
    expect(told(run(steps, PLAIN, STANDS, free).findings)).toEqual(expected);
  });
});

describe('forbidden moves', () => {
  const SUICIDE = [...setupOf(['.XO..', 'XX...']), ...movesOf('W a1, B e5')];

  it('occupied point: the stone is replaced without a prisoner', () => {
    const done = run(movesOf('B a1, W a1, B b2'));
    expect(done.findings).toMatchObject([
      {
        code: 'move/occupied',
        severity: 'error',
        move: 2,
        color: 'white',
        point: 0,
        disposition: 'accepted',
        args: { by: 'black' },
      },
    ]);
    expect(done).toMatchObject({ setupBlack: -1, illegal: 1 });
    expect([done.board.at(0), done.board.prisonersWhite]).toEqual([2, 0]);
  });

  it('self-capture by what the ruleset allows', () => {
    expect(told(run(SUICIDE).findings)).toEqual(['1 move/self-capture accepted']);
    expect(told(run(SUICIDE, testRuleset({ selfCapture: 'multi' })).findings)).toEqual([
      '1 move/self-capture accepted',
    ]);
    expect(told(run(SUICIDE, 'unknown').findings)).toEqual(['1 move/self-capture unstated']);
    expect(told(run(SUICIDE, testRuleset({ selfCapture: 'allowed' })).findings)).toEqual([
      '1 move/repetition',
    ]);
    const positional = testRuleset({ selfCapture: 'allowed', superko: 'positional' });
    expect(told(run(SUICIDE, positional).findings)).toEqual(['1 move/superko-positional accepted']);
    // Forbidden because it repeats the position, and reported so (CONTRACT, below the table of findings).
    const multi = testRuleset({ selfCapture: 'multi', superko: 'positional' });
    expect(told(run(SUICIDE, multi).findings)).toEqual(['1 move/superko-positional accepted']);
    const two = [...setupOf(['.OX..', 'XXX..']), ...movesOf('W a1, B e5')];
    expect(told(run(two).findings)).toEqual(['1 move/self-capture accepted']);
    expect(run(two, testRuleset({ selfCapture: 'multi' })).findings).toEqual([]);
    const unknown = run(two, 'unknown');
    expect([unknown.illegal, unknown.findings[0]?.severity]).toEqual([0, 'note']);
  });

  it.each([
    ['fox', 0, true],
    ['tygem', 0, true],
    ['kgs', 1, false],
    ['other', 1, false],
  ] as const)(
    'two moves in a row on %s, by whether the server leaves passes out',
    (origin, illegal, left) => {
      const record = { ...recordOf(movesOf('B a1, B c3'), 5, 5), origin };
      const done = replay(record, PLAIN, { illegal: 'stands' });
      expect(done.illegal).toBe(illegal);
      expect(done.findings).toMatchObject([
        { code: 'move/out-of-turn', severity: 'warning', args: { expected: 'white', passLeftOut: left } },
      ]);
      expect(done.findings[0]?.disposition).toBe(left ? undefined : 'last-move');
    },
  );

  it.each([
    ['two moves in a row', 'B a1, W b2, W c3, B e5', [undefined]],
    ['three: the second may have the wrong color', 'B a1, W b2, W c3, W d4, B e5', [true, undefined]],
    ['four', 'B a1, W b2, W c3, W d4, W d5, B e5', [undefined, undefined, undefined]],
    ['three at the end', 'B a1, W b2, W c3, W d4', [true, undefined]],
  ] as const)('out of turn: %s', (_, moves, isBetween) => {
    const { findings } = replay(recordOf(movesOf(moves), 5, 5), PLAIN, { illegal: 'stands' });
    const args = findings.flatMap((one) => (one.code === 'move/out-of-turn' ? [one.args.isBetween] : []));
    expect(args).toEqual(isBetween);
  });

  it.each([
    ['tygem', 0, 'note', { passLeftOut: true }],
    ['other', 1, 'error', {}],
  ] as const)(
    'a ko retaken at once on %s, by whether the server leaves passes out',
    (origin, illegal, severity, args) => {
      const setup = setupOf(['.XO..', 'XO.O.', '.XO..', '.....', '.....']);
      const record = { ...recordOf([...setup, ...movesOf('B c2, W b2')], 5, 5), origin };
      const done = replay(record, PLAIN, { illegal: 'stands' });
      expect(done.illegal).toBe(illegal);
      expect(done.findings).toMatchObject([{ code: 'move/ko', severity, move: 2 }]);
      expect(done.findings[0]?.args).toEqual(args);
    },
  );

  it('off the board, or no value at all', () => {
    const values = ['zz', '??'];
    const done = run([bad('X'), bad('O'), ...movesOf('B a1')], PLAIN, {
      illegal: 'stands',
      valueAt: (offset) => values[offset]!,
    });
    expect(told(done.findings)).toEqual(['1 move/off-board accepted', '2 move/malformed']);
    expect(done.findings[0]).toMatchObject({ args: { value: 'zz' } });
    expect(done).toMatchObject({ moves: 3, illegal: 1, passesBlack: 0, passesWhite: 0 });
  });

  it('KO in the node lowers the severity', () => {
    const forced = [
      ...setupOf(['.XO..', 'XX...']),
      { ...movesOf('W a1')[0]!, node: 1 },
      { kind: 'force', node: 1 } as Step,
    ];
    expect(run(forced).findings).toMatchObject([{ severity: 'warning', disposition: 'last-move' }]);
  });

  it('the first one loses where the rules say so', () => {
    const setup = setupOf(['.XO..', 'XX...', '.....', '...OO', '...O.']);
    const steps = [...setup, ...movesOf('W a1, B e5, W c3, B e5')];
    expect(told(run(steps, testRuleset({ illegalMove: 'loses' })).findings)).toEqual([
      '1 move/self-capture forfeit',
      '2 move/self-capture decided',
      '4 move/self-capture decided',
    ]);
  });

  it('a stone on a stone is a fault of the record and loses nobody the game', () => {
    const steps = movesOf('B a1, W a1, B b2, W b2, B c1');
    expect(told(run(steps, testRuleset({ illegalMove: 'loses' })).findings)).toEqual([
      '2 move/occupied doubtful',
      '4 move/occupied doubtful',
    ]);
  });

  it('behind three impossible moves a self-capture is only a warning', () => {
    const setup = setupOf(['.XO..', 'XX...', '.....', '.....', '.....']);
    const bad = 'B b2, W b2, B b2';
    const severities = (moves: string): readonly string[] =>
      run([...setup, ...movesOf(moves)])
        .findings.filter(({ code }) => code === 'move/self-capture')
        .map(({ severity }) => severity);
    expect(severities('B c5, W a1')).toEqual(['error']);
    expect(severities(`${bad}, W a1`)).toEqual(['warning']);
  });

  it('counts as a pass when asked', () => {
    const done = run(movesOf('B a1, W a1, B b2'), PLAIN, optionsFor('pass'));
    expect(told(done.findings)).toEqual(['2 move/occupied as-pass']);
    expect(done).toMatchObject({ passesWhite: 1, playsWhite: 0, moves: 3, setupBlack: 0 });
    expect(done.board.at(0)).toBe(1);
  });

  it('stops the replay when asked', () => {
    const done = run(movesOf('B a1, W a1, B b2'), PLAIN, optionsFor('stop'));
    expect(told(done.findings)).toEqual(['2 move/occupied stopped']);
    expect(done).toMatchObject({ stoppedAt: 2, moves: 1, lastMove: 'black' });
  });
});

describe('nodes', () => {
  it('setup that overlaps, that leaves no liberty, that shares a node with a move', () => {
    const done = run([
      set('X', 0, 0, 0),
      set('O', 0, 0, 0),
      set('X', 1, 0, 0),
      set('X', 0, 1, 0),
      { ...movesOf('W c1')[0]!, node: 0 },
    ]);
    expect(done.findings.map(({ code, args }) => [code, args])).toEqual([
      ['setup/overlap', { points: 1 }],
      ['setup/no-liberty', { stones: 1 }],
      ['move/with-setup', {}],
    ]);
  });

  it('both colors in one node', () => {
    const done = run(movesOf('B a1, W b1, B c1, W d1').map((step, index) => ({ ...step, node: index >> 1 })));
    expect(told(done.findings)).toEqual(['2 move/both-colors', '4 move/both-colors']);
  });
});

describe('the end of the game', () => {
  it('first capture', () => {
    const rules = testRuleset({ scoring: 'first-capture', countings: [] });
    const done = run(movesOf('B a1, W b1, B e5, W a2, B c3, W c4'), rules);
    expect(done).toMatchObject({ stoppedAt: 4, moves: 4, firstCapture: 'white' });
    expect(told(done.findings)).toEqual(['5 move/after-end']);
    expect(done.board.at(12)).toBe(0);
  });

  it('a play after four passes where these end the game for good', () => {
    const steps = movesOf('B a1, W pass, B pass, W pass, B pass, W c3');
    expect(told(run(steps, testRuleset({ passesAllAlive: 4 })).findings)).toEqual(['6 move/after-end']);
    expect(run(steps).findings).toEqual([]);
  });
});

it('positionAt gives the board after any move', () => {
  const line = lineOf([...setupOf(['.X...']), ...movesOf('W a1, B a2, W pass')], 5);
  const firstRow = (move: number): number[] => Array.from(positionAt(line, 5, 5, move).subarray(0, 2));
  expect([0, 1, 2, 3, 99].map(firstRow)).toEqual([
    [0, 1],
    [2, 1],
    [0, 1],
    [0, 1],
    [0, 1],
  ]);
});
