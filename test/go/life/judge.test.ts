import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { judgeLife, type LifeOptions } from '../../../src/go/life/judge.js';
import { drawn, position, rows } from './support.js';

const plain: LifeOptions = { marks: undefined, outside: undefined, estimator: 'playouts' };

// `#` marks dead stones; without a second board there are none.
const cases: [name: string, board: string, dead?: string][] = [
  [
    'a lone stone in secure territory is dead',
    `....XO...
     .O..XO...
     ....XO...
     ....XO...
     XXXXXO...
     OOOOOO...
     .........
     .........
     .........`,
    `....XO...
     .#..XO...
     ....XO...
     ....XO...
     XXXXXO...
     OOOOOO...
     .........
     .........
     .........`,
  ],
  [
    'stones with two eyes in the other’s corner live',
    `.O.OX....
     OOOOX....
     XXXXX....
     .........
     .........
     XXXXXXXXX
     OOOOOOOOO
     .........
     .........`,
  ],
  [
    'chains with one eye each that share one liberty live in seki',
    `.X.XXO.O.
     XXXXXOOOO
     X.XXXOO.O
     XXXXXOOOO
     XXXXXOOOO
     XXXXXOOOO
     XXXXXOOOO
     XOOOOXXXO
     XO.O.X.XO`,
  ],
  [
    'a chain around a bent four in the corner is dead',
    `XX.OX....
     XOOOX....
     .OXXX....
     OOX......
     XXX......
     XXXXXXXXX
     OOOOOOOOO
     .........
     .........`,
    `XX.#X....
     X###X....
     .#XXX....
     ##X......
     XXX......
     XXXXXXXXX
     OOOOOOOOO
     .........
     .........`,
  ],
  [
    'the same shape with a liberty outside is no bent four yet: the chain wins the race inside',
    `XX.OOO.O.
     XOOOOOOOO
     .OOO.OOOO
     OOOOOOOOO
     XXXXXXXXX
     X.X.X.X.X
     XXXXXXXXX
     .........
     .........`,
    `##.OOO.O.
     #OOOOOOOO
     .OOO.OOOO
     OOOOOOOOO
     XXXXXXXXX
     X.X.X.X.X
     XXXXXXXXX
     .........
     .........`,
  ],
];

describe('judgeLife with playouts', () => {
  test.each(cases)('%s', (_name, board, dead = board) => {
    const start = position(board);
    expect(drawn(start, judgeLife(start, plain).dead)).toBe(rows(dead));
  });

  test('the same position gives the same answer whatever was judged before', () => {
    const start = position(cases[0]![1]);
    const first = judgeLife(start, plain);
    judgeLife(position(cases[1]![1]), plain);
    expect(judgeLife(start, plain)).toEqual(first);
  });

  test('any board is judged: sizes, stones without liberties, empty and full boards', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 2 })),
        (width, height, stream) => {
          const stones = new Uint8Array(width * height);
          for (let p = 0; p < stones.length; p++) stones[p] = stream.next().value as number;
          const life = judgeLife({ width, height, stones }, plain);
          for (let p = 0; p < stones.length; p++) if (stones[p] === 0) expect(life.dead[p]).toBe(0);
          for (const chain of life.chains) {
            expect(chain.probability).toBeGreaterThanOrEqual(0);
            expect(chain.probability).toBeLessThanOrEqual(1);
          }
          expect(life.confidence).toBeGreaterThanOrEqual(0);
          expect(life.confidence).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('evidence', () => {
  const start = position(cases[0]![1]);

  test('the user’s points take whole chains and stand above marks', () => {
    const life = judgeLife(start, {
      ...plain,
      marks: { black: [0], white: [], node: 0, offset: 0 },
      outside: { points: [4, 40, 0], source: 'given' },
    });
    expect(life.source).toBe('given');
    expect(life.confidence).toBe(1);
    expect(life.chains.filter((chain) => chain.dead).map((chain) => [chain.color, chain.stones])).toEqual([
      ['black', 9],
    ]);
  });

  test('an engine’s points are estimates', () => {
    const life = judgeLife(start, { ...plain, outside: { points: [10], source: 'estimated' } });
    expect(life.source).toBe('estimated');
    expect(life.dead[10]).toBe(1);
  });

  test('an engine that calls proved stones dead is not believed', () => {
    const proved = position(`.O.X.XO
                             XXXXXXO
                             OOOOOOO
                             ..X....`);
    const engine: LifeOptions = {
      ...plain,
      estimator: 'none',
      outside: { points: [3, 23], source: 'estimated' },
    };
    const life = judgeLife(proved, engine);
    expect(drawn(proved, life.dead)).toBe('.#.X.XO\nXXXXXXO\nOOOOOOO\n..#....');
    expect(life.source).toBe('estimated');
  });

  test('marks that fit the board come before an engine', () => {
    const marked = position(`..XO.
                             .OXO.
                             ..XO.
                             ..XO.
                             ..XO.`);
    const black = [0, 1, 5, 6, 10, 11, 15, 16, 20, 21];
    const marks = { black, white: [4, 9, 14, 19, 24], node: 0, offset: 0 };
    const life = judgeLife(marked, { ...plain, marks, outside: { points: [3], source: 'estimated' } });
    expect(life.source).toBe('marked');
    expect(drawn(marked, life.dead)).toBe('..XO.\n.#XO.\n..XO.\n..XO.\n..XO.');
  });

  test('without an estimator only what is proved is dead', () => {
    const proved = position(`.O.X.XO
                             XXXXXXO
                             OOOOOOO
                             ..X....`);
    const life = judgeLife(proved, { ...plain, estimator: 'none' });
    expect(drawn(proved, life.dead)).toBe('.#.X.XO\nXXXXXXO\nOOOOOOO\n..X....');
    expect(life.source).toBe('none');
    expect(life.chains.map((chain) => chain.source)).toContain('proved');
  });

  test('a board where everything is proved has full confidence', () => {
    const life = judgeLife(
      position(`.X.XO.O
                XXXXOOO
                XXXXO.O`),
      plain,
    );
    expect(life.source).toBe('proved');
    expect(life.confidence).toBe(1);
  });
});
