import { gameCommand, type GameCommandName } from '../options/commands.js';
import type { SinkName } from '../report/output/formats.js';
import type { KeptResults } from '../run/parts/kept-results.js';
import { digestOf, keyOf } from '../run/parts/result-record.js';
import { type Joiner, NO_FRAME, type Target } from '../run/merge/output.js';
import { runInto } from '../run/merge/run.js';
import { type Copies, joinersOf, ResultWriter } from '../run/merge/writer.js';
import type { SharedPool } from '../run/tasks/pool.js';
import type { Task, TaskResult, WorkSettings } from '../run/tasks/task.js';
import { onlyName, type Job, type JobProgress, bytesOfResults, type Results } from './job.js';
import type { JobStore } from './job-store.js';
import type { ServiceLimits } from './limits.js';
import { Problem } from './problem.js';
import { comparedApart, type UploadReading } from './reading.js';

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
  const { jsonl, csv, html, ...others } = made.sinks({});
  const facts = made.crosscheck ? 'facts' : undefined;
  return [
    ...new Set(
      (['page', jsonl, csv, 'findings', html, facts, others.xlsx, others.sarif, others.text] as const).filter(
        (sink) => sink !== undefined,
      ),
    ),
  ];
}

/** Tasks whose stored results are read before they are asked for, at most. */
const MAX_AHEAD = 64;

interface JobWriterMeans {
  readonly store: JobStore;
  readonly from: JobProgress;
  /** Of texts that belong to no task, one for each sink. */
  readonly targets: readonly TextTarget[];
  readonly onStep: (at: JobProgress) => void;
}

/**
 * Runs a job from its stored results to its end, or until it is stopped. Inputs are read from the start, and the results of tasks
 * that are stored are not made again, so that a job resumed after a crash has each game exactly once.
 * Throws Problem when a limit is reached.
 */
export async function runJob(
  job: Job,
  folder: string,
  resources: RunnerResources,
  signal: AbortSignal,
  onStep: (at: JobProgress) => void,
): Promise<'finished' | 'stopped'> {
  const { store, limits, pool, reading, workers, version } = resources;
  const { owner: tenant, files, command, query } = job;
  const from = await store.begin(job, version);
  const by = { tenant, signal };
  const source = gameCommand(command).crosscheck && { folder };
  const only = onlyName(job);
  const { judging } = await reading.query(by, { order: 'query', command, query, only, source });
  const sinks = sinksOf(command);
  const settings = { ...judging, sinks };
  const crosscheck = source && comparedApart(reading, by, { order: 'crosscheck', command, query, source });
  const targets = sinks.map(
    (sink) => new TextTarget(sink === 'facts' ? crosscheck?.output.target : undefined),
  );
  // Heads and tails are written when results are read.
  const outputs = sinks.map((sink, i) => ({ sink, target: targets[i]!, frame: NO_FRAME }));
  const { stop, clock } = stopAfter(limits.jobMs);
  const either = AbortSignal.any([signal, stop.signal]);
  const writer = new JobWriter(job, settings, await joinersOf(outputs, version), {
    ...{ store, from, targets },
    onStep(at) {
      onStep(at);
      if (at.counts.games > limits.jobGames)
        stop.abort(new Problem('games-limit', `more than ${String(limits.jobGames)} games in a job`));
    },
  });
  const items = reading.items({
    ...{ for: 'job', tenant, name: files[0]?.name ?? 'upload', source: { folder } },
    ...{ limits: judging.options.limits, signal: either },
  });
  try {
    const result = await runInto(writer, {
      ...{ inputs: { items }, settings, kept: writer, jobs: workers, signal: either },
      runner: pool.runnerFor('job', tenant),
      onProgress: (_counts, inputBytes) => (writer.inputBytes = inputBytes),
      last: [
        async () => {
          if (crosscheck) await writer.writeCrosscheck(await crosscheck.checked());
          await writer.addText();
        },
        async () => {
          await writer.endDecisions(settings);
          await writer.addText();
        },
      ],
    });
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

/** Collects what is written, until it is taken. */
class TextTarget implements Target {
  private readonly also: Target | undefined;
  private blocks: Uint8Array[] = [];

  /** `also`: gets everything, too. */
  constructor(also: Target | undefined) {
    this.also = also;
  }

  write(bytes: Uint8Array): undefined {
    if (bytes.length > 0) this.blocks.push(bytes);
    void this.also?.write(bytes);
  }

  end(): undefined {
    return undefined;
  }

  take(): Uint8Array {
    return Buffer.concat(this.blocks.splice(0));
  }

  drop(): void {
    this.blocks = [];
  }
}

/** Writes the results of a job into its store, and takes those of an earlier run from there. */
class JobWriter extends ResultWriter implements KeptResults {
  inputBytes = 0;
  private readonly id: string;
  private readonly means: JobWriterMeans;
  private readonly keys = new WeakMap<readonly TaskResult[], string>();
  private readonly stored: AsyncGenerator<readonly [number, Results]>;
  /** Results that were stored, and were not asked for so far. */
  private readonly ahead = new Map<string, readonly TaskResult[]>();
  private turn: Promise<unknown> = Promise.resolve();
  /** Of the results written since the last task. */
  private copiesOfTask: Copies[] = [];
  private at: JobProgress;
  private step = 0;

  constructor({ id }: Job, settings: WorkSettings, joiners: readonly Joiner[], means: JobWriterMeans) {
    super(joiners, settings);
    this.id = id;
    this.means = means;
    this.at = means.from;
    this.stored = means.store.results(id, joiners.length, 0);
  }

  async run(
    task: Task,
    settings: WorkSettings,
    make: () => Promise<readonly TaskResult[]>,
  ): Promise<readonly TaskResult[]> {
    const key = keyOf(task, digestOf(settings));
    const found = this.turn.then(() => this.find(key));
    this.turn = found.catch(() => undefined);
    const results = (await found) ?? (await make());
    this.keys.set(results, key);
    return results;
  }

  override async write(result: TaskResult): Promise<void> {
    await super.write(result);
    this.copiesOfTask.push(this.copies);
    for (const target of this.means.targets) target.drop();
  }

  async written(results: readonly TaskResult[]): Promise<void> {
    await this.add({ key: this.keys.get(results)!, results, copies: this.copiesOfTask.splice(0) });
  }

  override async endFile(): Promise<boolean> {
    await super.endFile();
    return this.addText();
  }

  /** Stores what was written besides results; `false` for nothing. */
  async addText(): Promise<boolean> {
    const texts = this.means.targets.map((target) => target.take());
    if (texts.every(({ length }) => length === 0)) return false;
    await this.add({ texts });
    return true;
  }

  private async add(results: Results): Promise<void> {
    const { store, from, onStep } = this.means;
    if (++this.step <= from.step) return;
    const bytes = bytesOfResults(results);
    const { inputBytes, counts, at } = this;
    this.at = {
      ...at,
      step: this.step,
      bytes: at.bytes + bytes.length,
      inputBytes,
      counts: structuredClone(counts),
    };
    await store.append(this.id, bytes, this.at);
    onStep(this.at);
  }

  /** Stored results of a task. Tasks come in nearly the order in which they were stored. */
  private async find(key: string): Promise<readonly TaskResult[] | undefined> {
    while (!this.ahead.has(key) && this.ahead.size < MAX_AHEAD) {
      const next = await this.stored.next();
      if (next.done === true || next.value[0] > this.means.from.step) break;
      const [, one] = next.value;
      if ('key' in one) this.ahead.set(one.key, one.results);
    }
    const found = this.ahead.get(key);
    this.ahead.delete(key);
    return found;
  }
}
