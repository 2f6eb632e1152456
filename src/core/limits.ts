/** Limits of one run. A finding names the one that was hit; LIMIT_WORDS says what each is for. */
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
}

/** @sabaki/sgf recurses once a parenthesis, and at some 5,000 the stack of Node 20 overflows. */
const MOST_DEPTH = 1500;

export const DEFAULT_LIMITS: Limits = {
  fileBytes: 1024 * 1024 * 1024,
  gamesPerFile: 10_000_000,
  nodesPerGame: 2_000_000,
  movesPerGame: 2_000_000,
  depth: MOST_DEPTH,
  secondsPerGame: 60,
  archiveEntries: 20_000_000,
  archiveRatio: 1000,
  archiveDepth: 2,
  nestedZipBytes: 64 * 1024 * 1024,
  gzipMembers: 1_000_000,
  pathBytes: 4096,
};

/** The limit on depth: a higher one than can be read counts as the highest. */
export function depthOf({ depth }: Pick<Limits, 'depth'>): number {
  return Math.min(depth, MOST_DEPTH);
}

/** What a limit bounds, and the finding when it is reached. */
export interface LimitWords {
  readonly bounds: string;
  readonly finding: 'sgf/limit' | 'archive/entry-skipped' | 'archive/damaged' | 'internal/worker-lost';
}

export const LIMIT_WORDS: Readonly<Record<keyof Limits, LimitWords>> = {
  fileBytes: {
    bounds: 'Bytes read of one file or archive entry',
    finding: 'sgf/limit',
  },
  gamesPerFile: { bounds: 'Games of one file', finding: 'sgf/limit' },
  nodesPerGame: { bounds: 'Nodes on a main line, and of a tree with --variations', finding: 'sgf/limit' },
  movesPerGame: {
    bounds: 'Moves and setup stones on a main line, checked before each node',
    finding: 'sgf/limit',
  },
  depth: {
    bounds: 'Nested parentheses; at most 1500',
    finding: 'sgf/limit',
  },
  secondsPerGame: {
    bounds: 'Time of a worker for one game; after at most twice that its file is abandoned',
    finding: 'internal/worker-lost',
  },
  archiveEntries: { bounds: 'Records and archives in one archive', finding: 'sgf/limit' },
  archiveRatio: {
    bounds:
      'Unpacked bytes for each packed byte of an archive entry, and of a whole archive, beyond the first MiB',
    finding: 'archive/entry-skipped',
  },
  archiveDepth: {
    bounds: 'Nested archives, the outermost included',
    finding: 'archive/entry-skipped',
  },
  nestedZipBytes: {
    bounds: 'Bytes of a zip inside an archive, which must be held in memory',
    finding: 'archive/damaged',
  },
  gzipMembers: {
    bounds: 'Members of one gzip file, each with its own header',
    finding: 'archive/damaged',
  },
  pathBytes: { bounds: 'Bytes of the name of an archive entry', finding: 'archive/entry-skipped' },
};

export const LIMIT_NAMES = Object.keys(DEFAULT_LIMITS) as (keyof Limits)[];
