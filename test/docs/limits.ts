import type { Limits } from '../../src/core/limits.js';

/** What a limit bounds, and the finding when it is reached: docs/limits.md. */
interface LimitWords {
  readonly bounds: string;
  readonly finding:
    'sgf/limit' | 'archive/entry-skipped' | 'archive/damaged' | 'internal/worker-lost' | 'record/misprint';
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
  repairMoves: {
    bounds:
      'Moves played to find what a misprinted record should be; a tenth as many after each of six first edits of two',
    finding: 'record/misprint',
  },
  pathBytes: { bounds: 'Bytes of the name of an archive entry', finding: 'archive/entry-skipped' },
};
