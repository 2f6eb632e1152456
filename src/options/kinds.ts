import { DEFAULT_LIMITS, LIMIT_NAMES, type Limits } from '../core/limits.js';
import type { Outcome } from '../core/outcome.js';
import { suggestion } from '../core/text.js';
import { type EngineSettings, isProgram, splitCommand } from '../run/engine/engine-pool.js';
import { parseAliases } from '../toolkit/event/names.js';
import { type EventConditions, parseConditions } from '../toolkit/event/conditions.js';
import type { TableFile } from '../toolkit/event/read-table.js';
import {
  codesInLists,
  FINDING_CODES,
  SEVERITIES,
  wordsIn,
  type FindingCode,
} from '../core/findings/finding.js';
import { VERDICTS } from '../referee/score/score-types.js';
import type { DeadRow } from '../run/input/dead-rows.js';
import { type EstimatorName, ESTIMATORS } from '../go/life/life.js';
import { type Baseline, parseBaseline } from '../referee/judge/baseline.js';
import { type Decisions, parseDecisions } from '../referee/judge/decisions.js';
import type { WantedRuleset } from '../referee/judge/options.js';
import { isQueueAddress } from '../run/parts/job-queue.js';
import { parseRuleset } from '../go/rules/fields.js';
import type { Ruleset } from '../go/rules/ruleset.js';
import { RULESET_NAMES, rulesetByName } from '../go/rules/rulesets.js';

/** Why a value is wrong; the caller adds the name of the option. */
export class BadValue extends Error {}

/** Reads long values from the user's files or from the request. The functions throw BadValue. */
export interface Source {
  /** The JSON that a word names or contains; `undefined` for any other word. */
  readonly json: (word: string) => string | undefined;
  readonly dead: (word: string) => readonly DeadRow[];
  /** The bytes of the file that a word names, or of the word itself. */
  readonly bytes: (word: string) => Uint8Array;
}

/** Words that complete a value in a shell. */
export interface Offers {
  readonly words: readonly string[];
  /** Whether the value is a list of such words, joined by commas. */
  readonly joined?: true;
  /** Whether the value may be a file too. */
  readonly files?: true;
}

/** A kind of value: its description, and how to read it. */
export interface Kind<T> {
  readonly type: 'string' | 'number' | 'boolean';
  /** All values, if there are few. */
  readonly choices?: readonly string[];
  /** What shells offer where other values are valid too. */
  readonly offers?: Offers;
  /** Whether the option may be given several times; `read` then gets all texts. */
  readonly isList?: true;
  /** Every valid text matches it. */
  readonly pattern?: RegExp;
  readonly least?: number;
  readonly most?: number;
  /** The values in a few words, for the table of options. */
  readonly words: string;
  /** Reads a text (texts for a list), number or flag. Throws BadValue. */
  readonly read: (given: never, source: Source) => T;
}

/** A kind of text. */
function text<T>(words: string, read: (given: string, source: Source) => T, offers?: Offers): Kind<T> {
  return { type: 'string', words, read, ...(offers && { offers }) };
}

/** A kind of value that may be given several times. */
function texts<T>(
  words: string,
  read: (given: readonly string[], source: Source) => T,
  offers?: Offers,
): Kind<T> {
  return { type: 'string', isList: true, words, read, ...(offers && { offers }) };
}

/** The value of an outcome. Throws BadValue with what was read before the reason. */
function valueOf<T>(read: Outcome<T, string>, what: string): T {
  if (read.ok) return read.value;
  throw new BadValue(`${what === '' ? '' : `${what}: `}${read.error}`);
}

export const FLAG: Kind<boolean> = { type: 'boolean', words: 'flag', read: (given: boolean) => given };
export const TEXT = text('text', (given) => given);
export const PATH = text('file or folder', (given) => given);
export const OUTPUT = text('file, or - for standard output', (given) => (given === '-' ? undefined : given));

/** Words joined by commas, checked where they are used. */
export const WORDS = texts('words joined by commas', wordsIn);

const FAMILIES = [...new Set(FINDING_CODES.map((code) => code.replace(/\/.*/, '/')))];
const CODE_OFFERS = { words: [...FAMILIES, ...FINDING_CODES], joined: true } as const;

export const FAIL_ON = texts('words joined by commas', wordsIn, {
  ...CODE_OFFERS,
  words: [...SEVERITIES, 'never', ...VERDICTS, ...CODE_OFFERS.words],
});

