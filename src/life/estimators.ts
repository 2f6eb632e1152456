import { EMPTY } from '../core/color.js';
import { checkMemory } from '../core/webassembly.js';
import type { Proved } from './benson.js';
import { loadDeadstones } from './estimate-deadstones.js';
import { netEstimator } from './estimate-net.js';
import type { Estimate, Estimator, EstimatorName } from './estimate.js';
import { netWeights } from './net-weights.js';
import { makeNet } from './net.js';
import { thePlayer } from './playouts.js';
import type { Components, Position } from '../board/position.js';

const ready = new Map<EstimatorName, Estimator>([
  ['playouts', startNet],
  ['none', everythingLives],
]);

/** Unpacks the net at its first use. */
function startNet(position: Position, components: Components, proved?: Proved): Estimate {
  return makeNetEstimator()(position, components, proved);
}

/** Leaves it in the place of what made it. */
function makeNetEstimator(): Estimator {
  const estimator = remembering(netEstimator(makeNet(netWeights())));
  ready.set('playouts', estimator);
  return estimator;
}

/** Loads what an estimator needs before its first use; only `deadstones` needs anything. Call once a process. */
export async function prepareEstimator(name: EstimatorName): Promise<void> {
  if (name === 'deadstones' && !ready.has(name)) ready.set(name, await loadDeadstones());
}

/** Has an estimator take the memory that it needs now. Throws NoMemoryError. */
export function reserveEstimator(name: EstimatorName): void {
  if (name === 'deadstones') checkMemory();
  if (name !== 'playouts') return;
  thePlayer();
  makeNetEstimator();
}

/** The estimator of that name. Throws when it has not been prepared. */
export function estimatorOf(name: EstimatorName): Estimator {
  const estimator = ready.get(name);
  if (!estimator) throw new TypeError(`Expected prepareEstimator('${name}') to have been awaited`);
  return estimator;
}

/** Nobody's stones are dead but those that are proved so; nothing is claimed about how likely that is. */
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

/** Positions whose estimate is kept: archives hold copies of games near each other. About 3 kB each. */
const MOST = 512;

/** An estimator that does not judge the same position twice while it is among the last ones. */
export function remembering(estimator: Estimator, most = MOST): Estimator {
  const known = new Map<string, Estimate>();
  return (position: Position, components: Components, proved?: Proved): Estimate => {
    const key = `${position.width}:${String.fromCharCode(...position.stones)}`;
    const before = known.get(key);
    if (before) return before;
    const estimate = estimator(position, components, proved);
    if (known.size >= most) known.delete(known.keys().next().value!);
    known.set(key, estimate);
    return estimate;
  };
}
