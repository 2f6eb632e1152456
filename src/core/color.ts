/** The two players, and the owners of stones. */
export const COLORS = ['black', 'white'] as const;
export type Color = (typeof COLORS)[number];

/** Contents of a point on a board, as stored in typed arrays. */
export const EMPTY = 0;
export const BLACK = 1;
export const WHITE = 2;
export type Stone = typeof BLACK | typeof WHITE;
export type Content = typeof EMPTY | Stone;

export function opponent(color: Color): Color {
  return color === 'black' ? 'white' : 'black';
}

/** `Black` or `White`. */
export function playerName(color: Color): string {
  return color === 'black' ? 'Black' : 'White';
}

export function colorOf(stone: Stone): Color {
  return stone === BLACK ? 'black' : 'white';
}
