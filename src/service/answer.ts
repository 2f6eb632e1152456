import type { Item } from '../input/item.js';
import type { Output, Target } from '../run/output.js';
import { runBatch } from '../run/run.js';
import type { SinkName } from '../output/formats.js';
import type { Counts } from '../output/summary.js';
import type { AnswerForm } from '../options/table.js';
import type { Judging } from '../options/judging.js';
import { gameCommand, type GameCommandName } from '../commands/commands.js';
import type { SharedPool } from '../run/shared-pool.js';
import { HeldAnswer, type HeldMemory } from './held-answer.js';
import type { ServiceLimits } from './limits.js';
import { Problem, problemOf } from './problem.js';
import type { UploadReading } from './reading.js';
import { documentOf } from './report-document.js';
import { plainItems, type Upload } from '../input/uploads.js';

/** The output that makes a form of answer. Throws Problem where the command has none. */
export function sinkOf(command: GameCommandName, form: AnswerForm): SinkName {
  if (form === 'findings') return form;
  const sink = gameCommand(command).sinks({})[form];
  if (sink !== undefined) return sink;
  throw new Problem('no-such-form', `${command} has no answer in the form ${form}`);
}

/** Media types of the forms of answers. */
export const MEDIA_TYPES: Readonly<Record<AnswerForm, string>> = {
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  findings: 'text/csv; charset=utf-8',
  sarif: 'application/sarif+json',
  text: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
};

/** What a request asks for, all of it checked. */
export interface Asked {
  readonly command: GameCommandName;
  readonly judging: Judging;
  readonly form: AnswerForm;
  readonly uploads: readonly Upload[];
  readonly tenant: string;
  /** Name of an upload that has none. */
  readonly name: string;
  /** Fires when the client has gone. */
  readonly signal: AbortSignal;
}

export interface Means {
  readonly pool: SharedPool;
  readonly reading: UploadReading;
  readonly memory: HeldMemory;
  readonly limits: ServiceLimits;
  readonly version: string;
  readonly workers: number;
}

type Done = (counts: Counts | undefined) => Promise<void>;

/**
 * Referees the uploads of a request into an answer. NDJSON is streamed; the other forms are sent when all is done, so that
 * a problem has its status. `done` is told what was counted, or nothing when the request failed.
 */
export async function answer(asked: Asked, means: Means, done: Done): Promise<Response> {
  const headers = { 'content-type': MEDIA_TYPES[asked.form] };
  if (asked.form === 'jsonl') return new Response(streamed(asked, means, done), { headers });
  const held = new HeldAnswer(means);
  const stop = new AbortController();
  try {
    const target: Target = { write: (bytes) => held.add(bytes, stop), end: () => undefined };
    const counts = await referee(asked, means, target, stop, done);
    if (asked.form !== 'html') return held.response(headers);
    const page = documentOf(asked.command, means.version, () => counts);
    return held.response({ ...headers, ...page.headers }, page);
  } catch (error) {
    held.forget();
    throw error;
  }
}

/** Lines as they are made; a problem on the way is the last line. */
function streamed(asked: Asked, means: Means, done: Done): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  const stop = new AbortController();
  let wanted: (() => void) | undefined;
  const goOn = (): void => {
    wanted?.();
    wanted = undefined;
  };
  // Nobody waits any longer for a reader that takes nothing.
  stop.signal.addEventListener('abort', goOn, { once: true });
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const target: Target = {
        write(bytes) {
          if (gone.signal.aborted || stop.signal.aborted || bytes.length === 0) return undefined;
          controller.enqueue(bytes);
          if ((controller.desiredSize ?? 1) > 0) return undefined;
          return new Promise((resolve) => (wanted = resolve));
        },
        end: () => undefined,
      };
      const signal = AbortSignal.any([asked.signal, gone.signal]);
      referee({ ...asked, signal }, means, target, stop, done)
        .catch((error: unknown) => {
          if (gone.signal.aborted) return;
          const problem = problemOf(error).document;
          controller.enqueue(Buffer.from(`${JSON.stringify({ problem })}\n`));
        })
        .finally(() => {
          if (!gone.signal.aborted) controller.close();
        });
    },
    pull: goOn,
    cancel() {
      gone.abort();
      goOn();
    },
  });
}

/** Runs the command over the uploads until `stop` fires, at a limit. Throws Problem then, and when the client has gone. */
async function referee(
  { command, judging, form, uploads, tenant, name, signal }: Asked,
  { pool, reading, limits, version, workers }: Means,
  target: Target,
  stop: AbortController,
  done: Done,
): Promise<Counts> {
  const clock = setTimeout(() => {
    stop.abort(
      new Problem('time-limit', `more than ${String(limits.requestMs / 1000)} s; a job may take longer`),
    );
  }, limits.requestMs);
  const output: Output = { sink: sinkOf(command, form), target };
  const either = AbortSignal.any([signal, stop.signal]);
  const items =
    plainItems(uploads) ??
    reading.items(
      {
        ...{ for: 'request', tenant, name, source: { uploads } },
        ...{ limits: judging.options.limits, signal: either },
      },
      0,
    );
  let counts: Counts | undefined;
  try {
    const result = await runBatch({
      inputs: { items: 'next' in items ? items : oneRow(items) },
      settings: judging,
      outputs: [output],
      jobs: workers,
      version,
      runner: pool.runnerFor('request', tenant),
      signal: either,
      onProgress({ games }) {
        if (games <= limits.games) return;
        stop.abort(new Problem('games-limit', `more than ${String(limits.games)} games; send them as a job`));
      },
    });
    if (stop.signal.aborted) throw stop.signal.reason;
    if (signal.aborted) throw new Problem('bad-body', 'the client has gone');
    counts = result.counts;
    return counts;
  } finally {
    clearTimeout(clock);
    await done(counts);
  }
}

async function* oneRow(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  yield await Promise.resolve(items);
}
