/**
 * Attacks the built command and the built server, and prints what each attack cost and whether all held:
 * `npm run attack [-- --only WORD]`; WORD is a part of a name, or who attacks. Exits with 1 when anything fell. Every file of `cases/` is a family of attacks.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startAttacked, type Seen } from './attacked-server.js';
import { MAX_HEALTH_MS, MAX_USUAL_HEALTH_MS, type AttackCase, type Place } from './case.js';
import { runCommand } from './command.js';

const { values } = parseArgs({ options: { only: { type: 'string' } } });

interface Result {
  readonly seconds: number;
  readonly peakMb: number;
  /** By the clock, without waiting for a core, and by the server itself; `undefined`: no server was attacked. */
  readonly health:
    | { readonly ms: number; readonly ownMs: number; readonly usualMs: number; readonly loopMs: number }
    | undefined;
  readonly fell: string;
}

async function resultOf({ by, mostMb, attack }: AttackCase): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-attack-'));
  const stops: (() => Promise<Seen>)[] = [];
  const peaks: number[] = [0];
  const place: Place = {
    folder,
    async serve(options = {}) {
      const { server, stop } = await startAttacked(folder, options);
      stops.push(stop);
      return server;
    },
    async run(words, options) {
      const ran = await runCommand(words, options);
      peaks.push(ran.peakMb);
      return ran;
    },
  };
  const started = performance.now();
  let fell: string;
  try {
    fell = await attack(place);
  } catch (error) {
    fell = error instanceof Error ? error.message.split('\n')[0]! : String(error);
  }
  const seconds = (performance.now() - started) / 1000;
  const seen: Seen[] = [];
  for (const stop of stops) seen.push(await stop());
  rmSync(folder, { recursive: true, force: true });
  const peakMb = Math.max(...peaks, ...seen.map((one) => one.peakMb));
  const worst = (of: (one: Seen) => number): number => Math.max(...seen.map(of));
  const health =
    seen.length === 0
      ? undefined
      : {
          ms: worst((one) => one.health.worstMs),
          ownMs: worst((one) => one.health.worstOwnMs),
          usualMs: worst((one) => one.health.mostOwnMs),
          loopMs: worst((one) => one.loopMs),
        };
  if (health && health.ownMs > MAX_HEALTH_MS[by]) fell ||= `/healthz took ${health.ownMs.toFixed(0)} ms`;
  if (health && health.usualMs > MAX_USUAL_HEALTH_MS)
    fell ||= `/healthz took ${health.usualMs.toFixed(0)} ms at the 99th percentile`;
  if (peakMb > mostMb) fell ||= `it took ${String(peakMb)} MB of ${String(mostMb)}`;
  return { seconds, peakMb, health, fell };
}

const cases: AttackCase[] = [];
for (const name of readdirSync(new URL('cases/', import.meta.url)).sort()) {
  if (!name.endsWith('.js')) continue;
  const family = (await import(new URL(`cases/${name}`, import.meta.url).href)) as {
    readonly CASES: readonly AttackCase[];
  };
  cases.push(...family.CASES);
}

console.log(
  '| attack | by | seconds | worst /healthz, ms | without waiting for a core | its 99th percentile | event loop late | peak memory, MB | |\n|---|---|---|---|---|---|---|---|---|',
);
let fallen = 0;
let done = 0;
for (const one of cases) {
  if (values.only !== undefined && !one.name.includes(values.only) && one.by !== values.only) continue;
  const { seconds, health, peakMb, fell } = await resultOf(one);
  done++;
  if (fell !== '') fallen++;
  const latency = health
    ? `${health.ms.toFixed(0)} | ${health.ownMs.toFixed(0)} | ${health.usualMs.toFixed(0)} | ${health.loopMs.toFixed(0)}`
    : ' | | | ';
  const verdict = fell === '' ? 'held' : `FELL: ${fell}`;
  console.log(
    `| ${one.name} | ${one.by} | ${seconds.toFixed(1)} | ${latency} | ${String(peakMb)} | ${verdict} |`,
  );
}
console.log(`\n${String(done - fallen)} held, ${String(fallen)} fell`);
process.exitCode = fallen > 0 || done === 0 ? 1 : 0;
