import type { Proved } from './benson.js';
import type { Components, Position } from '../board/position.js';

/**
 * Ways to judge what is neither marked, given nor proved. `playouts` is the default: our own playouts and net. `deadstones` is
 * the library of that name, for comparison. `gtp:` engines answer from outside, as given points.
 */
export const ESTIMATORS = ['playouts', 'none', 'deadstones'] as const;
export type EstimatorName = (typeof ESTIMATORS)[number];

/** What an estimator makes of a position. Chains are numbered as in `Components`. */
export interface Estimate {
  /** 1 where the stone is judged dead. */
  readonly dead: Uint8Array;
  /** 1 where the chain is judged to stand in seki. */
  readonly seki: Uint8Array;
  /** Chance that the point is Black's at the end, 0 to 255. */
  readonly ownership: Uint8Array | undefined;
  /** Chance, by component number, that its verdict is right. Empty regions: 1. */
  readonly probability: Float64Array;
  /** Chance that every chain is judged right. */
  readonly confidence: number;
  /** What tells how far it can be trusted (see `signs`), if the estimator looks for that. */
  readonly signs?: readonly number[];
  /** Why the position is not finished enough to be scored, else ''. */
  readonly unfinished: string;
}

/**
 * Judges life on a final position. Pure and deterministic: equal positions give equal estimates. `proved` is what the
 * caller has proved of the position, if anything.
 */
export type Estimator = (position: Position, components: Components, proved?: Proved) => Estimate;
