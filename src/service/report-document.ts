import { reportPage } from '../batch/report-page.js';
import { createBudget } from '../report/html/budget.js';
import { documentHead, documentTail } from '../report/html/document.js';
import type { Counts } from '../report/summary.js';

/** The report runs scripts of its own: in a browser it must not pass for a page of this server. */
export const REPORT_HEADERS = { 'content-security-policy': 'sandbox allow-scripts allow-downloads' };

/** The HTML report in pieces: its head, the lines of the sink `html` as far as they fit, and what counts them. */
export interface ReportDocument {
  readonly head: () => Uint8Array;
  readonly lines: (bytes: Uint8Array) => Uint8Array;
  readonly tail: () => Uint8Array;
}

export function reportDocument(version: string, counts: () => Counts): ReportDocument {
  const budget = createBudget();
  return {
    head: () => Buffer.from(documentHead(reportPage(), 'sgf-referee report')),
    lines: (bytes) => budget.take(bytes),
    tail: () => Buffer.from(documentTail(counts(), { interrupted: 'no' }, version, budget.leftOut())),
  };
}
