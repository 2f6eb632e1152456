import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { placeInJson } from '../src/core/json.js';
import { suggestion } from '../src/core/text.js';
import { namesEngine } from '../src/options/kinds.js';
import { BY_NAME, CONFIG_OPTIONS, FOUND_OPTIONS, OPTIONS_BY_FILE } from '../src/options/read.js';
import { rulesetByName } from '../src/go/rules/rulesets.js';
import { UsageError } from './errors.js';

/** Options by name: the names are checked, the values not yet. */
export type ConfigValues = Readonly<Record<string, unknown>>;

/** A configuration file. */
export interface ConfigFile {
  /** Its name, for messages. */
  readonly path: string;
  /** Its folder, which its patterns are relative to. */
  readonly folder: string;
  readonly values: ConfigValues;
  readonly overrides: readonly Override[];
  readonly isExcluded: (file: string) => boolean;
  /** Whether configurations in folders below apply to the files there. */
  readonly nested: boolean;
  /** What it sets that a configuration that was only found may not, in a sentence; '' for nothing. */
  readonly refused: string;
}

export interface Override {
  /** What messages call it. */
  readonly source: string;
  /** Whether it applies to a file, given by its path relative to the configuration's folder. */
  readonly matches: (file: string) => boolean;
  readonly values: ConfigValues;
}

/** Most bytes of a configuration that is found. */
const MAX_CONFIG_BYTES = 64 * 1024;

/** Reads a configuration. `found`: not named by the user, who may not have written it. Throws UsageError. */
export function readConfig(path: string, shown: string, how: 'named' | 'found'): ConfigFile {
  const fail = (what: string): never => {
    throw new UsageError(`${shown}: ${what}`);
  };
  const text = how === 'found' ? foundText(path, fail) : namedText(path, shown);
  const { $schema: _schema, overrides = [], exclude = [], nested = false, ...values } = parsed(text, shown);
  checkNames(values, [...CONFIG_OPTIONS, 'overrides', 'exclude', 'nested'], fail);
  if (!isTexts(exclude)) return fail('exclude: must be an array of patterns');
  if (typeof nested !== 'boolean') return fail('nested: must be true or false');
  if (!Array.isArray(overrides)) return fail('overrides: must be an array of objects');
  const folder = dirname(resolve(path));
  const refused = new Set<string>();
  const allowed = (given: ConfigValues): ConfigValues =>
    how === 'named' ? inFolder(given, folder) : withoutRefused(given, refused);
  return {
    path: shown,
    folder,
    values: allowed(values),
    overrides: overrides.map((one: unknown, i) => {
      const place = `overrides[${String(i)}]`;
      const { matches, values: given } = overrideOf(one, place, fail);
      return { source: `${shown}, ${place}`, matches, values: allowed(given) };
    }),
    isExcluded: matcherOf(exclude),
    nested,
    refused:
      refused.size === 0
        ? ''
        : `may not set ${[...refused].join(', ')}, as it was only found; --config ${shown} applies it`,
  };
}

/** The values that any configuration may set; adds the names of the others to `refused`. */
function withoutRefused(values: ConfigValues, refused: Set<string>): ConfigValues {
  const allowed = Object.entries(values).filter(([name, value]) => {
    const isAllowed = FOUND_OPTIONS.includes(name) && !(BY_NAME.includes(name) && namesMore(value));
    if (!isAllowed) refused.add(name);
    return isAllowed;
  });
  return Object.fromEntries(allowed);
}

/** Whether a value names a program or a file instead of an estimator or a ruleset. */
function namesMore(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const words = value.split(',').map((word) => word.trim());
  return (
    namesEngine(value) || words.some((one) => FILE.test(one) || (!rulesetByName(one) && existsSync(one)))
  );
}

function overrideOf(given: unknown, place: string, fail: (what: string) => never): Omit<Override, 'source'> {
  if (!isObject(given)) return fail(`${place}: must be an object`);
  const { files, ...values } = given;
  if (!isTexts(files) || files.length === 0) return fail(`${place}: files: must be an array of patterns`);
  for (const name of Object.keys(values))
    if (CONFIG_OPTIONS.includes(name) && !OPTIONS_BY_FILE.includes(name))
      fail(`${place}: ${name} is for the run as a whole, and cannot differ between files`);
  checkNames(values, ['files', ...OPTIONS_BY_FILE], (what) => fail(`${place}: ${what}`));
  return { matches: matcherOf(files), values };
}

function checkNames(values: object, known: readonly string[], fail: (what: string) => never): void {
  for (const [name, value] of Object.entries(values)) {
    if (!known.includes(name))
      fail(`unknown option ${name.slice(0, 60)}${suggestion(name.slice(0, 60), known)}`);
    if ([value].flat().some((one) => typeof one === 'object'))
      fail(`${name}: must be a text, a number, true or false, or a list of them`);
  }
}

