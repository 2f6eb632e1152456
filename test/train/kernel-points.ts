import { PLANES } from '../../src/life/features.js';
import { OUTCOMES } from '../../src/life/net.js';
import { add, get, i32, load, locals, params, pick, plus, repeat, set, splat, step, store } from './wat.js';

const place = (name: string): string => add(get(name), `(i32.load ${get('places')})`);
const part = (name: string): string => add(get(name), `(i32.load ${get('parts')})`);
const relu = (value: string): string => `(f32x4.pmax ${value} ${splat(0)})`;
const times = (a: string, b: string): string => `(f32x4.mul ${a} ${b})`;
const next = [step('places', i32(4)), step('parts', i32(4))];

/** Bytes of a point's answers: one number an outcome, and one that nobody reads. */
const ANSWER = 16;

/** The input: planes as bytes, point after point, become numbers; `one` is the byte of a one. */
function enter(): string[] {
  const four = (at: number): string =>
    `(i32x4.extend_low_i16x8_s (i16x8.extend_low_i8x16_s (v128.load32_zero offset=${at} ${get('planes')})))`;
  return [
    `(func (export "enter") ${params('points', 'places', 'planes', 'one', 'a')} ${locals('i32', 'to', 'i')}`,
    '(local $part v128)',
    set('part', `(f32x4.splat (f32.convert_i32_s ${get('one')}))`),
    ...repeat('all', 'i', get('points'), [
      set('to', place('a')),
      ...Array.from({ length: PLANES / 4 }, (_, q) =>
        store(get('to'), q * 16, `(f32x4.div (f32x4.convert_i32x4_s ${four(q * 4)}) ${get('part')})`),
      ),
      next[0]!,
      step('planes', i32(PLANES)),
    ]),
    ')',
  ];
}

/** Makes means of sums over components, of so many points each (`sizes`), and over the board. */
function means(quads: readonly number[]): string[] {
  const whole = (q: number): string => `b${q}`;
  return [
    `(func (export "means") ${params('count', 'sizes', 'sums', 'points', 'board')} ${locals('i32', 'i')}`,
    locals('v128', 'size', 'sum', ...quads.map(whole)),
    ...repeat('all', 'i', get('count'), [
      set('size', `(f32x4.convert_i32x4_s (v128.load32_splat ${get('sizes')}))`),
      ...quads.flatMap((q) => [
        set('sum', load(get('sums'), q)),
        set(whole(q), plus(get(whole(q)), get('sum'))),
        store(get('sums'), q, `(f32x4.div ${get('sum')} ${get('size')})`),
      ]),
      step('sizes', i32(4)),
      step('sums', i32(16 * quads.length)),
    ]),
    set('size', `(f32x4.convert_i32x4_s (i32x4.splat ${get('points')}))`),
    ...quads.map((q) => store(get('board'), q, `(f32x4.div ${get(whole(q))} ${get('size')})`)),
    ')',
  ];
}

/** The head: each point's numbers times those of each outcome (`head`: [outcomes][channels], then the bias). */
function answer(quads: readonly number[]): string[] {
  const sums = Array.from({ length: OUTCOMES }, (_, o) => `s${o}`);
  const halves = (a: string, b: string): string =>
    plus(pick(get(a), get(b), [0, 4, 1, 5]), pick(get(a), get(b), [2, 6, 3, 7]));
  const bytes = 16 * quads.length;
  return [
    `(func (export "answer") ${params('points', 'places', 'x', 'head', 'to')} ${locals('i32', 'from', 'i')}`,
    locals('v128', 'value', 'first', 'last', ...sums),
    ...repeat('all', 'i', get('points'), [
      set('from', place('x')),
      ...sums.map((sum) => set(sum, splat(0))),
      ...quads.flatMap((q) => [
        set('value', load(get('from'), q)),
        ...sums.map((sum, o) =>
          set(sum, plus(get(sum), times(get('value'), load(get('head'), o * bytes + q)))),
        ),
      ]),
      set('first', halves('s0', 's1')),
      set('last', halves('s2', 's2')),
      set(
        'value',
        plus(pick(get('first'), get('last'), [0, 1, 4, 5]), pick(get('first'), get('last'), [2, 3, 6, 7])),
      ),
      store(get('to'), 0, plus(get('value'), load(get('head'), OUTCOMES * bytes))),
      next[0]!,
      step('to', i32(ANSWER)),
    ]),
    ')',
  ];
}

/** Functions over the board's points: `places` tells where each lies in a plane, `parts` where its component lies. */
export function pointwise(channels: number): string[] {
  const quads = Array.from({ length: channels / 4 }, (_, q) => q * 16);
  return [
    ...enter(),
    ...means(quads),
    ...answer(quads),
    `(func (export "rectify") ${params('points', 'places', 'x', 'y')} ${locals('i32', 'from', 'to', 'i')}`,
    ...repeat('all', 'i', get('points'), [
      set('from', place('x')),
      set('to', place('y')),
      ...quads.map((q) => store(get('to'), q, relu(load(get('from'), q)))),
      next[0]!,
    ]),
    ')',
    `(func (export "total") ${params('points', 'places', 'parts', 'x', 'sums')}`,
    locals('i32', 'from', 'to', 'i'),
    ...repeat('all', 'i', get('points'), [
      set('from', place('x')),
      set('to', part('sums')),
      ...quads.map((q) => store(get('to'), q, plus(load(get('to'), q), load(get('from'), q)))),
      ...next,
    ]),
    ')',
    `(func (export "finish") ${params('points', 'places', 'parts', 'y', 'sums', 'x', 'a')}`,
    locals('i32', 'from', 'sum', 'at', 'to', 'i'),
    locals('v128', 'value'),
    ...repeat('all', 'i', get('points'), [
      set('from', place('y')),
      set('sum', part('sums')),
      set('at', place('x')),
      set('to', place('a')),
      ...quads.flatMap((q) => [
        set('value', plus(load(get('at'), q), plus(load(get('from'), q), load(get('sum'), q)))),
        store(get('at'), q, get('value')),
        store(get('to'), q, relu(get('value'))),
      ]),
      ...next,
    ]),
    ')',
  ];
}
