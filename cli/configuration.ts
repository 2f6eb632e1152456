import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { placeInJson } from '../src/core/json.js';
import { suggestion } from '../src/core/text.js';
import { namesEngine, type Row } from '../src/options/kinds.js';
import { CONFIG_OPTIONS, OPTIONS_BY_FILE, optionsOf } from '../src/options/read.js';
import { UsageError } from './command.js';

const CONFIG_NAME = 'sgf-referee.config.json';

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
}

interface Override {
  /** What messages call it. */
  readonly source: string;
  /** Whether it applies to a file, given by its path relative to the configuration's folder. */
  readonly matches: (file: string) => boolean;
  readonly values: ConfigValues;
}

/** A value as it is written, and its source. */
export interface ConfiguredValue {
  readonly value: unknown;
  readonly source: string;
}

/** Finds the configuration files that apply: the one that `--config` names, else, for each file, the nearest one in its folder or above. */
export class Configuration {
  private readonly named: ConfigFile | undefined;
  private readonly cwd: string;
  private readonly folders = new Map<string, ConfigFile | undefined>();
  /** The beginning of the last name that was asked for, up to its last slash, and the configuration of such names. */
  private last = '';
  private ofLast: ConfigFile | undefined;
  /** For options of the run as a whole. */
  readonly base: ConfigFile | undefined;

  /** Throws UsageError. */
  constructor(named: string | undefined, cwd: string) {
    this.cwd = cwd;
    this.named = named === undefined ? undefined : readConfig(named, named, 'named');
    this.base = this.named ?? this.above(cwd);
    this.ofLast = this.base;
  }

  /** The configuration of a file. That of an archive applies to its entries, that of the current folder to standard input. */
  of(file: string): ConfigFile | undefined {
    const start = file.slice(0, file.lastIndexOf('/') + 1);
    if (start === this.last || this.named) return this.ofLast;
    this.last = start;
    const path = start.split(ENTRY)[0]!;
    const slash = path.lastIndexOf('/');
    const folder = slash < 0 ? this.cwd : path.slice(0, slash) || '/';
    return (this.ofLast = path.includes('://') ? this.base : this.above(folder));
  }

  private above(given: string): ConfigFile | undefined {
    if (this.folders.has(given)) return this.folders.get(given);
    const folder = resolve(this.cwd, given);
    const path = join(folder, CONFIG_NAME);
    const shown = folder === this.cwd ? CONFIG_NAME : path;
    const parent = dirname(folder);
    const found = existsSync(path)
      ? readConfig(path, shown, 'found')
      : parent === folder
        ? undefined
        : this.above(parent);
    this.folders.set(given, found);
    return found;
  }

  /** Whether the configuration of a file excludes it. */
  isExcluded(file: string): boolean {
    const config = this.of(file);
    return config?.isExcluded(this.below(config, file)) === true;
  }

  /** The values that the configuration of a file sets for it, each with its source. */
  valuesFor(file: string): Readonly<Record<string, ConfiguredValue>> {
    const config = this.of(file);
    if (!config) return {};
    const values: Record<string, ConfiguredValue> = {};
    const add = (given: ConfigValues, source: string): void => {
      for (const [name, value] of Object.entries(given)) values[name] = { value, source };
    };
    add(config.values, config.path);
    const path = this.below(config, file);
    for (const one of config.overrides) if (one.matches(path)) add(one.values, one.source);
    return values;
  }

  private below({ folder }: ConfigFile, file: string): string {
    return relative(folder, resolve(this.cwd, file)).split(sep).join('/');
  }
}

/** The arguments for each file, from the command line and the configurations. */
export class ArgumentsByFile {
  private readonly configuration: Configuration;
  private readonly base: string;
  /** The values of the run, for files without values of their own. */
  readonly whole: object;
  private readonly read: ReadValues['read'];
  private readonly made = new Map<string, object>();
  private readonly checked = new Set<ConfigFile>();

  constructor(configuration: Configuration, given: ReadValues & { readonly base: ConfigValues }) {
    this.configuration = configuration;
    this.whole = given.whole;
    this.read = given.read;
    this.base = keyOf(given.base);
    this.check(configuration.base);
  }

  /** Reports wrong values even if no file uses them. Throws UsageError. */
  private check(config: ConfigFile | undefined): void {
    if (!config || this.checked.has(config)) return;
    this.checked.add(config);
    for (const { values, source } of config.overrides)
      this.read(byFileIn({ ...config.values, ...values }), () => source);
  }

  /** The values of a file; files with equal values share one object. Throws UsageError. */
  of(file: string): object {
    const config = this.configuration.of(file);
    if (config === undefined && this.base === NOTHING_SET) return this.whole;
    this.check(config);
    const own = Object.entries(byFileIn(this.configuration.valuesFor(file)));
    const values = Object.fromEntries(own.map(([name, { value }]) => [name, value]));
    const key = keyOf(values);
    if (key === this.base) return this.whole;
    const sources = Object.fromEntries(own.map(([name, { source }]) => [name, source]));
    const made = this.made.get(key) ?? this.read(values, (option) => sources[option] ?? config?.path ?? '');
    this.made.set(key, made);
    return made;
  }

