#!/usr/bin/env node
import { fstatSync, readFileSync, writeSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { ExitCode } from './command.js';
import type { Io } from './io.js';
import { packageVersion } from '../src/run/merge/version.js';

/** Node from 22 on can keep V8's compiled code. It is trusted, so it lies where only this user writes. */
const keepCompiledCode = (module as { enableCompileCache?: (folder: string) => unknown }).enableCompileCache;

async function main(words: readonly string[]): Promise<ExitCode> {
  const interruption = new AbortController();
  let input: Io['stdin'] | undefined;
  process.once('SIGINT', () => {
    interruption.abort();
    // Ends a pending read, as from a keyboard.
    input?.push(null);
  });
  const io: Io = {
    // Node creates this stream, and loads its modules, on first use.
    get stdin() {
      return (input ??= standardInput());
    },
    stdout: standardOutput(),
    stderr: process.stderr,
    cwd: process.cwd(),
    signal: interruption.signal,
  };
  io.stdout.on('error', () => undefined); // checked once everything is written
  io.stderr.on('error', () => undefined); // there is nowhere left to report it
  return writtenOut(await command(words, io), io);
}

async function command(words: readonly string[], io: Io): Promise<ExitCode> {
  if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
    io.stdout.write(`${packageVersion()}\n`);
    return 0;
  }
  if (words.length === 1 && words[0] === '--licenses') {
    io.stdout.write(readFileSync(new URL('../LICENSES.txt', import.meta.url)));
    return 0;
  }
  keepCompiledCode?.(join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'sgf-referee/code'));
  const { run } = await import('./run.js');
  return run(words, io);
}

/** Standard input of this process; Node reads a folder as an empty file. */
function standardInput(): Io['stdin'] {
  if (!fstatSync(0).isDirectory()) return process.stdin;
  const error = Object.assign(new Error('a folder'), { code: 'EISDIR', syscall: 'read' });
  return new Readable({
    read() {
      this.destroy(error);
    },
  });
}

/** Standard output of this process. */
function standardOutput(): Io['stdout'] {
  const stats = fstatSync(1);
  const isFile = stats.isFile() || (stats.isCharacterDevice() && !process.stdout.isTTY);
  return isFile ? new FileOutput() : process.stdout;
}

/** Node's own stream for files ignores a short write, which is all that a full disk reports. */
class FileOutput extends Writable {
  override _write(bytes: Buffer, _encoding: string, done: (error?: Error) => void): void {
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  }
}

/**
 * Waits until everything is written and returns the exit code: 2, with a report, if standard output could not be written.
 * A reader that has gone is no error.
 */
async function writtenOut(code: ExitCode, io: Io): Promise<ExitCode> {
  await written(io.stdout, io.signal);
  const { errored } = io.stdout;
  let exit = code;
  if (errored && !isReaderGone(errored)) {
    const { reasonOf } = await import('../src/core/outcome.js');
    io.stderr.write(`sgf-referee: cannot write standard output: ${reasonOf(errored)}\n`);
    if (code < 2) exit = 2;
  }
  await written(io.stderr, io.signal);
  return exit;
}

function isReaderGone({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || code === 'ECONNRESET';
}

/** An interruption ends the wait: the reader may never continue. */
function written(stream: Writable, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () => resolve(), { once: true });
    stream.write('', () => resolve());
  });
}

void main(process.argv.slice(2)).then((code) => process.exit(code));
