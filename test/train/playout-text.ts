import {
  BLACK_FIRST,
  CHAINS,
  COLORS,
  EMPTIES,
  EYES,
  FOES,
  LIBERTY,
  MAY_BE_EYE,
  MAY_PLAY,
  MUST_CAPTURE,
  NEXT,
  OPEN,
  OWN,
  OWN_COUNT,
  RECORDS,
  SLOTS,
  START_COPY,
  TAKEN,
  TIMES_TAKEN,
  VERDICTS,
  WHITE_FIRST,
} from '../../src/life/playout-memory.js';
import { add, get, i32, load, locals, params, set, step, store } from './wat.js';

/** A chain record of zeros: of a border point that no chain is known by. */
const NOTHING = 16;

/** A chain in atari has no more liberties than this, counted once a touching stone. */
const MOST_IN_ATARI = 4;

const sub = (a: string, b: string): string => `(i32.sub ${a} ${b})`;
const mul = (a: string, b: string): string => `(i32.mul ${a} ${b})`;
const and = (a: string, b: string): string => `(i32.and ${a} ${b})`;
const or = (a: string, b: string): string => `(i32.or ${a} ${b})`;
const xor = (a: string, b: string): string => `(i32.xor ${a} ${b})`;
const left = (a: string, bits: number): string => `(i32.shl ${a} ${i32(bits)})`;
const right = (a: string, bits: number): string => `(i32.shr_u ${a} ${i32(bits)})`;
const same = (a: string, b: string): string => `(i32.eq ${a} ${b})`;
const differ = (a: string, b: string): string => `(i32.ne ${a} ${b})`;
const not = (a: string): string => `(i32.eqz ${a})`;
const when = (condition: string, ...then: readonly string[]): string =>
  `(if ${condition} (then ${then.join(' ')}))`;
const either = (condition: string, then: readonly string[], other: readonly string[]): string =>
  `(if ${condition} (then ${then.join(' ')}) (else ${other.join(' ')}))`;
const read = (name: string): string => `(global.get $${name})`;
const keep = (name: string, value: string): string => `(global.set $${name} ${value})`;
const word = (at: string, offset: number): string => `(i32.load offset=${offset} ${at})`;
const short = (point: string, offset: number): string => `(i32.load16_u offset=${offset} ${left(point, 1)})`;
const putShort = (point: string, offset: number, value: string): string =>
  `(i32.store16 offset=${offset} ${left(point, 1)} ${value})`;
const colorAt = (point: string): string => `(i32.load8_u offset=${COLORS} ${point})`;
const quad = (a: string, b: string, op: string): string => `(i32x4.${op} ${a} ${b})`;
const lane = (value: string, n: number): string => `(i32x4.extract_lane ${n} ${value})`;

/** The points above, left, right and below of `p`. */
const AROUND = [
  sub(get('p'), get('S')),
  sub(get('p'), i32(1)),
  add(get('p'), i32(1)),
  add(get('p'), get('S')),
];

/** Four of the eight numbers of two vectors. */
function pick(a: string, b: string, lanes: readonly number[]): string {
  const bytes = lanes.flatMap((n) => [4 * n, 4 * n + 1, 4 * n + 2, 4 * n + 3]);
  return `(i8x16.shuffle ${bytes.join(' ')} ${a} ${b})`;
}

/** Sets `x` to the contents of the nine points around `p`: six bits a column, rows from the top, columns a byte apart. */
function lookAround(): string[] {
  const row = (start: string): string => `(i32.load offset=${COLORS - 1} ${start})`;
  return [
    set('x', or(row(AROUND[0]!), or(left(row(get('p')), 2), left(row(AROUND[3]!), 4)))),
    set('o', right(and(get('x'), i32(0xc330c)), 2)),
  ];
}

/** The number of the pattern of the four points next to `p`, of `o`; the caller's table has the same order. */
const PATTERN = and(or(get('o'), or(right(get('o'), 8), right(get('o'), 12))), i32(0xff));

/** The word of VERDICTS about `p` for the color `c`. */
const VERDICT = `(i32.load16_u offset=${VERDICTS} ${left(or(left(sub(get('c'), i32(1)), 8), PATTERN), 1)})`;

