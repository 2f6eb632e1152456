import { z } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { GAME_COMMAND_NAMES, type GameCommandName } from '../options/commands.js';
import { parseDecisions } from '../referee/judge/decisions.js';
import { FORMATS, type SinkName } from '../report/output/formats.js';
import { workbook } from '../report/output/workbook.js';
import { ANSWER_TYPES, documentOf, MEDIA_TYPES, sinkOf, streamOf } from './answer.js';
import type { Tenant } from './limits.js';
import type { Jobs } from './jobs.js';
import { sinksOf } from './run-job.js';
import { ENDED, type Job, type JobStatus, MAX_KNOWN_FILES, rowsOfResults } from './job.js';
import type { JobStore } from './job-store.js';
import {
  answers,
  CommandSchema,
  describe,
  filesBody,
  GameQuery,
  JOB_PARAMS,
  JobSchema,
  JobsSchema,
  querySchema,
  type ResultForm,
  ResultsQuery,
  rowsOf,
  SarifSchema,
  type SummarySchema,
  TEXT,
} from './open-api.js';
import { Problem, type ProblemName } from './problem.js';
import { LIMITS } from './query.js';
import type { ReadRequest } from './reading.js';
import {
  type App,
  type AppContext,
  checked,
  checkedQuery,
  fieldsOf,
  formByAccept,
  queryOf,
  receiveGames,
  type ServerParts,
} from './requests.js';

const TYPES: Readonly<Record<ResultForm, string>> = {
  ...MEDIA_TYPES,
  games: MEDIA_TYPES.csv,
  page: MEDIA_TYPES.jsonl,
};

/** `/v1/jobs`: large archives, with results that outlive the server. */
export function addJobRoutes(app: App, parts: ServerParts & { readonly store: JobStore }): void {
  describeJobs(app);
  const { jobs, reading } = parts;
  app.post('/v1/jobs', (c) => createJob(c, parts));
  app.get('/v1/jobs', async (c) => {
    const own = (await jobs.list()).filter(({ job }) => mayUse(c.var.tenant, job));
    return c.json({ jobs: own.map((status) => jobView(status, FILES_IN_LIST)) });
  });
  app.get('/v1/jobs/:id', async (c) => c.json(jobView(await usedJob(c, jobs))));
  app.delete('/v1/jobs/:id', async (c) => {
    const { job } = await usedJob(c, jobs);
    await jobs.remove(job.id);
    return c.body(null, 204);
  });
  app.post('/v1/jobs/:id/cancel', async (c) => {
    const { job } = await usedJob(c, jobs);
    return c.json(jobView(await jobs.cancel(job.id)));
  });
  app.put('/v1/jobs/:id/decisions', async (c) => {
    const { job } = await usedJob(c, jobs);
    if (!fieldsOf(job.command).includes('decisions'))
      throw new Problem('bad-option', `${job.command} takes no decisions`);
    let text = '';
    await LIMITED(c, async () => {
      text = await c.req.text();
    });
    const read = parseDecisions(text);
    if (!read.ok) throw new Problem('bad-option', `decisions: ${read.error}`);
    return c.json(jobView(await jobs.decide(job.id, read.value.length === 0 ? '' : text)));
  });
  app.get('/v1/jobs/:id/results', async (c) => {
    const { format, follow = 'false' } = checkedQuery(c, ResultsQuery);
    const form = format ?? formByAccept(c, ANSWER_TYPES, 'jsonl');
    const status = await usedJob(c, jobs);
    const { headers, blocks } = resultsOf(status, form, follow === 'true' ? 'yes' : 'no', parts);
    const body = form === 'xlsx' ? await workbookOf(blocks) : streamOf(blocks);
    return c.body(body, 200, { 'content-type': TYPES[form], ...headers });
  });
  app.get('/v1/jobs/:id/game', async (c) => {
    const { file, game, copy = '1' } = checkedQuery(c, GameQuery);
    const { job } = await usedJob(c, jobs);
    const asked: ReadRequest = {
      ...{ for: 'game', tenant: c.var.tenant.name, name: file, limits: LIMITS, signal: c.req.raw.signal },
      source: { folder: await parts.store.uploads(job.id) },
    };
    const found = await reading.game(asked, { file, game: Number(game), copy: Number(copy) });
    if (!found) throw new Problem('not-found', 'there is no such game in the uploads');
    return c.body(found.bytes, 200, { 'content-type': 'application/x-go-sgf', 'x-charset': found.charset });
  });
}