export function whole(least: number, most = Number.MAX_SAFE_INTEGER): Kind<number> {
  const bounds = `from ${String(least)}${most < Number.MAX_SAFE_INTEGER ? ` to ${String(most)}` : ''}`;
  return {
    type: 'number',
    pattern: /^\d{1,15}$/,
    least,
    ...(most < Number.MAX_SAFE_INTEGER && { most }),
    words: `whole number ${bounds}`,
    read(given: number) {
      if (Number.isSafeInteger(given) && given >= least && given <= most) return given;
      throw new BadValue(`must be a whole number ${bounds}`);
    },
  };
}

/** Address of a queue. */
export const QUEUE = text('address of Redis or Valkey', (given) => {
  if (isQueueAddress(given)) return given;
  throw new BadValue('must begin with redis:// or rediss://');
});

/** A chunk of a plan, or the next one. */
export const CHUNK: Kind<number | 'next'> = {
  type: 'string',
  pattern: /^(next|\d{1,9})$/,
  words: 'next, or a number from 0',
  read(given: string) {
    if (given === 'next') return given;
    if (/^\d{1,9}$/.test(given)) return Number(given);
    throw new BadValue(`must be next or a whole number from 0, not ${given.slice(0, 60)}`);
  },
};

/** A move to show; 0: the start. */
export const SHOWN_MOVE: Kind<number | 'last'> = {
  type: 'string',
  pattern: /^(last|\d{1,15})$/,
  words: 'last, or a number from 0',
  read(given: string) {
    if (given === 'last') return given;
    if (/^\d{1,15}$/.test(given)) return Number(given);
    throw new BadValue(`must be last or a whole number from 0, not ${given.slice(0, 60)}`);
  },
};

/** One day; Node timers are limited to 24 days. */
const MAX_SECONDS = 86_400;

export const SECONDS: Kind<number> = {
  type: 'number',
  most: MAX_SECONDS,
  words: 'seconds',
  read(given: number) {
    if (given > 0 && given <= MAX_SECONDS) return given;
    throw new BadValue(`must be a number of seconds above 0 and at most ${String(MAX_SECONDS)}`);
  },
};

export function choice<const Word extends string>(choices: readonly Word[]): Kind<Word> {
  return { ...text(choices.join(', '), (given) => oneOf(given, choices)), choices };
}

/** One of many words, which the help does not list. */
export function listed(words: string, choices: readonly string[]): Kind<string> {
  return text(words, (given) => oneOf(given, choices), { words: choices });
}

/** Some of a few words, joined by commas, letter case ignored; `by-word`: `all` means every word. */
export function some<const Word extends string>(
  known: readonly Word[],
  all: 'by-name' | 'by-word' = 'by-name',
): Kind<readonly Word[]> {
  const choices = all === 'by-word' ? ['all', ...known] : known;
  const read = (given: readonly string[]): readonly Word[] =>
    all === 'by-word' && given.length === 1 && given[0] === 'all'
      ? known
      : given.flatMap((one) => one.split(',')).map((word) => oneOf(word.trim(), known));
  return texts(`some of ${choices.join(', ')}`, read, { words: choices, joined: true });
}

/** Finds a word, letter case ignored. Throws BadValue; its message lists all words where too few letters suggest one. */
export function oneOf<Word extends string>(given: string, known: readonly Word[], others = ''): Word {
  const found = known.find((word) => word.toLowerCase() === given.toLowerCase());
  if (found !== undefined) return found;
  const shown = given.slice(0, 60);
  throw new BadValue(
    `${shown} is not known${(shown.length > 2 && suggestion(shown, known)) || `; there are ${known.join(', ')}${others}`}`,
  );
}

/** A number of points, read as half points, or one of some words. */
export function points<const Word extends string>(...words: readonly Word[]): Kind<number | Word> {
  const expected = [...words, 'a number of points'].join(', ');
  return {
    type: 'string',
    pattern: new RegExp(`^(${[...words, '-?\\d{1,4}(\\.\\d{1,3})?'].join('|')})$`),
    words: expected,
    read(given: string) {
      const word = words.find((one) => one === given);
      if (word !== undefined) return word;
      const halves = Number(given) * 2;
      if (given.trim() !== '' && Number.isInteger(halves * 2)) return halves;
      throw new BadValue(`must be ${expected}, not ${given.slice(0, 60)}`);
    },
  };
}

export const POINTS = points<never>();

/** Finding codes and families. */
export const CODES = texts('finding codes joined by commas', readCodes, CODE_OFFERS);