  isExcluded(file: string): boolean {
    return this.configuration.isExcluded(file);
  }
}

/** The values that may differ between files. */
function byFileIn<Value>(values: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => OPTIONS_BY_FILE.includes(name)));
}

/** Reads values of configurations. `whole`: the values of the run, for files without values of their own. */
interface ReadValues {
  readonly whole: object;
  /** `sourceOf`: where the value of an option is written, for messages. Throws UsageError. */
  readonly read: (values: ConfigValues, sourceOf: (option: string) => string) => object;
}

function keyOf(values: ConfigValues): string {
  return JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const NOTHING_SET = keyOf({});

/** Separates the name of an archive from the name of its entry. */
const ENTRY = '!/';

/** The options of a command that a configuration may set. */
export function configurable(command: string): readonly Row[] {
  return optionsOf(command).filter((row) => row.config !== 'no');
}

/** Reads a configuration. `found`: not named by the user. Throws UsageError. */
function readConfig(path: string, shown: string, how: 'named' | 'found'): ConfigFile {
  const { $schema: _schema, overrides = [], exclude = [], ...values } = parsed(path, shown);
  const fail = (what: string): never => {
    throw new UsageError(`${shown}: ${what}`);
  };
  checkNames(values, [...CONFIG_OPTIONS, 'overrides', 'exclude'], fail);
  // A downloaded folder may contain such a file: the program it names must not run without the user's consent.
  if (how === 'found' && namesEngine(values['estimator']))
    fail(`names an engine to run; if you trust it, give --config ${shown}`);
  if (!isTexts(exclude)) return fail('exclude: expected an array of patterns');
  if (!Array.isArray(overrides)) return fail('overrides: expected an array of objects');
  const folder = dirname(resolve(path));
  return {
    path: shown,
    folder,
    values: inFolder(values, folder),
    overrides: overrides.map((one: unknown, i) => {
      const place = `overrides[${String(i)}]`;
      return { source: `${shown}, ${place}`, ...overrideOf(one, place, folder, fail) };
    }),
    isExcluded: matcherOf(exclude),
  };
}

function overrideOf(
  given: unknown,
  place: string,
  folder: string,
  fail: (what: string) => never,
): Omit<Override, 'source'> {
  if (!isObject(given)) return fail(`${place}: expected an object`);
  const { files, ...values } = given;
  if (!isTexts(files) || files.length === 0) return fail(`${place}: files: expected an array of patterns`);
  for (const name of Object.keys(values))
    if (CONFIG_OPTIONS.includes(name) && !OPTIONS_BY_FILE.includes(name))
      fail(`${place}: ${name} is for the run as a whole, and cannot differ between files`);
  checkNames(values, ['files', ...OPTIONS_BY_FILE], (what) => fail(`${place}: ${what}`));
  return { matches: matcherOf(files), values: inFolder(values, folder) };
}

function checkNames(values: object, known: readonly string[], fail: (what: string) => never): void {
  for (const name of Object.keys(values))
    if (!known.includes(name)) fail(`unknown option ${name}${suggestion(name, known)}`);
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

function parsed(path: string, shown: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new UsageError(`cannot read the configuration ${shown}`);
  }
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

/**
 * Whether a path matches one of some patterns: `*` and `?` within a folder, `**` across folders, `{a,b}` for either.
 * As in .gitignore, a pattern without a slash matches names at any depth, and a pattern that matches a folder, or an archive,
 * matches what is in it. Paths have `/` between folders and are relative.
 */
export function matcherOf(patterns: readonly string[]): (path: string) => boolean {
  const all = patterns.map(expressionOf);
  return (path) => all.some((one) => one.test(path));
}

function expressionOf(pattern: string): RegExp {
  const plain = pattern.replace(/^\.?\//, '').replace(/\/$/, '');
  const isAnywhere = !/\/./.test(pattern);
  return new RegExp(`^${isAnywhere ? '(?:.*/)?' : ''}${sourceOf(plain)}(?:!?/.*)?$`, 'su');
}

const WILD = /\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[\\^$.|+()[\]{}/-]/g;

function sourceOf(pattern: string): string {
  return pattern.replace(WILD, (wild) => {
    if (wild === '**/') return '(?:.*/)?';
    if (wild === '**') return '.*';
    if (wild === '*') return '[^/]*';
    if (wild === '?') return '[^/]';
    if (wild.length > 1) return `(?:${wild.slice(1, -1).split(',').map(sourceOf).join('|')})`;
    return wild === '-' ? '-' : `\\${wild}`;
  });
}
