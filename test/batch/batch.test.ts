import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/referee/judge/analyze.js';
import { ByteSink } from '../../src/run/tasks/task-output.js';
import { createSeenGames, type Earlier, type SeenGames } from '../../src/toolkit/duplicates/seen-games.js';
import {
  foreignKind,
  isWanted,
  kindOf,
  decodeName,
  decodeWith,
  guessNameCharset,
} from '../../src/run/input/file-names.js';
import { gunzip } from '../../src/run/input/unpack.js';
import { itemsOfBlocks } from '../../src/run/input/blocks.js';
import { grouped } from '../../src/run/merge/run.js';
import type { Item } from '../../src/run/input/item.js';
import { DEFAULT_LIMITS } from '../../src/core/limits.js';
import { DEFAULT_OPTIONS } from '../../src/referee/judge/options.js';
import { FORMATS } from '../../src/report/output/formats.js';
import iconv from 'iconv-lite';

describe('duplicates', () => {
  const keys = (...words: number[]): Uint32Array => Uint32Array.from(words);

  function meet(seen: SeenGames, words: Uint32Array, file: string, game: number): Earlier | undefined {
    const met = { keys: words, games: keys(game), files: keys(0), names: [file], repaired: [] };
    return seen.meet(met).get(0);
  }

  test('name the first game, and tell a mirrored one from the same', () => {
    const seen = createSeenGames();
    expect(meet(seen, keys(1, 2, 8, 9), 'dir/a.sgf', 3)).toBeUndefined();
    expect(meet(seen, keys(1, 2, 8, 9), 'b.sgf', 1)).toEqual({
      file: 'dir/a.sgf',
      game: 3,
      symmetric: false,
    });
    expect(meet(seen, keys(5, 6, 8, 9), 'c.sgf', 1)).toEqual({ file: 'dir/a.sgf', game: 3, symmetric: true });
    expect(meet(seen, keys(1, 2, 8, 10), 'c.sgf', 2)).toBeUndefined();
  });

  test('are found among the games of one task, those that are not compared left out', () => {
    const seen = createSeenGames();
    const games = {
      ...{ keys: keys(1, 2, 3, 2 ** 32 - 1, 0, 0, 0, 0, 1, 2, 3, 2 ** 32 - 1, 1, 9, 3, 2 ** 32 - 1) },
      ...{ games: keys(1, 0, 2, 1), files: keys(0, 0, 0, 1), names: ['a.sgf', 'b.sgf'] },
      repaired: [],
    };
    expect([...seen.meet(games)]).toEqual([
      [2, { file: 'a.sgf', game: 1, symmetric: false }],
      [3, { file: 'a.sgf', game: 1, symmetric: true }],
    ]);
  });

  describe('of broken records once repaired', () => {
    const SOUND = [1, 2, 8, 9] as const;
    const BROKEN = [5, 6, 5, 7] as const;
    const repairedTo = ([exactLow, exactHigh, symmetricLow, symmetricHigh]: readonly number[]) => ({
      ...{ repair: '21:G5>G4', index: 0 },
      lineKey: {
        ...{ exactLow: exactLow!, exactHigh: exactHigh! },
        ...{ symmetricLow: symmetricLow!, symmetricHigh: symmetricHigh! },
      },
    });
    const task = (file: string, ...lines: readonly (readonly number[])[]) => ({
      ...{ keys: keys(...lines.flat()), games: keys(...lines.map((_, i) => i + 1)) },
      ...{ files: new Uint32Array(lines.length), names: [file], repaired: [] },
    });

    test.each([
      ['the sound record earlier', [1, 2, 8, 9], { symmetric: false }],
      ['the sound record earlier, mirrored', [3, 4, 8, 9], { symmetric: true }],
      ['the sound record earlier, but another game', [1, 2, 8, 8], undefined],
    ] as const)('%s', (_, line, found) => {
      const seen = createSeenGames();
      seen.meet(task('sound.sgf', SOUND));
      const met = seen.meet({ ...task('broken.sgf', BROKEN), repaired: [repairedTo(line)] }).get(0);
      const named = { file: 'sound.sgf', game: 1, repair: '21:G5>G4', where: 'here' };
      expect(met).toEqual(found && { ...named, ...found });
    });

    test('the sound record later, which a third one then repeats', () => {
      const seen = createSeenGames();
      seen.meet({ ...task('broken.sgf', BROKEN), repaired: [repairedTo(SOUND)] });
      expect(seen.meet(task('sound.sgf', SOUND)).get(0)).toEqual({
        ...{ file: 'broken.sgf', game: 1, symmetric: false, repair: '21:G5>G4', where: 'there' },
      });
      expect(seen.meet(task('again.sgf', SOUND)).get(0)).toEqual({
        ...{ file: 'sound.sgf', game: 1, symmetric: false },
      });
    });

    test('and repeated games come in the order of their places, as the notes are written', () => {
      const seen = createSeenGames();
      seen.meet(task('sound.sgf', SOUND));
      const broken = { ...task('all.sgf', BROKEN, SOUND), repaired: [repairedTo(SOUND)] };
      expect([...seen.meet(broken).keys()]).toEqual([0, 1]);
    });

    test('in one task, the later one has the note whichever it is', () => {
      const first = { ...task('all.sgf', BROKEN, SOUND), repaired: [repairedTo(SOUND)] };
      const last = { ...task('all.sgf', SOUND, BROKEN), repaired: [{ ...repairedTo(SOUND), index: 1 }] };
      const whereOf = (met: typeof first) =>
        [...createSeenGames().meet(met)].map(([i, { game, where }]) => [i, game, where]);
      expect([whereOf(first), whereOf(last)]).toEqual([[[1, 1, 'there']], [[1, 1, 'here']]]);
    });
  });

  test('name games of folders whose names are equally long', () => {
    const seen = createSeenGames();
    const files = ['one/a.sgf', 'two/a.sgf', 'one/b.sgf', 'a.sgf', 'two/b.sgf'];
    files.forEach((file, i) => expect(meet(seen, keys(i, 0, i, 1), file, 1)).toBeUndefined());
    expect(files.map((file, i) => meet(seen, keys(i, 0, i, 1), `later/${file}`, 1)?.file)).toEqual(files);
  });

  test('agree with a plain map over many games, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(500), { maxLength: 4000 }), (games) => {
        const seen = createSeenGames();
        const plain = new Map<number, number>();
        games.forEach((key, i) => {
          const earlier = meet(
            seen,
            keys(key, 0, Math.imul(key, 0x9e3779b1), key & 3),
            `f${String(i >> 2)}/棋${String(i)}.sgf`,
            i + 1,
          );
          const before = plain.get(key);
          expect(earlier?.game).toBe(before === undefined ? undefined : before + 1);
          if (before === undefined) plain.set(key, i);
          else expect(earlier?.file).toBe(`f${String(before >> 2)}/棋${String(before)}.sgf`);
        });
      }),
      { numRuns: 30 },
    );
  });

  test('remember no more than the limit, and still know those', () => {
    const seen = createSeenGames(2);
    for (const key of [1, 2, 3]) meet(seen, keys(key, 0, key, 0), 'a.sgf', key);
    expect(seen.count()).toBe(2);
    expect(meet(seen, keys(2, 0, 2, 0), 'b.sgf', 1)?.game).toBe(2);
    expect(meet(seen, keys(3, 0, 3, 0), 'b.sgf', 1)).toBeUndefined();
  });
});

