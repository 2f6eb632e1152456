import type { Components } from '../life/position.js';

/** A board without its dead stones, divided: what the seki rules read. */
export interface DividedBoard {
  readonly width: number;
  readonly height: number;
  readonly stones: Uint8Array;
  /** 1 where a stone was taken off. */
  readonly dead: Uint8Array;
  readonly components: Components;
  /** Per point: 1 Black's territory, 2 White's, 3 dame, 0 a stone. */
  readonly owner: Uint8Array;
  /** Four neighbors a point, -1 where there is none. */
  readonly near: Int16Array;
}
