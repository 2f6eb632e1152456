/** How the moves of one record become those of another. */
import { symmetriesOf } from '../../core/point.js';
import type { Edit, Moves, Opening } from '../../referee/repair/edits.js';

/** How two records of moves agree; numbers of moves are those of the first. */
export interface Alignment {
  /** Number of the symmetry (`symmetriesOf`) that takes the points of the second to those of the first. */
  readonly symmetry: number;
  /** Moves that both have. */
  readonly shared: number;
  /** What makes the first the second, up to its tail. */
  readonly edits: readonly Edit[];
  /** Number of the first move from which on they go on differently or one ends, and the moves of each from there on: 0 if they agree to the end. */
  readonly tail: { readonly from: number; readonly first: number; readonly second: number };
}

/** More moves are not compared: time and memory grow with their product. */
export const MAX_COMPARED = 1200;
/** What an edit costs in moves that agree: so many have to follow it, or the records go on differently from there. */
const EDIT = 3;
/** Fewer moves at the end are not told as mirrored or turned. */
const MIN_MIRRORED = 10;

type Step = 'same' | 'point' | 'lost' | 'extra' | 'swap' | 'swap apart' | 'tail';

/** The best way to align the moves of two records on boards of one size. */
export function align(one: Opening, other: Opening): Alignment {
  const { width, height } = one;
  let best: Alignment | undefined;
  const tables = symmetriesOf(width, height);
  for (const [symmetry, table] of tables.entries()) {
    const points = other.moves.points.map((point) => (point < 0 ? point : table[point]!));
    const found = aligned(one.moves, { colors: other.moves.colors, points }, tables);
    if (!best || found.shared - EDIT * found.edits.length > best.shared - EDIT * best.edits.length)
      best = { symmetry, ...found };
  }
  return best!;
}

function aligned(one: Moves, other: Moves, tables: readonly Uint16Array[]): Omit<Alignment, 'symmetry'> {
  const steps = bestSteps(one.points.subarray(0, MAX_COMPARED), other.points.subarray(0, MAX_COMPARED));
  const edits: Edit[] = [];
  let [i, j, shared] = [0, 0, 0];
  // Whether the colors of the second are those of the first exchanged, as far as the edits before say.
  let isTurned = false;
  /** Brings the colors in order before moves that both have. */
  const met = (): void => {
    if ((one.colors[i] !== other.colors[j]) === isTurned) return;
    isTurned = !isTurned;
    const last = edits.at(-1);
    const isHere = last?.kind === 'lost' ? last.at === i : last?.kind === 'extra' && last.at === i - 1;
    if (last && isHere) edits[edits.length - 1] = { ...last, turned: true } as Edit;
    else edits.push({ kind: 'colors', at: i });
  };
  for (let step = steps(0, 0); step !== 'tail'; step = steps(i, j)) {
    if (step === 'lost') edits.push({ kind: 'lost', at: i, point: other.points[j++]!, turned: false });
    else if (step === 'extra') edits.push({ kind: 'extra', at: i++, turned: false });
    else {
      met();
      const wide = step === 'swap' ? 2 : step === 'swap apart' ? 3 : 1;
      if (step === 'point') edits.push({ kind: 'point', at: i, point: other.points[j]! });
      else if (wide > 1) edits.push({ kind: 'swap', at: i, with: i + wide - 1 });
      if (step !== 'point') shared += wide;
      i += wide;
      j += wide;
    }
  }
  const [first, second] = [one.points.length - i, other.points.length - j];
  const left = Math.min(first, second);
  const symmetry =
    left < MIN_MIRRORED ? 0 : symmetryOf(one.points.subarray(i), other.points.subarray(j), tables);
  if (symmetry > 0) edits.push({ kind: 'mirrored', at: i, symmetry });
  else if (first !== second || first > EDIT) return { shared, edits, tail: { from: i + 1, first, second } };
  for (const end = i + left; i < end; i++, j++) {
    met();
    // So few moves at the end are changed rather than others.
    if (symmetry === 0) edits.push({ kind: 'point', at: i, point: other.points[j]! });
    else shared++;
  }
  return { shared, edits, tail: { from: i + 1, first: first - left, second: second - left } };
}

/** The first symmetry that takes the points of moves to those of others, as far as both go; 0 also where none does. */
function symmetryOf(one: Int16Array, other: Int16Array, tables: readonly Uint16Array[]): number {
  const both = one.subarray(0, other.length);
  const found = tables.findIndex((to) =>
    both.every((point, k) => (point < 0 ? point : to[point]) === other[k]),
  );
  return Math.max(0, found);
}

/** The best step from each pair of places, by what follows: a move that agrees counts one, an edit costs EDIT, a tail nothing. */
function bestSteps(one: Int16Array, other: Int16Array): (i: number, j: number) => Step {
  const wide = other.length + 1;
  const gain = new Int16Array((one.length + 1) * wide);
  const at = (i: number, j: number): number => gain[i * wide + j]!;
  const isSame = (i: number, j: number): boolean => one[i] === other[j];
  const isSwapped = (i: number, j: number, by: number): boolean =>
    i + by < one.length && j + by < other.length && isSame(i, j + by) && isSame(i + by, j);
  const options = (i: number, j: number): readonly [Step, number][] => {
    if (i === one.length || j === other.length) return [['tail', 0]];
    if (isSame(i, j)) return [['same', 1 + at(i + 1, j + 1)]];
    return [
      ['tail', 0],
      ['point', at(i + 1, j + 1) - EDIT],
      ['lost', at(i, j + 1) - EDIT],
      ['extra', at(i + 1, j) - EDIT],
      ['swap', isSwapped(i, j, 1) ? 2 + at(i + 2, j + 2) - EDIT : -1],
      ['swap apart', isSwapped(i, j, 2) && isSame(i + 1, j + 1) ? 3 + at(i + 3, j + 3) - EDIT : -1],
    ];
  };
  const bestOf = (i: number, j: number): readonly [Step, number] =>
    options(i, j).reduce((best, next) => (next[1] > best[1] ? next : best));
  for (let i = one.length; i >= 0; i--)
    for (let j = other.length; j >= 0; j--) gain[i * wide + j] = bestOf(i, j)[1];
  return (i, j) => bestOf(i, j)[0];
}
