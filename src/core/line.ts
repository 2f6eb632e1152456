import type { Point } from './point.js';

/**
 * What one property value of the main line does, in the order of execution.
 * Inside a node setup comes before moves, whatever the order in the file.
 * `badBlack`/`badWhite`: a move property whose value is neither a point of the board nor a pass.
 * `force`: KO[] in the same node. `turn*`: PL.
 */
export const ACTION = {
  playBlack: 0,
  playWhite: 1,
  passBlack: 2,
  passWhite: 3,
  badBlack: 4,
  badWhite: 5,
  addBlack: 6,
  addWhite: 7,
  addEmpty: 8,
  turnBlack: 9,
  turnWhite: 10,
  force: 11,
} as const;

/** Below this an action is a B or W property, and its lowest bit tells the color (0 Black, 1 White). */
export const FIRST_NON_MOVE = 6;

/**
 * The main line of one game as parallel arrays, one entry an action; never mutated after it is made.
 * Arrays may be longer than `count`.
 */
export interface MainLine {
  readonly count: number;
  /** One of ACTION. */
  readonly kinds: Uint8Array;
  /** For play*, add*: the point (`y * width + x`). Otherwise 0. */
  readonly points: Uint16Array;
  /** 0-based node of the action along the main line (root is 0). */
  readonly nodes: Uint32Array;
  /** Byte offset of the value in the scanned text (see RawGame.text), for line and column. */
  readonly offsets: Uint32Array;
  /** Nodes on the main line, also those without actions. */
  readonly nodeCount: number;
}

/** TB and TW of the last node of the main line that has either, lists expanded. */
export interface TerritoryMarks {
  readonly black: readonly Point[];
  readonly white: readonly Point[];
  readonly node: number;
  readonly offset: number;
}
