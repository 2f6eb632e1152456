import {
  COUNT,
  KINDS,
  LETTERS,
  MOVES_BYTES,
  NODES,
  OFFSETS,
  POINTS,
  TEXT,
} from '../../src/sgf/moves-memory.js';
import { add, either, get, i32, left, locals, mul, or, params, same, set, step, when } from './wat.js';

const PAGE = 65536;

/** `;?[??]` as eight bytes, the first one lowest, and the bits of its known ones. */
const NODE = '0x5d00005b003b';
const KNOWN = '0xff0000ff00ff';
const BLACK = 66;
const WHITE = 87;
const LINE_FEED = 10;

/** Bytes of a node, and of what stands before its letters. */
const LENGTH = 6;
const BEFORE_LETTERS = 3;

const byteOf = (n: number): string =>
  `(i32.wrap_i64 (i64.and (i64.shr_u ${get('bytes')} (i64.const ${8 * n})) (i64.const 255)))`;
const letter = (n: number): string => `(i32.load8_u offset=${LETTERS} ${byteOf(n)})`;
const store = (type: string, at: string, offset: number, value: string): string =>
  `(i32.${type} offset=${offset} ${at} ${value})`;

/**
 * The text of the reading of nodes in WebAssembly, over the memory that src/sgf/moves-memory lays out. It does what
 * `readMoveNodes` does, which the tests hold it against: `at` and `end` are offsets of the text, `count` the actions so far,
 * `last` how many there may be, `node` the number of the node before. Tells the actions, and returns the offset behind.
 */
export function movesText(): string {
  const leave = (condition: string): string => `(br_if $done ${condition})`;
  return [
    `(module (memory (export "memory") ${Math.ceil(MOVES_BYTES / PAGE)})`,
    `(func (export "read") ${params('at', 'end', 'count', 'last', 'node', 'width', 'height')} (result i32)`,
    locals('i32', 'color', 'x', 'y'),
    '(local $bytes i64)',
    '(block $done (loop $next',
    leave(`(i32.ge_u ${get('count')} ${get('last')})`),
    leave(`(i32.gt_u ${add(get('at'), i32(LENGTH))} ${get('end')})`),
    set('bytes', `(i64.load offset=${TEXT} ${get('at')})`),
    leave(`(i64.ne (i64.and ${get('bytes')} (i64.const ${KNOWN})) (i64.const ${NODE}))`),
    set('color', byteOf(1)),
    either(
      same(get('color'), i32(BLACK)),
      [set('color', i32(0))],
      [leave(`(i32.ne ${get('color')} ${i32(WHITE)})`), set('color', i32(1))],
    ),
    set('x', letter(BEFORE_LETTERS)),
    set('y', letter(BEFORE_LETTERS + 1)),
    leave(or(`(i32.ge_u ${get('x')} ${get('width')})`, `(i32.ge_u ${get('y')} ${get('height')})`)),
    step('node', i32(1)),
    store('store8', get('count'), KINDS, get('color')),
    store('store16', left(get('count'), 1), POINTS, add(mul(get('y'), get('width')), get('x'))),
    store('store', left(get('count'), 2), NODES, get('node')),
    store('store', left(get('count'), 2), OFFSETS, add(get('at'), i32(BEFORE_LETTERS))),
    step('count', i32(1)),
    step('at', i32(LENGTH)),
    when(
      same(`(i32.load8_u offset=${TEXT} ${get('at')})`, i32(LINE_FEED)),
      when(`(i32.lt_u ${get('at')} ${get('end')})`, step('at', i32(1))),
    ),
    '(br $next)))',
    `(i32.store offset=${COUNT} ${i32(0)} ${get('count')})`,
    get('at'),
    '))',
  ].join('\n');
}
