import { reportPage } from '../run/report-page.js';
import { createBudget } from '../output/html/budget.js';
import { documentHead, documentTail } from '../output/html/document.js';
import type { Counts } from '../output/summary.js';
import type { Command } from './commands.js';
import { textDocument, type AnswerDocument } from './text-document.js';

/** The report runs scripts of its own: in a browser it must not pass for a page of this server. */
const REPORT_HEADERS = { 'content-security-policy': 'sandbox allow-scripts allow-downloads' };

/** What a command answers as HTML: an audit its report, made of the sink `html`; the others their text. */
export function documentOf(command: Command, version: string, counts: () => Counts): AnswerDocument {
  return command === 'audit' ? reportDocument(version, counts) : textDocument(command);
}

/** The HTML report: its head, the lines of the sink `html` as far as they fit, and what counts them. */
function reportDocument(version: string, counts: () => Counts): AnswerDocument {
  const budget = createBudget();
  return {
    head: () => Buffer.from(documentHead(reportPage(), 'sgf-referee report')),
    lines: (bytes) => budget.take(bytes),
    tail: () => Buffer.from(documentTail(counts(), { interrupted: 'no' }, version, budget.leftOut())),
    headers: REPORT_HEADERS,
  };
}
