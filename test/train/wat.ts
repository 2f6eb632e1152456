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

/** Runs the body so many times, at least once; the counter counts down. */
export function repeat(label: string, counter: string, times: string, body: readonly string[]): string[] {
  const again = `(br_if $${label} (local.tee $${counter} (i32.sub ${get(counter)} ${i32(1)})))`;
  return [set(counter, times), `(loop $${label}`, ...body, `${again})`];
}
