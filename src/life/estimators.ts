import { EMPTY } from '../core/color.js';
import { checkMemory } from '../core/webassembly.js';
import type { Proved } from './benson.js';
import { loadDeadstones } from './estimate-deadstones.js';
import { netEstimator } from './estimate-net.js';
import type { Estimate, Estimator, EstimatorName } from './estimate.js';
import { netWeights } from './net-weights.js';
import { makeNet } from './net.js';
import { sharedPlayer } from './playouts.js';
import type { Components, Position } from '../board/position.js';

const ready = new Map<EstimatorName, Estimator>([
  ['playouts', startNet],
  ['none', everythingLives],
]);

/** Unpacks the net at the first use. */
function startNet(position: Position, components: Components, proved?: Proved): Estimate {
  return makeNetEstimator()(position, components, proved);
}

/** The estimator that replaces `startNet` from then on. */
function makeNetEstimator(): Estimator {
  const estimator = cachedEstimator(netEstimator(makeNet(netWeights())));
  ready.set('playouts', estimator);
  return estimator;
}

/** Loads what an estimator needs before its first use; only `deadstones` needs anything. Call it once per process. */
export async function prepareEstimator(name: EstimatorName): Promise<void> {
  if (name === 'deadstones' && !ready.has(name)) ready.set(name, await loadDeadstones());
}

/** Reserves the memory that an estimator needs. Throws NoMemoryError. */
export function reserveEstimator(name: EstimatorName): void {
  if (name === 'deadstones') checkMemory();
  if (name !== 'playouts') return;
  sharedPlayer();
  makeNetEstimator();
}

/** The estimator of that name. Throws when it has not been prepared. */
export function estimatorOf(name: EstimatorName): Estimator {
  const estimator = ready.get(name);
  if (!estimator) throw new TypeError(`Expected prepareEstimator('${name}') to have been awaited`);
  return estimator;
}

/** Every stone lives that is not proved dead, with an even chance of being right. */
function everythingLives(position: Position, components: Components): Estimate {
  const points = position.width * position.height;
  const probability = new Float64Array(components.count);
  for (let c = 0; c < components.count; c++) probability[c] = components.content[c] === EMPTY ? 1 : 0.5;
  return {
    dead: new Uint8Array(points),
    seki: new Uint8Array(points),
    ownership: undefined,
    probability,
    confidence: 0,
    unfinished: '',
  };
}

/** Estimates in the cache, about 3 kB each: archives hold copies of games near each other. */
const CACHE_SIZE = 512;

/** The same estimator with its last estimates cached by position. */
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