function isRealEye(): string[] {
  return [
    set('o', and(get('x'), i32(0x330033))),
    set('o', and(or(get('o'), right(get('o'), 14)), i32(0xff))),
    `(i32.load8_u offset=${EYES} ${or(left(sub(get('c'), i32(1)), 8), get('o'))})`,
  ];
}

const MAY_LOCALS = [
  locals('i32', 'x', 'o', 't', 'h0', 'h1', 'h2', 'h3', 'foes'),
  locals('v128', 'r0', 'r1', 'r2', 'r3', 'n', 's', 'q'),
];

/**
 * Whether `c` may play on the empty point `p`: goes to the label `yes` or `no`. Wants the locals of MAY_LOCALS, p, c, S.
 */
function mayPlay(yes: string, no: string): string[] {
  const to = (label: string, condition: string): string => `(br_if $${label} ${condition})`;
  const [eyeA, eyeB, eye] = isRealEye();
  const lines = [
    ...lookAround(),
    set('t', VERDICT),
    to(yes, and(get('t'), i32(MAY_PLAY))),
    when(and(get('t'), i32(MAY_BE_EYE)), eyeA!, eyeB!, to(no, eye!)),
  ];
  // Neighbors in atari that a move here takes, as bits: all liberties of a chain are one when count * squares = sum * sum.
  AROUND.forEach((q, i) => {
    lines.push(set(`h${i}`, short(q, CHAINS)), set(`r${i}`, load(get(`h${i}`), RECORDS)));
  });
  const one = 'n';
  lines.push(
    set('n', pick(get('r0'), get('r1'), [0, 4, 1, 5])),
    set('s', pick(get('r2'), get('r3'), [0, 4, 1, 5])),
    set(
      'q',
      pick(pick(get('r0'), get('r1'), [2, 6, 3, 7]), pick(get('r2'), get('r3'), [2, 6, 3, 7]), [0, 1, 4, 5]),
    ),
    set('r0', pick(get('n'), get('s'), [0, 1, 4, 5])),
    set('s', pick(get('n'), get('s'), [2, 3, 6, 7])),
    set(one, get('r0')),
    set(
      'foes',
      and(
        right(get('t'), FOES),
        `(i32x4.bitmask (v128.and ${quad(get('n'), `(v128.const i32x4 ${Array(4).fill(MOST_IN_ATARI).join(' ')})`, 'le_s')} ${quad(quad(get('n'), get('q'), 'mul'), quad(get('s'), get('s'), 'mul'), 'eq')}))`,
      ),
    ),
    when(and(get('foes'), i32(15)), to(no, same(get('p'), read('ko'))), `(br $${yes})`),
    to(no, and(get('t'), i32(MUST_CAPTURE))),
  );
  // The liberties of what the move would make: what own neighbors have without p, each chain once, and what is free.
  for (let i = 0; i < 4; i++) {
    let own = and(get('t'), i32(1 << (OWN + i)));
    for (let j = 0; j < i; j++) own = and(differ(get(`h${i}`), get(`h${j}`)), `(i32.ne ${own} ${i32(0)})`);
    lines.push(set(`h${i}`, `(select ${get(`h${i}`)} ${i32(NOTHING)} ${own})`));
  }
  const sum = [0, 1, 2, 3].reduce(
    (a, i) => quad(a, load(get(`h${i}`), RECORDS), 'add'),
    quad(
      quad(load(left(AROUND[0]!, 4), OPEN), load(left(AROUND[1]!, 4), OPEN), 'add'),
      quad(load(left(AROUND[2]!, 4), OPEN), load(left(AROUND[3]!, 4), OPEN), 'add'),
      'add',
    ),
  );
  const touching = `(i32x4.splat ${right(get('t'), OWN_COUNT)})`;
  lines.push(
    set('n', quad(sum, quad(load(left(get('p'), 4), LIBERTY), touching, 'mul'), 'sub')),
    to(
      yes,
      or(
        `(i32.gt_s ${lane(get('n'), 0)} ${i32(MOST_IN_ATARI)})`,
        differ(mul(lane(get('n'), 0), lane(get('n'), 2)), mul(lane(get('n'), 1), lane(get('n'), 1))),
      ),
    ),
    `(br $${no})`,
  );
  return lines;
}

