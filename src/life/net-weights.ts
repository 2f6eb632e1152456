import { readHalfFloats } from './net.js';
import { WEIGHTS } from './weights.js';

/** The net's weights in the trainer's order; a call, so that they stay unread until then. */
export function netWeights(): Float32Array {
  return readHalfFloats(WEIGHTS);
}
