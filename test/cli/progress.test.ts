import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createProgress } from '../../cli/output.js';
import { noCounts } from '../../src/report/output/summary.js';
import { makePlace } from './harness.js';

const place = makePlace();

/** The line of progress of a run that has read some of a hundred bytes, on a terminal so wide. */
function progressLine(columns: number, read: number): string {
  const file = place.put('in.sgf', ' '.repeat(100));
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns });
  const io = { stdin: Readable.from([]), stdout: new PassThrough(), stderr, env: {}, cwd: place.path };
  const progress = createProgress(io);
  progress.begin([file]);
  progress.update({ ...noCounts(), files: 1, games: 2 }, read);
  return String(stderr.read()).replace('\r\u001b[K', '');
}

test.each([
  ['on a terminal that does not tell its width', 0, 50, /^=+-+ 50 % 1 file, 2 games, \d+\/s \d+ s left$/],
  ['no longer than a narrow terminal', 30, 50, /^={10}-{10} 50 % 1 f$/],
  ['without the time left while most of it went to the start', 80, 4, /^=-+ 4 % 1 file, 2 games, \d+\/s $/],
])('%s', (_, columns, read, line) => {
  expect(progressLine(columns, read)).toMatch(line);
});
