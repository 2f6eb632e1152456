import * as AT from './layout';

memory.grow((AT.PLAYOUT_BYTES + 0xffff) >> 16);

/** A chain in atari has no more liberties than this, counted once per touching stone. */
const MAX_IN_ATARI: u32 = 4;

/** A chain record of zeros: of a border point, by which no chain is known. */
const NOTHING = 16;

/** Answers to whether a move may be played; REFUSED records NEVER. */
const NO = 0;
const YES = 1;
const NEVER = 2;

/** From a point to the one below. */
let stride = 0;
let empties = 0;
let emptiesAtStart = 0;
/** Where the last stone may not be taken back at once, 0: nowhere. */
let ko = 0;
/** Stones taken by the move that is being made, and the last of them. */
let captured = 0;
let lastCaptured = 0;
/** The next random number. Its successor is computed as soon as it is taken, before the branches that it decides, so that
 * it is ready when one of them was mispredicted.
 */
let random: u32 = 0;
/** Where the move that `choose` found lies among the empty points. */
let drawn = 0;

function colorAt(p: i32): i32 {
  return load<u8>(p, AT.COLORS);
}

function chainOf(p: i32): i32 {
  return load<u16>(p << 1, AT.CHAINS);
}

function nextOf(p: i32): i32 {
  return load<u16>(p << 1, AT.NEXT_STONE);
}

function emptyAt(i: i32): i32 {
  return load<u16>(i << 1, AT.EMPTIES);
}

function clearRefusals(p: i32): void {
  store<u8>(p, 0, AT.REFUSED);
}

function libertiesOf(record: i32): u32 {
  return load<u32>(record, AT.RECORDS);
}

function addTo(record: i32, added: v128): void {
  v128.store(record, i32x4.add(v128.load(record, AT.RECORDS), added), AT.RECORDS);
}

function subtractFrom(record: i32, lost: v128): void {
  v128.store(record, i32x4.sub(v128.load(record, AT.RECORDS), lost), AT.RECORDS);
}

function open(p: i32): v128 {
  return v128.load(p << 4, AT.OPEN);
}

/** The contents of the nine points around one: six bits a column, rows from the top, columns a byte apart. */
function around(north: i32, p: i32, south: i32): u32 {
  return (
    load<u32>(north, AT.COLORS - 1) |
    (load<u32>(p, AT.COLORS - 1) << 2) |
    (load<u32>(south, AT.COLORS - 1) << 4)
  );
}

/** The word of VERDICTS about the middle of these nine points for the color `c`. */
function verdictOf(nine: u32, c: i32): i32 {
  const four = (nine & 0xc330c) >> 2;
  const pattern = (four | (four >> 8) | (four >> 12)) & 0xff;
  return load<u16>((((c - 1) << 8) | pattern) << 1, AT.VERDICTS);
}

/** The one liberty of a chain, 0 if it has none or more. One branch for both conditions: one liberty is rare enough to be predicted. */
function lastLiberty(record: i32): i32 {
  const count = libertiesOf(record);
  const sum = load<u32>(record, AT.RECORDS + 4);
  const squares = load<u32>(record, AT.RECORDS + 8);
  return u32(count - 1 < MAX_IN_ATARI) & u32(count * squares == sum * sum) ? sum / count : 0;
}

/** Which of four chains may be in atari, as bits; a point without a chain counts too. */
function fewLiberties(h0: i32, h1: i32, h2: i32, h3: i32): i32 {
  return (
    i32(libertiesOf(h0) <= MAX_IN_ATARI) |
    (i32(libertiesOf(h1) <= MAX_IN_ATARI) << 1) |
    (i32(libertiesOf(h2) <= MAX_IN_ATARI) << 2) |
    (i32(libertiesOf(h3) <= MAX_IN_ATARI) << 3)
  );
}

/** Takes a chain off the board. */
function remove(chain: i32): void {
  const S = stride;
  let count = empties;
  let p = chain;
  do {
    store<u8>(p, 0, AT.COLORS);
    store<u8>(p, 1, AT.TAKEN);
    store<u16>(p << 1, 0, AT.CHAINS);
    v128.store(p << 4, v128.load(p << 4, AT.LIBERTY), AT.OPEN);
    clearRefusals(p);
    clearRefusals(p - S);
    clearRefusals(p - 1);
    clearRefusals(p + 1);
    clearRefusals(p + S);
    store<u16>(count << 1, p, AT.EMPTIES);
    count++;
    captured++;
    lastCaptured = p;
    p = nextOf(p);
  } while (p != chain);
  empties = count;
  // The chain's own stones are empty by now: what touches them is the other color's, or its record is never read.
  do {
    const here = v128.load(p << 4, AT.LIBERTY);
    addTo(chainOf(p - S), here);
    addTo(chainOf(p - 1), here);
    addTo(chainOf(p + 1), here);
    addTo(chainOf(p + S), here);
    p = nextOf(p);
  } while (p != chain);
}

