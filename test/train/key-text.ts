import { KINDS, POINTS, STATE } from '../../src/board/arena-memory.js';
import { ACTION } from '../../src/core/line.js';
import { byte, short } from './plays-chains.js';
import { add, get, i32, left, locals, mul, or, params, right, set, step, when, xor } from './wat.js';

/** Stands in keys for what is not on a point. */
const NO_POINT = 0xffff;

/** A step of a word of the key: multiply, mix in, fold. */
const folded = (value: string, name: string, bits: number): readonly string[] => [
  set(name, value),
  set(name, xor(get(name), right(get(name), bits))),
];

/** The same mixing as in src/replay/line-key, over the line and its image at once. */
export function keys(): string[] {
  const multiplied = (name: string, mixed: string): readonly string[] =>
    folded(mul(xor(get(name), get(mixed)), i32(0x9e3779b1)), name, 15);
  const added = (name: string, mixed: string): readonly string[] =>
    folded(add(mul(get(name), i32(0x01000193)), get(mixed)), name, 13);
  return [
    `(func (export "key") ${params('count', 'first', 'second', 'table')} (result i32)`,
    locals('i32', 'i', 'kind', 'word', 'image', 'a', 'b', 'c', 'd'),
    set('a', get('first')),
    set('b', get('second')),
    set('c', get('first')),
    set('d', get('second')),
    '(block $done (loop $next',
    `(br_if $done (i32.ge_u ${get('i')} ${get('count')}))`,
    set('kind', byte(get('i'), KINDS)),
    set('word', i32(NO_POINT)),
    set('image', i32(NO_POINT)),
    when(
      `(i32.lt_u ${get('kind')} ${i32(ACTION.passBlack)})`,
      set('word', short(get('i'), POINTS)),
      set('image', `(i32.load16_u ${add(get('table'), left(get('word'), 1))})`),
    ),
    step('i', i32(1)),
    `(br_if $next (i32.gt_u ${get('kind')} ${i32(ACTION.addEmpty)}))`,
    when(`(i32.ge_u ${get('kind')} ${i32(ACTION.addBlack)})`, `(return ${i32(0)})`),
    set('word', or(get('word'), left(get('kind'), 16))),
    set('image', or(get('image'), left(get('kind'), 16))),
    ...multiplied('a', 'word'),
    ...added('b', 'word'),
    ...multiplied('c', 'image'),
    ...added('d', 'image'),
    '(br $next)))',
    ...['a', 'b', 'c', 'd'].map(
      (name, i) => `(i32.store offset=${4 * (STATE.keys + i)} ${i32(0)} ${get(name)})`,
    ),
    i32(1),
    ')',
  ];
}
