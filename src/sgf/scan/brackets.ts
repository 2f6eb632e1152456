import {
  BACKSLASH,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  isLetter,
  isWhitespace,
  LETTER_B,
  LETTER_W,
  OPEN_BRACKET,
  OPEN_PAREN,
  SEMICOLON,
} from '../../core/bytes.js';
import { skipWhitespace, startsMove } from './recover.js';

/** A text in which brackets of moves are mended. */
export interface Mended {
  readonly text: Uint8Array;
  /** How many places were mended. */
  readonly places: number;
  /** The first of them as it was written and as it is read, with what stands beside it. */
  readonly written: string;
  readonly read: string;
  /** Its offset in the text, the same before and after. */
  readonly offset: number;
  /** The offset in the text as it was of one in the mended text. */
  readonly offsetBefore: (offset: number) => number;
}

/**
 * Mends slips of the hand in the brackets of moves: `;B[hd;W[id]`, `;B[[hd]`, `;B(hd)`, `;Bhd]`, and a `)` between a move and the
 * next (`;B[hd]);W[id]`, `tail`: where the moves that it cut off begin; 0 for none). Values are skipped, so that nothing within a comment
 * is taken for a slip. `undefined` where there is nothing of the kind. Whether the moves then fit the game is for the caller to see.
 */
export function mendBrackets(text: Uint8Array, tail: number): Mended | undefined {
  const edits = slipsIn(text);
  const before = lastVisible(text, tail);
  if (tail > 0 && text[before] === CLOSE_PAREN) edits.push({ from: before, to: before + 1, by: ' ' });
  if (edits.length === 0) return undefined;
  edits.sort((a, b) => a.from - b.from);
  const { from, to, by } = edits[0]!;
  const node = text.lastIndexOf(SEMICOLON, from - 1);
  const start = Math.max(node, from - BESIDE, 0);
  const end = Math.min(text.length, to + BESIDE);
  const quoted = (first: number, last: number): string => decoder.decode(text.subarray(first, last));
  return {
    text: edited(text, edits),
    places: edits.length,
    written: quoted(start, end).trim(),
    read: `${quoted(start, from)}${by}${quoted(to, end)}`.trim(),
    offset: from,
    offsetBefore: (offset) =>
      edits.reduce((at, one) => (one.from < at ? at - one.by.length + (one.to - one.from) : at), offset),
  };
}

/** Replaces the bytes in [from, to) by ASCII. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** Bytes that are quoted on either side of an edit: a move and a half. */
const BESIDE = 6;

const decoder = new TextDecoder();

/** What mends the values of moves, in the order of the text. */
function slipsIn(text: Uint8Array): Edit[] {
  const edits: Edit[] = [];
  for (let at = 0; at < text.length;) {
    if (text[at] === OPEN_BRACKET) at = endOfValue(text, at);
    else if (!isLetter(text[at]!)) at++;
    else {
      const start = at;
      while (at < text.length && isLetter(text[at]!)) at++;
      const edit = slipAt(text, start, at);
      if (!edit) continue;
      edits.push(edit);
      at = edit.to;
    }
  }
  return edits;
}

/** Offset after the `]` that ends the value whose `[` is at `at`; the end of the text where there is none. */
function endOfValue(text: Uint8Array, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === BACKSLASH) end++;
    else if (text[end] === CLOSE_BRACKET) return end + 1;
  }
  return text.length;
}

/** Offset of the last byte before `at` that is no white space; -1 for none. */
export function lastVisible(text: Uint8Array, at: number): number {
  let before = at - 1;
  while (before >= 0 && isWhitespace(text[before]!)) before--;
  return before;
}

/** What mends the value of a move whose name stands in [start, end); `undefined` where it is sound, is no such slip, or is no move. */
function slipAt(text: Uint8Array, start: number, end: number): Edit | undefined {
  const color = text[start]! & UPPER_CASE;
  if (color !== LETTER_B && color !== LETTER_W) return undefined;
  if (end - start === 3 && isPoint(text, start + 1) && text[end] === CLOSE_BRACKET)
    return { from: start + 1, to: start + 1, by: '[' };
  if (end - start > 1) return undefined;
  const at = skipWhitespace(text, end, text.length);
  if (text[at] === OPEN_PAREN && isPoint(text, at + 1) && isClosing(text[at + 3]))
    return { from: at, to: at + 4, by: `[${String.fromCharCode(text[at + 1]!, text[at + 2]!)}]` };
  if (text[at] !== OPEN_BRACKET) return undefined;
  if (text[at + 1] === OPEN_BRACKET)
    return isPoint(text, at + 2) && isClosed(text, at + 4) ? { from: at, to: at + 2, by: '[' } : undefined;
  const next = skipWhitespace(text, at + 3, text.length);
  return isPoint(text, at + 1) && startsMove(text, next, text.length) && isWhole(text, next)
    ? { from: at + 3, to: next, by: ']' }
    : undefined;
}

/** Makes a letter upper case. */
const UPPER_CASE = 0xdf;

/** Whether the `;` at `at` begins a move whose value is whole. */
function isWhole(text: Uint8Array, at: number): boolean {
  const open = text.indexOf(OPEN_BRACKET, at);
  return text[at] === SEMICOLON && isPoint(text, open + 1) && isClosed(text, open + 3);
}

/** Whether a value ends at `at`, but for white space; the end of the text ends one too, as it does for every reader. */
function isClosed(text: Uint8Array, at: number): boolean {
  const next = skipWhitespace(text, at, text.length);
  return next >= text.length || text[next] === CLOSE_BRACKET;
}

function isPoint(text: Uint8Array, at: number): boolean {
  return isLowerCase(text[at]) && isLowerCase(text[at + 1]);
}

function isLowerCase(byte = 0): boolean {
  return byte >= 97 && byte <= 122;
}

function isClosing(byte: number | undefined): boolean {
  return byte === CLOSE_PAREN || byte === CLOSE_BRACKET;
}

function edited(text: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const grown = edits.reduce((sum, { from, to, by }) => sum + by.length - (to - from), 0);
  const mended = new Uint8Array(text.length + grown);
  let [read, write] = [0, 0];
  for (const { from, to, by } of edits) {
    mended.set(text.subarray(read, from), write);
    write += from - read;
    for (let i = 0; i < by.length; i++) mended[write++] = by.charCodeAt(i);
    read = to;
  }
  mended.set(text.subarray(read), write);
  return mended;
}
