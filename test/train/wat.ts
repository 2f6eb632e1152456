/** Words of WebAssembly's text form, as functions that make them. */
export const get = (name: string): string => `(local.get $${name})`;
export const set = (name: string, value: string): string => `(local.set $${name} ${value})`;
export const i32 = (value: number): string => `(i32.const ${value})`;
export const add = (a: string, b: string): string => `(i32.add ${a} ${b})`;
export const step = (name: string, by: string): string => set(name, add(get(name), by));
export const load = (at: string, offset: number): string => `(v128.load offset=${offset} ${at})`;
export const store = (at: string, offset: number, value: string): string =>
  `(v128.store offset=${offset} ${at} ${value})`;
export const params = (...names: readonly string[]): string =>
  names.map((name) => `(param $${name} i32)`).join(' ');
export const locals = (type: string, ...names: readonly string[]): string =>
  names.map((name) => `(local $${name} ${type})`).join(' ');
export const sub = (a: string, b: string): string => `(i32.sub ${a} ${b})`;
export const mul = (a: string, b: string): string => `(i32.mul ${a} ${b})`;
export const and = (a: string, b: string): string => `(i32.and ${a} ${b})`;
export const or = (a: string, b: string): string => `(i32.or ${a} ${b})`;
export const xor = (a: string, b: string): string => `(i32.xor ${a} ${b})`;
export const left = (a: string, bits: number): string => `(i32.shl ${a} ${i32(bits)})`;
export const right = (a: string, bits: number): string => `(i32.shr_u ${a} ${i32(bits)})`;
export const same = (a: string, b: string): string => `(i32.eq ${a} ${b})`;
export const differ = (a: string, b: string): string => `(i32.ne ${a} ${b})`;
export const not = (a: string): string => `(i32.eqz ${a})`;
export const when = (condition: string, ...then: readonly string[]): string =>
  `(if ${condition} (then ${then.join(' ')}))`;
export const either = (condition: string, then: readonly string[], other: readonly string[]): string =>
  `(if ${condition} (then ${then.join(' ')}) (else ${other.join(' ')}))`;
export const read = (name: string): string => `(global.get $${name})`;
export const keep = (name: string, value: string): string => `(global.set $${name} ${value})`;
export const word = (at: string, offset: number): string => `(i32.load offset=${offset} ${at})`;
export const quad = (a: string, b: string, op: string): string => `(i32x4.${op} ${a} ${b})`;
export const plus = (a: string, b: string): string => `(f32x4.add ${a} ${b})`;
export const splat = (value: number): string => `(v128.const f32x4 ${Array(4).fill(value).join(' ')})`;
export const lane = (value: string, n: number): string => `(i32x4.extract_lane ${n} ${value})`;

/** Four of the eight numbers of two vectors. */
export function pick(a: string, b: string, lanes: readonly number[]): string {
  const bytes = lanes.flatMap((n) => [4 * n, 4 * n + 1, 4 * n + 2, 4 * n + 3]);
  return `(i8x16.shuffle ${bytes.join(' ')} ${a} ${b})`;
}

/** Runs the body so many times, at least once; the counter counts down. */
export function repeat(label: string, counter: string, times: string, body: readonly string[]): string[] {
  const again = `(br_if $${label} (local.tee $${counter} (i32.sub ${get(counter)} ${i32(1)})))`;
  return [set(counter, times), `(loop $${label}`, ...body, `${again})`];
}
