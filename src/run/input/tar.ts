import { decodeName, decodeWith, guessNameCharset } from './file-names.js';
import { type ByteInput, latin1 } from './blocks.js';

/** A member of a tar, without its contents. */
export interface TarMember {
  readonly name: string;
  /** `other`: a link or device. */
  readonly kind: 'file' | 'folder' | 'other';
  readonly size: number;
}

/** Block size of headers and contents (POSIX pax, ustar interchange format). */
const BLOCK_BYTES = 512;
const CHECKSUM_AT = 148;
const TYPE_AT = 156;
const CHECKSUM_BYTES = 8;
const USTAR = 'ustar\0';
/** Limit on names and further fields before a member. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;
const CUT_SHORT = 'the data is cut short';

/** What precedes a member and replaces fields of its header. */
interface Fields {
  readonly path?: string | undefined;
  readonly size?: number | undefined;
}

/** The members of a tar one after another. */
export class TarReader {
  private readonly input: ByteInput;
  /** Unread bytes of the current member, and the padding of its last block. */
  private left = 0;
  private filling = 0;
  private forAll: Fields = {};

  constructor(input: ByteInput) {
    this.input = input;
  }

  /** The next member; `undefined` at the end. Throws if the tar is damaged. */
  async next(): Promise<TarMember | undefined> {
    let fields: Fields = this.forAll;
    let longName: string | undefined;
    for (;;) {
      const rest = this.left + this.filling;
      if (!this.input.skipHeld(rest)) await this.input.skip(rest);
      this.start(0);
      const header = this.input.held(BLOCK_BYTES) ?? (await this.input.peek(BLOCK_BYTES));
      if (!header) {
        if ((await this.input.ahead(1)).length > 0) throw new Error(CUT_SHORT);
        return undefined;
      }
      const sum = checkedSum(header);
      const type = String.fromCharCode(header[TYPE_AT]!);
      const size = numberIn(header, 124, 12);
      const own = longName ?? nameIn(header);
      this.input.skipHeld(BLOCK_BYTES);
      if (sum === EMPTY_SUM) continue;
      if ('LNKxg'.includes(type)) {
        const text = await this.text(size);
        if (type === 'L' || type === 'N') longName = until0(latin1(text, 0, text.length));
        else if (type === 'x') fields = { ...this.forAll, ...paxFields(text) };
        else if (type === 'g') this.forAll = fields = paxFields(text);
        continue;
      }
      const kind = type === '5' || (isPlain(type) && own.endsWith('/')) ? 'folder' : kindOfType(type);
      this.start(kind === 'folder' ? 0 : (fields.size ?? size));
      return { name: fields.path ?? decoded(own), kind, size: this.left };
    }
  }

  /** The contents of the current member, valid until more is read; `undefined` where the data ends inside them. */
  whole(): Uint8Array | undefined | Promise<Uint8Array | undefined> {
    return this.input.held(this.left) ?? this.input.peek(this.left);
  }

  /** The contents of the current member; throws where the data ends inside them. */
  async *blocks(): AsyncGenerator<Uint8Array> {
    while (this.left > 0) {
      const block = await this.input.take(this.left);
      if (!block) throw new Error(CUT_SHORT);
      this.left -= block.length;
      yield block;
    }
  }

  private start(size: number): void {
    if (!(size >= 0)) throw new Error('a header has no size');
    this.left = size;
    this.filling = -size & (BLOCK_BYTES - 1);
  }

  private async text(size: number): Promise<Uint8Array> {
    if (size > MAX_TEXT_BYTES) throw new Error('a name or comment in it is too long');
    this.start(size);
    const text = await this.whole();
    if (!text) throw new Error(CUT_SHORT);
    return text;
  }
}

function isPlain(type: string): boolean {
  return type === '0' || type === '\0';
}

function kindOfType(type: string): 'file' | 'other' {
  return isPlain(type) || type === '7' ? 'file' : 'other';
}

/** As latin1, one character per byte. */
function nameIn(header: Uint8Array): string {
  const name = until0(latin1(header, 0, 100));
  const hasPrefix = header[345] !== 0 && latin1(header, 257, 263) === USTAR;
  return hasPrefix ? `${until0(latin1(header, 345, 500))}/${name}` : name;
}

function until0(text: string): string {
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

const ASCII = /^[ -~]*$/;

/** Names in old archives: UTF-8, else the likeliest charset of this name alone, as a stream cannot be searched first. */
function decoded(name: string): string {
  if (ASCII.test(name)) return name;
  const bytes = Uint8Array.from(name, (character) => character.charCodeAt(0));
  return decodeName({ bytes, flaggedUtf8: false, extra: [] }) ?? decodeWith(guessNameCharset([bytes]), bytes);
}

/** Sum of a header that is all zeros, as at the end: the checksum field itself counts as spaces. */
const EMPTY_SUM = CHECKSUM_BYTES * 32;

/** The sum of a header; throws if the header states another one. */
function checkedSum(header: Uint8Array): number {
  let sum = EMPTY_SUM;
  for (let i = 0; i < BLOCK_BYTES; i++) sum += header[i]!;
  for (let i = CHECKSUM_AT; i < CHECKSUM_AT + CHECKSUM_BYTES; i++) sum -= header[i]!;
  if (sum !== EMPTY_SUM && sum !== numberIn(header, CHECKSUM_AT, CHECKSUM_BYTES))
    throw new Error('a header has a wrong checksum');
  return sum;
}

const SPACE = 0x20;
const DIGIT_0 = 0x30;

/** An octal number between spaces or zero bytes, or one of base 256 where the first bit is set; 0 for blanks, NaN for anything else. */
function numberIn(header: Uint8Array, at: number, length: number): number {
  const end = at + length;
  let value = 0;
  if ((header[at]! & 0x80) !== 0) {
    if (header[at] !== 0x80) return NaN; // negative
    for (let i = at + 1; i < end; i++) value = value * 256 + header[i]!;
    return value;
  }
  let i = at;
  while (i < end && isBlank(header[i]!)) i++;
  const first = i;
  for (; i < end && header[i]! >> 3 === DIGIT_0 >> 3; i++) value = value * 8 + header[i]! - DIGIT_0;
  return i === first && i < end ? NaN : value;
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === 0;
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
/** Digits of a line's length, and the space after them. */
const MAX_LENGTH_BYTES = 12;

/** Each line is its own length, a space, `key=value` and a line feed. */
function paxFields(text: Uint8Array): Fields {
  const fields: { path?: string; size?: number } = {};
  for (let at = 0; at < text.length;) {
    const [found, digits] = /^(\d+) /.exec(latin1(text, at, at + MAX_LENGTH_BYTES)) ?? [];
    const length = Number(digits);
    if (found === undefined || length < found.length) break;
    const space = at + found.length - 1;
    const line = utf8.decode(text.subarray(space + 1, at + length - 1));
    if (line.startsWith('path=')) fields.path = line.slice(5);
    else if (line.startsWith('size=')) fields.size = parseInt(line.slice(5), 10);
    at += length;
  }
  return fields;
}
