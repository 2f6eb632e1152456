import { type Weights, weightsOfBase64 } from './net.js';
import { WEIGHTS } from './weights.js';

/** The net's weights in the trainer's order; a function, so that they are read only when needed. */
export function netWeights(): Weights {
  return weightsOfBase64(WEIGHTS);
}
