import { ACTION } from '../../core/line.js';
import { LETTER } from './raw-points.js';
import type { Scratch } from './scratch.js';
import { CLOSE_BRACKET, OPEN_BRACKET } from '../value.js';

const LINE_FEED = 10;
const SEMICOLON = 59;
const UPPER_B = 66;
const UPPER_W = 87;

/** Bytes of `;B[dd]`. */
const LENGTH = 6;

/**
 * Reads nodes that begin as nearly every node does, with a move of two letters on a board of this size: `;B[dd]`, one
 * line feed behind it allowed; whatever else stands in the last of them is left. `node`: number of the node before the
 * first. Reads at most `most` nodes, and no more than there is room for; returns the offset behind them.
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
  while (count < last && at + LENGTH <= end && text[at] === SEMICOLON) {
    const color = text[at + 1];
    if ((color !== UPPER_B && color !== UPPER_W) || text[at + 2] !== OPEN_BRACKET) break;
    if (text[at + 5] !== CLOSE_BRACKET) break;
    const x = LETTER[text[at + 3]!]!;
    const y = LETTER[text[at + 4]!]!;
    // Until the size is settled no point is small enough.
    if (x >= width || y >= height) break;
    kinds[count] = color === UPPER_B ? ACTION.playBlack : ACTION.playWhite;
    points[count] = y * width + x;
    offsets[count] = at + 3;
    nodes[count] = node + 1 + count - first;
    count++;
    at += LENGTH;
    if (text[at] === LINE_FEED && at < end) at++;
  }
  scratch.count = count;
  return at;
}
