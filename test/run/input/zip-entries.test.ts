import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ZipEntry } from '../../../src/run/input/item.js';
import { isNext, readEntries, readEntry } from '../../../src/run/input/unpack.js';
import { bytesInMemory } from '../../../src/run/input/zip.js';

const NAME = 'a.sgf';

/** Entries one after another, with `gap` bytes between them, as their local headers and data. */
function archiveOf(contents: readonly Buffer[], gap: number): { bytes: Buffer; entries: ZipEntry[] } {
  const pieces: Buffer[] = [];
  const entries: ZipEntry[] = [];
  let at = 0;
  for (const one of contents) {
    const packed = deflateRawSync(one);
    const header = Buffer.alloc(30 + NAME.length);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(NAME.length, 26);
    header.write(NAME, 30);
    const place = { at, nameLength: NAME.length, packed: packed.length };
    entries.push({ ...place, unpacked: one.length, crc: crc32(one), method: 8 });
    pieces.push(header, packed, Buffer.alloc(gap));
    at += header.length + packed.length + gap;
  }
  return { bytes: Buffer.concat(pieces), entries };
}

const contents = fc.array(
  fc.oneof(
    fc.string({ maxLength: 50 }).map((text) => Buffer.from(text)),
    fc.integer({ min: 0, max: 3000 }).map((count) => Buffer.from(';B[dd];W[pp]'.repeat(count))),
  ),
  { minLength: 1, maxLength: 8 },
);

test('entries that are read together are those that are read one by one (seed 20261122)', () => {
  fc.assert(
    fc.property(contents, fc.integer({ min: 0, max: 100 }), (given, gap) => {
      const { bytes, entries } = archiveOf(given, gap);
      const archive = bytesInMemory(bytes);
      expect(entries.every((entry, i) => i === 0 || isNext(entries[i - 1]!, entry))).toBe(true);
      expect(readEntries(archive, entries)?.map(String)).toEqual(given.map(String));
    }),
    { numRuns: 100, seed: 20261122 },
  );
});

test('where one entry is damaged none is read together, and each one by one if it can be', () => {
  let damaged = 0;
  fc.assert(
    fc.property(contents, fc.nat(), fc.integer({ min: 1, max: 255 }), (given, where, flip) => {
      const { bytes, entries } = archiveOf(given, 0);
      bytes[where % bytes.length]! ^= flip;
      const archive = bytesInMemory(bytes);
      const single = entries.map((entry) => readEntry(archive, entry));
      const isGood = single.every(({ ok }) => ok);
      if (!isGood) damaged++;
      const together = readEntries(archive, entries);
      if (together) expect(isGood).toBe(true);
      single.forEach((one, i) => {
        if (one.ok) expect(String(one.value)).toBe(String(given[i]));
        if (one.ok && together) expect(String(together[i])).toBe(String(one.value));
      });
    }),
    { numRuns: 300, seed: 20261122 },
  );
  expect(damaged).toBeGreaterThan(50);
});

test.each<[string, Partial<ZipEntry>]>([
  ['a wrong CRC', { crc: 1 }],
  ['a size that is too small', { unpacked: 3 }],
  ['a size that is too large', { unpacked: 3000 }],
  ['data cut short', { packed: 2 }],
  ['a place without a header', { at: 1 }],
])('%s is left to the reader of one entry', (_, wrong) => {
  const given = [Buffer.from('(;GM[1])'), Buffer.from('(;GM[1];B[aa])')];
  const { bytes, entries } = archiveOf(given, 0);
  const archive = bytesInMemory(bytes);
  expect(readEntries(archive, entries)).toHaveLength(2);
  expect(readEntries(archive, [{ ...entries[0]!, ...wrong }, entries[1]!])).toBeUndefined();
});
