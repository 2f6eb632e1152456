import { answer, MEDIA_TYPES, sinkOf } from './answer.js';
import { GAME_COMMAND_NAMES, gameCommand, type GameCommandName } from '../commands/commands.js';
import type { AnswerForm } from '../options/table.js';
import { onlyName } from './job-store.js';
import {
  type App,
  type AppContext,
  formByAccept,
  crosscheckOf,
  judgingOf,
  type Query,
  queryOf,
  type ServerParts,
  parseQuery,
} from './requests.js';
import { paceOf } from './limits.js';
import {
  answers,
  describe,
  FILES_AND_TABLES_BODY,
  FILES_BODY,
  querySchema,
  rowsOf,
  SarifSchema,
  TEXT,
} from './open-api.js';
import { Problem, type ProblemName } from './problem.js';
import { receive } from './uploads.js';

const FORMS_DESCRIPTION =
  'The answer has the form that `format` or else `Accept` names: JSON, NDJSON (one row per line, streamed), CSV, text';

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
      request: { query: querySchema(name), ...(command.crosscheck ? FILES_AND_TABLES_BODY : FILES_BODY) },
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
}

/** The number of requests in progress: received, and not answered yet. */
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
  const { limits, bodies, memory, metrics } = parts;
  // Checks the options before the body is read.
  const { format, name = 'upload' } = parseQuery(command, query, '');
  const form = format ?? formByAccept(c, FORMS, 'json');
  sinkOf(command, form);
  const { bodyBytes: mostBytes, memoryBytes, files: mostFiles } = limits;
  const request = c.req.raw;
  const tenant = c.var.tenant.name;
  const { uploads, discard } = await receive(request, {
    ...{ mostBytes, memoryBytes, mostFiles, pace: paceOf(limits) },
    ...{
      memory,
      bodies,
      tenant,
      slot: c.var.slot,
      name,
      takesTables: gameCommand(command).crosscheck !== undefined,
    },
  });
  let judging;
  let crosscheck;
  try {
    const games = uploads.filter(({ isTable }) => !isTable);
    judging = judgingOf(command, query, onlyName({ files: games.slice(0, 1), fileCount: games.length }));
    crosscheck = await crosscheckOf(command, query, { uploads });
    if (work.count >= limits.requests) {
      throw new Problem('requests-limit', `${String(limits.requests)} requests in progress`);
    }
  } catch (error) {
    await discard();
    throw error;
  }
  work.count++;
  const asked = { command, judging, crosscheck, form, uploads, tenant, name, signal: request.signal };
  return answer(asked, parts, async (counts) => {
    work.count--;
    if (counts) metrics.gamesDone(command, counts.games);
    await discard();
  });
}
