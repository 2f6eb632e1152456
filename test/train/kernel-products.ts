import {
  add,
  differ,
  get,
  i32,
  load,
  locals,
  mul,
  params,
  pick,
  plus,
  quad,
  repeat,
  set,
  splat,
  step,
  store,
} from './wat.js';

/** Rows that one pass of a product computes at once, and output channels: five sums, their inputs and weights fit the registers. */
const ROWS = 5;
export const OUT = 4;

/**
 * Largest short input, and the most that the weights of an output may sum up to: their product fits 32 bits, whatever
 * the signs. A weight alone fits 16 bits.
 */
const MOST_INPUT = 2 ** 14 - 1;
const MOST_WEIGHTS = 2 ** 17 - 256;
const MOST_WEIGHT = 2 ** 15 - 1;

/** Added to a number below 2^22 this leaves it, rounded, in the lowest bits. */
const ROUNDING = 1.5 * 2 ** 23;

const ints = (value: number): string => `(v128.const i32x4 ${Array(4).fill(value).join(' ')})`;

/** Four numbers times a factor, as rounded integers. */
function rounded(value: string, factor: string): string {
  const bits = new Int32Array(Float32Array.of(ROUNDING).buffer)[0]!;
  return quad(plus(`(f32x4.mul ${value} ${factor})`, splat(ROUNDING)), ints(bits), 'sub');
}

/** Sets `s` to the four bytes at an offset of `xp`, four times. */
const spreadOut = (offset: number): string => set('s', `(v128.load32_splat offset=${offset} ${get('xp')})`);

/**
 * The loop of a product over the weights from `wp` to `stop`, four bytes of each row's inputs a round and no more: V8
 * loads all that a round needs before it computes, and what does not fit the registers goes through memory. It unrolls
 * the loop by itself.
 */
function products(body: readonly string[]): string[] {
  return [
    '(loop $inner',
    ...body,
    step('xp', i32(4)),
    step('wp', i32(OUT * 4)),
    `(br_if $inner ${differ(get('wp'), get('stop'))}))`,
  ];
}

/** Sets `groups` to what `rows` fill. */
const GROUPS = set('groups', `(i32.div_u ${add(get('rows'), i32(ROWS - 1))} ${i32(ROWS)})`);

/** The product of rows of channels, in whole fives, with a matrix ([channels / 4][channels][4]), plus the bias. */
export function multiply(channels: number): string[] {
  const point = channels * 4;
  const sums = Array.from({ length: ROWS }, (_, j) => `a${j}`);
  return [
    `(func (export "multiply") ${params('x', 'w', 'b', 'y', 'rows')}`,
    locals('i32', 'groups', 'part', 'g', 'xp', 'wp', 'stop', 'from', 'to'),
    locals('v128', 'w0', 's', ...sums),
    GROUPS,
    ...repeat('parts', 'part', i32(channels / OUT), [
      set('from', get('x')),
      set('to', get('y')),
      set('stop', add(get('w'), i32(channels * OUT * 4))),
      ...repeat('rows', 'g', get('groups'), [
        ...sums.map((sum) => set(sum, load(get('b'), 0))),
        set('wp', get('w')),
        set('xp', get('from')),
        ...products([
          set('w0', load(get('wp'), 0)),
          ...sums.flatMap((sum, j) => [
            spreadOut(j * point),
            set(sum, plus(get(sum), `(f32x4.mul ${get('s')} ${get('w0')})`)),
          ]),
        ]),
        ...sums.map((sum, j) => store(get('to'), j * point, get(sum))),
        step('from', i32(ROWS * point)),
        step('to', i32(ROWS * point)),
      ]),
      set('w', get('stop')),
      step('b', i32(OUT * 4)),
      step('y', i32(OUT * 4)),
    ]),
    ')',
  ];
}

/**
 * Makes matrices of floats, as `transform` writes them, short: of each output a factor that makes its weights integers
 * of 16 bits. What `multiplyPlanes` takes is, for four outputs each, [channels / 2][4][2] of them, then what one is worth.
 */
export function shorten(channels: number): string[] {
  const size = (at: string): string => `(f32x4.abs ${load(at, 0)})`;
  const least = (a: string, b: string): string => `(f32x4.pmin ${a} ${b})`;
  return [
    `(func (export "shorten") ${params('x', 'matrices', 'w')} ${locals('i32', 'n', 'i', 'at')}`,
    locals('v128', 'sum', 'most', 'size', 'factor', 'low', 'high'),
    ...repeat('all', 'n', mul(get('matrices'), i32(channels / OUT)), [
      set('sum', splat(1e-20)),
      set('most', splat(1e-20)),
      set('at', get('x')),
      ...repeat('sums', 'i', i32(channels), [
        set('size', size(get('at'))),
        set('sum', plus(get('sum'), get('size'))),
        set('most', `(f32x4.pmax ${get('most')} ${get('size')})`),
        step('at', i32(OUT * 4)),
      ]),
      set(
        'factor',
        least(
          `(f32x4.div ${splat(MOST_WEIGHTS)} ${get('sum')})`,
          `(f32x4.div ${splat(MOST_WEIGHT)} ${get('most')})`,
        ),
      ),
      ...repeat('pairs', 'i', i32(channels / 2), [
        set('low', rounded(load(get('x'), 0), get('factor'))),
        set('high', rounded(load(get('x'), OUT * 4), get('factor'))),
        store(
          get('w'),
          0,
          `(v128.or (v128.and ${get('low')} ${ints(0xffff)}) (i32x4.shl ${get('high')} ${i32(16)}))`,
        ),
        step('x', i32(OUT * 8)),
        step('w', i32(OUT * 4)),
      ]),
      store(get('w'), 0, `(f32x4.div ${splat(1)} ${get('factor')})`),
      step('w', i32(OUT * 4)),
    ]),
    ')',
  ];
}

