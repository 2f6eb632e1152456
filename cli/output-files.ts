import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SinkName } from '../src/output/formats.js';
import { DATA_FORMATS, type DataFormat } from '../src/output/rows.js';
import { summaryJson } from '../src/output/summary.js';
import {
  createJoiner,
  type DurableTarget,
  fileTarget,
  type Frame,
  type Output,
  type OutputMark,
  type Target,
} from '../src/run/output.js';
import type { RunResult } from '../src/run/run.js';
import type { Io } from './command.js';
import { attempt, type Writes } from './files.js';
import type { Progress } from './progress.js';

/** The files that a run writes, always opened in the same order, so that a run can be resumed. */
export class OutputFiles {
  readonly targets: DurableTarget[] = [];
  /** Standard output, for data. */
  readonly stdout: Target;
  /** Lines about files, on standard error. */
  readonly messages: Target;
  readonly #marks: readonly OutputMark[] | undefined;

  /** `marks`: where each file continues. */
  constructor(marks: readonly OutputMark[] | undefined, progress: Pick<Progress, 'data' | 'target'>) {
    this.#marks = marks;
    this.stdout = progress.data;
    this.messages = progress.target;
  }

  /** Opens a file for data. Throws AccessError. */
  open(path: string): Target {
    return this.add(path, (from) => fileTarget(path, from));
  }

  add<T extends DurableTarget>(path: string, make: (from: OutputMark | undefined) => T): T {
    const target = attempt(path, () => make(this.#marks?.[this.targets.length]));
    this.targets.push(target);
    return target;
  }
}

/** The format of a file by its extension, among some; csv for any other. */
export function formOfName<Form extends string>(name: string, forms: readonly Form[]): Form | 'csv' {
  const end = name.toLowerCase().split('.').at(-1)!;
  const form = { txt: 'text', xml: 'junit' }[end] ?? end;
  return forms.find((one) => one === form) ?? 'csv';
}

/** The format of a list: by option, by extension, else text on a terminal and csv elsewhere. */
export function formatFor(
  { format, output }: { readonly format: DataFormat | undefined; readonly output: string | undefined },
  io: Io,
): DataFormat {
  if (format !== undefined) return format;
  if (output === undefined && io.stdout.isTTY === true) return 'text';
  return formOfName(output ?? '', DATA_FORMATS);
}

/** The outputs of a list: rows to a file or standard output, lines about files to standard error. */
export function listOutputs(
  { output, quiet }: { readonly output: string | undefined; readonly quiet: boolean },
  files: OutputFiles,
): { readonly rows: Target; readonly others: readonly Output[] } {
  return {
    rows: output === undefined ? files.stdout : files.open(output),
    others: quiet ? [] : [{ sink: 'stderr', target: files.messages }],
  };
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
export interface FolderTable {
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

/** The tables of a run in its folder, findings.csv as the last. Throws AccessError. */
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
