import type { Color } from '../color.js';
import { row, type Family } from './family.js';

/** Findings about how a record was written down. */
export const RECORD_FINDINGS = {
  /**
   * An edit with which all moves can be played, or from where on they are those of another game (`cut`); `none`: none was found; `threat`:
   * or a ko threat and its answer are missing. `other`: number of the move that is exchanged with it. `sure`: a chance of 0.8 or more, or
   * `cut`. `repair`: as the column has it. `explains`: how many findings follow from it. `beside`: number of the move that the other
   * edit of the repair is about, if there is one. `declared`: the declared result, if the repaired game counts to it. `turned`: the colors
   * of all moves after a lost one or one too many are exchanged.
   */
  'record/misprint': row<{
    readonly kind: 'point' | 'swap' | 'lost' | 'extra' | 'mirrored' | 'colors' | 'cut' | 'threat' | 'none';
    readonly written: string;
    readonly proposed: string;
    readonly other: number;
    readonly moves: number;
    readonly sure: boolean;
    readonly repair: string;
    readonly chance: number;
    readonly others: readonly {
      readonly move: number;
      readonly proposed: string;
      readonly chance: number;
    }[];
    readonly explains: number;
    readonly beside?: number;
    readonly declared?: string;
    readonly turned?: boolean;
  }>('note'),
} satisfies Family;

/** Findings about a game as a whole. */
export const GAME_FINDINGS = {
  'game/size': row<{ readonly value: string }>('warning'),
  'game/not-go': row<{ readonly value: string }>('warning'),
  /** `repair`: the same only with that edit of this record (`where` is here) or of the other (there). */
  'game/duplicate': row<{
    readonly file: string;
    readonly game: number;
    readonly symmetric: boolean;
    readonly repair?: string;
    readonly where?: 'here' | 'there';
  }>('note'),
} satisfies Family;

/** Findings about the ruleset that a record names. */
export const RULES_FINDINGS = {
  'rules/missing': row('note'),
  /** `because`: why a value that was understood gives no ruleset. */
  'rules/unknown': row<{ readonly value: string; readonly because?: string }>('note'),
  'rules/setting-differs': row<{ readonly field: string; readonly value: string; readonly expected: string }>(
    'note',
  ),
} satisfies Family;

/** Findings about komi. */
export const KOMI_FINDINGS = {
  'komi/missing': row('note'),
  'komi/malformed': row<{ readonly value: string }>('warning'),
  'komi/scaled': row<{ readonly value: string; readonly komi: number; readonly trigger: string }>('note'),
  'komi/not-recorded': row<{ readonly value: string }>('note'),
  'komi/fraction': row<{ readonly value: string }>('note'),
  'komi/unusual': row<{ readonly komi: number; readonly expected: string }>('note'),
  'komi/result-parity': row<{ readonly komi: number; readonly result: string }>('warning'),
} satisfies Family;

/** Findings about handicap stones and who moves first. */
export const HANDICAP_FINDINGS = {
  'handicap/stones-missing': row<{ readonly handicap: number; readonly assumed: boolean }>('warning'),
  'handicap/stones-differ': row<{ readonly handicap: number; readonly stones: number }>('warning'),
  'handicap/placement': row<{ readonly stones: number }>('note'),
  'handicap/first-player': row<{ readonly handicap: number; readonly first: Color }>('warning'),
  'handicap/size': row<{ readonly handicap: number }>('note'),
  'handicap/free-as-moves': row<{ readonly stones: number }>('note'),
} satisfies Family;
