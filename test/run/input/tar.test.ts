import { describe, expect, test } from 'vitest';
import { ByteInput } from '../../../src/run/input/blocks.js';
import { TarReader } from '../../../src/run/input/tar.js';

const OCTAL = (value: number): string => `${value.toString(8).padStart(11, '0')}\0`;

/** A header and its contents; `at`: texts in other fields. */
function member(name: string, contents = '', type = '0', at: Record<number, string> = {}): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 'latin1');
  header.write(OCTAL(contents.length), 124);
  header.write(type, 156);
  header.write('ustar\x0000', 257, 'latin1');
  for (const [place, text] of Object.entries(at)) header.write(text, Number(place), 'latin1');
  header.fill(' ', 148, 156);
  header.write(OCTAL(header.reduce((sum, byte) => sum + byte)).slice(-8), 148);
  return Buffer.concat([header, Buffer.from(contents), Buffer.alloc(-contents.length & 511)]);
}

/** Name, kind and contents of each member, and what is wrong at the end. */
async function read(tar: Buffer, blockSize: number): Promise<string[]> {
  const blocks: Buffer[] = [];
  for (let at = 0; at < tar.length; at += blockSize) blocks.push(tar.subarray(at, at + blockSize));
  const reader = new TarReader(new ByteInput(blocks));
  const found: string[] = [];
  try {
    for (let one = await reader.next(); one; one = await reader.next()) {
      const contents = (await reader.whole()) ?? 'cut';
      found.push(
        `${one.name} ${one.kind} ${contents === 'cut' ? contents : Buffer.from(contents).toString()}`,
      );
    }
  } catch (error) {
    found.push((error as Error).message);
  }
  return found;
}

const a = member('a', 'A');
const b = member('b', 'B'.repeat(513));
const readB = `b file ${'B'.repeat(513)}`;
const end = Buffer.alloc(1024);

describe.each([100, 512, 100_000])('a tar in blocks of %d bytes', (size) => {
  test.each<[string, readonly Buffer[], readonly string[]]>([
    ['two files', [a, b, end], ['a file A', readB]],
    ['without an end', [a, b], ['a file A', readB]],
    ['nothing', [], []],
    ['a folder', [member('d/', ''), member('e', '', '5'), a], ['d/ folder ', 'e folder ', 'a file A']],
    ['a link', [member('l', '', '2'), a], ['l other ', 'a file A']],
    ['a name with a prefix', [member('n', 'N', '0', { 345: 'p/q' })], ['p/q/n file N']],
    [
      'a name of another writer, without a prefix',
      [member('n', 'N', '0', { 257: 'ustar  ', 345: 'p' })],
      ['n file N'],
    ],
    ['a long name', [member('L', 'long\0', 'L'), a, b], ['long file A', readB]],
    ['fields of one file', [member('x', '11 path=pp\n', 'x'), a, b], ['pp file A', readB]],
    [
      'a size in a field',
      [member('x', '10 size=1\n', 'x'), member('a', 'A', '0', { 124: OCTAL(0) })],
      ['a file A'],
    ],
    [
      'fields of all files',
      [member('g', '11 path=pp\n', 'g'), a, b],
      ['pp file A', readB.replace('b', 'pp')],
    ],
    ['a size to base 256', [member('a', 'A', '0', { 124: '\x80\0\0\0\0\0\0\0\0\0\0\x01' })], ['a file A']],
    ['a size between blanks', [member('a', 'A', '0', { 124: '  1 \0 9\0\0\0\0\0' })], ['a file A']],
    ['no size', [member('a', '', '0', { 124: '\0           ' })], ['a file ']],
    ['a size that is no number', [member('a', '', '0', { 124: ' -1\0' })], ['a header has no size']],
    ['a name that is not ASCII', [member('\xc3\xa9.sgf', 'A')], ['é.sgf file A']],
    ['a wrong checksum', [a, flipped(b), a], ['a file A', 'a header has a wrong checksum']],
    ['cut short in a header', [a, b.subarray(0, 300)], ['a file A', 'the data is cut short']],
    ['cut short in a file', [a, b.subarray(0, 600)], ['a file A', 'b file cut']],
    ['cut short in a long name', [member('L', 'long\0', 'L').subarray(0, 514)], ['the data is cut short']],
  ])('%s', async (_, parts, expected) => {
    expect(await read(Buffer.concat(parts), size)).toEqual(expected);
  });
});

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[0]! ^= 1;
  return copy;
}
