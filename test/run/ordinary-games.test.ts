import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/core/limits.js';
import type { BytesItem, PartItem } from '../../src/input/item.js';
import { DEFAULT_OPTIONS } from '../../src/referee/options.js';
import { OrdinaryGames } from '../../src/run/ordinary-games.js';
import type { TaskResult, WorkSettings } from '../../src/run/task.js';
import { createWork } from '../../src/run/work.js';

const SETTINGS: WorkSettings = {
  options: { ...DEFAULT_OPTIONS, score: false, limits: { ...DEFAULT_LIMITS, movesPerGame: 60 } },
  ignore: [],
  dead: undefined,
  sinks: ['csv'],
};

/** What a run makes of files. */
function refereed(files: readonly Uint8Array[], settings: WorkSettings): TaskResult {
  const items = files.map((bytes, i): BytesItem => ({
    kind: 'bytes',
    name: `${String(i)}, a.sgf`,
    bytes,
    size: bytes.length,
  }));
  return createWork(settings)({ items });
}

/** The same by both ways: places of findings are for every game the usual way. */
function bothWays(files: readonly Uint8Array[], settings = SETTINGS) {
  const seen = ({ sinks, ends, counts, ...rest }: TaskResult, step: number) => ({
    ...rest,
    counts,
    rows: Buffer.from(sinks[0]!).toString(),
    ends: Array.from(ends).filter((_, i) => i % step === 0),
    start: undefined,
  });
  const usual = refereed(files, { ...settings, sinks: [...settings.sinks, 'findings'] });
  return { fast: seen(refereed(files, settings), 1), usual: seen(usual, 2) };
}

const text = (...texts: string[]) => fc.constantFrom(...texts);

/** Margins written plainly, and otherwise; with komi 6.5 some are impossible. */
const MARGINS = [
  'B+3.5',
  'B+0.5',
  'W+12.5',
  'W+361',
  'W+8',
  'B+03.5',
  'W+0',
  'B+2.',
  'W+2.50',
  'B+1.25',
  'b+3.5',
  'B+1000',
];

/** Header values from short lists, so that headers are met again. */
const header = fc
  .record(
    {
      CA: text('UTF-8', 'utf-8', 'GB2312', 'nonsense'),
      SZ: text('5', '5', '5', '4:5', '19', '60'),
      PB: text(
        '',
        'Ann',
        '77777777.5',
        '=1+1',
        '-',
        'a,b',
        'say "no"',
        '張栩',
        'ü (9d)',
        '\\]x',
        ' x',
        'x;y',
        '(;FF',
      ),
      PW: text('Bob', '\ufffd', 'a\nb', '𠮷'),
      EV: text('Cup', '@x', '가'),
      RO: text('1', '3 (final)'),
      DT: text('2019-04-05', '1985-01-02', '1985', '2019-04-05,06', 'x019-04-05', '20190405'),
      BR: text('9d', '8d'),
      GN: text('a', 'b'),
      RE: text(...MARGINS, ...MARGINS, 'W+R', 'B+R', '0', 'W+T', 'Void', '??'),
      KM: text('6.5', '375', '0', 'x'),
      HA: text('0', '2', 'x'),
      RU: text('Japanese', 'AGA', 'Chinese', 'Ing', 'NZ', 'first capture', '?'),
      TM: text('600', '10 hours'),
      OT: text('3x30 byo-yomi'),
      PC: text('TYGEM', 'foxwq', 'KGS'),
      AB: text('aa'),
      B: text('aa'),
      C: text('hello', 'a: b'),
      BL: text('30'),
      TB: text('aa'),
      PL: text('W'),
      GM: text('1', '2'),
      XX: text('1'),
    },
    { requiredKeys: ['SZ'] },
  )
  .map((values) => Object.entries(values));

/** Few of the properties at once, or no header would be met again. */
const root = fc
  .tuple(
    header,
    fc.array(fc.noBias(fc.nat(15)), { minLength: 30, maxLength: 30 }),
    text('', '', '', '\n', ' ', '\u000b'),
  )
  .map(([entries, dice, space]) =>
    entries
      .filter(([ident], i) => ident === 'SZ' || dice[i] === 0)
      .map(([ident, value]) => `${ident}[${value}]`)
      .join(space),
  );

