import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** How a run is stopped. */
export type Stop = 'kill' | 'interrupt';

export interface StoppedRuns {
  /** `run.mjs` of this folder. */
  readonly script: string;
  readonly inputs: readonly string[];
  readonly out: string;
  readonly options: readonly string[];
  /** Milliseconds after which results are kept. */
  readonly keptMs: number;
  /** Longest time before a run is stopped, in milliseconds. */
  readonly mostMs: number;
  /** Stops after which a run may go on to its end. */
  readonly most?: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

export interface Stopped {
  readonly stops: number;
  /** Stops after which there were results to go on from. */
  readonly resumed: number;
}

/** Runs an audit without a stop. Returns how long it took, in milliseconds. */
export function wholeRun({ script, inputs, options, keptMs }: StoppedRuns, out: string): number {
  const started = performance.now();
  const words = [script, String(keptMs), 'audit', ...inputs, '--out', out, ...options];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status === null || status > 1) throw new Error(`the run failed: ${stderr.slice(-500)}`);
  return performance.now() - started;
}

/**
 * Begins an audit, stops it and goes on with it until it is finished: first as soon as there are results, since a run may take less
 * time than the one that was measured, then at random moments.
 */
export async function stoppedRun(request: StoppedRuns, how: (stop: number) => Stop): Promise<Stopped> {
  const { script, inputs, out, options, keptMs, mostMs, random, most = 12 } = request;
  const parts = join(out, 'run.parts');
  rmSync(out, { recursive: true, force: true });
  let resumed = 0;

  async function moment(stop: number): Promise<'late'> {
    if (stop > 0) return wait(mostMs * random(), 'late');
    while (!existsSync(parts)) await wait(1);
    return 'late';
  }

  for (let stops = 0; ; stops++) {
    const words = [script, String(keptMs), 'audit', ...inputs, '--out', out, '--resume', ...options];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    const said: Buffer[] = [];
    child.stderr.on('data', (block: Buffer) => said.push(block));
    const ended = ending(child);
    const first = stops < most ? await Promise.race([ended, moment(stops)]) : await ended;
    if (first === 'late') {
      child.kill(how(stops) === 'kill' ? 'SIGKILL' : 'SIGINT');
      await ended;
      if (existsSync(parts)) resumed++;
      continue;
    }
    if (first > 1)
      throw new Error(`exit ${String(first)}: ${Buffer.concat(said).toString('utf8').slice(-500)}`);
    return { stops, resumed };
  }
}

async function ending(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve(code ?? 137));
  });
}

/** Names of the files of two folders that are not the same byte for byte. */
export function differing(a: string, b: string): string[] {
  const names = [...new Set([...readdirSync(a), ...readdirSync(b)])];
  return names.filter((name) => {
    const [left, right] = [join(a, name), join(b, name)];
    if (!existsSync(left) || !existsSync(right)) return true;
    return statSync(left).size !== statSync(right).size || !readFileSync(left).equals(readFileSync(right));
  });
}
