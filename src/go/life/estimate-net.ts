import { BLACK, EMPTY } from '../../core/color.js';
import { OUTCOMES, PLANES } from '../../core/kernels/layout.js';
import { prove, type Proved } from './benson.js';
import { bentFours } from './shapes.js';
import { CHAINS_RIGHT } from './calibration.js';
import type { Estimate, Estimator } from './life.js';
import { netInputOf, type NetInput } from './net-input.js';
import type { Net } from './net.js';
import { type ReadGroup, readGroups } from './nakade.js';
import { type PlayoutSums, sharedPlayer } from './playouts.js';
import { type Components, componentsOf, neighborsOf, type Position } from '../board/position.js';
import { chanceBy, confidenceFeaturesOf } from './confidence.js';

/** Enough for steady inputs to the net; four times as many change less than one verdict in a hundred games. */
export const PLAYOUTS = 128;

/**
 * After these playouts the net is asked, if the chains that they leave open have at most so many stones together. Where it is sure of those chains,
 * no more are run: of 3,035 games outside the reporting half two have another margin than with all playouts.
 */
const STAGES = [
  { playouts: 16, open: 7 },
  { playouts: 32, open: Infinity },
  { playouts: PLAYOUTS, open: Infinity },
];

/** On a board with stones on a smaller part of its points all playouts are run: it was hardly played out, and the net knows none like it. */
const MIN_STONES = 1 / 3;

/** A chain is open unless one color holds it at the end in this share of the playouts more than the other. */
const SETTLED = 0.4;

/**
 * With more contested points than this the borders are open, and all playouts are run. Without this limit 17 of 6,334 professional records, which
 * end before dame, lost a count that is their result and 3 gained one; with it 8 and 3. A lower one saves no time.
 */
const MAX_CONTESTED = 12;

/** A net this sure is believed. Where it is of every chain, the reflected position is not evaluated: in none of 371 such games did it matter. */
const SURE = 0.98;

/** Mean difference of the two answers in such games, as a confidence feature. */
const SURE_DIFFERENCE = 0.12;

/** Confidence in a verdict by the shape of a bent four where the net disagrees; the players may disagree as well. */
const BENT_FOUR_RIGHT = 0.9;

/** Highest confidence where reading a group to the end overrules the net: five of seven such records have its count, one nearly that of the net. */
const READ_RIGHT = 0.85;

/** Share of the board, and fewest points, that are neutral in a game that was not played out. */
const OPEN_PART = 0.1;
const MIN_OPEN = 12;

/** See `glance`. */
export interface Glance {
  readonly dead: Uint8Array;
  readonly ownership: Uint8Array;
  readonly sums: PlayoutSums;
}

/** The estimator that feeds the results of random playouts to the net. */
export function netEstimator(net: Net): Estimator {
  return (position: Position, components: Components, proved = prove(position, components)): Estimate => {
    const points = position.width * position.height;
    const { input, chances } = lookAt(net, position, components, proved);
    const difference =
      Math.min(...surenessOf(components, chances)) > SURE
        ? SURE_DIFFERENCE
        : Math.log1p(mixed(chances, runReflected(net, position, input)));
    const { dead, ownership } = ownersOf(position, chances);
    const probability = surenessOf(components, chances);
    const before = Uint8Array.from(dead);
    const bent = bentFours(position, components, dead);
    for (let p = 0; p < points; p++) {
      if (dead[p] !== before[p]) probability[components.of[p]!] = BENT_FOUR_RIGHT;
    }
    const open: number[] = [];
    let mostConfidence = 1;
    for (const group of readGroups(position, components, dead, proved.safe)) {
      if (group.chains.some((chain) => bent.includes(chain))) continue;
      if (isInDoubt(group, position.stones, components, dead)) open.push(...group.chains);
      if (group.status !== 'open' && apply(group, position, components, dead, probability))
        mostConfidence = READ_RIGHT;
    }
    const { features, neutral } = confidenceFeaturesOf(position, input, chances, dead, difference);
    return {
      dead,
      ownership,
      probability,
      confidence: chanceBy(CHAINS_RIGHT, features),
      confidenceFeatures: features,
      unfinished: isOpen(neutral, points) ? `not played out: ${neutral} neutral points` : '',
      open,
      mostConfidence,
    };
  };
}