function readCodes(given: readonly string[]): readonly FindingCode[] {
  const codes = valueOf(codesInLists(given), '');
  if (codes.length === 0) throw new BadValue('must name finding codes');
  return codes;
}

const NAMED = { words: RULESET_NAMES, files: true } as const;
const NAMED_OR_AUTO = { words: ['auto', ...RULESET_NAMES], files: true } as const;

export const RULESET = text('ruleset', rulesetOf, NAMED);
export const RULESET_OR_AUTO = text('ruleset or auto', rulesetOrAuto, NAMED_OR_AUTO);
export const RULESETS = text(
  'rulesets joined by commas',
  (given, source) => namesIn(given, source).map((name) => rulesetOf(name, source)),
  { ...NAMED, joined: true },
);
export const RULESETS_OR_AUTO = text(
  'rulesets joined by commas, auto among them',
  (given, source) => namesIn(given, source).map((name) => rulesetOrAuto(name, source)),
  { ...NAMED_OR_AUTO, joined: true },
);

function rulesetOrAuto(given: string, source: Source): WantedRuleset {
  return given === 'auto' ? given : rulesetOf(given, source);
}

/** Names of rulesets joined by commas; a path or JSON may contain commas. */
function namesIn(given: string, { json }: Source): string[] {
  if (!given.includes(',') || json(given) !== undefined) return [given];
  const names = given.split(',').map((name) => name.trim());
  if (names.includes('')) throw new BadValue('must name rulesets');
  return names;
}

/** A ruleset by name or from JSON. Throws BadValue. */
export function rulesetOf(given: string, { json }: Source): Ruleset {
  const named = rulesetByName(given) ?? rulesetByName(given.toLowerCase());
  if (named) return named;
  const found = json(given);
  const shown = given.slice(0, 60);
  if (found === undefined) {
    const advice = suggestion(shown, RULESET_NAMES) || `; known: ${RULESET_NAMES.join(', ')}`;
    throw new BadValue(`there is no ruleset ${shown}${advice}`);
  }
  const parsed = parseRuleset(parsedJson(found, shown));
  if (parsed.ok) return parsed.value;
  throw new BadValue(`${shown}: ${parsed.error.join('; ')}`);
}

function parsedJson(text: string, shown: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadValue(`${shown}: not valid JSON`);
  }
}

export const DEAD = text('file with dead stones', (given, { dead }) => dead(given));

/** Conditions of an event. */
export const EVENT = text('file with conditions', (given, { json }): EventConditions => {
  const shown = given.slice(0, 60);
  const found = json(given);
  if (found === undefined) throw new BadValue(`${shown}: there is no such file`);
  return valueOf(parseConditions(found), shown);
});

/** Files, read whole. */
export const FILES = texts('file', (given, { bytes }): readonly TableFile[] =>
  given.map((name) => ({ name, bytes: bytes(name) })),
);

export const ALIASES = text('file with names', (given, { bytes }) =>
  valueOf(parseAliases(new TextDecoder().decode(bytes(given))), given.slice(0, 60)),
);

/** Decisions; a value that is the JSON itself has no file name. */
export const DECISIONS = text('file with decisions', (given, { bytes }): Decisions => {
  const file = given.trimStart().startsWith('{') ? 'decisions' : given.slice(0, 60);
  return { file, all: valueOf(parseDecisions(new TextDecoder().decode(bytes(given))), file) };
});

/** A baseline, as given and as read. */
export interface GivenBaseline {
  /** Its file name; '' if the value is the JSON itself. */
  readonly file: string;
  /** Its text, for other threads. */
  readonly bytes: Uint8Array;
  readonly baseline: Baseline;
}

export const BASELINE = text('file with known findings', (given, { bytes }): GivenBaseline => {
  const file = given.trimStart().startsWith('{') ? '' : given;
  const read = parseBaseline(new TextDecoder().decode(bytes(given)));
  const baseline = valueOf(read, file === '' ? 'baseline' : file.slice(0, 60));
  return { file, bytes: new TextEncoder().encode(baseline.text()), baseline };
});

/** The judge of unmarked stones: an estimator or an engine. */
export type Judge = EstimatorName | Pick<EngineSettings, 'command'>;

/** Precedes the command of an engine. */
const ENGINE_PREFIX = 'gtp:';

export const namesEngine = (given: unknown): boolean =>
  typeof given === 'string' && given.startsWith(ENGINE_PREFIX);

export const JUDGE = text(`${ESTIMATORS.join(', ')}, ${ENGINE_PREFIX}COMMAND`, readJudge, {
  words: ESTIMATORS,
});

