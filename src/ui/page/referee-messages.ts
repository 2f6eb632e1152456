import type { GameReport } from '../../referee/report.js';
import type { Counts } from '../../output/summary.js';
import type { GameBytes, RunOptions } from './backend.js';

/** A file to referee, in a worker. */
export interface FileTask {
  readonly kind: 'file';
  readonly id: number;
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly options: RunOptions;
}

/** One game's parts of every form of output; `key` is equal for equal and mirrored games, '' for short ones. */
export interface GameParts {
  readonly game: number;
  readonly page: string;
  readonly csv: string;
  readonly findings: string;
  readonly html: string;
  readonly key: string;
  readonly exact: string;
}

export interface FileDone {
  readonly id: number;
  readonly games: readonly GameParts[];
  /** Findings that belong to no game. */
  readonly file: { readonly page: string; readonly findings: string; readonly html: string } | undefined;
  readonly counts: Counts;
}

/** Dead stones and seki as the user has them, in points. */
export interface Decided {
  readonly dead: readonly number[];
  readonly seki: readonly number[];
}

/** A game to judge anew, for the page of one game. */
export interface GameTask {
  readonly kind: 'game';
  readonly id: number;
  readonly file: string;
  readonly game: number;
  readonly bytes: GameBytes;
  readonly options: RunOptions;
  /** Rulesets side by side. */
  readonly rulesets: readonly string[];
  readonly decided: Decided | undefined;
}

export interface GameDone {
  readonly id: number;
  /** `undefined`: there is no game in the bytes. */
  readonly report: GameReport | undefined;
}

export interface TaskFailed {
  readonly id: number;
  readonly failed: string;
}
