import { ANSWER, CHANNELS, OUT, OUTCOMES, PLANES, PRODUCT_BYTES, ROWS, SHORT_ROW, SIDE } from './layout';

/*
 * The net's hot loops. Values are point-major (CHANNELS floats a point) on a board padded by a point on every side, to
 * whole tiles of 4x4.
 *
 * A 3x3 convolution is `spread` (each tile's 6x6 points become 36 numbers, one per plane), `multiplyPlanes` (a product
 * with a matrix on each plane) and `gather` (36 products become the tile's 16 points): a quarter of the multiplications
 * of the definition. `transform` makes those matrices, `shorten` their integers. `multiply` is a product with one
 * matrix; `enter`, `rectify`, `total`, `means`, `finish` and `answer` are the functions in between, over the board's
 * points: `places` says where each lies in a plane, `parts` where its component lies.
 */

memory.grow((PRODUCT_BYTES + 0xffff) >> 16);

/** Bytes of all channels of a point. */
const POINT = CHANNELS * 4;

/** Points per side that a tile reads; six rows of six lie at SCRATCH while they are transformed. */
const READ = SIDE + 2;
const SCRATCH = 0;
const SCRATCH_ROW = READ * 16;

/** Bytes of a matrix of floats. */
const MATRIX = CHANNELS * POINT;

/**
 * Largest short input, and the most that the weights of an output may sum up to: their product fits 32 bits, whatever
 * the signs. A weight alone fits 16 bits.
 */
const MAX_INPUT: f32 = 16383;
const MAX_WEIGHTS: f32 = 130816;
const MAX_WEIGHT: f32 = 32767;

/** Divisors are at least this. */
const TINY: f32 = 1e-20;

/** Added to a number below 2^22 this leaves it, rounded, in the lowest bits. */
const ROUNDING: f32 = 12582912;
const ROUNDING_BITS: i32 = 0x4b400000;

/** The exponent's bias is 127 in single and 15 in half precision: this brings subnormal numbers along. */
const EXPONENT_SHIFT: f32 = 2 ** 112;

function plus(a: v128, b: v128): v128 {
  return f32x4.add(a, b);
}

function minus(a: v128, b: v128): v128 {
  return f32x4.sub(a, b);
}

function times(factor: f32, a: v128): v128 {
  return f32x4.mul(a, f32x4.splat(factor));
}

function relu(a: v128): v128 {
  return f32x4.pmax(a, f32x4.splat(0));
}

/** Four numbers times a factor, as rounded integers. */
function rounded(value: v128, factor: v128): v128 {
  return i32x4.sub(plus(f32x4.mul(value, factor), f32x4.splat(ROUNDING)), i32x4.splat(ROUNDING_BITS));
}

/**
 * Winograd's minimal filtering of four results by three weights, from the points 0, 1, -1, 2, -2 and infinity (Lavin and
 * Gray 2016), six times: six factors of six numbers. Numbers lie `step` bytes apart and `next` bytes from those of the
 * round before, factors likewise. The rounds are in here because a call per round makes a net a fifth slower.
 */
function factors(from: i32, step: i32, next: i32, to: i32, stepTo: i32, nextTo: i32): void {
  for (const end = from + READ * next; from != end; from += next) {
    const d0 = v128.load(from);
    const d1 = v128.load(from + step);
    const d2 = v128.load(from + 2 * step);
    const d3 = v128.load(from + 3 * step);
    const d4 = v128.load(from + 4 * step);
    const d5 = v128.load(from + 5 * step);
    v128.store(to, minus(plus(times(4, d0), d4), times(5, d2)));
    v128.store(to + stepTo, minus(minus(plus(d3, d4), times(4, d1)), times(4, d2)));
    v128.store(to + 2 * stepTo, minus(minus(plus(times(4, d1), d4), d3), times(4, d2)));
    v128.store(to + 3 * stepTo, minus(minus(plus(times(2, d3), d4), d2), times(2, d1)));
    v128.store(to + 4 * stepTo, minus(minus(plus(times(2, d1), d4), d2), times(2, d3)));
    v128.store(to + 5 * stepTo, minus(plus(times(4, d1), d5), times(5, d3)));
    to += nextTo;
  }
}

