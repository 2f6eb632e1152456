import { BLACK, EMPTY, type Stone, WHITE } from '../../core/color.js';
import { ACTION, FIRST_NON_MOVE, type MainLine } from '../../core/line.js';
import { type Point, symmetriesOf } from '../../core/point.js';
import * as AT from '../../core/kernels/layout.js';
import { Board } from '../../go/board/board.js';
import { neighborsOf } from '../../go/board/position.js';

/** Points of moves that are not on the board. */
export const PASS = -1;
export const NOWHERE = -2;

/** The moves of a record, one entry each, without setup. */
export interface Moves {
  readonly colors: Uint8Array;
  /** Points, PASS or NOWHERE. */
  readonly points: Int16Array;
}

/** One change of the moves of a record. `at`: index of the first move that it concerns. */
export type Edit =
  | { readonly kind: 'point'; readonly at: number; readonly point: Point }
  /** Two moves exchanged. */
  | { readonly kind: 'swap'; readonly at: number; readonly with: number }
  /** A move that the record lacks, before the one at `at`; `turned`: the later moves change their colors. */
  | { readonly kind: 'lost'; readonly at: number; readonly point: Point; readonly turned: boolean }
  /** A move too many. */
  | { readonly kind: 'extra'; readonly at: number; readonly turned: boolean }
  /** From a move on all points are mirrored or turned, by a number of `symmetriesOf`. */
  | { readonly kind: 'mirrored'; readonly at: number; readonly symmetry: number }
  | { readonly kind: 'colors'; readonly at: number }
  /** From a move on the moves are those of another game. */
  | { readonly kind: 'cut'; readonly at: number };

/** The position before the first move, and the moves; `undefined` where setup stands between moves, so that no edit is searched. */
export interface Opening {
  readonly width: number;
  readonly height: number;
  readonly setup: readonly (readonly [Point, 0 | Stone])[];
  readonly moves: Moves;
  /** What is written, by the index, where a move is nowhere. */
  readonly nowhere?: ReadonlyMap<number, string>;
}

const SETUP: Readonly<Record<number, 0 | Stone>> = {
  [ACTION.addBlack]: BLACK,
  [ACTION.addWhite]: WHITE,
  [ACTION.addEmpty]: EMPTY,
};

/** The moves of a main line, and its setup before them. */
export function openingOf(line: MainLine, width: number, height: number): Opening | undefined {
  const setup: [Point, 0 | Stone][] = [];
  const colors: number[] = [];
  const points: number[] = [];
  for (let i = 0; i < line.count; i++) {
    const kind = line.kinds[i]!;
    const content = SETUP[kind];
    if (content !== undefined) {
      if (points.length > 0) return undefined;
      setup.push([line.points[i]!, content]);
    }
    if (kind >= FIRST_NON_MOVE) continue;
    colors.push((kind & 1) === 0 ? BLACK : WHITE);
    points.push(kind <= ACTION.playWhite ? line.points[i]! : kind <= ACTION.passWhite ? PASS : NOWHERE);
  }
  return {
    width,
    height,
    setup,
    moves: { colors: Uint8Array.from(colors), points: Int16Array.from(points) },
  };
}

/** The moves after an edit. */
export function edited({ colors, points }: Moves, edit: Edit, width: number, height: number): Moves {
  const { at } = edit;
  switch (edit.kind) {
    case 'point': {
      const changed = points.slice();
      changed[at] = edit.point;
      return { colors, points: changed };
    }
    case 'swap': {
      const changed = points.slice();
      changed[at] = points[edit.with]!;
      changed[edit.with] = points[at]!;
      return { colors, points: changed };
    }
    case 'lost': {
      const color = edit.turned ? colors[at]! : 3 - colors[at]!;
      return {
        colors: spliced(colors, at, 0, color, edit.turned),
        points: splicedPoints(points, at, 0, edit.point),
      };
    }
    case 'extra':
      return { colors: spliced(colors, at, 1, undefined, edit.turned), points: splicedPoints(points, at, 1) };
    case 'mirrored': {
      const to = symmetriesOf(width, height)[edit.symmetry]!;
      return { colors, points: points.map((point, i) => (i < at || point < 0 ? point : to[point]!)) };
    }
    case 'cut':
      return { colors: colors.slice(0, at), points: points.slice(0, at) };
    case 'colors':
      return { colors: colors.map((color, i) => (i < at ? color : 3 - color)), points };
  }
}

