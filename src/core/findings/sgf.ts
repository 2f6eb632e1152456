import { row, type Family } from './family.js';

/** Findings about SGF syntax that reading the main line shows; `check.ts` has those that only `check` reports. */
export const SGF_FINDINGS = {
  'sgf/no-game': row<{ readonly what: string }>('warning'),
  /** `moves`: nodes with moves are in it, which a surplus parenthesis cut off. */
  'sgf/text-outside': row<{ readonly characters: number; readonly moves?: true }>('note'),
  'sgf/unopened-tree': row('warning'),
  'sgf/unclosed-tree': row<{ readonly missing: number }>('warning'),
  'sgf/surplus-parenthesis': row<{ readonly count: number }>('warning'),
  'sgf/unclosed-value': row<{ readonly ident: string }>('warning'),
  'sgf/missing-semicolon': row('warning'),
  'sgf/empty-variation': row('note'),
  'sgf/lower-case-ident': row<{ readonly ident: string }>('note'),
  'sgf/repeated-property': row<{ readonly ident: string }>('warning'),
  'sgf/property-without-value': row<{ readonly ident: string }>('warning'),
  'sgf/value-without-property': row('warning'),
  'sgf/bad-point': row<{ readonly ident: string; readonly value: string }>('warning'),
  'sgf/bad-value': row<{ readonly ident: string; readonly value: string; readonly expected: string }>(
    'warning',
  ),
  'sgf/illegal-text': row<{ readonly characters: number }>('note'),
  'sgf/node-outside': row<{ readonly nodes: number }>('warning'),
  'sgf/move-in-root': row('note'),
  'sgf/moves-restored': row<{ readonly moves: number; readonly pasted: string }>('warning'),
  /** `places`: how many; `written`, `read`: the first of them, with what stands beside it. */
  'sgf/brackets-mended': row<{ readonly places: number; readonly written: string; readonly read: string }>(
    'warning',
  ),
  /** `places`: how many; `written`, `read`: the first of them. */
  'sgf/coordinates': row<{ readonly places: number; readonly written: string; readonly read: string }>(
    'warning',
  ),
} satisfies Family;
