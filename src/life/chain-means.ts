import { BLACK, EMPTY } from '../core/color.js';
import type { Components } from './position.js';

/** Mean of a value over each component. */
export function meansOf(components: Components, values: ArrayLike<number>): Float64Array {
  const { of, count, size } = components;
  const means = new Float64Array(count);
  for (let p = 0; p < of.length; p++) means[of[p]!]! += values[p]!;
  for (let c = 0; c < count; c++) means[c]! /= size[c]!;
  return means;
}

/** Stones of chains whose points mostly favor the other color (`favor` positive: Black). */
export function deadByMean(components: Components, favor: ArrayLike<number>): Uint8Array {
  const { of, count, content } = components;
  const sums = new Float64Array(count);
  for (let p = 0; p < of.length; p++) sums[of[p]!]! += favor[p]!;
  const dead = new Uint8Array(of.length);
  for (let p = 0; p < of.length; p++) {
    const chain = of[p]!;
    if (content[chain] === EMPTY) continue;
    if (content[chain] === BLACK ? sums[chain]! < 0 : sums[chain]! > 0) dead[p] = 1;
  }
  return dead;
}
