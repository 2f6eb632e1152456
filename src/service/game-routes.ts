import type { Upload } from '../run/input/uploads.js';
import { answer, type AnswerRequest, MEDIA_TYPES, sinkOf } from './answer.js';
import { GAME_COMMAND_NAMES, gameCommand, type GameCommandName } from '../options/commands.js';
import type { AnswerForm } from '../options/table.js';
import { onlyName } from './job.js';
import {
  type App,
  type AppContext,
  formByAccept,
  queryOf,
  type ServerParts,
  receiveGames,
} from './requests.js';
import { answers, describe, filesBody, querySchema, rowsOf, SarifSchema, TEXT } from './open-api.js';
import { Problem, type ProblemName } from './problem.js';
import { comparedApart } from './reading.js';
import type { Query } from './query.js';
import type { Received } from './uploads.js';

const FORMS_DESCRIPTION =
  '`format`, or else `Accept`, chooses the format of the answer: JSON, NDJSON (one row per line, streamed), CSV, text';

/** Problems of a request for games. */
const GAME_PROBLEMS: readonly ProblemName[] = [
  ...(['bad-option', 'bad-body', 'no-such-form', 'slow-body', 'time-limit', 'body-limit'] as const),
  ...(['files-limit', 'games-limit', 'answer-limit', 'wrong-media-type', 'disk-limit'] as const),
];

const FORMS: readonly (readonly [string, AnswerForm])[] = [
  [MEDIA_TYPES.json, 'json'],
  ['application/x-ndjson', 'jsonl'],
  ['application/jsonl', 'jsonl'],
  ['text/csv', 'csv'],
  ['text/html', 'html'],
  ['application/sarif+json', 'sarif'],
  ['text/plain', 'text'],
];

/** `POST /v1/NAME` for each command that referees games: the answer at once. */
export function addGameRoutes(app: App, parts: ServerParts): void {
  const work: Work = { count: 0 };
  for (const name of GAME_COMMAND_NAMES) {
    const command = gameCommand(name);
    const hasSarif = command.sinks({}).sarif !== undefined;
    const row = rowsOf(name);
    const forms = `${FORMS_DESCRIPTION}${hasSarif ? ', HTML or SARIF' : ' or HTML'}.`;
    describe(app, 'games', {
      ...{ method: 'post', path: `/v1/${name}`, operationId: name, summary: command.about },
      description: `${command.description}\n\n${forms}`,
      request: { query: querySchema(name), ...filesBody(name) },
      responses: {
        200: answers('The games in the order of the files', {
          ...{ 'application/json': row.array(), 'application/x-ndjson': row },
          ...{ 'text/csv': TEXT, 'text/plain': TEXT, 'text/html': TEXT },
          ...(hasSarif ? { 'application/sarif+json': SarifSchema } : {}),
        }),
      },
      problems: GAME_PROBLEMS,
    });
    app.post(`/v1/${name}`, (c) => games(c, name, queryOf(c), parts, work));
  }
  describe(app, 'games', {
    ...{ method: 'post', path: '/v1/ruling', operationId: 'ruling' },
    summary: 'A sheet for one ruling, as an HTML page to print',
    description:
      'The question, the boards before and after the move, the article, the outcomes under both countings, the decisions and lines for signatures, of one game of one file. The page loads nothing and has no script.',
    request: { query: querySchema('ruling'), ...filesBody('ruling') },
    responses: { 200: answers('The sheet', { 'text/html': TEXT }) },
    problems: [...GAME_PROBLEMS, 'not-found'],
  });
  app.post('/v1/ruling', (c) => ruling(c, queryOf(c), parts, work));
}

/** The number of requests in progress: received and not yet answered. */
interface Work {
  count: number;
}

async function games(
  c: AppContext,
  command: GameCommandName,
  query: Query,
  parts: ServerParts,
  work: Work,
): Promise<Response> {
  // A wrong option must fail before the body is read.
  const { reading } = parts;
  const by = { tenant: c.var.tenant.name, signal: c.req.raw.signal };
  const { format, name = 'upload' } = await reading.query(by, { order: 'query', command, query, only: '' });
  const form = format ?? formByAccept(c, FORMS, 'json');
  sinkOf(command, form);
  return answered(c, { command, query }, parts, work, async ({ uploads, query: whole }) => {
    const source = gameCommand(command).crosscheck && { uploads: uploads.filter(({ isTable }) => isTable) };
    const order = { command, query: whole, only: nameOfOnly(uploads), source };
    const { judging } = await reading.query(by, { order: 'query', ...order });
    const crosscheck =
      source && comparedApart(reading, by, { order: 'crosscheck', command, query: whole, source });
    return { command, judging, crosscheck, form, uploads, name };
  });
}

/** `POST /v1/ruling`: the ruling sheet of one game. */
async function ruling(c: AppContext, query: Query, parts: ServerParts, work: Work): Promise<Response> {
  const { reading } = parts;
  const by = { tenant: c.var.tenant.name, signal: c.req.raw.signal };
  await reading.query(by, { order: 'query', command: 'ruling', query, only: '' });
  const { name = 'upload' } = query;
  return answered(c, { command: 'ruling', query }, parts, work, async ({ uploads, query: whole }) => {
    const [, second] = uploads;
    if (second) throw new Problem('files-limit', 'a sheet is about one file');
    const only = nameOfOnly(uploads);
    const { judging, sheet } = await reading.query(by, {
      order: 'query',
      command: 'ruling',
      query: whole,
      only,
    });
    return { command: 'audit', judging, sheet, crosscheck: undefined, form: 'html', uploads, name };
  });
}

/** The name of the only file of games. */
function nameOfOnly(uploads: readonly Upload[]): string | undefined {
  const games = uploads.filter(({ isTable }) => !isTable);
  return onlyName({ files: games.slice(0, 1), fileCount: games.length });
}

/** Receives the games of a request, and answers as `plan` says. */
async function answered(
  c: AppContext,
  { command, query }: { readonly command: GameCommandName | 'ruling'; readonly query: Query },
  parts: ServerParts,
  work: Work,
  plan: (received: Received) => AnswerPlan | Promise<AnswerPlan>,
): Promise<Response> {
  const { limits, metrics } = parts;
  const received = await receiveGames(c, parts, { command, query, size: 'request' });
  const { discard } = received;
  let planned: AnswerPlan;
  try {
    planned = await plan(received);
    if (work.count >= limits.requests) {
      throw new Problem('requests-limit', `${String(limits.requests)} requests in progress`);
    }
  } catch (error) {
    await discard();
    throw error;
  }
  work.count++;
  const asked = { ...planned, tenant: c.var.tenant.name, signal: c.req.raw.signal };
  return answer(asked, parts, async (counts) => {
    work.count--;
    if (counts) metrics.gamesDone(planned.command, counts.games);
    await discard();
  });
}

type AnswerPlan = Omit<AnswerRequest, 'tenant' | 'signal'>;
