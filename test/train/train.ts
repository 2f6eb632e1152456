import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { netEstimator } from '../../src/go/life/estimate-net.js';
import { makeNet } from '../../src/go/life/net.js';
import { writeDataset } from './dataset.js';
import { type Origin, packWeights, readPacked, readTrained, writeTrained } from './pack.js';

/** Steps of 32 games in each round: from nothing; then twice on from there, with the labels that the net so far adds. */
const ROUNDS = [2500, 7000, 30000];

interface Settings {
  readonly folder: string;
  readonly seed: number;
  readonly threads: number;
  readonly share: number;
  /** Shipped weights to go on from, without the extension: only the last round is done. */
  readonly from: string;
  readonly work: string;
  readonly out: string;
}

function settingsFrom(args: readonly string[]): Settings | undefined {
  const [folder] = args;
  if (folder === undefined || folder.startsWith('-')) return undefined;
  const option = (name: string, usual: string): string => {
    const at = args.indexOf(`--${name}`);
    return at < 0 ? usual : (args[at + 1] ?? usual);
  };
  return {
    folder,
    seed: Number(option('seed', '1')),
    threads: Number(option('threads', '1')),
    share: Number(option('share', '1')),
    from: option('from', ''),
    work: option('work', 'reports/train'),
    out: option('out', 'src/go/life/weights'),
  };
}

/**
 * Trains the ownership net from a folder of SGF files and writes `src/go/life/weights.bin` with its origin beside it in
 * `src/go/life/weights.json` (`--out` names another pair); needs g++.
 * In the first round labels come from playouts and other opinions that reproduce the declared margin; then the opinions
 * of the net trained so far are tried as well. The same folder, seed and weights to go on from give the same weights on
 * one kind of processor.
 */
function train({ folder, seed, threads, share, from, work, out }: Settings): void {
  mkdirSync(work, { recursive: true });
  const trainer = path.join(work, 'train');
  const run = (command: string, args: readonly string[]): void => {
    execFileSync(command, args, { stdio: 'inherit' });
  };
  run('g++', [
    '-O3',
    '-march=native',
    '-ffast-math',
    '-std=c++17',
    '-pthread',
    '-o',
    trainer,
    'test/train/train.cpp',
  ]);
  const data = path.join(work, 'data.bin');
  const trained = path.join(work, 'trained.bin');
  let weights = from === '' ? undefined : readPacked(from);
  let labels = '';
  const first = weights ? ROUNDS.length - 1 : 0;
  const steps = ROUNDS.slice(first).map((count) => Math.ceil(count * share));
  for (const [i, count] of steps.entries()) {
    const counts = writeDataset(folder, data, weights && netEstimator(makeNet(weights)));
    labels = `${counts.games} games, ${counts.usual + counts.other} of them labelled`;
    console.error(`round ${first + i + 1}: ${labels}`);
    const start = path.join(work, 'start.bin');
    if (weights) writeTrained(weights, start);
    run(trainer, [
      trained,
      String(seed + first + i),
      String(count),
      String(threads),
      weights ? start : '-',
      data,
    ]);
    weights = readTrained(trained);
  }
  const origin = {
    command: `npm run train -- FOLDER --seed ${seed}${from === '' ? '' : ' --from WEIGHTS'}`,
    seed,
    ...(from !== '' && { from: JSON.parse(readFileSync(`${from}.json`, 'utf8')) as Origin }),
    steps,
    data: labels,
    date: new Date().toISOString().slice(0, 10),
  };
  packWeights(weights!, origin, out);
  console.error(
    `${out}.bin is written; now format its origin, build, and run dist-test/test/train/calibrate.js FOLDER src/go/life/calibration.ts`,
  );
}

const settings = settingsFrom(process.argv.slice(2));
if (settings) train(settings);
else {
  console.error(
    'usage: npm run train -- FOLDER [--seed N] [--threads N] [--share PART] [--from WEIGHTS] [--work DIR] [--out FILE]',
  );
  process.exitCode = 2;
}
