import { describe, expect, test } from 'vitest';
import { filesIn } from '../../src/ui/page/archives.js';
import { makeZip } from '../batch/make-zip.js';

const noise = Buffer.from('#!/bin/sh\n');
const game = { name: 'a.sgf', contents: '(;GM[1];B[aa])' };
const zip = makeZip([game, { name: 'b.sgf', contents: '(;GM[1];B[bb])' }]);

/** Names of what the page finds in a dropped zip, and why it leaves the others. */
async function found(parts: readonly Buffer[]): Promise<string[]> {
  const all: string[] = [];
  for await (const one of filesIn('x.zip', Uint8Array.from(Buffer.concat(parts))))
    all.push('bytes' in one ? one.name : `${one.name}: ${one.reason}`);
  return all;
}

describe('a zip on the page', () => {
  test.each([
    ['alone', [zip]],
    ['behind a program', [noise, zip]],
    ['with more at its end', [zip, noise]],
  ])('is read %s', async (_, parts) => {
    expect(await found(parts)).toEqual(['x.zip!/a.sgf', 'x.zip!/b.sgf']);
  });

  test('gives each of its bytes once', async () => {
    const reason = 'it shares bytes with another entry';
    expect(await found([makeZip([game, { ...game, name: 'again.sgf', same: 0 }])])).toEqual([
      'x.zip!/a.sgf',
      `x.zip!/again.sgf: ${reason}`,
    ]);
  });

  test('without a directory is damaged', async () => {
    expect(await found([zip.subarray(0, 60)])).toEqual(['x.zip: the zip is damaged: it has no directory']);
  });
});
