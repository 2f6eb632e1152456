import {
  type Components,
  componentsOf,
  type Neighbors,
  neighborsOf,
  type Position,
} from '../board/position.js';
import { EMPTY } from '../../core/color.js';
import { finding } from '../../core/findings/finding.js';
import type { Life } from './life.js';

/** A region of at least this size gives two eyes whatever its shape. */
const SURE = 7;

/** Who moves first in a region: a dead stone inside is the opponent's first move there. */
export type FirstIn = 'owner' | 'opponent';

/**
 * Eyes that a region of territory gives by its shape: 1 or 2. If the owner moves first, only a region of one or two points
 * and the square four give one eye; if the opponent does, the nakade shapes do as well (three, T four, bulky and crossed
 * five, rabbity six).
 * Ignores corners and outside liberties.
 */
export function eyesOf(region: readonly number[], near: Neighbors, first: FirstIn): number {
  const size = region.length;
  if (size >= SURE) return 2;
  if (size <= 2) return 1;
  let lines = 0;
  let most = 0;
  for (const p of region) {
    let degree = 0;
    for (const q of near[p]!) if (region.includes(q)) degree++;
    lines += degree / 2;
    if (degree > most) most = degree;
  }
  if (size === 4 && lines === 4) return 1;
  if (first === 'owner') return 2;
  if (size === 3) return 1;
  if (size === 4) return most === 3 ? 1 : 2;
  if (size === 5) return most === 4 || lines === 5 ? 1 : 2;
  return most === 4 && lines === 6 ? 1 : 2;
}

/** The points around the corner; the chain's other liberty is the fifth point of its inside. */
const SHAPE = 4;

/**
 * Marks chains that are dead by the bent four in the corner (Japanese rules 1989, art. 7: no ko threats once play has ended):
 * the chain has two liberties inside an eye space of five points of which the other color holds three; with one of the
 * liberties those three form the bent four in a corner. The defender cannot play there; the attacker can start a ko.
 * Writes 1 for the chain and 0 for the stones inside it, unless `dead` has stones around the chain as dead.
 * Returns the chains.
 */
export function bentFours(position: Position, components: Components, dead: Uint8Array): readonly number[] {
  const { width, height, stones } = position;
  const found: number[] = [];
  if (width < 5 || height < 5) return found;
  const near = neighborsOf(width, height);
  const across = [1, -1] as const;
  for (const right of across) {
    for (const down of across) {
      const corner = (right > 0 ? 0 : width - 1) + (down > 0 ? 0 : height - 1) * width;
      const [x, y] = [right, down * width];
      for (const four of [
        [corner, corner + x, corner + 2 * x, corner + y],
        [corner, corner + y, corner + 2 * y, corner + x],
      ]) {
        const inside = insideOf(four, stones, near);
        const chain = inside && chainAround(inside, position, components, near, dead);
        if (chain === undefined) continue;
        components.of.forEach((one, p) => {
          if (one === chain) dead[p] = 1;
        });
        for (const p of inside!) dead[p] = 0;
        found.push(chain);
      }
    }
  }
  return found;
}

/** Chance that a bent four is dead while its owner has ko threats that cannot be removed: only the ko fight would show. */
const THREATENED = 0.5;

/**
 * Verdicts with those on bent fours in doubt: for rules under which they are dead only if their attacker can remove
 * every ko threat first, and a board with a seki, which holds threats that cannot be removed. What was marked or given
 * stays: the players agreed on it.
 */
export function withThreatenedBentFours(position: Position, life: Life): Life {
  if (life.source !== 'estimated') return life;
  const components = componentsOf(position);
  const bent = new Set(
    bentFours(position, components, Uint8Array.from(life.dead)).map((chain) => components.first[chain]!),
  );
  if (bent.size === 0) return life;
  const inDoubt = life.chains.filter(({ point, dead }) => dead && bent.has(point));
  if (inDoubt.length === 0) return life;
  const reported = new Set(life.findings.map(({ code, point }) => code === 'dead/uncertain' && point));
  const findings = inDoubt
    .filter(({ point }) => !reported.has(point))
    .map(({ stones, color, point }) =>
      finding('dead/uncertain', { stones, points: 2 * stones }, { color, point }),
    );
  return {
    ...life,
    chains: life.chains.map((chain) =>
      inDoubt.includes(chain) ? { ...chain, probability: THREATENED } : chain,
    ),
    confidence: Math.min(life.confidence, THREATENED),
    mostConfidence: THREATENED,
    findings: [...life.findings, ...findings],
  };
}

/** The four points and the one empty point beside them, when three of the four are held by one color and one is empty. */
function insideOf(four: readonly number[], stones: Uint8Array, near: Neighbors): number[] | undefined {
  const held = four.filter((p) => stones[p] !== EMPTY);
  if (held.length !== SHAPE - 1 || held.some((p) => stones[p] !== stones[held[0]!])) return undefined;
  const inside = [...four];
  for (const p of four) {
    for (const q of near[p]!) {
      if (inside.includes(q)) continue;
      if (stones[q] === stones[held[0]!]) return undefined;
      if (stones[q] === EMPTY) inside.push(q);
    }
  }
  return inside.length === SHAPE + 1 ? inside : undefined;
}

/** The one chain that encloses the inside, when it has no liberty outside and what surrounds it lives. */
function chainAround(
  inside: readonly number[],
  { stones }: Position,
  components: Components,
  near: Neighbors,
  dead: Uint8Array,
): number | undefined {
  const chains = new Set<number>();
  for (const p of inside) {
    for (const q of near[p]!) {
      if (inside.includes(q)) continue;
      if (stones[q] === EMPTY) return undefined;
      chains.add(components.of[q]!);
    }
  }
  const [chain] = chains;
  if (chain === undefined || chains.size > 1) return undefined;
  for (let p = 0; p < stones.length; p++) {
    if (components.of[p] !== chain) continue;
    for (const q of near[p]!) {
      if (components.of[q] === chain || inside.includes(q)) continue;
      if (stones[q] === EMPTY || dead[q] === 1) return undefined;
    }
  }
  return chain;
}