/** Converts half precision to single: sign, exponent and fraction move to their places; the exponent has another bias. */
export function widen(from: i32, to: i32, count: i32): void {
  for (const end = to + 4 * count; to < end; to += 16) {
    const bits = v128.load_ext<u16>(from);
    const sign = i32x4.shl(v128.and(bits, i32x4.splat(0x8000)), 16);
    const size = i32x4.shl(v128.and(bits, i32x4.splat(0x7fff)), 13);
    v128.store(to, times(EXPONENT_SHIFT, v128.or(sign, size)));
    from += 8;
  }
}

/** Puts a matrix [input][output] into the order of `multiply`: OUT outputs at a time. */
export function arrange(matrix: i32, to: i32): void {
  for (let first = matrix; first < matrix + POINT; first += 4 * OUT) {
    for (let from = first; from < matrix + MATRIX; from += POINT) {
      v128.store(to, v128.load(from));
      to += 16;
    }
  }
}

/** For each tile and four channels: both transforms, by columns into the scratch and from there by rows. */
export function spread(x: i32, v: i32, across: i32, down: i32, row: i32, plane: i32): void {
  for (let i = 0; i < down; i++) {
    let at = x;
    for (let j = 0; j < across; j++) {
      for (let q = 0; q < POINT; q += 16) {
        factors(at + q, row, POINT, SCRATCH, SCRATCH_ROW, 16);
        factors(SCRATCH, 16, SCRATCH_ROW, v, plane, READ * plane);
        v += 16;
      }
      at += SIDE * POINT;
    }
    x += row * SIDE;
  }
}

/** The inverse transform, for as many rounds as given: four results of six products, with `bias` added to each. */
function results(
  rounds: i32,
  from: i32,
  step: i32,
  next: i32,
  to: i32,
  stepTo: i32,
  nextTo: i32,
  bias: v128,
): void {
  do {
    const d0 = v128.load(from);
    const d1 = v128.load(from + step);
    const d2 = v128.load(from + 2 * step);
    const d3 = v128.load(from + 3 * step);
    const d4 = v128.load(from + 4 * step);
    const d5 = v128.load(from + 5 * step);
    v128.store(to, plus(bias, plus(plus(plus(plus(d0, d1), d2), d3), d4)));
    v128.store(to + stepTo, plus(bias, minus(minus(plus(times(2, d3), d1), d2), times(2, d4))));
    v128.store(to + 2 * stepTo, plus(bias, plus(plus(plus(times(4, d3), times(4, d4)), d1), d2)));
    v128.store(to + 3 * stepTo, plus(bias, minus(minus(plus(plus(times(8, d3), d1), d5), d2), times(8, d4))));
    from += next;
    to += nextTo;
  } while (--rounds);
}

/** From the products of each tile to its points, with the bias. */
export function gather(m: i32, y: i32, b: i32, across: i32, down: i32, row: i32, plane: i32): void {
  for (let i = 0; i < down; i++) {
    let at = y;
    for (let j = 0; j < across; j++) {
      for (let q = 0; q < POINT; q += 16) {
        results(READ, m, plane, READ * plane, SCRATCH, SCRATCH_ROW, 16, f32x4.splat(0));
        results(SIDE, SCRATCH, 16, SCRATCH_ROW, at + q, row, POINT, v128.load(b + q));
        m += 16;
      }
      at += SIDE * POINT;
    }
    y += row * SIDE;
  }
}

/** Two numbers times a factor, in double precision. */
function precisely(factor: f64, a: v128): v128 {
  return f64x2.mul(a, f64x2.splat(factor));
}

function preciseSum(fa: f64, a: v128, fb: f64, b: v128, fc: f64, c: v128): v128 {
  return f64x2.add(f64x2.add(precisely(fa, a), precisely(fb, b)), precisely(fc, c));
}

