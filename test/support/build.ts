import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds once before the tests: worker threads and the command are tested as they ship. */
export default function setup(): void {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  for (const script of [
    ['node_modules/typescript/bin/tsc', '-p', 'cli'],
    ['node_modules/rolldown/bin/cli.mjs', '-c', '.rolldown.config.mjs', '--logLevel', 'warn'],
  ]) {
    execFileSync(process.execPath, script, { cwd, stdio: 'inherit' });
  }
}