/** Takes a chain off the board. */
function remove(): string[] {
  const gain = AROUND.flatMap((q) => [
    set('h', short(q, CHAINS)),
    store(get('h'), RECORDS, quad(load(get('h'), RECORDS), get('here'), 'add')),
  ]);
  return [
    `(func $remove ${params('chain')} ${locals('i32', 'p', 'h', 'count', 'S')} (local $here v128)`,
    set('S', read('S')),
    set('count', read('empties')),
    set('p', get('chain')),
    '(loop $stones',
    `(i32.store8 offset=${COLORS} ${get('p')} ${i32(0)})`,
    `(i32.store8 offset=${TAKEN} ${get('p')} ${i32(1)})`,
    putShort(get('p'), CHAINS, i32(0)),
    store(left(get('p'), 4), OPEN, load(left(get('p'), 4), LIBERTY)),
    putShort(get('p'), SLOTS, get('count')),
    putShort(get('count'), EMPTIES, get('p')),
    step('count', i32(1)),
    keep('captured', add(read('captured'), i32(1))),
    keep('lastCaptured', get('p')),
    set('p', short(get('p'), NEXT)),
    `(br_if $stones ${differ(get('p'), get('chain'))}))`,
    keep('empties', get('count')),
    // The chain's own stones are empty by now: what touches them is the other color's, or nobody reads its record.
    '(loop $stones',
    set('here', load(left(get('p'), 4), LIBERTY)),
    ...gain,
    set('p', short(get('p'), NEXT)),
    `(br_if $stones ${differ(get('p'), get('chain'))}))`,
    ')',
  ];
}

/** Makes one chain of two, of `own` and the one that is not; returns which it is known by. */
function join(): string[] {
  const big = left(get('big'), 4);
  const small = left(get('small'), 4);
  return [
    `(func $join ${params('big', 'small')} (result i32) ${locals('i32', 'p', 'swap')}`,
    when(
      `(i32.lt_s ${word(big, RECORDS + 12)} ${word(small, RECORDS + 12)})`,
      set('swap', get('big')),
      set('big', get('small')),
      set('small', get('swap')),
    ),
    set('p', get('small')),
    '(loop $stones',
    putShort(get('p'), CHAINS, big),
    set('p', short(get('p'), NEXT)),
    `(br_if $stones ${differ(get('p'), get('small'))}))`,
    set('swap', short(get('big'), NEXT)),
    putShort(get('big'), NEXT, short(get('small'), NEXT)),
    putShort(get('small'), NEXT, get('swap')),
    store(big, RECORDS, quad(load(big, RECORDS), load(small, RECORDS), 'add')),
    get('big'),
    ')',
  ];
}

