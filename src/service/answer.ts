import { createHash } from 'node:crypto';
import { gameCommand, type GameCommandName } from '../options/commands.js';
import type { Item } from '../run/input/item.js';
import { plainItems, type Upload } from '../run/input/uploads.js';
import type { Judging } from '../options/read.js';
import type { AnswerForm } from '../options/table.js';
import type { SinkName } from '../report/output/formats.js';
import { countsLine, documentHead } from '../report/output/html/report.js';
import { createBudget } from '../report/output/html/report-data.js';
import { SHEET_DOCUMENT_STYLE } from '../report/output/sheet-style.js';
import type { Counts } from '../report/output/summary.js';
import type { Output, Target } from '../run/merge/output.js';
import type { SheetSettings } from '../run/tasks/task.js';
import { createDeflatedPage, reportPage } from '../run/merge/report-page.js';
import { runBatch } from '../run/merge/run.js';
import type { SharedPool } from '../run/tasks/pool.js';
import type { ServiceLimits } from './limits.js';
import { Problem, problemOf } from './problem.js';
import type { ComparedApart, UploadReading } from './reading.js';

/** An answer up to this size is sent in one piece. */
const SMALL_BYTES = 64 * 1024;

/** An answer that is complete before it is sent. Its bytes count as held until the client has taken them. */
class HeldAnswer {
  private blocks: Uint8Array[] = [];
  private bytes = 0;
  private readonly memory: HeldMemory;
  private readonly limits: ServiceLimits;

  constructor({ memory, limits }: { readonly memory: HeldMemory; readonly limits: ServiceLimits }) {
    this.memory = memory;
    this.limits = limits;
  }

  /** Adds a block, or stops the work on the answer if it exceeds a limit. */
  add(block: Uint8Array, stop: AbortController): undefined {
    if (stop.signal.aborted) return;
    const { answerBytes } = this.limits;
    if (this.bytes + block.length > answerBytes) {
      const why = `more than ${String(answerBytes)} bytes; request jsonl, or send a job`;
      stop.abort(new Problem('answer-limit', why));
    } else if (!this.memory.take(block.length)) {
      stop.abort(new Problem('requests-limit', 'answers in progress use all memory; request jsonl'));
    } else {
      this.blocks.push(block);
      this.bytes += block.length;
    }
  }

  isEmpty(): boolean {
    return this.bytes === 0;
  }

  forget(): void {
    this.memory.give(this.bytes);
    this.blocks = [];
    this.bytes = 0;
  }

  /** The response, inside the document if one is given. */
  response(headers: Readonly<Record<string, string>>, document?: AnswerDocument): Response {
    if (this.bytes > SMALL_BYTES) {
      const pieces = document ? this.inDocument(document) : this.given();
      return new Response(
        streamOf(pieces, () => this.forget()),
        { headers },
      );
    }
    const blocks = document ? [...this.inDocument(document)] : this.blocks;
    const whole = Buffer.concat(blocks);
    this.forget();
    return new Response(whole, { headers });
  }

  private *inDocument(document: AnswerDocument): Generator<Uint8Array> {
    yield document.head();
    for (const block of this.given()) yield document.lines(block);
    yield document.tail();
  }

  /** The blocks, each released once it is taken. */
  private *given(): Generator<Uint8Array> {
    for (let i = 0; i < this.blocks.length; i++) {
      const block = this.blocks[i]!;
      this.blocks[i] = new Uint8Array();
      yield block;
      this.memory.give(block.length);
      this.bytes -= block.length;
    }
  }
}

/** Blocks as a body, read no further once the client has disconnected. */
export function streamOf(
  blocks: AsyncGenerator<Uint8Array> | Generator<Uint8Array>,
  onCancel?: () => void,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await blocks.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      cancel() {
        void blocks.return(undefined);
        onCancel?.();
      },
    },
    // Read only when asked: the HTTP library ends the body with the text of an error that comes while it waits for the client.
    { highWaterMark: 0 },
  );
}

/** Memory that all requests share, for bodies and complete answers. */
export class HeldMemory {
  private left: number;

