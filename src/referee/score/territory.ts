import { BLACK, colorOf, EMPTY, type Stone, WHITE } from '../../core/color.js';
import { finding, type Finding } from '../../core/findings/finding.js';
import { formatPoint } from '../../core/point.js';
import {
  type Components,
  componentsOf,
  neighborsOf,
  withoutDead,
  colorsBeside,
  type Position,
} from '../../go/board/position.js';
import {
  type DividedBoard,
  type FalseEyes,
  groupEyes,
  type Groups,
  joinsChains,
  sekiGroups,
  TWO_EYES,
} from './groups.js';

/** Contents of `Territory.owner`. Stones that live are 0. */
export const OWNER = {
  none: 0,
  black: 1,
  white: 2,
  dame: 3,
  blackSeki: 4,
  whiteSeki: 5,
  blackFill: 6,
  whiteFill: 7,
} as const;
/** Added to the value of a color's own points: for those in seki, and for those that it must fill. */
const TO_SEKI = 3;
const TO_FILL = 5;

/** What one color surrounds. */
interface Surrounded {
  /** Its points, points under dead stones and seki points included. */
  readonly territory: number;
  /** Of the territory, the points that rulesets without seki points do not count. */
  readonly sekiPoints: number;
  /** Dead stones of the color that lie inside a seki of the other color: no prisoners in Japanese counting (1989, art. 10.1). */
  readonly deadInSeki: number;
  /** Of the seki points, those outside seki that their owner must fill (false eyes, protective moves). */
  readonly fills: number;
  /** Points that stone scoring takes off: two for each living group, all that a group in seki surrounds. */
  readonly tax: number;
}

/** Who surrounds what once the dead stones are removed. */
export interface Territory {
  /** Per point (`y * width + x`): one of OWNER. */
  readonly owner: Uint8Array;
  readonly black: Surrounded;
  readonly white: Surrounded;
  readonly dame: number;
  /** Of the dame, the liberties that groups in seki of both colors share: nobody fills them. */
  readonly dameInSeki: number;
  readonly hasSeki: boolean;
  /** Per point: 1 on the stones and in the territory of a group in seki. */
  readonly inSeki: Uint8Array;
}

/** Empty points that a living group must keep. */
const EYES = 2;

/**
 * Divides a final board. `stones` and `dead` are indexed `y * width + x`; `dead` is 1 on dead stones.
 * A region that touches one color only is that color's territory; all other empty points are dame.
 * Seki points are territory that Japanese-style rules leave uncounted: all points of groups in seki
 * (RULES 2.2, Japanese art. 8), and points that their owner must fill once the dame are filled.
 * An ordinary unfilled dame costs nobody anything. `falseEyes`: whether eyes beside dame that nobody can fill are territory (Tygem).
 * `unmarked`: 1 on points that the players did not mark, which count as to be filled.
 * Not checked: whether `dead` is right, cuts that need more than one move.
 */
export function countTerritory(
  stones: Uint8Array,
  dead: Uint8Array,
  width: number,
  height: number,
  falseEyes: FalseEyes = 'none',
  unmarked?: Uint8Array,
): Territory {
  const cleared = withoutDead(stones, dead);
  const components = componentsOf({ width, height, stones: cleared });
  const near = neighborsOf(width, height);
  const owner = ownersOf({ width, height, stones: cleared }, components);
  const board = { width, height, stones: cleared, dead, components, owner, near };
  const filled = new Uint8Array(owner.length);
  forcedFills(board, BLACK, filled);
  forcedFills(board, WHITE, filled);
  const groups = sekiGroups(board, filled, falseEyes);
  const inSeki = groups.inSeki;
  const total = new Int16Array(8);
  const lying = new Int16Array(3);
  for (let p = 0; p < owner.length; p++) {
    const side = owner[p]!;
    if (side === OWNER.black || side === OWNER.white) {
      if (inSeki[p] === 1) {
        owner[p] = side + TO_SEKI;
        lying[stones[p]!]!++;
      } else if (filled[p] === 1 || unmarked?.[p] === 1) {
        owner[p] = side + TO_FILL;
      }
    }
    total[owner[p]!]!++;
  }
  const surrounded = (color: Stone): Surrounded => {
    const fills = total[color + TO_FILL]!;
    const sekiPoints = total[color + TO_SEKI]! + fills;
    const [territory, deadInSeki] = [total[color]! + sekiPoints, lying[color]!];
    return { territory, sekiPoints, deadInSeki, fills, tax: taxOf(owner, groups, color) };
  };
  const [black, white] = [surrounded(BLACK), surrounded(WHITE)];
  const hasSeki = inSeki.includes(1);
  const dameInSeki = hasSeki ? sharedInSeki(board, inSeki) : 0;
  return { owner, black, white, dame: total[OWNER.dame]!, dameInSeki, hasSeki, inSeki };
}

/** How many dame are in regions beside groups in seki of both colors, and no others. */
function sharedInSeki({ stones, components, owner, near }: DividedBoard, inSeki: Uint8Array): number {
  const beside = new Uint8Array(components.count);
  const isFillable = new Uint8Array(components.count);
  const dame = [...owner.keys()].filter((p) => owner[p] === OWNER.dame);
  for (const p of dame)
    for (const q of near[p]!) {
      if (stones[q] === EMPTY) continue;
      beside[components.of[p]!]! |= stones[q]!;
      if (inSeki[q] === 0) isFillable[components.of[p]!] = 1;
    }
  return dame.filter((p) => {
    const region = components.of[p]!;
    return beside[region] === (BLACK | WHITE) && isFillable[region] === 0;
  }).length;
}