/** Colors with some left out and perhaps one put in their place; `isTurned`: the later ones change. */
function spliced(
  colors: Uint8Array,
  at: number,
  out: number,
  color: number | undefined,
  isTurned: boolean,
): Uint8Array {
  const next = at + (color === undefined ? 0 : 1);
  const made = new Uint8Array(colors.length - out + next - at);
  made.set(colors.subarray(0, at));
  if (color !== undefined) made[at] = color;
  made.set(colors.subarray(at + out), next);
  for (let i = next; isTurned && i < made.length; i++) made[i] = 3 - made[i]!;
  return made;
}

function splicedPoints(points: Int16Array, at: number, out: number, ...more: number[]): Int16Array {
  const made = new Int16Array(points.length - out + more.length);
  made.set(points.subarray(0, at));
  made.set(more, at);
  made.set(points.subarray(at + out), at + more.length);
  return made;
}

/** Plays moves from any of them on: a board with the places to go back to. */
export class Trial {
  readonly board: Board;
  private readonly marks: number[] = [];
  private readonly start: number;
  /** Moves played so far by all trials: the work done. */
  played = 0;

  private readonly isSelfCaptureAllowed: boolean;

  constructor({ width, height, setup, moves }: Opening, isSelfCaptureAllowed: boolean) {
    this.isSelfCaptureAllowed = isSelfCaptureAllowed;
    this.board = new Board(width, height, 2 * (moves.points.length + setup.length) + 2 * width * height);
    for (const [point, content] of setup) this.board.setup(point, content);
    this.start = this.board.changes;
    this.marks.push(this.start);
  }

  /** Goes to the position before a move of moves whose beginning, up to there, was played last. */
  goTo(at: number): void {
    this.board.rewind(this.marks[at]!);
  }

  /** Index of the first move from one on that cannot be played or that every ruleset forbids; their number if none. */
  firstFault({ colors, points }: Moves, from: number, to = points.length): number {
    const { board, marks } = this;
    const { state } = board;
    let low = 0;
    let high = 0;
    let isKo = false;
    for (let i = from; i < to; i++) {
      const point = points[i]!;
      marks[i] = board.changes;
      if (point < 0) {
        if (point === NOWHERE) return i;
        isKo = false;
        continue;
      }
      if (board.at(point) !== EMPTY) return i;
      const lowBefore = state[AT.HASH_LOW]!;
      const highBefore = state[AT.HASH_HIGH]!;
      board.kernel.play(point, colors[i]!);
      this.played++;
      const lost = board.selfCaptured;
      if (lost === 1 || (lost > 1 && !this.isSelfCaptureAllowed)) return i;
      const isTaken = board.captured === 1;
      if (isTaken && isKo && state[AT.HASH_LOW] === low && state[AT.HASH_HIGH] === high) return i;
      isKo = isTaken;
      low = lowBefore;
      high = highBefore;
    }
    marks[to] = board.changes;
    return to;
  }

  /** Whether a move at a point stands on a stone, in the position on the board, or nowhere. */
  isImpossible(point: number): boolean {
    return point === NOWHERE || (point >= 0 && this.board.at(point) !== EMPTY);
  }