/** Plays `c` on the empty point `p`. */
function place(): string[] {
  const lines = [
    `(func $place (export "place") ${params('p', 'c')}`,
    locals('i32', 'S', 'x', 'o', 't', 'at', 'last', 'own', 'h0', 'h1', 'h2', 'h3'),
    locals('v128', 'here'),
    set('S', read('S')),
    keep('empties', sub(read('empties'), i32(1))),
    set('last', short(read('empties'), EMPTIES)),
    set('at', short(get('p'), SLOTS)),
    putShort(get('at'), EMPTIES, get('last')),
    putShort(get('last'), SLOTS, get('at')),
    ...lookAround(),
    set('t', VERDICT),
    `(i32.store8 offset=${COLORS} ${get('p')} ${get('c')})`,
    set('at', left(get('p'), 4)),
    putShort(get('p'), CHAINS, get('at')),
    putShort(get('p'), NEXT, get('p')),
    set('here', load(get('at'), LIBERTY)),
    store(get('at'), OPEN, '(v128.const i32x4 0 0 0 0)'),
  ];
  AROUND.forEach((q, i) => {
    lines.push(
      set(`h${i}`, short(q, CHAINS)),
      store(get(`h${i}`), RECORDS, quad(load(get(`h${i}`), RECORDS), get('here'), 'sub')),
    );
  });
  const free = AROUND.map((q) => load(left(q, 4), OPEN)).reduce((a, b) => quad(a, b, 'add'));
  lines.push(
    store(get('at'), RECORDS, quad(free, '(v128.const i32x4 0 0 0 1)', 'add')),
    set('own', get('p')),
  );
  AROUND.forEach((q, i) => {
    lines.push(
      when(
        and(get('t'), i32(1 << (OWN + i))),
        set('last', right(short(q, CHAINS), 4)),
        when(differ(get('last'), get('own')), set('own', `(call $join ${get('own')} ${get('last')})`)),
      ),
    );
  });
  // Chains of the other color without a liberty; of two bits for one chain the second finds nothing left.
  const gone = AROUND.map((_, i) => left(not(word(get(`h${i}`), RECORDS)), i)).reduce((a, b) => or(a, b));
  lines.push(
    keep('ko', i32(0)),
    set('t', and(and(get('t'), gone), i32(15))),
    when(
      get('t'),
      keep('captured', i32(0)),
      ...AROUND.map((q, i) =>
        when(
          and(right(get('t'), i), differ(short(q, CHAINS), i32(0))),
          `(call $remove ${right(get(`h${i}`), 4)})`,
        ),
      ),
      set('at', left(get('own'), 4)),
      when(
        and(
          same(read('captured'), i32(1)),
          and(same(word(get('at'), RECORDS), i32(1)), same(word(get('at'), RECORDS + 12), i32(1))),
        ),
        keep('ko', read('lastCaptured')),
      ),
    ),
    ')',
  );
  return lines;
}

/** Sets `name` to the one liberty of the chain whose record is `h`, 0 when it has none or more. */
function lastLiberty(name: string): string[] {
  const [n, s, q] = [word(get('h'), RECORDS), word(get('h'), RECORDS + 4), word(get('h'), RECORDS + 8)];
  return [
    set(name, i32(0)),
    set('count', n),
    when(
      `(i32.lt_u ${sub(get('count'), i32(1))} ${i32(MOST_IN_ATARI)})`,
      set('sum', s),
      when(
        same(mul(get('count'), q), mul(get('sum'), get('sum'))),
        set(name, `(i32.div_u ${get('sum')} ${get('count')})`),
      ),
    ),
  ];
}

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

function may(): string[] {
  return [
    `(func $may ${params('p', 'c')} (result i32) (local $S i32)`,
    ...MAY_LOCALS,
    set('S', read('S')),
    '(block $no (block $yes',
    ...mayPlay('yes', 'no'),
    `) (return ${i32(1)}))`,
    i32(0),
    ')',
  ];
}

/** What the move at `p` asks `c` for: taking its chain, or saving a neighbor from atari, by capture if possible; 0: nothing. */
function answer(): string[] {
  const looks = AROUND.map((q) =>
    when(
      same(colorAt(q), get('c')),
      set('h', short(q, CHAINS)),
      ...lastLiberty('at'),
      when(
        get('at'),
        set('sum', `(call $captureBeside ${right(get('h'), 4)} ${sub(i32(3), get('c'))})`),
        when(get('sum'), `(return ${get('sum')})`),
        when(`(call $may ${get('at')} ${get('c')})`, `(return ${get('at')})`),
      ),
    ),
  );
  return [
    `(func $answer ${params('p', 'c')} (result i32) ${locals('i32', 'S', 'h', 'at', 'count', 'sum')}`,
    set('S', read('S')),
    set('h', short(get('p'), CHAINS)),
    ...lastLiberty('at'),
    when(and(differ(get('at'), i32(0)), differ(get('at'), read('ko'))), `(return ${get('at')})`),
    ...looks,
    i32(0),
    ')',
  ];
}

/** Steps the generator (Marsaglia's xorshift). */
const ADVANCE = [
  set('random', xor(get('random'), left(get('random'), 13))),
  set('random', xor(get('random'), right(get('random'), 17))),
  set('random', xor(get('random'), left(get('random'), 5))),
];

