/** Limits of one run, each with the reason for its size. A finding `sgf/limit` names the one that was hit. */
export interface Limits {
  /** Bytes of one file or archive entry that are read at all. */
  readonly fileBytes: number;
  /** Games of one file. */
  readonly gamesPerFile: number;
  /** Nodes on a main line. */
  readonly nodesPerGame: number;
  /** Open parentheses inside each other. */
  readonly depth: number;
  /** Entries of one archive. */
  readonly archiveEntries: number;
  /** Unpacked bytes for each packed byte of an archive entry, beyond the first MiB. */
  readonly archiveRatio: number;
  /** Archives inside archives. */
  readonly archiveDepth: number;
}

export const DEFAULT_LIMITS: Limits = {
  fileBytes: 1024 * 1024 * 1024,
  gamesPerFile: 10_000_000,
  nodesPerGame: 2_000_000,
  depth: 1_000_000,
  archiveEntries: 20_000_000,
  archiveRatio: 1000,
  archiveDepth: 2,
};
