import { type Components, componentsOf, type Neighbors } from '../../go/board/position.js';
import { BLACK, EMPTY, type Stone, WHITE } from '../../core/color.js';
import { eyesOf } from '../../go/life/shapes.js';
import { Reading } from './reading.js';

/** A group with fewer eyes lives only in seki. */
export const TWO_EYES = 2;

/** Groups by component: the component that represents its group, and the number of eyes of each represented group. */
export interface GroupEyes {
  readonly of: Int16Array;
  readonly eyes: Uint16Array;
}

/**
 * Joins chains to groups, and counts their eyes by the shapes of their territory.
 * A group consists of the chains of one color that share an empty point or a region of their territory.
 */
export function groupEyes(board: DividedBoard): GroupEyes {
  const of = groupsOf(board);
  const eyes = new Uint16Array(board.components.count);
  eachRegion(board, (start, count) => {
    eyes[of[board.components.of[start]!]!]! += count;
  });
  return { of, eyes };
}

/** Group of each component; a region of territory belongs to the group around it, a region of dame to none (itself). */
function groupsOf(board: DividedBoard): Int16Array {
  const { stones, owner, components, near } = board;
  const parent = new Int16Array(components.count);
  for (let c = 0; c < parent.length; c++) parent[c] = c;
  const root = (c: number): number => {
    while (parent[c] !== c) {
      parent[c] = parent[parent[c]!]!;
      c = parent[c]!;
    }
    return c;
  };
  const join = (a: number, b: number): void => {
    const x = root(a);
    const y = root(b);
    if (x < y) parent[y] = x;
    else parent[x] = y;
  };
  for (let p = 0; p < owner.length; p++) {
    if (stones[p] !== EMPTY) continue;
    let black = -1;
    let white = -1;
    for (const q of near[p]!) {
      const chain = components.of[q]!;
      if (stones[q] === BLACK) {
        if (black >= 0) join(black, chain);
        black = chain;
      } else if (stones[q] === WHITE) {
        if (white >= 0) join(white, chain);
        white = chain;
      }
    }
    if (owner[p] === 3) continue;
    const own = owner[p] === BLACK ? black : white;
    if (own >= 0) join(own, components.of[p]!);
  }
  for (let c = 0; c < parent.length; c++) parent[c] = root(c);
  return parent;
}

/** Visits every region of territory with one of its points and the eyes that it gives by its shape. */
function eachRegion(board: DividedBoard, visit: (start: number, eyes: number) => void): void {
  const { stones, owner, near, dead } = board;
  const seen = new Uint8Array(owner.length);
  const region: number[] = [];
  for (let start = 0; start < owner.length; start++) {
    if (seen[start] !== 0 || stones[start] !== EMPTY || owner[start] === 3) continue;
    region.length = 0;
    region.push(start);
    seen[start] = 1;
    for (let i = 0; i < region.length; i++) {
      for (const q of near[region[i]!]!) {
        if (seen[q] !== 0 || stones[q] !== EMPTY) continue;
        seen[q] = 1;
        region.push(q);
      }
    }
    visit(start, eyesOf(region, near, region.some((p) => dead[p] !== 0) ? 'opponent' : 'owner'));
  }
}

/** A board without its dead stones, divided into territory and dame for the seki rules. */
export interface DividedBoard {
  readonly width: number;
  readonly height: number;
  readonly stones: Uint8Array;
  /** 1 where a dead stone was removed. */
  readonly dead: Uint8Array;
  readonly components: Components;
  /** Per point: 1 Black's territory, 2 White's, 3 dame, 0 a stone. */
  readonly owner: Uint8Array;
  readonly near: Neighbors;
}

/** The groups of a board after the forced fills. */
export interface Groups {
  readonly components: Components;
  /** By component: the one that represents its group. */
  readonly of: Int16Array;
  /** Per point: 1 on the stones and in the territory of a group in seki. */
  readonly inSeki: Uint8Array;
}

/** Whether eyes that hold only while a dame stays open count as eyes; with `none` their group is in seki. */
export type FalseEyes = 'none' | 'eyes';

/**
 * Joins chains to groups and finds those in seki. Chains that a common dame would join are one group: they could have been joined.
 * A group is in seki when it shares a region of dame with an opposing group, and both have
 * fewer than two eyes (`filled` points give none) or only false ones: no chain lives without its dame (`coresOf`), and its color cannot
 * fill the dame. Against a group that lives without its dame it would be dead, not in seki, so that a thin but living group is not
 * taxed for its unfilled dame.
 */
