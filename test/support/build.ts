import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Compiles once before the tests: worker threads and the command are tested as they ship. */
export default function setup(): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'cli'], {
    cwd: root,
    stdio: 'inherit',
  });
}
