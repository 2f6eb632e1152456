import { CLOSE_BRACKET, LETTER_B, LETTER_W, LINE_FEED, OPEN_BRACKET, SEMICOLON } from '../../core/bytes.js';
import { ACTION } from '../../core/line.js';
import { instantiate } from '../../core/webassembly.js';
import { MOVES } from '../../core/kernels/bytes.js';
import {
  COUNT,
  KINDS,
  LETTERS,
  MAX_ACTIONS,
  MAX_TEXT,
  NODES,
  OFFSETS,
  POINTS,
  TEXT,
} from '../../core/kernels/layout/moves.js';
import { LARGEST_WITH_TT, LETTER } from './node-values.js';
import type { Scratch, ActionArrays } from './scratch.js';

/** Bytes of `;B[dd]` and of `;B[]`. */
const LENGTH = 6;
const LENGTH_OF_PASS = 4;

/** The number of the letter t. */
const TT = LETTER[116];

/** In place of a point: a pass, and anything else. */
const PASS = -1;
const NO_POINT = -2;

/**
 * Reads nodes that begin as nearly every node does, with a move of two letters on a board of this size, `;B[dd]`, or a pass, one
 * line feed after it allowed; anything else in the last of them is not read. `node`: number of the node before the
 * first. Reads at most `most` nodes, and no more than fit into the arrays; returns the offset after them.
 */
export function readMoveNodes(
  text: Uint8Array,
  start: number,
  end: number,
  scratch: Scratch,
  { width, height }: { readonly width: number; readonly height: number },
  node: number,
  most: number,
): number {
  const { kinds, points, nodes, offsets } = scratch;
  const first = scratch.count;
  const last = Math.min(kinds.length, first + most);
  let count = first;
  let at = start;
  while (count < last && at + LENGTH_OF_PASS <= end && text[at] === SEMICOLON) {
    const color = text[at + 1];
    if ((color !== LETTER_B && color !== LETTER_W) || text[at + 2] !== OPEN_BRACKET) break;
    const isEmpty = text[at + 3] === CLOSE_BRACKET;
    if (isEmpty ? width === 0 : at + LENGTH > end || text[at + 5] !== CLOSE_BRACKET) break;
    const point = isEmpty ? PASS : pointOf(LETTER[text[at + 3]!]!, LETTER[text[at + 4]!]!, width, height);
    if (point === NO_POINT) break;
    const play = color === LETTER_B ? ACTION.playBlack : ACTION.playWhite;
    kinds[count] = point === PASS ? play + ACTION.passBlack : play;
    points[count] = point === PASS ? 0 : point;
    offsets[count] = at + 3;
    nodes[count] = node + 1 + count - first;
    count++;
    at += isEmpty ? LENGTH_OF_PASS : LENGTH;
    if (text[at] === LINE_FEED && at < end) at++;
  }
  scratch.count = count;
  return at;
}

/** What two letters are on a board of this size: a point, PASS or NO_POINT. Until the size is known, width and height are 0. */
function pointOf(x: number, y: number, width: number, height: number): number {
  if (x < width && y < height) return y * width + x;
  const canPass = width > 0 && width <= LARGEST_WITH_TT && height <= LARGEST_WITH_TT;
  return canPass && x === TT && y === TT ? PASS : NO_POINT;
}

/** What a kernel that reads exports. */
export interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly read: (
    at: number,
    end: number,
    first: number,
    count: number,
    last: number,
    node: number,
    width: number,
    height: number,
  ) => number;
}

/** Reads nodes as `readMoveNodes` does, in WebAssembly, into its own arrays. */
export class MoveKernel {
  readonly arrays: ActionArrays;
  private readonly exports: Exports;
  private readonly counts: Uint32Array;
  /** Holds a part of the text and moves along it, so that the text may have any length. */
  readonly window: Uint8Array<ArrayBuffer>;
  private text: Uint8Array = new Uint8Array();
  /** The part of the text in the window. */
  from = 0;
  to = 0;

  constructor(exports: Exports) {
    const memory = exports.memory.buffer;
    this.exports = exports;
    this.counts = new Uint32Array(memory, COUNT, 1);
    this.window = new Uint8Array(memory, TEXT, MAX_TEXT);
    new Uint8Array(memory, LETTERS, LETTER.length).set(LETTER);
    this.arrays = {
      kinds: new Uint8Array(memory, KINDS, MAX_ACTIONS),
      points: new Uint16Array(memory, POINTS, MAX_ACTIONS),
      nodes: new Uint32Array(memory, NODES, MAX_ACTIONS),
      offsets: new Uint32Array(memory, OFFSETS, MAX_ACTIONS),
    };
  }

  /** Starts reading another text. */
  open(text: Uint8Array): void {
    this.text = text;
    this.from = this.to = 0;
  }

  /** See `readMoveNodes`; `count` and `last`: actions so far, and at most. May stop earlier, at the end of the window. */
  read(
    at: number,
    end: number,
    count: number,
    last: number,
    node: number,
    width: number,
    height: number,
  ): number {
    if (at < this.from || at + LENGTH > this.to) this.moveTo(at);
    return this.exports.read(at, Math.min(end, this.to), this.from, count, last, node, width, height);
  }

  /** Actions so far, including those of the last `read`. */
  count(): number {
    return this.counts[0]!;
  }

  private moveTo(offset: number): void {
    const { text, window } = this;
    this.from = offset;
    this.to = Math.min(offset + window.length, text.length);
    window.set(offset === 0 && this.to === text.length ? text : text.subarray(offset, this.to));
  }
}

let kept: MoveKernel | 'none' | undefined;

/** The one kernel of the thread, created on first use; `undefined` if its memory cannot be reserved. */
export function sharedMoveKernel(): MoveKernel | undefined {
  kept ??= makeMoveKernel();
  return kept === 'none' ? undefined : kept;
}

function makeMoveKernel(): MoveKernel | 'none' {
  try {
    return new MoveKernel(instantiate(MOVES) as Exports);
  } catch {
    // Each memory reserves gigabytes of address space, which a process may be denied.
    return 'none';
  }
}