/** What the net says of a position after all playouts, asked once: less than an estimate. */
export function glance(net: Net, position: Position): Glance {
  const components = componentsOf(position);
  const sums = sharedPlayer().run(position, PLAYOUTS);
  const input = netInputOf(position, components, sums, prove(position, components));
  return { ...ownersOf(position, net.run(position, input)), sums };
}

/** 1 where a stone is likelier dead than alive; the chance that a point is Black's at the end, 0 to 255. */
function ownersOf({ stones }: Position, chances: Float32Array): Omit<Glance, 'sums'> {
  const dead = new Uint8Array(stones.length);
  const ownership = new Uint8Array(stones.length);
  for (let p = 0; p < stones.length; p++) {
    const black = chances[p * OUTCOMES]!;
    const white = chances[p * OUTCOMES + 1]!;
    ownership[p] = Math.round(((1 + black - white) / 2) * 255);
    if (stones[p] !== EMPTY) dead[p] = (stones[p] === BLACK ? black : white) < 0.5 ? 1 : 0;
  }
  return { dead, ownership };
}

/**
 * Whether the players may have judged a group otherwise than its reading does: a space of three points and more into which nobody has played may
 * have been taken for two eyes. Of the groups that could be saved, those that the net calls dead were given up: to doubt them took the confidence of 50 counted games that were right.
 */
function isInDoubt(
  { chains, points, status }: ReadGroup,
  stones: Uint8Array,
  { first }: Components,
  dead: Uint8Array,
): boolean {
  const isGivenUp = chains.every((chain) => dead[first[chain]!] === 1);
  const isUntouched = points.length > 2 && points.every((p) => stones[p] === EMPTY);
  if (status === 'open') return !isGivenUp || (isUntouched && chains.length === 1);
  return status === 'dead' && isUntouched;
}

/** Writes what was read of a group into the estimate, and returns whether the net judged it otherwise; else it stays as sure as it was. */
function apply(
  { chains, points, status }: ReadGroup,
  { width, height, stones }: Position,
  { of, first }: Components,
  dead: Uint8Array,
  probability: Float64Array,
): boolean {
  const now = status === 'dead' ? 1 : 0;
  const changed = chains.filter((chain) => dead[first[chain]!] !== now);
  if (changed.length === 0) return false;
  for (const chain of changed) probability[chain] = READ_RIGHT;
  for (let p = 0; p < dead.length; p++) if (changed.includes(of[p]!)) dead[p] = now;
  if (now === 0) return true;
  for (const p of points) dead[p] = 0;
  // Stones that would have died by the group's life live, if nobody else of its color is left there.
  const near = neighborsOf(width, height);
  const color = stones[first[chains[0]!]!];
  const around = new Set(chains.map((chain) => first[chain]!));
  for (const p of around) {
    for (const q of near[p]!) {
      if (stones[q] === EMPTY || dead[q] === 1) around.add(q);
      else if (stones[q] === color) return true;
    }
  }
  for (const p of around) if (stones[p] !== color) dead[p] = 0;
  return true;
}

/** Runs playouts until the net or they themselves have settled every chain, and returns what the net was shown and said last. */
function lookAt(
  net: Net,
  position: Position,
  components: Components,
  proved: Proved,
): { readonly input: NetInput; readonly chances: Float32Array } {
  const { size } = components;
  const empty = position.stones.filter((stone) => stone === EMPTY).length;
  const isSparse = empty > (1 - MIN_STONES) * position.stones.length;
  const stages = isSparse ? STAGES.slice(-1) : STAGES;
  const numbers = stages.map(({ playouts }) => playouts);
  let seen: ReturnType<typeof lookAt>;
  let stage = 0;
  for (const sums of sharedPlayer().stages(position, numbers)) {
    const open = openChains(components, sums);
    const stones = open.reduce((all, chain) => all + size[chain]!, 0);
    const isLast = stage === stages.length - 1;
    if (stones > stages[stage++]!.open) continue;
    if (!isLast && contestedIn(position, sums) > MAX_CONTESTED) continue;
    const input = netInputOf(position, components, sums, proved);
    const chances = net.run(position, input);
    seen = { input, chances };
    const sureness = surenessOf(components, chances);
    if (open.every((chain) => sureness[chain]! > SURE)) break;
  }
  return seen!;
}

