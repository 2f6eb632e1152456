import { gameCommand, type GameCommandName } from '../options/commands.js';
import { createSeenGames } from '../toolkit/duplicates/seen-games.js';
import type { Crosscheck } from '../toolkit/event/crosscheck.js';
import type { SinkName } from '../report/output/formats.js';
import { runFromCheckpoint, type Checkpoint } from '../run/parts/checkpoint.js';
import { NO_FRAME, type DurableTarget, type OutputMark } from '../run/merge/output.js';
import type { SharedPool } from '../run/tasks/shared-pool.js';
import { comparedApart } from './comparing.js';
import { onlyName, type Job } from './job.js';
import type { JobStore } from './job-store.js';
import type { ServiceLimits } from './limits.js';
import { Problem } from './problem.js';
import type { UploadReading } from './reading.js';

/** What running jobs needs. */
export interface RunnerResources {
  readonly store: JobStore;
  readonly pool: SharedPool;
  readonly reading: UploadReading;
  readonly limits: Pick<ServiceLimits, 'jobMs' | 'jobGames'>;
  readonly workers: number;
  readonly version: string;
}

/**
 * The forms of output stored for a job: rows of the page, NDJSON, CSV, findings, the data of the HTML, and the facts that are
 * compared with results tables.
 */
export function sinksOf(command: GameCommandName): readonly SinkName[] {
  const made = gameCommand(command);
  const { jsonl, csv, html } = made.sinks({});
  const facts = made.crosscheck ? 'facts' : undefined;
  return [
    ...new Set((['page', jsonl, csv, 'findings', html, facts] as const).filter((sink) => sink !== undefined)),
  ];
}

/**
 * Runs a job from its checkpoint to its end, or until it is stopped. The results of some items and the checkpoint after
 * them are stored atomically, so that a job resumed after a crash has each game exactly once.
 * Throws Problem when a limit is reached.
 */
export async function runJob(
  job: Job,
  folder: string,
  resources: RunnerResources,
  signal: AbortSignal,
  onStep: (at: Checkpoint) => void,
): Promise<'finished' | 'stopped'> {
  const { store, limits, pool, reading, workers, version } = resources;
  const { id, owner: tenant, files, command, query } = job;
  const from = await store.begin(job);
  if (from.isCrosschecked) return 'finished';
  const by = { tenant, signal };
  const source = gameCommand(command).crosscheck && { folder };
  const { judging } = await reading.query(by, {
    order: 'query',
    command,
    query,
    only: onlyName(job),
    source,
  });
  const sinks = sinksOf(command);
  const targets = sinks.map((_, i) => new PartTarget(from.outputs[i]));
  const crosscheck = source && comparedApart(reading, by, { order: 'crosscheck', command, query, source });
  const facts = targets[sinks.indexOf('facts')];
  if (crosscheck && facts) {
    for await (const [, bytes] of store.parts(id, 'facts', 0)) void crosscheck.output.target.write(bytes);
    facts.onWrite = (bytes) => void crosscheck.output.target.write(bytes);
  }
  let isCrosschecked = false;
  const seen = createSeenGames();
  for await (const games of store.games(id)) seen.restore(games);
  const { stop, clock } = stopAfter(limits.jobMs);
  const either = AbortSignal.any([signal, stop.signal]);
  const items = reading.items(
    {
      ...{ for: 'job', tenant, name: files[0]?.name ?? 'upload', source: { folder } },
      ...{ limits: judging.options.limits, signal: either },
    },
    from.items,
  );
  try {
    const result = await runFromCheckpoint(
      {
        inputs: { items },
        settings: judging,
        // Heads and tails are written when results are read.
        outputs: sinks.map((sink, i) => ({ sink, target: targets[i]!, frame: NO_FRAME })),
        jobs: workers,
        version,
        crosscheck:
          crosscheck &&
          (async (): Promise<Crosscheck> => {
            const checked = await crosscheck.checked();
            isCrosschecked = true;
            return checked;
          }),
        runner: pool.runnerFor('job', tenant),
        signal: either,
      },
      {
        ...{ from, seen, targets, everyMs: 0 },
        async save(checkpoint, games) {
          const parts = sinks.map((sink, i) => [sink, targets[i]!.take()] as const);
          const reached = isCrosschecked ? { ...checkpoint, isCrosschecked } : checkpoint;
          await store.append(id, { parts, games }, reached);
          onStep(checkpoint);
          if (checkpoint.counts.games > limits.jobGames) {
            stop.abort(new Problem('games-limit', `more than ${String(limits.jobGames)} games in a job`));
          }
        },
      },
    );
    if (stop.signal.aborted) throw stop.signal.reason;
    return result.interrupted === 'yes' ? 'stopped' : 'finished';
  } finally {
    clearTimeout(clock);
  }
}

/** Stops a job that takes too long. */
function stopAfter(ms: number): { readonly stop: AbortController; readonly clock: NodeJS.Timeout } {
  const stop = new AbortController();
  const clock = setTimeout(() => {
    stop.abort(new Problem('time-limit', `the job took more than ${String(ms / 1000)} s`));
  }, ms);
  return { stop, clock };
}

/** Collects output until it is stored. */
class PartTarget implements DurableTarget {
  /** Also called with each block written. */
  onWrite: (bytes: Uint8Array) => void = () => undefined;
  private length: number;
  private blocks: Uint8Array[] = [];

  constructor(from: OutputMark | undefined) {
    this.length = from?.length ?? 0;
  }

  write(bytes: Uint8Array): undefined {
    this.length += bytes.length;
    if (bytes.length > 0) this.blocks.push(bytes);
    this.onWrite(bytes);
  }

  end(): undefined {
    return undefined;
  }

  sync(): OutputMark {
    return { length: this.length };
  }

  take(): Uint8Array {
    return Buffer.concat(this.blocks.splice(0));
  }
}
