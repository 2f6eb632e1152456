import { gameCommand, type GameCommandName } from '../options/commands.js';
import type { SinkName } from '../report/output/formats.js';
import { type Counts, noCounts } from '../report/output/summary.js';
import type { KeptResults } from '../run/parts/kept-results.js';
import { digestOf, keyOf } from '../run/parts/result-record.js';
import type { Target } from '../run/merge/output.js';
import { runInto } from '../run/merge/run.js';
import { type Copies, ResultWriter } from '../run/merge/writer.js';
import { StoreError } from '../run/store/store.js';
import type { SharedPool } from '../run/tasks/pool.js';
import type { Task, TaskResult, WorkSettings } from '../run/tasks/task.js';
import {
  bytesOfResults,
  ended,
  ENDED,
  type Job,
  type JobProgress,
  type JobStatus,
  NOTHING_DONE,
  onlyName,
  type Results,
} from './job.js';
import type { JobStore } from './job-store.js';
import type { ServiceLimits } from './limits.js';
import { Problem } from './problem.js';
import { comparedApart, type UploadReading } from './reading.js';

/** What doing jobs needs. */
export interface RunnerResources {
  readonly store: JobStore;
  readonly pool: SharedPool;
  readonly reading: UploadReading;
  readonly limits: Pick<ServiceLimits, 'jobMs' | 'jobGames'>;
  readonly workers: number;
  readonly version: string;
  /** Called after each result. Throws Problem at a limit. */
  readonly onStep?: (status: JobStatus) => void;
}

/**
 * The forms of output stored for a job: rows of the page, NDJSON, CSV, findings, the data of the HTML, and the facts that are
 * compared with results tables.
 */
export function sinksOf(command: GameCommandName): readonly SinkName[] {
  const made = gameCommand(command);
  const { jsonl, csv, html, ...others } = made.sinks({});
  const facts = made.crosscheck ? 'facts' : undefined;
  return [
    ...new Set(
      (
        ['page', jsonl, csv, 'csv', 'findings', html, facts, others.xlsx, others.sarif, others.text] as const
      ).filter((sink) => sink !== undefined),
    ),
  ];
}

/** A job with which its process ends as often, without a step forward, would end it each time. */
const MAX_BEGINNINGS = 2;
const ENDED_AGAIN = 'the server ended twice while it worked on the same files; send them in several jobs';

/** Milliseconds between looks whether a job was cancelled or removed. */
const CANCELLED_POLL_MS = 1000;

/**
 * Does a job from its stored results to its end, which is stored too, or until it is stopped, cancelled or removed. Returns its
 * games. `attempt`: where it is not the last one, an error of the store is thrown. Throws StoreError.
 */
export async function doJob(
  id: string,
  resources: RunnerResources,
  signal: AbortSignal,
  attempt: 'last' | 'repeated',
): Promise<number> {
  const { store } = resources;
  const { job, at: { step } = NOTHING_DONE } = (await store.status(id)) ?? {};
  if (!job || ENDED.has(job.state)) return 0;
  const times = job.begun?.step === step ? job.begun.times + 1 : 1;
  const started = job.started ?? new Date().toISOString();
  const running: Job = { ...job, state: 'running', started, begun: { step, times } };
  const unwanted = new AbortController();
  const look = async (): Promise<void> => {
    const now = await store.status(id);
    if (!now || ENDED.has(now.job.state)) unwanted.abort();
  };
  // Where one look fails, the next may succeed.
  const clock = setInterval(() => void look().catch(() => undefined), CANCELLED_POLL_MS);
  const stop = AbortSignal.any([signal, unwanted.signal]);
  try {
    if (times > MAX_BEGINNINGS) throw new Problem('internal-fault', ENDED_AGAIN);
    const { games } = await runJob(running, resources, stop);
    if (stop.aborted) await store.leave({ ...running, begun: undefined });
    else await store.end(ended(running, 'done'));
    return games;
  } catch (error) {
    if (stop.aborted) return 0;
    if (error instanceof StoreError && attempt === 'repeated') throw error;
    await store.end(ended(running, 'failed', error));
    return 0;
  } finally {
    clearInterval(clock);
    store.dropUploads(id);
    if (!(await store.status(id))) await store.remove(id);
  }
}

/**
 * Makes the results that are missing. Inputs are read from the start, and the results of tasks that are stored are not made
 * again, so that a job resumed after a crash has each game exactly once. Throws Problem when a limit is reached.
 */
async function runJob(job: Job, resources: RunnerResources, signal: AbortSignal): Promise<Counts> {
  const { store, limits, pool, reading, workers, version, onStep } = resources;
  const { owner: tenant, files, command, query } = job;
  const folder = await store.uploads(job.id);
  const from = await store.begin(job, version);
  const by = { tenant, signal };
  const source = gameCommand(command).crosscheck && { folder };
  const only = onlyName(job);
  const { judging } = await reading.query(by, { order: 'query', command, query, only, source });
  const sinks = sinksOf(command);
  const settings = { ...judging, sinks };
  const crosscheck = source && comparedApart(reading, by, { order: 'crosscheck', command, query, source });
  const stop = new AbortController();
  const clock = setTimeout(() => {
    stop.abort(new Problem('time-limit', `the job took more than ${String(limits.jobMs / 1000)} s`));
  }, limits.jobMs);
  const either = AbortSignal.any([signal, stop.signal]);
  const writer = new JobWriter(settings, {
    ...{ job, store, from, facts: crosscheck?.output.target },
    onStep(at) {
      onStep?.({ job, at });
      if (at.counts.games > limits.jobGames)
        stop.abort(new Problem('games-limit', `more than ${String(limits.jobGames)} games in a job`));
    },
  });
  const items = reading.items({
    ...{ for: 'job', tenant, name: files[0]?.name ?? 'upload', source: { folder } },
    ...{ limits: judging.options.limits, signal: either },
  });
  try {
    const { counts } = await runInto(writer, {
      ...{ inputs: { items }, settings, kept: writer, jobs: workers, signal: either },
      runner: pool.runnerFor('job', tenant),
      onProgress: (_counts, inputBytes) => (writer.inputBytes = inputBytes),
      last: [
        async () => {
          if (crosscheck) await writer.writeCrosscheck(await crosscheck.checked());
        },
        () => writer.endDecisions(settings),
      ],
    });
    if (stop.signal.aborted) throw stop.signal.reason;
    return counts;
  } finally {
    clearTimeout(clock);
    await writer.flush();
  }
}