/** The third transform, that of a filter: six factors of three weights. */
function filter0(a: v128): v128 {
  return precisely(1.0 / 4.0, a);
}

function filter1(a: v128, b: v128, c: v128): v128 {
  return preciseSum(-1.0 / 6.0, a, -1.0 / 6.0, b, -1.0 / 6.0, c);
}

function filter2(a: v128, b: v128, c: v128): v128 {
  return preciseSum(-1.0 / 6.0, a, 1.0 / 6.0, b, -1.0 / 6.0, c);
}

function filter3(a: v128, b: v128, c: v128): v128 {
  return preciseSum(1.0 / 24.0, a, 1.0 / 12.0, b, 1.0 / 6.0, c);
}

function filter4(a: v128, b: v128, c: v128): v128 {
  return preciseSum(1.0 / 24.0, a, -1.0 / 12.0, b, 1.0 / 6.0, c);
}

/** Two weights in double precision. */
function weights(at: i32): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(at));
}

function storeFactor(to: i32, row: i32, factor: v128): void {
  v128.store64_lane(to + row * READ * MATRIX, f32x4.demote_f64x2_zero(factor), 0);
}

/** Writes one column of six, a matrix for each of its rows. */
function column(to: i32, a: v128, b: v128, c: v128): void {
  storeFactor(to, 0, filter0(a));
  storeFactor(to, 1, filter1(a, b, c));
  storeFactor(to, 2, filter2(a, b, c));
  storeFactor(to, 3, filter3(a, b, c));
  storeFactor(to, 4, filter4(a, b, c));
  storeFactor(to, 5, c);
}

/**
 * Transforms filters ([9 taps][inputs][CHANNELS]) into the matrices that `multiply` takes, one per plane, two outputs at
 * once, in double precision.
 */
export function transform(x: i32, inputs: i32, w: i32): void {
  const tap = inputs * POINT;
  for (let i = 0; i < inputs; i++) {
    let to = w;
    for (let part = 0; part < CHANNELS / OUT; part++) {
      for (let pair = 0; pair < OUT / 2; pair++) {
        const t0 = weights(x);
        const t1 = weights(x + tap);
        const t2 = weights(x + 2 * tap);
        const t3 = weights(x + 3 * tap);
        const t4 = weights(x + 4 * tap);
        const t5 = weights(x + 5 * tap);
        const t6 = weights(x + 6 * tap);
        const t7 = weights(x + 7 * tap);
        const t8 = weights(x + 8 * tap);
        column(to, filter0(t0), filter0(t3), filter0(t6));
        column(to + MATRIX, filter1(t0, t1, t2), filter1(t3, t4, t5), filter1(t6, t7, t8));
        column(to + 2 * MATRIX, filter2(t0, t1, t2), filter2(t3, t4, t5), filter2(t6, t7, t8));
        column(to + 3 * MATRIX, filter3(t0, t1, t2), filter3(t3, t4, t5), filter3(t6, t7, t8));
        column(to + 4 * MATRIX, filter4(t0, t1, t2), filter4(t3, t4, t5), filter4(t6, t7, t8));
        column(to + 5 * MATRIX, t2, t5, t8);
        x += 8;
        to += 8;
      }
      to += (CHANNELS - 1) * OUT * 4;
    }
    w += OUT * 4;
  }
}

/**
 * Converts matrices of floats, as `transform` writes them, to 16-bit integers, with one scale per output. `multiplyPlanes`
 * takes, for four outputs each, [CHANNELS / 2][4][2] of them, then their scales.
 */
