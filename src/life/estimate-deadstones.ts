import { BLACK, EMPTY, WHITE } from '../core/color.js';
import type { Estimate, Estimator } from './estimate.js';
import type { Components, Position } from '../board/position.js';

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
export async function loadDeadstones(): Promise<Estimator> {
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
