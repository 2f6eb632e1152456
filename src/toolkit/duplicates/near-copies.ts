/** Games that agree but for a few moves. */
import { symmetriesOf } from '../../core/point.js';
import { type DuplicateKind, type KeyTable, type Relation, SKETCH } from './game-keys.js';
import { SKETCH_WORDS } from './sketch.js';

/**
 * Fewest words that the sketches of two games to be compared share: of forty plays a changed one changes some four in sixteen, and of two
 * games that share a third of their plays some four are the same.
 */
const MIN_SHARED = 3;
/** Most edits between near copies. */
export const MAX_EDITS = 3;
/** Most games with one word in its place that are compared with each other; of more, each with so many earlier ones. */
const MAX_BEFORE = 64;

/** Fewest plays with which two games begin alike so that one has a part of the other: openings may be the same. */
const MIN_BEGUN = 80;
/** Fewest plays with which they end alike. */
const MIN_ENDED = 20;

/** Finds near copies, and games that share a part: by sketches those that may be some, then by their plays. */
export function createNearCopies(table: KeyTable, kinds: ReadonlySet<DuplicateKind>) {
  let pairs: readonly (readonly [later: number, earlier: number])[] = [];
  /** By the head of a line: its board, and its plays. */
  const known = new Map<number, readonly [size: number, plays: Uint16Array]>();

  /** What a comparison of their plays finds; `undefined` for boards of two sizes. */
  function compared<T>(later: number, earlier: number, compare: Compare<T>): T | undefined {
    const [one, other] = [known.get(later), known.get(earlier)];
    if (!one || !other || one[0] !== other[0]) return undefined;
    return compare(one[1], other[1], one[0] >> 8, one[0] & 0xff);
  }

  return {
    /** The lines whose plays are needed. */
    heads(): readonly number[] {
      const word = (game: number, of: number): number => table.word(game, SKETCH + of);
      const sketched: number[] = [];
      for (let i = 0; i < table.count(); i++) {
        if (!table.isHead(i)) continue;
        for (let of = 0; of < SKETCH_WORDS; of++) {
          if (word(i, of) === 0) continue;
          sketched.push(i);
          break;
        }
      }
      pairs = [...similarPairs(Uint32Array.from(sketched), word)];
      return [...new Set(pairs.flat())].sort((a, b) => a - b);
    },
    /** `size`: width times 256, and height. */
    take(head: number, size: number, plays: Uint32Array): void {
      known.set(head, [size, Uint16Array.from(plays)]);
    },
    /** Each line by the longest that it begins, as given, else by the earlier one that it is nearest to. */
    related(longest: ReadonlyMap<number, Pick<Relation, 'of' | 'turned'>>): ReadonlyMap<number, Relation> {
      const all = new Map<number, Relation>();
      for (const [head, { of, turned }] of longest) all.set(head, { kind: 'prefix', of, turned });
      const fewest = new Map<number, number>();
      for (const [later, earlier] of pairs) {
        const isBegun = longest.has(later) || longest.has(earlier);
        const near = isBegun ? undefined : compared(later, earlier, nearness);
        if (!near || (fewest.get(later) ?? Infinity) <= near.edits) continue;
        fewest.set(later, near.edits);
        all.set(later, {
          kind: 'near',
          of: earlier,
          turned: near.turned,
          places: near.places,
        });
      }
      return all;
    },
    /** Pairs that share a part and are not related otherwise, in input order of the later ones. */
    parts(related: ReadonlyMap<number, Relation>): readonly (readonly [later: number, Relation])[] {
      if (!kinds.has('part')) return [];
      const isRelated = (one: number, other: number): boolean =>
        related.get(one)?.of === other || related.get(other)?.of === one;
      return pairs
        .flatMap(([later, earlier]): (readonly [number, Relation])[] => {
          const part = isRelated(later, earlier) ? undefined : compared(later, earlier, sharedPart);
          return part ? [[later, { kind: 'part', of: earlier, ...part }]] : [];
        })
        .sort(([a, { of: b }], [c, { of: d }]) => a - c || b - d);
    },
  };
}

type Compare<T> = (one: Uint16Array, other: Uint16Array, width: number, height: number) => T | undefined;

/**
 * Pairs of games whose sketches agree in part, the later one first. `sketched`: games to compare, ascending. Memory grows with the
 * games, not with their pairs: each is looked at where the first of its shared words is.
 */
export function* similarPairs(
  sketched: Uint32Array,
  word: (game: number, of: number) => number,
): Generator<readonly [later: number, earlier: number]> {
  for (let of = 0; of < SKETCH_WORDS; of++) {
    const order = sketched.filter((game) => word(game, of) !== 0);
    order.sort((a, b) => word(a, of) - word(b, of) || a - b);
    for (let i = 0; i < order.length; i++) {
      const later = order[i]!;
      for (let j = i - 1; j >= 0 && i - j <= MAX_BEFORE && word(order[j]!, of) === word(later, of); j--) {
        if (isFirstShared(order[j]!, later, of, word)) yield [later, order[j]!];
      }
    }
  }
}