/** Empty points that neither color holds at the end far more often. */
function contestedIn({ stones }: Position, { blackFirst, whiteFirst, playouts }: PlayoutSums): number {
  let count = 0;
  for (let p = 0; p < stones.length; p++)
    if (stones[p] === EMPTY && Math.abs(blackFirst[p]! + whiteFirst[p]!) < SETTLED * playouts) count++;
  return count;
}

/** Chains that do not end up with one color far more often than with the other. */
function openChains({ of, count, content, size }: Components, sums: PlayoutSums): number[] {
  const favor = new Int32Array(count);
  for (let p = 0; p < of.length; p++) favor[of[p]!]! += sums.blackFirst[p]! + sums.whiteFirst[p]!;
  const found: number[] = [];
  for (let c = 0; c < count; c++) {
    if (content[c] !== EMPTY && Math.abs(favor[c]!) < SETTLED * size[c]! * sums.playouts) found.push(c);
  }
  return found;
}

/** By component: how sure the net is that the chain is alive or dead; 1 where there is no chain. */
function surenessOf({ count, content, first }: Components, chances: Float32Array): Float64Array {
  const sureness = new Float64Array(count).fill(1);
  for (let c = 0; c < count; c++) {
    if (content[c] === EMPTY) continue;
    const lives = chances[first[c]! * OUTCOMES + (content[c] === BLACK ? 0 : 1)]!;
    sureness[c] = Math.max(lives, 1 - lives);
  }
  return sureness;
}

/** Replaces the first answer by the mean of both; returns how many points they differ by. */
function mixed(chances: Float32Array, again: Float32Array): number {
  let difference = 0;
  for (let i = 0; i < chances.length; i++) {
    difference += Math.abs(chances[i]! - again[i]!);
    chances[i] = (chances[i]! + again[i]!) / 2;
  }
  return difference / 2;
}

/** Whether too many points are neutral: of the counted games with so many, one in fifty matches its declared result. */
function isOpen(neutral: number, points: number): boolean {
  return neutral >= Math.max(MIN_OPEN, OPEN_PART * points);
}

/** Planes that swap when the colors are exchanged, and planes that then change their sign. */
const BLACK_WHITE = [
  [0, 1],
  [13, 14],
] as const;
const SIGNED = [5, 17] as const;
const BLACK_FIRST = 3;
const WHITE_FIRST = 4;

/**
 * The second member of the symmetry ensemble: the net's answer to the position with the colors exchanged and the board
 * turned by 180 degrees (the points in reverse order), mapped back. A trained net does not treat the two quite alike: the
 * mean of both is better than either, and where they differ neither can be trusted.
 */
export function runReflected(net: Net, position: Position, input: NetInput): Float32Array {
  const { width, height, stones } = position;
  const points = width * height;
  const planes = new Int8Array(input.planes.length);
  const turned = new Uint8Array(points);
  const chains = new Int16Array(points);
  const areas = new Int16Array(points);
  for (let p = 0; p < points; p++) {
    const q = points - 1 - p;
    turned[q] = stones[p] === EMPTY ? EMPTY : 3 - stones[p]!;
    chains[q] = input.chains.of[p]!;
    areas[q] = input.areas.of[p]!;
    const from = p * PLANES;
    const to = q * PLANES;
    for (let f = 0; f < PLANES; f++) planes[to + f] = input.planes[from + f]!;
    for (const [black, white] of BLACK_WHITE) {
      planes[to + black] = input.planes[from + white]!;
      planes[to + white] = input.planes[from + black]!;
    }
    planes[to + BLACK_FIRST] = -input.planes[from + WHITE_FIRST]!;
    planes[to + WHITE_FIRST] = -input.planes[from + BLACK_FIRST]!;
    for (const f of SIGNED) planes[to + f] = -input.planes[from + f]!;
  }
  const seen = net.run(
    { width, height, stones: turned },
    {
      ...input,
      planes,
      chains: { ...input.chains, of: chains },
      areas: { ...input.areas, of: areas },
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
