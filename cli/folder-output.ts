import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Output } from '../src/run/output.js';
import type { RunResult } from '../src/run/run.js';
import type { SinkName } from '../src/output/formats.js';
import { summaryJson } from '../src/output/summary.js';
import { attempt } from './attempt.js';
import type { Writes } from './claim.js';
import type { OutputFiles } from './output-files.js';

/** A table that a command writes into the folder of `--out`. */
export interface FolderTable {
  readonly name: string;
  readonly sink: SinkName;
  readonly frame?: Frame;
}

/** What a run writes with `--out` and `--output`; `names`: beside findings.csv and summary.json. */
export function writesOf(
  { out, output }: { readonly out: string | undefined; readonly output: string | undefined },
  names: readonly string[],
): Writes {
  const folder = out === undefined ? undefined : { folder: out, names: [...names, FINDINGS.name, SUMMARY] };
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
