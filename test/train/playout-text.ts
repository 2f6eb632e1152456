import {
  START_COPY,
  COLORS,
  CHAINS,
  NEXT,
  EMPTIES,
  REFUSED,
  RECORDS,
  OPEN,
  TAKEN,
  BLACK_FIRST,
  WHITE_FIRST,
  TIMES_TAKEN,
  OWN,
} from '../../src/life/playout-memory.js';
import { join, place, put, remove } from './playout-board.js';
import { YES, may, mayPlay, weigh } from './playout-judging.js';
import {
  AROUND,
  VERDICT,
  colorAt,
  fewLiberties,
  lastLiberty,
  lookAround,
  putShort,
  refuse,
  refused,
  short,
} from './playout-places.js';
import {
  get,
  set,
  i32,
  add,
  step,
  load,
  store,
  params,
  locals,
  sub,
  mul,
  and,
  or,
  xor,
  left,
  right,
  same,
  differ,
  not,
  when,
  either,
  read,
  keep,
  word,
} from './wat.js';

/** Where a chain's side can take a neighboring chain, 0: nowhere. */
function captureBeside(): string[] {
  const looks = AROUND.map((q) =>
    when(
      same(colorAt(q), get('foe')),
      set('h', short(q, CHAINS)),
      ...lastLiberty('at'),
      when(and(differ(get('at'), i32(0)), differ(get('at'), read('ko'))), `(return ${get('at')})`),
    ),
  );
  return [
    `(func $captureBeside ${params('chain', 'foe')} (result i32)`,
    locals('i32', 'p', 'S', 'h', 'at', 'count', 'sum'),
    set('S', read('S')),
    set('p', get('chain')),
    '(loop $stones',
    ...looks,
    set('p', short(get('p'), NEXT)),
    `(br_if $stones ${differ(get('p'), get('chain'))}))`,
    i32(0),
    ')',
  ];
}

/** What the move at `p` asks `c` for: taking its chain, or saving a neighbor from atari, by capture if possible; 0: nothing. */
function answer(): string[] {
  const looks = AROUND.map((q, i) =>
    when(
      and(get('t'), i32(1 << i)),
      set('h', short(q, CHAINS)),
      ...lastLiberty('at'),
      when(
        get('at'),
        set('sum', `(call $captureBeside ${right(get('h'), 4)} ${sub(i32(3), get('c'))})`),
        when(get('sum'), `(return ${get('sum')})`),
        when(same(i32(YES), `(call $may ${get('at')} ${get('c')})`), `(return ${get('at')})`),
      ),
    ),
  );
  return [
    `(func $answer ${params('p', 'c')} (result i32)`,
    locals('i32', 'S', 'h', 'at', 'count', 'sum', 'x', 'o', 't'),
    set('S', read('S')),
    set('h', short(get('p'), CHAINS)),
    ...lastLiberty('at'),
    when(and(differ(get('at'), i32(0)), differ(get('at'), read('ko'))), `(return ${get('at')})`),
    // Own neighbors with so few liberties that it may be one: most often there is none, which is one branch.
    ...lookAround(),
    set('t', and(right(VERDICT, OWN), fewLiberties(AROUND.map((q) => word(short(q, CHAINS), RECORDS))))),
    when(get('t'), ...looks),
    i32(0),
    ')',
  ];
}

/**
 * Steps the generator (Marsaglia's xorshift). `random` is the number that comes next: the one after it is made as soon
 * as it is taken, before the branches that it decides, and so is there when one of them was foretold wrongly.
 */
const ADVANCE = [
  set('random', xor(get('random'), left(get('random'), 13))),
  set('random', xor(get('random'), right(get('random'), 17))),
  set('random', xor(get('random'), left(get('random'), 5))),
];

