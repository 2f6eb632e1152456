import { BLACK, EMPTY, WHITE } from '../../src/core/color.js';
import { seededRandom } from '../accuracy/random.js';

/** What is right about the group around an eye space; `open`: it depends on who moves next. */
export type Expected = 'dead' | 'alive' | 'open';

export interface EyeBoard {
  /** The eye space and where it lies. */
  readonly name: string;
  readonly size: number;
  readonly stones: Uint8Array;
  readonly expected: Expected;
  /** 1 where a stone is dead; of an `open` board, if the group is. */
  readonly dead: Uint8Array;
}

const PLACES = ['center', 'side', 'corner'] as const;

/** Eye spaces from textbooks: `*` a stone of the attacker, `#` one of the owner, `/` ends a row. Not in the corner, if `isCornerOpen`. */
const SHAPES: readonly { shape: string; expected: Expected; isCornerOpen: boolean }[] = [
  // prettier-ignore
  ...shapes('dead', [
    '.', '..', '*.', '.*.', '**.', '*./. ', '**/. ', '.*./ . ', '**./ . ', '.**/ * ', '*./..', '**/..', '**/*.', '../..',
    ' ./.*/..', ' ./.*/.*', ' ./**/..', ' */**/..', ' . /.*./ . ', ' * /.*./ . ', ' * /**./ . ', ' . /.*./ ..', ' . /**./ ..', '.**.',
  ]),
  // prettier-ignore
  ...shapes('alive', [
    '....', '.#.', '.#./ . ', ' ./.#/..', ' . /.#./ . ', ' . /.#./ ..', '.....', '.*#.', '......', '.......',
  ]),
  ...shapes('alive', ['.../  .', '../ ..', '.../...', '..../...'], true),
  // prettier-ignore
  ...shapes('open', ['...', '../. ', '.../ . ', ' ./../..', ' . /.../ . ', ' . /.../ ..', '.*..'], true),
];

function shapes(
  expected: Expected,
  named: readonly string[],
  isCornerOpen = false,
): { shape: string; expected: Expected; isCornerOpen: boolean }[] {
  return named.map((shape) => ({ shape, expected, isCornerOpen }));
}

const SIZES = [9, 11, 13, 19] as const;
/** Rows above that belong to the group's side, which lives there; the opponent's row is below them. */
const BAND = 3;
/** Empty points that the attacker has around the group at least. */
const ROOM = 9;

/**
 * Boards with a group around one eye space inside the opponent's area, one for each number from 0; equal numbers give equal boards.
 * Both colors, sizes 9 to 19, center, side and corner, turned and mirrored, the shape too; up to two outside liberties, each a point of
 * its own or open to the opponent's area; some stones in that area. All are settled by their shape, or `open`.
 */
export function* eyeBoards(count: number): Generator<EyeBoard> {
  for (let number = 0, seed = 1; number < count; seed++) {
    const board = eyeBoard(seed);
    if (!board) continue;
    number++;
    yield board;
  }
}

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly sign: string;
}

