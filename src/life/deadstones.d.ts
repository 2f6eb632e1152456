declare module '@sabaki/deadstones/js/wasm.js' {
  interface Deadstones {
    guess(data: Int8Array, width: number, finished: boolean, iterations: number, seed: number): Uint32Array;
  }
  const ready: Promise<Deadstones>;
  export default ready;
}
