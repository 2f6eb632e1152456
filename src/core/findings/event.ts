import { row, type Family } from './family.js';

/** What the record has, and what the conditions require. */
type Differing = { readonly found: string; readonly expected: string };

/** Findings about the conditions of an event (`--event`): each is a reason why a game does not count. */
export const EVENT_FINDINGS = {
  'event/rules': row<Differing>('warning'),
  'event/komi': row<Differing>('warning'),
  'event/size': row<Differing>('warning'),
  'event/handicap': row<Differing>('warning'),
  'event/time': row<Differing>('warning'),
  'event/date': row<Differing>('warning'),
  'event/server': row<Differing>('warning'),
  'event/player': row<Differing>('warning'),
  'event/moves': row<Differing>('warning'),
  'event/not-stated': row<{ readonly what: string }>('note'),
} satisfies Family;

/** Findings about decisions of a referee (`--decisions`). */
export const DECISION_FINDINGS = {
  'decision/no-game': row<{ readonly name: string; readonly game: string; readonly label: string }>(
    'warning',
  ),
  'decision/no-stone': row<{
    readonly name: string;
    readonly point: string;
    readonly reason: 'no-point' | 'empty';
  }>('error'),
  'decision/no-move': row<{ readonly name: string; readonly move: number; readonly moves: number }>('error'),
  'decision/no-repetition': row<{ readonly name: string }>('error'),
  /** `is`: what the move is, or the point that the board does not have. `two-moves`: `format` cannot write it, because a node has two moves. */
  'decision/no-repair': row<{
    readonly name: string;
    readonly repair: string;
    readonly reason: 'move' | 'no-move' | 'no-point' | 'two-moves' | 'none';
    readonly move: number;
    readonly is: string;
  }>('error'),
  'decision/not-scored': row<{ readonly name: string; readonly because: string }>('warning'),
  'decision/result-differs': row<{
    readonly declared: string;
    readonly decided: string;
    readonly name: string;
  }>('warning'),
} satisfies Family;

/** A pairing as the table has it; round 0 where the table does not say. */
type PairingArgs = {
  readonly round: number;
  readonly black: string;
  readonly white: string;
};

/** Both values as they are written; `stated`: where the second is that of a ruling and not of the record. */
type ComparedArgs = PairingArgs & {
  readonly table: string;
  readonly record: string;
  readonly stated?: 'ruling';
};

/** Findings about an event's results table, and about games compared with it. */
export const TABLE_FINDINGS = {
  /** `value`: the text there, '' at the end; `expected` completes "expected ...". */
  'table/malformed': row<{ readonly value: string; readonly expected: string }>('warning'),
  /** Both entries of one game as they are written, with the players whose lines they are in. */
  'table/asymmetric': row<{
    readonly round: number;
    readonly first: string;
    readonly entry: string;
    readonly second: string;
    readonly other: string;
  }>('warning'),
  /** `where`: what names the player. */
  'table/player-unknown': row<{ readonly name: string; readonly where: 'entry' | 'pairing' }>('warning'),
  'table/result-differs': row<ComparedArgs>('error'),
  'table/count-differs': row<ComparedArgs>('warning'),
  /** `hasOtherWinner`: the same color won, so that another player did. */
  'table/colors-swapped': row<PairingArgs & { readonly hasOtherWinner: boolean }>('error'),
  'table/handicap-differs': row<ComparedArgs>('error'),
  'table/komi-differs': row<ComparedArgs>('warning'),
  'table/no-record': row<PairingArgs>('note'),
  'table/not-listed': row<{ readonly black: string; readonly white: string; readonly because: string }>(
    'warning',
  ),
  'table/several-records': row<PairingArgs & { readonly files: string }>('warning'),
  'table/by-default-but-played': row<PairingArgs & { readonly record: string }>('warning'),
  /** `table`: the entry, `?` or `Void`; `missing`: whether the record has no result either; `stated`: as of results that differ. */
  'table/unplayed-but-record': row<ComparedArgs & { readonly missing?: 'record' }>('warning'),
} satisfies Family;