/** Joins two chains; returns the point that the result is known by. */
function join(one: i32, other: i32): i32 {
  let big = one;
  let small = other;
  if (load<i32>(big << 4, AT.RECORDS + 12) < load<i32>(small << 4, AT.RECORDS + 12)) {
    big = other;
    small = one;
  }
  let p = small;
  do {
    store<u16>(p << 1, big << 4, AT.CHAINS);
    p = nextOf(p);
  } while (p != small);
  const next = nextOf(big);
  store<u16>(big << 1, nextOf(small), AT.NEXT_STONE);
  store<u16>(small << 1, next, AT.NEXT_STONE);
  addTo(big << 4, v128.load(small << 4, AT.RECORDS));
  return big;
}

/** The chain of a new stone, with that of its neighbor `q`. */
function joined(own: i32, q: i32): i32 {
  const other = chainOf(q) >> 4;
  return other == own ? own : join(own, other);
}

/** Where the one liberty of a chain is, a move may have become possible. */
function openLast(record: i32): void {
  clearRefusals(lastLiberty(record));
}

/** Plays `c` on the empty point `p`, the one at `i` of EMPTIES. */
function place(p: i32, c: i32, i: i32): void {
  const S = stride;
  const north = p - S;
  const south = p + S;
  empties--;
  store<u16>(i << 1, emptyAt(empties), AT.EMPTIES);
  // Eyes of which this is a diagonal point.
  store<u8>(north, 0, AT.REFUSED - 1);
  store<u8>(north, 0, AT.REFUSED + 1);
  store<u8>(south, 0, AT.REFUSED - 1);
  store<u8>(south, 0, AT.REFUSED + 1);
  const verdict = verdictOf(around(north, p, south), c);
  const record = p << 4;
  store<u8>(p, c, AT.COLORS);
  store<u16>(p << 1, record, AT.CHAINS);
  store<u16>(p << 1, p, AT.NEXT_STONE);
  const here = v128.load(record, AT.LIBERTY);
  v128.store(record, i32x4.splat(0), AT.OPEN);
  const h0 = chainOf(north);
  subtractFrom(h0, here);
  const h1 = chainOf(p - 1);
  subtractFrom(h1, here);
  const h2 = chainOf(p + 1);
  subtractFrom(h2, here);
  const h3 = chainOf(south);
  subtractFrom(h3, here);
  const free = i32x4.add(i32x4.add(i32x4.add(open(north), open(p - 1)), open(p + 1)), open(south));
  v128.store(record, i32x4.add(free, i32x4(0, 0, 0, 1)), AT.RECORDS);
  let own = p;
  if (verdict & (1 << AT.OWN)) own = joined(own, north);
  if (verdict & (2 << AT.OWN)) own = joined(own, p - 1);
  if (verdict & (4 << AT.OWN)) own = joined(own, p + 1);
  if (verdict & (8 << AT.OWN)) own = joined(own, south);
  ko = 0;
  let foes = verdict & fewLiberties(h0, h1, h2, h3) & 15;
  if (foes) {
    if (foes & 1) openLast(h0);
    if (foes & 2) openLast(h1);
    if (foes & 4) openLast(h2);
    if (foes & 8) openLast(h3);
    foes &=
      i32(libertiesOf(h0) == 0) |
      (i32(libertiesOf(h1) == 0) << 1) |
      (i32(libertiesOf(h2) == 0) << 2) |
      (i32(libertiesOf(h3) == 0) << 3);
    if (foes) {
      captured = 0;
      // Of two bits for one chain the second finds nothing left.
      if (foes & i32(chainOf(north) != 0)) remove(h0 >> 4);
      if ((foes >> 1) & i32(chainOf(p - 1) != 0)) remove(h1 >> 4);
      if ((foes >> 2) & i32(chainOf(p + 1) != 0)) remove(h2 >> 4);
      if ((foes >> 3) & i32(chainOf(south) != 0)) remove(h3 >> 4);
      const chain = own << 4;
      if (captured == 1 && libertiesOf(chain) == 1 && load<u32>(chain, AT.RECORDS + 12) == 1)
        ko = lastCaptured;
    }
  }
  openLast(own << 4);
}

