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

/** Passes lines on in their order while there is room for their kind; games come first come, first served. */
export interface Budget {
  /** Whole lines as UTF-8; those that fit come back. */
  readonly take: (lines: Uint8Array) => Uint8Array;
  readonly leftOut: () => LeftOut;
  readonly state: () => BudgetState;
}

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
  const used = { ...from.used };
  const left = { ...from.left };

  function fits(kind: string, length: number): boolean {
    switch (kind) {
      case LINE.row:
        if (used.rows === limits.rows) {
          left.rows++;
          return false;
        }
        used.rows++;
        return true;
      case LINE.flagged:
      case LINE.plain: {
        const of = kind === LINE.flagged ? 'flaggedBytes' : 'plainBytes';
        if (left.rows === 0 && used[of] + length <= limits[of]) {
          used[of] += length;
          return true;
        }
        if (left.rows === 0) left.details++;
        return false;
      }
      case LINE.text:
      case LINE.bytes:
        if (left.rows === 0 && used.textBytes + length <= limits.textBytes) {
          used.textBytes += length;
          return true;
        }
        if (left.rows === 0) left.texts++;
        return false;
      default:
        return true;
    }
  }

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