/** A result without games: texts of all sinks. */
function textResult(sinks: TaskResult['sinks']): TaskResult {
  const none = new Uint32Array();
  return {
    sinks,
    ends: none,
    keys: none,
    games: none,
    files: none,
    repaired: [],
    names: [],
    counts: noCounts(),
    start: undefined,
    outside: [],
    faults: 0,
  };
}

/** Tasks whose stored results are read before they are asked for, at most. */
const MAX_AHEAD = 64;

/** Results wait to be stored for a share of the time that the job has taken, within bounds, so that it does not have too many parts. */
const SHARE = 16;
const MIN_WAIT_MS = 200;
const MAX_WAIT_MS = 5000;
const MAX_BYTES = 16 * 1024 * 1024;

interface JobWriterMeans {
  readonly job: Job;
  readonly store: JobStore;
  readonly from: JobProgress;
  /** Takes the facts of games. */
  readonly facts: Target | undefined;
  readonly onStep: (at: JobProgress) => void;
}

/** Writes the results of a job into its store, and takes those of an earlier run from there. */
class JobWriter extends ResultWriter implements KeptResults {
  inputBytes = 0;
  private readonly settings: WorkSettings;
  private readonly means: JobWriterMeans;
  private readonly keys = new WeakMap<readonly TaskResult[], string>();
  private readonly stored: AsyncGenerator<readonly [number, Results]>;
  /** Results that were stored, and were not asked for so far. */
  private readonly ahead = new Map<string, readonly TaskResult[]>();
  private turn: Promise<unknown> = Promise.resolve();
  /** Of the results written since the last task. */
  private copiesOfTask: Copies[] = [];
  private step = 0;
  private at: JobProgress;
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  private readonly began = performance.now();
  private flushed = this.began;

  constructor(settings: WorkSettings, means: JobWriterMeans) {
    super([], settings);
    this.settings = settings;
    this.means = means;
    const { job, store, from } = means;
    this.at = from;
    this.stored = store.results(job.id, this.settings.sinks.length, 0, from.step);
  }

  async run(
    task: Task,
    settings: WorkSettings,
    make: () => Promise<readonly TaskResult[]>,
  ): Promise<readonly TaskResult[]> {
    // The names of items say where they are; the folder may be a copy.
    const items = task.items.map((item) => (item.kind === 'zip-entry' ? { ...item, archive: '' } : item));
    const key = keyOf({ ...task, items }, digestOf(settings));
    const found = this.turn.then(() => this.find(key));
    this.turn = found.catch(() => undefined);
    const results = (await found) ?? (await make());
    this.keys.set(results, key);
    return results;
  }

  override async write(result: TaskResult): Promise<void> {
    await super.write(result);
    this.copiesOfTask.push(this.copies);
    void this.means.facts?.write(result.sinks[this.settings.sinks.indexOf('facts')]!);
  }

  async written(results: readonly TaskResult[]): Promise<void> {
    await this.add({ key: this.keys.get(results)!, results, copies: this.copiesOfTask.splice(0) });
  }

  protected override async writeTexts(textOf: (sink: SinkName) => string): Promise<void> {
    const texts = this.settings.sinks.map((sink) => Uint8Array.from(Buffer.from(textOf(sink))));
    if (texts.every(({ length }) => length === 0)) return;
    await this.add({ key: '', results: [textResult(texts)], copies: [new Map()] });
  }

  /** Stores the results that wait. */
  async flush(): Promise<void> {
    if (this.waiting.length === 0) return;
    const { job, store } = this.means;
    await store.keep({ job, at: this.at }, Buffer.concat(this.waiting));
    this.waiting = [];
    this.waitingBytes = 0;
    this.flushed = performance.now();
  }

  private async add(results: Results): Promise<void> {
    if (++this.step <= this.means.from.step) return;
    const bytes = bytesOfResults(results);
    const { step, inputBytes, counts, at } = this;
    this.at = {
      ...at,
      step,
      bytes: at.bytes + bytes.length,
      inputBytes,
      counts: structuredClone(counts),
    };
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    const now = performance.now();
    const most = Math.min(Math.max((now - this.began) / SHARE, MIN_WAIT_MS), MAX_WAIT_MS);
    if (now - this.flushed >= most || this.waitingBytes >= MAX_BYTES) await this.flush();
    this.means.onStep(this.at);
  }

  /** Stored results of a task. Tasks come in nearly the order in which they were stored. */
  private async find(key: string): Promise<readonly TaskResult[] | undefined> {
    while (!this.ahead.has(key) && this.ahead.size < MAX_AHEAD) {
      const next = await this.stored.next();
      if (next.done === true) break;
      const [, one] = next.value;
      this.ahead.set(one.key, one.results);
    }
    const found = this.ahead.get(key);
    this.ahead.delete(key);
    return found;
  }
}
