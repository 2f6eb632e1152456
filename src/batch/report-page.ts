import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { boardStyle } from '../report/board-style.js';
import { createBudget } from '../report/html/budget.js';
import { documentHead, documentTail, type PageParts } from '../report/html/document.js';
import type { Counts, RunFacts } from '../report/summary.js';
import type { Target } from './output.js';

/** Where the build puts style and script of the page, as seen from the bundled command, the compiled library and the sources. */
const PLACES = ['../report/', '../../report/', '../../dist/report/'].map(
  (place) => new URL(place, import.meta.url),
);

let parts: PageParts | undefined;

/** Style and script of the report's page. Throws when the page was not built. */
export function reportPage(): PageParts {
  if (parts) return parts;
  const place = PLACES.find((one) => existsSync(new URL('report.css', one)));
  if (!place) throw new Error('the page of the report was not built');
  const script = readFileSync(new URL('report.js', place), 'utf8');
  const style = boardStyle('page') + readFileSync(new URL('report.css', place), 'utf8');
  parts = { style, script, styleHash: hashOf(style), scriptHash: hashOf(script) };
  return parts;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** A page that grows during a run: lines go to `target`, and what the run counted completes it. */
export interface GrowingPage {
  readonly target: Target;
  /** Writes the end. Only now does the file stand under its name, so that it is whole or not there. */
  readonly complete: (counts: Counts, facts: Pick<RunFacts, 'interrupted'>) => void;
  /** Removes what was written. */
  readonly discard: () => void;
}

const BLOCK_BYTES = 256 * 1024;

/** Begins `path` as a page for the sink `html`. Memory does not grow with the run. Throws when the file cannot be opened. */
export function beginReportPage(path: string, version: string): GrowingPage {
  const unfinished = `${path}.part`;
  const page = reportPage();
  const descriptor = openSync(unfinished, 'w');
  const budget = createBudget();
  let held: Uint8Array[] = [Buffer.from(documentHead(page, 'sgf-referee report'))];
  let size = 0;
  const flush = (): void => {
    const bytes = Buffer.concat(held);
    for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
    held = [];
    size = 0;
  };
  const add = (bytes: Uint8Array): void => {
    held.push(bytes);
    size += bytes.length;
    if (size >= BLOCK_BYTES) flush();
  };
  return {
    target: {
      write: (bytes) => {
        add(budget.take(bytes));
        return undefined;
      },
      end: () => undefined,
    },
    complete(counts, facts) {
      add(Buffer.from(documentTail(counts, facts, version, budget.leftOut())));
      flush();
      closeSync(descriptor);
      renameSync(unfinished, path);
    },
    discard() {
      closeSync(descriptor);
      rmSync(unfinished, { force: true });
    },
  };
}
