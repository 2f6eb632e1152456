import { z } from '@hono/zod-openapi';
import { DISPOSITIONS, SEVERITIES } from '../core/finding.js';
import { GAME_COLUMNS } from '../report/columns.js';
import { COMMANDS } from './commands.js';
import { JOB_STATES } from './job.js';

const count = z.int().min(0);
const texts = z.record(z.string(), count);

/** RFC 9457. */
export const ProblemSchema = z
  .object({ type: z.string(), title: z.string(), status: z.int(), detail: z.string() })
  .openapi('Problem');

export const FindingSchema = z
  .object({
    code: z.string().openapi({ example: 'move/superko-positional' }),
    severity: z.enum(SEVERITIES),
    node: z.int().nullable(),
    move: z.int().nullable(),
    color: z.enum(['black', 'white']).nullable(),
    point: z.string().nullable().openapi({ example: 'Q16' }),
    rule: z.string().nullable(),
    repeats_move: z.int().nullable(),
    disposition: z.enum(DISPOSITIONS).nullable(),
    line: z.int().nullable(),
    column: z.int().nullable(),
    message: z.string(),
    variation: z.string().nullable(),
    args: z.record(z.string(), z.unknown()),
  })
  .openapi('Finding');

const cell = z.union([z.string(), z.number()]).nullable();

/** A row of games.csv with its findings; what belongs to a file and no game has `game: null` and findings only. */
export const GameSchema = z
  .object({
    file: z.string(),
    game: z.int().min(1).nullable(),
    change: z
      .object({
        by: z.enum(['passes', 'protective-move', 'counting', 'komi', 'group', 'none']),
        text: z.string(),
        point: z.string().nullable(),
      })
      .nullable()
      .optional()
      .openapi({ description: 'What would make a contradicted result true; null for other verdicts' }),
    findings: z.array(FindingSchema),
  })
  .catchall(cell)
  .openapi('Game', { description: `The columns of games.csv by their names: ${GAME_COLUMNS.join(', ')}` });

/** A row of scores.csv or of the accounts; findings of files stand between them. */
export const RowSchema = z
  .object({ file: z.string(), game: z.int().nullable() })
  .catchall(z.unknown())
  .openapi('Row');

export const RulesetSchema = z
  .object({
    name: z.string(),
    title: z.string(),
    scoring: z.string(),
    countings: z.array(z.string()),
    superko: z.string(),
    selfCapture: z.string(),
    passStones: z.boolean(),
    sekiPoints: z.boolean(),
    compensation: z.string(),
    komi: z.number().nullable().openapi({ description: 'Komi of even games today, in points' }),
    sources: z.record(z.string(), z.array(z.string())),
    doubts: z.record(z.string(), z.string()),
  })
  .openapi('Ruleset');

export const CodeSchema = z
  .object({
    code: z.string(),
    severity: z.enum(SEVERITIES),
    title: z.string(),
    means: z.string(),
    rule: z.string(),
    example: z.string(),
    todo: z.string(),
  })
  .openapi('FindingCode');

export const SummarySchema = z
  .object({
    files: count,
    games: count,
    bytes: count,
    scored: count,
    games_with_illegal_moves: count,
    errors: count,
    warnings: count,
    notes: count,
    codes: texts,
    endings: texts,
    rulesets: texts,
    verdicts: texts,
  })
  .openapi('Summary');

export const JobSchema = z
  .object({
    id: z.uuid(),
    owner: z
      .string()
      .openapi({ description: 'Name of the tenant whose token sent it; empty without tokens' }),
    command: z.enum(COMMANDS),
    options: z.record(z.string(), z.string()),
    state: z.enum(JOB_STATES),
    files: z
      .array(z.object({ name: z.string(), size: count }))
      .openapi({ description: 'The first of its files: up to 100, in a list of jobs up to 3' }),
    file_count: count,
    created: z.iso.datetime(),
    started: z.iso.datetime().nullable(),
    finished: z.iso.datetime().nullable(),
    problem: ProblemSchema.nullable(),
    progress: z.object({
      games: count,
      bytes: count.openapi({ description: 'Of `total_bytes`, those that are done' }),
      total_bytes: count,
    }),
    summary: SummarySchema,
  })
  .openapi('Job');

export const JobsSchema = z.object({ jobs: z.array(JobSchema) }).openapi('Jobs');

/** Forms in which the results of a job are kept. */
export const RESULT_FORMS = ['jsonl', 'json', 'csv', 'findings', 'html', 'page'] as const;
export type ResultForm = (typeof RESULT_FORMS)[number];

export const ResultsQuery = z.strictObject({
  format: z.enum(RESULT_FORMS).optional().openapi({ description: 'Form of the results, before Accept' }),
  follow: z
    .enum(['true', 'false'])
    .optional()
    .openapi({ description: 'Go on until the job has ended, not only with what is there' }),
});

const fromOne = z.string().regex(/^[1-9]\d{0,7}$/, 'expected a whole number from 1');

export const GameQuery = z.strictObject({
  file: z.string().openapi({ description: 'Name of the file as the results tell it' }),
  game: fromOne.openapi({ description: 'Number of the game in the file' }),
  copy: fromOne.optional().openapi({
    description:
      'Which of the games with this file name and number: archives may hold a name twice. 1 unless told',
  }),
});

export const JobQuery = z.looseObject({
  command: z.enum(COMMANDS).optional().openapi({ description: 'audit unless another is named' }),
});