/** Plays `c` on the empty point `p`, wherever it lies in EMPTIES. */
function put(p: i32, c: i32): void {
  const wanted = i16x8.splat(<i16>p);
  let i = 0;
  for (;;) {
    const found = i16x8.bitmask(i16x8.eq(wanted, v128.load(i << 1, AT.EMPTIES)));
    if (found) {
      place(p, c, i + ctz(found));
      return;
    }
    i += 8;
  }
}

/**
 * Sets up the position whose stones are at STONES; chains without a liberty are left out as if captured. Returns a seed
 * for the generator that depends on the position alone.
 */
export function begin(width: i32, height: i32): u32 {
  const S = width + 1;
  const points = width * height;
  const total = (height + 2) * S + 1;
  stride = S;
  empties = points;
  ko = 0;
  memory.fill(AT.COLORS, <u8>AT.BORDER, total);
  memory.fill(AT.REFUSED, 0, total);
  memory.fill(AT.CHAINS, 0, 2 * total);
  memory.fill(AT.RECORDS, 0, 16 * total);
  memory.fill(AT.OPEN, 0, 16 * total);
  let hash: u32 = 0x811c9dc5;
  for (let i = 0, p = S; i < points; i++, p++) {
    // Skips the border at the end of a row.
    if (i % width == 0 && i > 0) p++;
    store<u8>(p, 0, AT.COLORS);
    store<u16>(i << 1, p, AT.EMPTIES);
    const liberty = i32x4.replace_lane(i32x4.replace_lane(i32x4(1, 0, 0, 0), 1, p), 2, p * p);
    v128.store(p << 4, liberty, AT.LIBERTY);
    v128.store(p << 4, liberty, AT.OPEN);
    hash = (hash ^ load<u8>(i, AT.PLAYOUT_STONES)) * 0x01000193;
  }
  for (let i = 0, p = S; i < points; i++, p++) {
    if (i % width == 0 && i > 0) p++;
    const c = load<u8>(i, AT.PLAYOUT_STONES);
    if (c) put(p, c);
  }
  const seed = ((hash ^ (hash >>> 15)) * 0x2c1b3c6d) ^ width;
  return seed ? seed : 1;
}

/** A chain's liberties if the move touches it as an own chain and no earlier neighbor belongs to it, else zeros. */
function libertiesIf(isCounted: i32, record: i32): v128 {
  return v128.load(isCounted & 1 ? record : NOTHING, AT.RECORDS);
}

/** Whether `c` may play on the empty point `p`, where its verdict does not decide. */
function weigh(p: i32, c: i32, verdict: i32): i32 {
  const north = p - stride;
  const south = p + stride;
  const h0 = chainOf(north);
  const h1 = chainOf(p - 1);
  const h2 = chainOf(p + 1);
  const h3 = chainOf(south);
  const r0 = v128.load(h0, AT.RECORDS);
  const r1 = v128.load(h1, AT.RECORDS);
  const r2 = v128.load(h2, AT.RECORDS);
  const r3 = v128.load(h3, AT.RECORDS);
  // Neighbors in atari that a move here takes, as bits: all liberties of a chain are one when count * squares = sum * sum.
  const low01 = v128.shuffle<i32>(r0, r1, 0, 4, 1, 5);
  const low23 = v128.shuffle<i32>(r2, r3, 0, 4, 1, 5);
  const high = v128.shuffle<i32>(
    v128.shuffle<i32>(r0, r1, 2, 6, 3, 7),
    v128.shuffle<i32>(r2, r3, 2, 6, 3, 7),
    0,
    1,
    4,
    5,
  );
  const counts = v128.shuffle<i32>(low01, low23, 0, 1, 4, 5);
  const sums = v128.shuffle<i32>(low01, low23, 2, 3, 6, 7);
  const inAtari = v128.and(
    i32x4.le_s(counts, i32x4.splat(MAX_IN_ATARI)),
    i32x4.eq(i32x4.mul(counts, high), i32x4.mul(sums, sums)),
  );
  if ((verdict >> AT.FOES) & i32x4.bitmask(inAtari) & 15) return p == ko ? NO : YES;
  if (verdict & AT.MUST_CAPTURE) return NEVER;
  // The liberties of what the move would make: what own neighbors have without p, each chain once, and what is free.
  const own = verdict >> AT.OWN;
  const chains = i32x4.add(
    i32x4.add(libertiesIf(own & 1, h0), libertiesIf((own >> 1) & i32(h1 != h0), h1)),
    i32x4.add(
      libertiesIf((own >> 2) & i32(h2 != h0) & i32(h2 != h1), h2),
      libertiesIf((own >> 3) & i32(h3 != h0) & i32(h3 != h1) & i32(h3 != h2), h3),
    ),
  );
  const free = i32x4.add(i32x4.add(open(north), open(p - 1)), i32x4.add(open(p + 1), open(south)));
  const touching = i32x4.mul(v128.load(p << 4, AT.LIBERTY), i32x4.splat(verdict >> AT.OWN_COUNT));
  const made = i32x4.sub(i32x4.add(chains, free), touching);
  const count = i32x4.extract_lane(made, 0);
  const sum = i32x4.extract_lane(made, 1);
  return i32(count > <i32>MAX_IN_ATARI) | i32(count * i32x4.extract_lane(made, 2) != sum * sum);
}

