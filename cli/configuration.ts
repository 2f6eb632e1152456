import { existsSync, lstatSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { plural } from '../src/core/text.js';
import { finding } from '../src/core/findings/finding.js';
import { withoutFileScheme } from '../src/run/input/fetching.js';
import { isAddress, trouble, type TroubleItem } from '../src/run/input/item.js';
import type { Row } from '../src/options/kinds.js';
import { FOUND_OPTIONS, OPTIONS_BY_FILE, optionsOf } from '../src/options/read.js';
import { type ConfigurationNote, noteText } from '../src/report/output/summary.js';
import type { Io } from './io.js';
import { UserError } from '../src/core/outcome.js';
import { type ConfigFile, type ConfigValues, readConfig } from './config-file.js';

const CONFIG_NAME = 'sgf-referee.config.json';

/** A value as it is written, and its source. */
export interface ConfiguredValue {
  readonly value: unknown;
  readonly source: string;
}

/** Most configurations that are listed after a run; the others are counted. */
const MAX_LISTED = 100;

/**
 * The configurations of a run. Its own is the one that `--config` names, or else one that is found: upwards from the current
 * folder if inputs are below it, else from the repository of the inputs or their common folder, never above the user's home (or,
 * outside of it, the repository). Nearer ones apply to the files of their folders only where it says `"nested": true`. Below what
 * is found lies the user's own configuration, which may set every option.
 */
export class Configuration {
  private readonly cwd: string;
  private readonly home: string;
  private readonly folders = new Map<string, ConfigFile | undefined>();
  /** By the beginning of names, up to their last slash, and the folder it means: the configuration that applies there. */
  private readonly applied = new Map<string, ConfigFile | undefined>();
  private readonly start: string;
  private readonly isNamed: boolean;
  /** The user's own, below it. */
  readonly own: ConfigFile | undefined;
  /** That of the run as a whole. */
  readonly base: ConfigFile | undefined;
  /** Checks the values of a nested configuration. Throws UsageError. */
  check: (config: ConfigFile) => void = () => undefined;
  /** Findings about nested configurations, until they are taken. */
  private open: TroubleItem[] = [];
  private readonly notes = new Map<string, ConfigurationNote & { excluded: number }>();
  private unlisted = 0;
  private firstExcluded: string | undefined;
  /** What a user must know at once: what the configuration of the run sets in vain. */
  readonly warnings: readonly string[];

  /** `inputs`: what the run reads, as given. Throws UsageError. */
  constructor(
    named: string | undefined,
    { cwd, env = process.env }: Pick<Io, 'cwd' | 'env'>,
    inputs: readonly string[],
  ) {
    this.cwd = cwd;
    this.home = resolve(env['HOME'] ?? homedir());
    this.isNamed = named !== undefined;
    const folders = inputs.flatMap((name) => this.folderOf(name));
    const inside = folders.filter((folder) => isIn(folder, cwd));
    const common = (inside.length > 0 ? inside : folders).reduce(commonFolder, folders[0] ?? cwd);
    const repository = repositoryOf(common);
    /** Nothing above the home or the repository of the inputs is theirs. */
    const bounds = [repository, isIn(common, this.home) ? this.home : undefined];
    const standsIn = isIn(common, cwd) && bounds.every((top) => top === undefined || isIn(cwd, top));
    this.start = standsIn ? cwd : (repository ?? common);
    if (named === undefined) {
      const own = join(env['XDG_CONFIG_HOME'] || join(this.home, '.config'), 'sgf-referee/config.json');
      if (existsSync(own)) this.own = readConfig(own, own, 'named');
      this.base = this.nearest(this.start) ?? (repository === undefined ? this.nearest(common) : undefined);
    } else this.base = readConfig(named, named, 'named');
    for (const config of [this.own, this.base]) if (config) this.note(config);
    this.warnings = this.account().flatMap(({ file, refused = '' }) =>
      refused === '' ? [] : [noteText({ file, refused })],
    );
  }

  /** The folder of an input, or that of its pattern; none for standard input and addresses. */
  private folderOf(name: string): string[] {
    const path = withoutFileScheme(name);
    if (name === '-' || !path.ok || isAddress(path.value)) return [];
    let folder = resolve(this.cwd, path.value.split(ENTRY)[0]!);
    while (statsOf(folder)?.isDirectory() !== true && dirname(folder) !== folder) folder = dirname(folder);
    return [folder];
  }

  private nearest(from: string): ConfigFile | undefined {
    const isAtHome = this.home !== '/' && isIn(from, this.home);
    const top = isAtHome ? this.home : (repositoryOf(from) ?? from);
    for (let folder = from; ; folder = dirname(folder)) {
      const found = this.at(folder);
      if (found || folder === top || folder === dirname(folder)) return found;
    }
  }

  /** Throws UsageError. */
  private at(folder: string): ConfigFile | undefined {
    if (this.folders.has(folder)) return this.folders.get(folder);
    this.folders.set(folder, undefined);
    const path = join(folder, CONFIG_NAME);
    const shown = folder === this.cwd ? CONFIG_NAME : path;
    const stats = statsOf(path, lstatSync);
    if (!stats) return undefined;
    if (isForeign(stats) || isForeign(statsOf(path) ?? stats)) {
      this.list({ file: shown, refused: `it belongs to another user; --config ${shown} applies it` });
      return undefined;
    }
    const found = readConfig(path, shown, 'found');
    this.folders.set(folder, found);
    return found;
  }

  /** The found configuration of a file. That of an archive applies to its entries, that of the run to standard input. */
  of(file: string): ConfigFile | undefined {
    if (this.isNamed && this.base?.nested !== true) return this.base;
    const path = file.slice(0, file.lastIndexOf('/') + 1).split(ENTRY)[0]!;
    const start = path.slice(0, path.lastIndexOf('/') + 1);
    const known = this.applied.get(start);
    if (known || this.applied.has(start)) return known;
    const folder = file === '-' || start.includes('://') ? this.start : resolve(this.cwd, start);
    const config = this.nestedAt(folder) ?? this.base;
    this.applied.set(start, config);
    return config;
  }

  private nestedAt(from: string): ConfigFile | undefined {
    for (let folder = from; folder !== this.start && folder !== this.base?.folder; folder = dirname(folder)) {
      if (folder === dirname(folder)) return undefined;
      const path = join(folder, CONFIG_NAME);
      if (this.base?.nested !== true) {
        if (this.folders.has(folder)) return undefined;
        this.folders.set(folder, undefined);
        if (statsOf(path, lstatSync))
          this.list({
            file: path,
            refused: `it applies only where the run's own configuration has "nested": true`,
          });
        continue;
      }
      const isNew = !this.folders.has(folder);
      try {
        const found = this.at(folder);
        if (found && isNew) this.check(found);
        if (found && isNew) this.note(found);
        if (found) return found;
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        this.folders.set(folder, undefined);
        const reason = error.message.replace(`${path}: `, '');
        this.open.push(trouble(path, finding('file/configuration', { reason })));
      }
    }
    return undefined;
  }

  private note({ path, values, overrides, refused }: ConfigFile): void {
    for (const one of [{ source: path, values }, ...overrides]) {
      const judging = Object.entries(one.values).filter(([name]) => JUDGING_OPTIONS.includes(name));
      const sets = Object.fromEntries(judging);
      this.list({
        file: one.source,
        ...(judging.length > 0 && { sets }),
        ...(one.source === path && refused !== '' && { refused }),
      });
    }
  }

  private list(note: ConfigurationNote): void {
    if (this.notes.size >= MAX_LISTED) this.unlisted++;
    else this.notes.set(note.file, { ...note, excluded: 0 });
  }

  /** What the configurations that were found so far do, and why some do not apply. */
  account(): readonly ConfigurationNote[] {
    const told = [...this.notes.values()].filter((one) => one.sets ?? one.refused ?? one.excluded > 0);
    const notes = told.map(({ excluded, ...note }) => (excluded > 0 ? { ...note, excluded } : note));
    if (this.unlisted === 0) return notes;
    return [...notes, { file: plural(this.unlisted, 'more configuration'), refused: 'not listed' }];
  }

  /** Findings about broken configurations that were met since the last call. */
  takeTroubles(): readonly TroubleItem[] {
    const { open } = this;
    this.open = [];
    return open;
  }

  private layersOf(file: string): readonly ConfigFile[] {
    return [this.own, this.of(file)].filter((one) => one !== undefined);
  }

  /** Whether a configuration of a file excludes it. */
  isExcluded(file: string): boolean {
    const by = this.layersOf(file).find((config) => config.isExcluded(this.below(config, file)));
    if (!by) return false;
    // The first one again: the inputs are listed once more.
    if (file === this.firstExcluded) for (const note of this.notes.values()) note.excluded = 0;
    this.firstExcluded ??= file;
    const note = this.notes.get(by.path);
    if (note) note.excluded++;
    return true;
  }

  /** The values of the run as a whole. */
  values(): ConfigValues {
    return { ...this.own?.values, ...this.base?.values };
  }

  /** The values that the configurations of a file set for it, each with its source. */
  valuesFor(file: string): Readonly<Record<string, ConfiguredValue>> {
    const values: Record<string, ConfiguredValue> = {};
    const add = (given: ConfigValues, source: string): void => {
      for (const [name, value] of Object.entries(given)) values[name] = { value, source };
    };
    for (const config of this.layersOf(file)) {
      add(config.values, config.path);
      const path = this.below(config, file);
      for (const one of config.overrides) if (one.matches(path)) add(one.values, one.source);
    }
    return values;
  }

  private below({ folder }: ConfigFile, file: string): string {
    return relative(folder, resolve(this.cwd, file)).split(sep).join('/');
  }
}

/** What an account of configurations names: all that changes how games are judged. */
const JUDGING_OPTIONS: readonly string[] = [...FOUND_OPTIONS, ...OPTIONS_BY_FILE];

function isIn(folder: string, outer: string): boolean {
  return folder === outer || folder.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

function commonFolder(one: string, other: string): string {
  let common = one;
  while (!isIn(other, common)) common = dirname(common);
  return common;
}

/** The work tree of git that a folder is in. */
function repositoryOf(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/** `undefined` for what is not there or cannot be looked at. */
function statsOf(path: string, ask: (path: string) => Stats = statSync): Stats | undefined {
  try {
    return ask(path);
  } catch {
    return undefined;
  }
}

/** Whether a file belongs to neither the user nor root. */
function isForeign({ uid }: { readonly uid: number }): boolean {
  return process.getuid !== undefined && uid !== 0 && uid !== process.getuid();
}

/** Lines about what configurations set and leave out, for a terminal. */
export function accountText(notes: readonly ConfigurationNote[], warnings: readonly string[] = []): string {
  const texts = notes.map(noteText).filter((text) => !warnings.includes(text));
  return texts.map((text) => `Configuration ${text}\n`).join('');
}

/** The arguments for each file, from the command line and the configurations. */
export class ArgumentsByFile {
  readonly configuration: Configuration;
  private readonly base: string;
  /** The values of the run, for files without values of their own. */
  readonly whole: object;
  private readonly read: ReadValues['read'];
  private readonly made = new Map<string, object>();

  constructor(configuration: Configuration, given: ReadValues & { readonly base: ConfigValues }) {
    this.configuration = configuration;
    this.whole = given.whole;
    this.read = given.read;
    this.base = keyOf(given.base);
    configuration.check = (config) => this.check(config);
    if (configuration.base) this.check(configuration.base);
  }

  /** Reports wrong values even if no file uses them. Throws UsageError. */
  private check({ values: whole, path, overrides }: ConfigFile): void {
    for (const { values, source } of [{ values: {}, source: path }, ...overrides])
      this.read(byFileIn({ ...whole, ...values }), () => source);
  }

  /** The values of a file; files with equal values share one object. Throws UsageError. */
  of(file: string): object {
    const own = Object.entries(byFileIn(this.configuration.valuesFor(file)));
    const values = Object.fromEntries(own.map(([name, { value }]) => [name, value]));
    const key = keyOf(values);
    if (key === this.base) return this.whole;
    const sources = Object.fromEntries(own.map(([name, { source }]) => [name, source]));
    const made = this.made.get(key) ?? this.read(values, (option) => sources[option] ?? '');
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

/** Separates the name of an archive from the name of its entry. */
const ENTRY = '!/';

/** The options of a command that a configuration may set. */
export function configurable(command: string): readonly Row[] {
  return optionsOf(command).filter((row) => row.config !== 'no');
}
