import { createDuplicates, type Duplicates } from '../run/duplicates.js';
import type { Output } from '../run/output.js';
import { runBatch } from '../run/run.js';
import type { SinkName } from '../output/formats.js';
import { addCounts, noCounts, type Counts } from '../output/summary.js';
import { keyOf } from './answer.js';
import { gameCommand, type GameCommandName } from '../commands/commands.js';
import type { SharedCrew } from './crew.js';
import type { Checkpoint, Job, JobStore, SeenGame } from './job.js';
import { judgingOf } from './judging.js';
import type { ServiceLimits } from './limits.js';
import { Problem } from './problem.js';
import type { ReadRequest, UploadReading } from './reading.js';

/** What a job needs of its server. */
export interface RunnerMeans {
  readonly store: JobStore;
  readonly crew: SharedCrew;
  readonly reading: UploadReading;
  readonly limits: ServiceLimits;
  readonly workers: number;
  readonly version: string;
}

/** The forms of output that are kept of a job: rows of the page, NDJSON, CSV, findings, and what the HTML is made of. */
export function sinksOf(command: GameCommandName): readonly SinkName[] {
  const { jsonl, csv, html } = gameCommand(command).sinks({});
  return [...new Set((['page', jsonl, csv, 'findings', html] as const).filter((sink) => sink !== undefined))];
}

export const NO_CHECKPOINT: Checkpoint = {
  items: 0,
  step: 0,
  inputBytes: 0,
  resultBytes: {},
  counts: noCounts(),
  within: undefined,
};

/**
 * Works on a job from its checkpoint to its end, or until it is stopped. The results of some items and the checkpoint behind
 * them are kept in one go, so that a job that is begun again after a crash has each game exactly once.
 * Throws Problem when a limit is reached.
 */
export async function runJob(
  job: Job,
  folder: string,
  means: RunnerMeans,
  signal: AbortSignal,
  onStep: (behind: Checkpoint) => void,
): Promise<'finished' | 'stopped'> {
  const { store, limits, crew, reading, workers, version } = means;
  const from = (await store.checkpoint(job.id)) ?? NO_CHECKPOINT;
  const judging = judgingOf(job.command, job.query, onlyName(job));
  const sinks = sinksOf(job.command);
  const kept = new Kept(sinks);
  const seen = await rememberedGames(store, job.id);
  let behind = from;
  let counted: { readonly counts: Counts; readonly inputBytes: number } = {
    counts: noCounts(),
    inputBytes: 0,
  };
  const stop = new AbortController();
  const clock = setTimeout(() => {
    stop.abort(new Problem('time-limit', `the job took more than ${String(limits.jobMs / 1000)} s`));
  }, limits.jobMs);
  const either = AbortSignal.any([signal, stop.signal]);
  const { owner, files } = job;
  const { limits: within } = judging.options;
  const asked: ReadRequest = {
    ...{ for: 'job', tenant: owner, name: files[0]?.name ?? 'upload', source: { folder } },
    ...{ limits: within, signal: either },
  };
  try {
    const result = await runBatch({
      inputs: { items: kept.watching(reading.items(asked, from.items)) },
      settings: judging,
      outputs: kept.outputs,
      jobs: workers,
      version,
      crew: crew.crewFor('job', owner, keyOf(judging, ...sinks)),
      signal: either,
      duplicates: seen.duplicates,
      ...(from.within ? { within: from.within } : {}),
      onProgress: (counts, inputBytes) => (counted = { counts, inputBytes }),
      async onWritten(items, within) {
        const counts = noCounts();
        addCounts(counts, from.counts);
        addCounts(counts, counted.counts);
        const parts = kept.take();
        const resultBytes = { ...behind.resultBytes };
        for (const [sink, part] of parts) resultBytes[sink] = (resultBytes[sink] ?? 0) + part.length;
        behind = {
          items: behind.items + items.length,
          step: behind.step + 1,
          inputBytes: from.inputBytes + counted.inputBytes,
          resultBytes,
          counts,
          within,
        };
        await store.append(job.id, { parts, seen: seen.take() }, behind);
        onStep(behind);
        if (counts.games > limits.jobGames) {
          stop.abort(new Problem('games-limit', `more than ${String(limits.jobGames)} games in a job`));
        }
      },
    });
    if (stop.signal.aborted) throw stop.signal.reason;
    return result.interrupted === 'yes' ? 'stopped' : 'finished';
  } finally {
    clearTimeout(clock);
  }
}

/** Points alone name dead stones of the only file. */
export function onlyName({ files, fileCount }: Pick<Job, 'files' | 'fileCount'>): string | undefined {
  return fileCount === 1 ? files[0]!.name : undefined;
}

/** Parts of output that are not stored yet. Heads are left out: they are written when results are read. */
class Kept {
  readonly outputs: readonly Output[];
  private isBegun = false;
  private parts: (readonly [SinkName, Uint8Array])[] = [];

  constructor(sinks: readonly SinkName[]) {
    this.outputs = sinks.map((sink) => ({
      sink,
      target: {
        write: (bytes) => {
          if (this.isBegun && bytes.length > 0) this.parts.push([sink, bytes]);
          return undefined;
        },
        end: () => undefined,
      },
    }));
  }

  async *watching<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    this.isBegun = true;
    yield* items;
  }

  /** One part for each form of output. */
  take(): (readonly [SinkName, Uint8Array])[] {
    const bySink = new Map<SinkName, Uint8Array[]>();
    for (const [sink, bytes] of this.parts) bySink.set(sink, [...(bySink.get(sink) ?? []), bytes]);
    this.parts = [];
    return [...bySink].map(([sink, all]) => [sink, Buffer.concat(all)] as const);
  }
}

/** The games that were seen before the checkpoint, and those that come to them. */
async function rememberedGames(
  store: JobStore,
  id: string,
): Promise<{ readonly duplicates: Duplicates; readonly take: () => readonly SeenGame[] }> {
  const inner = createDuplicates();
  for await (const [a, b, c, d, file, game] of store.seen(id)) {
    inner.meet({ words: Uint32Array.of(a, b, c, d), at: 0 }, file, game);
  }
  let fresh: SeenGame[] = [];
  return {
    duplicates: {
      remembered: inner.remembered,
      meet(keys, file, game) {
        const earlier = inner.meet(keys, file, game);
        const { words, at } = keys;
        if (!earlier) fresh.push([words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!, file, game]);
        return earlier;
      },
    },
    take() {
      const taken = fresh;
      fresh = [];
      return taken;
    },
  };
}
