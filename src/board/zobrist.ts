/** Seed of the position keys; any fixed number will do, it only has to stay the same between runs. */
const SEED = 0x5eed60;

/**
 * Keys for hashing positions: four 32-bit words a cell; content c (1 Black, 2 White) has its two
 * halves at `4 * cell + 2 * c`, so that White's lie where the next cell begins.
 * The same numbers on every run and machine (xorshift128 from a fixed seed).
 */
export function positionKeys(cells: number): Int32Array {
  let a = SEED;
  let b = 0x9e3779b9;
  let c = 0x243f6a88;
  let d = 0xb7e15162;
  const next = (): number => {
    const t = a ^ (a << 11);
    a = b;
    b = c;
    c = d;
    d = d ^ (d >>> 19) ^ (t ^ (t >>> 8));
    return d;
  };
  for (let i = 0; i < 32; i++) next();
  return Int32Array.from({ length: cells * 4 + 4 }, next);
}
