import { suggestion, unknownChoice } from '../core/text.js';
import { ENGINE_SECONDS } from '../run/engine/engine-pool.js';
import { codesLeftOut, MAX_PER_CODE } from '../core/findings/finding.js';
import { DEFAULT_OPTIONS, type JudgingOptions } from '../referee/judge/options.js';
import type { WorkSettings } from '../run/tasks/task.js';
import { BadValue, type Judge, type Kind, type Row, type Source } from './kinds.js';
import { ANSWER_OPTIONS, type AnswerForm, OPTIONS } from './table.js';

type AnyRow = (typeof OPTIONS)[number];

/** A command that has options. */
export type CommandName = AnyRow['on'][number];

type RowsOn<Command, R = AnyRow> = R extends { readonly on: readonly (infer On)[] }
  ? Command extends On
    ? R
    : never
  : never;

type ValueOf<R> =
  R extends Row<string, infer T, string, infer Missing>
    ? [T] extends [boolean]
      ? boolean
      : Missing extends 'default'
        ? T
        : T | undefined
    : never;

/** The values of a command's options, by their names. */
export type ValuesOf<Command extends CommandName> = {
  readonly [R in RowsOn<Command> as R['name']]: ValueOf<R>;
};

/** An unknown option, or one with a wrong value. */
export class OptionError extends Error {
  readonly option: string;

  constructor(option: string, reason: string) {
    super(reason);
    this.option = option;
  }
}

/** The options of a command, in the order of the table. */
export function optionsOf(command: string): readonly Row[] {
  return (OPTIONS as readonly Row[]).filter(({ on }) => on.includes(command));
}

/** Names of the options that a configuration file may set. */
export const CONFIG_OPTIONS = namesWith(({ config }) => config !== 'no');

function namesWith(isMeant: (row: Row) => boolean): readonly string[] {
  return [...new Set((OPTIONS as readonly Row[]).filter(isMeant).map(({ name }) => name))];
}

/** Those of these options that a configuration may set which the user has not named. */
export const FOUND_OPTIONS = namesWith(({ found }) => found !== undefined);

/** Those of them of which such a configuration may name only what is built in. */
export const BY_NAME = namesWith(({ found }) => found === 'by-name');

/** Those of these options that may differ between files. */
export const OPTIONS_BY_FILE = namesWith(({ config }) => config === 'by-file');

/** The values of a command's options: those given by name, or else the defaults. Throws OptionError. */
export function readOptions<Command extends CommandName>(
  command: Command,
  given: Readonly<Record<string, unknown>>,
  source: Source,
): ValuesOf<Command> {
  const read = optionsOf(command).map((row) => [row.name, valueOf(row, given[row.name], source)] as const);
  return Object.fromEntries(read) as ValuesOf<Command>;
}

/** The value of one option. Throws OptionError. */
function valueOf({ name, takes, ...row }: Row, given: unknown, source: Source): unknown {
  const value = given ?? row.default;
  if (value === undefined) return takes.type === 'boolean' ? false : undefined;
  const several = Array.isArray(value) ? (value as unknown[]) : [value];
  if (several.length > 1 && !takes.isList) throw new OptionError(name, 'may be given only once');
  for (const one of several) {
    if (typeof one !== takes.type) throw new OptionError(name, `must be ${EXPECTED[takes.type]}`);
    if (takes.choices && !takes.choices.includes(one as string))
      throw new OptionError(name, unknownChoice(String(one), takes.choices));
  }
  try {
    return takes.read((takes.isList ? several : several[0]) as never, source);
  } catch (error) {
    throw error instanceof BadValue ? new OptionError(name, error.message) : error;
  }
}

const EXPECTED: Readonly<Record<Kind<unknown>['type'], string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
};

/** An option of requests. */
export interface QueryOption {
  readonly name: string;
  readonly row: Row;
  readonly takes: Kind<unknown>;
  readonly about: string;
}

