import { statSync } from 'node:fs';
import { walk } from '../src/batch/walk.js';
import { bytePath } from '../src/batch/items.js';
import type { Counts } from '../src/report/summary.js';
import type { Io } from './io.js';

export interface Progress {
  readonly update: (counts: Counts, inputBytes: number) => void;
  readonly stop: () => void;
}

const NONE: Progress = { update: () => undefined, stop: () => undefined };

/** A line on standard error with files, games, games a second and the time left; nothing unless that is a terminal. */
export async function createProgress(
  io: Io,
  names: Iterable<string>,
  wanted: 'no' | 'yes',
): Promise<Progress> {
  if (wanted === 'no' || io.stderr.isTTY !== true) return NONE;
  const { SingleBar } = await import('cli-progress');
  const total = totalBytes(names);
  const started = Date.now();
  const bar = new SingleBar({
    stream: io.stderr,
    format:
      total > 0
        ? '{bar} {percentage}% {files} files {games} games {speed}/s, {left} left'
        : '{files} files {games} games {speed}/s',
    barsize: 20,
    hideCursor: true,
    clearOnComplete: true,
    etaBuffer: 50,
  });
  bar.start(Math.max(total, 1), 0, { files: 0, games: 0, speed: 0, left: '?' });
  return {
    update(counts, inputBytes) {
      const seconds = Math.max(0.001, (Date.now() - started) / 1000);
      const done = Math.min(inputBytes, total);
      const left = done > 0 ? `${String(Math.ceil((seconds / done) * (total - done)))} s` : '?';
      const { files, games } = counts;
      bar.update(done, { files, games, speed: Math.round(games / seconds), left });
    },
    stop: () => bar.stop(),
  };
}

/** Bytes of all inputs on disk; 0 when that cannot be told, as for standard input and globs. */
function totalBytes(names: Iterable<string>): number {
  let total = 0;
  for (const name of names) {
    const stats = statSync(name, { throwIfNoEntry: false });
    if (stats?.isFile() === true) total += stats.size;
    else if (stats?.isDirectory() !== true) return 0;
    else for (const found of walk(bytePath(name))) if (found.kind === 'found') total += found.size;
  }
  return total;
}
