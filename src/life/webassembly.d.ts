/** What `net` uses of WebAssembly; the compiler's library for the language alone does not have it. */
declare namespace WebAssembly {
  interface Module {
    readonly kind?: 'module';
  }
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }
  const Module: new (bytes: Uint8Array) => Module;
  const Instance: new (module: Module) => Instance;
}
