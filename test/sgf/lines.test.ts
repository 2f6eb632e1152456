import { expect, test } from 'vitest';
import { LineIndex } from '../../src/sgf/raw.js';

const encoder = new TextEncoder();

/** `line:column` of each `x` in the text. */
function places(text: string, index = new LineIndex({ text: encoder.encode(text) })): string[] {
  const bytes = encoder.encode(text);
  const found: string[] = [];
  bytes.forEach((byte, at) => {
    if (byte !== 120) return;
    const { line, column } = index.place(at);
    found.push(`${line.toString()}:${column.toString()}`);
  });
  return found;
}

test.each<[what: string, text: string, expected: string[]]>([
  ['one line', 'x..x', ['1:1', '1:4']],
  ['LF', 'ax\nx\n\n.x', ['1:2', '2:1', '4:2']],
  ['CR LF', 'ax\r\nx\r\n\r\n.x', ['1:2', '2:1', '4:2']],
  ['CR', 'ax\rx\r\r.x', ['1:2', '2:1', '4:2']],
  ['all of them', 'x\rx\nx\r\nx\n\rx', ['1:1', '2:1', '3:1', '4:1', '6:1']],
  ['two, three and four bytes a character', 'éx囲x😀x\né囲😀x', ['1:2', '1:4', '1:6', '2:4']],
])('%s', (_, text, expected) => {
  expect(places(text)).toEqual(expected);
});

test('questions in any order, and a first line that is not 1', () => {
  const text = encoder.encode('ab\ncd\nef');
  const index = new LineIndex({ text }, 10);
  expect([7, 0, 3, 8, 1].map((at) => index.place(at))).toEqual([
    { line: 12, column: 2 },
    { line: 10, column: 1 },
    { line: 11, column: 1 },
    { line: 12, column: 3 },
    { line: 10, column: 2 },
  ]);
});
