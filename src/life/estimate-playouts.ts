import { BLACK, EMPTY } from '../core/color.js';
import { enclose } from './enclosure.js';
import type { Estimate } from './estimate.js';
import { playerFor } from './playouts.js';
import type { Components, Position } from './position.js';

/** Twice as many win 0.4 of a hundred games more and cost as much again. */
export const PLAYOUTS = 100;

/** Judges by random playouts alone: a chain is dead when the other color mostly ends up with its points. */
export function estimateByPlayouts(position: Position, components: Components): Estimate {
  const points = position.width * position.height;
  const sums = playerFor(position.width, position.height).run(position, PLAYOUTS);
  const favor = new Int16Array(points);
  for (let p = 0; p < points; p++) favor[p] = sums.blackFirst[p]! + sums.whiteFirst[p]!;
  const dead = deadByMean(components, favor);
  enclose(position, favor, dead);

  const ownership = new Uint8Array(points);
  for (let p = 0; p < points; p++) ownership[p] = Math.round(((favor[p]! / PLAYOUTS + 1) / 2) * 255);
  const probability = new Float64Array(components.count).fill(1);
  let confidence = 1;
  for (let c = 0; c < components.count; c++) {
    if (components.content[c] === EMPTY) continue;
    const mean = Math.abs(meanOf(components, favor, c)) / PLAYOUTS;
    const right = 1 / (1 + Math.exp(-(0.4 + 6 * mean)));
    probability[c] = right;
    confidence = Math.min(confidence, right);
  }
  return { dead, seki: new Uint8Array(points), ownership, probability, confidence, unfinished: '' };
}

function meanOf(components: Components, favor: ArrayLike<number>, chain: number): number {
  let sum = 0;
  const { of, first, size } = components;
  let left = size[chain]!;
  for (let p = first[chain]!; left > 0; p++) {
    if (of[p] !== chain) continue;
    sum += favor[p]!;
    left--;
  }
  return sum / size[chain]!;
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
