import type { Output, Target } from '../batch/output.js';
import { runBatch } from '../batch/run.js';
import type { SinkName } from '../report/formats.js';
import type { Counts } from '../report/summary.js';
import type { Command } from './commands.js';
import type { SharedCrew } from './crew.js';
import type { Judging } from './judging.js';
import type { ServiceLimits } from './limits.js';
import type { AnswerForm } from './option-schemas.js';
import { Problem, problemOf } from './problem.js';
import { documentOf } from './report-document.js';
import { itemsOfUploads, type Upload } from './uploads.js';
import { without } from './without.js';

/** The form of output that a command has for a form of answer. */
export function sinkOf(command: Command, form: AnswerForm): SinkName {
  if (form === 'findings') return 'findings';
  if (command === 'audit') return form;
  if (command === 'check') return checkSink(form);
  if (form === 'html') return `${command}-text`;
  if (form !== 'sarif') return `${command}-${form}`;
  throw new Problem('no-such-form', `${command} has no answer in the form ${form}`);
}

/** A check has findings alone: they are its CSV, and its HTML is made of their lines. */
export function checkSink<Form extends string>(form: Form | 'csv' | 'html'): Form | 'findings' | 'text' {
  return form === 'csv' ? 'findings' : form === 'html' ? 'text' : form;
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
  readonly command: Command;
  readonly judging: Judging;
  readonly form: AnswerForm;
  readonly uploads: readonly Upload[];
  /** Fires when the client has gone. */
  readonly signal: AbortSignal;
}

export interface Means {
  readonly crew: SharedCrew;
  readonly limits: ServiceLimits;
  readonly version: string;
  readonly workers: number;
}

/**
 * Referees the uploads of a request into an answer. NDJSON is streamed; the other forms are sent when all is done, so that
 * a problem has its status. `done` is told what was counted, or nothing when the request failed.
 */
export async function answer(
  asked: Asked,
  means: Means,
  done: (counts: Counts | undefined) => Promise<void>,
): Promise<Response> {
  const headers = { 'content-type': MEDIA_TYPES[asked.form] };
  if (asked.form === 'jsonl') return new Response(streamed(asked, means, done), { headers });
  const held: Uint8Array[] = [];
  const target: Target = { write: (bytes) => void held.push(bytes), end: () => undefined };
  const counts = await referee(asked, means, target, done);
  if (asked.form !== 'html') return new Response(Buffer.concat(held), { headers });
  const page = documentOf(asked.command, means.version, () => counts);
  const blocks = [page.head(), ...held.map(page.lines), page.tail()];
  return new Response(Buffer.concat(blocks), { headers: { ...headers, ...page.headers } });
}

/** Lines as they are made; a problem on the way is the last line. */
function streamed(
  asked: Asked,
  means: Means,
  done: (counts: Counts | undefined) => Promise<void>,
): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  let wanted: (() => void) | undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const target: Target = {
        write(bytes) {
          if (gone.signal.aborted || bytes.length === 0) return undefined;
          controller.enqueue(bytes);
          if ((controller.desiredSize ?? 1) > 0) return undefined;
          return new Promise((resolve) => (wanted = resolve));
        },
        end: () => undefined,
      };
      const signal = AbortSignal.any([asked.signal, gone.signal]);
      referee({ ...asked, signal }, means, target, done)
        .catch((error: unknown) => {
          if (gone.signal.aborted) return;
          const problem = problemOf(error).document;
          controller.enqueue(Buffer.from(`${JSON.stringify({ problem })}\n`));
        })
        .finally(() => {
          if (!gone.signal.aborted) controller.close();
        });
    },
    pull() {
      wanted?.();
      wanted = undefined;
    },
    cancel() {
      gone.abort();
      wanted?.();
    },
  });
}

/** Runs the command over the uploads. Throws Problem when a limit was reached or the client has gone. */
async function referee(
  { command, judging, form, uploads, signal }: Asked,
  { crew, limits, version, workers }: Means,
  target: Target,
  done: (counts: Counts | undefined) => Promise<void>,
): Promise<Counts> {
  const stop = new AbortController();
  const clock = setTimeout(() => {
    stop.abort(
      new Problem('time-limit', `more than ${String(limits.requestMs / 1000)} s; a job may take longer`),
    );
  }, limits.requestMs);
  const output: Output = { sink: sinkOf(command, form), target };
  let counts: Counts | undefined;
  try {
    const result = await runBatch({
      inputs: { items: itemsOfUploads(uploads, judging.options.limits) },
      settings: judging,
      outputs: [output],
      jobs: workers,
      version,
      crew: crew.crewFor('request', keyOf(judging, output.sink)),
      signal: AbortSignal.any([signal, stop.signal]),
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

/** Equal for equal settings. */
export function keyOf(judging: Judging, ...sinks: readonly SinkName[]): string {
  const { ignore, check } = judging;
  const { rules, defaultRules, accounts } = judging.options;
  const named = [rules, defaultRules, ...(accounts?.scoreUnder ?? []), ...(accounts?.convertTo ?? [])];
  const dead = judging.dead && [...judging.dead].map(([file, games]) => [file, [...games]]);
  const rulesets = named.map((one) => (typeof one === 'object' ? one : (one ?? '')));
  const plain = without(judging.options, 'rules', 'defaultRules', 'accounts');
  return JSON.stringify([sinks, plain, ignore, check, dead, rulesets, accounts?.convert]);
}