/** Black's surrounded points less White's, seki points included: without the seki search. */
export function surroundedMargin({ width, height, stones }: Position, dead: Uint8Array): number {
  const cleared = { width, height, stones: withoutDead(stones, dead) };
  let margin = 0;
  for (const side of ownersOf(cleared, componentsOf(cleared))) {
    if (side === OWNER.black) margin++;
    else if (side === OWNER.white) margin--;
  }
  return margin;
}

/** Stones named in a finding about an open region. */
const MAX_NAMED = 5;

/** `dead/open-region` for each region that holds dead stones and touches living stones of both colors. */
export function openRegions({ width, height, stones }: Position, dead: Uint8Array): readonly Finding[] {
  const cleared = { width, height, stones: withoutDead(stones, dead) };
  const components = componentsOf(cleared);
  const { of, size, content, first } = components;
  const beside = colorsBeside(cleared, components);
  const near = neighborsOf(width, height);
  const nameOf = (p: number): string => formatPoint(p, width, height);
  const found = new Map<number, Finding>();
  for (const [p, stone] of stones.entries()) {
    const region = of[p]!;
    if (dead[p] === 0 || beside[region] !== (BLACK | WHITE) || found.has(region)) continue;
    const inside = [...of.keys()].filter((q) => of[q] === region);
    const beyond = inside.flatMap((q) => near[q]!.map((r) => of[r]!));
    const chains = new Set(beyond.filter((other) => content[other] === stone));
    const living = [...chains].slice(0, MAX_NAMED).map((chain) => nameOf(first[chain]!));
    const args = {
      stone: nameOf(p),
      points: size[region]!,
      color: colorOf(stone as Stone),
      living: [...living, ...(chains.size > MAX_NAMED ? ['...'] : [])].join(' '),
    };
    found.set(region, finding('dead/open-region', args, { point: p, color: args.color }));
  }
  return [...found.values()];
}

/** What a color may not fill when play goes on until no move is left. */
function taxOf(owner: Uint8Array, groups: Groups, side: number): number {
  const { components } = groups;
  const points = new Int16Array(components.count);
  let tax = 0;
  for (let p = 0; p < owner.length; p++) {
    if (owner[p] !== side && owner[p] !== side + TO_SEKI && owner[p] !== side + TO_FILL) continue;
    if (groups.inSeki[p] === 1) tax++;
    else points[groups.of[components.of[p]!]!]!++;
  }
  for (const surrounded of points) tax += Math.min(surrounded, EYES);
  return tax;
}

/** Black's or White's where a region touches that color only, dame on other empty points, none on stones. */
function ownersOf(position: Position, components: Components): Uint8Array {
  const beside = colorsBeside(position, components);
  return position.stones.map((stone, p) => (stone === EMPTY ? beside[components.of[p]!]! || OWNER.dame : 0));
}

/**
 * Marks in `filled` the points of a color's territory that it must fill once every dame is taken:
 * a chain that then has one liberty left must connect there or be captured. It counts as a protective move only if the group has two
 * eyes after it: otherwise the group lives for another reason, and nothing is known about the point.
 * A chain that a dame can join to another needs no such point: it is joined when that dame is taken.
 * Each round finds all its points at once, so that the answer does not depend on the order of points.
 */
export function forcedFills(board: DividedBoard, color: Stone, filled: Uint8Array): void {
  let { stones, components } = board;
  for (;;) {
    const points = roundOf({ ...board, stones, components }, color);
    if (points.length === 0) return;
    if (stones === board.stones) stones = stones.slice();
    for (const p of points) {
      filled[p] = 1;
      stones[p] = color;
    }
    components = componentsOf({ width: board.width, height: board.height, stones });
  }
}

/** The points to fill on the board as it is. */
function roundOf(board: DividedBoard, color: Stone): readonly number[] {
  const { stones, owner, components, near } = board;
  const liberties = new Int16Array(components.count);
  const last = new Int16Array(components.count).fill(-1);
  const exposed = new Uint8Array(components.count);
  const linked = new Uint8Array(components.count);
  for (let p = 0; p < owner.length; p++) {
    const content = stones[p]!;
    if (content === color) continue;
    const own = content === EMPTY && owner[p] === color;
    const link = content === EMPTY && !own && joinsChains(board, p, color);
    for (const q of near[p]!) {
      if (stones[q] !== color) continue;
      const chain = components.of[q]!;
      if (link) linked[chain] = 1;
      else if (!own) exposed[chain] = 1;
      else if (last[chain] !== p) {
        last[chain] = p;
        liberties[chain]!++;
      }
    }
  }
  const points: number[] = [];
  for (let chain = 0; chain < components.count; chain++) {
    if (liberties[chain] !== 1 || exposed[chain] === 0 || linked[chain] === 1) continue;
    const p = last[chain]!;
    if (!points.includes(p) && eyesAfter(board, p, color) >= TWO_EYES) points.push(p);
  }
  return points;
}

/** Eyes of the group that a stone of this color on this point would be part of. */
function eyesAfter(board: DividedBoard, point: number, color: Stone): number {
  const stones = board.stones.slice();
  stones[point] = color;
  const components = componentsOf({ width: board.width, height: board.height, stones });
  const { of, eyes } = groupEyes({ ...board, stones, components });
  return eyes[of[components.of[point]!]!]!;
}