/** The board of a seed; undefined where the shape does not fit. White is the group's side until colors are exchanged. */
function eyeBoard(seed: number): EyeBoard | undefined {
  const random = seededRandom(seed);
  for (let i = 0; i < 4; i++) random();
  const below = (limit: number): number => Math.floor(random() * limit);
  const { shape, expected, isCornerOpen } = SHAPES[below(SHAPES.length)]!;
  const size = SIZES[below(SIZES.length)]!;
  const place = PLACES[below(PLACES.length)]!;
  if (isCornerOpen && place === 'corner') return undefined;
  const spots = turned(spotsOf(shape), below(8));
  const [wide, high] = extentOf(spots);
  const top = place === 'center' ? BAND + 2 + below(size - high - BAND - 4) : size - high;
  const left = place === 'corner' ? size - wide : 3 + below(size - wide - 5);
  if (top < BAND + 2 || left < 3 || (place === 'center' && top + high > size - 3)) return undefined;
  const space = new Map(spots.map(({ x, y, sign }) => [(top + y) * size + left + x, sign]));
  const stones = new Uint8Array(size * size);
  stones.fill(WHITE, (BAND - 1) * size, BAND * size);
  stones.fill(BLACK, BAND * size, (BAND + 1) * size);
  const points = [...stones.keys()];
  const reach = points.map((p) => Math.min(...[...space.keys()].map((q) => distance(p, q, size))));
  const wall = points.filter((p) => reach[p] === 2);
  const ring = points.filter((p) => reach[p] === 1);
  for (const p of wall) stones[p] = BLACK;
  for (const p of ring) stones[p] = WHITE;
  for (const [p, sign] of space) stones[p] = sign === '*' ? BLACK : sign === '#' ? WHITE : EMPTY;
  const outside = below(3);
  const gaps: number[] = [];
  for (let i = 0; i < outside; i++) {
    const gap = wall[below(wall.length)]!;
    const isInner = Math.floor(gap / size) > BAND + 1 && isOffEdge(gap, size);
    const isBesideRing = besides(gap, size).some((q) => reach[q] === 1);
    if (!isInner || !isBesideRing || gaps.some((other) => distance(gap, other, size) < 3)) return undefined;
    gaps.push(gap);
    stones[gap] = EMPTY;
    if (below(2) === 0) for (const q of besides(gap, size)) if (reach[q] === 3) stones[q] = BLACK;
  }
  const isLiberty = (p: number): boolean =>
    stones[p] === EMPTY && besides(p, size).some((q) => reach[q] === 1);
  if (!points.some((p) => reach[p] !== 1 && isLiberty(p))) return undefined;
  const area = points.filter((p) => reach[p]! > 2 && stones[p] === EMPTY && p >= (BAND + 1) * size);
  for (let i = below(5); i > 0; i--) stones[area[below(area.length)] ?? 0] ||= BLACK;
  if (!hasRoom(stones, size, area)) return undefined;
  const dead = stones.map((stone, p) => {
    const isGroup = stone === WHITE && (reach[p] === 1 || reach[p] === 0);
    return expected === 'alive' ? (reach[p] === 0 && stone === BLACK ? 1 : 0) : isGroup ? 1 : 0;
  });
  const way = below(8);
  const areSwapped = below(2) === 1;
  const placed = new Uint8Array(stones.length);
  const placedDead = new Uint8Array(stones.length);
  for (const p of points) {
    const [{ x, y }] = turned([{ x: p % size, y: Math.floor(p / size), sign: '' }], way, size) as [Spot];
    placed[y * size + x] = areSwapped && stones[p] !== EMPTY ? 3 - stones[p]! : stones[p]!;
    placedDead[y * size + x] = dead[p]!;
  }
  const name = `${expected} '${shape}' ${size}x${size} ${place} ${outside} outside, seed ${seed}`;
  return { name, size, stones: placed, expected, dead: placedDead };
}

function spotsOf(shape: string): Spot[] {
  return shape
    .split('/')
    .flatMap((row, y) => Array.from(row, (sign, x) => ({ x, y, sign })))
    .filter(({ sign }) => sign !== ' ');
}

function extentOf(spots: readonly Spot[]): readonly [number, number] {
  return [Math.max(...spots.map(({ x }) => x)) + 1, Math.max(...spots.map(({ y }) => y)) + 1];
}

/** The points under one of the eight symmetries: of their own extent, or of a board of that size. */
function turned(spots: readonly Spot[], way: number, size?: number): Spot[] {
  const [wide, high] = size === undefined ? extentOf(spots) : [size, size];
  return spots.map(({ x, y, sign }) => {
    const across = way & 1 ? wide - 1 - x : x;
    const down = way & 2 ? high - 1 - y : y;
    return way & 4 ? { x: down, y: across, sign } : { x: across, y: down, sign };
  });
}

function distance(p: number, q: number, size: number): number {
  const [dx, dy] = [(p % size) - (q % size), Math.floor(p / size) - Math.floor(q / size)];
  return Math.max(Math.abs(dx), Math.abs(dy));
}

function isOffEdge(p: number, size: number): boolean {
  return p % size > 1 && p % size < size - 2 && p < size * (size - 2);
}

function besides(p: number, size: number): number[] {
  return [p - 1, p + 1, p - size, p + size].filter(
    (q) => q >= 0 && q < size * size && distance(p, q, size) === 1,
  );
}

/** Whether one of the regions of the attacker's area has room for two eyes. */
function hasRoom(stones: Uint8Array, size: number, area: readonly number[]): boolean {
  const left = new Set(area.filter((p) => stones[p] === EMPTY));
  for (const start of left) {
    const region = [start];
    left.delete(start);
    for (const p of region) for (const q of besides(p, size)) if (left.delete(q)) region.push(q);
    if (region.length >= ROOM) return true;
  }
  return false;
}
