import { EMPTY } from '../core/color.js';
import type { Point } from '../core/point.js';
import type { Finding } from '../findings/finding.js';

/** A final position as judges of life see it: one byte a point (EMPTY, BLACK, WHITE), indexed `y * width + x`. */
export interface Position {
  readonly width: number;
  readonly height: number;
  readonly stones: Uint8Array;
}

/** Connected points of one content: chains of stones and empty regions, numbered from 0 in board order. */
export interface Components {
  /** Component number of each point. */
  readonly of: Int16Array;
  readonly count: number;
  /** Content (EMPTY, BLACK, WHITE) of each component. */
  readonly content: Uint8Array;
  readonly size: Int16Array;
  /** Smallest point of each component. */
  readonly first: Int16Array;
}

/** The stones of a position without those that are dead. */
export function withoutDead(stones: Uint8Array, dead: Uint8Array): Uint8Array {
  const cleared = stones.slice();
  for (let p = 0; p < cleared.length; p++) if (dead[p] !== 0) cleared[p] = EMPTY;
  return cleared;
}

/** Neighbors of every point, four places a point, -1 where there is none (up, left, right, down). */
function neighborTable(width: number, height: number): Int16Array {
  const table = new Int16Array(width * height * 4).fill(-1);
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p++) {
      if (y > 0) table[p * 4] = p - width;
      if (x > 0) table[p * 4 + 1] = p - 1;
      if (x + 1 < width) table[p * 4 + 2] = p + 1;
      if (y + 1 < height) table[p * 4 + 3] = p + width;
    }
  }
  return table;
}

const tables = new Map<number, Int16Array>();

/** The neighbor table of a size, made once. */
export function neighborsOf(width: number, height: number): Int16Array {
  const key = width * 1024 + height;
  let table = tables.get(key);
  if (!table) {
    table = neighborTable(width, height);
    tables.set(key, table);
  }
  return table;
}

/** Splits a position into chains and empty regions. */
export function componentsOf(position: Position): Components {
  const { width, height, stones } = position;
  const near = neighborsOf(width, height);
  const points = width * height;
  const of = new Int16Array(points).fill(-1);
  const content = new Uint8Array(points);
  const size = new Int16Array(points);
  const first = new Int16Array(points);
  const stack = new Int16Array(points);
  let count = 0;
  for (let start = 0; start < points; start++) {
    if (of[start] !== -1) continue;
    const kind = stones[start]!;
    let top = 0;
    let members = 0;
    stack[top++] = start;
    of[start] = count;
    while (top > 0) {
      const p = stack[--top]!;
      members++;
      for (let d = p * 4, end = d + 4; d < end; d++) {
        const q = near[d]!;
        if (q < 0 || stones[q] !== kind || of[q] !== -1) continue;
        of[q] = count;
        stack[top++] = q;
      }
    }
    content[count] = kind;
    size[count] = members;
    first[count] = start;
    count++;
  }
  return { of, count, content, size, first };
}

export const DEAD_SOURCES = ['marked', 'given', 'proved', 'estimated', 'none'] as const;
export type DeadSource = (typeof DEAD_SOURCES)[number];

/** One chain's (or, after joining, one group's) status with the reason for it. */
export interface ChainLife {
  /** Any point of the chain: its smallest. */
  readonly point: Point;
  readonly stones: number;
  readonly color: 'black' | 'white';
  readonly dead: boolean;
  readonly source: DeadSource;
  /** 0 to 1: chance that `dead` is right. Proved: 1. */
  readonly probability: number;
}

/** Which stones of a final board are dead, and what that rests on. Arrays are indexed by point (`y * width + x`). */
export interface Life {
  /** 1 where the stone is dead. */
  readonly dead: Uint8Array;
  /** 1 where the chain is in seki, as far as it was recognised (marks or estimator). */
  readonly seki: Uint8Array;
  /** Chance that the point is Black's at the end, 0 to 255; undefined when no estimator ran. */
  readonly ownership: Uint8Array | undefined;
  readonly chains: readonly ChainLife[];
  /** Weakest source that any verdict rests on, as CSV `dead_source`. */
  readonly source: DeadSource;
  /** Estimated chance that every chain is judged right. */
  readonly confidence: number;
  /** What tells how far an estimate can be trusted (see `signs`); absent when nothing was estimated. */
  readonly signs?: readonly number[];
  /** Bounds every confidence, where life depends on who moves next. */
  readonly mostConfidence?: number;
  /** Set when the position is not finished enough to be scored: the reason, else ''. */
  readonly unfinished: string;
  readonly findings: readonly Finding[];
}
