import iconv from 'iconv-lite';
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createNameSet } from '../../src/run/input/file-names.js';
import { seededRandom } from '../accuracy/random.js';
import { makeTar, makeZip, type ZipSource } from '../batch/make-zip.js';
import { gameText, makePlace, type Place } from '../cli/harness.js';

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

interface CountsLine {
  readonly games: string[];
  readonly codes: string[];
  readonly out: string;
}

/** Games by file name and findings about files, of everything in the folder. */
async function told(...options: readonly string[]): Promise<CountsLine> {
  const { out, code } = await place.sgfReferee([
    'audit',
    ...options,
    '--no-score',
    '--jobs',
    '1',
    '--format',
    'jsonl',
    '--quiet',
    place.path,
  ]);
  expect(code).toBeLessThan(3);
  const rows = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { file: string; game?: number | null; findings: { code: string }[] });
  return {
    out,
    games: rows
      .filter(({ game }) => typeof game === 'number')
      .map(({ file }) => file.slice(place.path.length + 1)),
    codes: rows
      .flatMap(({ findings }) => findings.map(({ code }) => code))
      .filter((one) => /^(archive|file)/.test(one)),
  };
}

const good = { name: 'good.sgf', contents: gameText(1) };

/** A zip64 of one stored entry: sizes and offset stand in the extra field alone, the count in the second end record. */
function zip64(name: string, contents: string): Buffer {
  const data = Buffer.from(contents);
  const label = Buffer.from(name);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(45, 0);
  common.writeUInt16LE(0x800, 2);
  common.writeUInt32LE(crc32(data), 10);
  common.writeUInt32LE(0xffffffff, 14);
  common.writeUInt32LE(0xffffffff, 18);
  common.writeUInt16LE(label.length, 22);
  const extra = (...numbers: number[]): Buffer => {
    const field = Buffer.alloc(4 + numbers.length * 8);
    field.writeUInt16LE(1, 0);
    field.writeUInt16LE(numbers.length * 8, 2);
    numbers.forEach((one, i) => field.writeBigUInt64LE(BigInt(one), 4 + i * 8));
    return field;
  };
  const localExtra = extra(data.length, data.length);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, label, localExtra, data]);
  local.writeUInt16LE(localExtra.length, 28);
  const centralExtra = extra(data.length, data.length, 0);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(0xffffffff, 10);
  const central = Buffer.concat([
    Buffer.from('PK\u0001\u0002'),
    Buffer.from([45, 3]),
    common,
    tail,
    label,
    centralExtra,
  ]);
  central.writeUInt16LE(centralExtra.length, 30);
  const end64 = Buffer.alloc(56);
  end64.write('PK\u0006\u0006', 'latin1');
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(45, 12);
  end64.writeUInt16LE(45, 14);
  [1, 1, central.length, local.length].forEach((one, i) => end64.writeBigUInt64LE(BigInt(one), 24 + i * 8));
  const locator = Buffer.alloc(20);
  locator.write('PK\u0006\u0007', 'latin1');
  locator.writeBigUInt64LE(BigInt(local.length + central.length), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22, 0xff);
  end.write('PK\u0005\u0006', 'latin1');
  end.fill(0, 4, 8);
  end.fill(0, 20);
  return Buffer.concat([local, central, end64, locator, end]);
}

