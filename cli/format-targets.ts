import { dirname } from 'node:path';
import type { Arguments } from './command.js';
import { UsageError } from './errors.js';
import type { FormatResult } from '../src/toolkit/format/format-types.js';
import { kindOf } from '../src/run/input/file-names.js';
import { bytePath } from '../src/run/input/item.js';
import { reasonOf } from '../src/core/outcome.js';
import { trimmed } from '../src/core/text.js';
import type { WholeFile } from '../src/run/input/inputs.js';
import { createRewriter } from '../src/run/tasks/rewrite.js';
import { makeFolder } from './files.js';
import { unifiedDiff } from './format-diff.js';

export type FormatArguments = Arguments<'format'>;

/** Where rewritten files are written. */
export type Destination =
  | { readonly kind: 'stdout' }
  | { readonly kind: 'compare'; readonly check: 'yes' | 'no'; readonly diff: 'yes' | 'no' }
  | {
      readonly kind: 'write';
      readonly backup: string | undefined;
      readonly times: 'kept' | undefined;
    }
  | { readonly kind: 'out'; readonly folder: string; readonly split: string | undefined }
  | { readonly kind: 'join'; readonly file: string };

/** Throws UsageError for options that exclude each other. */
export function destinationOf(args: FormatArguments): Destination {
  checkTogether(args);
  const { check, diff, write, backup, out, split, name, join } = args;
  if (join !== undefined) return { kind: 'join', file: join };
  if (out !== undefined)
    return { kind: 'out', folder: out, split: split ? (name ?? '{file}-{game}.sgf') : undefined };
  if (write) return { kind: 'write', backup, times: args['keep-times'] ? 'kept' : undefined };
  if (check || diff) return { kind: 'compare', check: check ? 'yes' : 'no', diff: diff ? 'yes' : 'no' };
  return { kind: 'stdout' };
}

function checkTogether(args: FormatArguments): void {
  const { check, diff, write, backup, out, split, name, join } = args;
  const given = [check || diff, write, out !== undefined, join !== undefined].filter(Boolean).length;
  if (given > 1) throw new UsageError('give only one of --write, --out, --join, or --check and --diff');
  if (backup !== undefined && !write) throw new UsageError('--backup needs --write');
  if (args['keep-times'] && !write) throw new UsageError('--keep-times needs --write');
  if (split && out === undefined) throw new UsageError('--split needs --out DIR');
  if (name !== undefined && !split) throw new UsageError('--name needs --split');
  if (backup !== undefined && (backup === '' || backup.includes('/') || kindOf(`x${backup}`) !== 'other'))
    throw new UsageError(`--backup ${backup}: expected a suffix that no game record has, such as .bak`);
  const fault = name === undefined ? undefined : patternFault(name);
  if (fault !== undefined) throw new UsageError(`--name ${name!}: ${fault}`);
}

/** One file cannot be written; the others still are. */
export class CannotWrite extends Error {}

/** Writes rewritten files. */
export interface FormatTarget {
  /** Takes a file that was not refused. Throws CannotWrite. */
  take(file: WholeFile, result: FormatResult, change: 'changed' | 'same'): Promise<void>;
  end(): Promise<void>;
}

/** What the targets need from a run. */
interface TargetRun {
  readonly inputs: readonly string[];
  readonly print: (bytes: Uint8Array | string) => Promise<void>;
}

export function targetOf(destination: Destination, run: TargetRun): FormatTarget {
  switch (destination.kind) {
    case 'stdout':
      return stdoutTarget(run);
    case 'compare':
      return compareTarget(destination, run);
    case 'write':
      return writeTarget(destination);
    case 'out':
      return folderTarget(destination, run);
    case 'join':
      return joinTarget(destination.file, run);
  }
}

function stdoutTarget({ print }: TargetRun): FormatTarget {
  let only: Uint8Array | undefined;
  return {
    take(_file, { text }) {
      if (only)
        throw new UsageError('several files: give --write, --out DIR, --join FILE, --check or --diff');
      only = text;
      return Promise.resolve();
    },
    end: async () => (only ? print(only) : undefined),
  };
}

function compareTarget(
  { check, diff }: Extract<Destination, { kind: 'compare' }>,
  { print }: TargetRun,
): FormatTarget {
  return {
    async take({ name, bytes }, { text }, change) {
      if (change === 'same') return;
      if (diff === 'yes') await print(unifiedDiff(name, bytes, text));
      else if (check === 'yes') await print(`${name}\n`);
    },
    end: () => Promise.resolve(),
  };
}

function writeTarget({ backup, times }: Extract<Destination, { kind: 'write' }>): FormatTarget {
  const rewriter = createRewriter();
  return {
    async take({ path, bytes: old, name }, { text, source }, change) {
      if (path === undefined)
        throw new CannotWrite(
          name === '-'
            ? 'standard input cannot be replaced: drop --write'
            : 'an entry of an archive cannot be replaced: extract it first, or give --out DIR',
        );
      if (source !== 'sgf')
        throw new CannotWrite('a record of another format is not replaced by SGF: give --out DIR');
      if (change === 'changed') await written(rewriter.replace({ path, old, bytes: text, backup, times }));
    },
    end: () => rewriter.finish(),
  };
}