  /** The empty neighbors of the chain at a point, where there is one. */
  libertiesAt(start: Point): Point[] {
    const { board } = this;
    const color = board.at(start);
    if (color === EMPTY) return [];
    const near = neighborsOf(board.width, board.height);
    const found = new Set<Point>();
    const chain = new Set([start]);
    for (const p of chain) {
      for (const q of near[p]!) {
        if (board.at(q) === color) chain.add(q);
        else if (board.at(q) === EMPTY) found.add(q);
      }
    }
    return [...found];
  }
}

/** Moves before the first fault among which two may be exchanged, one may lack or be too many, or the board may turn. */
const BACK = 60;
/** Most moves between two that were exchanged. */
const APART = 4;
/** Places of a lost move after which the colors turned, and points that are tried at each, the likeliest. */
const TURNS_TRIED = 60;

/** Points that a player may take before a move of a record, the likeliest first. */
export type LikelyPoints = (at: number, color: number) => Iterable<Point>;

/** Where a record breaks: index of its first fault, of the move whose stone is in the way (-1: none), and liberties of that stone's chain. */
interface Break {
  readonly at: number;
  readonly stone: number;
  readonly liberties: readonly Point[];
}

/** What is wrong at the first fault: `trial` has played up to it. */
function breakAt(trial: Trial, moves: Moves, at: number): Break {
  trial.goTo(at);
  const point = moves.points[at]!;
  if (point < 0) return { at, stone: -1, liberties: [] };
  const { board } = trial;
  const near = neighborsOf(board.width, board.height)[point]!;
  const chains = board.at(point) === EMPTY ? near : [point, ...near];
  const liberties = new Set(chains.flatMap((one) => trial.libertiesAt(one)));
  return { at, stone: moves.points.lastIndexOf(point, at - 1), liberties: [...liberties] };
}

/** One edit, or one at each of some points. */
type Tried =
  | Exclude<Edit, { point: Point }>
  | (Without<Extract<Edit, { point: Point }>, 'point'> & { readonly points: Iterable<Point> });

type Without<One, Field extends PropertyKey> = One extends unknown ? Omit<One, Field> : never;

/** Moves too many, from a fault back. */
function* extraMoves({ colors, points }: Moves, fault: number, back: number): Generator<Tried> {
  for (let at = fault; at >= back; at--) {
    // Of a move written twice, to leave out either gives the same moves.
    const isTwice = at < fault && points[at] === points[at + 1];
    const isSameColor = colors[at] === colors[at + 1];
    if (!(isTwice && isSameColor)) yield { kind: 'extra', at, turned: false };
    // After the last move no colors turn.
    if (at < points.length - 1 && !(isTwice && !isSameColor)) yield { kind: 'extra', at, turned: true };
  }
}

/**
 * Single edits of the moves that may mend a fault, the likeliest kinds first; the last are all points of all moves before it.
 * `farthest`: moves from which on exchanged colors get farthest, among those tried so far.
 */
function* editsFor(
  moves: Moves,
  { at: fault, stone, liberties }: Break,
  all: readonly Point[],
  farthest: () => readonly number[],
  likely: LikelyPoints,
): Generator<Tried> {
  const last = moves.points.length - 1;
  const back = Math.max(0, fault - BACK);
  yield* extraMoves(moves, fault, back);
  for (const at of stone < 0 ? [fault] : [fault, stone]) yield { kind: 'point', at, points: all };
  // Where one player moves twice a move is lost, however far back.
  for (let at = fault; at > 0; at--) {
    if (moves.colors[at] === moves.colors[at - 1]) yield { kind: 'lost', at, turned: false, points: all };
  }
  for (let at = fault; at >= 0; at--) yield { kind: 'point', at, points: liberties };
  for (let at = fault; at >= back; at--) {
    for (let other = at + 1; other <= Math.min(at + APART, last); other++)
      yield { kind: 'swap', at, with: other };
  }
  for (let at = fault; at >= 0; at--) {
    for (let symmetry = 1; symmetry < 8; symmetry++) yield { kind: 'mirrored', at, symmetry };
    yield { kind: 'colors', at };
  }
  for (const at of farthest()) {
    yield { kind: 'lost', at, turned: true, points: likely(at, moves.colors[at]!) };
  }
  // Where stones that are in the way could have been taken.
  for (let at = fault; at >= back; at--) {
    for (const turned of [false, true]) yield { kind: 'lost', at, turned, points: liberties };
  }
  for (let at = fault - 1; at >= 0; at--) if (at !== stone) yield { kind: 'point', at, points: all };
}

