import { readHalfFloats } from './half-floats.js';
import { BLOCKS, WEIGHTS } from './weights.js';

/** The net's weights, in the trainer's order, and its number of blocks; a call, so that they stay unread until then. */
export function netWeights(): { readonly weights: Float32Array; readonly blocks: number } {
  return { weights: readHalfFloats(WEIGHTS), blocks: BLOCKS };
}
