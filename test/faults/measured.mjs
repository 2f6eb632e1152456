/** The built command; at its end a line of JSON on standard error tells its peak memory in KiB: node measured.mjs WORD... */
import { run } from '../../dist/cli/run.js';

const { stdin, stdout, stderr } = process;
process.exitCode = await run(process.argv.slice(2), { stdin, stdout, stderr, cwd: process.cwd() });
stderr.write(`\n${JSON.stringify({ peak: process.resourceUsage().maxRSS })}\n`);
