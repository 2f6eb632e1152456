import {
  COLORS,
  CHAINS,
  NEXT,
  EMPTIES,
  RECORDS,
  OPEN,
  LIBERTY,
  TAKEN,
  OWN,
} from '../../src/life/playout-memory.js';
import {
  AROUND,
  VERDICT,
  bits,
  fewLiberties,
  lastLiberty,
  lookAround,
  putShort,
  refuse,
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
  and,
  left,
  right,
  same,
  differ,
  not,
  when,
  read,
  keep,
  word,
  quad,
} from './wat.js';

/** Takes a chain off the board. */
export function remove(): string[] {
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
    refuse(get('p'), 0, i32(0)),
    ...AROUND.map((q) => refuse(q, 0, i32(0))),
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
export function join(): string[] {
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
export function place(): string[] {
  const lines = [
    `(func $place ${params('p', 'c', 'at')}`,
    locals('i32', 'S', 'x', 'o', 't', 'last', 'own', 'h', 'count', 'sum', 'h0', 'h1', 'h2', 'h3'),
    locals('v128', 'here'),
    set('S', read('S')),
    keep('empties', sub(read('empties'), i32(1))),
    putShort(get('at'), EMPTIES, short(read('empties'), EMPTIES)),
    // Eyes of which this is a diagonal point.
    ...[AROUND[0]!, AROUND[3]!].flatMap((q) => [-1, 1].map((side) => refuse(q, side, i32(0)))),
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
  const liberties = AROUND.map((_, i) => word(get(`h${i}`), RECORDS));
  const forget = (record: string): string[] => [
    set('h', record),
    ...lastLiberty('last'),
    refuse(get('last'), 0, i32(0)),
  ];
  lines.push(
    keep('ko', i32(0)),
    set('t', and(and(get('t'), fewLiberties(liberties)), i32(15))),
    when(
      get('t'),
      ...AROUND.map((_, i) => when(and(get('t'), i32(1 << i)), ...forget(get(`h${i}`)))),
      set('t', and(get('t'), bits(liberties.map(not)))),
      // Of two bits for one chain the second finds nothing left.
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
    ),
    ...forget(left(get('own'), 4)),
    ')',
  );
  return lines;
}

/** Plays a stone on a point of which it is not known where it stands among the empty ones. */
export function put(): string[] {
  return [
    `(func $put (export "put") ${params('p', 'c')} ${locals('i32', 'i', 'found')} (local $wanted v128)`,
    set('wanted', `(i16x8.splat ${get('p')})`),
    '(block $here (loop $eight',
    set('found', `(i16x8.bitmask (i16x8.eq ${get('wanted')} ${load(left(get('i'), 1), EMPTIES)}))`),
    `(br_if $here ${get('found')})`,
    step('i', i32(8)),
    '(br $eight)))',
    `(call $place ${get('p')} ${get('c')} ${add(get('i'), `(i32.ctz ${get('found')})`)})`,
    ')',
  ];
}
