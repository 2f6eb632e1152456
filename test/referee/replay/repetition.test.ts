import { describe, expect, it } from 'vitest';
import { replay } from '../../../src/referee/replay/replay.js';
import type { Ruleset } from '../../../src/go/rules/ruleset.js';
import { optionsFor, movesOf, recordOf, setupOf, type Step } from '../../support/steps.js';
import { testRuleset } from '../../support/test-ruleset.js';

/** The four definitions, each alone; self-capture is allowed so that only repetition is judged. */
const ALONE: Readonly<Record<string, Ruleset>> = {
  simple: testRuleset({ basicKo: true, superko: 'none', selfCapture: 'allowed' }),
  positional: testRuleset({ basicKo: false, superko: 'positional', selfCapture: 'allowed' }),
  situational: testRuleset({ basicKo: false, superko: 'situational', selfCapture: 'allowed' }),
  natural: testRuleset({ basicKo: false, superko: 'natural', selfCapture: 'allowed' }),
  /** Nobody made the start position: natural superko as it is written. */
  'natural, start apart': testRuleset({
    basicKo: false,
    superko: 'natural',
    startCounts: false,
    selfCapture: 'allowed',
  }),
};

/** What is forbidden as `move: code (repeats)`, short. */
function forbidden(steps: readonly Step[], width: number, height: number, rules: Ruleset): string {
  return replay(recordOf(steps, width, height), rules, optionsFor('stands'))
    .findings.filter(({ code }) => code === 'move/ko' || code.startsWith('move/superko'))
    .map(({ move, code, repeatsMove }) => `${String(move)} ${code.slice(5)} ${String(repeatsMove)}`)
    .join(', ');
}

interface Case {
  readonly name: string;
  readonly rows: readonly string[];
  readonly toMove?: 'X' | 'O';
  readonly moves: string;
  /** By definition: what is forbidden; a missing one is ''. */
  readonly expected: Readonly<Record<string, string>>;
}

const KO = ['.XO..', 'X..O.', '.XO..', '.....'];
const KO_SET = ['.XO..', 'XO.O.', '.XO..', '.....'];
const SENDING = ['.O.O.', 'XXOO.', '..XXX', '.....'];
const TRIPLE = ['.XO..XO..XO.', 'XO.OX.XOXO.O', '.XO..XO..XO.', '............'];

const CASES: readonly Case[] = [
  {
    name: 'simple ko',
    rows: KO,
    moves: 'B e4, W b2, B c2, W b2',
    expected: {
      simple: '4 ko 2',
      positional: '4 ko 2',
      situational: '4 ko 2',
      natural: '4 ko 2',
      'natural, start apart': '4 ko 2',
    },
  },
  {
    name: 'simple ko from setup, made by nobody or by White',
    rows: KO_SET,
    moves: 'B c2, W b2',
    expected: {
      simple: '2 ko 0',
      positional: '2 ko 0',
      situational: '2 ko 0',
      natural: '2 ko 0',
      'natural, start apart': '',
    },
  },
  {
    name: 'ko after two passes',
    rows: KO,
    moves: 'B e4, W b2, B c2, W pass, B pass, W b2',
    expected: {
      positional: '6 superko-positional 2',
      situational: '6 superko-situational 2',
      natural: '6 superko-natural 2',
      'natural, start apart': '6 superko-natural 2',
    },
  },
  {
    name: 'ko retaken after a threat and its answer',
    rows: KO,
    moves: 'B e4, W b2, B c2, W e1, B e2, W b2',
    expected: {},
  },
  {
    name: 'sending two, returning one; White to move only',
    rows: SENDING,
    toMove: 'O',
    moves: 'W a1, B c1, W b1, B pass, W a1',
    expected: {
      positional: '3 superko-positional 0, 5 superko-positional 1',
      situational: '5 superko-situational 1',
      natural: '5 superko-natural 1',
      'natural, start apart': '5 superko-natural 1',
    },
  },
  {
    name: 'sending two, returning one; Black has just passed',
    rows: SENDING,
    toMove: 'X',
    moves: 'B pass, W a1, B c1, W b1, B pass, W a1',
    expected: {
      positional: '4 superko-positional 0, 6 superko-positional 2',
      situational: '4 superko-situational 0, 6 superko-situational 2',
      natural: '4 superko-natural 0, 6 superko-natural 2',
      'natural, start apart': '4 superko-natural 0, 6 superko-natural 2',
    },
  },
  {
    name: 'triple ko',
    rows: TRIPLE,
    moves: 'B c2, W f2, B k2, W b2, B g2, W j2, B c2',
    expected: {
      positional: '6 superko-positional 0, 7 superko-positional 1',
      situational: '6 superko-situational 0, 7 superko-situational 1',
      natural: '6 superko-natural 0, 7 superko-natural 1',
      'natural, start apart': '7 superko-natural 1',
    },
  },
  {
    name: 'eternal life mechanism',
    rows: ['..O.'],
    moves: 'B a1, W d1, B b1, W c1, B a1',
    expected: {
      positional: '4 superko-positional 0, 5 superko-positional 1',
      situational: '4 superko-situational 0, 5 superko-situational 1',
      natural: '4 superko-natural 0, 5 superko-natural 1',
      'natural, start apart': '5 superko-natural 1',
    },
  },
  {
    name: 'natural and situational superko differ by a pass',
    rows: ['.XO..', 'XO.O.', '.XO..', '.....'],
    moves: 'B e4, W pass, B c2, W b2',
    expected: { simple: '4 ko 2', positional: '4 ko 2', situational: '4 ko 2' },
  },
  {
    name: 'self-capture of one stone',
    rows: ['.XO..', 'XX...', '.....', '.....'],
    moves: 'W a1',
    toMove: 'O',
    expected: { positional: '1 superko-positional 0' },
  },
  {
    name: 'self-capture of one stone after a move and a pass',
    rows: ['.XO..', 'XX...', '.....', '.....'],
    moves: 'W e4, B pass, W a1',
    expected: {
      positional: '3 superko-positional 1',
      situational: '3 superko-situational 1',
      natural: '3 superko-natural 1',
      'natural, start apart': '3 superko-natural 1',
    },
  },
  { name: 'self-capture of two stones', rows: ['.OX.', 'XXX.'], moves: 'W a1', expected: {} },
  {
    name: 'self-capture of two stones restores the start, which stood with White to move',
    rows: ['..X.', 'XXX.'],
    moves: 'W b1, B pass, W a1',
    expected: { positional: '3 superko-positional 0' },
  },
];

