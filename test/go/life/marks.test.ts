import { describe, expect, test } from 'vitest';
import { readMarks } from '../../../src/go/life/marks.js';
import { componentsOf, type Position } from '../../../src/go/board/position.js';
import { position } from './support.js';

const board = position(`..X.O..
                        ..X.O..
                        .OX.OX.
                        ..X.O..
                        ..X.O..`);

/** TB and TW from a drawing: `b`, `w`, `*` for both. */
function marked(start: Position, drawing: string) {
  const signs = drawing.replace(/\s+/g, '');
  const black: number[] = [];
  const white: number[] = [];
  for (let p = 0; p < signs.length; p++) {
    const sign = signs.charAt(p);
    if (sign === 'b' || sign === '*') black.push(p);
    if (sign === 'w' || sign === '*') white.push(p);
  }
  return readMarks(start, componentsOf(start), { black, white, node: 9, offset: 99 });
}

const dead = (life: { dead: Uint8Array }) => [...life.dead.keys()].filter((p) => life.dead[p] === 1);

describe('TB and TW', () => {
  test('stones inside the other color’s marks are dead', () => {
    const life = marked(board, 'bb...ww bb...ww bb...ww bb...ww bb...ww');
    expect(life.usable).toBe(true);
    expect(dead(life)).toEqual([15, 19]);
    expect(life.findings).toEqual([]);
  });

  test('marks on own living stones mean area and change nothing', () => {
    const life = marked(board, 'bbb.www bbb.www bbb.www bbb.www bbb.www');
    expect(life.usable).toBe(true);
    expect(dead(life)).toEqual([15, 19]);
  });

  test('unmarked points that one color surrounds are reported, and the marks still used', () => {
    const life = marked(board, 'bb...ww bb...ww bb...ww bb...w. bb...ww');
    expect(life.usable).toBe(true);
    expect(life.findings.map((f) => [f.code, f.args])).toEqual([['territory/incomplete', { points: 1 }]]);
    expect(life.findings[0]).toMatchObject({ node: 9, offset: 99 });
  });

  test('only empty points are marked: a chain all of whose liberties are the other color’s is dead', () => {
    const empty = marked(board, 'bb...ww bb...ww b.....w bb...ww bb...ww');
    expect(empty.usable).toBe(true);
    expect(dead(empty)).toEqual([15, 19]);
  });

  test('with an unmarked liberty, or one of its own, such a chain lives', () => {
    const capturing = position(`..X.O..
                                ..X.O..
                                .OX.O..
                                .OX.O..
                                ..X.O..`);
    expect(dead(marked(capturing, 'bb...ww bb...ww b....ww b....ww bb...ww'))).toEqual([15, 22]);
    expect(dead(marked(capturing, 'bb...ww bb...ww .....ww b....ww bb...ww'))).toEqual([]);
    expect(dead(marked(capturing, 'bb...ww bb...ww b....ww b....ww bw...ww'))).toEqual([]);
  });

  test('a few points that the marks leave out are unmarked; more are an omission', () => {
    const points = (drawing: string) => {
      const { unmarked } = marked(board, drawing);
      return [...unmarked.keys()].filter((p) => unmarked[p] === 1);
    };
    expect(points('bb...ww bb...ww bb...ww bb...w. bb...ww')).toEqual([27]);
    expect(points('bb...ww bb...ww bb...ww bb...ww bb...ww')).toEqual([]);
    expect(points('bb...w. bb...w. bb...ww bb...w. bb...w.')).toHaveLength(4);
    expect(points('bb...w. bb...w. bb...ww b....w. bb...w.')).toEqual([]);
  });

  test('a point marked for both counts for neither', () => {
    const life = marked(board, '*b...ww bb...ww bb...ww bb...ww bb...ww');
    expect(life.usable).toBe(true);
    expect(life.findings.map((f) => f.code)).toEqual(['territory/overlap', 'territory/incomplete']);
  });

  test('a chain of which a few stones are marked lives, and is reported', () => {
    const life = marked(board, 'bbw..ww bb...ww bb...ww bb...ww bb...ww');
    expect(dead(life)).toEqual([15, 19]);
    expect(life.findings.map((f) => [f.code, f.args])).toEqual([
      ['territory/live-stone-inside', { points: 1 }],
    ]);
  });

  test('marks of an earlier position are not used', () => {
    const life = marked(board, 'bb..... ....... ....... ....... .......');
    expect(life.usable).toBe(false);
    expect(dead(life)).toEqual([]);
  });

  test('marks of the wrong color are not used', () => {
    const life = marked(board, 'ww...bb ww...bb ww...bb ww...bb ww...bb');
    expect(life.usable).toBe(false);
  });
});
