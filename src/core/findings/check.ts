import type { Color } from '../color.js';
import { row, type Family } from './family.js';

/** A property that differs from that of the first game of the file. */
type UnlikeFirst = { readonly value: string; readonly first: string };

/** Findings about SGF that only `check` reports, because it reads every node. */
export const CHECK_FINDINGS = {
  'sgf/zero-byte': row<{ readonly count: number }>('warning'),
  /** Reported once per file, at its second game. */
  'sgf/several-games': row('note'),
  'sgf/variation-start': row<{ readonly found: string }>('warning'),
  'sgf/variation-level': row<
    | { readonly takesBack: true }
    | { readonly takesBack: false; readonly expected: Color; readonly first: Color }
  >('note'),
  'sgf/empty-node': row('note'),
  'sgf/long-ident': row<{ readonly ident: string }>('note'),
  'sgf/unknown-property': row<{ readonly ident: string }>('note'),
  'sgf/property-format': row<{
    readonly ident: string;
    readonly format: number;
    readonly lacksFormat: boolean;
    readonly defined: string;
  }>('note'),
  'sgf/unknown-format': row<{ readonly value: string }>('warning'),
  'sgf/mixed-format': row<UnlikeFirst>('note'),
  'sgf/mixed-game': row<UnlikeFirst>('warning'),
  'sgf/mixed-charset': row<UnlikeFirst>('warning'),
  'sgf/feature-format': row<{ readonly feature: string; readonly format: number }>('note'),
  'sgf/too-many-values': row<{ readonly ident: string; readonly count: number }>('warning'),
  'sgf/empty-value': row<{ readonly ident: string; readonly expected: string }>('note'),
  'sgf/composed-value': row<{ readonly ident: string; readonly value: string; readonly expected: string }>(
    'warning',
  ),
  'sgf/point-twice': row<{ readonly ident: string; readonly points: number }>('warning'),
  'sgf/bad-rectangle': row<{ readonly ident: string; readonly value: string }>('warning'),
  'sgf/square-as-rectangle': row<{ readonly value: string; readonly expected: string }>('note'),
  'sgf/view': row<{ readonly format: number; readonly values: number }>('note'),
  'sgf/integer-komi': row<{ readonly value: string }>('note'),
  'sgf/pass-format': row<{ readonly format: number }>('note'),
  'sgf/root-property-elsewhere': row<{ readonly ident: string }>('warning'),
  'sgf/game-info-elsewhere': row<{ readonly ident: string }>('warning'),
  'sgf/date-format': row<{ readonly value: string }>('note'),
  'sgf/time-format': row<{ readonly value: string }>('note'),
  'sgf/annotation-clash': row<{ readonly first: string; readonly second: string }>('warning'),
  'sgf/annotation-pair': row<{ readonly first: string; readonly second: string }>('note'),
  'sgf/annotation-without-move': row<{ readonly ident: string }>('warning'),
} satisfies Family;
