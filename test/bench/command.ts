import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../../dist/cli/bin.js', import.meta.url));

/** Has a process tell what it used when it ends. */
const TELL =
  'data:text/javascript,import{writeSync}from"node:fs";process.on("exit",()=>writeSync(3,JSON.stringify(process.resourceUsage())))';

/** One run of the command. */
export interface Run {
  /** From before the start of the process to behind its end. */
  readonly wallMs: number;
  /** Processor time of all threads. */
  readonly cpuMs: number;
  readonly peakMiB: number;
  readonly output: string;
}

/** Runs the built command and waits for it; throws unless it ends well. */
export function run(words: readonly string[]): Run {
  const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-run-'));
  const paths = ['out', 'usage', 'err'].map((name) => join(folder, name));
  const [out, usage, err] = paths.map((path) => openSync(path, 'w'));
  const started = performance.now();
  const { status } = spawnSync(process.execPath, ['--import', TELL, COMMAND, ...words], {
    stdio: ['ignore', out, err, usage],
  });
  const wallMs = performance.now() - started;
  for (const descriptor of [out, usage, err]) closeSync(descriptor!);
  const [output, used, said] = paths.map((path) => readFileSync(path, 'latin1'));
  rmSync(folder, { recursive: true });
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${String(status)}: ${said!}`);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(used!) as NodeJS.ResourceUsage;
  return { wallMs, cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMiB: maxRSS / 1024, output: output! };
}

/** The environment without certificates for Node to read at every start, some 40 ms, as machines behind a proxy have them. */
const { NODE_EXTRA_CA_CERTS: _, ...ENVIRONMENT } = process.env;

/** Milliseconds from start to end of a process without anything measured inside. */
export function startMs(words: readonly string[]): number {
  const started = performance.now();
  spawnSync(process.execPath, [...words], { stdio: 'ignore', env: ENVIRONMENT });
  return performance.now() - started;
}

export function commandStart(words: readonly string[]): number {
  return startMs([COMMAND, ...words]);
}

/** An audit to CSV on standard output, and its games. */
export function audit(inputs: readonly string[], more: readonly string[]): Run & { readonly games: number } {
  const words = ['audit', ...inputs, '--format', 'csv', '--quiet', '--fail-on', 'never', ...more];
  const one = run(words);
  return { ...one, games: one.output.split('\n').length - 2 };
}
