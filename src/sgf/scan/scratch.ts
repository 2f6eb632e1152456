import { longer } from '../../core/bytes.js';
import {
  finding,
  type Finding,
  type FindingCode,
  type FindingArgs,
  type Place,
  type BoardSize,
} from '../../core/findings/finding.js';
import { MOVES } from '../../core/kernels/bytes.js';
import * as AT from '../../core/kernels/layout.js';
import { LETTER } from '../../core/point.js';
import { instantiate } from '../../core/webassembly.js';
import type { RawClock } from '../raw.js';

/** Most findings that the scan reports for one game: those of a game of noise must not take more memory than the game itself. */
export const MAX_FINDINGS = 100;
/** One entry per action: see `MainLine`. */
export interface ActionArrays {
  readonly kinds: Uint8Array<ArrayBuffer>;
  readonly points: Uint16Array<ArrayBuffer>;
  readonly nodes: Uint32Array<ArrayBuffer>;
  readonly offsets: Uint32Array<ArrayBuffer>;
}

/**
 * Growing arrays that are reused for each file. They hold the games of a file one after the other, so that a caller
 * that is done with them before the next file needs no copies.
 */
export class Scratch {
  /** Where the actions of the current game begin, and end so far. */
  base = 0;
  count = 0;
  kinds = new Uint8Array(1024);
  points = new Uint16Array(1024);
  nodes = new Uint32Array(1024);
  offsets = new Uint32Array(1024);

  /** Where the numbers of its header values begin, and end so far. */
  headerBase = 0;
  headerLength = 0;
  header = new Int32Array(256);

  findings: Finding[] = [];
  clocks: RawClock[] = [];

  /** Arrays that cannot grow: a game that outgrows them continues in longer ones of its own. */
  private fixed: ActionArrays | undefined;

  /** Uses these arrays for the following games. */
  settle(arrays: ActionArrays): void {
    this.fixed = arrays;
    this.take(arrays);
  }

  /** Clears the previous file. */
  restart(): void {
    this.base = this.headerBase = 0;
  }

  /**
   * Keeps header values of the current game where they are until the next file, and its actions too unless the next game
   * may need their space. Returns whether the actions stay.
   */
  hold(): boolean {
    this.headerBase = this.headerLength;
    // Longer arrays are the game's own: the next game returns to the fixed ones.
    if (this.isOutgrown) return true;
    if (this.fixed !== undefined && this.count > this.kinds.length / 2) return false;
    this.base = this.count;
    return true;
  }

  /** Clears the current game. */
  reset(): void {
    if (this.isOutgrown) this.take(this.fixed!);
    this.count = this.base;
    this.headerLength = this.headerBase;
    if (this.findings.length > 0) this.findings = [];
    if (this.clocks.length > 0) this.clocks = [];
  }

  add(kind: number, point: number, node: number, offset: number): void {
    const at = this.count;
    if (at === this.kinds.length) this.grow();
    this.kinds[at] = kind;
    this.points[at] = point;
    this.nodes[at] = node;
    this.offsets[at] = offset;
    this.count = at + 1;
  }

  addHeader(code: number, start: number, end: number): void {
    const at = this.headerLength;
    if (at + 3 > this.header.length) this.header = longer(this.header, at + 3);
    this.header[at] = code;
    this.header[at + 1] = start;
    this.header[at + 2] = end;
    this.headerLength = at + 3;
  }

  report<C extends FindingCode>(code: C, args: FindingArgs[C], place: Place): void {
    if (this.findings.length < MAX_FINDINGS) this.findings.push(finding(code, args, place));
  }

  grow(): void {
    const length = this.kinds.length * 2;
    this.take({
      kinds: longer(this.kinds, length),
      points: longer(this.points, length),
      nodes: longer(this.nodes, length),
      offsets: longer(this.offsets, length),
    });
  }

  private get isOutgrown(): boolean {
    return this.fixed !== undefined && this.kinds !== this.fixed.kinds;
  }

  private take({ kinds, points, nodes, offsets }: ActionArrays): void {
    this.kinds = kinds;
    this.points = points;
    this.nodes = nodes;
    this.offsets = offsets;
  }
}

/** Bytes of `;B[dd]`. */
const LENGTH = 6;

/** What a kernel that reads exports. */
interface Exports {
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

/** Reads nodes of one move into the arrays of its memory: see `kernels/moves`. */
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
    this.counts = new Uint32Array(memory, AT.READ_COUNT, 1);
    this.window = new Uint8Array(memory, AT.READ_TEXT, AT.MAX_READ);
    new Uint8Array(memory, AT.READ_LETTERS, LETTER.length).set(LETTER);
    this.arrays = {
      kinds: new Uint8Array(memory, AT.READ_KINDS, AT.MAX_ACTIONS),
      points: new Uint16Array(memory, AT.READ_POINTS, AT.MAX_ACTIONS),
      nodes: new Uint32Array(memory, AT.READ_NODES, AT.MAX_ACTIONS),
      offsets: new Uint32Array(memory, AT.READ_OFFSETS, AT.MAX_ACTIONS),
    };
  }

  /** Starts reading another text. */
  open(text: Uint8Array): void {
    this.text = text;
    this.from = this.to = 0;
  }

  /**
   * Reads nodes from an offset on; `count` and `last`: actions so far, and at most. Returns the offset after them, at the latest
   * at the end of the window.
   */
  read(
    at: number,
    end: number,
    count: number,
    last: number,
    node: number,
    { width, height }: BoardSize,
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

let kept: MoveKernel | undefined;

/** The one kernel of the thread, created on first use. */
export function sharedMoveKernel(): MoveKernel {
  return (kept ??= new MoveKernel(instantiate(MOVES) as Exports));
}
