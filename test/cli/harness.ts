import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ExitCode } from '../../cli/command.js';
import type * as Command from '../../cli/run.js';

const BUILT = fileURLToPath(new URL('../../dist/cli', import.meta.url));

/**
 * The command as built, loaded as `bin.js` loads it. In this process: a run takes no start, and a test can fake its streams
 * and interrupt it. Real processes and terminals are for `streams.test.ts` and `terminal.test.ts`.
 */
const { run } = (await import(pathToFileURL(join(BUILT, 'run.js')).href)) as typeof Command;

/** What one run of the command said. */
export interface Said {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** A temporary folder with the command in it. */
export interface Place {
  readonly path: string;
  readonly put: (name: string, contents: string | Buffer) => string;
  readonly read: (name: string) => string;
  readonly sgfReferee: (
    argv: readonly string[],
    given?: {
      stdin?: Buffer | readonly Buffer[];
      workerUrl?: URL;
      signal?: AbortSignal;
      /** Terminals: standard input and output, or standard error too. */
      tty?: 'both' | 'all' | 'stderr';
      env?: Readonly<Record<string, string>>;
      /** Below the place, which is the current folder otherwise. */
      cwd?: string;
    },
  ) => Promise<Said>;
  readonly remove: () => void;
}

class Collector extends Writable {
  readonly blocks: Buffer[] = [];
  isTTY = false;

  override _write(block: Buffer, _encoding: string, done: () => void): void {
    this.blocks.push(Buffer.from(block));
    done();
  }

  text(): string {
    return Buffer.concat(this.blocks).toString('utf8');
  }
}

export function makePlace(): Place {
  const path = mkdtempSync(join(tmpdir(), 'sgf-referee-test-'));
  return {
    path,
    put(name, contents) {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, contents);
      return file;
    },
    read: (name) => readFileSync(join(path, name), 'utf8'),
    async sgfReferee(argv, given = {}) {
      const stdout = new Collector();
      const stderr = new Collector();
      stdout.isTTY = given.tty === 'both' || given.tty === 'all';
      stderr.isTTY = given.tty === 'all' || given.tty === 'stderr';
      const code = await run(argv, {
        stdin: Readable.from([given.stdin ?? []].flat()),
        stdout,
        stderr,
        cwd: join(path, given.cwd ?? ''),
        ...(given.workerUrl ? { workerUrl: given.workerUrl } : {}),
        ...(given.signal ? { signal: given.signal } : {}),
        ...(given.env ? { env: given.env } : {}),
      });
      return { code, out: stdout.text(), err: stderr.text() };
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** A legal game of some moves that differs by its number; no finding above a note. */
export function gameText(number: number, moves = 14): string {
  let text = `(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]PB[black ${String(number)}]PW[白]RE[B+R]`;
  for (let i = 0; i < moves; i++) {
    const point = (number * 7 + i * 5) % 81;
    const letters = 'abcdefghi';
    text += `;${i % 2 === 0 ? 'B' : 'W'}[${letters[point % 9]!}${letters[Math.floor(point / 9)]!}]`;
  }
  return `${text})`;
}

/** Rows of a CSV text whose cells hold no quotes, without the header. */
export function rowsOf(csv: string): string[][] {
  return csv
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split(','));
}
