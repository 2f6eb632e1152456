/**
 * The built command with results kept as often as wanted: node run.mjs MILLISECONDS WORD...
 */
import { run } from '../../dist/cli/run.js';

const [milliseconds, ...words] = process.argv.slice(2);
const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
const { stdin, stdout, stderr } = process;
process.exitCode = await run(words, {
  stdin,
  stdout,
  stderr,
  cwd: process.cwd(),
  signal: interruption.signal,
  keptMs: Number(milliseconds),
});