describe('gunzip', () => {
  async function unpack(bytes: Buffer, blockSize: number): Promise<{ text: Buffer; complaint: string }> {
    const blocks: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += blockSize) blocks.push(bytes.subarray(at, at + blockSize));
    const out: Uint8Array[] = [];
    const data = gunzip(blocks, { gzipMembers: 5000 });
    for (;;) {
      const next = await data.next();
      if (next.done === true) return { text: Buffer.concat(out), complaint: next.value };
      out.push(next.value);
    }
  }
  const text = Buffer.concat([Buffer.from('(;GM[1])'.repeat(30_000)), randomBytes(70_000)]);
  const packed = gzipSync(text);

  test.each([1000, 16 * 1024, 1 << 20])('one and several members, in blocks of %d bytes', async (size) => {
    expect(await unpack(packed, size)).toEqual({ text, complaint: '' });
    const two = await unpack(Buffer.concat([packed, gzipSync('end')]), size);
    expect(two).toEqual({ text: Buffer.concat([text, Buffer.from('end')]), complaint: '' });
  });

  test('gives all good data before it complains of junk', async () => {
    const { text: got, complaint } = await unpack(Buffer.concat([packed, Buffer.from('junk')]), 4096);
    expect(got.equals(text)).toBe(true);
    expect(complaint).toBe('junk after the data');
  });

  test('gives what there is of data that is cut short', async () => {
    const { text: got, complaint } = await unpack(packed.subarray(0, packed.length - 5000), 4096);
    expect(got.length).toBeGreaterThan(text.length - 70_000);
    expect(text.subarray(0, got.length).equals(got)).toBe(true);
    expect(complaint).toBe('the data is cut short');
  });

  test('checks the CRC-32', async () => {
    const wrong = Buffer.from(packed);
    wrong[wrong.length - 8]! ^= 1;
    expect((await unpack(wrong, 4096)).complaint).toBe('the CRC-32 differs');
  });

  test.each([7, 1000, 1 << 20])('members of every size in one file, in blocks of %d bytes', async (size) => {
    const texts = Array.from({ length: 60 }, (_, i) =>
      Buffer.from('(;GM[1])'.repeat([0, 1, 300, 20_000][i % 4]!)),
    );
    const members = texts.map((one, i) => gzipSync(one, { level: [0, 9][i % 2]! }));
    const { text: got, complaint } = await unpack(Buffer.concat(members), size);
    expect(complaint).toBe('');
    expect(got.equals(Buffer.concat(texts))).toBe(true);
  });

  const empty = gzipSync('');
  test.each([
    ['no more members than the limit', Buffer.concat(Array.from({ length: 5000 }, () => empty)), ''],
    [
      'one more',
      Buffer.concat(Array.from({ length: 5001 }, () => empty)),
      'too many members (limit gzipMembers)',
    ],
    ['a name of 60,000 characters', withField(8, `${'x'.repeat(60_000)}\0`), ''],
    ['a comment behind a name', withField(8 | 16, 'name\0comment\0'), ''],
    ['a name that goes on', withField(8, 'x'.repeat(70_000)), 'a name or comment in its header does not end'],
    [
      'a comment that goes on',
      withField(16, 'x'.repeat(70_000)),
      'a name or comment in its header does not end',
    ],
    ['an extra field that is cut short', withField(4, '').subarray(0, 11), 'the data is cut short'],
    [
      'a later member with a damaged CRC-32',
      Buffer.concat([...Array<Buffer>(9).fill(empty), flipped(empty, -8)]),
      'the CRC-32 differs',
    ],
    [
      'a later member with a wrong length',
      Buffer.concat([...Array<Buffer>(9).fill(empty), flipped(empty, -4)]),
      'the length differs',
    ],
    [
      'a later member that is damaged',
      Buffer.concat([...Array<Buffer>(9).fill(empty), flipped(gzipSync('xyz'), 10)]),
      'invalid code lengths set',
    ],
  ])('%s', async (_, bytes, complaint) => {
    expect((await unpack(bytes, 4096)).complaint).toBe(complaint);
  });

  test('of a name that never ends no more is read than a name may have', async () => {
    let read = 0;
    function* blocks(): Generator<Buffer> {
      yield withField(8, '');
      for (; read < 1_000_000; read += 1000) yield Buffer.alloc(1000, 'x');
    }
    await gunzip(blocks(), { gzipMembers: 1 }).next();
    expect(read).toBeLessThan(70_000);
  });

  /** A member whose header has a field between what every header has and the data. */
  function withField(flags: number, field: string): Buffer {
    const member = gzipSync('x');
    member[3] = flags;
    return Buffer.concat([member.subarray(0, 10), Buffer.from(field, 'latin1'), member.subarray(10)]);
  }

  function flipped(member: Buffer, at: number): Buffer {
    const copy = Buffer.from(member);
    copy[at < 0 ? copy.length + at : at]! ^= 6;
    return copy;
  }
});