/** File names in values are relative to the configuration's folder if the file exists there. */
function inFolder(values: ConfigValues, folder: string): ConfigValues {
  const placed = Object.entries(values).map(([name, value]) => {
    const isFile =
      typeof value === 'string' && !isAbsolute(value) && FILE.test(value) && existsSync(join(folder, value));
    return [name, isFile ? join(folder, value) : value];
  });
  return Object.fromEntries(placed) as ConfigValues;
}

const FILE = /\.(?:json|csv)$/i;

function namedText(path: string, shown: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new UsageError(`cannot read the configuration ${shown}`);
  }
}

/** The text of a plain file of moderate size: any other might never end, or wait for a writer. */
function foundText(path: string, fail: (what: string) => never): string {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return fail('cannot be read');
  }
  try {
    if (!fstatSync(descriptor).isFile()) return fail('is not a plain file');
    const bytes = Buffer.alloc(MAX_CONFIG_BYTES + 1);
    const length = readSync(descriptor, bytes);
    if (length > MAX_CONFIG_BYTES) return fail(`is larger than ${String(MAX_CONFIG_BYTES / 1024)} KiB`);
    return bytes.toString('utf8', 0, length);
  } finally {
    closeSync(descriptor);
  }
}

function parsed(text: string, shown: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${shown}: ${placeInJson(text, error)}not valid JSON`);
  }
  if (isObject(value)) return value;
  throw new UsageError(`${shown} must hold one JSON object with options`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '');
}

/** A state of the automaton that reads paths: a character that it takes, or none, and the states after it. */
interface State {
  readonly takes?: (letter: string) => boolean;
  readonly to: number[];
}

const anything = (): boolean => true;
const inName = (letter: string): boolean => letter !== '/';
const isSlash = (letter: string): boolean => letter === '/';

const TOKEN = /\*\*\/|\*\*|\{[^{}]*\}|./gsu;

/**
 * Whether a path matches one of some patterns: `*` and `?` within a folder, `**` across folders, `{a,b}` for either.
 * As in .gitignore, a pattern without a slash matches names at any depth, and a pattern that matches a folder, or an archive,
 * matches what is in it. Paths have `/` between folders and are relative. Takes time in proportion to patterns and path, whatever
 * they are: all patterns are read at once.
 */
export function matcherOf(patterns: readonly string[]): (path: string) => boolean {
  const states: State[] = [];
  const add = (takes: State['takes'], ...to: number[]): number =>
    states.push({ ...(takes && { takes }), to }) - 1;
  /** Any number of such characters, then `next`. */
  const many = (takes: State['takes'], next: number): number => {
    const fork = add(undefined, next);
    states[fork]!.to.push(add(takes, fork));
    return fork;
  };
  const folders = (next: number): number => add(undefined, next, many(anything, add(isSlash, next)));

  function before(next: number, pattern: string): number {
    let at = next;
    for (const [token] of [...pattern.matchAll(TOKEN)].reverse()) {
      if (token === '**/') at = folders(at);
      else if (token === '*' || token === '**') at = many(token === '*' ? inName : anything, at);
      else if (token === '?') at = add(inName, at);
      else if (token.length > 1 && token.startsWith('{')) {
        const after = at;
        at = add(
          undefined,
          ...token
            .slice(1, -1)
            .split(',')
            .map((one) => before(after, one)),
        );
      } else at = add((letter) => letter === token, at);
    }
    return at;
  }

  const end = add(undefined);
  const inside = add(isSlash, many(anything, end));
  const whole = add(
    undefined,
    end,
    inside,
    add((letter) => letter === '!', inside),
  );
  const starts = patterns.map((pattern) => {
    const start = before(whole, pattern.replace(/^\.?\//, '').replace(/\/$/, ''));
    return /\/./.test(pattern) ? start : folders(start);
  });
  return (path) => reaches(states, starts, path, end);
}

/** Whether the automaton is in `end` after the last character of the path. */
function reaches(states: readonly State[], starts: readonly number[], path: string, end: number): boolean {
  const seen = new Int32Array(states.length);
  let step = 0;
  /** The states with a character to take that can be reached without one. */
  const settled = (open: number[]): number[] => {
    step++;
    const found: number[] = [];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen[at] === step) continue;
      seen[at] = step;
      const { takes, to } = states[at]!;
      if (takes) found.push(at);
      else open.push(...to);
    }
    return found;
  };
  let current = settled([...starts]);
  for (const letter of path) {
    if (current.length === 0) return false;
    current = settled(current.flatMap((at) => (states[at]!.takes!(letter) ? states[at]!.to : [])));
  }
  return seen[end] === step;
}
