import { BLACK, EMPTY, WHITE } from '../core/color.js';
import type { Features } from './features.js';
import { OUTCOMES } from '../kernels/layout/products.js';
import {
  type Components,
  neighborsOf,
  type Position,
  withoutDead,
  colorsBeside,
  componentsOf,
} from '../board/position.js';

/** What tells how far a judgement can be trusted, in the order of SIGN_NAMES. */
export const SIGN_NAMES = [
  'all',
  'weakest',
  'doubtfulStones',
  'doubtfulPoints',
  'neutral',
  'open',
  'disagreements',
  'kos',
  'ataris',
  'small',
  'difference',
] as const;

/** Log-odds are cut off here: beyond it the net's own chances mean nothing. */
const MOST_ODDS = 9;

/** Neutral points beyond this many tell of a game that was not played out. */
const FINISHED = 20;

/**
 * Looks at a judged position for what makes counts go wrong: doubtful chains and points (by the net), neutral points
 * left, two looks of the net that differ (`difference`: log of one plus the points), playouts and net of different opinion, kos and chains in atari left standing. One number a sign, small when all is well.
 */
export function signsOf(
  position: Position,
  features: Features,
  chances: Float32Array,
  dead: Uint8Array,
  difference: number,
): { signs: number[]; neutral: number } {
  const { width, height, stones } = position;
  const points = width * height;
  const near = neighborsOf(width, height);
  const { chains } = features;
  let all = 0;
  let weakest = 1;
  let doubtfulStones = 0;
  let disagreements = 0;
  for (let c = 0; c < chains.count; c++) {
    if (chains.content[c] === EMPTY) continue;
    const p = chains.first[c]!;
    const lives = chances[p * OUTCOMES + (chains.content[c] === BLACK ? 0 : 1)]!;
    const right = Math.max(lives, 1 - lives);
    all += Math.log(Math.max(right, 1e-9));
    weakest = Math.min(weakest, right);
    doubtfulStones += (1 - right) * chains.size[c]!;
    if (dead[p] !== features.dead[p]) disagreements += chains.size[c]!;
  }
  let doubtfulPoints = 0;
  let kos = 0;
  for (let p = 0; p < points; p++) {
    const at = p * OUTCOMES;
    if (stones[p] !== EMPTY) continue;
    doubtfulPoints += 1 - Math.max(chances[at]!, chances[at + 1]!, chances[at + 2]!);
    if (isKo(near, stones, chains, p)) kos++;
  }
  const { neutral, ataris } = neutralPoints(near, position, chains, dead);
  const signs = [
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
  return { signs, neutral };
}

function odds(chance: number): number {
  const value = Math.log(chance / Math.max(1 - chance, 1e-9));
  return Math.max(-MOST_ODDS, Math.min(MOST_ODDS, value));
}

/** An empty point between stones of one color of which one, alone, could be taken and take back. */
function isKo(near: Int16Array, stones: Uint8Array, chains: Components, p: number): boolean {
  let color = 0;
  let single = 0;
  for (let d = p * 4, end = d + 4; d < end; d++) {
    const q = near[d]!;
    if (q < 0) continue;
    if (stones[q] === EMPTY) return false;
    if (color !== 0 && stones[q] !== color) return false;
    color = stones[q]!;
    if (chains.size[chains.of[q]!] === 1 && libertiesOf(near, stones, q) === 1) single++;
  }
  return single > 0;
}

function libertiesOf(near: Int16Array, stones: Uint8Array, stone: number): number {
  let free = 0;
  for (let d = stone * 4, end = d + 4; d < end; d++) if (near[d]! >= 0 && stones[near[d]!] === EMPTY) free++;
  return free;
}

/** Empty points, the dead being off, in regions that touch both colors; and living chains with one liberty left. */
function neutralPoints(
  near: Int16Array,
  position: Position,
  chains: Components,
  dead: Uint8Array,
): { neutral: number; ataris: number } {
  const { width, height, stones } = position;
  const points = stones.length;
  const cleared = { width, height, stones: withoutDead(stones, dead) };
  const regions = componentsOf(cleared);
  const beside = colorsBeside(cleared, regions);
  let neutral = 0;
  for (let region = 0; region < regions.count; region++) {
    const isTerritory = beside[region] === BLACK || beside[region] === WHITE;
    if (regions.content[region] === EMPTY && !isTerritory) neutral += regions.size[region]!;
  }
  const liberties = new Int16Array(chains.count);
  const counted = new Int16Array(chains.count).fill(-1);
  for (let p = 0; p < points; p++) {
    if (stones[p] !== EMPTY) continue;
    for (let d = p * 4, end = d + 4; d < end; d++) {
      const q = near[d]!;
      if (q < 0 || stones[q] === EMPTY || counted[chains.of[q]!] === p) continue;
      counted[chains.of[q]!] = p;
      liberties[chains.of[q]!]!++;
    }
  }
  let ataris = 0;
  for (let c = 0; c < chains.count; c++) {
    if (chains.content[c] !== EMPTY && liberties[c] === 1 && dead[chains.first[c]!] === 0) ataris++;
  }
  return { neutral, ataris };
}