describe('names in zips', () => {
  test.each([
    ['gb18030', ['第一届围棋名人战/古力 常昊.sgf', '中国围棋.sgf']],
    ['shift_jis', ['第一期本因坊戦/高尾紳路.sgf', 'ヒカルの碁.sgf']],
    ['big5', ['第一屆圍棋名人賽/周俊勳.sgf', '王立誠對張栩.sgf']],
    ['euc-kr', ['이창호 대 조훈현.sgf', '바둑 대회.sgf']],
  ])('in %s are read by one guess for the archive', (label, names) => {
    const raw = names.map((name) => iconv.encode(name, label));
    const charset = guessNameCharset(raw);
    expect(raw.map((bytes) => decodeWith(charset, bytes))).toEqual(names);
  });

  test('that are valid UTF-8 without the flag are UTF-8', () => {
    expect(decodeName({ bytes: Buffer.from('棋.sgf'), flaggedUtf8: false, extra: [] })).toBe('棋.sgf');
    expect(decodeName({ bytes: Buffer.from([0xce, 0xa7, 0x2e]), flaggedUtf8: false, extra: [] })).toBe('Χ.');
    expect(decodeName({ bytes: Buffer.from([0xff, 0x2e]), flaggedUtf8: false, extra: [] })).toBeUndefined();
  });
});

