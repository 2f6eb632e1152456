import { z } from '@hono/zod-openapi';
import { type Column, type ColumnTable, YES_NO } from '../report/columns/column.js';
import { FINDING_TABLE } from '../report/columns/tables.js';
import { GAME_TABLE } from '../report/columns/games.js';
import { GAME_COMMAND_NAMES, gameCommand, type GameCommandName, type RowType } from '../options/commands.js';
import { SEVERITIES } from '../core/findings/finding.js';
import { type QueryOption, queryOptions } from '../options/read.js';
import { ANSWER_FORMS } from '../options/table.js';
import { OVERTIMES } from '../referee/record/record.js';
import {
  COMPENSATIONS,
  COUNTINGS,
  SCORINGS,
  SELF_CAPTURE_RULES,
  SUPERKO_RULES,
} from '../go/rules/ruleset.js';
import { JOB_STATES } from './job.js';
import { type ProblemName, PROBLEMS } from './problem.js';
import { type App, fieldsOf, type GamesToReceive } from './requests.js';
import { BODY_TYPES } from './uploads.js';

const count = z.int().min(0);
const tally = (about: string) => z.record(z.string(), count).openapi({ description: about });
const counted = (about: string) => count.openapi({ description: about });
const text = (about: string) => z.string().openapi({ description: about });

/** RFC 9457. */
const ProblemSchema = z
  .object({
    type: text('What went wrong, by a permanent name').openapi({
      example: 'urn:sgf-referee:problem:bad-option',
    }),
    title: text('The same in words'),
    status: counted('The status of the answer'),
    detail: text('What is wrong with this request'),
  })
  .openapi('Problem', { description: 'Why a request failed (RFC 9457)' });

export const RulesetSchema = z
  .object({
    name: text('Its name, as options have it'),
    title: text('Its full name'),
    scoring: z.enum(SCORINGS).openapi({ description: 'What is counted' }),
    countings: z.array(z.enum(COUNTINGS)).openapi({ description: 'Countings that the rules offer' }),
    superko: z
      .enum(SUPERKO_RULES)
      .openapi({ description: 'Which repetitions of the whole board are forbidden' }),
    selfCapture: z.enum(SELF_CAPTURE_RULES).openapi({ description: 'Which self-captures are legal' }),
    passStones: z.boolean().openapi({ description: 'Whether a pass gives the opponent a stone' }),
    sekiPoints: z.boolean().openapi({ description: 'Whether points in seki count' }),
    compensation: z
      .enum(COMPENSATIONS)
      .openapi({ description: 'Points of White for n handicap stones under area counting' }),
    komi: z.number().nullable().openapi({ description: 'Komi of even games today, in points' }),
    sources: z
      .record(z.string(), z.array(z.string()))
      .openapi({ description: 'The sources of each of its fields' }),
    doubts: z.record(z.string(), z.string()).openapi({ description: 'What the texts leave open' }),
  })
  .openapi('Ruleset', { description: 'A named ruleset' });

export const CodeSchema = z
  .object({
    code: text('Its permanent name').openapi({ example: 'move/superko-positional' }),
    severity: z.enum(SEVERITIES).openapi({ description: 'Its severity, unless a finding says otherwise' }),
    title: text('Its title'),
    means: text('What it means'),
    rule: text('Its rule'),
    example: text('An example'),
    todo: text('What to do'),
  })
  .openapi('FindingCode', { description: 'A kind of finding, with its explanation' });

export const HealthSchema = z
  .object({
    status: z.literal('ok').openapi({ description: 'The server answers' }),
    version: text('Version of the program'),
  })
  .openapi('Health', { description: 'The state of the server' });

export const SummarySchema = z
  .object({
    files: counted('Files'),
    games: counted('Games'),
    bytes: counted('Bytes of the files'),
    scored: counted('Games that were scored'),
    games_with_illegal_moves: counted('Games with moves that their rules forbid'),
    errors: counted('Findings of the severity error'),
    warnings: counted('Findings of the severity warning'),
    notes: counted('Findings of the severity note'),
    codes: tally('Findings by code'),
    endings: tally('Games by their ending'),
    rulesets: tally('Games by the applied ruleset'),
    verdicts: tally('Games by the verdict on their result'),
  })
  .openapi('Summary', { description: 'What a job has counted so far' });

