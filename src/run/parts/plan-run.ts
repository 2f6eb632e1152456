import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Inputs } from '../input/inputs.js';
import type { Items } from '../input/item.js';
import { plural } from '../../core/text.js';
import { type Counts, summaryJson } from '../../report/output/summary.js';
import { endsWithin, fileBefore, itemsOfChunk } from './chunk-inputs.js';
import { fileTarget, type Output } from '../merge/output.js';
import { PartWriter, readPart } from './part-file.js';
import type { Plan, PlannedChunk } from './plan.js';
import { threadsThatFit } from '../tasks/work.js';
import { beginReportPage } from '../merge/report-page.js';
import { withCache } from './result-cache.js';
import { runInto, type RunRequest, type RunResult } from '../merge/run.js';
import { startRunner } from '../tasks/runners.js';
import { isJudging } from '../tasks/task.js';
import { joinersOf, ResultWriter } from '../merge/writer.js';

/** How parts are made. */
export type WorkRequest = Pick<RunRequest, 'jobs' | 'workerUrl' | 'signal' | 'cache'> &
  Pick<Inputs, 'onNothing'> & {
    /** Called for each part that was made, with its counts. */
    readonly onPart?: (counts: Counts) => void;
  };

export type ChunkWorker = Awaited<ReturnType<typeof startChunkWorker>>;

interface MakingOptions {
  /** Replaces the signal of all chunks. */
  readonly signal?: AbortSignal;
  /** Changes the items of the chunk. */
  readonly through?: (items: AsyncIterable<Items>) => AsyncIterable<Items>;
  /** `trial`: the results are discarded. */
  readonly purpose?: 'part' | 'trial';
}

/** `faults`: files in which the program itself failed. */
export interface MadePart {
  readonly part: 'made' | 'kept' | 'interrupted' | 'tried';
  readonly faults: number;
  readonly games: number;
}

const NOTHING_MADE = { faults: 0, games: 0 };

/**
 * Makes parts one after another with the same worker threads: starting them takes as long as some thousand games. `threads`:
 * `apart` keeps this thread free for work that must not wait for a game.
 */
export async function startChunkWorker(
  { settings: planned, store, version }: Plan,
  request: WorkRequest & { readonly threads?: 'apart' },
) {
  const { settings, writer: cache } = withCache(request.cache, version, planned);
  const { jobs, workerUrl, onPart } = request;
  store.begin();
  const threads = Math.max(1, Math.min(jobs, threadsThatFit(isJudging(settings))));
  const runner = await startRunner({ settings, wanted: jobs, threads, workerUrl }, request.threads);
  return {
    close: runner.close,
    /**
     * Makes the part of a chunk, unless there is a complete one. Two workers give the same bytes for a chunk.
     * Throws OutputError and file system errors.
     */
    async make(
      chunk: PlannedChunk,
      { signal = request.signal, through = unchanged, purpose = 'part' }: MakingOptions = {},
    ): Promise<MadePart> {
      if (await store.isComplete(chunk.key)) return { part: 'kept', ...NOTHING_MADE };
      const planned = chunk.inputs();
      const part = new PartWriter(store.temporary(), chunk, settings.sinks);
      try {
        let unread = 0;
        const inputs = {
          limits: settings.options.limits,
          onNothing(name: string, reason: string) {
            unread++;
            request.onNothing(name, reason);
          },
        };
        const result = await runInto(part, {
          settings,
          jobs,
          cache,
          closed: part.closed,
          ...(signal && { signal }),
          inputs: { items: through(itemsOfChunk(planned, inputs)) },
          within: fileBefore(planned),
          goesOn: endsWithin(planned),
          runner: () => ({ ...runner, close: nothing }),
        });
        if (result.interrupted === 'yes' || purpose === 'trial') {
          part.discard();
          return { part: result.interrupted === 'yes' ? 'interrupted' : 'tried', ...NOTHING_MADE };
        }
        part.complete({ unread });
        await store.keep(part.temporary, chunk.key);
        onPart?.(result.counts);
        return { part: 'made', faults: result.faults, games: result.counts.games };
      } catch (error) {
        part.discard();
        throw error;
      }
    },
  };
}

const unchanged = (items: AsyncIterable<Items>): AsyncIterable<Items> => items;

const nothing = (): Promise<void> => Promise.resolve();

/** What a worker did with the chunks of a plan. */
export interface WorkDone {
  readonly made: number;
  /** Parts that existed already, or that other workers made meanwhile. */
  readonly kept: number;
  readonly faults: number;
  readonly interrupted: 'no' | 'yes';
}

