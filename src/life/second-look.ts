import { EMPTY } from '../core/color.js';
import { OUTCOMES, PLANES } from '../kernels/layout/products.js';
import type { Features } from './features.js';
import type { Net } from './net.js';
import type { Position } from './position.js';

/** Planes that swap with each other when the colors do, and planes that then change their sign. */
const BLACK_WHITE = [
  [0, 1],
  [13, 14],
] as const;
const SIGNED = [5, 17] as const;
const BLACK_FIRST = 3;
const WHITE_FIRST = 4;

/**
 * The net's answer to the same position seen with the colors exchanged and the board turned by 180 degrees (the points
 * in reverse order), told back in the position's own terms. What a net has learned does not treat the two quite alike;
 * the mean of both is better than either, and where they differ neither is to be trusted.
 */
export function secondLook(net: Net, position: Position, features: Features): Float32Array {
  const { width, height, stones } = position;
  const points = width * height;
  const planes = new Int8Array(features.planes.length);
  const turned = new Uint8Array(points);
  const chains = new Int16Array(points);
  const areas = new Int16Array(points);
  for (let p = 0; p < points; p++) {
    const q = points - 1 - p;
    turned[q] = stones[p] === EMPTY ? EMPTY : 3 - stones[p]!;
    chains[q] = features.chains.of[p]!;
    areas[q] = features.areas.of[p]!;
    const from = p * PLANES;
    const to = q * PLANES;
    for (let f = 0; f < PLANES; f++) planes[to + f] = features.planes[from + f]!;
    for (const [black, white] of BLACK_WHITE) {
      planes[to + black] = features.planes[from + white]!;
      planes[to + white] = features.planes[from + black]!;
    }
    planes[to + BLACK_FIRST] = -features.planes[from + WHITE_FIRST]!;
    planes[to + WHITE_FIRST] = -features.planes[from + BLACK_FIRST]!;
    for (const f of SIGNED) planes[to + f] = -features.planes[from + f]!;
  }
  const seen = net.run(
    { width, height, stones: turned },
    {
      ...features,
      planes,
      chains: { ...features.chains, of: chains },
      areas: { ...features.areas, of: areas },
    },
  );
  const chances = new Float32Array(seen.length);
  for (let p = 0; p < points; p++) {
    const from = (points - 1 - p) * OUTCOMES;
    const to = p * OUTCOMES;
    chances[to] = seen[from + 1]!;
    chances[to + 1] = seen[from]!;
    chances[to + 2] = seen[from + 2]!;
  }
  return chances;
}
