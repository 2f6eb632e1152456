/**
 * Kills audits of a folder at random moments, goes on with `--resume`, and compares every output with that of a run that nobody
 * stopped: `npm run kill-resume -- FOLDER... --times 20 --seed 1 [--no-score]`. Every third stop is Ctrl-C, the others SIGKILL.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { differing, stoppedRun, wholeRun, type StoppedRuns } from '../faults/stopped-runs.js';
import { seededRandom } from '../accuracy/random.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    'no-score': { type: 'boolean', default: false },
    jobs: { type: 'string', default: '2' },
    'most-stops': { type: 'string', default: '12' },
  },
});
const random = seededRandom(Number(values.seed));
const place = mkdtempSync(join(tmpdir(), 'sgf-referee-kill-'));
const request: StoppedRuns = {
  script: fileURLToPath(new URL('../../../test/faults/run.mjs', import.meta.url)),
  inputs: positionals,
  out: join(place, 'stopped'),
  options: [
    '--jobs',
    values.jobs,
    '--quiet',
    '--fail-on',
    'never',
    ...(values['no-score'] ? ['--no-score'] : []),
  ],
  journalMs: 50,
  mostMs: 0,
  most: Number(values['most-stops']),
  random,
};
const whole = join(place, 'whole');
const wholeMs = wholeRun(request, whole);
console.log(`uninterrupted: ${(wholeMs / 1000).toFixed(1)} s, seed ${values.seed}`);
let same = 0;
for (let time = 1; time <= Number(values.times); time++) {
  const { stops, resumed } = await stoppedRun({ ...request, mostMs: wholeMs }, (stop) =>
    stop % 3 === 2 ? 'interrupt' : 'kill',
  );
  const others = differing(whole, request.out);
  if (others.length === 0) same++;
  console.log(
    `${String(time)}: stopped ${String(stops)} times, ${String(resumed)} with a journal: ${others.length === 0 ? 'identical' : `DIFFERS: ${others.join(', ')}`}`,
  );
}
console.log(`${String(same)} of ${values.times} byte-identical`);
rmSync(place, { recursive: true, force: true });
process.exitCode = same === Number(values.times) ? 0 : 1;