function isFirstShared(
  one: number,
  other: number,
  of: number,
  word: (game: number, of: number) => number,
): boolean {
  let shared = 0;
  for (let i = 0; i < SKETCH_WORDS; i++) {
    const value = word(one, i);
    if (value === 0 || value !== word(other, i)) continue;
    if (i < of) return false;
    shared++;
  }
  return shared >= MIN_SHARED;
}

/** How one game becomes another: edits (0 where only setup, passes or colors differ), and the numbers of its plays at which they are. */
export interface Nearness {
  readonly edits: number;
  readonly turned: boolean;
  readonly places: readonly number[];
}

/** Fewest edits from one list of plays to another on a board of a size, mirrored or turned; `undefined`: more than MAX_EDITS. */
export function nearness(
  one: Uint16Array,
  other: Uint16Array,
  width: number,
  height: number,
): Nearness | undefined {
  if (Math.abs(one.length - other.length) > MAX_EDITS) return undefined;
  let best: Nearness | undefined;
  for (const [s, table] of symmetriesOf(width, height).entries()) {
    if (best?.edits === 0) break;
    const image = one.map((point) => table[point]!);
    let same = 0;
    while (same < image.length && image[same] === other[same]) same++;
    const edits = editsBetween(image.subarray(same), other.subarray(same), best ? best.edits - 1 : MAX_EDITS);
    if (edits) best = { edits: edits.length, turned: s > 0, places: edits.map((at) => same + at) };
  }
  return best;
}

/** With how many plays two games begin and end alike on the same board, or else a mirrored or turned one; `undefined`: with too few. */
function sharedPart(
  one: Uint16Array,
  other: Uint16Array,
  width: number,
  height: number,
): Pick<Relation, 'turned' | 'alike'> | undefined {
  const most = Math.min(one.length, other.length);
  for (const [s, table] of symmetriesOf(width, height).entries()) {
    let begin = 0;
    while (begin < most && table[one[begin]!] === other[begin]) begin++;
    let end = 0;
    while (end < most - begin && table[one[one.length - 1 - end]!] === other[other.length - 1 - end]) end++;
    const alike = {
      first: begin < MIN_BEGUN ? 0 : begin,
      last: end < MIN_ENDED ? 0 : end,
    };
    if (alike.first + alike.last > 0) return { turned: s > 0, alike };
  }
  return undefined;
}

/**
 * Where plays are changed, left out, added, or exchanged with the next but one, as numbers of `one` from 1; `undefined`:
 * more than `most`.
 */
export function editsBetween(
  one: ArrayLike<number>,
  other: ArrayLike<number>,
  most: number,
): number[] | undefined {
  const rows = editRows(one, other, most);
  const at = (i: number, j: number): number => rows?.[i]?.[j - i + most] ?? most + 1;
  if (at(one.length, other.length) > most) return undefined;
  const places: number[] = [];
  for (let i = one.length, j = other.length; i + j > 0;) {
    const before = at(i, j) - 1;
    const [isSame, isPair] = [one[i - 1] === other[j - 1], i > 0 && j > 0];
    if (isPair && isSame && at(i - 1, j - 1) === before + 1) [i, j] = [i - 1, j - 1];
    else if (isExchanged(one, i, other, j) && at(i - 3, j - 3) === before) {
      places.push(i - 2);
      [i, j] = [i - 3, j - 3];
    } else {
      const isChanged = isPair && at(i - 1, j - 1) === before;
      const isAdded = !isChanged && j > 0 && at(i, j - 1) === before;
      places.push(isAdded ? i + 1 : i);
      if (!isAdded) i--;
      if (isChanged || isAdded) j--;
    }
  }
  return places.reverse();
}

/**
 * By row and place in the band of those that `most` edits can reach: the edits from the first i plays of one to the first
 * i + d - most of the other.
 */
function editRows(one: ArrayLike<number>, other: ArrayLike<number>, most: number): number[][] | undefined {
  const band = 2 * most + 1;
  const far = most + 1;
  const rows: number[][] = [];
  for (let i = 0; i <= one.length; i++) {
    const row = new Array<number>(band).fill(far);
    for (let d = 0; d < band; d++) {
      const j = i + d - most;
      if (j < 0 || j > other.length) continue;
      if (i === 0 || j === 0) {
        row[d] = Math.min(far, i + j);
        continue;
      }
      const isSame = one[i - 1] === other[j - 1];
      let least = rows[i - 1]![d]! + (isSame ? 0 : 1);
      if (d > 0) least = Math.min(least, row[d - 1]! + 1);
      if (d < band - 1) least = Math.min(least, rows[i - 1]![d + 1]! + 1);
      if (isExchanged(one, i, other, j)) least = Math.min(least, rows[i - 3]![d]! + 1);
      row[d] = Math.min(far, least);
    }
    if (row.every((edits) => edits > most)) return undefined;
    rows.push(row);
  }
  return rows;
}

/** Whether the plays before two places are the same, with the first and the third exchanged. */
function isExchanged(one: ArrayLike<number>, i: number, other: ArrayLike<number>, j: number): boolean {
  return (
    i > 2 &&
    j > 2 &&
    one[i - 1] === other[j - 3] &&
    one[i - 3] === other[j - 1] &&
    one[i - 2] === other[j - 2]
  );
}
