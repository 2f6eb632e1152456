import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFile } from '../../../src/toolkit/format/format-file.js';
import {
  FAITHFUL,
  NORMALIZATIONS,
  STRIPS,
  SYMMETRIES,
  type FormatOptions,
} from '../../../src/toolkit/format/format-types.js';
import { byOwnTree, bySabaki } from '../../support/same-trees.js';

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
console.log(`round trips: seed ${String(seed)}`);

/** Text with everything that escapes and line breaks are about. */
const text = fc
  .array(
    fc.constantFrom(
      'a',
      'é',
      '碁',
      '🙂',
      ' ',
      '\t',
      ':',
      '\\]',
      '\\\\',
      '[',
      '(',
      ')',
      ';',
      '\n',
      '\r\n',
      '\\\n',
      '\\\r\n',
      '\\:',
      '\\x',
      'FF',
    ),
  )
  .map((parts) => parts.join(''));
const letter = fc.constantFrom(...Array.from('abcdefghi'));
const point = fc.tuple(letter, letter).map((pair) => pair.join(''));
const points = fc.array(
  fc.oneof(
    point,
    fc.tuple(point, point).map((pair) => pair.join(':')),
  ),
  { minLength: 1, maxLength: 5 },
);
const written = (ident: string, values: readonly string[]): string =>
  ident + values.map((value) => `[${value}]`).join('');

const move = fc
  .tuple(fc.constantFrom('B', 'W'), fc.oneof(point, fc.constant('')))
  .map(([ident, value]) => written(ident, [value]));
const property = fc.oneof(
  fc
    .tuple(fc.constantFrom('C', 'N', 'PB', 'RE', 'ZZ', 'KGSDE', 'AP', 'SZ', 'DT'), text)
    .map(([ident, value]) => written(ident, [value])),
  fc
    .tuple(fc.constantFrom('AB', 'AW', 'AE', 'TB', 'TW', 'TR', 'CR'), points)
    .map(([ident, values]) => written(ident, values)),
  fc.tuple(point, text).map(([at, label]) => written('LB', [`${at}:${label}`])),
  fc
    .tuple(fc.constantFrom('FF', 'GM', 'ST'), fc.constantFrom('1', '3', '4'))
    .map(([ident, value]) => written(ident, [value])),
);
const space = fc.constantFrom('', '', ' ', '\n', '\r\n');
const node = fc
  .tuple(
    fc.option(move),
    fc.uniqueArray(property, { maxLength: 4, selector: (one) => /^[A-Z]+/u.exec(one)![0] }),
    space,
  )
  .map(([first, rest, gap]) => `;${[first ?? '', ...rest].join(gap)}${gap}`);
const run = fc.array(node, { minLength: 1, maxLength: 6 }).map((nodes) => nodes.join(''));
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc
    .tuple(
      run,
      fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(tie('tree'), { minLength: 2, maxLength: 3 })),
      space,
    )
    .map(([nodes, variations, gap]) => `(${nodes}${variations.join(gap)})${gap}`),
}));
const collection = fc.array(tree, { minLength: 1, maxLength: 3 }).map((trees) => trees.join(''));

const options = fc.record<Partial<FormatOptions>>({
  order: fc.constantFrom('kept', 'ff4'),
  points: fc.constantFrom('kept', 'compressed', 'expanded'),
  normalize: fc.subarray([...NORMALIZATIONS]),
  strip: fc.subarray([...STRIPS]),
  komi: fc.constantFrom('kept', 'repaired'),
  root: fc.constantFrom('kept', 'repaired'),
});

const encode = (sgf: string): Uint8Array => new TextEncoder().encode(sgf);
const format = (bytes: Uint8Array, some: Partial<FormatOptions> = {}): Uint8Array =>
  formatFile(bytes, { ...FAITHFUL, ...some }).text;

describe('generated trees', () => {
  it('parse, format, parse gives the same tree, by our reader and by @sabaki/sgf', () => {
    fc.assert(
      fc.property(collection, (sgf) => {
        const before = encode(sgf);
        const result = formatFile(before, FAITHFUL);
        expect(result.losses).toEqual([]);
        expect(byOwnTree(before, result.text)).toBe('');
        expect(bySabaki(before, result.text)).toBe('');
      }),
      { seed, numRuns: 300 },
    );
  });

  it('format twice is format once, with any options that choose a form', () => {
    fc.assert(
      fc.property(collection, options, (sgf, some) => {
        const once = format(encode(sgf), some);
        expect(new TextDecoder().decode(format(once, some))).toBe(new TextDecoder().decode(once));
      }),
      { seed, numRuns: 300 },
    );
  });

  it('colors swapped twice, and boards mirrored twice, are the game as it was', () => {
    const undone = fc.constantFrom<Partial<FormatOptions>>(
      { colors: 'swapped' },
      ...SYMMETRIES.filter((name) => !name.startsWith('rotate-l') && !name.startsWith('rotate-r')).map(
        (symmetry) => ({ symmetry }),
      ),
    );
    fc.assert(
      fc.property(collection, undone, (sgf, some) => {
        const expanded = format(encode(sgf), { points: 'expanded' });
        const back = format(format(format(expanded, some), some), { points: 'expanded' });
        expect(new TextDecoder().decode(back)).toBe(new TextDecoder().decode(expanded));
      }),
      { seed, numRuns: 200 },
    );
  });
});

describe('the judges', () => {
  it.each([
    ['a node less', '(;B[aa];W[bb])', '(;B[aa])'],
    ['another value', '(;C[a])', '(;C[b])'],
    ['another escape in a composed value', '(;LB[aa:b\\:c])', '(;LB[aa\\:b:c])'],
    ['variations exchanged', '(;(;B[aa])(;B[bb]))', '(;(;B[bb])(;B[aa]))'],
    ['a game less', '(;B[aa])(;B[bb])', '(;B[aa])'],
  ])('see %s', (_, before, after) => {
    expect(byOwnTree(encode(before), encode(after))).not.toBe('');
    if (!before.includes('LB')) expect(bySabaki(encode(before), encode(after))).not.toBe('');
  });
});
