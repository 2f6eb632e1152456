import { createHash } from 'node:crypto';

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
export function textDocument(command: string): AnswerDocument {
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
