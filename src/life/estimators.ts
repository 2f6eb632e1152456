import type { Components, Position } from '../board/position.js';
import { BLACK, EMPTY, WHITE } from '../core/color.js';
import { checkMemory } from '../core/webassembly.js';
import type { Proved } from './benson.js';
import { netEstimator } from './estimate-net.js';
import type { Estimate, Estimator, EstimatorName } from './life.js';
import { netWeights } from './net-weights.js';
import { makeNet } from './net.js';
import { sharedPlayer } from './playouts.js';

/** Playouts of `guess`; the package's own default. */
const ITERATIONS = 100;

/** Any fixed seed: the package's own wrapper seeds from the clock, so that two runs would differ. */
const SEED = 1;

interface Module {
  readonly default: Promise<Deadstones>;
}

interface Deadstones {
  guess(data: Int8Array, width: number, finished: boolean, iterations: number, seed: number): Uint32Array;
}

/** Measured share of the games that this estimator counts exactly; it says nothing about a single game. */
const MEASURED_EXACT = 0.7;

/**
 * Loads `@sabaki/deadstones` as an estimator, for comparison. Its WebAssembly is called directly, with a fixed seed, instead
 * of through the package's asynchronous wrapper. Needs Node (the package reads its own file).
 */
async function loadDeadstones(): Promise<Estimator> {
  // @ts-expect-error the package has no types
  const loaded = (await import('@sabaki/deadstones/js/wasm.js')) as unknown as Module;
  const deadstones = await loaded.default;
  return (position: Position, components: Components): Estimate => {
    const points = position.width * position.height;
    const signs = Int8Array.from(position.stones, (stone) =>
      stone === BLACK ? 1 : stone === WHITE ? -1 : 0,
    );
    const dead = new Uint8Array(points);
    for (const p of deadstones.guess(signs, position.width, true, ITERATIONS, SEED)) {
      if (position.stones[p] !== EMPTY) dead[p] = 1;
    }
    return {
      dead,
      seki: new Uint8Array(points),
      ownership: undefined,
      probability: new Float64Array(components.count).fill(MEASURED_EXACT),
      confidence: MEASURED_EXACT,
      unfinished: '',
    };
  };
}

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
