import {
  EYES,
  CHAINS,
  RECORDS,
  OPEN,
  LIBERTY,
  FOES,
  OWN,
  MAY_PLAY,
  MAY_BE_EYE,
  MUST_CAPTURE,
  OWN_COUNT,
} from '../../src/life/playout-memory.js';
import { AROUND, MOST_IN_ATARI, VERDICT, lookAround, short } from './playout-places.js';
import {
  get,
  set,
  i32,
  load,
  params,
  locals,
  sub,
  mul,
  and,
  or,
  left,
  right,
  same,
  differ,
  when,
  read,
  quad,
  lane,
  pick,
} from './wat.js';

/** A chain record of zeros: of a border point that no chain is known by. */
const NOTHING = 16;

function isRealEye(): string[] {
  return [
    set('o', and(get('x'), i32(0x330033))),
    set('o', and(or(get('o'), right(get('o'), 14)), i32(0xff))),
    `(i32.load8_u offset=${EYES} ${or(left(sub(get('c'), i32(1)), 8), get('o'))})`,
  ];
}

/** Answers to whether a move may be played; NEVER is what REFUSED remembers. */
const NO = 0;
export const YES = 1;
export const NEVER = 2;

/**
 * Whether `c` may play on the empty point `p`: an answer. Wants the locals x, o, t, S, p, c.
 */
export function mayPlay(): string[] {
  const [eyeA, eyeB, eye] = isRealEye();
  return [
    `(block $known (result i32)`,
    ...lookAround(),
    set('t', VERDICT),
    `(drop (br_if $known ${i32(YES)} ${and(get('t'), i32(MAY_PLAY))}))`,
    when(and(get('t'), i32(MAY_BE_EYE)), eyeA!, eyeB!, `(drop (br_if $known ${i32(NEVER)} ${eye!}))`),
    `(call $weigh ${get('p')} ${get('c')} ${get('t')})`,
    ')',
  ];
}

/** The answer where the pattern `t` does not tell. A function of its own: vectors in the loop of moves make it slow. */
export function weigh(): string[] {
  const lines = [
    `(func $weigh ${params('p', 'c', 't')} (result i32)`,
    locals('i32', 'S', 'h0', 'h1', 'h2', 'h3', 'foes'),
    locals('v128', 'r0', 'r1', 'r2', 'r3', 'n', 's', 'q'),
    set('S', read('S')),
  ];
  // Neighbors in atari that a move here takes, as bits: all liberties of a chain are one when count * squares = sum * sum.
  AROUND.forEach((q, i) => {
    lines.push(set(`h${i}`, short(q, CHAINS)), set(`r${i}`, load(get(`h${i}`), RECORDS)));
  });
  lines.push(
    set('n', pick(get('r0'), get('r1'), [0, 4, 1, 5])),
    set('s', pick(get('r2'), get('r3'), [0, 4, 1, 5])),
    set(
      'q',
      pick(pick(get('r0'), get('r1'), [2, 6, 3, 7]), pick(get('r2'), get('r3'), [2, 6, 3, 7]), [0, 1, 4, 5]),
    ),
    set('r0', pick(get('n'), get('s'), [0, 1, 4, 5])),
    set('s', pick(get('n'), get('s'), [2, 3, 6, 7])),
    set('n', get('r0')),
    set(
      'foes',
      and(
        right(get('t'), FOES),
        `(i32x4.bitmask (v128.and ${quad(get('n'), `(v128.const i32x4 ${Array(4).fill(MOST_IN_ATARI).join(' ')})`, 'le_s')} ${quad(quad(get('n'), get('q'), 'mul'), quad(get('s'), get('s'), 'mul'), 'eq')}))`,
      ),
    ),
    when(and(get('foes'), i32(15)), `(return (select ${i32(NO)} ${i32(YES)} ${same(get('p'), read('ko'))}))`),
    when(and(get('t'), i32(MUST_CAPTURE)), `(return ${i32(NEVER)})`),
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
    or(
      `(i32.gt_s ${lane(get('n'), 0)} ${i32(MOST_IN_ATARI)})`,
      differ(mul(lane(get('n'), 0), lane(get('n'), 2)), mul(lane(get('n'), 1), lane(get('n'), 1))),
    ),
    ')',
  );
  return lines;
}

export function may(): string[] {
  return [
    `(func $may ${params('p', 'c')} (result i32) ${locals('i32', 'S', 'x', 'o', 't')}`,
    set('S', read('S')),
    ...mayPlay(),
    ')',
  ];
}
