import { BLACK, EMPTY } from '../core/color.js';
import { OUTCOMES, PLANES } from '../kernels/layout/products.js';
import { prove } from './benson.js';
import { bentFours } from './bent-four.js';
import { CHAINS_RIGHT, chanceBy } from './calibration.js';
import type { Estimate, Estimator } from './estimate.js';
import { describe, type Features } from './features.js';
import type { Net } from './net.js';
import { type PlayoutSums, thePlayer } from './playouts.js';
import type { Components, Position } from '../board/position.js';
import { signsOf } from './signs.js';

/** Enough for steady inputs to the net; four times as many change less than one verdict in a hundred games. */
export const PLAYOUTS = 128;

/** Where the first few settle every chain, so far that its points favor one color by this part of them, no more are played. */
const FEW_PLAYOUTS = 32;
const SETTLED = 0.4;

/** Where the first look is this sure of every chain there is no second one: in none of 371 such games did it matter. */
const SURE = 0.98;

/** What two looks differ by in such games (see `signs`), as a mean. */
const SURE_DIFFERENCE = 0.12;

/** Chance given to what the shape of a bent four decides against the net; players who know it may still disagree. */
const BENT_FOUR_RIGHT = 0.9;

/** Part of the board, and points at the least, that are nobody's in a game that was not played out. */
const OPEN_PART = 0.1;
const LEAST_OPEN = 12;

/** An estimator that lets the net judge what random playouts make of the position. */
export function netEstimator(net: Net): Estimator {
  return (position: Position, components: Components, proved = prove(position, components)): Estimate => {
    const points = position.width * position.height;
    const sums = thePlayer().runUntil(position, PLAYOUTS, FEW_PLAYOUTS, (first) =>
      isSettled(components, first),
    );
    const features = describe(position, components, sums, proved);
    const chances = net.run(position, features);
    const difference =
      weakestOf(components, chances) > SURE
        ? SURE_DIFFERENCE
        : Math.log1p(mixed(chances, secondLook(net, position, features)));
    const dead = new Uint8Array(points);
    const ownership = new Uint8Array(points);
    const probability = new Float64Array(components.count).fill(1);
    for (let p = 0; p < points; p++) {
      const black = chances[p * OUTCOMES]!;
      const white = chances[p * OUTCOMES + 1]!;
      ownership[p] = Math.round(((1 + black - white) / 2) * 255);
      const stone = position.stones[p]!;
      if (stone === EMPTY) continue;
      const lives = stone === BLACK ? black : white;
      dead[p] = lives < 0.5 ? 1 : 0;
      probability[components.of[p]!] = Math.max(lives, 1 - lives);
    }
    const before = Uint8Array.from(dead);
    bentFours(position, components, dead);
    for (let p = 0; p < points; p++) {
      if (dead[p] !== before[p]) probability[components.of[p]!] = BENT_FOUR_RIGHT;
    }
    const { signs, neutral } = signsOf(position, features, chances, dead, difference);
    return {
      dead,
      seki: new Uint8Array(points),
      ownership,
      probability,
      confidence: chanceBy(CHAINS_RIGHT, signs),
      signs,
      unfinished: isOpen(neutral, points) ? `not played out: ${neutral} neutral points` : '',
    };
  };
}

/** Every chain goes to one color far more often than to the other. */
function isSettled({ of, count, content, size }: Components, sums: PlayoutSums): boolean {
  const favor = new Int32Array(count);
  for (let p = 0; p < of.length; p++) favor[of[p]!]! += sums.blackFirst[p]! + sums.whiteFirst[p]!;
  for (let c = 0; c < count; c++) {
    if (content[c] !== EMPTY && Math.abs(favor[c]!) < SETTLED * size[c]! * sums.playouts) return false;
  }
  return true;
}

/** How sure the net is of the chain that it is least sure of. */
function weakestOf({ count, content, first }: Components, chances: Float32Array): number {
  let weakest = 1;
  for (let c = 0; c < count; c++) {
    if (content[c] === EMPTY) continue;
    const lives = chances[first[c]! * OUTCOMES + (content[c] === BLACK ? 0 : 1)]!;
    weakest = Math.min(weakest, Math.max(lives, 1 - lives));
  }
  return weakest;
}

/** Makes the first answer the mean of both, and returns how many points they differ by. */
function mixed(chances: Float32Array, again: Float32Array): number {
  let difference = 0;
  for (let i = 0; i < chances.length; i++) {
    difference += Math.abs(chances[i]! - again[i]!);
    chances[i] = (chances[i]! + again[i]!) / 2;
  }
  return difference / 2;
}

/** Of counted games with so many neutral points left, one in fifty counts to what was declared. */
function isOpen(neutral: number, points: number): boolean {
  return neutral >= Math.max(LEAST_OPEN, OPEN_PART * points);
}

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
