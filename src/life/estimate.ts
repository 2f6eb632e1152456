import type { Proved } from './benson.js';
import type { Components, Position } from '../board/position.js';

/**
 * Ways to judge what is neither marked, given nor proved. `playouts` is the default: our own playouts and net. `deadstones` is
 * the library of that name, for comparison. `gtp:` engines answer from outside, as given points.
 */
export const ESTIMATORS = ['playouts', 'none', 'deadstones'] as const;
export type EstimatorName = (typeof ESTIMATORS)[number];

/** An estimator's verdict on a position. Chains are numbered as in `Components`. */
export interface Estimate {
  /** 1 where the stone is judged dead. */
  readonly dead: Uint8Array;
  /** 1 where the chain is judged to be in seki. */
  readonly seki: Uint8Array;
  /** Chance that the point is Black's at the end, 0 to 255. */
  readonly ownership: Uint8Array | undefined;
  /** Chance, by component number, that its verdict is right. Empty regions: 1. */
  readonly probability: Float64Array;
  /** Chance that every chain is judged right. */
  readonly confidence: number;
  /** See `confidenceFeaturesOf`; absent where the estimator has none. */
  readonly confidenceFeatures?: readonly number[];
  /** Why the position is too unfinished to be scored, else ''. */
  readonly unfinished: string;
}

/**
 * Judges life on a final position. Pure and deterministic: equal positions give equal estimates. `proved`: the proof of
 * the position (`prove`), if the caller has it.
 */
export type Estimator = (position: Position, components: Components, proved?: Proved) => Estimate;
