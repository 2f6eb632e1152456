/**
 * Makes the inputs of docs/hostile-input.md, audits each, and prints the table: time, peak memory, what was reported.
 * `npm run hostile [-- --folder FOLDER --only WORD --small]`; it needs 3 GB and a million inodes, `--small` a thousandth.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { seededRandom } from '../accuracy/random.js';
import {
  manyFiles,
  nestedBomb,
  randomMoves,
  repeated,
  writePieces,
  zeroGzip,
  zeroZip,
} from '../faults/bombs.js';

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    only: { type: 'string' },
    small: { type: 'boolean', default: false },
  },
});
const folder = mkdtempSync(join(values.folder ?? tmpdir(), 'sgf-referee-hostile-'));
const scale = values.small ? 1000 : 1;
const script = fileURLToPath(new URL('../../../test/faults/measured.mjs', import.meta.url));

interface Case {
  readonly what: string;
  readonly name: string;
  readonly make: (path: string) => void;
  readonly options?: readonly string[];
}

const many = 1_000_000 / scale;
const tenGigabytes = Math.ceil((10 * 1024) / scale);
const CASES: readonly Case[] = [
  {
    what: 'zip bomb, 10 GB',
    name: 'bomb.zip',
    make: (path) => writeFileSync(path, zeroZip('a.sgf', tenGigabytes)),
  },
  {
    what: 'zip bomb, 10 GB, its directory says 1000 bytes',
    name: 'liar.zip',
    make: (path) => writeFileSync(path, zeroZip('a.sgf', tenGigabytes, 1000)),
  },
  {
    what: 'gzip bomb, 10 GB',
    name: 'bomb.sgf.gz',
    make: (path) => writeFileSync(path, zeroGzip(tenGigabytes)),
  },
  {
    what: 'zips in zips, 16 in each, 6 deep, 4.5 PB',
    name: 'nested.zip',
    make: (path) => writeFileSync(path, nestedBomb()),
  },
  {
    what: 'the same, four levels let in',
    name: 'nested-4.zip',
    make: (path) => writeFileSync(path, nestedBomb()),
    options: ['--limit', 'archiveDepth=4'],
  },
  {
    what: '1,000,000 games in one file',
    name: 'games.sgf',
    make: (path) => writePieces(path, repeated('(;GM[1]SZ[9];B[aa];W[bb])\n', many)),
  },
  { what: '1,000,000 files in one folder', name: 'files', make: (path) => manyFiles(path, many) },
  {
    what: 'a game of 1,000,000 nodes, passes',
    name: 'passes.sgf',
    make: (path) => writePieces(path, repeated(';B[];W[]', many / 2, ['(;GM[1]SZ[19]', ')'])),
  },
  {
    what: 'a game of 1,000,000 nodes, random points',
    name: 'moves.sgf',
    make: (path) => writePieces(path, randomMoves(many, seededRandom(1))),
  },
  {
    what: '1,000,000 variations inside each other',
    name: 'deep.sgf',
    make: (path) => writePieces(path, repeated('(;B[aa]', many, ['(;GM[1]SZ[9]', ')'])),
    options: ['--variations'],
  },
  {
    what: 'a value of 1 GB',
    name: 'value.sgf',
    make: (path) => writePieces(path, repeated('x', 1_000_000_000 / scale, ['(;GM[1]SZ[9]C[', '];B[aa])'])),
  },
  {
    what: 'a value of 1 GB that never ends, then a game',
    name: 'open.sgf',
    make: (path) =>
      writePieces(path, repeated('x', 1_000_000_000 / scale, ['(;GM[1]SZ[9]C[', '\n(;GM[1]SZ[9];B[aa])'])),
  },
];

console.log('| input | seconds | peak memory, MB | games | reported |\n|---|---|---|---|---|');
for (const { what, name, make, options = [] } of CASES) {
  if (values.only !== undefined && !name.includes(values.only)) continue;
  const path = join(folder, name);
  const out = join(folder, 'out');
  make(path);
  const started = performance.now();
  const words = [script, 'audit', path, '--no-score', '--jobs', '2', '--out', out, '--quiet', ...options];
  const run = spawnSync(process.execPath, words, { encoding: 'utf8', timeout: 900_000 });
  const seconds = (performance.now() - started) / 1000;
  const peak = /\{"peak":(\d+)\}/.exec(run.stderr)?.[1];
  let reported = `exit ${String(run.status)} ${run.stderr.slice(0, 200)}`;
  let games = 0;
  if (run.status !== null && run.status <= 3 && existsSync(join(out, 'summary.json'))) {
    const summary = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) as {
      games: number;
      codes: Record<string, number>;
    };
    ({ games } = summary);
    reported = Object.entries(summary.codes)
      .map(([code, count]) => `${count.toLocaleString('en-US')} ${code}`)
      .join(', ');
  }
  const memory = peak === undefined ? '?' : Math.round(Number(peak) / 1024).toLocaleString('en-US');
  console.log(
    `| ${what} | ${seconds.toFixed(1)} | ${memory} | ${games.toLocaleString('en-US')} | ${reported} |`,
  );
  rmSync(path, { recursive: true, force: true });
  rmSync(out, { recursive: true, force: true });
}
rmSync(folder, { recursive: true, force: true });
