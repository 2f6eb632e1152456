import { add, get, i32, load, locals, mul, params, plus, repeat, set, splat, step, store } from './wat.js';
import { OUT } from './kernel-products.js';

/** Points that a tile computes to a side, and reads. */
const SIDE = 4;
const READ = SIDE + 2;

/** Where the kernel keeps what it is transforming; the memory behind `KERNEL_RESERVED` is the caller's. */
const SCRATCH = 0;

/**
 * Winograd's minimal filtering of four results by three weights, from the points 0, 1, -1, 2, -2 and infinity: the
 * rows that transform what is read, and those that make results of the products (Lavin and Gray 2016).
 */
const TO_PRODUCTS = [
  [4, 0, -5, 0, 1, 0],
  [0, -4, -4, 1, 1, 0],
  [0, 4, -4, -1, 1, 0],
  [0, -2, -1, 2, 1, 0],
  [0, 2, -1, -2, 1, 0],
  [0, 4, 0, -5, 0, 1],
];
const TO_RESULTS = [
  [1, 1, 1, 1, 1, 0],
  [0, 1, -1, 2, -2, 0],
  [0, 1, 1, 4, 4, 0],
  [0, 1, -1, 8, -8, 1],
];

/** The third transform, that of a filter: rows that make six factors of its three weights. */
const TO_FACTORS = [
  [1 / 4, 0, 0],
  [-1 / 6, -1 / 6, -1 / 6],
  [-1 / 6, 1 / 6, -1 / 6],
  [1 / 24, 1 / 12, 1 / 6],
  [1 / 24, -1 / 12, 1 / 6],
  [0, 0, 1],
];

/** The sum of the locals `d0`, `d1`, ... times a row's factors. */
function combined(factors: readonly number[]): string {
  const terms = factors
    .map((factor, i) => ({ factor, value: get(`d${i}`) }))
    .filter(({ factor }) => factor !== 0)
    .sort((a, b) => b.factor - a.factor);
  let sum = '';
  for (const { factor, value } of terms) {
    const size = Math.abs(factor);
    const term = size === 1 ? value : `(f32x4.mul ${value} ${splat(size)})`;
    sum = sum === '' ? term : factor < 0 ? `(f32x4.sub ${sum} ${term})` : plus(sum, term);
  }
  return sum;
}

/** For each tile and four channels: both transforms, by columns into the scratch and from there by rows. */
export function spread(point: number): string[] {
  const columns: string[] = [];
  for (let c = 0; c < READ; c++) {
    for (let r = 0; r < READ; r++) columns.push(set(`d${r}`, load(get(`r${r}`), c * point)));
    TO_PRODUCTS.forEach((row, r) => columns.push(store(i32(SCRATCH), (r * READ + c) * 16, combined(row))));
  }
  const rows: string[] = [set('to', get('v'))];
  for (let r = 0; r < READ; r++) {
    for (let c = 0; c < READ; c++) rows.push(set(`d${c}`, load(i32(SCRATCH), (r * READ + c) * 16)));
    for (const row of TO_PRODUCTS) rows.push(store(get('to'), 0, combined(row)), step('to', get('plane')));
  }
  const addresses = [set('r0', get('at'))];
  for (let r = 1; r < READ; r++) addresses.push(set(`r${r}`, add(get(`r${r - 1}`), get('row'))));
  return [
    `(func (export "spread") ${params('x', 'v', 'across', 'down', 'row', 'plane')}`,
    locals('i32', 'i', 'j', 'q', 'at', 'to', 'r0', 'r1', 'r2', 'r3', 'r4', 'r5'),
    locals('v128', 'd0', 'd1', 'd2', 'd3', 'd4', 'd5'),
    ...repeat('downs', 'i', get('down'), [
      set('at', get('x')),
      ...repeat('acrosses', 'j', get('across'), [
        ...repeat('quads', 'q', i32(point / 16), [
          ...addresses,
          ...columns,
          ...rows,
          step('at', i32(16)),
          step('v', i32(16)),
        ]),
        step('at', i32((SIDE - 1) * point)),
      ]),
      set('x', add(get('x'), `(i32.mul ${get('row')} ${i32(SIDE)})`)),
    ]),
    ')',
  ];
}

