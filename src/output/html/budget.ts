import { LINE } from './report-data.js';

/** How many rows and how many bytes of everything else one page takes, so that a browser opens it at once. */
export const PAGE_LIMITS = {
  rows: 200_000,
  flaggedBytes: 7_000_000,
  plainBytes: 4_000_000,
  textBytes: 4_000_000,
} as const;

export type PageLimits = { readonly [Name in keyof typeof PAGE_LIMITS]: number };

/** What there was no room for: games without a row, rows without their detail, details without their SGF. */
export interface LeftOut {
  readonly rows: number;
  readonly details: number;
  readonly texts: number;
}

/**
 * Passes lines on in their order while there is room for their kind; games come first come, first served. A kind whose line finds no
 * room is closed for good, so that nobody need make further ones.
 */
export interface Budget {
  /** Whole lines as UTF-8; those that fit come back. */
  readonly take: (lines: Uint8Array) => Uint8Array;
  readonly leftOut: () => LeftOut;
  readonly state: () => BudgetState;
  /** For those who make lines; kept up to date. */
  readonly closed: readonly number[];
}

/** Places of `closed`: 1 where no further line of that kind has room. Then its letter alone is enough, which is counted. */
export const CLOSED = { rows: 0, flagged: 1, plain: 2, texts: 3 } as const;
const KINDS = Object.keys(CLOSED).length;

/** What is used and what was left out so far: enough to go on later. */
export interface BudgetState {
  readonly used: PageLimits;
  readonly left: LeftOut;
}

const LINE_FEED = 10;

const NOTHING_USED: BudgetState = {
  used: { rows: 0, flaggedBytes: 0, plainBytes: 0, textBytes: 0 },
  left: { rows: 0, details: 0, texts: 0 },
};

export function createBudget(limits: PageLimits = PAGE_LIMITS, from: BudgetState = NOTHING_USED): Budget {
  const closed = new Array<number>(KINDS).fill(0);
  const used = { ...from.used };
  const left = { ...from.left };

  function hasRoom(of: keyof PageLimits, amount: number, kind: keyof typeof CLOSED): boolean {
    const fits = used[of] + amount <= limits[of];
    used[of] = fits ? used[of] + amount : limits[of];
    if (used[of] === limits[of]) closed[CLOSED[kind]] = 1;
    return fits;
  }

  function fits(kind: string, length: number): boolean {
    if (left.rows > 0 && kind !== LINE.row) return kind === LINE.file || kind === LINE.counts;
    switch (kind) {
      case LINE.row:
        return hasRoom('rows', 1, 'rows') || leave('rows');
      case LINE.flagged:
        return hasRoom('flaggedBytes', length, 'flagged') || leave('details');
      case LINE.plain:
        return hasRoom('plainBytes', length, 'plain') || leave('details');
      case LINE.text:
      case LINE.bytes:
        return hasRoom('textBytes', length, 'texts') || leave('texts');
      default:
        return true;
    }
  }

  function leave(what: keyof LeftOut): false {
    left[what]++;
    return false;
  }

  // Kinds that were closed already.
  hasRoom('rows', 0, 'rows');
  hasRoom('flaggedBytes', 0, 'flagged');
  hasRoom('plainBytes', 0, 'plain');
  hasRoom('textBytes', 0, 'texts');

  return {
    take(lines) {
      const kept: Uint8Array[] = [];
      let start = 0;
      for (let at = 0; at < lines.length;) {
        const found = lines.indexOf(LINE_FEED, at);
        const end = found < 0 ? lines.length : found + 1;
        if (!fits(String.fromCharCode(lines[at]!), end - at)) {
          if (at > start) kept.push(lines.subarray(start, at));
          start = end;
        }
        at = end;
      }
      if (start === 0) return lines;
      kept.push(lines.subarray(start));
      return joined(kept);
    },
    leftOut: () => ({ ...left }),
    state: () => ({ used: { ...used }, left: { ...left } }),
    closed,
  };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