test.each([
  ['a.SGF', 'sgf', true],
  ['a.sgf.gz', 'gz', true],
  ['a.gz', 'gz', true],
  ['a.txt.gz', 'gz', false],
  ['a.tar.gz', 'tar.gz', true],
  ['a.TGZ', 'tar.gz', true],
  ['a.zip', 'zip', true],
  ['._a.sgf', 'sgf', false],
  ['a.txt', 'other', false],
])('a file called %s is %s', (name, kind, wanted) => {
  expect([kindOf(name), isWanted(name)]).toEqual([kind, wanted]);
});

test('only a file that cannot be SGF is foreign', () => {
  expect(foreignKind(Buffer.from('%PDF-1.4'))).toBe('a PDF document');
  for (const text of ['(;GM[1])', '', '\n\n(;', 'Black plays (;B[aa])', '\ufeff(;']) {
    expect(foreignKind(Buffer.from(text))).toBeUndefined();
  }
});

test('a large file that is not UTF-8 is read whole; one that is comes in parts that join to the file', async () => {
  const game = `(;GM[1]C[${'x'.repeat(900)}])\n`;
  const large = Buffer.from(game.repeat(2000));
  const collect = async (bytes: Buffer): Promise<Item[]> => {
    const items: Item[] = [];
    const blocks = [bytes.subarray(0, 300_000), bytes.subarray(300_000)];
    for await (const item of itemsOfBlocks('f', blocks, { limits: DEFAULT_LIMITS })) items.push(item);
    return items;
  };
  const parts = await collect(large);
  expect(parts.length).toBeGreaterThan(3);
  expect(
    Buffer.concat(parts.map((item) => (item.kind === 'part' ? item.bytes : Buffer.alloc(0)))).equals(large),
  ).toBe(true);
  expect(parts.map((item) => (item.kind === 'part' ? item.firstGame : 0))).toEqual(
    parts.map(
      (_, i) => 1 + parts.slice(0, i).reduce((sum, item) => sum + Math.round(item.size / game.length), 0),
    ),
  );
  const latin = Buffer.from(large);
  latin[100] = 0xe9;
  expect((await collect(latin)).map(({ kind }) => kind)).toEqual(['bytes']);
  const limited: Item[] = [];
  for await (const item of itemsOfBlocks('f', [large], { limits: { ...DEFAULT_LIMITS, fileBytes: 1000 } }))
    limited.push(item);
  expect(limited.at(-1)).toMatchObject({ kind: 'trouble', finding: { code: 'sgf/limit' } });
});

test('a sink gives what was put in, also when that was much, and is empty afterwards', () => {
  const sink = new ByteSink();
  for (const count of [3, 5_000_000, 4]) {
    sink.append('棋'.repeat(count));
    sink.appendBytes(Buffer.from('!'));
    const taken = sink.take();
    expect(Buffer.from(taken).equals(Buffer.from('棋'.repeat(count) + '!'))).toBe(true);
    expect(sink.length).toBe(0);
  }
});

test.each(['findings', 'text', 'sarif'] as const)('a game in %s is its findings one by one', (name) => {
  const bytes = Buffer.from('(;FF[4]GM[1]SZ[9];B[aa];W[aa];B[ba];W[ba];B[zz])');
  const { games } = analyze(bytes, { ...DEFAULT_OPTIONS, file: 'f', digest: () => '', score: false });
  const { game, finding } = FORMATS[name];
  const [report] = games;
  expect(report!.findings.length).toBeGreaterThan(3);
  expect(report!.findings.map((found) => finding!(report!, found)).join('')).toBe(game(report!));
});

test('groups keep the order and leave parts alone', async () => {
  const item = (size: number): Item => ({ kind: 'file', path: String(size), size });
  const part: Item = {
    kind: 'part',
    name: 'p',
    bytes: new Uint8Array(1),
    size: 1,
    at: 0,
    firstGame: 1,
    firstLine: 1,
    firstColumn: 1,
    part: 0,
  };
  async function* items(): AsyncGenerator<Item> {
    await Promise.resolve();
    yield* [item(1), part, item(2), item(3), item(4), item(500), item(5)];
  }
  const groups: number[][] = [];
  for await (const group of grouped(items(), { items: 3, bytes: 100 }))
    groups.push(group.map(({ size }) => size));
  // Names decide where groups end, but for parts and for what is full.
  expect(groups.flat()).toEqual([1, 1, 2, 3, 4, 500, 5]);
  expect(groups.slice(0, 2)).toEqual([[1], [1]]);
  expect(groups.find((group) => group.includes(500))!.at(-1)).toBe(500);
});
