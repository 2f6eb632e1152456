import {
  ARENA_BYTES,
  BUCKETS,
  CELLS,
  CELL_OF,
  ENDED,
  ENTRIES,
  KINDS,
  LOG,
  NODES,
  POINTS,
  ROW,
  STATE,
} from '../../src/board/arena-memory.js';
import { keys } from './key-text.js';
import {
  byte,
  short,
  FREE,
  CONTENT,
  putByte,
  whole,
  fourth,
  putFourth,
  beside,
  key,
  change,
  log,
  take,
  walk,
} from './plays-chains.js';
import {
  add,
  and,
  differ,
  get,
  i32,
  keep,
  left,
  locals,
  not,
  or,
  params,
  read,
  right,
  same,
  set,
  step,
  sub,
  when,
  word,
  xor,
} from './wat.js';

const PAGE = 65536;

const state = (name: keyof typeof STATE): string => word(i32(0), 4 * STATE[name]);
const tell = (name: keyof typeof STATE, value: string): string =>
  `(i32.store offset=${4 * STATE[name]} ${i32(0)} ${value})`;

/** Whether the present position has the hash of an entry. */
const isAt = (entry: string): string =>
  `(i64.eq ${whole(change(fourth(entry, ENTRIES)), LOG + 4)} ${get('hash')})`;

/** Behind a play that takes stones or lets its own chain starve: the order is that of `Board.play`. */
function captures(): string[] {
  const cell = get('cell');
  const taking = beside(cell).flatMap(([at, more]) => [
    set('at', add(at, i32(more))),
    when(
      same(byte(get('at'), CELLS), get('other')),
      set('length', `(call $walk ${get('at')})`),
      when(
        get('length'),
        keep('hash', get('hash')),
        keep('changes', get('changes')),
        `(call $take ${get('length')} ${get('other')})`,
        set('hash', read('hash')),
        set('changes', read('changes')),
        set('stones', sub(get('stones'), get('length'))),
        set('captured', add(get('captured'), get('length'))),
      ),
    ),
  ]);
  return [
    ...taking,
    when(
      get('captured'),
      `(i32.store offset=${4 * STATE.takenByBlack - 4} ${left(get('stone'), 2)} ${add(
        word(left(get('stone'), 2), 4 * STATE.takenByBlack - 4),
        get('captured'),
      )})`,
      when(not(get('isTakingKnown')), set('ended', i32(ENDED.made)), '(br $plays)'),
    ),
    when(
      and(not(get('captured')), same(byte(cell, CELLS), get('stone'))),
      when(`(call $walk ${cell})`, set('ended', i32(ENDED.starved)), '(br $plays)'),
    ),
  ];
}

/** Looks for the position among those before it: leaves where one has its hash, else goes on. */
function seek(): string[] {
  return [
    set('entry', sub(add(state('rowStart'), get('stones')), state('startStones'))),
    when(
      `(i32.ge_s ${get('entry')} ${state('rowStart')})`,
      when(isAt(fourth(get('entry'), ROW)), set('ended', i32(ENDED.made)), '(br $plays)'),
    ),
    set(
      'bucket',
      and(
        xor(
          `(i32.wrap_i64 ${get('hash')})`,
          right(`(i32.wrap_i64 (i64.shr_u ${get('hash')} (i64.const 32)))`, 7),
        ),
        state('mask'),
      ),
    ),
    set('entry', fourth(get('bucket'), BUCKETS)),
    '(block $none (loop $same',
    `(br_if $none (i32.lt_s ${get('entry')} ${state('first')}))`,
    when(isAt(get('entry')), set('ended', i32(ENDED.made)), '(br $plays)'),
    set('entry', fourth(add(get('entry'), i32(3)), ENTRIES)),
    '(br $same)))',
    putFourth(add(get('end'), i32(3)), ENTRIES, fourth(get('bucket'), BUCKETS)),
    putFourth(get('bucket'), BUCKETS, get('end')),
    tell('isBucketUsed', i32(1)),
  ];
}

