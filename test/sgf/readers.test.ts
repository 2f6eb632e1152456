import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differences } from '../support/agreement.js';
import { scanFile } from '../../src/sgf/scan/scan-file.js';
import { SPLITS } from '../../src/core/kernels/bytes.js';
import { createSplitter, splitKernel } from '../../src/sgf/scan/split.js';
import { referenceSplits } from '../support/reference-splits.js';
import { parseTrees } from '../support/stock-trees.js';

const encoder = new TextEncoder();

/** The kernel as WebAssembly and as JavaScript, and the slow reference. */
const SPLITTING = [undefined, splitKernel(SPLITS.inJavaScript!()), referenceSplits()];

const point = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 's', 't', 'z', 'A'),
  minLength: 2,
  maxLength: 2,
});
const list = fc.array(
  fc.oneof(
    point,
    fc.tuple(point, point).map(([a, b]) => `${a}:${b}`),
  ),
  { minLength: 1, maxLength: 3 },
);
const text = fc
  .string({ unit: fc.constantFrom('a', '囲', '\\\\', '\\]', '(', ')', ';', '[', '\n', ' '), maxLength: 8 })
  .map((value) => [value]);
const property = fc
  .oneof(
    fc.tuple(
      fc.constantFrom('B', 'W'),
      fc.oneof(point, fc.constant('')).map((value) => [value]),
    ),
    fc.tuple(fc.constantFrom('AB', 'AW', 'AE', 'TB', 'TW'), list),
    fc.tuple(fc.constantFrom('C', 'PB', 'RE', 'XX', 'N'), text),
    fc.tuple(fc.constant('PL'), fc.constantFrom(['B'], ['W'])),
  )
  .map(([ident, values]) => ident + values.map((value) => `[${value}]`).join(''));
const node = fc.array(property, { maxLength: 4 }).map((properties) => `;${properties.join('')}`);
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc
    .tuple(
      fc.array(node, { minLength: 1, maxLength: 4 }),
      fc.oneof({ depthSize: 'small' }, fc.constant([]), fc.array(tie('tree'), { maxLength: 3 })),
    )
    .map(([nodes, children]) => `(${nodes.join('\n')}${children.join('')})`),
}));
const game = fc
  .tuple(fc.constantFrom('', 'SZ[19]', 'SZ[9:13]', 'SZ[20]', 'SZ[30]'), tree)
  .map(([size, body]) => `(;GM[1]${size}${body.slice(1)}`);

function disagreements(sgf: string): unknown {
  // Points in capitals are read as small letters: the trees are those of the text as it is read.
  const { games, text } = scanFile(encoder.encode(sgf));
  const trees = parseTrees(new TextDecoder().decode(text));
  if (!trees.ok) return trees.error;
  if (trees.value.length !== games.length)
    return `${games.length.toString()} and ${trees.value.length.toString()} games`;
  return games.flatMap((raw, i) => differences(raw, trees.value[i]!));
}

