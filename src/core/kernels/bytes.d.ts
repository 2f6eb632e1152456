/** The kernels of this folder as WebAssembly, in base64: `build.mjs` compiles them. */
export const SPLITS: string;
export const PLAYS: string;
export const PLAYOUTS: string;
export const PRODUCTS: string;
