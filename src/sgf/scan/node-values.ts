import { BACKSLASH, COLON, isWhitespace } from '../../core/bytes.js';
import type { BoardSize } from '../../core/findings/finding.js';
import { ACTION } from '../../core/line.js';
import { LETTER, NO_LETTER, type Point } from '../../core/point.js';
import { identCode, identOfCode, USE, decodeValue, latin } from '../properties.js';
import type { Scratch } from './scratch.js';

/** On boards up to this size `tt` is a pass (FF[3] and before). */
export const LARGEST_WITH_TT = 19;

/** Bytes read of a clock value; no usable one is longer. */
const LONGEST_CLOCK = 40;

const SIZE_IDENT = identCode('SZ');
const MARK_BLACK = 100;
const MARK_WHITE = 101;
const TARGETS = [ACTION.addBlack, ACTION.addWhite, ACTION.addEmpty, MARK_BLACK, MARK_WHITE];
/** No node of a game: before the first property there is node -1. */
const NO_NODE = -2;

/**
 * Turns the property values of the main line into actions, header values and marks, one game after the other.
 * The size of the board is fixed at the first point; an SZ after that makes the scanner read the game again.
 */
export class NodeValues {
  /** Size of the board; 0 until a point is read. */
  width = 0;
  height = 0;
  sizeDeclared = false;
  /** Whether there is an SZ after the first point. */
  isSizeLate = false;
  /** Index of the first action of the current node, and whether setup came after a move in it. */
  nodeStart = 0;
  isDisordered = false;
  /** Value of the last C of the main line; -1 when there is none. */
  commentStart = -1;
  commentEnd = -1;
  /** TB and TW of the last node that has either; `marksNode` is -1 when none has. */
  marksBlack: Point[] = [];
  marksWhite: Point[] = [];
  marksOutside = 0;
  marksNode = -1;
  marksOffset = -1;

  #text: Uint8Array = new Uint8Array(0);
  readonly #scratch: Scratch;
  /** Points that the node's setup and territory properties have named, one of each for `TARGETS`. */
  readonly #named = TARGETS.map(() => new NamedPoints());

  constructor(scratch: Scratch) {
    this.#scratch = scratch;
  }

