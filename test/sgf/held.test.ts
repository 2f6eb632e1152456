import { expect, it } from 'vitest';
import type { RawGame } from '../../src/sgf/raw.js';
import { scanFile } from '../../src/sgf/scan/scan-file.js';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Games of different sizes, headers and lengths in one file, some without a size of their own. */
const FILE = [
  '(;GM[1]SZ[9]PB[Ann]KM[6.5];B[aa];W[bb];B[cc])',
  '(;GM[1]PW[Bo];B[pd];W[dp])',
  '(;PB[Cy]SZ[13]RE[B+1])',
  '(;GM[1];B[ss])',
  `(;SZ[5]${'C[x]AB[aa]'.repeat(200)};W[ee])`,
  '(;SZ[9]AB[aa][bb];W[cc])',
].join('\n');

function told(game: RawGame): unknown {
  const { line, header, width, height, sizeDeclared } = game;
  const part = (array: Uint8Array | Uint16Array | Uint32Array): number[] =>
    Array.from(array.subarray(0, line.count));
  return {
    size: [width, height, sizeDeclared],
    header: ['GM', 'SZ', 'PB', 'PW', 'KM', 'RE', 'HA'].map((ident) => [
      header.get(ident),
      header.all(ident),
      header.offset(ident),
    ]),
    line: [line.count, part(line.kinds), part(line.points), part(line.nodes), part(line.offsets)],
  };
}

it('games that lie in the shared arrays tell the same as games with arrays of their own', () => {
  const bytes = encode(FILE);
  const copied = scanFile(bytes).games.map(told);
  expect(copied).toHaveLength(6);
  expect(scanFile(bytes, { lines: 'hold' }).games.map(told)).toEqual(copied);
  // A file read later finds the arrays as the first one did.
  expect(scanFile(bytes, { lines: 'hold' }).games.map(told)).toEqual(copied);
  expect(copied.map((game) => (game as { size: unknown[] }).size[0])).toEqual([9, 19, 13, 19, 5, 9]);
});
