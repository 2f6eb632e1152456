import type { Color } from '../core/color.js';

/** How a game ended that was not counted. */
export type EndedBy = 'resign' | 'time' | 'forfeit' | 'illegal';

/** An RE text by itself, before anything is known of its writer. */
export type ResultText =
  | { readonly kind: 'malformed' | 'unknown' | 'void' | 'jigo' | 'both-lose' }
  | { readonly kind: 'winner'; readonly winner: Color }
  /** `isZi`: the unit written is the zi, two points each, already doubled in `points`. */
  | { readonly kind: 'margin'; readonly winner: Color; readonly points: number; readonly isZi: boolean }
  | { readonly kind: 'ended'; readonly winner: Color; readonly by: EndedBy };
