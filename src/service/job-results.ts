import { FORMATS, type SinkName } from '../report/formats.js';
import type { Command } from './commands.js';
import type { JobStore } from './job.js';
import type { Jobs } from './jobs.js';
import { Problem } from './problem.js';
import { reportDocument } from './report-document.js';
import type { ResultForm } from './schemas.js';

/** The form of output that is stored for a form of results. */
function sinkFor(command: Command, form: ResultForm): SinkName {
  if (form === 'findings' || form === 'page') return form;
  if (form === 'html') {
    if (command === 'audit') return form;
    throw new Problem('no-such-form', `a job that does ${command} has no report in HTML`);
  }
  const stored = form === 'json' ? 'jsonl' : form;
  return command === 'audit' ? stored : `${command}-${stored}`;
}

const LINE_FEED = 10;

/** Whether a job has results of a form. Throws Problem when it has none. */
export function checkForm(command: Command, form: ResultForm): void {
  sinkFor(command, form);
}

/** The results of a job as they are read from the disk; with `follow` until the job has ended. */
export async function* resultsOf(
  id: string,
  form: ResultForm,
  follow: 'no' | 'yes',
  { store, jobs, version }: { readonly store: JobStore; readonly jobs: Jobs; readonly version: string },
): AsyncGenerator<Uint8Array> {
  const { job } = await jobs.get(id);
  const sink = sinkFor(job.command, form);
  const isArray = form === 'json';
  let { at: place } = await jobs.get(id);
  const report = form === 'html' ? reportDocument(version, () => place.counts) : undefined;
  yield report ? report.head() : Buffer.from(isArray ? '[\n' : FORMATS[sink].head(version));
  let isFirst = true;
  let step = 0;
  for (;;) {
    // Asked before the parts are read: what comes between is told by the next round.
    const more = jobs.nextStep(id);
    const { state } = await stateOf(id, jobs);
    for await (const [at, bytes] of store.parts(id, sink, step)) {
      step = at + 1;
      if (report) yield report.lines(bytes);
      else yield isArray ? separated(bytes, isFirst) : bytes;
      isFirst = false;
    }
    if (follow === 'no' || (state !== 'running' && state !== 'waiting')) break;
    await more;
  }
  if (isArray) yield Buffer.from('\n]\n');
  if (!report) return;
  place = (await jobs.get(id)).at;
  yield report.tail();
}

async function stateOf(id: string, jobs: Jobs): Promise<{ readonly state: string }> {
  try {
    return (await jobs.get(id)).job;
  } catch {
    return { state: 'removed' };
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