/** Draws a point into `p`, the one at `i`; leaves to `$found` with 0 where none is left. */
const DRAW = [
  `(if ${not(get('n0'))} (then ${set('p', i32(0))} (br $found)))`,
  // The upper bits scaled to the range: no division, and no bias that could matter at 361 points.
  set('i', right(mul(right(get('random'), 16), get('n0')), 16)),
  ...ADVANCE,
  set('p', short(get('i'), EMPTIES)),
];

/** Puts what was drawn behind those that are still to be drawn from. */
const PUT_ASIDE = [
  set('n0', sub(get('n0'), i32(1))),
  set('swap', short(get('n0'), EMPTIES)),
  putShort(get('i'), EMPTIES, get('swap')),
  putShort(get('n0'), EMPTIES, get('p')),
];

/**
 * A random move of `c` into `p`, 0 where there is none: points are drawn without putting back. Four of five draws are
 * refused: they have a loop of their own, small enough to keep all that it needs in registers.
 */
function choose(): string[] {
  return [
    set('n0', read('empties')),
    '(block $found (loop $draw',
    '(block $open (loop $refused',
    ...DRAW,
    `(br_if $open (i32.eqz ${and(refused(get('p')), get('c'))}))`,
    ...PUT_ASIDE,
    '(br $refused)))',
    '(local.set $x',
    ...mayPlay(),
    ')',
    `(br_if $found ${same(get('x'), i32(YES))})`,
    when(get('x'), refuse(get('p'), 0, or(refused(get('p')), get('c')))),
    ...PUT_ASIDE,
    '(br $draw)))',
  ];
}

/** Copies what changes during playouts, from the start to the board or back. */
function copies(to: number, from: number): string[] {
  const total = get('total');
  const arrays: readonly (readonly [number, string])[] = [
    [COLORS, total],
    [REFUSED, total],
    ...[CHAINS, NEXT, EMPTIES].map((at) => [at, left(total, 1)] as const),
    ...[RECORDS, OPEN].map((at) => [at, left(total, 4)] as const),
  ];
  return arrays.map(([at, bytes]) => `(memory.copy ${i32(at + to)} ${i32(at + from)} ${bytes})`);
}

/** Adds who holds each point to `sums` (+1 Black, -1 White, 0 neither), and which were taken. */
function account(): string[] {
  const colors = (offset: string): string => `(v128.load offset=${COLORS} ${offset})`;
  // Empty points count by what is next to them: 1 Black, 2 White, 3 both; the border says nothing.
  const seen = (q: string): string =>
    `(i8x16.swizzle (v128.const i8x16 0 1 2 0 0 0 0 0 0 0 0 0 0 0 0 0) ${colors(q)})`;
  const wide = (name: string, sign: string, half: string): string =>
    `(i16x8.extend_${half}_i8x16_${sign} ${get(name)})`;
  const addTo = (at: string, offset: number, value: string): string =>
    store(at, offset, `(i16x8.add ${load(at, offset)} ${value})`);
  return [
    `(func $account ${params('sums', 'total')} ${locals('i32', 'S', 'p', 'at')} ${locals('v128', 'r0', 'r1', 'r2')}`,
    set('S', read('S')),
    set('p', get('S')),
    '(loop $sixteen',
    set('r0', colors(get('p'))),
    set(
      'r1',
      AROUND.map(seen).reduce((a, b) => `(v128.or ${a} ${b})`),
    ),
    set(
      'r1',
      `(v128.bitselect ${get('r1')} ${get('r0')} (i8x16.eq ${get('r0')} (v128.const i32x4 0 0 0 0)))`,
    ),
    set('r1', `(i8x16.swizzle (v128.const i8x16 0 1 -1 0 0 0 0 0 0 0 0 0 0 0 0 0) ${get('r1')})`),
    set('r2', load(get('p'), TAKEN)),
    set('at', left(get('p'), 1)),
    addTo(get('at'), TIMES_TAKEN, wide('r2', 'u', 'low')),
    addTo(get('at'), TIMES_TAKEN + 16, wide('r2', 'u', 'high')),
    set('at', add(get('at'), get('sums'))),
    addTo(get('at'), 0, wide('r1', 's', 'low')),
    addTo(get('at'), 16, wide('r1', 's', 'high')),
    step('p', i32(16)),
    `(br_if $sixteen (i32.lt_u ${get('p')} ${get('total')})))`,
    ')',
  ];
}

