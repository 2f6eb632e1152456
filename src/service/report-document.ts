import { createHash } from 'node:crypto';
import { createBudget } from '../output/html/budget.js';
import { documentHead, documentTail } from '../output/html/document.js';
import type { Counts } from '../output/summary.js';
import { reportPage } from '../run/report-page.js';
import { gameCommand, type GameCommandName } from '../commands/commands.js';

/** The report runs scripts of its own: in a browser it must not pass for a page of this server. */
const REPORT_HEADERS = { 'content-security-policy': 'sandbox allow-scripts allow-downloads' };

/** What a command answers as HTML: an audit its report, made of the sink `html`; the others their text. */
export function documentOf(command: GameCommandName, version: string, counts: () => Counts): AnswerDocument {
  return gameCommand(command).report === 'made' ? reportDocument(version, counts) : textDocument(command);
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

/** An HTML document in pieces, made of blocks of output in their order. */
export interface AnswerDocument {
  readonly head: () => Uint8Array;
  /** A block of whole lines as UTF-8; what of it stands in the document comes back. */
  readonly lines: (bytes: Uint8Array) => Uint8Array;
  readonly tail: () => Uint8Array;
  /** Headers that go with it. */
  readonly headers: Readonly<Record<string, string>>;
}

const STYLE =
  ':root{color-scheme:light dark}body{margin:1.5rem;font:15px/1.5 system-ui,sans-serif}' +
  'pre{font:13px/1.45 ui-monospace,monospace;overflow-x:auto}';

const POLICY = `sandbox; default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** The form `text` of a command as a document: without scripts, and nothing in it is markup. */
function textDocument(command: string): AnswerDocument {
  const title = `sgf-referee ${command}`;
  return {
    head: () =>
      Buffer.from(
        `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n` +
          `<meta name="viewport" content="width=device-width,initial-scale=1">\n` +
          `<title>${title}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n<h1>${title}</h1>\n<pre>\n`,
      ),
    lines: escaped,
    tail: () => Buffer.from('</pre>\n</body>\n</html>\n'),
    headers: { 'content-security-policy': POLICY },
  };
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** ASCII stands for itself in UTF-8, so that the bytes need no decoding. */
function escaped(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return Buffer.from(
    text.replace(/[&<>]/g, (sign) => ENTITIES[sign]!),
    'latin1',
  );
}
