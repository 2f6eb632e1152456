import fc from 'fast-check';
import { expect, test } from 'vitest';
import { componentsOf, neighborsOf, type Position } from '../../../src/go/board/position.js';

const SEED = 20261123;

const positions = fc
  .record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }) })
  .chain(({ width, height }) =>
    fc
      .uint8Array({ minLength: width * height, maxLength: width * height, max: 2 })
      .map((stones): Position => ({ width, height, stones })),
  );

/** The definition: what can be reached from a point over points of the same content, in board order. */
function byDefinition({ width, height, stones }: Position) {
  const near = neighborsOf(width, height);
  const of = new Array<number>(stones.length).fill(-1);
  const parts: number[][] = [];
  stones.forEach((content, start) => {
    if (of[start] !== -1) return;
    const part = [start];
    of[start] = parts.length;
    for (const p of part) {
      for (const q of near[p]!) {
        if (stones[q] !== content || of[q] !== -1) continue;
        of[q] = parts.length;
        part.push(q);
      }
    }
    parts.push(part);
  });
  return {
    of,
    count: parts.length,
    content: parts.map((part) => stones[part[0]!]),
    size: parts.map((part) => part.length),
    first: parts.map((part) => part[0]),
  };
}

test('components are what can be reached, numbered in board order', () => {
  fc.assert(
    fc.property(positions, (position) => {
      const { of, count, content, size, first } = componentsOf(position);
      const found = [content, size, first].map((numbers) => [...numbers.subarray(0, count)]);
      const expected = byDefinition(position);
      expect([[...of], count, ...found]).toEqual([
        expected.of,
        expected.count,
        expected.content,
        expected.size,
        expected.first,
      ]);
    }),
    { seed: SEED, numRuns: 500 },
  );
});
