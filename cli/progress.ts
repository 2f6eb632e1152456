import { statSync } from 'node:fs';
import { bytePath } from '../src/input/item.js';
import { streamTarget, type Target } from '../src/run/output.js';
import { walk } from '../src/input/walk.js';
import type { Counts } from '../src/output/summary.js';
import type { Io } from './command.js';

/** The messages of a run on standard error: lines that stay, and a progress line that does not. */
export interface Progress {
  /** Takes lines that stay. */
  readonly target: Target;
  /** Takes data for standard output; on a terminal they end the progress line. */
  readonly data: Target;
  readonly say: (text: string) => void;
  /** Starts the progress line, where standard error is a terminal that can clear a line and not a CI log. */
  readonly begin: (names: Iterable<string>) => void;
  /** Updates the progress line, at most every 100 ms. */
  readonly update: (counts: Counts, inputBytes: number) => void;
  readonly stop: () => void;
}

const INTERVAL_MS = 100;
const BAR = 20;
const CLEARED = '\r\u001b[K';

export function createProgress({ stdout, stderr, env = process.env }: Io): Progress {
  let shows = false;
  const lines = streamTarget(stderr);
  const rows = streamTarget(stdout);
  const started = Date.now();
  let total = 0;
  let next = 0;
  let isShown = false;

  function clear(): void {
    if (isShown) stderr.write(CLEARED);
    isShown = false;
  }

  /** The progress line would break up the rows that follow it. */
  function beforeData(): void {
    if (stdout.isTTY !== true) return;
    clear();
    shows = false;
  }

  return {
    data: {
      write(bytes) {
        beforeData();
        return rows.write(bytes);
      },
      end: rows.end,
    },
    target: {
      write(bytes) {
        clear();
        return lines.write(bytes);
      },
      end: lines.end,
    },
    say(text) {
      clear();
      stderr.write(text);
    },
    begin(names) {
      shows = stderr.isTTY === true && env['TERM'] !== 'dumb' && (env['CI'] ?? '') === '';
      if (shows) total = totalBytes(names);
    },
    update(counts, inputBytes) {
      const now = Date.now();
      if (!shows || now < next) return;
      next = now + INTERVAL_MS;
      const text = progressText(counts, { done: Math.min(inputBytes, total), total, ms: now - started });
      stderr.write(CLEARED + text.slice(0, (stderr.columns ?? 80) - 1));
      isShown = true;
    },
    stop: clear,
  };
}

/** Files, games, games a second, and the time left where the size of the inputs is known. */
function progressText(
  { files, games }: Counts,
  { done, total, ms }: { readonly done: number; readonly total: number; readonly ms: number },
): string {
  const seconds = Math.max(0.001, ms / 1000);
  const speed = `${String(files)} files, ${String(games)} games, ${String(Math.round(games / seconds))}/s`;
  if (total === 0) return speed;
  const share = done / total;
  const bar = '='.repeat(Math.round(share * BAR)).padEnd(BAR, '-');
  const left = done > 0 ? `${String(Math.ceil((seconds / done) * (total - done)))} s left` : '';
  return `${bar} ${String(Math.floor(share * 100))} % ${speed} ${left}`;
}

/** Bytes of all inputs on disk; 0 where that is unknown, as for standard input and globs. */
function totalBytes(names: Iterable<string>): number {
  let total = 0;
  try {
    for (const name of names) {
      const stats = statSync(name);
      if (stats.isFile()) total += stats.size;
      else if (!stats.isDirectory()) return 0;
      else for (const found of walk(bytePath(name))) if (found.kind === 'found') total += found.size;
    }
    return total;
  } catch {
    return 0; // reported when it is read
  }
}
