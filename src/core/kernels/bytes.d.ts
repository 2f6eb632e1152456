/** A kernel of this folder as `build.mjs` compiles it. */
export interface Kernel {
  /** WebAssembly in base64; empty where only JavaScript is wanted. */
  readonly wasm: string;
  /** Makes a further instance, slower, without WebAssembly. */
  readonly inJavaScript?: () => unknown;
}

export const SPLITS: Kernel;
export const MOVES: Kernel;
export const PLAYS: Kernel;
export const PLAYOUTS: Kernel;
export const PRODUCTS: Kernel;
