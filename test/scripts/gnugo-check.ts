// Checks --estimator gtp:COMMAND against a real GNU Go: npm run tools && node dist-test/test/scripts/gnugo-check.js
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Readable, Writable } from 'node:stream';
import { run } from '../../cli/run.js';
import { isProgram } from '../../src/run/engine/engine-pool.js';

/** Debian puts games where not every PATH looks. */
const PLACES = ['gnugo', '/usr/games/gnugo', '/usr/local/bin/gnugo'];

/** Finished games on which nothing is proved; the dead stones and results are by the rules, not by the program. */
const GAMES = [
  {
    name: 'a lone stone in a wide area',
    sgf: '(;GM[1]FF[4]SZ[5]RU[Chinese]KM[0.5]RE[B+4.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[bb];B[];W[])',
    row: { dead_black: '0', dead_white: '1', result: 'B+4.5', verdict: 'confirmed' },
  },
  {
    name: 'two dead stones in a corner, counted by territory',
    sgf: '(;GM[1]FF[4]SZ[7]RU[Japanese]KM[6.5]RE[B+2.5];B[da];W[ea];B[db];W[eb];B[dc];W[ec];B[dd];W[ed];B[de];W[ee];B[df];W[ef];B[dg];W[eg];B[];W[aa];B[];W[ba];B[];W[])',
    row: { dead_black: '0', dead_white: '2', result: 'B+2.5', verdict: 'confirmed' },
  },
  {
    name: 'no dead stone',
    sgf: '(;GM[1]FF[4]SZ[7]RU[Chinese]KM[6.5]RE[B+0.5];B[da];W[ea];B[db];W[eb];B[dc];W[ec];B[dd];W[ed];B[de];W[ee];B[df];W[ef];B[dg];W[eg];B[];W[])',
    row: { dead_black: '0', dead_white: '0', result: 'B+0.5', verdict: 'confirmed' },
  },
  {
    name: 'a board larger than GNU Go knows',
    sgf: `(;GM[1]FF[4]SZ[21]RU[Chinese]KM[6.5]RE[B+0.5];B[dd];W[qq];B[];W[])`,
    row: { scored: 'no', not_scored_because: 'the engine gave no verdict', first_code: 'dead/engine-failed' },
  },
];

const COPIES = 5;

class Collected extends Writable {
  text = '';

  override _write(block: Buffer, _encoding: string, done: () => void): void {
    this.text += block.toString('utf8');
    done();
  }
}

async function audit(folder: string, words: readonly string[]): Promise<string> {
  const stdout = new Collected();
  const stderr = new Collected();
  const argv = [
    'audit',
    folder,
    '--format',
    'csv',
    '--fail-on',
    'never',
    '--ignore',
    'game/duplicate',
    ...words,
  ];
  const code = await run(argv, { stdin: Readable.from([]), stdout, stderr, cwd: folder });
  assert.equal(code, 0, stderr.text);
  return stdout.text;
}

function rowsOf(csv: string): Record<string, string>[] {
  const [header = '', ...lines] = csv.trimEnd().split('\n');
  const columns = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [columns[i]!, cell])));
}

async function check(gnugo: string, folder: string): Promise<void> {
  for (let i = 0; i < GAMES.length * COPIES; i++) {
    writeFileSync(join(folder, `${String(i).padStart(2, '0')}.sgf`), GAMES[i % GAMES.length]!.sgf);
  }
  const engine = ['--estimator', `gtp:${gnugo} --mode gtp`];
  const alone = await audit(folder, [...engine, '--jobs', '1']);
  const rows = rowsOf(alone);
  assert.equal(rows.length, GAMES.length * COPIES);
  for (const [i, row] of rows.entries()) {
    const { name, row: expected } = GAMES[i % GAMES.length]!;
    const found = Object.fromEntries(Object.keys(expected).map((column) => [column, row[column]]));
    assert.deepEqual(found, expected, name);
  }
  assert.equal(
    await audit(folder, [...engine, '--jobs', '3']),
    alone,
    'rows depend on the number of engines',
  );

  const hurried = rowsOf(await audit(folder, [...engine, '--engine-seconds', '0.001']));
  for (const row of hurried) assert.equal(row['first_code'], 'dead/engine-failed', 'no time, yet a verdict');
}

const gnugo = PLACES.find((place) =>
  place.includes('/') ? existsSync(place) : isProgram(place, process.env['PATH'] ?? ''),
);
if (gnugo === undefined) {
  console.error('gnugo-check: GNU Go is not installed; on Debian: apt-get install gnugo');
  process.exitCode = 1;
} else {
  const folder = mkdtempSync(join(tmpdir(), 'gnugo-check-'));
  try {
    await check(gnugo, folder);
    console.log(`gnugo-check: ${GAMES.length} kinds of games, ${COPIES} of each, as expected`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