/** Moves in turn on a small board, where some take stones; now and then anything else. */
const line = fc
  .record({
    points: fc.shuffledSubarray([...Array(25).keys()]),
    more: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, fc.array(fc.nat(24), { maxLength: 3 })),
    first: fc.constantFrom(0, 0, 0, 1),
    odd: fc.oneof(
      { weight: 9, arbitrary: fc.constant(undefined) },
      fc.tuple(fc.nat(25), text(';B[]', ';W[tt]', ';B[zz]', ';B[aa]C[x]', '(;B[ab])', 'BL[3]')),
    ),
    passes: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      fc.array(fc.nat(40), { maxLength: 2 }),
      fc.constantFrom([99], [99, 99], [99, 99, 99], [9, 99, 99], [9, 9], [0], [1]),
    ),
    passed: text('', '', 'tt'),
    separator: text('', '', '\n', '\n', '', '\r\n'),
  })
  .map(({ points, more, first, odd, passes, passed, separator }) => {
    const letters = 'abcde';
    const played: (number | 'pass')[] = [...points, ...more];
    for (const at of passes) played.splice(at, 0, 'pass');
    const moves = played.map((point, i) => {
      const at = point === 'pass' ? passed : letters[point % 5]! + letters[Math.floor(point / 5)]!;
      return `;${(i + first) % 2 === 0 ? 'B' : 'W'}[${at}]`;
    });
    if (odd) moves.splice(odd[0], 0, odd[1]);
    return moves.join(separator);
  });

const game = fc
  .tuple(
    root,
    line,
    text('', '', '', '', '', '\n', '\n', ' \r\n', ' text', ')', '\n(;SZ[5];B[bb])'),
    text('', '', '', '', '', '', '', '\ufeff', '\n'),
  )
  .map(([head, moves, after, before]) => Buffer.from(`${before}(;${head}${moves})${after}`));

