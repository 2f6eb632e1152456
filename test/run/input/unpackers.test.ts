import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { portableCrc32 } from '../../../src/core/bytes.js';
import { DEFAULT_LIMITS } from '../../../src/core/limits.js';
import { itemsOfBytes, type Unpacker } from '../../../src/run/input/archives.js';
import { nameOf, oneByOne } from '../../../src/run/input/item.js';
import { ZLIB } from '../../../src/run/input/unpack.js';
import { STREAMS } from '../../../src/ui/page/unpack.js';
import { makeTar, makeZip } from '../../batch/make-zip.js';

const noise = Buffer.from('#!/bin/sh\n');
const game = { name: 'a.sgf', contents: '(;GM[1];B[aa])' };
const other = { name: 'b.sgf', contents: `(;GM[1]${';B[bb]'.repeat(50_000)})` };
const zip = makeZip([game, other]);
const tar = makeTar([game, { name: 'b.sgf', contents: 'B' }]);
const packed = gzipSync(tar);

/** A copy with one byte changed. */
function broken(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 6;
  return copy;
}

/** Name and size of each item, or its finding. */
async function found(name: string, bytes: Buffer, unpacker: Unpacker): Promise<string[]> {
  const all: string[] = [];
  const at = {
    limits: { ...DEFAULT_LIMITS, archiveRatio: 100 },
    unpacker,
    depth: 1,
    large: 'whole',
  } as const;
  for await (const item of oneByOne(itemsOfBytes(name, bytes, at))) {
    const { finding } = item as { finding?: { code: string } };
    all.push(`${nameOf(item)} ${finding?.code ?? String(item.size)}`);
  }
  return all;
}

const both = ['x!/a.sgf 14', `x!/b.sgf ${String(other.contents.length)}`];
const small = ['x!/a.sgf 14', 'x!/b.sgf 1'];

describe.each([
  ['zlib', ZLIB],
  ["the browser's streams", STREAMS],
])('%s', (_, unpacker) => {
  test.each<[string, string, Buffer, readonly string[]]>([
    ['a zip', 'x', zip, both],
    ['a zip behind a program', 'x.zip', Buffer.concat([noise, zip]), ['x.zip archive/extra-bytes', ...both]],
    [
      'a zip in a tar',
      'x',
      makeTar([{ name: 'y.zip', contents: zip }]),
      both.map((one) => one.replace('x', 'x!/y.zip')),
    ],
    ['a zip without a directory', 'x', zip.subarray(0, 60), ['x archive/damaged']],
    ['a zip with a damaged entry', 'x', broken(zip, 42), ['x!/a.sgf archive/entry-skipped', both[1]!]],
    [
      'an entry longer than stated',
      'x',
      makeZip([{ ...game, unpacked: 3 }]),
      ['x!/a.sgf archive/entry-skipped'],
    ],
    [
      'an entry of the bytes of another',
      'x',
      makeZip([game, { ...game, name: 'again.sgf', same: 0 }]),
      ['x!/a.sgf 14', 'x!/again.sgf archive/entry-skipped'],
    ],
    ['a tar', 'x.tar', tar, small],
    ['a tar with a wrong checksum', 'x.tar', broken(tar, 1024), ['x.tar archive/damaged', small[0]!]],
    ['a gzipped tar', 'x.tgz', packed, small],
    ['a gzipped game', 'x', gzipSync(game.contents), ['x 14']],
  ])('reads %s', async (_name, name, bytes, expected) => {
    const items = await found(name, bytes, unpacker);
    expect(items.map((item) => item.replace(/^x\.(?:tar|tgz|zip)!/, 'x!')).sort()).toEqual(
      [...expected].sort(),
    );
  });

  test.each([
    ['cut short', gzipSync(game.contents).subarray(0, 20)],
    ['of too many bytes', gzipSync(Buffer.alloc(20 << 20))],
  ])('says that a gzip is damaged: %s', async (_name, bytes) => {
    expect((await found('x.gz', bytes, unpacker)).at(-1)).toBe('x.gz archive/damaged');
  });
});

test('CRC-32 is that of Node where Node is missing', () => {
  const bytes = Buffer.from('123456789');
  expect(portableCrc32(bytes, 0)).toBe(0xcbf43926);
  expect(portableCrc32(bytes.subarray(4), portableCrc32(bytes.subarray(0, 4), 0))).toBe(0xcbf43926);
});
