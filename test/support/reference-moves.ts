import {
  CLOSE_BRACKET,
  LETTER_B,
  LETTER_W,
  LINE_FEED,
  OPEN_BRACKET,
  SEMICOLON,
} from '../../src/core/bytes.js';
import { ACTION } from '../../src/core/line.js';
import { LETTER } from '../../src/core/point.js';
import { LARGEST_WITH_TT } from '../../src/sgf/scan/node-values.js';
import type { Scratch } from '../../src/sgf/scan/scratch.js';

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