export function shorten(x: i32, matrices: i32, w: i32): void {
  for (let n = matrices * (CHANNELS / OUT); n > 0; n--) {
    let sum = f32x4.splat(TINY);
    let most = f32x4.splat(TINY);
    const end = x + CHANNELS * OUT * 4;
    for (let at = x; at < end; at += OUT * 4) {
      const size = f32x4.abs(v128.load(at));
      sum = plus(sum, size);
      most = f32x4.pmax(most, size);
    }
    const factor = f32x4.pmin(
      f32x4.div(f32x4.splat(MAX_WEIGHTS), sum),
      f32x4.div(f32x4.splat(MAX_WEIGHT), most),
    );
    for (; x < end; x += OUT * 8) {
      const low = v128.and(rounded(v128.load(x), factor), i32x4.splat(0xffff));
      const high = i32x4.shl(rounded(v128.load(x, OUT * 4), factor), 16);
      v128.store(w, v128.or(low, high));
      w += OUT * 4;
    }
    v128.store(w, f32x4.div(f32x4.splat(1), factor));
    w += OUT * 4;
  }
}

/** Groups of ROWS rows that hold this many rows. */
function groupsOf(rows: u32): u32 {
  return (rows + ROWS - 1) / ROWS;
}

/**
 * The product of rows of channels, in whole groups, with a matrix ([CHANNELS / 4][CHANNELS][4]), plus the bias. A round of
 * the inner loop takes only four bytes of each row's inputs: V8 loads all that a round needs before it computes, and what
 * does not fit the registers goes through memory. V8 unrolls the loop.
 */
export function multiply(x: i32, w: i32, b: i32, y: i32, rows: i32): void {
  const groups = groupsOf(rows);
  for (let part = 0; part < CHANNELS / OUT; part++) {
    let from = x;
    let to = y;
    const stop = w + MATRIX / (CHANNELS / OUT);
    for (let g = groups; g > 0; g--) {
      const bias = v128.load(b);
      let a0 = bias;
      let a1 = bias;
      let a2 = bias;
      let a3 = bias;
      let a4 = bias;
      let at = from;
      let weight = w;
      do {
        const weights = v128.load(weight);
        a0 = plus(a0, f32x4.mul(v128.load32_splat(at), weights));
        a1 = plus(a1, f32x4.mul(v128.load32_splat(at, POINT), weights));
        a2 = plus(a2, f32x4.mul(v128.load32_splat(at, 2 * POINT), weights));
        a3 = plus(a3, f32x4.mul(v128.load32_splat(at, 3 * POINT), weights));
        a4 = plus(a4, f32x4.mul(v128.load32_splat(at, 4 * POINT), weights));
        at += 4;
        weight += OUT * 4;
      } while (weight != stop);
      v128.store(to, a0);
      v128.store(to, a1, POINT);
      v128.store(to, a2, 2 * POINT);
      v128.store(to, a3, 3 * POINT);
      v128.store(to, a4, 4 * POINT);
      from += ROWS * POINT;
      to += ROWS * POINT;
    }
    w = stop;
    b += OUT * 4;
    y += OUT * 4;
  }
}

/** The bits of a float without its sign: they are in the order of the numbers. */
function sizeBits(a: v128): v128 {
  return v128.and(a, i32x4.splat(0x7fffffff));
}

function larger(a: v128, b: v128): v128 {
  return i32x4.max_s(a, b);
}

function eightShort(a: v128, b: v128, factor: v128): v128 {
  return i16x8.narrow_i32x4_s(rounded(a, factor), rounded(b, factor));
}

/**
 * Converts rows to integers up to MAX_INPUT, scaled by the largest number of the row. Written out, because loops over
 * the eight quadruples make a net 4 % slower.
 */
