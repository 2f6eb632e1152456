#!/usr/bin/env node
import type { ExitCode, Io } from './io.js';
import { standardInput, standardOutput, writtenOut } from './standard-streams.js';
import { packageVersion } from './version.js';

void main(process.argv.slice(2)).then((code) => process.exit(code));

async function main(words: readonly string[]): Promise<ExitCode> {
  const interruption = new AbortController();
  let input: Io['stdin'] | undefined;
  process.once('SIGINT', () => {
    interruption.abort();
    // Whoever waits for more of it, as at a keyboard, goes on.
    input?.push(null);
  });
  const io: Io = {
    // Node makes this stream, and loads what it needs for it, when it is asked for.
    get stdin() {
      return (input ??= standardInput());
    },
    stdout: standardOutput(),
    stderr: process.stderr,
    cwd: process.cwd(),
    signal: interruption.signal,
  };
  io.stdout.on('error', () => undefined); // looked at when all is written
  io.stderr.on('error', () => undefined); // nobody is left who could be told
  return writtenOut(await command(words, io), io);
}

async function command(words: readonly string[], io: Io): Promise<ExitCode> {
  if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
    io.stdout.write(`${packageVersion()}\n`);
    return 0;
  }
  const { run } = await import('./run.js');
  return run(words, io);
}
