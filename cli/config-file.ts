import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { placeInJson } from '../src/core/json.js';
import { suggestion } from '../src/core/text.js';
import { namesEngine } from '../src/options/kinds.js';
import { BY_NAME, CONFIG_OPTIONS, FOUND_OPTIONS, OPTIONS_BY_FILE } from '../src/options/read.js';
import { rulesetByName } from '../src/go/rules/rulesets.js';
import { UsageError } from './errors.js';
import { matcherOf } from './patterns.js';

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
  if (!isTexts(exclude)) return fail('exclude: expected an array of patterns');
  if (typeof nested !== 'boolean') return fail('nested: expected true or false');
  if (!Array.isArray(overrides)) return fail('overrides: expected an array of objects');
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
  if (!isObject(given)) return fail(`${place}: expected an object`);
  const { files, ...values } = given;
  if (!isTexts(files) || files.length === 0) return fail(`${place}: files: expected an array of patterns`);
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
      fail(`${name}: expected a text, a number, true or false, or a list of them`);
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
