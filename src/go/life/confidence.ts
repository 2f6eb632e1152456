import { BLACK, EMPTY, WHITE } from '../../core/color.js';
import type { NetInput } from './net-input.js';
import { OUTCOMES } from '../../core/kernels/layout.js';
import {
  type Neighbors,
  neighborsOf,
  type Position,
  withoutDead,
  colorsBeside,
  componentsOf,
} from '../board/position.js';

/** Log-odds are clipped here: beyond it the net's own chances mean nothing. */
const MAX_ODDS = 9;

/** More neutral points than this suggest that the game was not played out. */
const FINISHED = 20;

/**
 * The features of a judged position that make a wrong count likely: chains and points of which the net is unsure, neutral
 * points left, answers of the symmetry ensemble that differ (`difference`: log of one plus the points), playouts and net
 * that disagree, and kos and chains in atari left on the board. All are small in a position that is easy to count.
 * In the order of the weights of `CHAINS_RIGHT`.
 */
export function confidenceFeaturesOf(
  position: Position,
  input: NetInput,
  chances: Float32Array,
  dead: Uint8Array,
  difference: number,
): { features: number[]; neutral: number } {
  const { width, height, stones } = position;
  const points = width * height;
  const near = neighborsOf(width, height);
  const { chains } = input;
  let all = 0;
  let weakest = 1;
  let doubtfulStones = 0;
  let disagreements = 0;
  let ataris = 0;
  for (let c = 0; c < chains.count; c++) {
    if (chains.content[c] === EMPTY) continue;
    const p = chains.first[c]!;
    const lives = chances[p * OUTCOMES + (chains.content[c] === BLACK ? 0 : 1)]!;
    const right = Math.max(lives, 1 - lives);
    all += Math.log(Math.max(right, 1e-9));
    weakest = Math.min(weakest, right);
    doubtfulStones += (1 - right) * chains.size[c]!;
    if (dead[p] !== input.dead[p]) disagreements += chains.size[c]!;
    if (input.liberties[c] === 1 && dead[p] === 0) ataris++;
  }
  let doubtfulPoints = 0;
  let kos = 0;
  for (let p = 0; p < points; p++) {
    const at = p * OUTCOMES;
    if (stones[p] !== EMPTY) continue;
    doubtfulPoints += 1 - Math.max(chances[at]!, chances[at + 1]!, chances[at + 2]!);
    if (isKo(near, stones, input, p)) kos++;
  }
  const neutral = neutralPoints(position, dead);
  const features = [
    odds(Math.exp(all)),
    odds(weakest),
    Math.log1p(doubtfulStones),
    Math.log1p(doubtfulPoints),
    Math.log1p(neutral),
    Math.max(0, neutral - FINISHED) / FINISHED,
    Math.log1p(disagreements),
    Math.min(kos, 3),
    Math.log1p(ataris),
    points < 200 ? 1 : 0,
    difference,
  ];
  return { features, neutral };
}

function odds(chance: number): number {
  const value = Math.log(chance / Math.max(1 - chance, 1e-9));
  return Math.max(-MAX_ODDS, Math.min(MAX_ODDS, value));
}

/** Whether an empty point is surrounded by one color, with a single stone among its neighbors that a play there captures. */
function isKo(near: Neighbors, stones: Uint8Array, { chains, liberties }: NetInput, p: number): boolean {
  const beside = near[p]!;
  const color = stones[beside[0]!];
  if (color === EMPTY || beside.some((q) => stones[q] !== color)) return false;
  return beside.some((q) => chains.size[chains.of[q]!] === 1 && liberties[chains.of[q]!] === 1);
}

/** Empty points in regions that touch both colors, or none, once the dead are off the board. */
function neutralPoints({ width, height, stones }: Position, dead: Uint8Array): number {
  const cleared = { width, height, stones: withoutDead(stones, dead) };
  const regions = componentsOf(cleared);
  const beside = colorsBeside(cleared, regions);
  let neutral = 0;
  for (let region = 0; region < regions.count; region++) {
    const isTerritory = beside[region] === BLACK || beside[region] === WHITE;
    if (regions.content[region] === EMPTY && !isTerritory) neutral += regions.size[region]!;
  }
  return neutral;
}

/** Logistic regression: the chance is `1 / (1 + exp(-(bias + sum of weights times features)))`. */
export interface Logistic {
  readonly bias: number;
  readonly weights: readonly number[];
}

/** A feature without a weight counts nothing, so that a new one can be fitted. */
export function chanceBy(model: Logistic, features: readonly number[]): number {
  let sum = model.bias;
  for (let i = 0; i < features.length; i++) sum += (model.weights[i] ?? 0) * features[i]!;
  return 1 / (1 + Math.exp(-sum));
}

/** A question about one feature: if it is at most the threshold, `low` is the answer or the next question, else `high`. */
export type Tree = number | readonly [feature: number, threshold: number, low: Tree, high: Tree];

/** Boosted trees: the log-odds of the chance are `bias` and the answers of all trees together. */
export interface Boosted {
  readonly bias: number;
  readonly trees: readonly Tree[];
}

export function chanceByTrees({ bias, trees }: Boosted, features: readonly number[]): number {
  let sum = bias;
  for (const tree of trees) {
    let at = tree;
    while (typeof at !== 'number') at = features[at[0]]! <= at[1] ? at[2] : at[3];
    sum += at;
  }
  return 1 / (1 + Math.exp(-sum));
}
