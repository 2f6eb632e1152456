/**
 * Compares whole runs of the command with the stock libraries that do only parse and replay, in one go:
 * ratios mean something on a noisy machine, absolute times little.
 *
 *   npm run bench [-- FOLDER]     without a folder, 12,000 seeded random games are written to a temporary one
 */
import sgf from '@sabaki/sgf';
import GoBoard from '@sabaki/go-board';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { randomGame } from './random-game.js';

/** The package's types describe a default export that its CommonJS code does not have. */
interface StockBoard {
  makeMove(sign: 1 | -1, vertex: [number, number]): StockBoard;
}
interface StockBoards {
  fromDimensions(width: number, height: number): StockBoard;
}

const STOCK_GAMES = 150;
const ROUNDS = 5;

function walk(folder: string, into: string[] = []): string[] {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) walk(path, into);
    else if (/\.sgf$/i.test(name)) into.push(path);
  }
  return into;
}

function generate(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-bench-'));
  for (let i = 0; i < 12_000; i++) {
    const sub = join(folder, String(i % 12));
    if (!existsSync(sub)) mkdirSync(sub);
    writeFileSync(join(sub, `${String(i)}.sgf`), randomGame(i));
  }
  return folder;
}

/** Milliseconds of the whole process and its output's row count. */
function command(folder: string, jobs: number): { ms: number; rows: number } {
  const start = performance.now();
  const run = spawnSync(
    process.execPath,
    [
      'dist/cli/bin.js',
      'audit',
      folder,
      '--no-score',
      '--format',
      'csv',
      '--jobs',
      String(jobs),
      '--quiet',
      '--fail-on',
      'never',
    ],
    { maxBuffer: 1 << 30, encoding: 'latin1' },
  );
  const ms = performance.now() - start;
  if (run.status !== 0) throw new Error(`audit ended with ${String(run.status)}: ${run.stderr}`);
  return { ms, rows: run.stdout.split('\n').length - 2 };
}

/** What a program on the stock libraries does at least: parse, then every move on the board. */
function stock(files: readonly string[]): number {
  const start = performance.now();
  for (const file of files) {
    const [root] = sgf.parse(readFileSync(file, 'utf8'));
    if (!root) continue;
    const size = Number(root.data['SZ']?.[0] ?? 19);
    let board = (GoBoard as unknown as StockBoards).fromDimensions(size, size);
    for (let node: typeof root | undefined = root; node; node = node.children[0]) {
      for (const [ident, sign] of [
        ['B', 1],
        ['W', -1],
      ] as const) {
        const value = node.data[ident]?.[0];
        if (value !== undefined) board = board.makeMove(sign, sgf.parseVertex(value));
      }
    }
  }
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

const given = process.argv[2];
const folder = given ?? generate();
const files = walk(folder);
const step = Math.max(1, Math.floor(files.length / STOCK_GAMES));
const sample = files.filter((_, i) => i % step === 0).slice(0, STOCK_GAMES);

const one: number[] = [];
const two: number[] = [];
const other: number[] = [];
let rows = 0;
for (let round = 0; round <= ROUNDS; round++) {
  const a = command(folder, 1);
  const b = command(folder, 2);
  const c = stock(sample);
  if (round === 0) continue; // the first round warms the page cache
  rows = a.rows;
  one.push(a.ms);
  two.push(b.ms);
  other.push(c);
}
const perGame = median(one) / rows;
const stockPerGame = median(other) / sample.length;
const ratios = one.map((ms, i) => other[i]! / sample.length / (ms / rows));
const speedups = one.map((ms, i) => ms / two[i]!);

console.log(
  `node ${process.version}, ${String(cpus().length)} cores, ${String(files.length)} files, ${String(rows)} games, ${String(ROUNDS)} rounds`,
);
console.log(
  `audit --no-score --jobs 1   ${(1000 / perGame).toFixed(0)} games/s whole process, ${(perGame * 1000).toFixed(1)} us a game`,
);
console.log(
  `stock parse and replay      ${(1000 / stockPerGame).toFixed(0)} games/s, ${(stockPerGame * 1000).toFixed(0)} us a game`,
);
console.log(
  `ratio to stock              ${median(ratios).toFixed(0)} (${Math.min(...ratios).toFixed(0)} to ${Math.max(...ratios).toFixed(0)})`,
);
console.log(
  `two workers against one     ${median(speedups).toFixed(2)} (${Math.min(...speedups).toFixed(2)} to ${Math.max(...speedups).toFixed(2)})`,
);
if (given === undefined) rmSync(folder, { recursive: true });
