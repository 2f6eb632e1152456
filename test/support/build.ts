import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { unpackChromium } from './chromium.js';

const VITE = ['node_modules/vite/bin/vite.js', 'build', '--config', 'src/page/vite.config.ts'];

/** Builds once before the tests: worker threads and the command are tested as they ship. */
export default async function setup(): Promise<void> {
  await unpackChromium();
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  for (const script of [
    ['node_modules/typescript/bin/tsc', '-p', 'cli'],
    ['src/kernels/build.mjs', 'dist'],
    ['node_modules/rolldown/bin/cli.mjs', '-c', '.rolldown.config.mjs', '--logLevel', 'warn'],
    ['.code-cache.mjs'],
    [...VITE, '--logLevel', 'warn'],
    [...VITE, '--mode', 'site', '--logLevel', 'warn'],
  ]) {
    execFileSync(process.execPath, script, { cwd, stdio: 'inherit' });
  }
}