/** The way back: from the products of each tile to its points, with the bias. */
export function gather(point: number): string[] {
  const columns: string[] = [set('from', get('m'))];
  for (let r = 0; r < READ; r++) {
    for (let c = 0; c < READ; c++) {
      columns.push(set(`d${c}`, load(get('from'), 0)), step('from', get('plane')));
    }
    TO_RESULTS.forEach((row, c) => columns.push(store(i32(SCRATCH), (c * READ + r) * 16, combined(row))));
  }
  const rows: string[] = [];
  for (let c = 0; c < SIDE; c++) {
    for (let r = 0; r < READ; r++) rows.push(set(`d${r}`, load(i32(SCRATCH), (c * READ + r) * 16)));
    TO_RESULTS.forEach((row, r) =>
      rows.push(store(get(`r${r}`), c * point, plus(get('bias'), combined(row)))),
    );
  }
  const addresses = [set('r0', get('at'))];
  for (let r = 1; r < SIDE; r++) addresses.push(set(`r${r}`, add(get(`r${r - 1}`), get('row'))));
  return [
    `(func (export "gather") ${params('m', 'y', 'b', 'across', 'down', 'row', 'plane')}`,
    locals('i32', 'i', 'j', 'q', 'at', 'from', 'r0', 'r1', 'r2', 'r3'),
    locals('v128', 'd0', 'd1', 'd2', 'd3', 'd4', 'd5', 'bias'),
    ...repeat('downs', 'i', get('down'), [
      set('at', get('y')),
      ...repeat('acrosses', 'j', get('across'), [
        ...repeat('quads', 'q', i32(point / 16), [
          set('bias', load(get('b'), 0)),
          ...addresses,
          ...columns,
          ...rows,
          step('at', i32(16)),
          step('m', i32(16)),
          step('b', i32(16)),
        ]),
        step('b', i32(-point)),
        step('at', i32((SIDE - 1) * point)),
      ]),
      set('y', add(get('y'), `(i32.mul ${get('row')} ${i32(SIDE)})`)),
    ]),
    ')',
  ];
}

/** The sum of double-precision locals times factors, in their order. */
function preciselyCombined(factors: readonly number[], names: readonly string[]): string {
  const terms = factors.flatMap((factor, i) =>
    factor === 0 ? [] : [`(f64x2.mul ${get(names[i]!)} (v128.const f64x2 ${factor} ${factor}))`],
  );
  return terms.reduce((sum, term) => `(f64x2.add ${sum} ${term})`);
}

/**
 * Transforms filters ([9 taps][inputs][channels]) into the matrices that `multiply` takes, one a plane, two outputs at once,
 * in double precision.
 */
export function transform(channels: number): string[] {
  const taps = Array.from({ length: 9 }, (_, t) => `t${t}`);
  const sums = Array.from({ length: 3 }, (_, t) => `s${t}`);
  const body: string[] = [set('at', get('x'))];
  for (const tap of taps) {
    body.push(set(tap, `(f64x2.promote_low_f32x4 (v128.load64_zero ${get('at')}))`), step('at', get('tap')));
  }
  TO_FACTORS.forEach((column, c) => {
    sums.forEach((sum, t) => body.push(set(sum, preciselyCombined(column, taps.slice(3 * t, 3 * t + 3)))));
    TO_FACTORS.forEach((row, r) => {
      const plane = (r * READ + c) * channels * channels * 4;
      const value = `(f32x4.demote_f64x2_zero ${preciselyCombined(row, sums)})`;
      body.push(`(v128.store64_lane offset=${plane} 0 ${get('to')} ${value})`);
    });
  });
  return [
    `(func (export "transform") ${params('x', 'inputs', 'w')}`,
    locals('i32', 'i', 'part', 'pair', 'tap', 'at', 'to'),
    locals('v128', ...taps, ...sums),
    set('tap', mul(get('inputs'), i32(channels * 4))),
    ...repeat('all', 'i', get('inputs'), [
      set('to', get('w')),
      ...repeat('parts', 'part', i32(channels / OUT), [
        ...repeat('pairs', 'pair', i32(OUT / 2), [...body, step('x', i32(8)), step('to', i32(8))]),
        step('to', i32((channels - 1) * OUT * 4)),
      ]),
      step('w', i32(OUT * 4)),
    ]),
    ')',
  ];
}
