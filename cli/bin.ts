#!/usr/bin/env node
import { packageVersion } from './version.js';

const words = process.argv.slice(2);
if (words.length === 1 && words[0] === '--version') {
  // A reader that has gone is no fault.
  process.stdout.on('error', () => undefined).write(`${packageVersion()}\n`);
} else void command();

async function command(): Promise<void> {
  const { run } = await import('./run.js');
  const interruption = new AbortController();
  process.once('SIGINT', () => interruption.abort());
  const { stdout, stderr } = process;
  const io = {
    // Node makes this stream, and loads what it needs for it, when it is asked for.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    cwd: process.cwd(),
    signal: interruption.signal,
  };
  const code = await run(words, io);
  // Standard input may still be open, and must not keep an interrupted run alive.
  if (stdout.writableLength === 0) process.exit(code);
  stdout.write('', () => process.exit(code));
}