  /** Clears the previous game. `width` 0: the size is not known. */
  reset(text: Uint8Array, width: number, height: number): void {
    this.#text = text;
    this.width = width;
    this.height = height;
    this.isSizeLate = false;
    this.nodeStart = 0;
    this.isDisordered = false;
    this.commentStart = -1;
    if (this.marksNode >= 0) this.#clearMarks();
    this.marksNode = -1;
    for (const named of this.#named) named.node = NO_NODE;
  }

  /** Sets the size from the header as read so far. */
  settleSize(): void {
    const { header, headerBase, headerLength } = this.#scratch;
    let size: ReturnType<typeof parseSize>;
    for (let at = headerBase; at < headerLength; at += 3) {
      if (header[at] !== SIZE_IDENT) continue;
      size = parseSize(decodeValue(this.#text, header[at + 1]!, header[at + 2]!));
      break;
    }
    this.sizeDeclared = size !== undefined;
    const { width, height } = size ?? STANDARD_SIZE;
    this.width = width;
    this.height = height;
  }

  /**
   * Reads one value of a property, by its use. `seen`: bits of the uses that have had a value in this node.
   * Complex because it is one switch with a few lines per case, called for every value of a file: one more call in each takes longer.
   */
  // eslint-disable-next-line complexity -- see above
  value(use: number, ident: number, node: number, start: number, end: number, seen: number): void {
    const scratch = this.#scratch;
    switch (use) {
      case USE.black:
      case USE.white:
        if ((seen & (1 << use)) !== 0) {
          scratch.report('sgf/repeated-property', { ident: identOfCode(ident) }, { node, offset: start });
        }
        this.#move(use - USE.black, node, start, end);
        return;
      case USE.addBlack:
      case USE.addWhite:
      case USE.addEmpty:
        this.#points(start, end, use - USE.addBlack + ACTION.addBlack, node, ident);
        return;
      case USE.turn: {
        const color = turnOf(this.#text[start]!);
        if (color < 0 || start >= end) this.#badTurn(node, start, end);
        else this.#addSetup(color, 0, node, start);
        return;
      }
      case USE.force:
        this.#addSetup(ACTION.force, 0, node, start);
        return;
      case USE.territoryBlack:
      case USE.territoryWhite:
        if (this.marksNode !== node) {
          this.marksNode = node;
          this.marksOffset = start;
          this.#clearMarks();
        }
        this.#points(start, end, use === USE.territoryBlack ? MARK_BLACK : MARK_WHITE, node, ident);
        return;
      case USE.comment:
        this.commentStart = start;
        this.commentEnd = end;
        if (node <= 0) scratch.addHeader(ident, start, end);
        return;
      case USE.header:
        if (ident === SIZE_IDENT && this.width > 0) this.isSizeLate = true;
        scratch.addHeader(ident, start, end);
        return;
      case USE.timeBlack:
      case USE.timeWhite:
      case USE.countBlack:
      case USE.countWhite:
        if (node <= 0) scratch.addHeader(ident, start, end);
        if ((seen & (1 << use)) === 0) this.#clock(use, node, start, end);
        return;
      default:
        if (node <= 0) scratch.addHeader(ident, start, end);
    }
  }

  /** Sorts the actions of the current node: setup, turn, force, moves; each kind stays in file order. */
  order(): void {
    const { kinds, points, offsets, count } = this.#scratch;
    const from = this.nodeStart;
    const order = Array.from({ length: count - from }, (_, i) => from + i);
    order.sort((a, b) => orderOf(kinds[a]!) - orderOf(kinds[b]!) || a - b);
    const sortedKinds = order.map((i) => kinds[i]!);
    const sortedPoints = order.map((i) => points[i]!);
    const sortedOffsets = order.map((i) => offsets[i]!);
    kinds.set(sortedKinds, from);
    points.set(sortedPoints, from);
    offsets.set(sortedOffsets, from);
    this.isDisordered = false;
  }

  #move(color: number, node: number, start: number, end: number): void {
    if (this.width === 0) this.settleSize();
    const raw = rawPoint(this.#text, start, end);
    const point = this.#pointOf(raw);
    if (point >= 0) {
      this.#scratch.add(ACTION.playBlack + color, point, node, start);
      return;
    }
    const isSmall = this.width <= LARGEST_WITH_TT && this.height <= LARGEST_WITH_TT;
    const isPass = raw === RAW_EMPTY || (raw === RAW_TT && isSmall);
    this.#scratch.add((isPass ? ACTION.passBlack : ACTION.badBlack) + color, 0, node, start);
  }

  #clock(use: number, node: number, start: number, end: number): void {
    const text = decodeValue(this.#text, start, Math.min(end, start + LONGEST_CLOCK));
    const of = use === USE.timeBlack || use === USE.timeWhite ? 'time' : 'count';
    const color = use === USE.timeBlack || use === USE.countBlack ? 'black' : 'white';
    this.#scratch.clocks.push({ of, color, node: Math.max(node, 0), offset: start, text });
  }

  /**
   * A point or a rectangle of a setup or territory property. Each point counts once for a property of a node, so that many
   * rectangles of a few bytes take no more memory than the board.
   */
  #points(start: number, end: number, target: number, node: number, ident: number): void {
    if (this.width === 0) this.settleSize();
    const text = this.#text;
    const colon = end - start > 3 ? colonIn(text, start, end) : -1;
    const first = rawPoint(text, start, colon < 0 ? end : colon);
    const last = colon < 0 ? first : rawPoint(text, colon + 1, end);
    if (first < 0 || last < 0) {
      if (colon >= 0 || first === RAW_BAD) this.#badPoint(ident, node, start, end);
      return;
    }
    const left = Math.min(first >> 8, last >> 8);
    const right = Math.max(first >> 8, last >> 8);
    const top = Math.min(first & 255, last & 255);
    const bottom = Math.max(first & 255, last & 255);
    const named = this.#named[TARGETS.indexOf(target)]!;
    named.begin(node);
    let outside = 0;
    for (let x = left; x <= right; x++) {
      for (let y = top; y <= bottom; y++) {
        const point = this.#pointOf((x << 8) | y);
        if (point < 0) outside++;
        else if (named.add(x, y) === 1) continue;
        else if (target === MARK_BLACK) this.marksBlack.push(point);
        else if (target === MARK_WHITE) this.marksWhite.push(point);
        else this.#addSetup(target, point, node, start);
      }
    }
    if (outside === 0) return;
    if (target >= MARK_BLACK) this.marksOutside += outside;
    else this.#badPoint(ident, node, start, end);
  }

  /** Point of the board, -1 for anything else. */
  #pointOf(raw: number): number {
    const x = raw >> 8;
    const y = raw & 255;
    return raw >= 0 && x < this.width && y < this.height ? y * this.width + x : -1;
  }

  #addSetup(kind: number, point: number, node: number, offset: number): void {
    const scratch = this.#scratch;
    const count = scratch.count;
    if (count > this.nodeStart && orderOf(scratch.kinds[count - 1]!) > orderOf(kind))
      this.isDisordered = true;
    scratch.add(kind, point, node, offset);
  }

  #badPoint(ident: number, node: number, start: number, end: number): void {
    const value = latin(this.#text, start, Math.min(end, start + 20));
    this.#scratch.report('sgf/bad-point', { ident: identOfCode(ident), value }, { node, offset: start });
  }

  #badTurn(node: number, start: number, end: number): void {
    const value = latin(this.#text, start, Math.min(end, start + 20));
    this.#scratch.report(
      'sgf/bad-value',
      { ident: 'PL', value, expected: 'B or W' },
      { node, offset: start },
    );
  }

