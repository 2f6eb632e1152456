import type { Components, Position } from '../board/board.js';
import { BLACK, EMPTY, WHITE } from '../../core/color.js';
import { checkMemory } from '../../core/webassembly.js';
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
    const signs = Int8Array.from(position.stones, (stone) =>
      stone === BLACK ? 1 : stone === WHITE ? -1 : 0,
    );
    const dead = new Uint8Array(position.stones.length);
    for (const p of deadstones.guess(signs, position.width, true, ITERATIONS, SEED)) {
      if (position.stones[p] !== EMPTY) dead[p] = 1;
    }
    return {
      dead,
      probability: new Float64Array(components.count).fill(MEASURED_EXACT),
      confidence: MEASURED_EXACT,
      unfinished: '',
    };
  };
}

/** How an estimator is made: on first use or, where it must be loaded, by `prepareEstimator`. */
interface Start {
  readonly make?: () => Estimator;
  readonly load?: () => Promise<Estimator>;
  /** Reserves the memory that it needs. Throws NoMemoryError. */
  readonly reserve?: () => void;
}

const STARTS: Readonly<Record<EstimatorName, Start>> = {
  playouts: {
    make: () => cachedEstimator(netEstimator(makeNet(netWeights()))),
    reserve() {
      sharedPlayer();
      estimatorOf('playouts');
    },
  },
  none: { make: () => everythingLives },
  deadstones: { load: loadDeadstones, reserve: checkMemory },
};

const ready = new Map<EstimatorName, Estimator>();

/** Loads what an estimator needs before its first use; only `deadstones` needs anything. Call it once per process. */
export async function prepareEstimator(name: EstimatorName): Promise<void> {
  const { load } = STARTS[name];
  if (load && !ready.has(name)) ready.set(name, await load());
}

/** Reserves the memory that an estimator needs. Throws NoMemoryError. */
export function reserveEstimator(name: EstimatorName): void {
  STARTS[name].reserve?.();
}

/** The estimator of that name. Throws when it has not been prepared. */
export function estimatorOf(name: EstimatorName): Estimator {
  const estimator = ready.get(name) ?? STARTS[name].make?.();
  if (!estimator) throw new TypeError(`Expected prepareEstimator('${name}') to have been awaited`);
  ready.set(name, estimator);
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
