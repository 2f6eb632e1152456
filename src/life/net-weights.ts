import { readHalfFloats } from './net.js';
import { WEIGHTS } from './weights.js';

/** The net's weights in the trainer's order; a function, so that they are read only when needed. */
export function netWeights(): Float32Array {
  return readHalfFloats(WEIGHTS);
}
