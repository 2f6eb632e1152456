import { type Weights, weightsOfBase64 } from '../../go/life/net.js';

let weights: Weights | undefined;

/** Loads the weights of the net, a separate file of the page. Await it before judging a game. */
export async function loadNetWeights(): Promise<void> {
  const url = new URL('../../../dist/lib/weights.js', import.meta.url).href;
  const { WEIGHTS } = (await import(/* @vite-ignore */ url)) as { readonly WEIGHTS: string };
  weights ??= weightsOfBase64(WEIGHTS);
}

/** Replaces the function of the same name in `src/go/life`. */
export function netWeights(): Weights {
  if (!weights) throw new TypeError('Expected loadNetWeights() to have been awaited');
  return weights;
}