/** One play on an empty point, with all that follows from it. */
function onePlay(): string[] {
  const cell = get('cell');
  const sides = ['north', 'west', 'east', 'south'];
  const starving = sides.map((side) => same(get(side), get('other'))).reduce((a, b) => or(a, b));
  return [
    ...beside(cell).map(([at, more], i) => set(sides[i]!, sub(byte(at, CELLS + more), FREE))),
    ...beside(cell).map(([at, more], i) => putByte(at, CELLS + more, get(sides[i]!))),
    putByte(cell, CELLS, add(get('empty'), get('stone'))),
    set('hash', `(i64.xor ${get('hash')} ${key(cell, get('stone'))})`),
    step('changes', i32(1)),
    ...log(get('changes'), or(left(cell, 4), get('stone')), get('hash')),
    step('stones', i32(1)),
    step('i', i32(1)),
    set('captured', i32(0)),
    set('other', sub(i32(3), get('stone'))),
    when(or(starving, not(get('empty'))), ...captures()),
    `(if (i32.gt_s ${get('stones')} ${get('most')}) (then`,
    putFourth(get('rowEnd'), ROW, get('end')),
    step('rowEnd', i32(1)),
    set('most', get('stones')),
    ') (else',
    ...seek(),
    '))',
    putFourth(get('end'), ENTRIES, get('changes')),
    putFourth(
      add(get('end'), i32(1)),
      ENTRIES,
      or(left(add(get('i'), get('move')), 1), sub(get('stone'), i32(1))),
    ),
    putFourth(add(get('end'), i32(2)), ENTRIES, i32(0)),
    step('end', i32(4)),
    set('stone', get('other')),
  ];
}

/**
 * Makes the moves of the line from index `i` up to another, as long as the colors take turns and each is alone in its
 * node, and takes every position down. `node`: that of the move before; `move`: what makes a move's number of the
 * index behind it; `isTakingKnown`: 0 to stop behind the first play that takes stones.
 */
function play(): string[] {
  return [
    `(func (export "play") ${params('i', 'to', 'stone', 'node', 'move', 'isTakingKnown')} (result i32)`,
    locals('i32', 'S', 'cell', 'empty', 'other', 'north', 'west', 'east', 'south', 'at', 'length', 'entry'),
    locals('i32', 'changes', 'stones', 'most', 'end', 'rowEnd', 'captured', 'ended', 'bucket'),
    '(local $hash i64)',
    set('S', read('S')),
    set('hash', whole(i32(0), 4 * STATE.hashLow)),
    ...(['changes', 'stones', 'end', 'rowEnd'] as const).map((name) => set(name, state(name))),
    set('most', sub(sub(add(state('startStones'), get('rowEnd')), state('rowStart')), i32(1))),
    '(block $plays (loop $next',
    `(br_if $plays (i32.ge_u ${get('i')} ${get('to')}))`,
    `(br_if $plays ${differ(byte(get('i'), KINDS), sub(get('stone'), i32(1)))})`,
    `(br_if $plays ${same(get('node'), `(local.tee $node ${fourth(get('i'), NODES)})`)})`,
    set('cell', short(short(get('i'), POINTS), CELL_OF)),
    set('empty', byte(get('cell'), CELLS)),
    `(br_if $plays ${and(get('empty'), CONTENT)})`,
    ...onePlay(),
    '(br $next)))',
    `(i64.store offset=${4 * STATE.hashLow} ${i32(0)} ${get('hash')})`,
    when(
      `(i32.gt_s ${get('end')} ${state('end')})`,
      tell(
        'before',
        `(select ${sub(get('end'), i32(8))} ${state('found')} (i32.ge_s ${sub(get('end'), i32(8))} ${state('end')}))`,
      ),
      tell('found', sub(get('end'), i32(4))),
      tell('end', get('end')),
    ),
    tell('mark', sub(sub(get('changes'), get('captured')), i32(1))),
    ...(['changes', 'stones', 'rowEnd', 'captured', 'ended'] as const).map((name) => tell(name, get(name))),
    get('i'),
    ')',
  ];
}

/**
 * The text of the runs of plays in WebAssembly, over the memory that src/board/arena-memory lays out. A play is what
 * `Board.play` does, and a position is looked for and taken down as `History` does: the tests hold both against each other.
 * What needs a judgement is left to the caller: the run ends there.
 */
export function playsText(): string {
  return [
    `(module (memory (export "memory") ${Math.ceil(ARENA_BYTES / PAGE)})`,
    ...['S', 'walks', 'changes'].map((name) => `(global $${name} (mut i32) (i32.const 0))`),
    '(global $hash (mut i64) (i64.const 0))',
    `(func (export "begin") ${params('stride')} ${keep('S', get('stride'))})`,
    ...walk(),
    ...take(),
    ...play(),
    ...keys(),
    ')',
  ].join('\n');
}