/**
 * Plays random games from number `played` to `playouts`, the colors first by turns; adds to BLACK_FIRST, WHITE_FIRST and
 * TIMES_TAKEN. Number 0 takes the board as the start of all; the numbers after it may follow in later calls. Returns
 * what the generator has come to.
 */
function run(): string[] {
  return [
    `(func (export "run") ${params('played', 'playouts', 'points', 'total', 'random')} (result i32)`,
    locals('i32', 'S', 'c', 'p', 'left', 'passes', 'n0', 'i', 'swap', 'x', 'o', 't'),
    set('S', read('S')),
    when(not(get('played')), ...ADVANCE, keep('emptiesAtStart', read('empties')), ...copies(START_COPY, 0)),
    '(loop $playouts',
    ...copies(0, START_COPY),
    `(memory.fill ${i32(TAKEN)} ${i32(0)} ${get('total')})`,
    keep('empties', read('emptiesAtStart')),
    keep('ko', i32(0)),
    set('c', add(i32(1), and(get('played'), i32(1)))),
    set('p', i32(0)),
    set('passes', i32(0)),
    set('left', mul(i32(3), get('points'))),
    '(loop $moves',
    set('x', get('random')),
    ...ADVANCE,
    '(block $chosen',
    // Half of the time only: a side that always answers cannot be made to lose what it should lose.
    when(
      and(differ(get('p'), i32(0)), and(get('x'), i32(1))),
      set('p', `(call $answer ${get('p')} ${get('c')})`),
      when(get('p'), `(call $put ${get('p')} ${get('c')})`, set('passes', i32(0)), '(br $chosen)'),
    ),
    ...choose(),
    either(
      get('p'),
      [set('passes', i32(0)), `(call $place ${get('p')} ${get('c')} ${get('i')})`],
      [step('passes', i32(1)), keep('ko', i32(0))],
    ),
    ')',
    set('c', sub(i32(3), get('c'))),
    set('left', sub(get('left'), i32(1))),
    `(br_if $moves ${and(differ(get('left'), i32(0)), `(i32.lt_u ${get('passes')} ${i32(2)})`)}))`,
    `(call $account (select ${i32(WHITE_FIRST)} ${i32(BLACK_FIRST)} ${and(get('played'), i32(1))}) ${get('total')})`,
    step('played', i32(1)),
    `(br_if $playouts (i32.lt_u ${get('played')} ${get('playouts')})))`,
    get('random'),
    ')',
  ];
}

/**
 * The text of the random games in WebAssembly, over the memory that src/life/playout-memory lays out. What they are is
 * told by the plain version of them in test/support/reference-playouts, which they equal move for move.
 *
 * Sorting moves into legal and not is done without branches as far as it goes, because what cannot be foretold costs
 * more than what is computed in vain: contents around a point are one table look-up, the four chains around it one
 * vector. `place` and `remove` write to all four neighbors; what is none has a record that nobody reads.
 */
export function playoutText(): string {
  const globals = ['S', 'empties', 'emptiesAtStart', 'ko', 'captured', 'lastCaptured'];
  return [
    '(module (memory (export "memory") 6)',
    ...globals.map((name) => `(global $${name} (mut i32) (i32.const 0))`),
    `(func (export "begin") ${params('stride', 'count')} ${keep('S', get('stride'))} ${keep('empties', get('count'))} ${keep('ko', i32(0))})`,
    ...remove(),
    ...join(),
    ...place(),
    ...put(),
    ...captureBeside(),
    ...weigh(),
    ...may(),
    ...answer(),
    ...account(),
    ...run(),
    ')',
  ].join('\n');
}
