/** Limits of one run. A finding names the one that was hit; docs/limits.md says what each is for (`test/docs/limits.ts`). */
export interface Limits {
  readonly fileBytes: number;
  readonly gamesPerFile: number;
  readonly nodesPerGame: number;
  readonly movesPerGame: number;
  readonly depth: number;
  readonly secondsPerGame: number;
  readonly archiveEntries: number;
  readonly archiveRatio: number;
  readonly archiveDepth: number;
  readonly nestedZipBytes: number;
  readonly gzipMembers: number;
  readonly pathBytes: number;
  readonly repairMoves: number;
}

/** @sabaki/sgf recurses once per parenthesis, and at about 5,000 the stack of Node 20 overflows. */
const MAX_DEPTH = 1500;

export const DEFAULT_LIMITS: Limits = {
  fileBytes: 1024 * 1024 * 1024,
  gamesPerFile: 10_000_000,
  nodesPerGame: 2_000_000,
  movesPerGame: 2_000_000,
  depth: MAX_DEPTH,
  secondsPerGame: 60,
  archiveEntries: 20_000_000,
  archiveRatio: 1000,
  archiveDepth: 2,
  nestedZipBytes: 64 * 1024 * 1024,
  gzipMembers: 1_000_000,
  pathBytes: 4096,
  repairMoves: 400_000,
};

/** The limit on depth, at most the depth that can be read. */
export function depthOf({ depth }: Pick<Limits, 'depth'>): number {
  return Math.min(depth, MAX_DEPTH);
}

export const LIMIT_NAMES = Object.keys(DEFAULT_LIMITS) as (keyof Limits)[];

/** Limits of the results tables of an event, which no option changes. */
export const TABLE_LIMITS = {
  /** Of all tables together. */
  tableBytes: 16 * 1024 * 1024,
  /** Pairings of all tables together. */
  tablePairings: 20_000,
  /** Letters of a player's name that are compared. */
  nameLetters: 64,
} as const;