export function narrow(x: i32, rows: i32, to: i32): void {
  do {
    const v0 = v128.load(x);
    const v1 = v128.load(x, 16);
    const v2 = v128.load(x, 32);
    const v3 = v128.load(x, 48);
    const v4 = v128.load(x, 64);
    const v5 = v128.load(x, 80);
    const v6 = v128.load(x, 96);
    const v7 = v128.load(x, 112);
    let most = larger(f32x4.splat(TINY), sizeBits(v0));
    most = larger(larger(most, sizeBits(v1)), sizeBits(v2));
    most = larger(larger(most, sizeBits(v3)), sizeBits(v4));
    most = larger(larger(most, sizeBits(v5)), sizeBits(v6));
    most = larger(most, sizeBits(v7));
    most = larger(most, v128.shuffle<i32>(most, most, 2, 3, 0, 1));
    most = larger(most, v128.shuffle<i32>(most, most, 1, 0, 3, 2));
    const factor = f32x4.div(f32x4.splat(MAX_INPUT), most);
    v128.store(to, eightShort(v0, v1, factor));
    v128.store(to, eightShort(v2, v3, factor), 16);
    v128.store(to, eightShort(v4, v5, factor), 32);
    v128.store(to, eightShort(v6, v7, factor), 48);
    v128.store(to, f32x4.div(most, f32x4.splat(MAX_INPUT)), CHANNELS * 2);
    x += POINT;
    to += SHORT_ROW;
  } while (--rows);
}

/** The sum of one row's products as floats, from the scales of its inputs and of the weights. */
function worth(sum: v128, weight: v128, input: v128): v128 {
  return f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(sum), weight), input);
}

/**
 * The products of `matrices` planes of rows of channels, in whole groups, with a matrix each, in 16-bit integers:
 * eight of them are multiplied in place of four floats. `shorts` has space for the rows of one plane.
 */
export function multiplyPlanes(
  x: i32,
  w: i32,
  y: i32,
  rows: i32,
  matrices: i32,
  plane: i32,
  shorts: i32,
): void {
  const groups = groupsOf(rows);
  do {
    narrow(x, rows, shorts);
    let into = y;
    let parts = CHANNELS / OUT;
    do {
      let from = shorts;
      let to = into;
      const stop = w + CHANNELS * OUT * 2;
      let g = groups;
      do {
        let a0 = i32x4.splat(0);
        let a1 = i32x4.splat(0);
        let a2 = i32x4.splat(0);
        let a3 = i32x4.splat(0);
        let a4 = i32x4.splat(0);
        let at = from;
        let weight = w;
        do {
          const weights = v128.load(weight);
          a0 = i32x4.add(a0, i32x4.dot_i16x8_s(v128.load32_splat(at), weights));
          a1 = i32x4.add(a1, i32x4.dot_i16x8_s(v128.load32_splat(at, SHORT_ROW), weights));
          a2 = i32x4.add(a2, i32x4.dot_i16x8_s(v128.load32_splat(at, 2 * SHORT_ROW), weights));
          a3 = i32x4.add(a3, i32x4.dot_i16x8_s(v128.load32_splat(at, 3 * SHORT_ROW), weights));
          a4 = i32x4.add(a4, i32x4.dot_i16x8_s(v128.load32_splat(at, 4 * SHORT_ROW), weights));
          at += 4;
          weight += OUT * 4;
        } while (weight != stop);
        const unit = v128.load(stop);
        v128.store(to, worth(a0, unit, v128.load(from, CHANNELS * 2)));
        v128.store(to, worth(a1, unit, v128.load(from, SHORT_ROW + CHANNELS * 2)), POINT);
        v128.store(to, worth(a2, unit, v128.load(from, 2 * SHORT_ROW + CHANNELS * 2)), 2 * POINT);
        v128.store(to, worth(a3, unit, v128.load(from, 3 * SHORT_ROW + CHANNELS * 2)), 3 * POINT);
        v128.store(to, worth(a4, unit, v128.load(from, 4 * SHORT_ROW + CHANNELS * 2)), 4 * POINT);
        from += ROWS * SHORT_ROW;
        to += ROWS * POINT;
      } while (--g);
      w = stop + OUT * 4;
      into += OUT * 4;
    } while (--parts);
    x += plane;
    y += plane;
  } while (--matrices);
}

/** The input: planes as bytes, point after point, become numbers; `one` is the byte of a one. */
export function enter(points: i32, places: i32, planes: i32, one: i32, a: i32): void {
  const unit = f32x4.splat(<f32>one);
  for (const end = places + 4 * points; places < end; places += 4) {
    let to = a + load<i32>(places);
    for (const last = planes + PLANES; planes < last; planes += 4) {
      const four = i32x4.extend_low_i16x8_s(i16x8.extend_low_i8x16_s(v128.load32_zero(planes)));
      v128.store(to, f32x4.div(f32x4.convert_i32x4_s(four), unit));
      to += 16;
    }
  }
}

