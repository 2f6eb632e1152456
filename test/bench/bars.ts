/** The figures that have a bar, each printed with it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { archivesOf } from './archives.js';
import { audit, commandStart, startMs } from './command.js';
import { sampleOf } from './files.js';
import { line, spreadOf, told } from './spread.js';
import { stockReplay } from './stock.js';

const NO_SCORE = ['--no-score', '--jobs', '1'];

/** What a JavaScript prototype of reading, scanning and replaying took, as a part of the stock libraries' time. */
const FLOOR_OF_STOCK = 14.8 / 2255;

const STOCK_GAMES = 400;

function times<T>(rounds: number, one: () => T): T[] {
  return Array.from({ length: rounds }, one);
}

/** Start of the process alone, of the version, and of one game's audit. */
export function startUp(file: string, rounds: number): void {
  const bare = times(rounds, () => startMs(['-e', '0']));
  const version = times(rounds, () => commandStart(['--version']));
  const one = times(rounds, () => commandStart(['audit', file, '--fail-on', 'never']));
  line('node alone, ms', told(spreadOf(bare)));
  line('--version, ms', told(spreadOf(version)), 'under 60');
  line('audit of one game, ms', told(spreadOf(one)), 'under 120');
}

/** Whole processes on a folder without scores, one thread, against the stock libraries in the same rounds. */
export function wholeRuns(folder: string, files: readonly string[], rounds: number): void {
  const sample = sampleOf(files, STOCK_GAMES);
  const stock = (): { wall: number; cpu: number } => {
    const before = process.cpuUsage();
    const started = performance.now();
    for (const file of sample) stockReplay(readFileSync(file, 'utf8'));
    const wall = ((performance.now() - started) / sample.length) * 1000;
    const { user, system } = process.cpuUsage(before);
    return { wall, cpu: (user + system) / sample.length };
  };
  audit([folder], NO_SCORE); // warms the page cache
  stock();
  const found = times(rounds, () => {
    const peer = stock();
    const { wallMs, cpuMs, games, peakMiB } = audit([folder], NO_SCORE);
    const each = (wallMs / games) * 1000;
    const cpu = (cpuMs / games) * 1000;
    return { each, cpu, peakMiB, peer: peer.wall, ratio: peer.wall / each, cpuRatio: peer.cpu / cpu };
  });
  const of = (pick: (one: (typeof found)[number]) => number, digits = 1): string =>
    told(spreadOf(found.map(pick)), digits);
  line(
    'audit --no-score, games/s',
    of(({ each }) => 1e6 / each, 0),
    'at least 40000',
  );
  line(
    'the same, us a game',
    of(({ each }) => each),
  );
  line(
    'its processor time, all threads, us a game',
    of(({ cpu }) => cpu),
  );
  line(
    'stock parse and replay, us a game',
    of(({ peer }) => peer, 0),
  );
  line(
    'times stock',
    of(({ ratio }) => ratio, 0),
    'at least 120',
  );
  line(
    'times stock, by processor time of all threads',
    of(({ cpuRatio }) => cpuRatio, 0),
  );
  line(
    'times the floor (scaled by stock)',
    of(({ ratio }) => 1 / (ratio * FLOOR_OF_STOCK), 2),
    'at most 1.6',
  );
  line(
    'peak memory, MiB',
    of(({ peakMiB }) => peakMiB, 0),
    'under 150',
  );
}

export function twoJobs(folder: string, rounds: number): void {
  const ratios = times(rounds, () => {
    const one = audit([folder], NO_SCORE).wallMs;
    return one / audit([folder], ['--no-score', '--jobs', '2']).wallMs;
  });
  line('two jobs against one', told(spreadOf(ratios), 2), 'at least 1.7, two idle cores');
}

/** Everything, scores included, of the files in a list. */
export function fullAudit(list: string, rounds: number): void {
  const input = ['--files-from', list];
  const found = times(rounds, () => {
    const without = audit(input, NO_SCORE);
    const { cpuMs, wallMs, games, output } = audit(input, ['--jobs', '1']);
    const scored = output.match(/,yes,,(?:estimated|proved|marked|given),/g)?.length ?? 0;
    return { cpuMs, rate: (games / wallMs) * 1000, share: 1 - without.cpuMs / cpuMs, scored };
  });
  line('full audit, games/s', told(spreadOf(found.map(({ rate }) => rate)), 0));
  line('its processor time, ms', told(spreadOf(found.map(({ cpuMs }) => cpuMs)), 0), '3 times before');
  line('share of life and score', told(spreadOf(found.map(({ share }) => share)), 2));
  const perGame = found.map(({ cpuMs, share, scored }) => (cpuMs * share) / Math.max(scored, 1));
  line('ms for each scored game', told(spreadOf(perGame), 2));
}

/** Archives against the same games as plain files, by processor time a game. */
export async function archiveCosts(files: readonly string[], into: string, rounds: number): Promise<void> {
  const plain = sampleOf(files, 60_000);
  const list = join(into, 'plain.txt');
  writeFileSync(list, plain.join('\n'));
  const each = (inputs: readonly string[]): number => {
    const { wallMs, games } = audit(inputs, NO_SCORE);
    return wallMs / games;
  };
  const kinds = await archivesOf(plain, into);
  for (const [name, path] of kinds) {
    const ratios = times(rounds, () => each([path]) / each(['--files-from', list]));
    line(`${name} against plain files`, told(spreadOf(ratios), 2), 'at most 1.5');
  }
}

/** One run over the files of a long list. */
export function memoryAt(list: string): void {
  for (const jobs of ['1', '2']) {
    const { peakMiB, games } = audit(['--files-from', list], ['--no-score', '--jobs', jobs]);
    line(`peak memory, ${String(games)} games, ${jobs} jobs, MiB`, peakMiB.toFixed(0), 'under 150');
  }
}