const moment = (about: string) => z.iso.datetime().openapi({ description: about });

export const JobSchema = z
  .object({
    id: z.uuid().openapi({ description: 'Names the job in the other routes' }),
    owner: text('Name of the tenant whose token sent it; empty without tokens'),
    command: z.enum(GAME_COMMAND_NAMES).openapi({ description: 'What the job does' }),
    options: z.record(z.string(), z.string()).openapi({ description: 'The options it was sent with' }),
    state: z.enum(JOB_STATES).openapi({ description: 'How far the job has got' }),
    files: z
      .array(z.object({ name: text('Name of the file'), size: counted('Its bytes') }))
      .openapi({ description: 'The first of its files: at most 100, in a list of jobs at most 3' }),
    file_count: counted('All of its files'),
    created: moment('When it was sent'),
    started: moment('When it started').nullable(),
    finished: moment('When it ended').nullable(),
    problem: ProblemSchema.nullable(),
    progress: z
      .object({
        games: counted('Games that are done'),
        bytes: counted('Those of `total_bytes` that are done'),
        total_bytes: counted('Bytes of the files'),
      })
      .openapi({ description: 'How much is done' }),
    summary: SummarySchema,
  })
  .openapi('Job', { description: 'A job: many games, with results that outlive the server' });

export const JobsSchema = z
  .object({ jobs: z.array(JobSchema).openapi({ description: 'Oldest first' }) })
  .openapi('Jobs', { description: 'Jobs' });

export const SarifSchema = z
  .looseObject({ version: z.literal('2.1.0'), runs: z.array(z.looseObject({})) })
  .openapi('Sarif', { description: 'A log of SARIF 2.1.0 with a result for each finding' });

/** Formats of the results of a job: those of answers, games.csv of any command, and the rows of the page. */
export const RESULT_FORMS = [...ANSWER_FORMS, 'games', 'page'] as const;
export type ResultForm = (typeof RESULT_FORMS)[number];

export const ResultsQuery = z.strictObject({
  format: z.enum(RESULT_FORMS).optional().openapi({
    description:
      'Format of the results; overrides `Accept`. `findings` is findings.csv, `games` games.csv (of a crosscheck `csv` is pairings.csv), `page` the rows of this server’s own page, which may change',
  }),
  follow: z
    .enum(['true', 'false'])
    .optional()
    .openapi({ description: 'true: stream until the job ends; otherwise send what there is now' }),
});

const fromOne = z.string().regex(/^[1-9]\d{0,7}$/, 'must be a whole number from 1');

export const GameQuery = z.strictObject({
  file: z.string().openapi({ description: 'Name of the file as the results have it' }),
  game: fromOne.openapi({ description: 'Number of the game in the file' }),
  copy: fromOne.optional().openapi({
    description:
      'Which of the games with this file name and number: an archive may hold a name twice. Default: the first',
  }),
});

export const CommandSchema = z
  .enum(GAME_COMMAND_NAMES)
  .openapi({ description: 'What to do with the games; default: audit' });

/** The schema of the cells of a column. */
function cellSchema({ kind, about, isFilled }: Column): z.ZodType {
  const schema = schemaOf(kind);
  return (isFilled ? schema : schema.nullable()).openapi({ description: about });
}

function schemaOf(kind: Column['kind']): z.ZodType {
  switch (kind) {
    case YES_NO:
      return z.boolean();
    case 'text':
      return z.string();
    case 'integer':
      return z.int();
    case 'number':
    case 'decimal':
      return z.number();
    case 'size':
      return z.union([z.int(), z.string()]);
    default:
      return z.enum(kind as readonly [string, ...string[]]);
  }
}

/** The properties of a row, from its table of columns. */
function propertiesOf(table: ColumnTable): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(table).map(([name, column]) => [name, cellSchema(column)]));
}

const { file: _file, game: _game, ...FINDING_COLUMNS_OF_ROWS } = FINDING_TABLE;

const FindingSchema = z
  .object({
    ...propertiesOf(FINDING_COLUMNS_OF_ROWS),
    args: z
      .record(z.string(), z.unknown())
      .openapi({ description: 'What the message is made of; each code has its own' }),
  })
  .openapi('Finding', { description: 'A finding: the columns of findings.csv, and its arguments' });