/** Bytes of the rows of a workbook: it is made in memory. */
const MAX_WORKBOOK_BYTES = 64 * 1024 * 1024;

/** The workbook of all rows. Throws Problem where they are too many. */
async function workbookOf(blocks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const held: Uint8Array[] = [];
  let size = 0;
  for await (const block of blocks) {
    size += block.length;
    if (size > MAX_WORKBOOK_BYTES)
      throw new Problem('answer-limit', 'too many rows for a workbook; request csv');
    held.push(block);
  }
  return new Uint8Array(await workbook(Buffer.concat(held).toString('utf8')));
}

/** Bytes of the decisions of a job: some four thousand decisions. */
const MAX_DECISIONS = 1024 * 1024;

const LIMITED = bodyLimit({
  maxSize: MAX_DECISIONS,
  onError() {
    throw new Problem('body-limit', `decisions of more than ${String(MAX_DECISIONS)} bytes`);
  },
});

/** Whether a tenant may see and change a job. */
function mayUse({ name, isAdmin }: Tenant, { owner }: Job): boolean {
  return isAdmin || owner === name;
}

/** The job that a request names. Throws Problem, the same for another tenant's job as for a missing one. */
async function usedJob(c: AppContext, jobs: Jobs): Promise<JobStatus> {
  const status = await jobs.get(c.req.param('id') ?? '');
  if (mayUse(c.var.tenant, status.job)) return status;
  throw new Problem('not-found', 'there is no such job');
}

async function createJob(c: AppContext, parts: ServerParts): Promise<Response> {
  const { jobs, reading } = parts;
  const { command = 'audit', ...query } = queryOf(c);
  const { command: known } = checked({ command }, z.object({ command: CommandSchema }));
  // A wrong option must fail before the body is read.
  const owner = c.var.tenant.name;
  const by = { tenant: owner, signal: c.req.raw.signal };
  const { format } = await reading.query(by, { order: 'query', command: known, query, only: '' });
  if (format !== undefined) throw new Problem('bad-option', 'pass format to /results');
  await jobs.checkRoom(Number(c.req.header('content-length') ?? 0), owner);
  const received = await receiveGames(c, parts, { command: known, query, size: 'job' });
  const status = await jobs.create({ owner, command: known, query: received.query }, received);
  return c.json(jobView(status), 202, { location: `/v1/jobs/${status.job.id}` });
}

/** The options of all commands; one that several commands have is described as for the first. */
const JOB_OPTIONS = z
  .strictObject({
    ...Object.assign({}, ...GAME_COMMAND_NAMES.map((name) => querySchema(name).shape).reverse()),
    command: CommandSchema.optional(),
  })
  .omit({ format: true });

const DECISIONS_BODY = {
  required: true,
  description: 'decisions.json, as the page saves it; its fields are in docs/decisions.schema.json.',
  content: { 'application/json': { schema: z.object({ decisions: z.array(z.looseObject({})) }) } },
};

const ROW = rowsOf(...GAME_COMMAND_NAMES);

const RESULTS = answers('The rows of the command', {
  ...{ 'application/x-ndjson': ROW, 'application/json': ROW.array(), 'application/sarif+json': SarifSchema },
  ...{ 'text/csv': TEXT, 'text/html': TEXT, 'text/plain': TEXT },
  [MEDIA_TYPES.xlsx]: TEXT.openapi({ format: 'binary' }),
});

