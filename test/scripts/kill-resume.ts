/**
 * Does audits of a folder under faults, goes on with `--resume` where they stopped, and compares every output with that of a run that
 * nothing happened to: `npm run kill-resume -- FOLDER... --times 20 --seed 1 [--no-score] [--fault kill|disk|worker]`.
 *
 * kill: the process is killed at random moments; every third stop is Ctrl-C, the others SIGKILL. disk: the output goes to a tmpfs that is
 * too small and grows by random steps (takes the right to mount). worker: each worker thread is stopped from outside at a random moment
 * of its first `--life` milliseconds; the run itself goes on.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mountSmallDisk, runOnFullDisk } from '../faults/full-disk.js';
import { differing, stoppedRun, wholeRun, type StoppedRuns } from '../faults/stopped-runs.js';
import { seededRandom } from '../accuracy/random.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fault: { type: 'string', default: 'kill' },
    times: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    'no-score': { type: 'boolean', default: false },
    jobs: { type: 'string', default: '2' },
    'most-stops': { type: 'string', default: '12' },
    life: { type: 'string', default: '4000' },
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
  keptMs: 50,
  mostMs: 0,
  most: Number(values['most-stops']),
  random,
};
const whole = join(place, 'whole');
const wholeMs = wholeRun(request, whole);
console.log(`uninterrupted: ${(wholeMs / 1000).toFixed(1)} s, seed ${values.seed}`);

/** One run under the fault. Returns what happened in it, in words. */
type Trial = () => Promise<string> | string;

const TRIALS: Readonly<Record<string, Trial>> = {
  async kill() {
    const { stops, resumed } = await stoppedRun({ ...request, mostMs: wholeMs }, (stop) =>
      stop % 3 === 2 ? 'interrupt' : 'kill',
    );
    return `stopped ${String(stops)} times, ${String(resumed)} with results`;
  },
  disk() {
    const disk = mountSmallDisk(place);
    try {
      const needed = readdirSync(whole).reduce((sum, name) => sum + statSync(join(whole, name)).size, 0);
      const { stops, resumed } = runOnFullDisk({ ...request, out: join(disk.folder, 'out') }, disk, needed);
      spawnSync('cp', ['-r', join(disk.folder, 'out'), request.out]);
      return `disk full ${String(stops)} times, ${String(resumed)} with results`;
    } finally {
      disk.remove();
    }
  },
  worker() {
    const preload = fileURLToPath(new URL('../../../test/faults/mortal-workers.mjs', import.meta.url));
    const words = ['--import', preload, request.script, String(request.keptMs), 'audit', ...request.inputs];
    const { status, stderr } = spawnSync(
      process.execPath,
      [...words, '--out', request.out, ...request.options],
      { encoding: 'utf8', env: { ...process.env, LIFE: values.life } },
    );
    if (status === null || status === 2) throw new Error(`exit ${String(status)}: ${stderr.slice(-500)}`);
    // Thirty stops in a row while one file was read: it is given up, and told (internal/worker-lost).
    return status === 3 ? `${stderr.trim()}, a file given up` : stderr.trim();
  },
};

const trial = TRIALS[values.fault];
if (!trial) throw new Error(`--fault is one of ${Object.keys(TRIALS).join(', ')}`);
let same = 0;
for (let time = 1; time <= Number(values.times); time++) {
  rmSync(request.out, { recursive: true, force: true });
  const happened = await trial();
  const others = differing(whole, request.out);
  if (others.length === 0) same++;
  console.log(
    `${String(time)}: ${happened}: ${others.length === 0 ? 'identical' : `DIFFERS: ${others.join(', ')}`}`,
  );
}
console.log(`${String(same)} of ${values.times} byte-identical`);
rmSync(place, { recursive: true, force: true });
process.exitCode = same === Number(values.times) ? 0 : 1;
