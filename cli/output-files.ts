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
import type { Talk } from './progress.js';

/** The files that a run writes, opened in the same order each time, so that a run can go on with them. */
export class OutputFiles {
  readonly targets: DurableTarget[] = [];
  /** Standard output, for data. */
  readonly stdout: Target;
  /** For lines about files, beside the progress. */
  readonly talk: Target;
  readonly #marks: readonly OutputMark[] | undefined;

  /** `marks`: where to go on in each file. */
  constructor(marks: readonly OutputMark[] | undefined, talk: Pick<Talk, 'data' | 'target'>) {
    this.#marks = marks;
    this.stdout = talk.data;
    this.talk = talk.target;
  }

  /** A file for data. Throws UsageError when it cannot be opened. */
  open(path: string): Target {
    return this.add(path, (from) => fileTarget(path, from));
  }

  add<T extends DurableTarget>(path: string, make: (from: OutputMark | undefined) => T): T {
    const target = attempt(path, () => make(this.#marks?.[this.targets.length]));
    this.targets.push(target);
    return target;
  }
}

/** The form that the end of a file's name asks for, among some; csv where it asks for none of them. */
export function formOfName<Form extends string>(name: string, forms: readonly Form[]): Form | 'csv' {
  const end = name.toLowerCase().split('.').at(-1)!;
  const form = { txt: 'text', xml: 'junit' }[end] ?? end;
  return forms.find((one) => one === form) ?? 'csv';
}

/** The form of a list: by option, by the end of the file's name, else text on a terminal and csv elsewhere. */
export function formatFor(
  { format, output }: { readonly format: DataFormat | undefined; readonly output: string | undefined },
  io: Io,
): DataFormat {
  if (format !== undefined) return format;
  if (output === undefined && io.stdout.isTTY === true) return 'text';
  return formOfName(output ?? '', DATA_FORMATS);
}

/** Rows of a list to a file or standard output, and lines about files to standard error. */
export function listOutputs(
  { output, quiet }: { readonly output: string | undefined; readonly quiet: boolean },
  files: OutputFiles,
): { readonly rows: Target; readonly others: readonly Output[] } {
  return {
    rows: output === undefined ? files.stdout : files.open(output),
    others: quiet ? [] : [{ sink: 'stderr', target: files.talk }],
  };
}

/** A target that puts the frame around what it is given. The head is written at the first row, or at the end. */
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

/** What a run writes with `--out` and `--output`; `names`: beside findings.csv and summary.json. */
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

/** Writes summary.json, when all else is written. Throws AccessError. */
export function writeSummary(folder: string, result: RunResult, version: string): void {
  const path = join(folder, SUMMARY);
  attempt(path, () => writeFileSync(path, summaryJson(result.counts, result, version)));
}
