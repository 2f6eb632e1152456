/**
 * How a game repeats an earlier one, the closest first. `exact`: byte for byte. `moves`: the same moves and header, other
 * text (comments, variations, layout). `headers`: the same moves and result, another header. `result`: the same moves, another
 * result. `symmetric`: the same moves on a mirrored or turned board. `prefix`: its moves are the beginning of a longer game's.
 */
export const DUPLICATE_KINDS = ['exact', 'moves', 'headers', 'result', 'symmetric', 'prefix'] as const;
export type DuplicateKind = (typeof DUPLICATE_KINDS)[number];

/** Moves and setup stones that two games must share at least before they are one; twice as many where one is longer. */
export const FEWEST_STONES = 10;

/** One game of a group of games that are one. Files by number, in the order in which they were given. */
export interface DuplicateRow {
  /** From 1, in input order of the first games. */
  readonly group: number;
  /** `first`: the game that others repeat. */
  readonly kind: DuplicateKind | 'first';
  readonly file: number;
  /** 1-based number in its file. */
  readonly game: number;
  /** The game that it repeats, or that begins like it; itself for `first`. */
  readonly ofFile: number;
  readonly ofGame: number;
  readonly moves: number;
  /** What the two tell differently: `players`, `occasion`, `terms`, `result`, `turned` (the board), or only `text`. */
  readonly differs: readonly string[];
}
