import iconv from 'iconv-lite';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTar, makeZip } from '../batch/make-zip.js';
import { gameText, makePlace, type Place } from '../cli/harness.js';

let place: Place;
beforeEach(() => (place = makePlace()));
afterEach(() => place.remove());

const words = 'some words without a game\n'.repeat(80_000);
const noise = 'noise '.repeat(300_000);
const games = (count: number): string => Array.from({ length: count }, (_, i) => gameText(i)).join('\n');
const chinese = iconv.encode(`(;GM[1]C[${'黑白古力'.repeat(60_000)}])`.repeat(2), 'gb18030');

/** What comes by standard input, and options. */
const INPUTS: Readonly<Record<string, readonly [Buffer, ...string[]]>> = {
  'text without a game': [Buffer.from(words)],
  'text before and after games': [Buffer.from(words + games(3) + noise)],
  'games between texts': [Buffer.from(games(900) + noise + words + games(2) + words)],
  'UTF-8 for so long, then another charset': [Buffer.concat([Buffer.from(games(3000)), chinese])],
  'text of another charset before a game': [
    iconv.encode(words + '黑白'.repeat(500_000) + games(1), 'gb18030'),
  ],
  'more than a file may have': [Buffer.from(games(3000)), '--limit', 'fileBytes=700001'],
  'a gzipped tar, its first member without data': [
    Buffer.concat([gzipSync(''), gzipSync(makeTar([{ name: 'a.sgf', contents: games(2) }]))]),
  ],
  'a zip': [makeZip([{ name: 'a.sgf', contents: games(2) }])],
};

const SIZES = [1_000_003, 65_536, 30_001, 4096];

function blocks(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
}

describe.each(Object.entries(INPUTS))('standard input: %s', (_, [bytes, ...options]) => {
  test.each(['check', 'audit'])('the findings of %s do not depend on how it comes', async (command) => {
    const more = command === 'audit' ? ['--no-score', '--format', 'jsonl'] : [];
    const said = async (stdin: readonly Buffer[]): Promise<string> =>
      (await place.sgfReferee([command, '-', '--quiet', '--jobs', '1', ...more, ...options], { stdin })).out;
    const whole = await said([bytes]);
    expect(whole.split('\n').length).toBeGreaterThan(1);
    for (const size of SIZES) expect((await said(blocks(bytes, size))) === whole).toBe(true);
  });
});

test('the first bytes tell a kind, if they come one by one', async () => {
  const bytes = makeTar([{ name: 'a.sgf', contents: games(2) }]);
  const { out } = await place.sgfReferee(['list', '-', '--columns', 'file,game'], {
    stdin: blocks(bytes, 1),
  });
  expect(out).toBe("file,game\n'-!/a.sgf,1\n'-!/a.sgf,2\n");
});
