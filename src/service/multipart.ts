import { Problem } from './problem.js';

/** A part of a multipart body as it arrives; `blocks` must be read to the end before the next part. */
export interface FilePart {
  /** Name of the form field. */
  readonly field: string;
  /** `undefined`: a field of text. */
  readonly filename: string | undefined;
  readonly blocks: AsyncIterable<Buffer>;
}

const MOST_HEADER_BYTES = 16 * 1024;

/** The boundary of a multipart content type; `undefined` where there is none. */
export function boundaryOf(contentType: string): string | undefined {
  const match = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(contentType);
  return match?.[1] ?? match?.[2];
}

/** The parts of a multipart/form-data body (RFC 7578), streamed: no part is held in memory. Throws Problem. */
export async function* partsOf(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<FilePart> {
  // The first delimiter has no line break before it: the source adds one.
  const source = new Source(body, Buffer.from(`\r\n--${boundary}`));
  await drain(source.untilDelimiter());
  for (;;) {
    const end = await source.take(2);
    if (end.toString('latin1') === '--') return;
    if (end.toString('latin1') !== '\r\n') throw damaged();
    const headers = await source.headers();
    const blocks = source.untilDelimiter();
    yield { ...nameOf(headers), blocks };
    await drain(blocks);
  }
}

/** Reads and discards the rest. */
async function drain(blocks: AsyncGenerator<Buffer>): Promise<void> {
  while ((await blocks.next()).done !== true);
}

function damaged(): Problem {
  return new Problem('bad-body', 'the multipart body is damaged or cut short');
}

function nameOf(headers: string): Pick<FilePart, 'field' | 'filename'> {
  const line = /^content-disposition:(.*)$/im.exec(headers)?.[1] ?? '';
  const extended = /;\s*filename\*=utf-8''([^;\s]+)/i.exec(line)?.[1];
  const filename = extended === undefined ? parameter(line, 'filename') : decoded(extended);
  return { field: parameter(line, 'name') ?? '', filename };
}

function parameter(line: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`, 'i').exec(line);
  const text = match?.[1] ?? match?.[2];
  // Browsers write quotes and line breaks in names as %22, %0A and %0D.
  return text?.replace(/%(22|0A|0D)/g, (whole) => decoded(whole)).replace(/\\(["\\])/g, '$1');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A body that is searched for delimiters. */
class Source {
  private held = Buffer.from('\r\n');
  private readonly iterator: AsyncIterator<Uint8Array>;
  private readonly delimiter: Buffer;

  constructor(body: AsyncIterable<Uint8Array>, delimiter: Buffer) {
    this.iterator = body[Symbol.asyncIterator]();
    this.delimiter = delimiter;
  }

  private async more(): Promise<void> {
    const next = await this.iterator.next();
    if (next.done === true) throw damaged();
    this.held = Buffer.concat([this.held, next.value]);
  }

  async take(length: number): Promise<Buffer> {
    while (this.held.length < length) await this.more();
    const taken = this.held.subarray(0, length);
    this.held = this.held.subarray(length);
    return taken;
  }

  /** Header lines with their line breaks; takes the empty line after them too. */
  async headers(): Promise<string> {
    for (;;) {
      const at = this.held.indexOf('\r\n\r\n');
      if (this.held.subarray(0, 2).toString('latin1') === '\r\n') {
        await this.take(2);
        return '';
      }
      if (at >= 0) return (await this.take(at + 4)).toString('utf8');
      if (this.held.length > MOST_HEADER_BYTES) throw damaged();
      await this.more();
    }
  }

  /** Everything before the next delimiter; takes the delimiter too. */
  async *untilDelimiter(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.held.indexOf(this.delimiter);
      if (at >= 0) {
        const last = await this.take(at);
        await this.take(this.delimiter.length);
        if (last.length > 0) yield last;
        return;
      }
      // The held bytes may end with the start of a delimiter.
      const safe = this.held.length - this.delimiter.length;
      if (safe > 0) yield await this.take(safe);
      await this.more();
    }
  }
}