/** Whether `c` may play on the empty point `p`: NO, YES or NEVER. */
function mayPlay(p: i32, c: i32): i32 {
  const nine = around(p - stride, p, p + stride);
  const verdict = verdictOf(nine, c);
  if (verdict & AT.MAY_PLAY) return YES;
  if (verdict & AT.MAY_BE_EYE) {
    const corners = nine & 0x330033;
    const pattern = (corners | (corners >> 14)) & 0xff;
    if (load<u8>(((c - 1) << 8) | pattern, AT.EYES)) return NEVER;
  }
  return weigh(p, c, verdict);
}

/** Where a neighbor of this color can be taken, 0: nowhere. */
function captureAt(q: i32, foe: i32): i32 {
  if (colorAt(q) != foe) return 0;
  const at = lastLiberty(chainOf(q));
  return at == ko ? 0 : at;
}

/** Where a chain's side can take a neighboring chain, 0: nowhere. */
function captureBeside(chain: i32, foe: i32): i32 {
  const S = stride;
  let p = chain;
  do {
    let at = captureAt(p - S, foe);
    if (at) return at;
    at = captureAt(p - 1, foe);
    if (at) return at;
    at = captureAt(p + 1, foe);
    if (at) return at;
    at = captureAt(p + S, foe);
    if (at) return at;
    p = nextOf(p);
  } while (p != chain);
  return 0;
}

/** Where `c` saves its chain on `q` from atari, by capture if possible, 0: nowhere. */
function rescue(q: i32, c: i32): i32 {
  const record = chainOf(q);
  const at = lastLiberty(record);
  if (at == 0) return 0;
  const capture = captureBeside(record >> 4, 3 - c);
  return capture ? capture : mayPlay(at, c) == YES ? at : 0;
}

/** The reply of `c` to the move at `p`: taking its chain, or saving a neighbor from atari; 0: none. */
function answer(p: i32, c: i32): i32 {
  const last = lastLiberty(chainOf(p));
  if (last != 0 && last != ko) return last;
  const north = p - stride;
  const south = p + stride;
  // Own neighbors with few enough liberties to be in atari: most often there is none, which is one branch.
  const threatened =
    (verdictOf(around(north, p, south), c) >> AT.OWN) &
    fewLiberties(chainOf(north), chainOf(p - 1), chainOf(p + 1), chainOf(south));
  if (threatened == 0) return 0;
  let at = threatened & 1 ? rescue(north, c) : 0;
  if (at == 0 && threatened & 2) at = rescue(p - 1, c);
  if (at == 0 && threatened & 4) at = rescue(p + 1, c);
  if (at == 0 && threatened & 8) at = rescue(south, c);
  return at;
}

/** Steps the generator (Marsaglia's xorshift). */
function stepped(from: u32): u32 {
  let next = from ^ (from << 13);
  next ^= next >> 17;
  return next ^ (next << 5);
}

/** Moves a drawn point to the end, so that it is not drawn again. */
function putAside(i: i32, p: i32, last: i32): void {
  store<u16>(i << 1, emptyAt(last), AT.EMPTIES);
  store<u16>(last << 1, p, AT.EMPTIES);
}

/**
 * A random move of `c`, 0 where there is none: points are drawn without replacement. Four of five draws are refused: they
 * have a loop of their own, small enough to stay in registers.
 */
function choose(c: i32): i32 {
  let left = empties;
  let next = random;
  let i: i32;
  let p: i32;
  for (;;) {
    for (;;) {
      if (left == 0) {
        random = next;
        return 0;
      }
      // The upper bits scaled to the range: no division, and no bias that could matter at 361 points.
      i = ((next >> 16) * left) >>> 16;
      next = stepped(next);
      p = emptyAt(i);
      if ((load<u8>(p, AT.REFUSED) & c) == 0) break;
      putAside(i, p, --left);
    }
    const permission = mayPlay(p, c);
    if (permission == YES) break;
    if (permission == NEVER) store<u8>(p, load<u8>(p, AT.REFUSED) | c, AT.REFUSED);
    putAside(i, p, --left);
  }
  random = next;
  drawn = i;
  return p;
}

