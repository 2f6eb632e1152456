/** Ratios of processor time, of the least of all rounds, held against those of `baseline.json`: seconds differ from machine to machine, ratios hardly. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packed } from './archives.js';
import { audit } from './command.js';
import { sampleOf, sgfFiles } from './files.js';
import { line } from './spread.js';
import { stockReplay } from './stock.js';

const FLOOR = fileURLToPath(new URL('../../../test/bench/floor.c', import.meta.url));
const BASELINE = fileURLToPath(new URL('../../../test/bench/baseline.json', import.meta.url));
const SAMPLES = fileURLToPath(new URL('../../../samples', import.meta.url));

/** What a ratio may exceed the baseline by. */
const TOLERANCE = 1.1;

const COLLECTION_GAMES = 500;
const STOCK_GAMES = 400;
const NO_SCORE = ['--no-score', '--jobs', '1'];

type Cost = () => number;

/**
 * Measures every ratio, in rounds that alternate what is compared, and prints it beside the baseline. `renew`: writes the baseline in
 * place of comparing; ratios of a floor that this machine has no compiler for keep their numbers. Returns whether all are within the tolerance.
 */
export function checkRatios(
  files: readonly string[],
  into: string,
  { rounds, renew }: { readonly rounds: number; readonly renew: boolean },
): boolean {
  const list = join(into, 'check.txt');
  writeFileSync(list, files.join('\n'));
  const plain = cost(['--files-from', list]);
  const { zip, tarGz } = packed(files, into);
  const compared: readonly (readonly [string, Cost, Cost])[] = [
    ['plain files, times reading and replay in C', plain, floor(list, into)],
    ['plain files, times the stock libraries', plain, stock(files)],
    ['collections of 500, times plain files', cost([collections(files, into)]), plain],
    ['zip, times plain files', cost([zip]), plain],
    ['tar.gz, times plain files', cost([tarGz]), plain],
    ['two jobs, times one', cost(['--files-from', list], ['--no-score', '--jobs', '2']), plain],
    ['scores of the samples, times plain files', cost(sgfFiles(SAMPLES), ['--jobs', '1']), plain],
  ];
  const before = JSON.parse(readFileSync(BASELINE, 'utf8')) as Readonly<Record<string, number>>;
  const found: Record<string, number> = { ...before };
  let isGood = true;
  for (const [name, one, other] of compared) {
    const costs = Array.from({ length: rounds }, () => [one(), other()] as const);
    // Other programs only ever add to what a run takes.
    const ratio = Math.min(...costs.map(([mine]) => mine)) / Math.min(...costs.map(([, its]) => its));
    if (!Number.isFinite(ratio)) continue;
    found[name] = Number(ratio.toPrecision(3));
    const most = (before[name] ?? Infinity) * TOLERANCE;
    const isWithin = renew || ratio <= most;
    isGood &&= isWithin;
    line(name, ratio.toPrecision(3), `${isWithin ? 'at most' : 'FAILS: more than'} ${most.toPrecision(3)}`);
  }
  if (renew) writeFileSync(BASELINE, `${JSON.stringify(found, null, 2)}\n`);
  return isGood;
}

/** Processor time of an audit, in microseconds a game. */
function cost(inputs: readonly string[], more = NO_SCORE): Cost {
  return () => {
    const { cpuMs, games } = audit(inputs, more);
    return (cpuMs / games) * 1000;
  };
}

/** That of the C program; NaN without a compiler. */
function floor(list: string, into: string): Cost {
  const program = join(into, 'floor');
  const { status } = spawnSync(process.env['CC'] ?? 'cc', ['-O2', '-o', program, FLOOR], {
    stdio: 'inherit',
  });
  if (status !== 0) return () => NaN;
  const input = readFileSync(list);
  return () => {
    const [games, , , ms] = spawnSync(program, { input, encoding: 'utf8' }).stdout.split(' ').map(Number);
    return (ms! / games!) * 1000;
  };
}

function stock(files: readonly string[]): Cost {
  const texts = sampleOf(files, STOCK_GAMES).map((file) => readFileSync(file, 'utf8'));
  return () => {
    const before = process.cpuUsage();
    texts.forEach(stockReplay);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / texts.length;
  };
}

/** Writes the files as collections; returns their folder. */
function collections(files: readonly string[], into: string): string {
  const folder = join(into, 'collections');
  mkdirSync(folder);
  for (let i = 0; i < files.length; i += COLLECTION_GAMES) {
    const games = files.slice(i, i + COLLECTION_GAMES).map((file) => readFileSync(file));
    writeFileSync(join(folder, `${String(i).padStart(7, '0')}.sgf`), Buffer.concat(games));
  }
  return folder;
}
