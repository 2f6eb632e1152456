import { sha256 as portable } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** ASCII codes of the characters in SGF's syntax. */
const TAB = 9;
export const LINE_FEED = 10;
export const RETURN = 13;
export const SPACE = 32;
export const OPEN_PAREN = 40;
export const CLOSE_PAREN = 41;
export const COMMA = 44;
export const COLON = 58;
export const SEMICOLON = 59;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
/** The identifiers of move properties. */
export const LETTER_B = 66;
export const LETTER_W = 87;

/** White space as FF[4] defines it: the space, and TAB to RETURN. */
export function isWhitespace(byte: number): boolean {
  return byte === SPACE || (byte >= TAB && byte <= RETURN);
}

/** A letter of either case. */
export function isLetter(byte: number): boolean {
  return (byte & 0xdf) >= 65 && (byte & 0xdf) <= 90;
}

/** A byte of UTF-8 after the first of a character: counting the other bytes counts characters. */
export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

type Growing =
  Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

/** A copy of an array, its length doubled until it can hold `needed` numbers. */
export function longer<A extends Growing>(array: A, needed: number): A {
  let length = Math.max(array.length, 1);
  while (length < needed) length *= 2;
  const copy = new (array.constructor as new (length: number) => A)(length);
  copy.set(array);
  return copy;
}

/** Blocks as one array of its own. */
export function joined(blocks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    all.set(block, at);
    at += block.length;
  }
  return all;
}

/** What is used of Node's modules; browsers have none. */
interface NodeModules {
  readonly 'node:crypto': {
    readonly createHash: (name: 'sha256') => {
      readonly update: (bytes: Uint8Array) => { readonly digest: (form: 'hex') => string };
    };
  };
  readonly 'node:zlib': { readonly crc32: (bytes: Uint8Array, before: number) => number };
}

declare const process:
  { readonly getBuiltinModule?: <Id extends keyof NodeModules>(id: Id) => NodeModules[Id] } | undefined;

function nodeModule<Id extends keyof NodeModules>(id: Id): NodeModules[Id] | undefined {
  return typeof process === 'undefined' ? undefined : process.getBuiltinModule?.(id);
}

/** Hex SHA-256 (FIPS 180-4), by Node's own code if available, which is faster. */
export function sha256(bytes: Uint8Array): string {
  const crypto = nodeModule('node:crypto');
  return crypto ? crypto.createHash('sha256').update(bytes).digest('hex') : portableSha256(bytes);
}

/** Hex SHA-256 without help of the platform: a browser's own is asynchronous, and missing from pages loaded without TLS. */
export function portableSha256(bytes: Uint8Array): string {
  return bytesToHex(portable(bytes));
}

/** CRC-32 (ISO 3309) of bytes after others that have the CRC-32 `before`, by Node's own code if available. */
export function crc32(bytes: Uint8Array, before = 0): number {
  zlib ??= nodeModule('node:zlib') ?? { crc32: portableCrc32 };
  return zlib.crc32(bytes, before);
}

let zlib: NodeModules['node:zlib'] | undefined;

const CRC_OF_BYTE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** Where Node is missing. */
export function portableCrc32(bytes: Uint8Array, before: number): number {
  let crc = ~before;
  for (const byte of bytes) crc = CRC_OF_BYTE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
}