function readJudge(given: string): Judge {
  if (!namesEngine(given)) return oneOf(given, ESTIMATORS, `, or ${ENGINE_PREFIX}COMMAND`);
  const command = valueOf(splitCommand(given.slice(ENGINE_PREFIX.length)), given);
  const [program = ''] = command;
  if (isProgram(program, process.env['PATH'] ?? '')) return { command };
  throw new BadValue(`${given}: there is no program ${program}`);
}

/** The default limits with some replaced: NAME=N, joined by commas. */
export const LIMITS = texts('NAME=N joined by commas', readLimits, {
  words: LIMIT_NAMES.map((name) => `${name}=`),
  joined: true,
});

function readLimits(given: readonly string[]): Limits {
  const limits = { ...DEFAULT_LIMITS };
  for (const one of given.flatMap((list) => list.split(','))) {
    const [word = '', number = ''] = one.split('=');
    const name = LIMIT_NAMES.find((known) => known === word);
    if (!name) {
      const advice = suggestion(word, LIMIT_NAMES) || `; known: ${LIMIT_NAMES.join(', ')}`;
      throw new BadValue(`there is no limit ${word}${advice}`);
    }
    limits[name] = Number(number);
    if (number === '' || !Number.isSafeInteger(limits[name]) || limits[name] < 0)
      throw new BadValue(`${one}: a limit is NAME=WHOLE-NUMBER`);
  }
  if (limits.secondsPerGame < 1 || limits.secondsPerGame > MAX_SECONDS)
    throw new BadValue(`secondsPerGame is from 1 to ${String(MAX_SECONDS)}`);
  return limits;
}

/** An option of some commands. A name with several meanings has a row for each. */
export interface Row<
  Name extends string = string,
  T = unknown,
  On extends string = string,
  Missing extends 'undefined' | 'default' = 'undefined' | 'default',
> {
  readonly name: Name;
  readonly takes: Kind<T>;
  /** The commands that have it. */
  readonly on: readonly On[];
  /** Its description in help and docs. */
  readonly about: string;
  /** Its heading in help and docs. */
  readonly group: string;
  /** As a user would give it. A flag without one is off; any other option may be missing. */
  readonly default?: string | number | boolean;
  /** Its value where none is given: the default, or (flags aside) `undefined`. */
  readonly missing: Missing;
  /** The default in words, where it depends on the machine. */
  readonly defaultWords?: string;
  readonly alias?: string;
  /** Whether a configuration file may set it: for the whole run, or by file. */
  readonly config: 'yes' | 'no' | 'by-file';
  /**
   * Whether a configuration may set it that was only found, which somebody else may have written: only what changes how games are
   * judged and shown. `by-name`: no file and no engine.
   */
  readonly found?: 'yes' | 'by-name';
  /** Whether requests have it, perhaps with another kind of value or description. */
  readonly http: 'yes' | 'no' | HttpForm;
}

interface HttpForm {
  readonly takes?: Kind<unknown>;
  readonly about?: string;
}

type Details = Partial<Pick<Row, 'default' | 'defaultWords' | 'alias' | 'config' | 'found' | 'http'>>;

/** A row with its details: whether it has a default is part of its type. */
type RowWith<Name extends string, T, On extends string, D> = Row<
  Name,
  T,
  On,
  D extends { readonly default: unknown } ? 'default' : 'undefined'
>;

export function row<const Name extends string, T, const On extends string, const D extends Details = object>(
  name: Name,
  takes: Kind<T>,
  on: readonly On[],
  about: string,
  details?: D,
): RowWith<Name, T, On, D> {
  const missing = details?.default === undefined ? 'undefined' : 'default';
  return { name, takes, on, about, missing, ...details } as never;
}

/** Returns the function that makes rows of options of the same commands. */
export function rowsOn<const On extends string>(...on: readonly On[]) {
  return <const Name extends string, T, const D extends Details = object>(
    name: Name,
    takes: Kind<T>,
    about: string,
    details?: D,
  ): RowWith<Name, T, On, D> => row(name, takes, on, about, details);
}

/** Rows under one heading. `common`: details of all rows that do not override them. */
export function section<const R extends readonly Row[]>(
  group: string,
  common: Pick<Details, 'config' | 'http'>,
  rows: R,
): R {
  const rest: Partial<Row> = { group, config: 'no', http: 'no', ...common };
  return rows.map((one) => ({ ...rest, ...one })) as unknown as R;
}
