import type { Components, Position } from '../board/position.js';
import { EMPTY } from '../../core/color.js';
import type { Proved } from './benson.js';
import { netEstimator } from './estimate-net.js';
import type { Estimate, Estimator, EstimatorName } from './life.js';
import { netWeights } from './net-weights.js';
import { makeNet } from './net.js';
import { sharedPlayer } from './playouts.js';

const MAKERS: Readonly<Record<EstimatorName, () => Estimator>> = {
  playouts: () => cachedEstimator(netEstimator(makeNet(netWeights()))),
  none: () => everythingLives,
};

const made = new Map<EstimatorName, Estimator>();

/** Reserves the memory that an estimator needs. Throws NoMemoryError. */
export function reserveEstimator(name: EstimatorName): void {
  if (name === 'playouts') sharedPlayer();
  estimatorOf(name);
}

/** The estimator of that name, which is made on first use. */
export function estimatorOf(name: EstimatorName): Estimator {
  const estimator = made.get(name) ?? MAKERS[name]();
  made.set(name, estimator);
  return estimator;
}

/** Every stone not proved dead lives, with an even chance of being right. */
function everythingLives(position: Position, components: Components): Estimate {
  const probability = new Float64Array(components.count);
  for (let c = 0; c < components.count; c++) probability[c] = components.content[c] === EMPTY ? 1 : 0.5;
  return { dead: new Uint8Array(position.stones.length), probability, confidence: 0, unfinished: '' };
}

/** Estimates in the cache, about 3 kB each: archives hold copies of games near each other. */
const CACHE_SIZE = 512;

/** An estimator with its last estimates cached by position. */
export function cachedEstimator(estimator: Estimator, size = CACHE_SIZE): Estimator {
  const known = new Map<string, Estimate>();
  return (position: Position, components: Components, proved?: Proved): Estimate => {
    const key = `${position.width}:${String.fromCharCode(...position.stones)}`;
    const before = known.get(key);
    if (before) return before;
    const estimate = estimator(position, components, proved);
    if (known.size >= size) known.delete(known.keys().next().value!);
    known.set(key, estimate);
    return estimate;
  };
}
