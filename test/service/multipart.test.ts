import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundaryOf, partsOf } from '../../src/service/uploads.js';

async function* inBlocks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    await Promise.resolve();
    yield bytes.subarray(at, at + size);
  }
}

async function read(bytes: Buffer, boundary: string, size: number): Promise<[string | undefined, string][]> {
  const parts: [string | undefined, string][] = [];
  for await (const { filename, blocks } of partsOf(inBlocks(bytes, size), boundary)) {
    const held: Buffer[] = [];
    for await (const block of blocks) held.push(Buffer.from(block));
    parts.push([filename, Buffer.concat(held).toString('latin1')]);
  }
  return parts;
}

test('what a browser would send is read back, in blocks of any size', async () => {
  const text = fc.string({ unit: fc.constantFrom('-', '\r', '\n', 'b', 'x', '\u00ff'), maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 30 }),
      async (texts, size) => {
        const boundary = 'bxbxb';
        fc.pre(!texts.some((one) => one.includes(boundary)));
        const body = texts
          .map(
            (one, i) =>
              `--${boundary}\r\ncontent-disposition: form-data; name="f"; filename="${String(i)}"\r\n\r\n${one}\r\n`,
          )
          .join('');
        const bytes = Buffer.from(`${body}--${boundary}--\r\n`, 'latin1');
        expect(await read(bytes, boundary, size)).toEqual(texts.map((one, i) => [String(i), one]));
      },
    ),
  );
});

test.each([
  ['filename="a \\"b\\".sgf"', 'a "b".sgf'],
  ['filename="a%22b%0D%0A.sgf"', 'a"b\r\n.sgf'],
  ['filename="棋譜.sgf"', '棋譜.sgf'],
  ["filename=x; filename*=UTF-8''%E6%A3%8B.sgf", '棋.sgf'],
  ['other=1', undefined],
])('names: %s', async (parameter, name) => {
  const bytes = Buffer.from(
    `--b\r\nContent-Disposition: form-data; name="f"; ${parameter}\r\n\r\nx\r\n--b--`,
  );
  expect(await read(bytes, 'b', 7)).toEqual([[name, 'x']]);
});

test('boundaries', () => {
  expect(boundaryOf('multipart/form-data; boundary=abc')).toBe('abc');
  expect(boundaryOf('multipart/form-data; charset=x; boundary="a b"')).toBe('a b');
  expect(boundaryOf('multipart/form-data')).toBeUndefined();
});
