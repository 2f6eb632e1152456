import { answer, MEDIA_TYPES, sinkOf } from './answer.js';
import { type AnswerForm, type AnyQuery, type Command, COMMANDS, QUERIES } from './option-schemas.js';
import { onlyName } from './job-runner.js';
import { judgingOf } from './judging.js';
import { paceOf } from './limits.js';
import { answers, ANYBODYS, FILES_BODY, problems, TEXT, type Tag } from './open-api.js';
import { Problem, type ProblemName } from './problem.js';
import { type App, type AppContext, checkedQuery, formByAccept, type ServerParts } from './routes.js';
import { rowsOf, SarifSchema } from './schemas.js';
import { receive } from './uploads.js';

const SUMMARIES: Readonly<Record<Command, string>> = {
  audit: 'Referee games: legality, score, comparison with the result',
  score: 'Count games under one or several rulesets',
  convert: 'Convert results between rulesets, with an account of every point',
  check: 'Check SGF: every property of every node of every variation',
};

const DESCRIPTIONS: Readonly<Record<Command, string>> = {
  audit:
    'Replays every game under its ruleset, reports each violation, scores the games that ended by counting, and compares the count with the declared result. A row a game, with its findings.',
  score:
    'Judges life and death once, and counts each game under every ruleset asked for. A row a game and ruleset.',
  convert:
    'Says what each result would have been under other rules, from our own count and from the declared margin, and what the difference is made of. A row a game, ruleset and basis.',
  check:
    'Looks at the file alone: its syntax, and every property of every node of every variation. Nothing is scored. A row a game, with its findings.',
};

const FORMS_DESCRIPTION =
  'The answer has the form that `format` or else `Accept` asks for: JSON, NDJSON (a row a line, streamed), CSV, text, or HTML to look at';

/** What may be wrong with a request for games. */
const GAME_PROBLEMS: readonly ProblemName[] = [
  ...ANYBODYS,
  'bad-option',
  'bad-body',
  'no-such-form',
  'slow-body',
  'time-limit',
  'body-limit',
  'files-limit',
  'games-limit',
  'answer-limit',
  'wrong-media-type',
  'disk-limit',
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

/** `POST /v1/audit`, `/v1/score`, `/v1/convert` and `/v1/check`: the answer at once. */
export function addGameRoutes(app: App, parts: ServerParts): void {
  const work: Work = { count: 0 };
  for (const command of COMMANDS) {
    const query = QUERIES[command];
    const hasFindings = command === 'audit' || command === 'check';
    const row = rowsOf(command);
    const forms = hasFindings ? `${FORMS_DESCRIPTION}, or SARIF.` : `${FORMS_DESCRIPTION}.`;
    app.openAPIRegistry.registerPath({
      method: 'post',
      path: `/v1/${command}`,
      operationId: command,
      tags: ['games' satisfies Tag],
      summary: SUMMARIES[command],
      description: `${DESCRIPTIONS[command]}\n\n${forms}`,
      request: { query, ...FILES_BODY },
      responses: {
        200: answers('The games in the order of the files', {
          'application/json': row.array(),
          'application/x-ndjson': row,
          'text/csv': TEXT,
          'text/plain': TEXT,
          'text/html': TEXT,
          ...(hasFindings ? { 'application/sarif+json': SarifSchema } : {}),
        }),
        ...problems(...GAME_PROBLEMS),
      },
    });
    app.post(`/v1/${command}`, (c) => games(c, command, checkedQuery<AnyQuery>(c, query), parts, work));
  }
}

/** How many requests are in work: their bodies are there, and their answers are not made. */
interface Work {
  count: number;
}

async function games(
  c: AppContext,
  command: Command,
  query: AnyQuery,
  parts: ServerParts,
  work: Work,
): Promise<Response> {
  const { limits, bodies, memory, metrics } = parts;
  const form = query.format ?? formByAccept(c, FORMS, 'json');
  sinkOf(command, form); // throws when there is none
  const { name = 'upload' } = query;
  judgingOf(command, query, name); // throws what is wrong before the body is read
  const { bodyBytes: mostBytes, memoryBytes, files: mostFiles } = limits;
  const request = c.req.raw;
  const tenant = c.var.tenant.name;
  const { uploads, discard } = await receive(request, {
    ...{ mostBytes, memoryBytes, mostFiles, pace: paceOf(limits) },
    ...{ memory, bodies, tenant, slot: c.var.slot, name },
  });
  let judging;
  try {
    const files = uploads.slice(0, 1);
    judging = judgingOf(command, query, onlyName({ files, fileCount: uploads.length }));
    if (work.count >= limits.requests) {
      throw new Problem('requests-limit', `${String(limits.requests)} requests are in work`);
    }
  } catch (error) {
    await discard();
    throw error;
  }
  work.count++;
  const asked = { command, judging, form, uploads, tenant, name, signal: request.signal };
  return answer(asked, parts, async (counts) => {
    work.count--;
    if (counts) metrics.gamesDone(command, counts.games);
    await discard();
  });
}