describe('entries of a zip', () => {
  test.each<[string, Partial<ZipSource>, string]>([
    ['a name out of the folder', { name: '../bad.sgf' }, 'archive/entry-skipped'],
    ['a name out of an inner folder', { name: 'a/../../bad.sgf' }, 'archive/entry-skipped'],
    ['the same with backslashes', { name: '..\\bad.sgf' }, 'archive/entry-skipped'],
    ['an absolute name', { name: '/etc/bad.sgf' }, 'archive/entry-skipped'],
    ['a name with a drive', { name: 'C:/bad.sgf' }, 'archive/entry-skipped'],
    ['a drive and backslashes', { name: 'C:\\games\\bad.sgf' }, 'archive/entry-skipped'],
    ['an encrypted entry', { flags: 0x801 }, 'archive/entry-skipped'],
    ['strong encryption', { flags: 0x841 }, 'archive/entry-skipped'],
    ['a symbolic link', { unixMode: 0o120777, contents: '/etc/passwd' }, 'archive/entry-skipped'],
    ['a wrong CRC', { crc: 1 }, 'archive/entry-skipped'],
    ['a size too small', { unpacked: 3 }, 'archive/entry-skipped'],
    ['a size too large', { unpacked: 100_000 }, 'archive/entry-skipped'],
    ['a size beyond all bounds', { unpacked: 0xfffffffe }, 'archive/entry-skipped'],
    ['a stored entry whose sizes differ', { method: 0, unpacked: 3 }, 'archive/entry-skipped'],
    ['an unknown compression', { method: 99 }, 'archive/entry-skipped'],
  ])('%s is left out and told, the next is read', async (_, bad, code) => {
    place.put('x.zip', makeZip([{ name: 'bad.sgf', contents: gameText(2), ...bad }, good]));
    place.put('y.sgf', gameText(3));
    const { games, codes } = await told();
    expect(codes).toContain(code);
    expect(games.filter((name) => name.includes('bad'))).toEqual([]);
    expect(games).toContain('y.sgf');
    if (code === 'archive/entry-skipped') expect(games).toContain('x.zip!/good.sgf');
  });

  test('two of one name are both read, and the second is told', async () => {
    place.put('x.zip', makeZip([good, { name: 'good.sgf', contents: gameText(2) }]));
    place.put('y.tar', makeTar([good, { name: 'good.sgf', contents: gameText(3) }]));
    const { games, codes } = await told();
    expect(games).toEqual(['x.zip!/good.sgf', 'x.zip!/good.sgf', 'y.tar!/good.sgf', 'y.tar!/good.sgf']);
    expect(codes).toEqual(['archive/name-again', 'archive/name-again']);
  });

  test('of a zip64', async () => {
    place.put('x.zip', zip64('large.sgf', gameText(1)));
    expect(await told()).toMatchObject({ games: ['x.zip!/large.sgf'], codes: [] });
  });

  test.each([
    ['CP437', 'cp437', ['Grün gegen Müller.sgf', 'Señor Peña.sgf', 'Ångström.sgf']],
    ['windows-1252', 'win1252', ['Grün gegen Müller.sgf', 'Señor Peña.sgf', 'Façade.sgf']],
    ['raw GBK', 'gbk', ['第1局 古力 对 常昊.sgf', '围棋/李昌镐.sgf']],
    ['Shift_JIS', 'shift_jis', ['本因坊戦/高尾紳路.sgf', '王座戦.sgf']],
  ])('with names in %s', async (_, charset, names) => {
    const raw = names.map((name) => ({ name: iconv.encode(name, charset), contents: gameText(1), flags: 0 }));
    place.put('x.zip', makeZip(raw));
    expect((await told()).games).toEqual(names.map((name) => `x.zip!/${name}`));
  });
});

/** The directory's records in the opposite order. */
function turned(zip: Buffer, records: number): Buffer {
  const directory = zip.readUInt32LE(zip.length - 6);
  const found: Buffer[] = [];
  for (let at = directory; found.length < records;) {
    const next = at + 46 + zip.readUInt16LE(at + 28);
    found.unshift(zip.subarray(at, next));
    at = next;
  }
  return Buffer.concat([zip.subarray(0, directory), ...found, zip.subarray(zip.length - 22)]);
}

