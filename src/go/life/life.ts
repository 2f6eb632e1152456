import type { Components, Position } from '../board/position.js';
import type { Point } from '../../core/point.js';
import type { Finding } from '../../core/findings/finding.js';
import type { Proved } from './benson.js';

/**
 * Ways to judge stones that are neither marked, given nor proved. `playouts` is the default: our own playouts and net. `gtp:` engines
 * answer from outside, as given points.
 */
export const ESTIMATORS = ['playouts', 'none'] as const;
export type EstimatorName = (typeof ESTIMATORS)[number];

/** An estimator's verdict on a position. Chains are numbered as in `Components`. */
export interface Estimate {
  /** 1 where the stone is judged dead. */
  readonly dead: Uint8Array;
  /** Chance that the point is Black's at the end, 0 to 255; absent where the estimator gives none. */
  readonly ownership?: Uint8Array;
  /** Chance, by component number, that its verdict is right. Empty regions: 1. */
  readonly probability: Float64Array;
  /** Chance that every chain is judged right. */
  readonly confidence: number;
  /** See `confidenceFeaturesOf`; absent where the estimator has none. */
  readonly confidenceFeatures?: readonly number[];
  /** Why the position is too unfinished to be scored, else ''. */
  readonly unfinished: string;
  /** Chains, by component number, whose life was read and depends on who moves next. */
  readonly open?: readonly number[];
  /** Upper bound of every confidence, where verdicts have been changed. */
  readonly mostConfidence?: number;
}

/**
 * Judges life on a final position. Pure and deterministic: equal positions give equal estimates. `proved`: the proof of
 * the position (`prove`), if the caller has it.
 */
export type Estimator = (position: Position, components: Components, proved?: Proved) => Estimate;

export const DEAD_SOURCES = ['marked', 'given', 'proved', 'estimated', 'none'] as const;
export type DeadSource = (typeof DEAD_SOURCES)[number];

/** The status of one chain (or, after joining, one group) with its evidence. */
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

/** Which stones of a final board are dead, with the evidence. Arrays are indexed by point (`y * width + x`). */
export interface Life {
  /** 1 where the stone is dead. */
  readonly dead: Uint8Array;
  /** 1 on points that usable marks leave out: no points under territory counting. */
  readonly unmarked?: Uint8Array;
  /** 1 where the chain is in seki, as far as marks or the user say so. */
  readonly seki: Uint8Array;
  /** Chance that the point is Black's at the end, 0 to 255; undefined when no estimator ran. */
  readonly ownership: Uint8Array | undefined;
  readonly chains: readonly ChainLife[];
  /** The weakest source of any verdict; the column `dead_source`. */
  readonly source: DeadSource;
  /** Estimated chance that every chain is judged right. */
  readonly confidence: number;
  /** See `confidenceFeaturesOf`; absent when nothing was estimated. */
  readonly confidenceFeatures?: readonly number[];
  /** Upper bound of every confidence, where life depends on who moves next. */
  readonly mostConfidence?: number;
  /** Why the position is too unfinished to be scored, else ''. */
  readonly unfinished: string;
  readonly findings: readonly Finding[];
}