/** Copies what changes during playouts, from the start to the board or back. */
function copyAll(to: i32, from: i32, total: i32): void {
  memory.copy(AT.COLORS + to, AT.COLORS + from, total);
  memory.copy(AT.REFUSED + to, AT.REFUSED + from, total);
  memory.copy(AT.CHAINS + to, AT.CHAINS + from, 2 * total);
  memory.copy(AT.NEXT_STONE + to, AT.NEXT_STONE + from, 2 * total);
  memory.copy(AT.EMPTIES + to, AT.EMPTIES + from, 2 * total);
  memory.copy(AT.RECORDS + to, AT.RECORDS + from, 16 * total);
  memory.copy(AT.OPEN + to, AT.OPEN + from, 16 * total);
}

function sixteenColors(p: i32): v128 {
  return v128.load(p, AT.COLORS);
}

/** Which colors an empty point sees in a neighbor: 1 Black, 2 White; the border counts for neither. */
function seen(colors: v128): v128 {
  return i8x16.swizzle(i8x16(0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), colors);
}

/** Adds who holds each point to `sums` (+1 Black, -1 White, 0 neither), and which stones were taken. */
function account(sums: i32, total: i32): void {
  const S = stride;
  for (let p = S; p < total; p += 16) {
    const colors = sixteenColors(p);
    const sides = v128.or(
      v128.or(v128.or(seen(sixteenColors(p - S)), seen(sixteenColors(p - 1))), seen(sixteenColors(p + 1))),
      seen(sixteenColors(p + S)),
    );
    // Empty points count by what is next to them: 1 Black, 2 White, 3 both.
    const owners = v128.bitselect(sides, colors, i8x16.eq(colors, i8x16.splat(0)));
    const signs = i8x16.swizzle(i8x16(0, 1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), owners);
    const taken = v128.load(p, AT.TAKEN);
    const at = p << 1;
    addShorts(at + AT.TIMES_TAKEN, i16x8.extend_low_i8x16_u(taken));
    addShorts(at + AT.TIMES_TAKEN + 16, i16x8.extend_high_i8x16_u(taken));
    addShorts(at + sums, i16x8.extend_low_i8x16_s(signs));
    addShorts(at + sums + 16, i16x8.extend_high_i8x16_s(signs));
  }
}

function addShorts(at: i32, added: v128): void {
  v128.store(at, i16x8.add(v128.load(at), added));
}

/**
 * Plays random games from number `played` to `playouts`, the colors starting by turns; adds to BLACK_FIRST, WHITE_FIRST
 * and TIMES_TAKEN. Number 0 saves the board as the start of all; the numbers after it may follow in later calls. Returns
 * the state of the generator. The plain version in test/support/reference-playouts defines the games; both are
 * equal move for move.
 *
 * Legality is tested without branches as far as possible, because mispredicted branches cost more than needless
 * arithmetic: contents around a point are one table look-up, the four chains around it one vector. `place` and `remove`
 * write to all four neighbors; one that is not a chain has a record that is never read.
 */
export function run(played: i32, playouts: i32, points: i32, total: i32, seed: u32): u32 {
  random = seed;
  if (played == 0) {
    random = stepped(seed);
    emptiesAtStart = empties;
    memory.fill(AT.BLACK_FIRST, 0, AT.PLAYOUT_STONES - AT.BLACK_FIRST);
    copyAll(AT.START_COPY, 0, total);
  }
  do {
    copyAll(0, AT.START_COPY, total);
    memory.fill(AT.TAKEN, 0, total);
    empties = emptiesAtStart;
    ko = 0;
    let c = 1 + (played & 1);
    let p = 0;
    let passes = 0;
    let left = 3 * points;
    do {
      // Half of the time only: a side that always answers cannot be made to lose what it should lose.
      const answers = random & 1;
      random = stepped(random);
      const asked = i32(p != 0) & answers ? answer(p, c) : 0;
      if (asked) {
        p = asked;
        put(p, c);
        passes = 0;
      } else {
        p = choose(c);
        if (p) {
          place(p, c, drawn);
          passes = 0;
        } else {
          ko = 0;
          passes++;
        }
      }
      c = 3 - c;
      left--;
    } while (i32(left != 0) & i32(passes < 2));
    account(played & 1 ? AT.WHITE_FIRST : AT.BLACK_FIRST, total);
    played++;
  } while (played < playouts);
  return random;
}