describe('bytes of a zip that serve twice', () => {
  const again = (i: number): ZipSource => ({
    name: `again-${String(i)}.sgf`,
    contents: gameText(1),
    same: 0,
  });
  const other = { name: 'other.sgf', contents: gameText(2) };

  test('300 records of one entry give its games once', async () => {
    place.put('x.zip', makeZip([good, ...Array.from({ length: 299 }, (_, i) => again(i)), other]));
    const { games, codes } = await told();
    expect(games).toEqual(['x.zip!/good.sgf', 'x.zip!/other.sgf']);
    expect(codes).toEqual(Array.from({ length: 299 }, () => 'archive/entry-skipped'));
  });

  test('also where other entries are between them', async () => {
    const between = Array.from({ length: 40 }, (_, i) => [
      { name: `${String(i)}.sgf`, contents: gameText(i + 10) },
      again(i),
    ]).flat();
    place.put('x.zip', makeZip([{ ...good, contents: gameText(1, 200) }, ...between]));
    const { games, codes } = await told();
    // Each takes from what all may have: the entries that come last find nothing left.
    expect(games.length).toBeLessThanOrEqual(41);
    expect(games.length + codes.length).toBe(81);
  });

  test('an entry inside another is left out', async () => {
    const inner = makeZip([other]);
    const zip = makeZip([{ name: 'outer.sgf', contents: inner, method: 0 }, other]);
    // The second record tells of the first local header in the contents of the outer entry.
    const within = zip.indexOf('PK\u0003\u0004', 4, 'latin1');
    const record = zip.lastIndexOf('PK\u0001\u0002', zip.length, 'latin1');
    zip.writeUInt32LE(within, record + 42);
    place.put('x.zip', zip);
    expect((await told()).codes).toContain('archive/entry-skipped');
  });

  test('a directory in another order than the entries is read whole', async () => {
    const sources = Array.from({ length: 9 }, (_, i) => ({
      name: `${String(i)}.sgf`,
      contents: gameText(i),
    }));
    place.put('x.zip', turned(makeZip(sources), 9));
    const { games, codes } = await told();
    expect(games).toEqual(sources.map(({ name }) => `x.zip!/${name}`).reverse());
    expect(codes).toEqual([]);
  });
});

describe('a ratio for all of an archive', () => {
  const random = seededRandom(7);
  const letters = Array.from({ length: 2000 }, () => String.fromCharCode(97 + Math.floor(random() * 26)));
  /** Entries of half a MiB that are 300 times as small when packed, and alike only within themselves. */
  const zip = makeZip(
    Array.from({ length: 20 }, (_, i) => ({
      name: `${String(i)}.sgf`,
      contents: `(;GM[1]C[${[...letters.slice(i * 100), ...letters.slice(0, i * 100)].join('').repeat(250)}])`,
    })),
  );
  const tar = makeTar([{ name: 'in.zip', contents: zip }]);

  test.each([
    ['a zip', 'x.zip', zip],
    ['a zip in a zip', 'x.zip', makeZip([{ name: 'in.zip', contents: zip }])],
    ['a zip in a tar.gz', 'x.tgz', gzipSync(tar)],
  ])('%s of many small bombs is cut', async (_, name, bytes) => {
    place.put(name, bytes);
    expect((await told()).games).toHaveLength(20);
    const { games, out } = await told('--limit', 'archiveRatio=20');
    expect(out).toContain('the archive unpacks to too many bytes for its size (limit archiveRatio)');
    expect(games.length).toBeGreaterThan(0);
    expect(games.length).toBeLessThan(10);
  });
});