export function rectify(points: i32, places: i32, x: i32, y: i32): void {
  for (const end = places + 4 * points; places < end; places += 4) {
    const place = load<i32>(places);
    for (let q = 0; q < POINT; q += 16) v128.store(y + place + q, relu(v128.load(x + place + q)));
  }
}

/** Adds each point's numbers to those of its component. */
export function total(points: i32, places: i32, parts: i32, x: i32, sums: i32): void {
  for (const end = places + 4 * points; places < end; places += 4) {
    const from = x + load<i32>(places);
    const to = sums + load<i32>(parts);
    for (let q = 0; q < POINT; q += 16) v128.store(to + q, plus(v128.load(to + q), v128.load(from + q)));
    parts += 4;
  }
}

/** Turns sums into means: over components, whose numbers of points are in `sizes`, and over the board. */
export function means(count: i32, sizes: i32, sums: i32, points: i32, board: i32): void {
  memory.fill(board, 0, POINT);
  for (const end = sizes + 4 * count; sizes < end; sizes += 4) {
    const size = f32x4.convert_i32x4_s(v128.load32_splat(sizes));
    for (let q = 0; q < POINT; q += 16) {
      const sum = v128.load(sums + q);
      v128.store(board + q, plus(v128.load(board + q), sum));
      v128.store(sums + q, f32x4.div(sum, size));
    }
    sums += POINT;
  }
  const size = f32x4.convert_i32x4_s(i32x4.splat(points));
  for (let q = 0; q < POINT; q += 16) v128.store(board + q, f32x4.div(v128.load(board + q), size));
}

/** Ends a block: adds its result and that of the component to `x`; the same with negative numbers as 0 into `a`. */
export function finish(points: i32, places: i32, parts: i32, y: i32, sums: i32, x: i32, a: i32): void {
  for (const end = places + 4 * points; places < end; places += 4) {
    const place = load<i32>(places);
    const sum = sums + load<i32>(parts);
    for (let q = 0; q < POINT; q += 16) {
      const found = plus(v128.load(y + place + q), v128.load(sum + q));
      const value = plus(v128.load(x + place + q), found);
      v128.store(x + place + q, value);
      v128.store(a + place + q, relu(value));
    }
    parts += 4;
  }
}

/** The head: each point's numbers times those of each outcome (`head`: [OUTCOMES][CHANNELS], then the bias). */
export function answer(points: i32, places: i32, x: i32, head: i32, to: i32): void {
  for (const end = places + 4 * points; places < end; places += 4) {
    const from = x + load<i32>(places);
    let s0 = f32x4.splat(0);
    let s1 = f32x4.splat(0);
    let s2 = f32x4.splat(0);
    for (let q = 0; q < POINT; q += 16) {
      const value = v128.load(from + q);
      s0 = plus(s0, f32x4.mul(value, v128.load(head + q)));
      s1 = plus(s1, f32x4.mul(value, v128.load(head + q, POINT)));
      s2 = plus(s2, f32x4.mul(value, v128.load(head + q, 2 * POINT)));
    }
    const low = plus(v128.shuffle<i32>(s0, s1, 0, 4, 1, 5), v128.shuffle<i32>(s0, s1, 2, 6, 3, 7));
    const high = plus(v128.shuffle<i32>(s2, s2, 0, 4, 1, 5), v128.shuffle<i32>(s2, s2, 2, 6, 3, 7));
    const sums = plus(v128.shuffle<i32>(low, high, 0, 1, 4, 5), v128.shuffle<i32>(low, high, 2, 3, 6, 7));
    v128.store(to, plus(sums, v128.load(head, OUTCOMES * POINT)));
    to += 4 * ANSWER;
  }
}
