/**
 * The built command with locks of a queue as short as wanted: node run.mjs MILLISECONDS WORD...
 */
import { run } from '../../dist/cli/run.js';

const [milliseconds, ...words] = process.argv.slice(2);
const { stdin, stdout, stderr } = process;
const workerUrl = new URL('./killing-worker.mjs', import.meta.url);
const code = await run(words, {
  ...{ stdin, stdout, stderr, cwd: process.cwd() },
  ...{ lockMs: Number(milliseconds), workerUrl },
});
process.exit(code);
