import { UsageError } from './errors.js';
import { writeFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SinkName } from '../src/report/output/formats.js';
import { DATA_FORMATS, type DataFormat, OUTPUT_FORMATS } from '../src/report/output/rows.js';
import { plural, visibleLines } from '../src/core/text.js';
import { PLAIN_TERMINAL, type Terminal } from '../src/report/output/text.js';
import { summaryJson, type Counts } from '../src/report/output/summary.js';
import {
  createJoiner,
  fileTarget,
  streamTarget,
  type Frame,
  type Output,
  type Target,
} from '../src/run/merge/output.js';
import type { RunResult } from '../src/run/merge/run.js';
import type { Io } from './io.js';
import { attempt, type Writes } from './files.js';
import { bytePath } from '../src/run/input/item.js';
import { walk } from '../src/run/input/walk.js';

/** Where a run writes. */
export class OutputFiles {
  /** Standard output, for data. */
  readonly stdout: Target;
  /** Lines about files, on standard error. */
  readonly messages: Target;

  constructor(progress: Pick<Progress, 'data' | 'target'>) {
    this.stdout = progress.data;
    this.messages = progress.target;
  }

  /** Opens a file for data. Throws AccessError. */
  open(path: string): Target {
    return attempt(path, () => fileTarget(path));
  }
}

/** The one of `forms` that a file's extension names; csv for any other extension. Throws UsageError for workbooks of other kinds. */
export function formOfName<Form extends string>(name: string, forms: readonly Form[]): Form | 'csv' {
  const end = name.toLowerCase().split('.').at(-1)!;
  if (end === 'xls' || end === 'ods') throw new UsageError(`${name}: a workbook is written as .xlsx`);
  const form = { txt: 'text', xml: 'junit' }[end] ?? end;
  return forms.find((one) => one === form) ?? 'csv';
}

interface ListForm {
  readonly format: DataFormat | 'xlsx' | undefined;
  readonly output: string | undefined;
}

/** The format of a list: by option, by extension, else text on a terminal and csv elsewhere, also of the rows of a workbook. */
export function formatFor({ format, output }: ListForm, io: Io): DataFormat {
  if (format === 'xlsx') return 'csv';
  if (format !== undefined) return format;
  if (output === undefined && io.stdout.isTTY === true) return 'text';
  return formOfName(output ?? '', DATA_FORMATS);
}

/** Whether a list becomes a workbook. Throws UsageError where a terminal would get it. */
export function isWorkbook({ format, output = '' }: ListForm, { stdout }: Io): boolean {
  if ((format ?? formOfName(output, OUTPUT_FORMATS)) !== 'xlsx') return false;
  if (output === '' && stdout.isTTY === true) throw new UsageError(WORKBOOK_NEEDS_FILE);
  return true;
}

export const WORKBOOK_NEEDS_FILE = '--format xlsx: add --output FILE, as a workbook is not for a terminal';

/**
 * The outputs of a list: rows to a file or standard output, lines about files to standard error. File names (`files`) are
 * written as they are, except to a terminal.
 */
export function listOutputs(
  args: { readonly output: string | undefined; readonly quiet: boolean; readonly files: boolean },
  files: OutputFiles,
  { stdout }: Io,
): { readonly rows: Target; readonly others: readonly Output[] } {
  const { output, quiet } = args;
  const names = args.files && stdout.isTTY === true ? legible(files.stdout) : files.stdout;
  return {
    rows: output === undefined ? names : files.open(output),
    others: quiet ? [] : [{ sink: 'stderr', target: files.messages }],
  };
}

/** The terminal that standard output is. */
export function terminalOf({ stdout }: Io): Terminal {
  return {
    // 0: the width is unknown.
    columns: stdout.columns || PLAIN_TERMINAL.columns,
    colors: stdout.hasColors?.() === true ? 'yes' : 'no',
  };
}

/** The terminal that a list as text is for; `undefined` where it goes elsewhere, in its full width. */
export function textTerminal(
  { format, output }: { readonly format: string; readonly output: string | undefined },
  io: Io,
): Terminal | undefined {
  return format === 'text' && output === undefined && io.stdout.isTTY === true ? terminalOf(io) : undefined;
}

function legible(target: Target): Target {
  return { ...target, write: (bytes) => target.write(Buffer.from(forTerminal(bytes))) };
}

/** Text for a terminal, which must not obey what it shows. */
export function forTerminal(bytes: Uint8Array | string): string {
  return visibleLines(Buffer.from(bytes as Uint8Array).toString());
}

/** A target that puts the frame around its rows. The head is written before the first row, or at the end. */
export function framed(target: Target, frame: Frame, version: string): Target {
  const joiner = createJoiner({ sink: 'csv', target, frame }, version);
  return {
    write: async (bytes) => (await joiner).write(bytes),
    end: async () => (await joiner).end(),
  };
}