  constructor(most: number) {
    this.left = most;
  }

  /** Reserves bytes; `false` if too few are left. */
  take(bytes: number): boolean {
    if (bytes > this.left) return false;
    this.left -= bytes;
    return true;
  }

  give(bytes: number): void {
    this.left += bytes;
  }
}

/** The report runs its own scripts, and must not act as a page of this server. */
const REPORT_HEADERS = { 'content-security-policy': 'sandbox allow-scripts allow-downloads' };

/** The HTML of a command: for an audit its report, made from the sink `html`; for other commands their text. */
export function documentOf(command: GameCommandName, version: string, counts: () => Counts): AnswerDocument {
  return gameCommand(command).report === 'made' ? reportDocument(version, counts) : textDocument(command);
}

/** The HTML report: its head, the lines of the sink `html` as far as they fit, and the counts. */
function reportDocument(version: string, counts: () => Counts): AnswerDocument {
  const budget = createBudget();
  const writer = createDeflatedPage();
  return {
    head: () => Buffer.from(documentHead(reportPage(), 'sgf-referee report')),
    lines: (bytes) => Buffer.from(writer.add(budget.take(bytes))),
    tail: () =>
      Buffer.from(writer.end(countsLine(counts(), { interrupted: 'no' }, version, budget.leftOut()))),
    headers: REPORT_HEADERS,
  };
}

/** An HTML document in pieces, made from blocks of output in order. */
export interface AnswerDocument {
  readonly head: () => Uint8Array;
  /** Takes a block of whole lines in UTF-8 and returns its part of the document. */
  readonly lines: (bytes: Uint8Array) => Uint8Array;
  readonly tail: () => Uint8Array;
  /** Its response headers. */
  readonly headers: Readonly<Record<string, string>>;
}

const STYLE =
  ':root{color-scheme:light dark}body{margin:1.5rem;font:15px/1.5 system-ui,sans-serif}' +
  'pre{font:13px/1.45 ui-monospace,monospace;overflow-x:auto}';

