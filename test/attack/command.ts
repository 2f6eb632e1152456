import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MEASURED = fileURLToPath(new URL('../../../test/faults/measured.mjs', import.meta.url));

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: Uint8Array;
  /** A file or device for standard output, which is held and returned otherwise. */
  readonly stdout?: string;
  /** Line of a shell before the command, such as `ulimit -n 32`. */
  readonly before?: string;
  /** Milliseconds after which it is killed. */
  readonly mostMs?: number;
}

/** What the command did. */
export interface CommandRun {
  /** 137: killed. */
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly seconds: number;
  /** 0 where it did not live to tell. */
  readonly peakMb: number;
}

/** The built command in a process of its own. */
export async function runCommand(words: readonly string[], options: RunOptions = {}): Promise<CommandRun> {
  const { cwd, input, stdout, before = '', mostMs = 600_000 } = options;
  const descriptor = stdout === undefined ? undefined : openSync(stdout, 'a');
  const started = performance.now();
  const script = before === '' ? 'exec "$@"' : `${before} && exec "$@"`;
  const child = spawn('bash', ['-c', script, 'bash', process.execPath, MEASURED, ...words], {
    stdio: ['pipe', descriptor ?? 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  });
  if (descriptor !== undefined) closeSync(descriptor);
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (block: Buffer) => out.push(block));
  child.stderr?.on('data', (block: Buffer) => err.push(block));
  child.stdin?.on('error', () => undefined); // it may end before it has read all
  child.stdin?.end(input);
  const late = setTimeout(() => child.kill('SIGKILL'), mostMs);
  const code = await new Promise<number>((resolve) => child.once('close', (end) => resolve(end ?? 137)));
  clearTimeout(late);
  const said = Buffer.concat(err).toString();
  return {
    code,
    out: Buffer.concat(out).toString(),
    err: said,
    seconds: (performance.now() - started) / 1000,
    peakMb: Math.round(Number(/\{"peak":(\d+)\}/.exec(said)?.[1] ?? 0) / 1024),
  };
}
