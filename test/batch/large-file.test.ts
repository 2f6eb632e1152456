import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Item } from '../../src/run/input/item.js';
import type { Target } from '../../src/run/merge/output.js';
import { gathered } from '../../src/run/merge/writer.js';
import { runBatch } from '../../src/run/merge/run.js';
import { finding } from '../../src/core/findings/finding.js';
import { DEFAULT_OPTIONS } from '../../src/referee/judge/options.js';
import type { Counts } from '../../src/report/output/summary.js';
import { createSplitter } from '../../src/sgf/scan/split.js';

/** What a check of a file finds, as lines of CSV in a fixed order, and what the run counted. */
async function found(
  items: readonly Item[],
  check: 'check' | 'audit',
): Promise<{ lines: string[]; games: number; files: number; severities: Counts['severities'] }> {
  const written: Buffer[] = [];
  const target: Target = {
    write(bytes) {
      written.push(Buffer.from(bytes));
      return undefined;
    },
    end: () => undefined,
  };
  async function* all(): AsyncGenerator<Item> {
    await Promise.resolve();
    yield* items;
  }
  const { counts } = await runBatch({
    inputs: { items: all() },
    settings: {
      options: { ...DEFAULT_OPTIONS, score: false },
      ignore: [],
      dead: undefined,
      ...(check === 'check' ? { check: 'default' } : {}),
    },
    outputs: [{ sink: 'findings', target }],
    jobs: 1,
    version: '0',
  });
  const lines = Buffer.concat(written).toString('utf8').split('\n');
  return { lines: lines.sort(), games: counts.games, files: counts.files, severities: counts.severities };
}

function whole(bytes: Buffer): Item[] {
  return [{ kind: 'bytes', name: 'f', bytes, size: bytes.length }];
}

/** Parts of about this size. All but the first say a wrong number of their first game, which the run must correct. */
function parts(bytes: Buffer, chunkBytes: number): Item[] {
  const splitter = createSplitter({ chunkBytes });
  return [...splitter.push(bytes), ...splitter.end()].map((chunk, part) => {
    const { firstLine, firstColumn, start } = chunk;
    const numbers = { size: chunk.bytes.length, at: start, firstGame: 1, firstLine, firstColumn, part };
    return { kind: 'part', name: 'f', bytes: chunk.bytes, ...numbers };
  });
}

const PIECES: readonly (readonly [what: string, text: string])[] = [
  ['a game', '(;FF[4]GM[1]SZ[9]PB[a]PW[b]RE[B+R];B[aa];W[bb])'],
  ['another format', '(;FF[3]GM[1]SZ[9];B[aa])'],
  ['no format', '(;GM[1];B[aa])'],
  ['another game', '(;FF[4]GM[2];B[aa])'],
  ['a charset', '(;FF[4]CA[UTF-8]GM[1]C[é 棋])'],
  ['another charset', '(;FF[4]CA[Shift_JIS]GM[1]C[棋])'],
  ['an occupied point', '(;FF[4]GM[1]SZ[9];B[aa];W[aa]\n;B[a a]ZZ[1])'],
  ['a zero byte', '(;FF[4]GM[1]C[a\0b])'],
  ['a zero byte between games', '\0'],
  ['text between games', ' a b '],
  ['a surplus parenthesis', ')'],
  ['a line feed', '\n'],
  ['a carriage return', '\r'],
  ['both', '\r\n'],
  ['a lost character', '(;FF[4]GM[1]C[\ufffd])'],
];

test.each(['check', 'audit'] as const)('%s finds the same in a large file wherever it is cut', async (by) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 150 }),
      async (pieces, chunkBytes) => {
        const bytes = Buffer.from(PIECES[0]![1] + pieces.map(([, text]) => text).join(''));
        expect(await found(parts(bytes, chunkBytes), by)).toEqual(await found(whole(bytes), by));
      },
    ),
    { numRuns: 150 },
  );
});

test('what a large file holds beside its games is told once, before the next file', async () => {
  const bytes = Buffer.from('(;GM[1])\0(;GM[1])\0(;GM[1])\0');
  const cut = [...parts(bytes, 1), ...whole(Buffer.from('(;FF[5])'))];
  const { lines } = await found(cut, 'check');
  expect(lines.filter((line) => line.includes('sgf/zero-byte'))).toEqual([expect.stringContaining('3 ')]);
});

test('findings of parts: each code once, at the first place, with the sum', () => {
  const at = (line: number) => ({ line, column: 1 });
  const zero = (count: number, line: number) => ({ ...finding('sgf/zero-byte', { count }), ...at(line) });
  const first = gathered(undefined, 'f', [zero(2, 5)]);
  const text = { ...finding('sgf/text-outside', { characters: 4 }), ...at(9) };
  expect(gathered(gathered(first, 'f', [text, zero(1, 9)]), 'f', [])).toEqual({
    file: 'f',
    findings: [zero(3, 5), text],
  });
});
