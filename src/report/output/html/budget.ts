import { joined } from '../../../core/bytes.js';
import { LINE } from './report-data.js';

/** Most rows and most bytes of everything else on one page, so that a browser opens it without delay. */
const PAGE_LIMITS = {
  rows: 200_000,
  flaggedBytes: 15_000_000,
  plainBytes: 11_000_000,
  textBytes: 4_000_000,
} as const;

/** Games beyond this number are not on the page at all. */
export const MAX_ROWS: number = PAGE_LIMITS.rows;

export type PageLimits = { readonly [Name in keyof typeof PAGE_LIMITS]: number };

/** What did not fit: games without a row, rows without their detail, details without their SGF. */
export interface LeftOut {
  readonly rows: number;
  readonly details: number;
  readonly texts: number;
}

/** Limited kinds of lines, by their index in `closed`. */
export const CLOSED = { rows: 0, flagged: 1, plain: 2, texts: 3 } as const;

const LIMITED: readonly (readonly [limit: keyof PageLimits, left: keyof LeftOut])[] = [
  ['rows', 'rows'],
  ['flaggedBytes', 'details'],
  ['plainBytes', 'details'],
  ['textBytes', 'texts'],
];

const KINDS: Readonly<Record<string, number>> = {
  [LINE.row]: CLOSED.rows,
  [LINE.flagged]: CLOSED.flagged,
  [LINE.plain]: CLOSED.plain,
  [LINE.text]: CLOSED.texts,
  [LINE.bytes]: CLOSED.texts,
};

/**
 * Passes lines on in order while their kind has space left: first come, first served. A kind is closed for good once one of its
 * lines does not fit, so that no more need be made.
 */
export interface Budget {
  /** Takes whole lines in UTF-8 and returns those that fit. */
  readonly take: (lines: Uint8Array) => Uint8Array;
  /** Shortens lines to what a later budget needs, one that has taken more lines before these. */
  readonly shorten: (lines: Uint8Array) => Uint8Array;
  readonly leftOut: () => LeftOut;
  /** 1 for a closed kind, by `CLOSED`. The letter of such a line is enough to count it. */
  readonly closed: readonly number[];
}

/** Lines that belong to no game. */
const ALWAYS: readonly string[] = [LINE.file, LINE.crosstable, LINE.counts];

const LINE_FEED = 10;
/** A letter and a line feed. */
const BARE_LENGTH = 2;

/** `page`: whether the lines before have used up the limits, as those of MAX_ROWS games do. */
export function createBudget(limits: PageLimits = PAGE_LIMITS, page: 'open' | 'full' = 'open'): Budget {
  const used = page === 'full' ? { ...limits } : { rows: 0, flaggedBytes: 0, plainBytes: 0, textBytes: 0 };
  const left = { rows: 0, details: 0, texts: 0 };
  const closed = LIMITED.map(([limit]) => (used[limit] >= limits[limit] ? 1 : 0));

  function fits(letter: string, length: number): boolean {
    const kind = KINDS[letter];
    // Lines after a row that did not fit belong to its game.
    if (left.rows > 0 && kind !== CLOSED.rows) return ALWAYS.includes(letter);
    if (kind === undefined) return true;
    const [limit, count] = LIMITED[kind]!;
    // Of a line that was left out, only the letter remains.
    const size = length <= BARE_LENGTH ? Infinity : kind === CLOSED.rows ? 1 : length;
    const after = used[limit] + size;
    used[limit] = Math.min(after, limits[limit]);
    if (used[limit] === limits[limit]) closed[kind] = 1;
    if (after > limits[limit]) left[count]++;
    return after <= limits[limit];
  }

  /** Bytes of a line that a later budget needs: none after a row that did not fit; of a closed kind only the letter, to count it. */
  function needed(letter: string, length: number): number {
    const kind = KINDS[letter];
    if (left.rows > 0 && kind !== CLOSED.rows)
      return letter === LINE.file || letter === LINE.counts ? length : 0;
    // The line that closes its kind stays whole: shortened, it might fit.
    return kind !== undefined && closed[kind] === 1 ? 1 : length;
  }

  /** The lines, each cut to the bytes that `keptOf` returns. */
  function fitting(lines: Uint8Array, keptOf: (letter: string, length: number) => number): Uint8Array {
    const pieces: Uint8Array[] = [];
    let start = 0;
    for (let at = 0; at < lines.length;) {
      const found = lines.indexOf(LINE_FEED, at);
      const end = found < 0 ? lines.length : found + 1;
      const kept = keptOf(String.fromCharCode(lines[at]!), end - at);
      if (kept < end - at) {
        if (at + kept > start) pieces.push(lines.subarray(start, at + kept));
        start = kept === 0 ? end : end - 1; // a shortened line keeps its line feed
      }
      at = end;
    }
    if (start === 0) return lines;
    pieces.push(lines.subarray(start));
    return joined(pieces);
  }

  return {
    take: (lines) => fitting(lines, (letter, length) => (fits(letter, length) ? length : 0)),
    shorten: (lines) =>
      fitting(lines, (letter, length) => {
        const kept = needed(letter, length);
        fits(letter, length);
        return kept;
      }),
    leftOut: () => ({ ...left }),
    closed,
  };
}
