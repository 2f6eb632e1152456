import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ActionArrays, MoveKernel, Scratch, sharedMoveKernel } from '../../src/sgf/scan/scratch.js';
import { readMoveNodes } from '../support/reference-moves.js';
import { MOVES } from '../../src/core/kernels/bytes.js';
import { MAX_ACTIONS, MAX_READ } from '../../src/core/kernels/layout.js';
import { STANDARD_SIZE } from '../../src/sgf/scan/node-values.js';
import { scanFile } from '../../src/sgf/scan/scan-file.js';

interface Given {
  readonly text: string;
  readonly from: number;
  readonly upTo: number;
  readonly width: number;
  readonly height: number;
  readonly node: number;
  readonly most: number;
  readonly before: number;
}

const inJavaScript = new MoveKernel(MOVES.inJavaScript!() as ConstructorParameters<typeof MoveKernel>[0]);

const lettersOf = (text: string): string[] => Array.from(text);

/** What both readers make of a text, and the kernel in JavaScript. */
function allWays({ text, from, upTo, width, height, node, most, before }: Given) {
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const start = Math.min(from, bytes.length);
  const end = Math.min(start + upTo, bytes.length);
  const plain = new Scratch();
  plain.count = before;
  const at = readMoveNodes(bytes, start, end, plain, { width, height }, node, most);
  const readBy = (kernel: MoveKernel): unknown => {
    kernel.open(bytes);
    const behind = kernel.read(start, end, before, Math.min(before + most, MAX_ACTIONS), node, {
      width,
      height,
    });
    return [behind, kernel.count(), told(kernel.arrays, kernel.count())];
  };
  const told = ({ kinds, points, nodes, offsets }: ActionArrays, to: number): number[][] =>
    [kinds, points, nodes, offsets].map((array) => Array.from(array.subarray(before, to)));
  return {
    plain: [at, plain.count, told(plain, plain.count)],
    fast: [sharedMoveKernel(), inJavaScript].map(readBy),
    read: plain.count - before,
  };
}

it('reads nodes as the plain reader does, and stops where it stops (seed 20261121)', () => {
  const node = fc.tuple(fc.constantFrom('B', 'W'), fc.constantFrom(...lettersOf('abcdefghijklmnopqrstAZ[')));
  const piece = fc.oneof(
    { weight: 60, arbitrary: fc.tuple(node, fc.constantFrom(...lettersOf('abcdefghijklmnopqrstz'))) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 7 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...['\n', '\n\n', ' ', ';B[]', ';B[]', ';W[]', ';W[]\n', ';B[tt]', ';W[tt]', ';B[tt]'],
        ...[';B[]a]', ';B[', ';B[T', ';W[TT]', ';W[aa][bb]', ';B[][aa]', ';B[aaa]', 'BL[1]', ')'],
      ),
    },
  );
  const texts = fc.array(piece, { maxLength: 60, size: 'max' }).map((pieces) =>
    pieces
      .map((one) => (typeof one === 'string' ? one : `;${one[0][0]}[${one[0][1]}${one[1]}]`))
      .join('')
      .replace(/[^\0-\xff]/gu, '?'),
  );
  const sides = fc.constantFrom(0, 1, 9, 19, 26, 26, 52, 52);
  const given = fc.record({
    text: texts,
    from: fc.oneof(fc.constant(0), fc.nat(30)),
    upTo: fc.oneof(fc.constant(9999), fc.nat(200)),
    width: sides,
    height: sides,
    node: fc.integer({ min: -1, max: 100_000 }),
    most: fc.oneof(fc.constant(5000), fc.nat(9)),
    before: fc.nat(900),
  });
  let longest = 0;
  fc.assert(
    fc.property(given, (one) => {
      const { plain, fast, read } = allWays(one);
      for (const result of fast) expect(result).toEqual(plain);
      longest = Math.max(longest, read);
    }),
    { seed: 20261121, numRuns: 3000 },
  );
  expect(longest).toBeGreaterThan(20);
});

