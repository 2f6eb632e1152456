import { EMPTY } from '../core/color.js';
import { CONTENT, FREE } from '../kernels/layout/plays.js';

/** Content of the cells around the board. */
export const BORDER = 3;
/** Empty neighbors that border cells start with, so that counting them down and up never leaves the byte. */
const BORDER_FREE = 8;

/** By cell: its color if it is a stone with an empty neighbor, else 0. */
export const BREATHES: Readonly<Uint8Array> = Uint8Array.from({ length: 256 }, (_, cell) =>
  cell >= FREE && (cell & CONTENT) !== BORDER ? cell & CONTENT : 0,
);

/** Cells of a board with its border: one column, shared by the right and the left edge, and a row above and below. */
export interface Layout {
  /** From a cell to the one below. */
  readonly stride: number;
  /** Every cell of the empty board. */
  readonly blank: Uint8Array;
  /** Cell of every point (`y * width + x`). */
  readonly cellOf: Uint16Array;
}

/** Lays out a board of 1 to 52 columns and rows. */
export function layOut(width: number, height: number): Layout {
  if (!isSide(width) || !isSide(height)) throw new RangeError(`Unexpected board size ${width}x${height}`);
  const stride = width + 1;
  const blank = new Uint8Array(stride * (height + 2) + 1).fill(BORDER + BORDER_FREE * FREE);
  const cellOf = new Uint16Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = (y + 1) * stride + x + 1;
      const across = (x > 0 ? 1 : 0) + (x < width - 1 ? 1 : 0);
      const down = (y > 0 ? 1 : 0) + (y < height - 1 ? 1 : 0);
      cellOf[y * width + x] = cell;
      blank[cell] = EMPTY + (across + down) * FREE;
    }
  }
  return { stride, blank, cellOf };
}

function isSide(length: number): boolean {
  return Number.isInteger(length) && length >= 1 && length <= 52;
}