describe('the scan and the tree read the same', () => {
  test('generated collections', () => {
    fc.assert(
      fc.property(fc.array(game, { minLength: 1, maxLength: 3 }), (games) => {
        expect(disagreements(games.join('\n'))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('a changed move is noticed', () => {
    const trees = parseTrees('(;SZ[5];B[aa])');
    const { games } = scanFile(encoder.encode('(;SZ[5];B[ba])'));
    expect(trees.ok && differences(games[0]!, trees.value[0]!)).toHaveLength(1);
  });

  test.each([
    'junk (;GM[1];B[aa])) (;GM[1];W[bb])',
    '(;GM[1];B[aa]\n(;GM[1];W[bb])',
    '(;GM[1]C[open)\n(;GM[1]PB[x];W[bb])',
    '(;GM[1]!;B[aa]?[bb])',
    '((;GM[1];B[aa]))',
    '((;B[aa])(;W[bb];B[cc]))',
    '(((;B[aa])(;B[ab]))(;W[bb]))',
    '((;M[])(;))(;;W[])',
  ])('%j', (sgf) => {
    expect(disagreements(sgf)).toEqual([]);
  });
});

test('a tree too deep for the parser is an error, not an exception', () => {
  expect(parseTrees('(;B[aa]'.repeat(20_000))).toMatchObject({
    ok: false,
    error: { kind: 'too-deep', game: 1 },
  });
});

describe('splitter', () => {
  test('any blocks and chunk sizes: nothing lost, the same games', () => {
    fc.assert(
      fc.property(
        fc.array(game, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 300 }),
        (games, blockBytes, chunkBytes) => {
          const bytes = encoder.encode(games.join('\n'));
          const splitter = createSplitter({ chunkBytes });
          const chunks = [];
          for (let at = 0; at < bytes.length; at += blockBytes) {
            chunks.push(...splitter.push(bytes.subarray(at, at + blockBytes)));
          }
          chunks.push(...splitter.end());
          expect(Buffer.concat(chunks.map((chunk) => chunk.bytes)).equals(bytes)).toBe(true);
          const counts = chunks.map((chunk) => scanFile(chunk.bytes).games.length);
          expect(counts.reduce((a, b) => a + b, 0)).toBe(games.length);
          chunks.reduce((first, { firstGame }, i) => {
            expect(firstGame).toBe(first);
            return first + counts[i]!;
          }, 1);
          for (const { start, firstLine } of chunks) {
            expect(firstLine).toBe(bytes.subarray(0, start).filter((byte) => byte === 10).length + 1);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test('lines and columns of any bytes are those of the slow reference (seed 20261123)', () => {
    const one = encoder.encode('(;FF[4])');
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(10, 13, 0x40, 0x7f, 0x80, 0xbf, 0xc0, 0xff), { maxLength: 70 }),
        (some) => {
          const bytes = Buffer.concat([one, Uint8Array.from(some), one, one]);
          const [compiled, ...others] = SPLITTING.map((kernel) => {
            const splitter = createSplitter({ chunkBytes: 1 }, kernel);
            const chunks = [...splitter.push(bytes), ...splitter.end()];
            return chunks.map(({ firstLine, firstColumn }) => `${firstLine}:${firstColumn}`);
          });
          for (const other of others) expect(other).toEqual(compiled);
        },
      ),
      { numRuns: 1000, seed: 20261123 },
    );
  });

  test('the kernel reads as the slow reference does (seed 20261122)', () => {
    const piece = fc.oneof(
      {
        weight: 30,
        arbitrary: fc.constantFrom(';B[pd]', ';W[]', ';W[a\\]', '\n', '\r', '\r\n', ')\n(;FF[4]', ')('),
      },
      {
        weight: 5,
        arbitrary: fc.constantFrom(
          '(;GM[1]',
          '\n(;GM[1]',
          'C[\n(;FF[4]',
          '[',
          ']',
          '\\',
          '(',
          ')',
          '黒先',
          ';',
        ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(';B[dd]'.repeat(11_000), 'C[é'.repeat(30_000), 'x'.repeat(300_000)),
      },
    );
    const texts = fc.array(piece, { maxLength: 60, size: 'max' }).map((pieces) => pieces.join(''));
    const sizes = fc.constantFrom(1, 7, 60, 5000, 65_535, 65_536, 131_072, 1_000_000);
    let complete = 0;
    fc.assert(
      fc.property(texts, sizes, sizes, (text, blockBytes, chunkBytes) => {
        const bytes = encoder.encode(text);
        // Small blocks of a long text take too long.
        const block = Math.max(blockBytes, bytes.length >> 8);
        const [compiled, ...others] = SPLITTING.map((kernel) => {
          const splitter = createSplitter({ chunkBytes }, kernel);
          const chunks = [];
          for (let at = 0; at < bytes.length; at += block) {
            chunks.push(...splitter.push(bytes.subarray(at, at + block)));
          }
          return [...chunks, ...splitter.end()].map(({ bytes: own, ...place }) => ({
            ...place,
            bytes: Buffer.from(own).toString('latin1'),
          }));
        });
        for (const other of others) expect(other).toEqual(compiled);
        complete += compiled!.length - 1;
      }),
      { numRuns: 300, seed: 20261122 },
    );
    expect(complete).toBeGreaterThan(400);
  });

  test('a number of games that is certain is that of the reader (seed 20261123)', () => {
    const whole = fc.constantFrom(
      '(;GM[1];B[pd];W[dp])',
      '\n(;FF[4]C[(a) \\] b])',
      '(;SZ[9](;B[aa])(;W[bb](;B[])()))',
      '(;C[not (; a game])',
      '\r\n',
      '(;)',
    );
    const damage = fc.constantFrom(
      ...[
        '(',
        ')',
        '[',
        ']',
        ';',
        '\\',
        ' x ',
        '()',
        '((',
        '(;C[',
        '(;B',
        '( ;',
        ';B`n(`d]',
        ';C[)',
        '(;C[(;FF[4',
        '(;C[(\n;GM[1',
      ],
      ...[
        '(;C[\\(;SZ[9])',
        '\n(;FF[4]',
        ';FF[4]',
        '(B[aa]',
        '(;GM[1](;AP[x]',
        '\u001b',
        'C[]',
        ';B[(;]',
        ';B[\\(]',
        '\n(;GM[1',
      ],
    );
    const piece = fc.oneof({ weight: 12, arbitrary: whole }, { weight: 1, arbitrary: damage });
    const texts = fc.array(piece, { maxLength: 40, size: 'max' }).map((pieces) => pieces.join(''));
    const found = { certain: 0, doubtful: 0 };
    fc.assert(
      fc.property(texts, fc.constantFrom(1, 30, 100), (text, chunkBytes) => {
        const splitter = createSplitter({ chunkBytes });
        for (const { bytes, games } of [...splitter.push(encoder.encode(text)), ...splitter.end()]) {
          found[games === undefined ? 'doubtful' : 'certain']++;
          if (games !== undefined) expect(games).toBe(scanFile(bytes).games.length);
        }
      }),
      { numRuns: 2000, seed: 20261123 },
    );
    expect(found.certain).toBeGreaterThan(found.doubtful);
    expect(found.doubtful).toBeGreaterThan(1000);
  });

  test('long text outside of games is not held, and what follows it stands where it stood', () => {
    const splitter = createSplitter({ chunkBytes: 10 });
    const block = encoder.encode(`${'-'.repeat(9999)}\n`);
    const push = (bytes: Uint8Array): string => {
      const chunks = splitter.push(bytes);
      return chunks.map((chunk) => `${String(chunk.start)}:${String(chunk.firstLine)}`).join();
    };
    expect(push(encoder.encode('(;GM[1])\n'))).toBe('');
    const told = Array.from({ length: 500 }, () => push(block)).filter((text) => text !== '');
    expect(told).toEqual(['0:1']);
    const [last] = [...splitter.push(encoder.encode('(;GM[1])')), ...splitter.end()];
    const held = last!.bytes.length;
    expect(held).toBeLessThan(1024 * 1024 + 70_000);
    expect(last!.start + held).toBe(9 + 500 * 10_000 + 8);
    expect(last!.firstLine + last!.bytes.filter((byte) => byte === 10).length).toBe(502);
  });

  test('chunks end at games', () => {
    const splitter = createSplitter({ chunkBytes: 10 });
    const chunks = [...splitter.push(encoder.encode('(;GM[1])(;GM[1])\n(;GM[1])')), ...splitter.end()];
    expect(chunks.map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual([
      '(;GM[1])(;GM[1])',
      '\n(;GM[1])',
    ]);
  });
});
