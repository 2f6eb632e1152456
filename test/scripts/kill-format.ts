/**
 * Kills `format --write` of a folder with SIGKILL when a drawn number of files is new; every file must then be the old or the
 * new one, whole, and no temporary file may be taken for a game or outlast the next run. Makes its own files:
 * `npm run kill-format -- --files 5000 --times 20 --seed 1`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { seededRandom } from '../accuracy/random.js';
import { killedFormats } from '../faults/killed-formats.js';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '5000' },
    times: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-kill-format-'));
const found = await killedFormats({
  command: fileURLToPath(new URL('../../../dist/cli/bin.js', import.meta.url)),
  folder,
  files: Number(values.files),
  kills: Number(values.times),
  random: seededRandom(Number(values.seed)),
  tell: (line) => console.log(line),
});
rmSync(folder, { recursive: true, force: true });
console.log(
  `${String(found.kills)} kills, ${String(found.midway)} of them midway; ${String(found.broken)} broken files; ` +
    `${String(found.temporary)} temporary files left by the kills, ${String(found.leftovers)} by the runs after them or taken for games`,
);
process.exitCode = found.broken === 0 && found.leftovers === 0 && found.midway === found.kills ? 0 : 1;