/**
 * Makes the part of one chunk or, for `next`, of all chunks in order. A complete part is kept. Workers do not know of each other:
 * two that make all chunks at the same time may each make the same part. Throws PlanError, OutputError and file system errors.
 */
export async function makeParts(
  plan: Plan,
  request: WorkRequest & { readonly chunk: number | 'next' },
): Promise<WorkDone> {
  const { chunk: wanted, signal } = request;
  const worker = await startChunkWorker(plan, request);
  const done = { made: 0, kept: 0, faults: 0 };
  try {
    for (const chunk of wanted === 'next' ? plan.chunks() : [plan.chunk(wanted)]) {
      if (signal?.aborted === true) break;
      const { part, faults } = await worker.make(chunk);
      if (part === 'made' || part === 'kept') done[part]++;
      done.faults += faults;
    }
  } finally {
    await worker.close();
  }
  return { ...done, interrupted: signal?.aborted === true ? 'yes' : 'no' };
}

/** The chunks of a plan that have no complete part. */
export async function chunksWithoutPart({ chunks, store }: Plan): Promise<number[]> {
  const missing: number[] = [];
  for (const { key, number } of chunks()) if (!(await store.isComplete(key))) missing.push(number);
  return missing;
}

/** `2 chunks of 9 not done yet (3, 7)`; '' where every chunk of a plan has a complete part. */
export async function chunksMissing(plan: Plan): Promise<string> {
  const missing = await chunksWithoutPart(plan);
  if (missing.length === 0) return '';
  const first = missing.slice(0, 10).join(', ') + (missing.length > 10 ? ', ...' : '');
  return `${plural(missing.length, 'chunk')} of ${String(plan.totals().chunks)} not done yet (${first})`;
}

/**
 * Writes all parts in the order of the plan; memory does not grow with them. `unread`: names that gave nothing to read.
 * Throws UserError for a damaged part.
 */
async function mergeParts(
  plan: Plan,
  into: ResultWriter,
  signal?: AbortSignal,
): Promise<RunResult & { readonly unread: number }> {
  const started = process.hrtime.bigint();
  let unread = 0;
  for (const { key } of plan.chunks()) {
    if (signal?.aborted === true) break;
    const totals = await plan.store.read(key, (path) =>
      readPart(path, { key, sinks: plan.settings.sinks }, into),
    );
    unread += totals.unread;
  }
  const isWhole = signal?.aborted !== true;
  if (isWhole) await into.endDecisions(plan.settings);
  await into.end();
  return {
    counts: into.counts,
    faults: into.faults,
    interrupted: isWhole ? 'no' : 'yes',
    elapsedMs: Number(process.hrtime.bigint() - started) / 1e6,
    comparedGames: into.comparedGames(),
    unread: unread + plan.totals().unread,
    configurations: plan.totals().configurations,
  };
}

const TABLES = [
  { name: 'games.csv', sink: 'csv' },
  { name: 'findings.csv', sink: 'findings' },
] as const;
const SUMMARY = 'summary.json';
const PAGE = 'index.html';

/** What a merge writes: the files of `audit --out`. */
export const MERGED_FILES: readonly string[] = [...TABLES.map(({ name }) => name), SUMMARY, PAGE];

/**
 * Joins the parts of a plan into the files that a single `audit` writes into a folder, byte for byte. They are written into a
 * subfolder and renamed at the end: each is complete or as before. `unread`: names that gave nothing to read.
 * Throws UserError, for instance for a damaged part, and file system errors, for instance for a missing part.
 */
export async function mergeInto(
  folder: string,
  plan: Plan,
  signal?: AbortSignal,
): Promise<RunResult & { readonly unread: number }> {
  const { version, settings } = plan;
  const unfinished = join(folder, '.merge');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const tables: readonly Output[] = TABLES.map(({ name, sink }) => ({
    sink,
    target: fileTarget(join(unfinished, name)),
  }));
  const page = beginReportPage(join(unfinished, PAGE), version);
  const outputs = [...tables, { sink: 'html' as const, target: page.target, closed: page.closed }];
  try {
    const writer = new ResultWriter(await joinersOf(outputs, version), settings);
    const result = await mergeParts(plan, writer, signal);
    if (result.interrupted === 'no') {
      writeFileSync(join(unfinished, SUMMARY), summaryJson(result.counts, result, version));
      page.complete(result.counts, result);
      for (const name of MERGED_FILES) renameSync(join(unfinished, name), join(folder, name));
    }
    return result;
  } finally {
    page.close();
    rmSync(unfinished, { recursive: true, force: true });
  }
}