describe('a zip with other bytes around it', () => {
  const zip = makeZip([good, { name: 'large.sgf', contents: gameText(2).repeat(5000), method: 0 }]);
  const noise = Buffer.from('#!/bin/sh\nexec unzip "$0"\n');
  const commented = Buffer.concat([zip, Buffer.from('of a few words')]);
  commented.writeUInt16LE(commented.length - zip.length, zip.length - 2);

  test.each<[string, readonly Buffer[], string[]]>([
    ['before it', [noise, zip], ['archive/extra-bytes']],
    ['after it', [zip, noise], ['archive/extra-bytes']],
    ['on both sides', [noise, zip, noise], ['archive/extra-bytes']],
    ['after its comment', [commented, noise], ['archive/extra-bytes']],
    ['a comment alone', [commented], []],
    ['before a zip64', [noise, zip64('good.sgf', gameText(1))], ['archive/extra-bytes']],
    ['after a zip64', [zip64('good.sgf', gameText(1)), noise], ['archive/extra-bytes']],
    ['another zip', [makeZip([{ name: 'lost.sgf', contents: gameText(3) }]), zip], ['archive/damaged']],
    ['itself', [zip, zip], ['archive/damaged']],
    ['half of another zip', [zip, zip.subarray(0, 100)], ['archive/damaged']],
    ['so many that the end is not found', [zip, Buffer.alloc(2_000_000)], ['archive/damaged']],
  ])('%s', async (name, parts, wanted) => {
    const bytes = Buffer.concat(parts);
    place.put('x.zip', bytes);
    place.put('y.zip', makeZip([{ name: 'in.zip', contents: bytes }]));
    const { games, codes } = await told();
    expect(codes).toEqual([...wanted, ...wanted]);
    if (name.startsWith('so many')) return;
    expect(games.filter((game) => game.endsWith('good.sgf'))).toEqual([
      'x.zip!/good.sgf',
      'y.zip!/in.zip!/good.sgf',
    ]);
    if (!name.endsWith('zip64')) expect(games).toHaveLength(2 + 10_000);
  });
});

describe('entries of a tar', () => {
  test.each([
    ['a name out of the folder', '../bad.sgf'],
    ['an absolute name', '/etc/bad.sgf'],
  ])('%s is left out and told', async (_, name) => {
    place.put('x.tgz', gzipSync(makeTar([{ name, contents: gameText(1) }, good])));
    expect(await told()).toMatchObject({ games: ['x.tgz!/good.sgf'], codes: ['archive/entry-skipped'] });
  });

  test.each([
    ['a symbolic link', '2'],
    ['a hard link', '1'],
    ['a device', '3'],
    ['a pipe', '6'],
  ])('%s is left out and told', async (_, type) => {
    const tar = makeTar([{ name: 'bad.sgf', contents: '' }, good]);
    tar.write(type, 156);
    const sum = tar
      .subarray(0, 512)
      .fill(' ', 148, 156)
      .reduce((total, byte) => total + byte, 0);
    tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    place.put('x.tar', tar);
    expect(await told()).toMatchObject({ games: ['x.tar!/good.sgf'], codes: ['archive/entry-skipped'] });
  });
});

describe('what is no file', () => {
  test('a folder, a pipe, links that lead nowhere, to themselves and in a circle', async () => {
    place.put('dir.sgf/inside.sgf', gameText(1));
    place.put('z.sgf', gameText(2));
    mkdirSync(join(place.path, 'a'));
    symlinkSync('..', join(place.path, 'a/up'));
    symlinkSync('nowhere', join(place.path, 'broken.sgf'));
    symlinkSync('loop.sgf', join(place.path, 'loop.sgf'));
    symlinkSync('two.zip', join(place.path, 'one.zip'));
    symlinkSync('one.zip', join(place.path, 'two.zip'));
    expect(spawnSync('mkfifo', [join(place.path, 'pipe.sgf'), join(place.path, 'pipe.zip')]).status).toBe(0);
    const { games, codes } = await told();
    expect(games).toEqual(['dir.sgf/inside.sgf', 'z.sgf']);
    expect(codes).toEqual(Array.from({ length: 7 }, () => 'file/unreadable'));
  });
});

test('a set of names knows each of many', () => {
  const names = createNameSet();
  for (let i = 0; i < 20_000; i++) expect(names.add(`folder/${String(i)}.sgf`)).toBe('new');
  for (let i = 0; i < 20_000; i += 7) expect(names.add(`folder/${String(i)}.sgf`)).toBe('again');
});
