/**
 * The built command with locks of a queue as short as wanted: node run.mjs MILLISECONDS WORD...
 */
import { run } from '../../dist/cli/run.js';

const [milliseconds, ...words] = process.argv.slice(2);
const { stdin, stdout, stderr } = process;
// It does chunks of plans, not the jobs of servers.
const killing = words.includes('--plan') && { workerUrl: new URL('./killing-worker.mjs', import.meta.url) };
const code = await run(words, {
  ...{ stdin, stdout, stderr, cwd: process.cwd() },
  ...{ lockMs: Number(milliseconds), ...killing },
});
process.exit(code);
