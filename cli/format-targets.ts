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
  const { check, diff, write, out, split, name, join } = args;
  const backup = suffixOf(args);
  if (join !== undefined) return { kind: 'join', file: join };
  if (out !== undefined)
    return { kind: 'out', folder: out, split: split ? (name ?? '{file}-{game}.sgf') : undefined };
  if (write) return { kind: 'write', backup, times: args['keep-times'] ? 'kept' : undefined };
  if (check || diff) return { kind: 'compare', check: check ? 'yes' : 'no', diff: diff ? 'yes' : 'no' };
  return { kind: 'stdout' };
}

/** A suffix of letters alone is one with a point, as in `--backup bak`. */
const suffixOf = ({ backup }: FormatArguments): string | undefined => backup?.replace(/^(?=[a-z\d])/i, '.');

function checkTogether(args: FormatArguments): void {
  const { check, diff, write, out, split, name, join } = args;
  const backup = suffixOf(args);
  const given = [check || diff, write, out !== undefined, join !== undefined].filter(Boolean).length;
  if (given > 1) throw new UsageError('give only one of --write, --out, --join, or --check and --diff');
  if (backup !== undefined && !write) throw new UsageError('--backup needs --write');
  if (args['keep-times'] && !write) throw new UsageError('--keep-times needs --write');
  if (split && out === undefined) throw new UsageError('--split needs --out DIR');
  if (name !== undefined && !split) throw new UsageError('--name needs --split');
  if (backup !== undefined && (backup === '' || backup.includes('/') || kindOf(`x${backup}`) !== 'other'))
    throw new UsageError(`--backup ${backup}: name a suffix that no game record has, such as .bak`);
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

/** A line that both sides have, or only one. */
interface Edit {
  readonly kind: ' ' | '-' | '+';
  readonly line: string;
}

/** Lines of context around a change. */
const CONTEXT = 3;

/** Beyond this many differing lines the shortest diff is not sought: time and memory grow with their square. */
const MAX_STEPS = 2000;

/**
 * The unified diff of two files, empty if they are equal. Works on bytes: lines end at line feeds, whatever the
 * charset, and are written unchanged. A file that differs in thousands of lines is shown as removed and added whole.
 */
export function unifiedDiff(name: string, old: Uint8Array, changed: Uint8Array): Buffer {
  const before = linesOf(old);
  const after = linesOf(changed);
  const hunks = hunksOf(editsOf(before, after));
  if (hunks === '') return Buffer.alloc(0);
  const head = Buffer.from(`--- a/${name}\n+++ b/${name}\n`);
  return Buffer.concat([head, Buffer.from(hunks, 'latin1')]);
}

/** Lines with their line feeds, one character per byte. */
function linesOf(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/** All edits; the common start and end of both sides are found first. */
function editsOf(before: readonly string[], after: readonly string[]): Edit[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const same = (line: string): Edit => ({ kind: ' ', line });
  return [
    ...before.slice(0, start).map(same),
    ...shortest(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

/** Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): the furthest point on each diagonal, step by step. */
function shortest(before: readonly string[], after: readonly string[]): Edit[] {
  const most = Math.min(before.length + after.length, MAX_STEPS);
  const furthest = new Int32Array(2 * most + 3);
  const origin = most + 1;
  const trace: Int32Array[] = [];
  for (let steps = 0; steps <= most; steps++) {
    trace.push(furthest.slice(origin - steps - 1, origin + steps + 2));
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const isDown =
        diagonal === -steps ||
        (diagonal !== steps && furthest[origin + diagonal - 1]! < furthest[origin + diagonal + 1]!);
      let x = isDown ? furthest[origin + diagonal + 1]! : furthest[origin + diagonal - 1]! + 1;
      let y = x - diagonal;
      while (x < before.length && y < after.length && before[x] === after[y]) {
        x++;
        y++;
      }
      furthest[origin + diagonal] = x;
      if (x >= before.length && y >= after.length) return traced(before, after, trace);
    }
  }
  return [
    ...before.map((line): Edit => ({ kind: '-', line })),
    ...after.map((line): Edit => ({ kind: '+', line })),
  ];
}

/** The edits on the path back from the end, through the furthest points of each step. */
function traced(before: readonly string[], after: readonly string[], trace: readonly Int32Array[]): Edit[] {
  const edits: Edit[] = [];
  let x = before.length;
  let y = after.length;
  for (let steps = trace.length - 1; steps >= 0; steps--) {
    const reached = trace[steps]!;
    const at = (diagonal: number): number => reached[diagonal + steps + 1]!;
    const diagonal = x - y;
    const isDown = diagonal === -steps || (diagonal !== steps && at(diagonal - 1) < at(diagonal + 1));
    const previous = isDown ? diagonal + 1 : diagonal - 1;
    const fromX = steps === 0 ? 0 : at(previous);
    const fromY = steps === 0 ? 0 : fromX - previous;
    while (x > fromX && y > fromY) {
      edits.push({ kind: ' ', line: before[--x]! });
      y--;
    }
    if (steps === 0) break;
    if (isDown) edits.push({ kind: '+', line: after[--y]! });
    else edits.push({ kind: '-', line: before[--x]! });
  }
  return edits.reverse();
}

function hunksOf(edits: readonly Edit[]): string {
  let text = '';
  let oldLine = 1;
  let newLine = 1;
  let i = 0;
  while (i < edits.length) {
    let next = i;
    while (next < edits.length && edits[next]!.kind === ' ') next++;
    if (next === edits.length) break;
    const start = Math.max(i, next - CONTEXT);
    oldLine += start - i;
    newLine += start - i;
    let last = next;
    for (let k = next; k < edits.length && k - last <= 2 * CONTEXT; k++) if (edits[k]!.kind !== ' ') last = k;
    const end = Math.min(edits.length, last + CONTEXT + 1);
    const hunk = edits.slice(start, end);
    const oldCount = hunk.filter(({ kind }) => kind !== '+').length;
    const newCount = hunk.filter(({ kind }) => kind !== '-').length;
    text += `@@ -${range(oldLine, oldCount)} +${range(newLine, newCount)} @@\n`;
    for (const { kind, line } of hunk)
      text += kind + (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`);
    oldLine += oldCount;
    newLine += newCount;
    i = end;
  }
  return text;
}

function range(line: number, count: number): string {
  return count === 1 ? String(line) : `${String(count === 0 ? line - 1 : line)},${String(count)}`;
}
