import { add, get, i32, load, locals, mul, params, repeat, set, step, store } from './wat.js';

/** Rows that one pass of the product computes at once, and output channels: ten accumulators fit the registers. */
const ROWS = 5;
const OUT = 8;

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

const plus = (a: string, b: string): string => `(f32x4.add ${a} ${b})`;
const splat = (value: number): string => `(v128.const f32x4 ${Array(4).fill(value).join(' ')})`;

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
function spread(point: number): string[] {
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
function gather(point: number): string[] {
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

/** `planes` products of 5 * `groups` rows of channels with a matrix each ([channels / 8][channels][8]), plus the bias. */
function multiply(channels: number): string[] {
  const point = channels * 4;
  const inner: string[] = [];
  for (let u = 0; u < 4; u++) {
    inner.push(set('w0', load(get('wp'), u * 32)), set('w1', load(get('wp'), u * 32 + 16)));
    for (let j = 0; j < ROWS; j++) {
      inner.push(
        set('s', `(v128.load32_splat offset=${j * point + u * 4} ${get('xp')})`),
        set(`a${j}`, plus(get(`a${j}`), `(f32x4.mul ${get('s')} ${get('w0')})`)),
        set(`c${j}`, plus(get(`c${j}`), `(f32x4.mul ${get('s')} ${get('w1')})`)),
      );
    }
  }
  const start: string[] = [];
  const end: string[] = [];
  for (let j = 0; j < ROWS; j++) {
    start.push(set(`a${j}`, load(get('bp'), 0)), set(`c${j}`, load(get('bp'), 16)));
    end.push(store(get('to'), j * point, get(`a${j}`)), store(get('to'), j * point + 16, get(`c${j}`)));
  }
  return [
    `(func (export "multiply") ${params('x', 'w', 'b', 'y', 'groups', 'planes', 'plane')}`,
    locals('i32', 'n', 'part', 'g', 'k', 'xp', 'wp', 'bp', 'from', 'to', 'into'),
    locals('v128', 'w0', 'w1', 's', 'a0', 'a1', 'a2', 'a3', 'a4', 'c0', 'c1', 'c2', 'c3', 'c4'),
    ...repeat('all', 'n', get('planes'), [
      set('bp', get('b')),
      set('into', get('y')),
      ...repeat('parts', 'part', i32(channels / OUT), [
        set('from', get('x')),
        set('to', get('into')),
        ...repeat('rows', 'g', get('groups'), [
          ...start,
          set('wp', get('w')),
          set('xp', get('from')),
          ...repeat('inner', 'k', i32(channels / 4), [...inner, step('xp', i32(16)), step('wp', i32(128))]),
          ...end,
          step('from', i32(ROWS * point)),
          step('to', i32(ROWS * point)),
        ]),
        step('w', i32(channels * OUT * 4)),
        step('bp', i32(OUT * 4)),
        step('into', i32(OUT * 4)),
      ]),
      step('x', get('plane')),
      step('y', get('plane')),
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
function transform(channels: number): string[] {
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

/** Functions over the board's points: `places` tells where each lies in a plane, `parts` where its component lies. */
function pointwise(channels: number): string[] {
  const quads = Array.from({ length: channels / 4 }, (_, q) => q * 16);
  const relu = (value: string): string => `(f32x4.pmax ${value} ${splat(0)})`;
  const place = (name: string): string => add(get(name), `(i32.load ${get('places')})`);
  const part = (name: string): string => add(get(name), `(i32.load ${get('parts')})`);
  const next = [step('places', i32(4)), step('parts', i32(4))];
  return [
    `(func (export "rectify") ${params('points', 'places', 'x', 'y')} ${locals('i32', 'from', 'to', 'i')}`,
    ...repeat('all', 'i', get('points'), [
      set('from', place('x')),
      set('to', place('y')),
      ...quads.map((q) => store(get('to'), q, relu(load(get('from'), q)))),
      next[0]!,
    ]),
    ')',
    `(func (export "total") ${params('points', 'places', 'parts', 'x', 'sums')}`,
    locals('i32', 'from', 'to', 'i'),
    ...repeat('all', 'i', get('points'), [
      set('from', place('x')),
      set('to', part('sums')),
      ...quads.map((q) => store(get('to'), q, plus(load(get('to'), q), load(get('from'), q)))),
      ...next,
    ]),
    ')',
    `(func (export "finish") ${params('points', 'places', 'parts', 'y', 'sums', 'x', 'a')}`,
    locals('i32', 'from', 'sum', 'at', 'to', 'i'),
    locals('v128', 'value'),
    ...repeat('all', 'i', get('points'), [
      set('from', place('y')),
      set('sum', part('sums')),
      set('at', place('x')),
      set('to', place('a')),
      ...quads.flatMap((q) => [
        set('value', plus(load(get('at'), q), plus(load(get('from'), q), load(get('sum'), q)))),
        store(get('at'), q, get('value')),
        store(get('to'), q, relu(get('value'))),
      ]),
      ...next,
    ]),
    ')',
  ];
}

/**
 * The text of the net's hot loops in WebAssembly, for nets of `channels` channels. Values are point-major (`channels`
 * floats a point) on a board padded by a point on every side, to whole tiles of 4x4.
 *
 * A 3x3 convolution is `spread` (each tile's 6x6 points become 36 numbers, one a plane), `multiply` (a product with a
 * matrix on each plane) and `gather` (36 products become the tile's 16 points): a quarter of the multiplications of
 * the definition. `transform` makes those matrices. `multiply` alone is a product of one matrix; `rectify`, `total` and `finish` are what lies between.
 */
export function kernelText(channels: number): string {
  const point = channels * 4;
  return [
    '(module (memory (export "memory") 96)',
    ...spread(point),
    ...multiply(channels),
    ...gather(point),
    ...transform(channels),
    ...pointwise(channels),
    ')',
  ].join('\n');
}
