import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { SHEET_STYLE } from '../../report/output/sheet-style.js';
import { boardStyle } from '../../report/picture/drawing.js';
import {
  countsLine,
  createPageWriter,
  documentHead,
  type PageParts,
  type PageWriter,
} from '../../report/output/html/report.js';
import { createBudget } from '../../report/output/html/report-data.js';
import type { Counts, RunFacts } from '../../report/output/summary.js';
import { blockFile, type Target } from './output.js';

/** Where the build puts the style and script of the page, seen from the bundled command, the compiled library and the sources. */
const PLACES = ['../report/', '../../../report/', '../../../dist/report/'].map(
  (place) => new URL(place, import.meta.url),
);

let parts: PageParts | undefined;

/** Style and script of the report's page. Throws when the page was not built. */
export function reportPage(): PageParts {
  if (parts) return parts;
  const place = PLACES.find((one) => existsSync(new URL('report.css', one)));
  if (!place) throw new Error('the page of the report was not built');
  const script = readFileSync(new URL('report.js', place), 'utf8');
  const style = boardStyle('page') + SHEET_STYLE + readFileSync(new URL('report.css', place), 'utf8');
  parts = { style, script, styleHash: hashOf(style), scriptHash: hashOf(script) };
  return parts;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Writes the data of a page. */
export function createDeflatedPage(): PageWriter {
  return createPageWriter((block) => deflateRawSync(block, { level: 1 }).toString('base64'));
}

export type GrowingPage = ReturnType<typeof beginReportPage>;

/**
 * Starts `path` as a page for the sink `html`: lines go to `target`, and the counts of the run complete it. Memory does not grow
 * with the run. Throws when the file cannot be opened.
 */
export function beginReportPage(path: string, version: string) {
  const unfinished = `${path}.part`;
  const page = reportPage();
  const file = blockFile(unfinished);
  const budget = createBudget();
  const writer = createDeflatedPage();
  file.add(Buffer.from(documentHead(page, 'sgf-referee report')));
  const target: Target = {
    write: (bytes) => {
      file.add(Buffer.from(writer.add(budget.take(bytes))));
      return undefined;
    },
    end: () => undefined,
  };
  return {
    target,
    /** As `Output.closed`. */
    closed: budget.closed,
    /** Writes the end and gives the file its name, so that it is complete or absent. */
    complete(counts: Counts, facts: Pick<RunFacts, 'interrupted' | 'configurations'>): void {
      file.add(Buffer.from(writer.end(countsLine(counts, facts, version, budget.leftOut()))));
      file.flush();
      renameSync(unfinished, path);
    },
    /** Closes and removes the unfinished file. */
    close(): void {
      file.close();
      rmSync(unfinished, { force: true });
    },
  };
}
