import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { netEstimator } from '../../src/life/estimate-net.js';
import { makeNet } from '../../src/life/net.js';
import { writeDataset } from './dataset.js';
import { packWeights, readTrained } from './pack.js';

/** Steps of 32 games: from nothing, and on from there with the labels that the first net adds. */
const FIRST_ROUND = 2500;
const SECOND_ROUND = 7000;

interface Settings {
  readonly folder: string;
  readonly seed: number;
  readonly threads: number;
  readonly steps: readonly [number, number];
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
  const share = Number(option('share', '1'));
  return {
    folder,
    seed: Number(option('seed', '1')),
    threads: Number(option('threads', '1')),
    steps: [Math.ceil(FIRST_ROUND * share), Math.ceil(SECOND_ROUND * share)],
    work: option('work', 'reports/train'),
    out: option('out', 'src/life/weights'),
  };
}

/**
 * Trains the ownership net from a folder of SGF files and writes `src/life/weights.bin` with its origin beside it in
 * `src/life/weights.json` (`--out` names another pair); needs g++.
 * Two rounds: labels by playouts and other opinions that reproduce the declared margin; then the first net's
 * opinions are tried as well and the training goes on. The same folder and seed give the same weights on one kind of processor.
 */
function train({ folder, seed, threads, steps, work, out }: Settings): void {
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
  const first = path.join(work, 'first.bin');
  const second = path.join(work, 'second.bin');
  const data = path.join(work, 'data.bin');
  console.error('data, first round', writeDataset(folder, data, undefined));
  run(trainer, [first, String(seed), String(steps[0]), String(threads), '-', data]);
  const known = netEstimator(makeNet(readTrained(first)));
  const counts = writeDataset(folder, data, known);
  console.error('data, second round', counts);
  run(trainer, [second, String(seed + 1), String(steps[1]), String(threads), first, data]);
  const origin = {
    command: `npm run train -- FOLDER --seed ${seed} --threads ${threads}`,
    seed,
    steps,
    data: `${counts.games} games, ${counts.usual + counts.other} of them labelled`,
    date: new Date().toISOString().slice(0, 10),
  };
  packWeights(readTrained(second), origin, out);
  console.error(
    `${out}.bin is written; now build, and run dist-test/test/train/calibrate.js FOLDER src/life/calibration.ts`,
  );
}

const settings = settingsFrom(process.argv.slice(2));
if (settings) train(settings);
else {
  console.error(
    'usage: npm run train -- FOLDER [--seed N] [--threads N] [--share PART] [--work DIR] [--out FILE]',
  );
  process.exitCode = 2;
}