/** Problems of every route that names a job. */
const OF_A_JOB: readonly ProblemName[] = ['not-found', 'store-damaged'];

function describeJobs(app: App): void {
  const job = answers('The job', { 'application/json': JobSchema });
  const all = '/v1/jobs';
  const one = '/v1/jobs/{id}';
  const text = { type: 'string' as const };
  const location = { description: 'Path of the job', schema: text };
  const charset = { description: 'Character set of its file', schema: text };
  describe(
    app,
    'jobs',
    {
      ...{ method: 'post', path: all, operationId: 'createJob', summary: 'A job over many games' },
      description:
        'Accepts an upload of any number of games and answers before they are refereed. A job resumes when the server restarts. Its options are those of its command.',
      request: { query: JOB_OPTIONS, ...filesBody('job') },
      responses: { 202: { ...job, headers: { location } } },
      problems: [
        ...(['bad-option', 'bad-body', 'slow-body', 'body-limit', 'files-limit'] as const),
        ...(['wrong-media-type', 'jobs-limit', 'disk-limit'] as const),
      ],
    },
    {
      ...{ method: 'get', path: all, operationId: 'listJobs', summary: 'All jobs' },
      description: "The jobs of the sender, oldest first; an administrator's token lists everybody's.",
      responses: { 200: answers('The jobs', { 'application/json': JobsSchema }) },
    },
    {
      ...{ method: 'get', path: one, operationId: 'getJob', summary: 'State, progress and summary of a job' },
      description: 'Poll it until `state` is done, failed or cancelled.',
      ...{ request: JOB_PARAMS, responses: { 200: job }, problems: OF_A_JOB },
    },
    {
      ...{ method: 'delete', path: one, operationId: 'deleteJob', summary: 'Delete a job' },
      description: 'Stops it if it is running, and deletes its upload and its results.',
      ...{ request: JOB_PARAMS, responses: { 204: { description: 'Deleted' } }, problems: OF_A_JOB },
    },
    {
      ...{ method: 'post', path: `${one}/cancel`, operationId: 'cancelJob', summary: 'Stop a job' },
      description: 'Finished results stay, and can be read.',
      ...{ request: JOB_PARAMS, responses: { 200: job }, problems: [...OF_A_JOB, 'job-state'] },
    },
    {
      ...{
        method: 'put',
        path: `${one}/decisions`,
        operationId: 'decideJob',
        summary: 'Decide games of a job',
      },
      description:
        'Takes a whole decisions.json in place of the decisions so far, and judges the games of a job that is done again.',
      request: { ...JOB_PARAMS, body: DECISIONS_BODY },
      responses: { 200: job },
      problems: [...OF_A_JOB, 'bad-option', 'body-limit', 'job-state'],
    },
    {
      ...{ method: 'get', path: `${one}/results`, operationId: 'getResults' },
      summary: 'Results so far, or as they come',
      description:
        'In the order of the files, as one run of the command would write them, in the format that `format`, or else `Accept`, names.',
      request: { ...JOB_PARAMS, query: ResultsQuery },
      responses: { 200: RESULTS },
      problems: [...OF_A_JOB, 'bad-option', 'no-such-form', 'answer-limit'],
    },
    {
      ...{ method: 'get', path: `${one}/game`, operationId: 'getGame', summary: 'One game of the upload' },
      description: "The game's own bytes as SGF, from its first bracket to its last.",
      request: { ...JOB_PARAMS, query: GameQuery },
      responses: {
        200: { ...answers('The game', { 'application/x-go-sgf': TEXT }), headers: { 'x-charset': charset } },
      },
      problems: [...OF_A_JOB, 'bad-option', 'time-limit'],
    },
  );
}

/** Files shown of each job in a list. */
const FILES_IN_LIST = 3;

