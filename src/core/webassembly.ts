import { bytesOfBase64 } from './base64.js';

/** What is used of WebAssembly; the compiler's library for the language alone does not have it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Readonly<Record<string, unknown>> };
};

/** Compiles and starts a module without imports, given as base64, and returns its exports. */
export function instantiate(base64: string): Readonly<Record<string, unknown>> {
  return new WebAssembly.Instance(new WebAssembly.Module(bytesOfBase64(base64))).exports;
}
