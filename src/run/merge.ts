import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { summaryJson } from '../output/summary.js';
import { fileTarget, type Output } from './output.js';
import type { Plan } from './plan.js';
import { mergeParts } from './plan-run.js';
import { beginReportPage } from './report-page.js';
import type { RunResult } from './run.js';
import { ResultWriter } from './writer.js';

const TABLES = [
  { name: 'games.csv', sink: 'csv' },
  { name: 'findings.csv', sink: 'findings' },
] as const;
const SUMMARY = 'summary.json';
const PAGE = 'index.html';

/** What a merge writes: the files of `audit --out`. */
export const MERGED_FILES: readonly string[] = [...TABLES.map(({ name }) => name), SUMMARY, PAGE];

/**
 * Joins the parts of a plan into the files that one `audit` writes into a folder, byte for byte. They are written in a
 * folder inside and renamed at the end: each is complete or as before. `unread`: names that gave nothing to read.
 * Throws PartError for a part that is damaged, OutputError, and what the file system says, as for a part that is missing.
 */
export async function mergeInto(
  folder: string,
  plan: Plan,
  signal?: AbortSignal,
): Promise<RunResult & { readonly unread: number }> {
  const { version, settings } = plan;
  const unfinished = join(folder, '.merge');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const tables: readonly Output[] = TABLES.map(({ name, sink }) => ({
    sink,
    target: fileTarget(join(unfinished, name)),
  }));
  const page = beginReportPage(join(unfinished, PAGE), version);
  const outputs = [...tables, { sink: 'html' as const, target: page.target, closed: page.closed }];
  try {
    const result = await mergeParts(plan, await ResultWriter.open(outputs, version, settings), signal);
    if (result.interrupted === 'no') {
      writeFileSync(join(unfinished, SUMMARY), summaryJson(result.counts, result, version));
      page.complete(result.counts, result);
      for (const name of MERGED_FILES) renameSync(join(unfinished, name), join(folder, name));
    }
    return result;
  } finally {
    page.close('removed');
    rmSync(unfinished, { recursive: true, force: true });
  }
}