describe('repetition by definition', () => {
  const table = CASES.flatMap((row) => Object.keys(ALONE).map((rule) => ({ ...row, rule })));
  it.each(table)('$name, $rule', ({ rows, toMove, moves, expected, rule }) => {
    const turn: Step[] = toMove ? [{ kind: 'turn', sign: toMove, node: 0 }] : [];
    const steps = [...setupOf(rows), ...turn, ...movesOf(moves)];
    expect(forbidden(steps, rows[0]!.length, rows.length, ALONE[rule]!)).toBe(expected[rule] ?? '');
  });

  it('a cycle longer than thirty moves is found', () => {
    const cycle: Step[] = [];
    // Servers that look back thirty positions only do not see this one.
    for (let i = 0; i < 20; i++) cycle.push({ kind: 'pass', sign: 'X' }, { kind: 'pass', sign: 'O' });
    const steps = [
      ...setupOf(KO),
      ...movesOf('B e4, W b2, B c2'),
      { kind: 'pass', sign: 'O' } as Step,
      ...cycle,
    ];
    steps.push(...movesOf('B pass, W b2'));
    expect(forbidden(steps, 5, 4, ALONE['situational']!)).toBe('46 superko-situational 2');
  });

  it('allowed repetitions are told with the definitions that forbid them', () => {
    const japanese = testRuleset({ superko: 'none' });
    const steps = [
      ...setupOf(SENDING),
      { kind: 'turn', sign: 'O', node: 0 } as Step,
      ...movesOf('W a1, B c1, W b1'),
    ];
    const plain = replay(recordOf(steps, 5, 4), japanese, optionsFor('stands'));
    expect(plain.findings).toMatchObject([
      {
        code: 'move/repetition',
        severity: 'note',
        move: 3,
        repeatsMove: 0,
        args: { cycle: 3, under: 'positional' },
      },
    ]);
    expect(plain.illegal).toBe(0);
    const literal = testRuleset({ superko: 'none', literalSuperko: 'positional' });
    expect(replay(recordOf(steps, 5, 4), literal, optionsFor('stands')).findings).toMatchObject([
      { code: 'move/superko-positional', severity: 'warning', args: { cycle: 3, letter: '' } },
    ]);
    const other = testRuleset({ superko: 'none', literalSuperko: 'situational' });
    expect(replay(recordOf(steps, 5, 4), other, optionsFor('stands')).findings).toMatchObject([
      { code: 'move/repetition', severity: 'note' },
    ]);
    expect(replay(recordOf(steps, 5, 4), undefined, optionsFor('stands')).findings).toMatchObject([
      { code: 'move/repetition', severity: 'note', args: { under: 'positional' } },
    ]);
  });

  it.each([
    {
      made: 'by White, who restores it',
      moves: 'B pass, W a1, B c1, W b1',
      under: 'positional,situational,natural',
    },
    { made: 'by Black', moves: 'W a1, B c1, W b1', under: 'positional' },
  ] as const)(
    'a start that does not count as a position: who forbids it if it did, $made',
    ({ moves, under }) => {
      // The first move tells whose turn it was: PL would make the start a position after the other player's move.
      const steps = [...setupOf(SENDING), ...movesOf(moves)];
      expect(
        replay(recordOf(steps, 5, 4), ALONE['natural, start apart'], optionsFor('stands')).findings,
      ).toMatchObject([{ code: 'move/repetition', repeatsMove: 0, args: { under } }]);
    },
  );

  it('the rule tells when natural situational superko would allow what situational superko forbids', () => {
    const returned = [
      ...setupOf(SENDING),
      { kind: 'turn', sign: 'X', node: 0 } as Step,
      ...movesOf('B e4, W pass, B pass, W a1, B c1, W b1'),
    ];
    expect(
      replay(recordOf(returned, 5, 4), ALONE['situational'], optionsFor('stands')).findings,
    ).toMatchObject([
      {
        code: 'move/superko-situational',
        move: 6,
        repeatsMove: 2,
        rule: 'test: situational superko (natural situational superko allows it)',
      },
    ]);
  });

  it('setup in the middle of the game starts the history anew', () => {
    const steps = [
      ...setupOf(KO),
      ...movesOf('B e4, W b2, B c2'),
      { kind: 'set', content: 'X', spot: { x: 4, y: 0 } } as Step,
      { kind: 'set', content: '.', spot: { x: 4, y: 0 } } as Step,
      ...movesOf('W b2'),
    ];
    const found = replay(recordOf(steps, 5, 4), ALONE['positional'], optionsFor('stands'));
    expect(found.findings.map(({ code }) => code)).toEqual(['setup/after-start', 'setup/after-start']);
    expect(found.editedMidGame).toBe(true);
  });
});