/** The options of a command over HTTP; a flag that is on by default is named `no-NAME`. */
export function queryOptions(command: string): readonly QueryOption[] {
  const rows: readonly Row[] = [...OPTIONS, ...ANSWER_OPTIONS];
  return rows
    .filter(({ on, http }) => http !== 'no' && on.includes(command))
    .map((row) => ({
      name: row.default === true ? `no-${row.name}` : row.name,
      row,
      takes: row.takes,
      about: row.about,
      ...(typeof row.http === 'object' ? row.http : {}),
    }));
}

/** Options that only requests have. */
export interface AnswerValues {
  readonly format: AnswerForm | undefined;
  readonly name: string | undefined;
}

/**
 * The values of a command's options from the parameters of a request, without options that requests do not have.
 * Throws OptionError.
 */
export function readQuery<Command extends CommandName>(
  command: Command,
  query: Readonly<Record<string, string>>,
  source: Source,
): Partial<ValuesOf<Command>> & AnswerValues {
  const options = queryOptions(command);
  const names = options.map(({ name }) => name);
  const unknown = Object.keys(query).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const shown = unknown.slice(0, 60);
    const meant = names.includes(`no-${unknown}`)
      ? `; did you mean no-${unknown}?`
      : suggestion(shown, names);
    throw new OptionError(shown, `there is no such option${meant}`);
  }
  const values = options.map(({ name, row, takes }) => {
    const text = query[name];
    const given = text === undefined ? undefined : fromText(name, text, takes);
    const value = valueOf({ ...row, name, takes }, name === row.name ? given : !(given ?? false), source);
    return [row.name, value] as const;
  });
  return Object.fromEntries(values) as Partial<ValuesOf<Command>> & AnswerValues;
}

/** A parameter as a flag, number or text. Throws OptionError. */
function fromText(name: string, text: string, { type, pattern }: Kind<unknown>): unknown {
  if (type === 'boolean') {
    if (text === 'true' || text === '') return true;
    if (text === 'false') return false;
    throw new OptionError(name, 'must be true or false');
  }
  if (type === 'string') return text;
  return pattern?.test(text) === false ? NaN : Number(text);
}

/** How to judge games; workers get it together with the forms of output. */
export type Judging = Omit<WorkSettings, 'sinks'>;

/** The judging options; a missing one takes its default. */
type JudgingValues = { readonly [Name in keyof ValuesOf<'audit'>]?: ValuesOf<'audit'>[Name] | undefined };

/** How to judge games by these options. */
export function judgingOf(values: JudgingValues): Judging {
  const judge: Judge = values.estimator ?? DEFAULT_OPTIONS.estimator;
  const engine =
    typeof judge === 'object' ? { ...judge, seconds: values['engine-seconds'] ?? ENGINE_SECONDS } : undefined;
  return {
    options: {
      rules: values.rules ?? DEFAULT_OPTIONS.rules,
      defaultRules: values['default-rules'],
      komiHalves: values.komi,
      counting: values.counting,
      conventions: values.conventions ?? 'auto',
      illegal: values.illegal ?? DEFAULT_OPTIONS.illegal,
      score: values.score ?? DEFAULT_OPTIONS.score,
      variations: values.variations ?? DEFAULT_OPTIONS.variations,
      repair: values.repair ?? true,
      estimator: typeof judge === 'object' ? 'none' : judge,
      limits: values.limit ?? DEFAULT_OPTIONS.limits,
      maxPerCode: values['max-per-code'] ?? MAX_PER_CODE,
    } satisfies Required<Omit<JudgingOptions, 'accounts'>>,
    ignore: codesLeftOut(values.ignore ?? [], values.only),
    dead: values.dead,
    decisions: values.decisions,
    event: values.event,
    baseline: values.baseline?.bytes,
    engine,
  };
}

/** Without findings about copies, which only `audit` reports. */
export function withoutCopies(judging: Judging): Judging {
  return { ...judging, ignore: [...judging.ignore, 'game/duplicate'] };
}