/** Files, the later ones of which have lines and headers of the earlier ones. */
const files = fc
  .tuple(
    fc.array(game, { minLength: 1, maxLength: 12 }),
    fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { minLength: 20, maxLength: 40 }),
  )
  .map(([games, pairs]) => {
    const texts = games.map((one) => one.toString('latin1'));
    const parts = texts.map((one) => /^(.*?\(;[^;]*)(.*)$/su.exec(one)!.slice(1));
    const mixed = pairs.map(([a, b]) => parts[a % parts.length]![0]! + parts[b % parts.length]![1]!);
    return [...texts, ...mixed].map((one) => Buffer.from(one, 'latin1'));
  });

it('gives the rows, counts and keys of the usual way, whatever the files are (seed 20261123)', () => {
  const take = vi.spyOn(OrdinaryGames.prototype, 'take');
  fc.assert(
    fc.property(files, (some) => {
      const { fast, usual } = bothWays(some);
      expect(fast).toEqual(usual);
    }),
    { seed: 20261123, numRuns: 150, endOnFailure: true },
  );
  const taken = take.mock.results.filter(({ value }) => Number(value) > 0).length;
  take.mockRestore();
  expect(taken).toBeGreaterThan(300);
});

/** What a run makes of a collection that comes in two parts. */
function inParts(parts: readonly Uint8Array[], sinks: WorkSettings['sinks']) {
  const work = createWork({ ...SETTINGS, sinks });
  let start: TaskResult['start'];
  return parts.map((bytes, part) => {
    // Where the other part ends makes no difference to its numbers here.
    const place = { at: 0, firstGame: 1 + 100 * part, firstLine: 1, firstColumn: 1 };
    const item: PartItem = { kind: 'part', name: 'all.sgf', bytes, size: bytes.length, part, ...place };
    const result = work({ items: [item], start });
    if (part === 0) start = result.start;
    const { counts, keys, games } = result;
    const outside = result.outside.map(({ code, args }) => ({ code, args }));
    const [rows] = result.sinks.map((sink) => Buffer.from(sink).toString());
    return { rows, counts, keys, games, outside, start };
  });
}

const collection = fc
  .tuple(files, fc.nat(60), text('', '\n', '\n', '\r\n\n', ' x '), fc.constantFrom(0, 1, 1, 1))
  .map(([some, first, between, isPlain]) => {
    const kept = isPlain === 1 ? some.filter((one) => /^\(;[^\ufffd]*\)\s*$/u.test(one.toString())) : some;
    return [kept.slice(0, first), kept.slice(first)].map((games) =>
      Buffer.concat(games.flatMap((one) => [one, Buffer.from(between)])),
    );
  });

it('gives the same for collections, whatever the games around one are (seed 20261124)', () => {
  const take = vi.spyOn(OrdinaryGames.prototype, 'take');
  fc.assert(
    fc.property(collection, (parts) => {
      expect(inParts(parts, ['csv'])).toEqual(inParts(parts, ['csv', 'findings']));
    }),
    { seed: 20261124, numRuns: 150, endOnFailure: true },
  );
  const taken = take.mock.results.filter(({ value }) => Number(value) > 0).length;
  take.mockRestore();
  expect(taken).toBeGreaterThan(100);
});

const TWO = '(;GM[1]SZ[9]KM[6.5]RE[B+3.5];B[aa];W[bb])';

const FOUR = TWO.replace(')', ';B[cc];W[dd])');
const ANY = TWO.replace('3.5', '77777777.5');
const GIVEN = FOUR.replace('KM', 'HA[2]KM');
const PASSED = FOUR.replace(')', ';B[];W[])');

it.each<[what: string, first: string, second: string, taken: number]>([
  ['the same header', TWO, TWO.replace('[aa]', '[cc]'), 1],
  ['another name', `(;PB[a]${TWO.slice(2)}`, `(;PB[b]${TWO.slice(2)}`, 1],
  ['another result', TWO, TWO.replace('B+3.5', 'W+3.5'), 0],
  ['another day', `(;DT[2001-02-03]${TWO.slice(2)}`, `(;DT[2001-12-13]${TWO.slice(2)}`, 1],
  ['another year', `(;DT[2001-02-03]${TWO.slice(2)}`, `(;DT[2002-02-03]${TWO.slice(2)}`, 0],
  ['another last color', TWO, TWO.replace(';W[bb]', ''), 0],
  ['an occupied point', TWO, TWO.replace('[bb]', '[aa]'), 0],
  ['another margin', TWO, TWO.replace('3.5', '12.5'), 1],
  ['the margin that stands for any', ANY, ANY.replace('[aa]', '[cc]'), 1],
  ['another fraction', TWO, TWO.replace('3.5', '3'), 0],
  ['the same impossible margin', TWO.replace('3.5', '3'), TWO.replace('3.5', '3'), 0],
  ['a pass in place of the first move', TWO, TWO.replace('[aa]', '[]'), 0],
  ['a pass in place of the second', TWO, TWO.replace('[bb]', '[]'), 0],
  ['a pass between the stones of a handicap', GIVEN, GIVEN.replace('[bb]', '[]'), 0],
  ['a pass among its moves', FOUR, FOUR.replace('[cc]', '[]'), 1],
  ['a pass as letters', FOUR, FOUR.replace('[cc]', '[tt]'), 1],
  ['two passes apart', FOUR, FOUR.replace('[cc]', '[];W[ee];B[]'), 1],
  ['two passes on end', FOUR, FOUR.replace('[cc]', '[];W[];B[ff]'), 0],
  ['another last pass', FOUR, FOUR.replace('[dd]', '[]'), 0],
  ['as many last passes', PASSED, PASSED.replace('[cc]', '[ee]'), 1],
  ['three last passes', PASSED, PASSED.replace(')', ';B[])'), 0],
  ['another board', TWO, TWO.replace('SZ[9]', 'SZ[13]'), 0],
  ['a variation', TWO, TWO.replace(';W[bb]', '(;W[bb])(;W[cc])'), 0],
  ['text after the game', TWO, `${TWO} x`, 0],
  ['a second game', TWO, `${TWO}\n${TWO}`, 0],
  ['a comment', TWO, TWO.replace('[bb]', '[bb]C[x]'), 0],
  ['a name that is not UTF-8', `(;PB[a]${TWO.slice(2)}`, `(;PB[\xfc]${TWO.slice(2)}`, 0],
  ['a name that was damaged', `(;PB[a]${TWO.slice(2)}`, `(;PB[\xef\xbf\xbd]${TWO.slice(2)}`, 0],
  ['a name in UTF-8', `(;PB[a]${TWO.slice(2)}`, `(;PB[\xc3\xbc]${TWO.slice(2)}`, 1],
  ['no end', TWO, TWO.slice(0, -1), 0],
  ['a point outside', TWO, TWO.replace('[bb]', '[jj]'), 0],
])('of two files, the second with %s', (_, first, second, expected) => {
  const take = vi.spyOn(OrdinaryGames.prototype, 'take');
  const { fast, usual } = bothWays([Buffer.from(first, 'latin1'), Buffer.from(second, 'latin1')]);
  const taken = take.mock.results.filter(({ value }) => Number(value) > 0).length;
  take.mockRestore();
  expect(fast).toEqual(usual);
  expect(taken).toBe(expected);
});
