import { FORMATS, type SinkName } from '../output/formats.js';
import type { GameCommandName } from '../commands/commands.js';
import { type AnswerDocument, documentOf, sinkOf } from './answer.js';
import { sinksOf } from './job-runner.js';
import type { JobStatus, JobStore } from './job-store.js';
import type { JobKeeper } from './jobs.js';
import type { ResultForm } from './open-api.js';

/** The stored output for a form of results. */
function sinkFor(command: GameCommandName, form: ResultForm): SinkName {
  return form === 'page' ? form : sinkOf(command, form === 'json' ? 'jsonl' : form);
}

const LINE_FEED = 10;

/** What reading results needs. */
export interface ResultResources {
  readonly store: JobStore;
  readonly jobs: JobKeeper;
  readonly version: string;
}

/** The body of an answer, and the headers of its form. */
export interface Results {
  readonly headers: Readonly<Record<string, string>>;
  readonly blocks: AsyncGenerator<Uint8Array>;
}

/** The results of a job, read from the disk; with `follow` until the job has ended. Throws Problem. */
export function resultsOf(
  { job, at }: JobStatus,
  form: ResultForm,
  follow: 'no' | 'yes',
  resources: ResultResources,
): Results {
  const { id } = job;
  let counts = at.counts;
  const document = form === 'html' ? documentOf(job.command, resources.version, () => counts) : undefined;
  const reading: Reading = {
    id,
    sink: sinkFor(job.command, form),
    form,
    follow,
    document,
    async recount() {
      counts = (await resources.jobs.get(id)).at.counts;
    },
  };
  return { headers: document?.headers ?? {}, blocks: blocksOf(reading, resources) };
}

interface Reading {
  readonly id: string;
  readonly sink: SinkName;
  readonly form: ResultForm;
  readonly follow: 'no' | 'yes';
  readonly document: AnswerDocument | undefined;
  /** Updates the counts of the document. */
  readonly recount: () => Promise<void>;
}

async function* blocksOf(
  { id, sink, form, follow, document, recount }: Reading,
  { store, jobs, version }: ResultResources,
): AsyncGenerator<Uint8Array> {
  const isArray = form === 'json';
  yield document ? document.head() : Buffer.from(isArray ? '[\n' : FORMATS[sink].head(version));
  let isFirst = true;
  let step = 0;
  let read = 0;
  for (;;) {
    let state = await stateOf(id, sink, jobs);
    const next = follow === 'yes' && state.isUnfinished ? jobs.nextStep(id) : undefined;
    // Once the next step is awaited, the job may have ended; what is added from here on is read in the next round.
    if (next) state = await stateOf(id, sink, jobs);
    const more = state.isUnfinished ? next : undefined;
    for await (const [at, bytes] of store.parts(id, sink, step)) {
      step = at + 1;
      read += bytes.length;
      if (document) yield document.lines(bytes);
      else yield isArray ? separated(bytes, isFirst) : bytes;
      isFirst = false;
    }
    if (read < state.stored) throw broken('the stored results of a job are damaged');
    if (!more) break;
    await more;
    if (jobs.isStopping()) throw broken('stopped while a job was followed');
  }
  if (isArray) yield Buffer.from('\n]\n');
  if (!document) return;
  await recount();
  yield document.tail();
}

/** An error that breaks the connection, so that no reader mistakes a part for the whole. The HTTP library prints the stack, here one line. */
function broken(why: string): Error {
  const error = new Error(why);
  error.stack = `sgf-referee: ${why}`;
  return error;
}

/** The state of a job; one that was removed meanwhile has ended. */
async function stateOf(
  id: string,
  sink: SinkName,
  jobs: JobKeeper,
): Promise<{ readonly isUnfinished: boolean; /** In bytes. */ readonly stored: number }> {
  try {
    const { job, at } = await jobs.get(id);
    const stored = at.outputs[sinksOf(job.command).indexOf(sink)]?.length ?? 0;
    return { isUnfinished: job.state === 'running' || job.state === 'waiting', stored };
  } catch {
    return { isUnfinished: false, stored: 0 };
  }
}

/** Lines of JSON as items of an array. */
function separated(lines: Uint8Array, isFirst: boolean): Buffer {
  const pieces: Buffer[] = [];
  const all = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
  for (let at = 0; at < all.length;) {
    const found = all.indexOf(LINE_FEED, at);
    const end = found < 0 ? all.length : found;
    if (!isFirst || pieces.length > 0) pieces.push(Buffer.from(',\n'));
    pieces.push(all.subarray(at, end));
    at = end + 1;
  }
  return Buffer.concat(pieces);
}
