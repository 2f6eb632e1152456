import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codesIn } from './support.js';

const TABLE = readFileSync(new URL('../../../docs/sgfc-messages.md', import.meta.url), 'utf8');
const rows = TABLE.split('\n')
  .map((line) => /^\| (\d+) \| (.*?) \| (.*?) \| (.*) \|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, number = '', says = '', code = '', file = '']) => ({ number: Number(number), says, code, file }));
const applicable = rows.filter(({ code }) => code !== '-');

describe("the table of SGFC's messages", () => {
  it('has each number from 1 to 75 once, in order', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 75 }, (_, i) => i + 1));
  });

  it('says of each number that does not apply why', () => {
    for (const { code, file } of rows) if (code === '-') expect(file).toMatch(/^[A-Z`].{12}/);
  });

  it.each(applicable)('$number, $says: $code', ({ code, file }) => {
    expect(codesIn(bytesOf(file.slice(1, -1)))).toContain(code.slice(1, -1));
  });
});

/** Bytes that the table writes as text: `\0` and `\xHH` are bytes. */
function bytesOf(written: string): Uint8Array {
  const text = written.replace(/\\(?:0|x([0-9a-f]{2}))/g, (_, hex: string | undefined) =>
    String.fromCharCode(hex === undefined ? 0 : parseInt(hex, 16)),
  );
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
