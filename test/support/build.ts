import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unpackChromium } from './chromium.js';

const VITE = ['node_modules/vite/bin/vite.js', 'build', '--config', 'src/ui/page/vite.config.ts'];

/** Builds once before the tests of all projects: worker threads and the command are tested as they ship. */
export default async function setup(): Promise<() => void> {
  // Another project of this run has built, or the run that this one is a test of.
  if (process.env['SGF_REFEREE_BUILT'] === 'yes') return () => undefined;
  process.env['SGF_REFEREE_BUILT'] = 'yes';
  await unpackChromium();
  // The command must not use the files that it keeps for this user.
  const cache = mkdtempSync(join(tmpdir(), 'sgf-referee-cache-'));
  process.env['XDG_CACHE_HOME'] = cache;
  // The tests' own value makes vite build the page for development, a fifth larger.
  const env = { ...process.env, NODE_ENV: 'production' };
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  for (const script of [
    ['node_modules/typescript/bin/tsc', '-p', 'cli'],
    ['src/core/kernels/build.mjs', 'dist'],
    ['node_modules/rolldown/bin/cli.mjs', '-c', '.rolldown.config.mjs', '--logLevel', 'warn'],
    [...VITE, '--logLevel', 'warn'],
    ['deploy/release/licenses.mjs', 'dist/LICENSES.txt'],
    ['test/docs/api-page.mjs'],
    [...VITE, '--mode', 'site', '--logLevel', 'warn'],
    ['deploy/release/licenses.mjs', 'site/LICENSES.txt'],
  ]) {
    execFileSync(process.execPath, script, { cwd, env, stdio: 'inherit' });
  }
  return () => rmSync(cache, { recursive: true, force: true });
}