it('reads on where its window of the text ends, wherever in a node that is', () => {
  const kernel = sharedMoveKernel();
  for (const separator of ['', '\n']) {
    for (let before = 0; before < 8; before++) {
      const nodes = `;B[ab]${separator};W[cd]${separator}`.repeat(Math.ceil(MAX_READ / 12) + 9);
      const bytes = Buffer.from(' '.repeat(before) + nodes);
      const plain = new Scratch();
      while (plain.kinds.length < nodes.length / 6) plain.grow();
      const end = readMoveNodes(bytes, before, bytes.length, plain, { width: 19, height: 19 }, 0, Infinity);
      kernel.open(bytes);
      let at = before;
      let count = 0;
      for (let next = -1; next !== at; count = kernel.count()) {
        // The scan passes over a line feed that the window ends with.
        if (bytes[at] === 10) at++;
        next = at;
        at = kernel.read(at, bytes.length, count, MAX_ACTIONS, count, STANDARD_SIZE);
      }
      expect([at, count]).toEqual([end, plain.count]);
      for (const name of ['kinds', 'points', 'nodes', 'offsets'] as const)
        expect(isSame(kernel.arrays[name].subarray(0, count), plain[name].subarray(0, count))).toBe(true);
    }
  }
});

function isSame(one: Uint8Array | Uint16Array | Uint32Array, other: typeof one): boolean {
  const [a, b] = [one, other].map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  );
  return a!.equals(b!);
}

/** Scans a file; returns the games and how many of their moves the kernel read. */
function scanned(text: string, lines: 'copy' | 'hold') {
  const kernel = sharedMoveKernel();
  let byKernel = 0;
  const read = kernel.read.bind(kernel);
  kernel.read = (at, end, count, ...rest) => {
    const next = read(at, end, count, ...rest);
    byKernel += kernel.count() - count;
    return next;
  };
  try {
    return { games: scanFile(Buffer.from(text), { lines }).games, byKernel };
  } finally {
    Reflect.deleteProperty(kernel, 'read');
  }
}

it.each(['copy', 'hold'] as const)('every game of a collection of any size is read by it: %s', (lines) => {
  const sides = [9, 19, 13];
  // One is longer than the kernel's room for actions.
  const moves = Array.from({ length: 1000 }, (_, game) =>
    game === 500 ? MAX_ACTIONS + 2 : 200 + 2 * (game % 7),
  );
  const collection = moves.map(
    (count, game) => `(;SZ[${sides[game % 3]!}]${';B[ab];W[cd]'.repeat(count / 2)})\n`,
  );
  const { games, byKernel } = scanned(collection.join(''), lines);
  expect(games.map(({ line }) => line.count)).toEqual(moves);
  expect(byKernel).toBeGreaterThanOrEqual(moves.reduce((sum, count) => sum + count) - moves[500]!);
  let offset = 0;
  games.forEach(({ line, width }, game) => {
    const last = line.count - 1;
    const first = offset + collection[game]!.indexOf(';B') + 3;
    expect(width).toBe(sides[game % 3]);
    expect([line.kinds[0], line.points[0], line.nodes[0], line.offsets[0]]).toEqual([0, width, 1, first]);
    expect([line.kinds[last], line.points[last], line.nodes[last], line.offsets[last]]).toEqual([
      1,
      3 * width + 2,
      line.count,
      first + 6 * last,
    ]);
    offset += collection[game]!.length;
  });
});

it.each([
  ['that just has room', MAX_ACTIONS],
  ['with an action too many for the kernel', MAX_ACTIONS + 1],
  ['longer than the text that the kernel takes', Math.ceil(MAX_READ / 6) + 1],
])('a game %s is read to its end, and the next one as ever', (_name, moves) => {
  const text = `(;SZ[9]${';B[ab];W[cd]'.repeat(Math.ceil(moves / 2)).slice(0, 6 * moves)})`;
  const short = Buffer.from('(;SZ[9];B[ab];W[cd])');
  const [before] = scanFile(short).games;
  for (const lines of ['copy', 'hold'] as const) {
    const { line } = scanFile(Buffer.from(text), { lines }).games[0]!;
    expect([line.count, line.nodeCount]).toEqual([moves, moves + 1]);
    const last = moves - 1;
    expect([line.kinds[last], line.points[last], line.nodes[last], line.offsets[last]]).toEqual([
      last % 2,
      last % 2 === 0 ? 9 : 29,
      moves,
      7 + 6 * last + 3,
    ]);
    expect(scanFile(short).games[0]!.line).toEqual(before!.line);
  }
});
