import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createPageWriter } from '../../src/report/output/html/report.js';
import { linesOf } from '../../src/report/output/html/report-data.js';

const deflate = (block: Uint8Array): string => deflateRawSync(block).toString('base64');
const LINES = Buffer.from('R["棋.sgf",1]\n'.repeat(150_000));

/** The data of a page whose lines arrive in pieces. */
function written(size: number): string {
  const writer = createPageWriter(deflate);
  let text = '';
  for (let at = 0; at < LINES.length; at += size) text += writer.add(LINES.subarray(at, at + size));
  return text + writer.end('C{}\n');
}

test('the data of a page are read as they were written, and the same however the lines arrive', async () => {
  const page = written(LINES.length);
  const data = page.slice(0, page.indexOf('<'));
  expect(data.trim().split('\n').length).toBeGreaterThan(1);
  expect(await linesOf(data)).toBe(`${LINES.toString()}C{}\n`);
  expect(written(999)).toBe(page);
});

test('a page that is cut short is not read', async () => {
  const data = written(LINES.length).split('\n')[0]!;
  await expect(linesOf(data.slice(0, -8))).rejects.toThrow();
});
