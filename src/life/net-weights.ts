import { BLOCKS, WEIGHTS } from './weights.js';

/** The net's weights (half floats, base64) and its number of blocks; a call, so that a build can leave them unread until then. */
export function netWeights(): { readonly weights: string; readonly blocks: number } {
  return { weights: WEIGHTS, blocks: BLOCKS };
}
