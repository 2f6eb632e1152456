/** The kernels of this folder as `build.mjs` compiles them: see `instantiate`. */
interface Kernel {
  readonly wasm: string;
  readonly inJavaScript?: () => unknown;
}

export const SPLITS: Kernel;
export const MOVES: Kernel;
export const PLAYS: Kernel;
export const PLAYOUTS: Kernel;
export const PRODUCTS: Kernel;