/** A random move of `c` into `p`, 0 where there is none: points are drawn without putting back. */
function choose(): string[] {
  return [
    set('n0', read('empties')),
    '(block $found (loop $draw',
    `(if ${not(get('n0'))} (then ${set('p', i32(0))} (br $found)))`,
    ...ADVANCE,
    // The upper bits scaled to the range: no division, and no bias that could matter at 361 points.
    set('i', right(mul(right(get('random'), 16), get('n0')), 16)),
    set('p', short(get('i'), EMPTIES)),
    '(block $next',
    ...mayPlay('found', 'next'),
    ')',
    set('n0', sub(get('n0'), i32(1))),
    set('swap', short(get('n0'), EMPTIES)),
    putShort(get('i'), EMPTIES, get('swap')),
    putShort(get('swap'), SLOTS, get('i')),
    putShort(get('n0'), EMPTIES, get('p')),
    putShort(get('p'), SLOTS, get('n0')),
    '(br $draw)))',
  ];
}

/** Copies what changes during playouts, from the start to the board or back. */
function copies(to: number, from: number): string[] {
  const total = get('total');
  const arrays: readonly (readonly [number, string])[] = [
    [COLORS, total],
    ...[CHAINS, NEXT, EMPTIES, SLOTS].map((at) => [at, left(total, 1)] as const),
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
  ];
}

/** Plays the random games, `c` first by turns: sums into BLACK_FIRST, WHITE_FIRST and TIMES_TAKEN. */
function run(): string[] {
  return [
    `(func (export "run") ${params('playouts', 'points', 'total', 'random')}`,
    locals('i32', 'S', 'c', 'p', 'count', 'left', 'passes', 'n0', 'i', 'swap', 'at', 'sums', 'played'),
    ...MAY_LOCALS,
    set('S', read('S')),
    set('count', read('empties')),
    ...copies(START_COPY, 0),
    '(loop $playouts',
    ...copies(0, START_COPY),
    `(memory.fill ${i32(TAKEN)} ${i32(0)} ${get('total')})`,
    keep('empties', get('count')),
    keep('ko', i32(0)),
    set('c', add(i32(1), and(get('played'), i32(1)))),
    set('p', i32(0)),
    set('passes', i32(0)),
    set('left', mul(i32(3), get('points'))),
    '(loop $moves',
    ...ADVANCE,
    '(block $chosen',
    // Half of the time only: a side that always answers cannot be made to lose what it should lose.
    when(
      and(differ(get('p'), i32(0)), and(get('random'), i32(1))),
      set('p', `(call $answer ${get('p')} ${get('c')})`),
      `(br_if $chosen ${get('p')})`,
    ),
    ...choose(),
    ')',
    either(
      get('p'),
      [set('passes', i32(0)), `(call $place ${get('p')} ${get('c')})`],
      [step('passes', i32(1)), keep('ko', i32(0))],
    ),
    set('c', sub(i32(3), get('c'))),
    set('left', sub(get('left'), i32(1))),
    `(br_if $moves ${and(differ(get('left'), i32(0)), `(i32.lt_u ${get('passes')} ${i32(2)})`)}))`,
    set('sums', `(select ${i32(WHITE_FIRST)} ${i32(BLACK_FIRST)} ${and(get('played'), i32(1))})`),
    ...account(),
    step('played', i32(1)),
    `(br_if $playouts (i32.lt_u ${get('played')} ${get('playouts')})))`,
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
  const globals = ['S', 'empties', 'ko', 'captured', 'lastCaptured'];
  return [
    '(module (memory (export "memory") 6)',
    ...globals.map((name) => `(global $${name} (mut i32) (i32.const 0))`),
    `(func (export "begin") ${params('stride', 'count')} ${keep('S', get('stride'))} ${keep('empties', get('count'))} ${keep('ko', i32(0))})`,
    ...remove(),
    ...join(),
    ...place(),
    ...captureBeside(),
    ...may(),
    ...answer(),
    ...run(),
    ')',
  ].join('\n');
}
