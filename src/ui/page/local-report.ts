import { boardStyle } from '../../picture/board-sheet.js';
import { createBudget } from '../../output/html/budget.js';
import { documentHead, documentTail, type PageParts } from '../../output/html/document.js';
import type { Counts } from '../../output/summary.js';
import { sha256 } from '../../core/sha256.js';

/** The report of a run as it grows; it takes no more memory than the page that it becomes. */
export interface LocalReport {
  /** Lines of the sink `html`. */
  readonly add: (lines: string) => void;
  readonly page: (counts: Counts) => Promise<Blob>;
}

export function createLocalReport(): LocalReport {
  const budget = createBudget();
  const encoder = new TextEncoder();
  const kept: Uint8Array<ArrayBuffer>[] = [];
  return {
    add(lines) {
      const fit = budget.take(encoder.encode(lines));
      if (fit.length > 0) kept.push(new Uint8Array(fit));
    },
    async page(counts) {
      const head = documentHead(await reportPage(), 'sgf-referee report');
      const tail = documentTail(counts, { interrupted: 'no' }, 'static site', budget.leftOut());
      return new Blob([head, ...kept, tail], { type: 'text/html' });
    },
  };
}

/** Style and script of the report, which lie among the files of this page. */
async function reportPage(): Promise<PageParts> {
  const text = async (url: URL): Promise<string> => (await fetch(url)).text();
  const script = await text(new URL('../../../dist/report/report.js', import.meta.url));
  const style =
    boardStyle('page') + (await text(new URL('../../../dist/report/report.css', import.meta.url)));
  return { style, script, styleHash: hashOf(style), scriptHash: hashOf(script) };
}

/** As a content security policy names what it allows. */
function hashOf(text: string): string {
  const hex = sha256(new TextEncoder().encode(text));
  const bytes = hex.match(/../g) ?? [];
  return `sha256-${btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))))}`;
}