/** A job as the service shows it, with its first `files` files. */
function jobView({ job, at }: JobStatus, files = MAX_KNOWN_FILES): z.infer<typeof JobSchema> {
  const { name: _name, ...options } = job.query;
  const { id, owner, command, state, created, started = null, finished = null, problem = null } = job;
  return {
    ...{ id, owner, command, state, created, started, finished },
    problem: problem && { ...problem },
    options,
    files: job.files.slice(0, files).map(({ name, size }) => ({ name, size })),
    file_count: job.fileCount,
    progress: {
      games: at.counts.games,
      bytes: state === 'done' ? job.bytes : at.inputBytes,
      total_bytes: job.bytes,
    },
    summary: summaryOf(at.counts),
  };
}

function summaryOf(counts: JobStatus['at']['counts']): z.infer<typeof SummarySchema> {
  const { files, games, bytes, scored, gamesWithIllegalMoves, severities, endings, rulesets, verdicts } =
    counts;
  return {
    ...{ files, games, bytes, scored },
    games_with_illegal_moves: gamesWithIllegalMoves,
    errors: severities.error,
    warnings: severities.warning,
    notes: severities.note,
    codes: { ...counts.codes },
    ...{ endings, rulesets, verdicts },
  };
}

/** The stored output for a form of results. */
function sinkFor(command: GameCommandName, form: ResultForm): SinkName {
  if (form === 'page') return form;
  if (form === 'games') return 'csv';
  return sinkOf(command, form === 'json' ? 'jsonl' : form);
}

const LINE_FEED = 10;

/** What reading results needs. */
export interface ResultResources {
  readonly store: JobStore;
  readonly jobs: Jobs;
  readonly version: string;
}

/** The body of an answer, and the headers of its form. */
export interface Results {
  readonly headers: Readonly<Record<string, string>>;
  readonly blocks: AsyncGenerator<Uint8Array>;
}

/** The stored results of a job; with `follow`, as they come until the job ends. Throws Problem. */
export function resultsOf(
  given: JobStatus,
  form: ResultForm,
  follow: 'no' | 'yes',
  { store, jobs, version }: ResultResources,
): Results {
  const { id, command } = given.job;
  let { counts } = given.at;
  const document = form === 'html' ? documentOf(command, version, () => counts) : undefined;
  const sinks = sinksOf(command);
  const sink = sinkFor(command, form);
  const isArray = form === 'json';
  const { head, separator, tail } = FORMATS[sink];

  async function* blocks(): AsyncGenerator<Uint8Array> {
    yield document ? document.head() : Buffer.from(isArray ? '[\n' : head(version));
    let isFirst = true;
    let step = 0;
    // A removed job has ended.
    let status: JobStatus | undefined = given;
    while (status) {
      const { job, at }: JobStatus = status;
      for await (const [number, results] of store.results(id, sinks.length, step, at.step)) {
        step = number;
        const bytes = rowsOfResults(results, sinks, sink);
        if (bytes.length === 0) continue;
        if (document) yield document.lines(bytes);
        else if (isArray) yield separated(bytes, isFirst);
        else if (separator === '') yield bytes;
        else {
          // The last separator is left out, as nobody knows yet whether another item comes.
          if (!isFirst) yield Buffer.from(separator);
          yield bytes.subarray(0, bytes.length - separator.length);
        }
        isFirst = false;
      }
      if (step < at.step) throw broken('the stored results of a job are damaged');
      ({ counts } = at);
      status = follow === 'no' || ENDED.has(job.state) ? undefined : await store.later(id);
      if (status && jobs.isStopping) throw broken('stopped while a job was followed');
    }
    if (document) yield document.tail();
    else yield Buffer.from(isArray ? '\n]\n' : tail);
  }

  return { headers: document?.headers ?? {}, blocks: blocks() };
}

/**
 * An error that breaks the connection, so that no reader mistakes a part for the whole. The HTTP library prints the stack, here
 * one line.
 */
function broken(why: string): Error {
  const error = new Error(why);
  error.stack = `sgf-referee: ${why}`;
  return error;
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