export function sekiGroups(divided: DividedBoard, filled: Uint8Array, falseEyes: FalseEyes): Groups {
  const board = afterFills(divided, filled);
  const { owner, components, near } = board;
  const { of: group, eyes } = groupEyes(board);
  let alive: Uint8Array | undefined;
  const isWeak = (chain: number): boolean => eyes[group[chain]!]! < TWO_EYES;
  const mayNeed = (chain: number): boolean =>
    isWeak(chain) || (falseEyes === 'none' && (alive ??= livingGroups())[group[chain]!] === 0);
  const dame = dameBetween(mayNeed);
  const seki = new Uint8Array(components.count);
  if (dame.length > 0) {
    const lost = ([BLACK, WHITE] as const).map((color) => lostByFilling(board, dame, color));
    const needs = (chain: number, color: Stone): boolean =>
      isWeak(chain) || (mayNeed(chain) && lost[color - 1]![chain] === 1);
    const needed = colorsAt(needs);
    eachDameNeighbor((region, chain, color) => {
      if (needed[region] === (BLACK | WHITE) && needs(chain, color)) seki[group[chain]!] = 1;
    });
  }
  const points = new Uint8Array(owner.length);
  for (let p = 0; p < owner.length; p++) {
    points[p] = seki[group[components.of[p]!]!]!;
  }
  return { components, of: group, inSeki: points };

  /** By component: 1 for groups with a chain that lives without its dame. */
  function livingGroups(): Uint8Array {
    const cores = coresOf(board);
    const lives = new Uint8Array(components.count);
    for (let p = 0; p < cores.length; p++) if (cores[p] === 1) lives[group[components.of[p]!]!] = 1;
    return lives;
  }

  /** By region of dame: the colors of the chains beside it that count, as bits. */
  function colorsAt(counts: (chain: number, color: Stone) => boolean): Uint8Array {
    const colors = new Uint8Array(components.count);
    eachDameNeighbor((region, chain, color) => {
      if (counts(chain, color)) colors[region]! |= color;
    });
    return colors;
  }

  /** The points of dame regions beside chains of both colors that count. */
  function dameBetween(counts: (chain: number) => boolean): number[] {
    const colors = colorsAt(counts);
    const found: number[] = [];
    for (let p = 0; p < owner.length; p++) {
      if (owner[p] === 3 && board.stones[p] === EMPTY && colors[components.of[p]!] === (BLACK | WHITE))
        found.push(p);
    }
    return found;
  }

  function eachDameNeighbor(visit: (region: number, chain: number, color: Stone) => void): void {
    const content = board.stones;
    for (let p = 0; p < owner.length; p++) {
      if (owner[p] !== 3) continue;
      for (const q of near[p]!) {
        if (content[q] === EMPTY) continue;
        visit(components.of[p]!, components.of[q]!, content[q] as Stone);
      }
    }
  }
}

/** The board with a stone of its owner on every point that must be filled. */
function afterFills(board: DividedBoard, filled: Uint8Array): DividedBoard {
  if (!filled.includes(1)) return board;
  const stones = board.stones.map((content, p) => (filled[p] === 1 ? board.owner[p]! : content));
  return { ...board, stones, components: componentsOf({ width: board.width, height: board.height, stones }) };
}

/** Moves of the opponent that are read after the dame are filled. */
const MOVES = 3;

/** A chain with more liberties than this is not read: it escapes unless an opposing chain has as many. */
const FEW = 2;

/**
 * By component: 1 for chains that would be lost if their color filled all of these dame, the opponent moving next:
 * they have one liberty left, would be caught, or would lose a race against an opposing chain that shares the dame.
 */
