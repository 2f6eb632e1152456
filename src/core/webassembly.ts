/** The part of WebAssembly used here; TypeScript's library for the language alone does not declare it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** A kernel as it is compiled: `kernels/bytes`. */
interface Kernel {
  /** WebAssembly in base64; empty where only JavaScript is wanted. */
  readonly wasm: string;
  /** Makes a further instance, slower, without WebAssembly. */
  readonly inJavaScript?: () => unknown;
}

/** A kernel's memory cannot be reserved. The message says what to do. */
export class NoMemoryError extends Error {
  override readonly name = 'NoMemoryError';

  constructor() {
    super(
      'judging dead stones needs WebAssembly, and this process may not reserve memory for it (ulimit -v): raise that limit, ' +
        'set NODE_OPTIONS=--disable-wasm-trap-handler, or give --estimator none or --no-score',
    );
  }
}

let isStopped = false;

/** Prevents further kernels of this thread from starting. */
export function startNoMore(): void {
  isStopped = true;
}

const modules = new Map<string, object>();

/**
 * Starts a kernel, compiled the first time, and returns its exports. Each reserves about ten gigabytes of address space, however
 * little it uses; where that is denied, its form in JavaScript serves, if it has one. Throws NoMemoryError.
 */
export function instantiate(kernel: Kernel): unknown {
  try {
    return start(kernel.wasm);
  } catch (error) {
    if (kernel.inJavaScript !== undefined) return kernel.inJavaScript();
    throw error instanceof RangeError ? new NoMemoryError() : error;
  }
}

function start(base64: string): unknown {
  if (isStopped) throw new NoMemoryError();
  const module = modules.get(base64) ?? new WebAssembly.Module(bytesOfBase64(base64));
  modules.set(base64, module);
  return new WebAssembly.Instance(module).exports;
}

/** Node's buffers, as far as used here; browsers have none. */
declare const Buffer: { from: (text: string, encoding: 'base64') => Uint8Array } | undefined;

/** The bytes of a base64 text, by Node's own code if available, in a tenth of the time. */
export function bytesOfBase64(base64: string): Uint8Array {
  if (typeof Buffer !== 'undefined') return Buffer.from(base64, 'base64');
  const characters = atob(base64);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}