function folderTarget(
  { folder, split }: Extract<Destination, { kind: 'out' }>,
  { inputs }: TargetRun,
): FormatTarget {
  const rewriter = createRewriter();
  const paths = new UniquePaths();

  async function create(below: string, bytes: Uint8Array): Promise<void> {
    const path = `${folder}/${paths.unique(below)}`;
    await written(
      Promise.resolve().then(() => {
        makeFolder(dirname(path));
        return rewriter.create(bytePath(path), bytes);
      }),
      path,
    );
  }

  return {
    async take({ name }, { text, games }) {
      const below = pathBelow(inputs, name);
      if (split === undefined) return create(below, text);
      const slash = below.lastIndexOf('/') + 1;
      const file = below.slice(slash).replace(/\.sgf$/, '');
      for (const { number, names, text: game } of games)
        await create(below.slice(0, slash) + gameName(split, { file, game: number, names }), game);
    },
    end: () => rewriter.finish(),
  };
}

function joinTarget(file: string, { print }: TargetRun): FormatTarget {
  const texts: Uint8Array[] = [];
  return {
    take(_file, { text }) {
      texts.push(text);
      return Promise.resolve();
    },
    async end() {
      const bytes = Buffer.concat(texts);
      if (file === '-') return print(bytes);
      const rewriter = createRewriter();
      await written(rewriter.create(bytePath(file), bytes), file);
      await rewriter.finish();
    },
  };
}

async function written(writing: Promise<void>, path?: string): Promise<void> {
  try {
    await writing;
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const reason = isThere ? 'already exists and is not overwritten' : reasonOf(error);
    throw new CannotWrite(path === undefined ? reason : `${path}: ${reason}`);
  }
}

/** Most bytes of a name without its extension: with a number and `.sgf` it stays below the limit of 255 of most file systems. */
const NAME_BYTES = 200;

/** Fields of `--name`, and their properties. */
const FIELDS: Readonly<Record<string, string>> = {
  date: 'DT',
  black: 'PB',
  white: 'PW',
  event: 'EV',
  round: 'RO',
  place: 'PC',
  result: 'RE',
  size: 'SZ',
  komi: 'KM',
  handicap: 'HA',
  rules: 'RU',
  title: 'GN',
};

/** A game to name. */
interface NamedGame {
  /** Name of its file, without folders and extension. */
  readonly file: string;
  readonly game: number;
  readonly names: Readonly<Record<string, string>>;
}

/** What is wrong with a pattern; `undefined` if it is valid. */
function patternFault(pattern: string): string | undefined {
  if (/[/\\]/.test(pattern)) return 'a file name cannot contain a folder';
  const known = [...Object.keys(FIELDS), 'file', 'game'];
  for (const [, field] of pattern.matchAll(/\{([^{}]*)\}/g)) {
    if (!known.includes(field!) && !/^[A-Z]{2}$/.test(field!))
      return `{${field!}} is not a field; expected ${known.join(', ')}, or a property such as {WT}`;
  }
  return /[{}]/.test(pattern.replace(/\{[^{}]*\}/g, '')) ? 'unbalanced brace' : undefined;
}

/** The safe name of a game's file, from a pattern such as `{date}_{black}-{white}.sgf`. */
function gameName(pattern: string, { file, game, names }: NamedGame): string {
  const text = pattern.replace(/\.sgf$/i, '').replace(/\{([^{}]*)\}/g, (_, field: string) => {
    if (field === 'file') return file;
    if (field === 'game') return String(game);
    return names[FIELDS[field] ?? field] ?? '';
  });
  return `${safeName(text)}.sgf`;
}

/** Names that Windows reserves for devices. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

const DOT_OR_SPACE = /[.\s]/;

/** A name for any file system: no separators or control characters, no dots at the ends, not too long, not empty. */
function safeName(text: string): string {
  const clean = trimmed(
    text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029/\\:*?"<>|]+/gu, '_'),
    DOT_OR_SPACE,
  );
  let name = '';
  let bytes = 0;
  for (const character of clean) {
    bytes += Buffer.byteLength(character);
    if (bytes > NAME_BYTES) break;
    name += character;
  }
  name = trimmed(name, DOT_OR_SPACE);
  if (name === '') return 'game';
  return DEVICES.test(name) ? `_${name}` : name;
}

/** Path of a file below `--out`: its path below its input, archives as folders, each part a safe name. */
function pathBelow(inputs: readonly string[], name: string): string {
  const parts = belowInput(inputs, name).replaceAll('!/', '/').split('/');
  const safe = parts.filter((part) => part !== '' && part !== '.' && part !== '..').map(safePart);
  return safe.length === 0 ? 'game.sgf' : safe.join('/');
}

/** The last part gets the extension `.sgf`, behind that of another format: `x.gib` beside `x.sgf` is `x.gib.sgf`. */
function safePart(part: string, i: number, parts: readonly string[]): string {
  if (i < parts.length - 1) return safeName(part);
  return `${safeName(part.replace(/\.sgf$/i, ''))}.sgf`;
}

function belowInput(inputs: readonly string[], name: string): string {
  for (const input of inputs) {
    const folder = input.endsWith('/') ? input : `${input}/`;
    if (name.startsWith(folder)) return name.slice(folder.length);
  }
  const archive = name.indexOf('!/');
  const slash = name.lastIndexOf('/', archive < 0 ? name.length : archive - 1);
  return name === '-' ? 'stdin' : name.slice(slash + 1);
}

/** Makes paths unique, ignoring letter case: a path that is taken gets a number before its extension. */
class UniquePaths {
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();

  unique(path: string): string {
    const stem = path.replace(/\.sgf$/, '');
    const key = stem.toLowerCase();
    let free = path;
    for (let number = this.#next.get(key) ?? 2; this.#taken.has(free.toLowerCase()); number++) {
      free = `${stem}-${String(number)}.sgf`;
      this.#next.set(key, number + 1);
    }
    this.#taken.add(free.toLowerCase());
    return free;
  }
}