function lostByFilling(board: DividedBoard, dame: readonly number[], color: Stone): Uint8Array {
  const { components, near, width, height } = board;
  const stones = board.stones.slice();
  for (const p of dame) stones[p] = color;
  const reading = new Reading(stones, width, height);
  const lost = new Uint8Array(components.count);
  const judged = new Set<number>();
  for (const p of dame) {
    if (judged.has(p)) continue;
    const chain = reading.chainAt(p);
    const isLost = wouldBeLost(reading, p, chain.liberties.length, color, chain.opponents);
    for (const q of chain.stones) {
      judged.add(q);
      if (isLost && board.stones[q] === color) lost[components.of[q]!] = 1;
    }
  }
  return lost;

  function wouldBeLost(
    board: Reading,
    point: number,
    liberties: number,
    stone: Stone,
    opponents: readonly number[],
  ): boolean {
    if (liberties < FEW) return true;
    if (liberties === FEW) return board.isCaught(point, stone, MOVES);
    return opponents.some((q) => touchesDame(q) && board.chainAt(q).liberties.length >= liberties);
  }

  function touchesDame(stone: number): boolean {
    for (const q of near[stone]!) if (board.stones[q] === EMPTY && stones[q] !== EMPTY) return true;
    return false;
  }
}

/**
 * Per point: 1 on the stones that live when every dame is taken, by whoever can take it: chains with two eyes each, in regions
 * all of whose chains are such chains (Benson 1976, with eyes by shape). The opponent has every dame but those where the color
 * joins two of its chains without being captured at once. Two false eyes do not count: one of their chains has a single eye and
 * needs its dame.
 */
export function coresOf(board: DividedBoard): Uint8Array {
  const alive = new Uint8Array(board.stones.length);
  for (const color of [BLACK, WHITE] as const) markCores(withJoins(board, color), color, alive);
  return alive;
}

function markCores(board: DividedBoard, color: Stone, alive: Uint8Array): void {
  const { stones, owner, components, near } = board;
  const { of, count } = components;
  const regions: number[] = [];
  const eyesIn = new Uint8Array(count);
  eachRegion(board, (start, eyes) => {
    if (owner[start] !== color) return;
    regions.push(of[start]!);
    eyesIn[of[start]!] = eyes;
  });
  /** The chains around each region. */
  const around: number[][] = [];
  for (const region of regions) around[region] = [];
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] !== EMPTY || owner[p] !== color) continue;
    const chains = around[of[p]!]!;
    for (const q of near[p]!) if (stones[q] === color && !chains.includes(of[q]!)) chains.push(of[q]!);
  }
  const eyes = new Uint16Array(count);
  for (const region of regions) for (const chain of around[region]!) eyes[chain]! += eyesIn[region]!;
  for (let open = regions, before = -1; open.length !== before;) {
    before = open.length;
    open = open.filter((region) => {
      if (around[region]!.every((chain) => eyes[chain]! >= TWO_EYES)) return true;
      for (const chain of around[region]!) eyes[chain]! -= eyesIn[region]!;
      return false;
    });
  }
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] === color && board.stones[p] === color && eyes[of[p]!]! >= TWO_EYES) alive[p] = 1;
  }
}

/** The board with a stone of the color on every dame where it joins two of its chains and cannot be captured at once. */
function withJoins(board: DividedBoard, color: Stone): DividedBoard {
  const { stones, owner } = board;
  let joined: Uint8Array | undefined;
  for (let p = 0; p < owner.length; p++) {
    if (owner[p] !== 3 || stones[p] !== EMPTY || !joinsSafely(board, p, color)) continue;
    joined ??= stones.slice();
    joined[p] = color;
  }
  if (!joined) return board;
  const { width, height } = board;
  return { ...board, stones: joined, components: componentsOf({ width, height, stones: joined }) };
}

/** Whether a stone of this color on an empty point would join two of its chains. */
export function joinsChains(
  { stones, components, near }: DividedBoard,
  point: number,
  color: Stone,
): boolean {
  let first = -1;
  for (const q of near[point]!) {
    if (stones[q] !== color) continue;
    const chain = components.of[q]!;
    if (first >= 0 && chain !== first) return true;
    first = chain;
  }
  return false;
}

/** Whether a stone on an empty point would join two chains of its color and leave them at least two liberties, or capture a stone. */
function joinsSafely(board: DividedBoard, point: number, color: Stone): boolean {
  if (!joinsChains(board, point, color)) return false;
  const { stones, components, near } = board;
  const { of } = components;
  const chains = new Set<number>();
  for (const q of near[point]!) if (stones[q] === color) chains.add(of[q]!);
  let liberties = 0;
  for (let p = 0; p < stones.length && liberties < 2; p++) {
    if (stones[p] !== EMPTY || p === point) continue;
    for (const q of near[p]!) {
      if (q !== point && !(stones[q] === color && chains.has(of[q]!))) continue;
      liberties++;
      break;
    }
  }
  return liberties >= 2;
}
