import { z } from '@hono/zod-openapi';
import { ESTIMATORS } from '../life/estimate.js';
import { ILLEGAL_POLICIES } from '../replay/replay-types.js';
import { COUNTINGS } from '../rules/ruleset.js';

/** An object without some of its fields. */
export function without<T extends object, K extends keyof T>(whole: T, ...names: readonly K[]): Omit<T, K> {
  const left: ReadonlySet<PropertyKey> = new Set(names);
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !left.has(name))) as Omit<T, K>;
}

/** Forms of answers, by the names that `--format` has. */
export const ANSWER_FORMS = ['json', 'jsonl', 'csv', 'findings', 'sarif', 'text', 'html'] as const;
export type AnswerForm = (typeof ANSWER_FORMS)[number];

const flag = z.enum(['true', 'false', '']);
const ruleset = z.string().min(1).max(20_000);
const points = z.string().regex(/^-?\d{1,4}(\.\d{1,3})?$/, 'expected a number of points');

const codes = (description: string) => z.string().max(5000).optional().openapi({ description });

/** Query parameters of every command, named as its options. */
const SHARED = {
  rules: ruleset.optional().openapi({
    description: 'Ruleset for all games: a name, JSON of your own, or auto: as RU says (the default)',
    example: 'japanese',
  }),
  'default-rules': ruleset.optional().openapi({
    description:
      'Ruleset for games without a usable RU; without it these are judged by what all rules forbid',
  }),
  komi: points
    .optional()
    .openapi({ description: 'Komi for all games, in points; the komi of the record unless given' }),
  counting: z
    .enum(COUNTINGS)
    .optional()
    .openapi({ description: 'Which counting, where the rules offer both' }),
  illegal: z.enum(ILLEGAL_POLICIES).optional().openapi({
    description:
      'What becomes of an illegal move: it stands (the default), is a pass, or the game stops there',
  }),
  dead: z.string().max(100_000).optional().openapi({
    description:
      'Dead stones: points of the only game (Q16 R16), or CSV: file,game,points. Never a file of the server',
  }),
  estimator: z
    .enum(ESTIMATORS)
    .optional()
    .openapi({ description: 'What judges the life of stones that nothing marks' }),
  'no-score': flag.optional().openapi({ description: 'Legality only: nothing is scored or compared' }),
  variations: flag.optional().openapi({ description: 'The moves of variations are judged too' }),
  ignore: codes('Finding codes to leave out, joined by commas: move/ko,komi/,sgf/'),
  only: codes('Finding codes to report and no others, joined by commas'),
  'max-per-code': z
    .string()
    .regex(/^\d{1,9}$/, 'expected a whole number')
    .optional()
    .openapi({ description: 'Findings of one code listed for a game; all are counted; 0: list all' }),
  format: z
    .enum(ANSWER_FORMS)
    .optional()
    .openapi({ description: 'Form of the answer; it comes before `Accept`' }),
  name: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .openapi({ description: 'Name of the file in the answer, where the body is a file itself' }),
} as const;

const CONVERTING = without(SHARED, 'rules', 'komi', 'counting', 'no-score');

const CHECKING = without(SHARED, 'komi', 'counting', 'no-score', 'dead', 'estimator');

/** The query parameters of each command; a name that is not among them is refused. */
export const QUERIES = {
  audit: z.strictObject(SHARED),
  score: z.strictObject({
    ...without(SHARED, 'no-score'),
    rules: ruleset
      .optional()
      .openapi({ description: 'Rulesets to count under, joined by commas; auto: as RU says (the default)' }),
  }),
  convert: z.strictObject({
    from: ruleset.optional().openapi({
      description: 'Ruleset of the results: a name, JSON of your own, or auto: as RU says (the default)',
    }),
    to: ruleset
      .optional()
      .openapi({ description: 'Rulesets to convert them into, joined by commas; convert needs it' }),
    'komi-from': points
      .optional()
      .openapi({ description: 'Komi of the from side; the komi of the record unless given' }),
    'komi-to': z
      .string()
      .regex(/^(same|standard|-?\d{1,4}(\.\d{1,3})?)$/, 'expected standard, same, or a number of points')
      .optional()
      .openapi({
        description:
          'Komi of the to side: standard (of its rules), same (as the from side), or points. Left out: standard, but a komi that is not the standard of the from rules was agreed and stays',
      }),
    ...CONVERTING,
  }),
  check: z.strictObject({
    strict: flag.optional().openapi({ description: 'What breaks a format is an error' }),
    lenient: flag.optional().openapi({ description: 'Leave out what is style only' }),
    ...CHECKING,
  }),
} as const;

export type SharedQuery = z.infer<typeof QUERIES.audit>;
export type ConvertQuery = z.infer<typeof QUERIES.convert>;
export type CheckQuery = z.infer<typeof QUERIES.check>;
export type AnyQuery = SharedQuery | ConvertQuery | CheckQuery;

/** What a request or a job may ask for, by the name of the command that does the same. */
export const COMMANDS = ['audit', 'score', 'convert', 'check'] as const;
export type Command = (typeof COMMANDS)[number];