/** Bytes of a row of short numbers: the numbers, then what one of them is worth, four times. */
const shortRow = (channels: number): number => channels * 2 + 16;

/** Makes rows short: integers up to MOST_INPUT, by the largest number of the row. */
function narrow(channels: number): string[] {
  const values = Array.from({ length: channels / 4 }, (_, q) => `v${q}`);
  const size = (value: string): string => `(v128.and ${get(value)} ${ints(0x7fffffff)})`;
  const turned = (lanes: readonly number[]): string => pick(get('most'), get('most'), lanes);
  const larger = (other: string): string => set('most', quad(get('most'), other, 'max_s'));
  const eights = values.flatMap((low, q) => {
    const value = (name: string): string => rounded(get(name), get('factor'));
    const both = `(i16x8.narrow_i32x4_s ${value(low)} ${value(values[q + 1]!)})`;
    return q % 2 === 0 ? [store(get('to'), q * 8, both)] : [];
  });
  return [
    `(func $narrow ${params('x', 'rows', 'to')} ${locals('i32', 'i')}`,
    locals('v128', 'most', 'factor', ...values),
    ...repeat('all', 'i', get('rows'), [
      ...values.map((value, q) => set(value, load(get('x'), q * 16))),
      // Floats without their sign are in the order of their bits.
      set('most', splat(1e-20)),
      ...values.map((value) => larger(size(value))),
      larger(turned([2, 3, 0, 1])),
      larger(turned([1, 0, 3, 2])),
      set('factor', `(f32x4.div ${splat(MOST_INPUT)} ${get('most')})`),
      ...eights,
      store(get('to'), channels * 2, `(f32x4.div ${get('most')} ${splat(MOST_INPUT)})`),
      step('x', i32(channels * 4)),
      step('to', i32(shortRow(channels))),
    ]),
    ')',
  ];
}

/**
 * The products of `matrices` planes of rows of channels, in whole fives, with a matrix each, in integers of 16 bits:
 * eight of them are multiplied where four floats are. `shorts` is room for one plane of rows of them.
 */
export function multiplyPlanes(channels: number): string[] {
  const row = shortRow(channels);
  const sums = Array.from({ length: ROWS }, (_, j) => `a${j}`);
  return [
    ...narrow(channels),
    `(func (export "multiplyPlanes") ${params('x', 'w', 'y', 'rows', 'matrices', 'plane', 'shorts')}`,
    locals('i32', 'groups', 'n', 'part', 'g', 'xp', 'wp', 'stop', 'from', 'to', 'into'),
    locals('v128', 'w0', 's', ...sums),
    GROUPS,
    ...repeat('all', 'n', get('matrices'), [
      `(call $narrow ${get('x')} ${get('rows')} ${get('shorts')})`,
      set('into', get('y')),
      ...repeat('parts', 'part', i32(channels / OUT), [
        set('from', get('shorts')),
        set('to', get('into')),
        set('stop', add(get('w'), i32(channels * OUT * 2))),
        ...repeat('rows', 'g', get('groups'), [
          ...sums.map((sum) => set(sum, splat(0))),
          set('wp', get('w')),
          set('xp', get('from')),
          ...products([
            set('w0', load(get('wp'), 0)),
            ...sums.flatMap((sum, j) => [
              spreadOut(j * row),
              set(sum, quad(get(sum), quad(get('s'), get('w0'), 'dot_i16x8_s'), 'add')),
            ]),
          ]),
          set('w0', load(get('stop'), 0)),
          ...sums.map((sum, j) => {
            const unit = load(get('from'), j * row + channels * 2);
            const value = `(f32x4.mul (f32x4.convert_i32x4_s ${get(sum)}) ${get('w0')})`;
            return store(get('to'), j * channels * 4, `(f32x4.mul ${value} ${unit})`);
          }),
          step('from', i32(ROWS * row)),
          step('to', i32(ROWS * channels * 4)),
        ]),
        set('w', add(get('stop'), i32(OUT * 4))),
        step('into', i32(OUT * 4)),
      ]),
      step('x', get('plane')),
      step('y', get('plane')),
    ]),
    ')',
  ];
}