const findings = z.array(FindingSchema).openapi({ description: 'What was found' });

const change = z
  .object({
    by: z
      .enum(['passes', 'protective-move', 'penalty', 'counting', 'komi', 'group', 'winner', 'none'])
      .openapi({ description: 'What would have to differ; `none`: nothing known' }),
    text: z.string().openapi({ description: 'The same in words' }),
    point: z.string().nullable().openapi({ description: 'Where, if it is about a point', example: 'Q16' }),
  })
  .nullable()
  .openapi({ description: 'What would make a contradicted or unsure result true; null for other verdicts' });

const reading = (whose: string) =>
  z
    .object({
      left: z.number().nullable().openapi({ description: 'Seconds' }),
      count: z.int().nullable().openapi({
        description: 'Periods left in byo-yomi, moves left in a Canadian period',
      }),
      move: z.int().openapi({ description: 'The move that it was read at' }),
    })
    .nullable()
    .openapi({ description: `${whose} clock as last recorded` });

const clock = z
  .object({
    main: z.number().nullable().openapi({ description: 'Main time of each player in seconds' }),
    overtime: z
      .object({
        kind: z.enum(OVERTIMES),
        seconds: z.number().optional().openapi({ description: 'Of a period, or for each move' }),
        periods: z.int().optional(),
        moves: z.int().optional().openapi({ description: 'Of a Canadian period' }),
        cap: z.number().optional().openapi({ description: 'The most that a clock may hold' }),
      })
      .nullable(),
    black: reading("Black's"),
    white: reading("White's"),
    longest: z
      .object({ seconds: z.number(), move: z.int() })
      .nullable()
      .openapi({ description: 'The longest time that a move is known to have taken at least' }),
  })
  .nullable()
  .openapi({ description: 'The time limit and the clocks; null where the record has no time data' });

const openPoints = z
  .array(z.string())
  .nullable()
  .openapi({ description: 'Points that neither player holds surely; null without `ahead`' });

const FileFindingsSchema = z
  .object({
    file: cellSchema(GAME_TABLE.file),
    game: z.null().openapi({ description: 'Always null, unlike in rows of games' }),
    findings,
  })
  .openapi('FileFindings', { description: 'Findings about a file that belong to none of its games' });

const ROWS = new Map<RowType, z.ZodType>();

/** The schema of a command's rows; commands with the same rows share it. */
function rowOf(name: GameCommandName): z.ZodType {
  const { row } = gameCommand(name);
  const known = ROWS.get(row);
  if (known) return known;
  const made = z
    .object({
      ...propertiesOf(row.columns),
      ...(row.findings === 'in-rows' ? { change, clock, open_points: openPoints, findings } : {}),
    })
    .openapi(row.name, { description: row.about });
  ROWS.set(row, made);
  return made;
}

/** A row in the answer of these commands, findings about files included. */
export function rowsOf(...commands: readonly GameCommandName[]): z.ZodType {
  const rows = [...new Set(commands.map(rowOf)), FileFindingsSchema];
  return z.union(rows as unknown as readonly [z.ZodType, z.ZodType]);
}

/** The query parameters of a command, for the documentation; `readQuery` reads them. */
export function querySchema(command: GamesToReceive['command']): z.ZodObject {
  return z.strictObject(Object.fromEntries(queryOptions(command).map((one) => [one.name, parameter(one)])));
}

function parameter({ takes, about, row }: QueryOption): z.ZodType {
  const usual = row.default === undefined || row.default === true ? '' : ` (default: ${String(row.default)})`;
  return textOf(takes)
    .optional()
    .openapi({ description: about + usual });
}

function textOf({ type, choices, pattern }: QueryOption['takes']): z.ZodType {
  if (type === 'boolean') return z.enum(['true', 'false', '']);
  if (choices) return z.enum(choices as readonly [string, ...string[]]);
  return pattern ? z.string().regex(pattern) : z.string();
}

interface Media {
  readonly schema: z.ZodType;
}

const binary = z.string().openapi({ format: 'binary' });

