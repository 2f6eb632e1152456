import { BREATH, CELLS, CHAIN, KEYS, LOG, MET, MOST_CELLS } from '../../src/board/arena-memory.js';
import {
  add,
  and,
  differ,
  get,
  i32,
  keep,
  left,
  locals,
  mul,
  not,
  or,
  params,
  read,
  same,
  set,
  step,
  sub,
  when,
  word,
} from './wat.js';

/** A byte, and the 16-bit word of an index, of what begins at an offset. */
export const byte = (at: string, offset: number): string => `(i32.load8_u offset=${offset} ${at})`;
export const short = (index: string, offset: number): string =>
  `(i32.load16_u offset=${offset} ${left(index, 1)})`;

/** An empty neighbor, and the bits of what stands on a cell: see src/board/layout. */
export const FREE = i32(4);
export const CONTENT = i32(3);

export const putByte = (at: string, offset: number, value: string): string =>
  `(i32.store8 offset=${offset} ${at} ${value})`;
export const whole = (at: string, offset: number): string => `(i64.load offset=${offset} ${at})`;
export const fourth = (index: string, offset: number): string => word(left(index, 2), offset);
export const putFourth = (index: string, offset: number, value: string): string =>
  `(i32.store offset=${offset} ${left(index, 2)} ${value})`;

/**
 * The four cells beside one, in the order of the board's captures: an address, and what an instruction adds to it, which costs
 * nothing.
 */
export function beside(cell: string): readonly (readonly [at: string, more: number])[] {
  return [
    [sub(cell, get('S')), 0],
    [cell, -1],
    [cell, 1],
    [add(cell, get('S')), 0],
  ];
}

/** The key of a stone on a cell. */
export const key = (cell: string, stone: string): string => whole(add(left(cell, 4), left(stone, 3)), KEYS);

/** Where change n lies in the log. */
export const change = (n: string): string => mul(n, i32(12));

/** Writes change number `n`: its word, and the position's hash behind it. */
export const log = (n: string, changed: string, hash: string): readonly string[] => [
  set('at', change(n)),
  `(i32.store offset=${LOG} ${get('at')} ${changed})`,
  `(i64.store offset=${LOG + 4} align=4 ${get('at')} ${hash})`,
];

/**
 * Walks the chain of a stone that has no empty neighbor: 0 as soon as a liberty is met, else its stones, listed from
 * CHAIN on.
 */
export function walk(): string[] {
  const cell = get('cell');
  const breath = beside(cell).map(([at, more]) => byte(byte(at, CELLS + more), BREATH));
  const visit = beside(cell).flatMap(([at, more]) => [
    set('at', add(at, i32(more))),
    when(
      and(same(byte(get('at'), CELLS), get('stone')), differ(fourth(get('at'), MET), get('walk'))),
      putFourth(get('at'), MET, get('walk')),
      `(i32.store16 offset=${CHAIN} ${left(get('length'), 1)} ${get('at')})`,
      step('length', i32(1)),
    ),
  ]);
  return [
    `(func $walk ${params('cell')} (result i32) ${locals('i32', 'S', 'stone', 'walk', 'length', 'i', 'at')}`,
    set('S', read('S')),
    set('stone', byte(cell, CELLS)),
    keep('walks', add(read('walks'), i32(1))),
    when(
      not(read('walks')),
      `(memory.fill ${i32(MET)} ${i32(0)} ${i32(4 * MOST_CELLS)})`,
      keep('walks', i32(1)),
    ),
    set('walk', read('walks')),
    `(i32.store16 offset=${CHAIN} ${i32(0)} ${cell})`,
    putFourth(cell, MET, get('walk')),
    set('length', i32(1)),
    '(loop $stones',
    when(
      and(
        breath.reduce((a, b) => or(a, b)),
        get('stone'),
      ),
      `(return ${i32(0)})`,
    ),
    ...visit,
    step('i', i32(1)),
    set('cell', short(get('i'), CHAIN)),
    `(br_if $stones (i32.lt_u ${get('i')} ${get('length')})))`,
    get('length'),
    ')',
  ];
}

/** Takes off the stones that were listed by the last walk. */
export function take(): string[] {
  const cell = get('cell');
  return [
    `(func $take ${params('length', 'stone')} ${locals('i32', 'S', 'i', 'at', 'cell', 'changes')} (local $hash i64)`,
    set('S', read('S')),
    set('hash', read('hash')),
    set('changes', read('changes')),
    '(loop $stones',
    set('cell', short(get('i'), CHAIN)),
    ...beside(cell).map(([at, more]) => putByte(at, CELLS + more, add(byte(at, CELLS + more), FREE))),
    putByte(cell, CELLS, sub(byte(cell, CELLS), get('stone'))),
    set('hash', `(i64.xor ${get('hash')} ${key(cell, get('stone'))})`),
    step('changes', i32(1)),
    ...log(get('changes'), or(left(cell, 4), left(get('stone'), 2)), get('hash')),
    step('i', i32(1)),
    `(br_if $stones (i32.lt_u ${get('i')} ${get('length')})))`,
    keep('hash', get('hash')),
    keep('changes', get('changes')),
    ')',
  ];
}
