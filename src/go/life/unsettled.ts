import { eyesOf } from './shapes.js';
import { BLACK, EMPTY, WHITE } from '../../core/color.js';
import {
  type Components,
  componentsOf,
  type Neighbors,
  neighborsOf,
  type Position,
  colorsBeside,
} from '../board/position.js';

/** Most points of an eye space that one move can reduce to one eye. */
const LARGEST_KILLABLE = 6;
const TWO_EYES = 2;
/** A square of territory with this many points per side and no stone of its owner is large enough for an invader to live. */
const ROOM = 6;
const BOTH = BLACK | WHITE;

/** Chains of one color that are connected through the regions that they alone surround. */
interface Group {
  readonly stones: number[];
  readonly eyes: Set<number>;
  touchesDame: boolean;
  isSafe: boolean;
}

interface Regions {
  readonly components: Components;
  /** Colors beside each empty region. */
  readonly beside: Uint8Array;
}

/**
 * Marks (1 per point) the stones whose life depends on who moves next: groups judged alive whose only eye space a single move
 * kills, capturing races that the side judged dead would win by moving first, and dead stones with space to live in.
 * By liberties and shapes only, without reading.
 * `safe`: the color that is proved alive on the point. Not marked: groups next to dame or with dead stones in their eye, and a seki of two groups.
 */
export function unsettledStones(position: Position, dead: Uint8Array, safe: Uint8Array): Uint8Array {
  const { width, height, stones } = position;
  const near = neighborsOf(width, height);
  const cleared = stones.map((stone, p) => (dead[p] === 1 ? EMPTY : stone));
  const marked = new Uint8Array(stones.length);
  const counted = regionsOf({ width, height, stones: cleared });
  const groups = groupsOf({ width, height, stones: cleared }, counted, near, safe);
  for (const group of new Set(groups)) {
    if (!group || group.isSafe || group.touchesDame || group.eyes.size !== 1) continue;
    const [eye] = group.eyes;
    const points = pointsOf(counted.components, eye!);
    if (points.some((p) => dead[p] === 1) || eyesOf(points, near, 'opponent') > 1) continue;
    for (const p of group.stones) marked[p] = 1;
  }
  markRoom(counted, position, dead, marked);
  const actual = regionsOf(position);
  markFewLiberties(position, actual.components, dead, safe, marked);
  for (let chain = 0; chain < actual.components.count; chain++) {
    const first = actual.components.first[chain]!;
    if (actual.components.content[chain] === EMPTY || dead[first] === 0 || safe[first] !== 0) continue;
    const racing = pointsOf(actual.components, chain);
    const liberties = libertiesOf(racing, stones, near);
    for (const group of captorsOf(racing, groups, counted.components, near)) {
      if (group.isSafe || standingEyes(group, actual, near) >= TWO_EYES) continue;
      if (libertiesOf(group.stones, stones, near) > liberties) continue;
      for (const p of racing) marked[p] = 1;
      for (const p of group.stones) marked[p] = 1;
    }
  }
  return marked;
}

/** How many liberties each chain has, 3 for more, and the first two, by component number. */
function fewLiberties(stones: Uint8Array, { of, count }: Components, near: Neighbors) {
  const few = new Uint8Array(count);
  const first = new Int16Array(count);
  const second = new Int16Array(count);
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] !== EMPTY) continue;
    for (const q of near[p]!) {
      const chain = of[q]!;
      const known = few[chain]!;
      if (stones[q] === EMPTY || known > 2) continue;
      const last = known === 1 ? first : second;
      if (known > 0 && last[chain] === p) continue;
      if (known < 2) (known === 0 ? first : second)[chain] = p;
      few[chain] = known + 1;
    }
  }
  return { few, first, second };
}

/**
 * Marks living chains of two stones and more that are in atari beside an opposing one in atari: who moves next takes the other. And chains
 * with two liberties that each share one with the next, as in a seki of three groups: to fill one of them decides about the other.
 */
function markFewLiberties(
  { width, height, stones }: Position,
  components: Components,
  dead: Uint8Array,
  safe: Uint8Array,
  marked: Uint8Array,
): void {
  const near = neighborsOf(width, height);
  const { of, size } = components;
  const { few, first, second } = fewLiberties(stones, components, near);
  /** Whether a point is of a chain whose life is not proved, with so many liberties. */
  const has = (p: number, liberties: number): boolean =>
    stones[p] !== EMPTY && few[of[p]!] === liberties && size[of[p]!]! > 1 && dead[p] === 0 && safe[p] === 0;
  const mark = (chains: readonly number[]): void => {
    for (let r = 0; r < stones.length; r++) if (chains.includes(of[r]!)) marked[r] = 1;
  };
  for (let p = 0; p < stones.length; p++) {
    if (marked[p] === 1) continue;
    const chain = of[p]!;
    if (has(p, 1)) {
      for (const q of near[p]!) if (stones[q] === 3 - stones[p]! && has(q, 1)) mark([chain, of[q]!]);
    }
    if (!has(p, 2)) continue;
    const [one, other] = [first[chain]!, second[chain]!].map((at) =>
      near[at]!.filter((q) => stones[q] !== EMPTY && of[q] !== chain),
    ) as [number[], number[]];
    const foes = [...one, ...other];
    if (one.length * other.length === 0 || foes.some((q) => stones[q] === stones[p] || !has(q, 2))) continue;
    if (!one.some((q) => other.some((r) => of[q] === of[r]))) mark([chain, ...foes.map((q) => of[q]!)]);
  }
}