/** A table that a command writes into the folder of `--out`. */
interface FolderTable {
  readonly name: string;
  readonly sink: SinkName;
  readonly frame?: Frame;
}

/** What a run writes with `--out` and `--output`; `names`: files besides findings.csv and summary.json. */
export function writesOf(
  { out, output }: { readonly out: string | undefined; readonly output: string | undefined },
  names: readonly (string | undefined)[],
): Writes {
  const all = [...names, FINDINGS.name, SUMMARY].filter((name) => name !== undefined);
  const folder = out === undefined ? undefined : { folder: out, names: all };
  return { out: folder, output };
}

/** The tables of a run in its folder, findings.csv last. Throws AccessError. */
export function folderOutputs(folder: string, tables: readonly FolderTable[], files: OutputFiles): Output[] {
  return [...tables, FINDINGS].map(({ name, ...output }) => ({
    ...output,
    target: files.open(join(folder, name)),
  }));
}

const FINDINGS: FolderTable = { name: 'findings.csv', sink: 'findings' };

const SUMMARY = 'summary.json';

/** Writes summary.json. Throws AccessError. */
export function writeSummary(folder: string, result: RunResult, version: string): void {
  const path = join(folder, SUMMARY);
  attempt(path, () => writeFileSync(path, summaryJson(result.counts, result, version)));
}

/** The messages of a run on standard error: lines that stay, and a progress line that does not. */
export interface Progress {
  /** Takes lines that stay. */
  readonly target: Target;
  /** Takes data for standard output; on a terminal, data ends the progress line. */
  readonly data: Target;
  readonly say: (text: string) => void;
  /** Starts the progress line, where standard error is a terminal that can clear a line and not a CI log. */
  readonly begin: (names: Iterable<string>) => void;
  /** Updates the progress line, at most every 100 ms. */
  readonly update: (counts: Counts, inputBytes: number) => void;
  readonly stop: () => void;
}

const INTERVAL_MS = 100;
const BAR = 20;
/** Before this part of the input is read, most of the time went to the start. */
const MIN_TIMED = 0.05;
const CLEARED = '\r\u001b[K';

export function createProgress({ stdout, stderr, env = process.env }: Io): Progress {
  let shows = false;
  const lines = streamTarget(stderr);
  const rows = streamTarget(stdout);
  const started = Date.now();
  let total = 0;
  let next = 0;
  let isShown = false;

  function clear(): void {
    if (isShown) stderr.write(CLEARED);
    isShown = false;
  }

  /** The progress line would break up the rows that follow it. */
  function beforeData(): void {
    if (stdout.isTTY !== true) return;
    clear();
    shows = false;
  }

  return {
    data: {
      write(bytes) {
        beforeData();
        return rows.write(bytes);
      },
      end: rows.end,
    },
    target: {
      write(bytes) {
        clear();
        return lines.write(bytes);
      },
      end: lines.end,
    },
    say(text) {
      clear();
      stderr.write(text);
    },
    begin(names) {
      shows = stderr.isTTY === true && env['TERM'] !== 'dumb' && (env['CI'] ?? '') === '';
      if (shows) total = totalBytes(names);
    },
    update(counts, inputBytes) {
      const now = Date.now();
      if (!shows || now < next) return;
      next = now + INTERVAL_MS;
      const text = progressText(counts, { done: Math.min(inputBytes, total), total, ms: now - started });
      stderr.write(CLEARED + text.slice(0, (stderr.columns || PLAIN_TERMINAL.columns) - 1));
      isShown = true;
    },
    stop: clear,
  };
}

/** Files, games, games per second, and the time left if the size of the inputs is known. */
function progressText(
  { files, games }: Counts,
  { done, total, ms }: { readonly done: number; readonly total: number; readonly ms: number },
): string {
  const seconds = Math.max(0.001, ms / 1000);
  const speed = `${plural(files, 'file')}, ${plural(games, 'game')}, ${String(Math.round(games / seconds))}/s`;
  if (total === 0) return speed;
  const share = done / total;
  const bar = '='.repeat(Math.round(share * BAR)).padEnd(BAR, '-');
  const left = share < MIN_TIMED ? '' : `${String(Math.ceil((seconds / done) * (total - done)))} s left`;
  return `${bar} ${String(Math.floor(share * 100))} % ${speed} ${left}`;
}

/** Bytes of all inputs on disk; 0 where that is unknown, as for standard input and globs. */
function totalBytes(names: Iterable<string>): number {
  let total = 0;
  try {
    for (const name of names) {
      const stats = statSync(name);
      if (!stats.isFile() && !stats.isDirectory()) return 0;
      if (stats.isFile()) total += stats.size;
      else for (const found of walk(bytePath(name))) total += found.kind === 'file' ? found.size : 0;
    }
    return total;
  } catch {
    return 0; // reported when it is read
  }
}
