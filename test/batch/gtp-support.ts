import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { makePlace, type Place } from '../cli/harness.js';

const FAKE_ENGINE = fileURLToPath(new URL('fake-engine.mjs', import.meta.url));

/** A temporary folder with a fake engine's log in it. */
export interface EnginePlace extends Place {
  readonly command: (habit: string) => readonly string[];
  /** The same as a value of `--estimator`. */
  readonly estimator: (habit: string) => string;
  readonly starts: () => number;
  readonly questions: () => number;
  /** Process numbers of all engines that were started. */
  readonly pids: () => readonly number[];
}

export function makeEnginePlace(): EnginePlace {
  const place = makePlace();
  const log = join(place.path, 'engine.log');
  const lines = (): string[] => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : []);
  const starts = (): string[] => lines().filter((line) => line.startsWith('start'));
  const command = (habit: string): string[] => [process.execPath, FAKE_ENGINE, log, habit];
  return {
    ...place,
    command,
    estimator: (habit) =>
      `gtp:${command(habit)
        .map((word) => `'${word}'`)
        .join(' ')}`,
    starts: () => starts().length,
    questions: () => lines().filter((line) => line === 'asked').length,
    pids: () => starts().map((line) => Number(line.slice('start '.length))),
  };
}

/** Waits until no engine of the place runs any more. */
export async function allGone(place: EnginePlace): Promise<void> {
  await expect.poll(() => place.pids().some(isRunning), { timeout: 20_000 }).toBe(false);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Two walls on 5x5, Black's with nine points behind it and a lone white stone on B4: nothing is proved.
 * With `a1`, White has another lone stone there. `more` goes into the last node.
 */
export function openGame(given: { a1?: 'stone'; result?: string; more?: string } = {}): string {
  let moves = '';
  for (const row of 'abcde') moves += `;B[c${row}];W[d${row}]`;
  moves += ';B[];W[bb]';
  if (given.a1) moves += ';B[];W[ae]';
  const result = given.result ?? 'B+4.5';
  return `(;GM[1]FF[4]SZ[5]RU[Chinese]KM[0.5]RE[${result}]${moves};B[];W[]${given.more ?? ''})`;
}
