/**
 * The main script of the single executable. It unpacks the package, which is an asset, once into the user's cache folder, and runs the
 * command from there: threads and pages need files. The folder's name has the digest of what is in it, and only this user can write it.
 * Without arguments, as after a double click, it serves the page and opens it in the browser.
 */
'use strict';
const {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const { createRequire } = require('node:module');
const { homedir } = require('node:os');
const { dirname, join } = require('node:path');
const { getAsset } = require('node:sea');
const { brotliDecompressSync } = require('node:zlib');

/** The user's cache folder on this system. */
function cacheFolder() {
  const { env, platform } = process;
  if (env.XDG_CACHE_HOME) return env.XDG_CACHE_HOME;
  if (platform === 'win32' && env.LOCALAPPDATA) return env.LOCALAPPDATA;
  return platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache');
}

/** The unpacked package. A start that another one overtakes uses the other's. */
function unpacked() {
  const above = join(cacheFolder(), 'sgf-referee', 'program');
  const folder = join(above, getAsset('digest', 'utf8'));
  if (existsSync(folder)) {
    const { uid } = statSync(folder);
    if (process.getuid !== undefined && uid !== process.getuid())
      throw new Error(`${folder} belongs to another user`);
    return folder;
  }
  mkdirSync(above, { recursive: true, mode: 0o700 });
  const fresh = mkdtempSync(join(above, 'new-'));
  const bytes = brotliDecompressSync(Buffer.from(getAsset('package')));
  let at = 0;
  for (const { path, size } of JSON.parse(getAsset('files', 'utf8'))) {
    const file = join(fresh, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes.subarray(at, (at += size)));
  }
  chmodSync(fresh, 0o700);
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

try {
  const folder = unpacked();
  if (process.argv.length <= 2) process.argv.push('serve', '--open');
  createRequire(join(folder, 'start.cjs'))('./start.cjs');
} catch (error) {
  process.stderr.write(`sgf-referee: the program cannot be unpacked: ${error.message}\n`);
  process.exitCode = 3;
}