/** Marks dead stones in wide squares of one player's territory. */
function markRoom(
  { components, beside }: Regions,
  { width, stones }: Position,
  dead: Uint8Array,
  marked: Uint8Array,
): void {
  // Side of the largest square of one region whose lower right corner the point is.
  const side = new Uint8Array(stones.length);
  for (let p = 0; p < stones.length; p++) {
    const region = components.of[p]!;
    if (components.content[region] !== EMPTY || beside[region] === BOTH) continue;
    side[p] = 1;
    if (p < width || p % width === 0) continue;
    const [left, above, corner] = [p - 1, p - width, p - width - 1];
    const { of } = components;
    if (of[left] !== region || of[above] !== region || of[corner] !== region) continue;
    side[p] = 1 + Math.min(side[left]!, side[above]!, side[corner]!);
    if (side[p]! < ROOM) continue;
    for (let y = 0; y < ROOM; y++) {
      for (let x = 0; x < ROOM; x++) {
        const q = p - y * width - x;
        if (dead[q] === 1 && stones[q] !== EMPTY) marked[q] = 1;
      }
    }
  }
}

function regionsOf(position: Position): Regions {
  const components = componentsOf(position);
  return { components, beside: colorsBeside(position, components) };
}

/** The group of each chain, by the chain's component. */
function groupsOf(
  { stones }: Position,
  { components, beside }: Regions,
  near: Neighbors,
  safe: Uint8Array,
): readonly (Group | undefined)[] {
  const groups: (Group | undefined)[] = new Array<undefined>(components.count);
  /** The group beside each region. */
  const holders: (Group | undefined)[] = new Array<undefined>(components.count);
  const join = (a: Group, b: Group): Group => {
    if (a === b) return a;
    a.stones.push(...b.stones);
    for (const eye of b.eyes) a.eyes.add(eye);
    a.touchesDame ||= b.touchesDame;
    a.isSafe ||= b.isSafe;
    for (let c = 0; c < components.count; c++) {
      if (groups[c] === b) groups[c] = a;
      if (holders[c] === b) holders[c] = a;
    }
    return a;
  };
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] === EMPTY) continue;
    const chain = components.of[p]!;
    let group = (groups[chain] ??= { stones: [], eyes: new Set(), touchesDame: false, isSafe: false });
    group.stones.push(p);
    group.isSafe ||= safe[p] === stones[p];
    for (const q of near[p]!) {
      if (stones[q] !== EMPTY) continue;
      const region = components.of[q]!;
      if (beside[region] === BOTH) {
        group.touchesDame = true;
        continue;
      }
      if (holders[region] !== group) {
        group.eyes.add(region);
        group = join(holders[region] ?? group, group);
        holders[region] = group;
      }
    }
  }
  return groups;
}

function captorsOf(
  racing: readonly number[],
  groups: readonly (Group | undefined)[],
  components: Components,
  near: Neighbors,
): Set<Group> {
  const found = new Set<Group>();
  for (const p of racing) {
    for (const q of near[p]!) {
      const group = groups[components.of[q]!];
      if (group) found.add(group);
    }
  }
  return found;
}

/** Regions that the group alone surrounds on the actual board, dead stones included. */
function standingEyes(group: Group, { components, beside }: Regions, near: Neighbors): number {
  const eyes = new Set<number>();
  for (const p of group.stones) {
    for (const q of near[p]!) {
      const region = components.of[q]!;
      if (components.content[region] !== EMPTY || beside[region] === BOTH) continue;
      eyes.add(region);
      if (components.size[region]! > LARGEST_KILLABLE) return TWO_EYES;
    }
  }
  return eyes.size;
}

function libertiesOf(points: readonly number[], stones: Uint8Array, near: Neighbors): number {
  const liberties = new Set<number>();
  for (const p of points) {
    for (const q of near[p]!) if (stones[q] === EMPTY) liberties.add(q);
  }
  return liberties.size;
}

function pointsOf({ of }: Components, wanted: number): number[] {
  const points: number[] = [];
  for (let p = 0; p < of.length; p++) if (of[p] === wanted) points.push(p);
  return points;
}
