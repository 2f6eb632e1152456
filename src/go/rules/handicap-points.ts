import { type Point, symmetriesOf } from '../../core/point.js';

/**
 * Customs of fixed handicap points. They differ in the third stone (AGA: Q4, GTP and Tygem: D16)
 * and, on Fox before 2018, in the sixth and seventh (top and bottom instead of the sides).
 */
export const HANDICAP_LAYOUTS = ['aga', 'gtp', 'fox-before-2018'] as const;
export type HandicapLayout = (typeof HANDICAP_LAYOUTS)[number];

/** Most stones with fixed points; no custom has points for more. */
export const MAX_FIXED_STONES = 9;

const SMALLEST_BOARD = 7;
/** Boards of this size and larger have their handicap points on the fourth line, smaller ones on the third. */
const FOURTH_LINE_FROM = 13;

/** Column and row as -1 (left, top), 0 (centre), 1 (right, bottom). */
type Place = readonly [number, number];
const Q16: Place = [1, -1];
const D4: Place = [-1, 1];
const Q4: Place = [1, 1];
const D16: Place = [-1, -1];
const K10: Place = [0, 0];
const D10: Place = [-1, 0];
const Q10: Place = [1, 0];
const K16: Place = [0, -1];
const K4: Place = [0, 1];

const CORNERS = [Q16, D4, Q4, D16];
/** The first stones of the other customs. */
const GTP_CORNERS = [D4, Q16, D16, Q4];
const SIDES = [Q10, D10];
const ENDS = [K16, K4];

/** The places of so many stones in the order of placement. */
function placesOf(stones: number, layout: HandicapLayout): readonly Place[] | undefined {
  if (stones < 2 || stones > MAX_FIXED_STONES) return undefined;
  const corners = stones > CORNERS.length || layout === 'aga' ? CORNERS : GTP_CORNERS;
  const first = layout === 'fox-before-2018' && stones < 8 ? ENDS : SIDES;
  const edges = stones < 6 ? [] : stones < 8 ? first : [...SIDES, ...ENDS];
  return [...corners.slice(0, stones), ...edges, ...(stones > 4 && stones % 2 === 1 ? [K10] : [])];
}

/**
 * Fixed points of `stones` handicap stones in the order of placement (RULES 2.4).
 * `undefined` when the layout has none: fewer than 2, more than 9, a board under 7 lines,
 * or more than the four corners on a board of 7 lines or of even size, which has no centre lines.
 */
export function handicapPoints(
  width: number,
  height: number,
  stones: number,
  layout: HandicapLayout,
): readonly Point[] | undefined {
  const least = Math.min(width, height);
  const places = placesOf(stones, layout);
  if (!places || least < SMALLEST_BOARD) return undefined;
  const cornersOnly = least === SMALLEST_BOARD || width % 2 === 0 || height % 2 === 0;
  if (cornersOnly && stones > CORNERS.length) return undefined;
  return places.map(([column, row]) => coordinate(row, height) * width + coordinate(column, width));
}

function coordinate(side: number, size: number): number {
  const line = (size >= FOURTH_LINE_FROM ? 4 : 3) - 1;
  if (side === 0) return (size - 1) / 2;
  return side < 0 ? line : size - 1 - line;
}

/** How placed handicap stones relate to the fixed points. */
export type Placement = 'standard' | 'rotated' | 'other';

/**
 * `standard`: the points of the AGA or GTP table, in any order (three stones with D16 or Q4 open);
 * `rotated`: those points turned or mirrored, including Fox's old six and seven; `other`: anything else, also where no table exists.
 */
export function placementOf(points: readonly Point[], width: number, height: number): Placement {
  const aga = handicapPoints(width, height, points.length, 'aga');
  const gtp = handicapPoints(width, height, points.length, 'gtp');
  if (!aga || !gtp) return 'other';
  const set = new Set(points);
  if (isSame(set, aga) || isSame(set, gtp)) return 'standard';
  const turned = symmetriesOf(width, height).some((image) =>
    isSame(
      set,
      aga.map((point) => image[point]!),
    ),
  );
  return turned ? 'rotated' : 'other';
}

function isSame(set: ReadonlySet<Point>, points: readonly Point[]): boolean {
  return set.size === points.length && points.every((point) => set.has(point));
}
