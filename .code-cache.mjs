import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the code that V8 made of the built command, functions that an audit runs among it, beside its files: see
 * `cli/cached-require.ts`. A part of the build; without it the command only starts later.
 */
const folder = join(import.meta.dirname, 'dist/cli');
const require = createRequire(join(folder, 'bin.js'));
const { cachedRequire, codeToKeep, placeOfCode } = require('./cached-require.cjs');

/** Smaller files are compiled in less time than their code is found. */
const LEAST_BYTES = 16 * 1024;

for (const name of readdirSync(folder)) if (/\.js\.v\d/.test(name)) rmSync(join(folder, name));
const loaded = [];
const { run } = cachedRequire(folder, loaded)('./run.js');
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
const io = { stdin: Readable.from([]), stdout: nowhere(), stderr: nowhere(), cwd: import.meta.dirname };
// V8 would drop the code of what ran at the start only.
setFlagsFromString('--no-flush-bytecode');
for (const words of [
  ['--no-score', '--format', 'csv'],
  ['--quiet', '--ignore', 'rules/missing'],
]) {
  const code = await run(['audit', 'samples', '--jobs', '1', ...words], io);
  if (code > 1) throw new Error(`the audit of the samples ended with ${code}`);
}
// It takes kept code only of processes with the same flags.
setFlagsFromString('--flush-bytecode');
for (const one of loaded) {
  if (one.source.length >= LEAST_BYTES) writeFileSync(placeOfCode(one.path), codeToKeep(one, require));
}