/** The groups of operations, in order. */
export const TAGS = [
  { name: 'games', description: 'Games in, answer out, for what fits into one request.' },
  {
    name: 'jobs',
    description: 'Large archives: the upload and its results are kept until they are deleted.',
  },
  { name: 'reference', description: 'Rulesets, findings, and the state of the server.' },
] as const;
type Tag = (typeof TAGS)[number]['name'];

const BODIES = Object.fromEntries(BODY_TYPES.map((type): [string, Media] => [type, { schema: binary }]));

/**
 * The body of a request: one SGF file or archive, or several as multipart/form-data; options that are files on the command
 * line may be fields of the form.
 */
export function filesBody(command: GamesToReceive['command'] | 'job') {
  const fields = command === 'job' ? GAME_COMMAND_NAMES.flatMap(fieldsOf) : fieldsOf(command);
  const takesTables = command === 'crosscheck' || command === 'ruling' || command === 'job';
  const schema = z.object({
    file: z.array(binary).openapi({ description: 'The files' }),
    ...(takesTables && {
      table: z.array(binary).optional().openapi({ description: 'Results tables, which a comparison needs' }),
    }),
    ...Object.fromEntries(
      [...new Set(fields)].map((name) => [
        name,
        z
          .string()
          .optional()
          .openapi({ description: `The option ${name}, instead of the query` }),
      ]),
    ),
  });
  const isForm = command === 'crosscheck';
  return {
    body: {
      required: true,
      description: isForm
        ? 'Games, as other routes take them, and results tables'
        : 'SGF, GIB, NGF, UGF or the JSON of OGS, .zip, .tar, .tar.gz or .gz, whatever the content type says; or several of them as multipart/form-data. ' +
          'Of several files with the same name the later ones become `game (2).sgf`.',
      content: { ...(isForm ? {} : BODIES), 'multipart/form-data': { schema } },
    },
  };
}

/** An answer in several media types. */
export function answers(
  description: string,
  content: Readonly<Record<string, z.ZodType>>,
): { description: string; content: Record<string, Media> } {
  const media = Object.entries(content).map(([type, schema]): [string, Media] => [type, { schema }]);
  return { description, content: Object.fromEntries(media) };
}

/** Node's HTTP server answers this itself. */
const HEAD_TOO_LARGE = { 431: { description: 'The head of the request is too large' } };

/** Problems of every route that checks the tenant. */
const ANYBODYS: readonly ProblemName[] = [
  'token-needed',
  'foreign-origin',
  'requests-limit',
  'internal-fault',
];

const HEADERS: Readonly<Record<number, Record<string, { description: string; schema: { type: 'string' } }>>> =
  {
    401: { 'www-authenticate': { description: 'Bearer', schema: { type: 'string' } } },
    503: { 'retry-after': { description: 'Seconds to wait', schema: { type: 'string' } } },
  };

/** The responses of these problems, by status. */
export function problems(...names: readonly ProblemName[]) {
  const byStatus = new Map<number, string[]>();
  for (const name of new Set(names)) {
    const { status, title } = PROBLEMS[name];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${title} (\`${name}\`)`]);
  }
  const found = [...byStatus].map(([status, titles]) => {
    const answer = answers(titles.join('; '), { 'application/problem+json': ProblemSchema });
    const headers = HEADERS[status];
    return [status, headers ? { ...answer, headers } : answer] as const;
  });
  return { ...Object.fromEntries(found), ...HEAD_TOO_LARGE };
}

type Route = Parameters<App['openAPIRegistry']['registerPath']>[0];

/** A route in the documentation; `problems`: its own, besides those of every route. */
type DescribedRoute = Omit<Route, 'tags'> & { readonly problems?: readonly ProblemName[] };

/** Describes routes of a server, which are listed under a tag. */
export function describe({ openAPIRegistry }: App, tag: Tag, ...routes: readonly DescribedRoute[]): void {
  for (const { problems: own = [], ...route } of routes) {
    const responses = { ...route.responses, ...problems(...ANYBODYS, ...own) };
    openAPIRegistry.registerPath({ ...route, tags: [tag], responses });
  }
}

export const TEXT = z.string();

/** A path parameter with the id of a job. */
export const JOB_PARAMS = {
  params: z.object({ id: z.uuid().openapi({ description: 'Id of the job, as POST /v1/jobs gives it' }) }),
};
