/**
 * Every figure of docs/speed.md in one go. Ratios within a run mean something on a busy machine, seconds little: each
 * line tells the median of the rounds, between the least and the most.
 *
 *   npm run bench [-- FOLDER] [--rounds 5] [--games 20000] [--parts start,whole,stages,jobs,score,archives,memory]
 *
 * Without a folder, seeded random games are written to a temporary one. FOLDER should hold 20,000 files or more.
 *   npm run bench -- --check [FOLDER] [--renew]
 *
 * `--check` compares ratios of processor time with `baseline.json`, and ends with 1 where one is a tenth above; `--renew` writes that file.
 * `memory` audits 1,000,000 games and `archives` a collection of 500 MB: both are left out unless they are named.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { checkRatios } from './check.js';
import { archiveCosts, fullAudit, memoryAt, startUp, twoJobs, wholeRuns } from './bars.js';
import { sampleOf, sgfFiles, writeGames } from './files.js';
import { line } from './spread.js';
import { stages } from './stages.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    games: { type: 'string', default: '20000' },
    check: { type: 'boolean', default: false },
    renew: { type: 'boolean', default: false },
    parts: { type: 'string', default: 'start,whole,stages,jobs,score' },
  },
});
const rounds = Number(values.rounds);
const parts = new Set(values.check ? [] : values.parts.split(','));
const temporary = mkdtempSync(join(tmpdir(), 'sgf-referee-bench-'));
const [given] = positionals;
const folder = given ?? join(temporary, 'games');

try {
  if (given === undefined) writeGames(folder, Number(values.games));
  const files = sgfFiles(folder);
  const model = cpus()[0]?.model ?? 'unknown processor';
  const date = new Date().toISOString().slice(0, 10);
  console.log(
    `${date}, node ${process.version}, ${String(cpus().length)} cores of ${model}, ${String(files.length)} files, ${String(rounds)} rounds\n`,
  );
  const started = performance.now();
  if (values.check && !checkRatios(files, temporary, { rounds, renew: values.renew })) process.exitCode = 1;
  if (parts.has('start')) startUp(files[0]!, rounds);
  if (parts.has('whole')) wholeRuns(folder, files, rounds);
  if (parts.has('stages')) {
    const contents = sampleOf(files, 5000).map((path) => readFileSync(path));
    for (const [name, each] of stages(contents, rounds)) line(name, `${each.toFixed(2)} us a game`);
  }
  if (parts.has('jobs')) twoJobs(folder, rounds);
  if (parts.has('score')) {
    const list = join(temporary, 'mixed.txt');
    writeFileSync(list, sampleOf(files, 3000).join('\n'));
    fullAudit(list, Math.min(rounds, 3));
  }
  if (parts.has('archives')) await archiveCosts(files, temporary, rounds);
  if (parts.has('memory')) {
    const list = join(temporary, 'million.txt');
    const copies = Math.ceil(1_000_000 / files.length);
    writeFileSync(list, Array<string>(copies).fill(files.join('\n')).join('\n'));
    memoryAt(list);
  }
  console.log(`\n${((performance.now() - started) / 1000).toFixed(0)} s`);
} finally {
  rmSync(temporary, { recursive: true });
}
