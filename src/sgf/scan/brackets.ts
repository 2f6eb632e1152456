import {
  BACKSLASH,
  CLOSE_BRACKET,
  CLOSE_PAREN,
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
 * next (`;B[hd]);W[id]`, `tail`: where the moves that it cut off begin). Only where a node begins, so that nothing within a comment
 * is taken for one. `undefined` where there is nothing of the kind. Whether the moves then fit the game is for the caller to see.
 */
export function mendBrackets(text: Uint8Array, tail: number): Mended | undefined {
  const edits: Edit[] = [];
  for (let at = text.indexOf(SEMICOLON); at >= 0; at = text.indexOf(SEMICOLON, at + 1)) {
    const color = text[at + 1];
    if ((color !== LETTER_B && color !== LETTER_W) || !beginsNode(text, at, edits.at(-1))) continue;
    const edit = slipAt(text, at + 2);
    if (edit) edits.push(edit);
  }
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

/** Whether the `;` at `at` follows a value, a parenthesis or a slip: within a comment it hardly ever does. */
function beginsNode(text: Uint8Array, at: number, last: Edit | undefined): boolean {
  const before = lastVisible(text, at);
  if (last && last.to === at) return true;
  return (
    (text[before] === CLOSE_BRACKET && text[before - 1] !== BACKSLASH) ||
    text[before] === OPEN_PAREN ||
    text[before] === CLOSE_PAREN
  );
}

/** Offset of the last byte before `at` that is no white space; -1 for none. */
export function lastVisible(text: Uint8Array, at: number): number {
  let before = at - 1;
  while (before >= 0 && isWhitespace(text[before]!)) before--;
  return before;
}

/** What mends the value of a move that begins at `at`, after its B or W; `undefined` where it is sound or no such slip. */
function slipAt(text: Uint8Array, at: number): Edit | undefined {
  const first = text[at];
  if (first === OPEN_BRACKET && text[at + 1] === OPEN_BRACKET)
    return isPoint(text, at + 2) && text[at + 4] === CLOSE_BRACKET
      ? { from: at, to: at + 2, by: '[' }
      : undefined;
  if (first === OPEN_BRACKET) {
    const next = skipWhitespace(text, at + 3, text.length);
    return isPoint(text, at + 1) && startsMove(text, next, text.length) && isWhole(text, next)
      ? { from: at + 3, to: next, by: ']' }
      : undefined;
  }
  if (first === OPEN_PAREN && isPoint(text, at + 1) && isClosing(text[at + 3]))
    return { from: at, to: at + 4, by: `[${String.fromCharCode(text[at + 1]!, text[at + 2]!)}]` };
  return isPoint(text, at) && text[at + 2] === CLOSE_BRACKET ? { from: at, to: at, by: '[' } : undefined;
}

/** Whether the `;` at `at` begins a move whose value is whole. */
function isWhole(text: Uint8Array, at: number): boolean {
  const open = text.indexOf(OPEN_BRACKET, at);
  return text[at] === SEMICOLON && isPoint(text, open + 1) && text[open + 3] === CLOSE_BRACKET;
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