/** The policy of a document without scripts that has one style. */
function policyOf(style: string): string {
  return `sandbox; default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}

const POLICY = policyOf(STYLE);
const SHEET_POLICY = policyOf(SHEET_DOCUMENT_STYLE);

/** The form `text` of a command as a document without scripts; its text is escaped. */
function textDocument(command: string): AnswerDocument {
  const title = `sgf-referee ${command}`;
  return {
    head: () =>
      Buffer.from(
        `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n` +
          `<meta name="viewport" content="width=device-width,initial-scale=1">\n` +
          `<title>${title}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n<h1>${title}</h1>\n<pre>\n`,
      ),
    lines: escaped,
    tail: () => Buffer.from('</pre>\n</body>\n</html>\n'),
    headers: { 'content-security-policy': POLICY },
  };
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes `&`, `<` and `>`, which are single bytes in UTF-8: the bytes need no decoding. */
function escaped(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return Buffer.from(
    text.replace(/[&<>]/g, (sign) => ENTITIES[sign]!),
    'latin1',
  );
}

/** The output for a form of answer. Throws Problem where the command has none. */
export function sinkOf(command: GameCommandName, form: AnswerForm): SinkName {
  if (form === 'findings') return form;
  const sink = gameCommand(command).sinks({})[form];
  if (sink !== undefined) return sink;
  throw new Problem('no-such-form', `${command} cannot be answered as ${form}`);
}

/** Media types of the forms of answers. */
export const MEDIA_TYPES: Readonly<Record<AnswerForm, string>> = {
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  findings: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  sarif: 'application/sarif+json',
  text: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
};

/** What `Accept` may name, with the form that it asks for. */
export const ANSWER_TYPES: readonly (readonly [string, AnswerForm])[] = [
  [MEDIA_TYPES.json, 'json'],
  ['application/x-ndjson', 'jsonl'],
  ['application/jsonl', 'jsonl'],
  ['text/csv', 'csv'],
  ['text/html', 'html'],
  [MEDIA_TYPES.xlsx, 'xlsx'],
  ['application/sarif+json', 'sarif'],
  ['text/plain', 'text'],
];

/** A checked request. */
export interface AnswerRequest {
  readonly command: GameCommandName;
  readonly judging: Judging;
  readonly crosscheck: ComparedApart | undefined;
  /** The game whose ruling sheet is the answer, and the subject of the sheet. */
  readonly sheet?: SheetSettings | undefined;
  readonly form: AnswerForm;
  readonly uploads: readonly Upload[];
  readonly tenant: string;
  /** Name of an upload without one. */
  readonly name: string;
  /** Fires when the client disconnects. */
  readonly signal: AbortSignal;
}

export interface Resources {
  readonly pool: SharedPool;
  readonly reading: UploadReading;
  readonly memory: HeldMemory;
  readonly limits: ServiceLimits;
  readonly version: string;
  readonly workers: number;
}

type Done = (counts: Counts | undefined) => Promise<void>;

/**
 * Answers a request with the games of its uploads, refereed. NDJSON is streamed; the other forms are sent when complete, so that
 * a problem gets its own status. `done` gets the counts, or `undefined` when the request failed.
 */
export async function answer(request: AnswerRequest, resources: Resources, done: Done): Promise<Response> {
  const headers = { 'content-type': MEDIA_TYPES[request.form] };
  if (request.form === 'jsonl') return new Response(streamed(request, resources, done), { headers });
  const held = new HeldAnswer(resources);
  const stop = new AbortController();
  try {
    const target: Target = { write: (bytes) => held.add(bytes, stop), end: () => undefined };
    const counts = await referee(request, resources, target, stop, done);
    if (request.sheet) {
      if (counts.files > 1) throw new Problem('files-limit', 'a sheet is about one file');
      if (held.isEmpty())
        throw new Problem('not-found', 'there is no such game, or no such move of it, in the upload');
      return held.response({ ...headers, 'content-security-policy': SHEET_POLICY });
    }
    if (request.form !== 'html') return held.response(headers);
    const page = documentOf(request.command, resources.version, () => counts);
    return held.response({ ...headers, ...page.headers }, page);
  } catch (error) {
    held.forget();
    throw error;
  }
}

/** Lines as they are made; a problem becomes the last line. */
function streamed(request: AnswerRequest, resources: Resources, done: Done): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  const stop = new AbortController();
  let wanted: (() => void) | undefined;
  const goOn = (): void => {
    wanted?.();
    wanted = undefined;
  };
  // At a limit, stop waiting for a reader that takes nothing.
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
      const signal = AbortSignal.any([request.signal, gone.signal]);
      referee({ ...request, signal }, resources, target, stop, done)
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

/** Runs the command over the uploads. Throws Problem when `stop` fires, at a limit, and when the client disconnects. */
async function referee(
  { command, judging, crosscheck, sheet, form, uploads, tenant, name, signal }: AnswerRequest,
  { pool, reading, limits, version, workers }: Resources,
  target: Target,
  stop: AbortController,
  done: Done,
): Promise<Counts> {
  const clock = setTimeout(() => {
    stop.abort(
      new Problem('time-limit', `more than ${String(limits.requestMs / 1000)} s; a job may take longer`),
    );
  }, limits.requestMs);
  const output: Output = { sink: sheet ? 'sheet' : sinkOf(command, form), target };
  const either = AbortSignal.any([signal, stop.signal]);
  const items =
    plainItems(uploads) ??
    reading.items({
      ...{ for: 'request', tenant, name, source: { uploads } },
      ...{ limits: judging.options.limits, signal: either },
    });
  let counts: Counts | undefined;
  try {
    const result = await runBatch({
      inputs: { items: 'next' in items ? items : oneRow(items) },
      settings: { ...judging, sheet },
      outputs: crosscheck ? [crosscheck.output, output] : [output],
      crosscheck: crosscheck?.checked,
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
    if (signal.aborted) throw new Problem('bad-body', 'the client disconnected');
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