  /** New arrays: the previous game may have kept the old ones. */
  #clearMarks(): void {
    this.marksOutside = 0;
    this.marksBlack = [];
    this.marksWhite = [];
  }
}

/** The points that a list or a group of lists has named. */
export class NamedPoints {
  node = NO_NODE;
  readonly #stamps = new Uint32Array(LARGEST * LARGEST);
  #stamp = 0;

  /** Starts another list; the lists of one node, if it is given, are one. */
  begin(node = NO_NODE): void {
    if (node !== NO_NODE && node === this.node) return;
    this.node = node;
    if (this.#stamp === 0xffffffff) {
      this.#stamps.fill(0);
      this.#stamp = 0;
    }
    this.#stamp++;
  }

  /** Adds a point; returns 1 if it was named before. */
  add(x: number, y: number): number {
    const at = y * LARGEST + x;
    if (this.#stamps[at] === this.#stamp) return 1;
    this.#stamps[at] = this.#stamp;
    return 0;
  }
}

/** Setup before PL before KO before moves. */
function orderOf(kind: number): number {
  if (kind < ACTION.addBlack) return 3;
  if (kind <= ACTION.addEmpty) return 0;
  return kind === ACTION.force ? 2 : 1;
}

/** PL[B], PL[black], and PL[1] of old programs. */
function turnOf(byte: number): number {
  switch (byte) {
    case 66:
    case 98:
    case 49:
      return ACTION.turnBlack;
    case 87:
    case 119:
    case 50:
      return ACTION.turnWhite;
    default:
      return -1;
  }
}

/** The size of a game without SZ. */
export const STANDARD_SIZE: BoardSize = { width: 19, height: 19 };

/** SGF points have 52 letters. */
const LARGEST = 52;

const FORM = /^(\d{1,3})(?:\s{0,9}[:xX*]\s{0,9}(\d{1,3}))?$/;

/** Reads SZ (`19`, `9:13`, also `9x13`); `undefined` if it is not a size from 1 to 52. */
export function parseSize(value: string): BoardSize | undefined {
  const match = value === '19' ? undefined : FORM.exec(value.trim());
  if (match === undefined) return STANDARD_SIZE;
  if (match === null) return undefined;
  const width = Number(match[1]);
  const height = match[2] === undefined ? width : Number(match[2]);
  return isSize(width) && isSize(height) ? { width, height } : undefined;
}

function isSize(value: number): boolean {
  return value >= 1 && value <= LARGEST;
}

/**
 * Points as they are written, whatever the size of the board: `x * 256 + y`, each 0 to 51.
 */
export type RawPoint = number;

/** The value is empty (a pass, or an empty list). */
export const RAW_EMPTY = -1;
/** The value is not a point. */
export const RAW_BAD = -2;
/** `tt`: a pass on boards up to 19 x 19. */
const RAW_TT = 19 * 256 + 19;

/** Reads the value in [start, end): a raw point, RAW_EMPTY or RAW_BAD. Ignores white space between the letters. */
export function rawPoint(text: Uint8Array, start: number, end: number): RawPoint {
  let x = NO_LETTER;
  let y = NO_LETTER;
  for (let at = start; at < end; at++) {
    const byte = text[at]!;
    if (isWhitespace(byte)) continue;
    // A backslash escapes the letter after it; an escaped backslash is text.
    if (byte === BACKSLASH && text[at + 1] !== BACKSLASH) continue;
    const letter = LETTER[byte]!;
    if (letter === NO_LETTER || y !== NO_LETTER) return RAW_BAD;
    if (x === NO_LETTER) x = letter;
    else y = letter;
  }
  if (y !== NO_LETTER) return (x << 8) | y;
  return x === NO_LETTER ? RAW_EMPTY : RAW_BAD;
}

/** Offset of the colon of a rectangle in [start, end), -1 when there is none. */
export function colonIn(text: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) if (text[at] === COLON) return at;
  return -1;
}