/** One of the edits that differ in their point. */
function editOf(tried: Extract<Tried, { points: unknown }>, point: Point): Edit {
  const { kind, at } = tried;
  return kind === 'point' ? { kind, at, point } : { kind, at, point, turned: tried.turned };
}

const KIND_BIT = { point: 1, lost: 2, turned: 4 } as const;

/** Edits found, and how far the others got. */
export interface Search {
  /** With each of them the whole record is legal. */
  readonly whole: readonly Edit[];
  /** With these the first fault comes later. */
  readonly partly: readonly Edit[];
}

/**
 * Every single edit that makes all moves legal, as far as the work goes (`most` moves played). `fault`: index of their first fault,
 * up to which `trial` has played them.
 */
export function searchEdits(
  trial: Trial,
  moves: Moves,
  fault: number,
  most: number,
  likely: LikelyPoints,
): Search {
  const { board } = trial;
  const { width, height } = board;
  const size = width * height;
  const whole: Edit[] = [];
  const partly: Edit[] = [];
  const end = trial.played + most;
  const symmetries = symmetriesOf(width, height).length;
  const turned: [number, number][] = [];
  const farthest = (): number[] =>
    turned
      .sort((a, b) => b[1] - a[1] || b[0] - a[0])
      .slice(0, TURNS_TRIED)
      .map(([from]) => from);
  /** How far the moves with an edit go: the record's moves in front of it are on the board, and stay there. */
  const reach = (next: Moves, at: number): number => {
    const reached = trial.firstFault(next, at);
    trial.goTo(at);
    return reached;
  };
  const keep = (edit: Edit, next: Moves, reached: number): void => {
    if (reached === next.points.length) whole.push(edit);
    else if (reached > fault + 1) partly.push(edit);
  };
  /** Kinds of edits that were tried at each point of each move, a bit each; the written point is no edit. */
  const seen = new Uint8Array(size * (fault + 1));
  for (let at = 0; at <= fault; at++)
    if (moves.points[at]! >= 0) seen[size * at + moves.points[at]!] = KIND_BIT.point;
  const all = Array.from({ length: size }, (_, point) => point);
  let before = fault;
  for (const tried of editsFor(moves, breakAt(trial, moves, fault), all, farthest, likely)) {
    if (trial.played > end) break;
    if (tried.kind === 'mirrored' && tried.symmetry >= symmetries) continue;
    const { at } = tried;
    if (at > before) trial.firstFault(moves, before, at);
    trial.goTo(at);
    before = at;
    if ('points' in tried) {
      // The moves of edits that differ in their point are one object, changed.
      const next = edited(moves, editOf(tried, 0), width, height);
      const bit = KIND_BIT[tried.kind === 'lost' && tried.turned ? 'turned' : tried.kind];
      for (const point of tried.points) {
        if (board.at(point) !== EMPTY || trial.played > end || seen[size * at + point]! & bit) continue;
        seen[size * at + point]! |= bit;
        next.points[at] = point;
        const reached = reach(next, at);
        if (reached > fault) keep(editOf(tried, point), next, reached);
      }
    } else {
      const next = edited(moves, tried, width, height);
      const reached = reach(next, at);
      if (tried.kind === 'colors' && reached > fault) turned.push([at, reached]);
      keep(tried, next, reached);
    }
  }
  return { whole, partly };
}
