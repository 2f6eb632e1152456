import { readFileSync } from 'node:fs';
import { candidatesOf, diagnose, EDIT_SIGNS, likelyPoints } from '../../src/referee/repair/misprints.js';
import {
  edited,
  openingOf,
  searchEdits,
  Trial,
  type Edit,
  type Opening,
} from '../../src/referee/repair/edits.js';
import { symmetriesOf } from '../../src/core/point.js';
import { seededRandom } from '../accuracy/random.js';
import { recordsOf } from './moves.js';

export const KINDS = ['point', 'swap', 'lost', 'lost-turned', 'doubled', 'mirrored', 'colors'] as const;
type Kind = (typeof KINDS)[number];

/** The record with an error injected, and the edit that mends it. */
export function injected(
  opening: Opening,
  kind: Kind,
  random: () => number,
): { readonly opening: Opening; readonly truth: Edit } | undefined {
  const { moves, width, height } = opening;
  const count = moves.points.length;
  const at = 10 + Math.floor(random() * (count - 20));
  const right = moves.points[at]!;
  if (right < 0) return undefined;
  const made = (error: Edit, truth: Edit) => ({
    opening: { ...opening, moves: edited(moves, error, width, height) },
    truth,
  });
  switch (kind) {
    case 'point': {
      const point = areNear ? beside(right, width, height, random) : misread(right, width, height, random);
      if (point === right || point < 0) return undefined;
      return made({ kind: 'point', at, point }, { kind: 'point', at, point: right });
    }
    case 'swap': {
      const other = at + 1 + Math.floor(random() * 2);
      return made({ kind: 'swap', at, with: other }, { kind: 'swap', at, with: other });
    }
    case 'lost':
      return made({ kind: 'extra', at, turned: false }, { kind: 'lost', at, point: right, turned: false });
    case 'lost-turned':
      return made({ kind: 'extra', at, turned: true }, { kind: 'lost', at, point: right, turned: true });
    case 'doubled': {
      const error = { kind: 'lost', at: at + 1, point: right, turned: random() < 0.5 } as const;
      return made(error, { kind: 'extra', at: at + 1, turned: error.turned });
    }
    case 'mirrored': {
      const symmetry = [1, 2, 4][Math.floor(random() * 3)]!;
      return made({ kind: 'mirrored', at, symmetry }, { kind: 'mirrored', at, symmetry });
    }
    case 'colors':
      return made({ kind: 'colors', at }, { kind: 'colors', at });
  }
}

/** As hands and eyes err: mostly a neighbor, a line, or the coordinates exchanged. */
function misread(p: number, width: number, height: number, random: () => number): number {
  const [x, y] = [p % width, Math.floor(p / width)];
  const to = (u: number, v: number): number =>
    u < 0 || v < 0 || u >= width || v >= height ? -1 : v * width + u;
  const sign = random() < 0.5 ? -1 : 1;
  const r = random() * 1.05;
  if (r > 1) return Math.floor(random() * width * height);
  if (r < 0.5) return random() < 0.5 ? to(x + sign, y) : to(x, y + sign);
  if (r < 0.6) return to(x + sign, y + (random() < 0.5 ? -1 : 1));
  if (r < 0.7) return random() < 0.5 ? to(x + 2 * sign, y) : to(x, y + 2 * sign);
  if (r < 0.85)
    return random() < 0.5 ? to(Math.floor(random() * width), y) : to(x, Math.floor(random() * height));
  if (r < 0.92) return to(y, x);
  return symmetriesOf(width, height)[1 + Math.floor(random() * 3)]![p]!;
}

/** The next point on one of its two lines. */
function beside(p: number, width: number, height: number, random: () => number): number {
  const [x, y] = [p % width, Math.floor(p / width)];
  const step = random() < 0.5 ? -1 : 1;
  const [u, v] = random() < 0.5 ? [x + step, y] : [x, y + step];
  return u < 0 || v < 0 || u >= width || v >= height ? -1 : v * width + u;
}

interface Case {
  readonly kind: Kind;
  readonly signs: readonly Float64Array[];
  readonly right: number;
  /** Of each candidate, how far the proposed point is from the written one; of candidates of other kinds infinite. */
  readonly far: readonly number[];
}

function same(a: Edit, b: Edit, { moves }: Opening): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === 'mirrored' && b.kind === 'mirrored')
    return a.symmetry === b.symmetry && Math.abs(a.at - b.at) <= 2;
  if (a.kind === 'colors') return Math.abs(a.at - b.at) <= 2;
  if (a.kind === 'extra' && b.kind === 'extra')
    return a.turned === b.turned && moves.points[a.at] === moves.points[b.at] && Math.abs(a.at - b.at) <= 2;
  if (a.at !== b.at) return false;
  if (a.kind === 'swap' && b.kind === 'swap') return a.with === b.with;
  return !('point' in a) || !('point' in b) || a.point === b.point;
}

/**
 * `npm run misprints -- FOLDER fitted|reported GAMES [WEIGHTS [near]]`: puts errors into legal records of a folder, looks for them, and says how often the
 * true edit comes first and among the first five, by kind, and how true the chances are. Without weights it fits them and prints them for
 * `src/referee/repair/edit-weights.json`; `moves.js FOLDER` fits the model of moves before that.
 * `near`: points are misprinted by one to the side, as in a trial where the nearest edit is first in 53 % and among five in 98 %.
 */
const [folder = '', half = 'fitted', games = '300', weightsFile, errors = 'any'] = process.argv.slice(2);
const areNear = errors === 'near';
const random = seededRandom(7);
/** Of records that go on with the moves of another: how many are noticed, told, and told at the right place, by chance; the same of four misprints. */
const tails = { tail: new Map<number, number[]>(), misprints: new Map<number, number[]>() };
let earlier: Opening | undefined;
/** Of records with two misprinted points, whose random numbers are their own, so that the other figures stay as they are. */
const two = {
  n: 0,
  noticed: 0,
  needed: 0,
  first: 0,
  told: 0,
  one: 0,
  sure: 0,
  sureRight: 0,
  single: 0,
  singleRight: 0,
};
const randomOfTwo = seededRandom(11);
const cases: Case[] = [];
const tally = new Map<string, { n: number; noticed: number; found: number; number: number[]; ms: number }>();
let used = 0;
for (const record of recordsOf(folder, half as 'fitted', 80)) {
  if (used >= Number(games)) break;
  const opening = openingOf(record.line, record.width, record.height);
  if (!opening) continue;
  if (new Trial(opening, false).firstFault(opening.moves, 0) < opening.moves.points.length) continue;
  used++;
  if (earlier) tryTail(opening, earlier);
  earlier = opening;
  tryTwo(opening);
  for (const kind of KINDS) {
    if (kind !== 'point' && used % 3 !== 0) continue;
    const broken = injected(opening, kind, random);
    if (!broken) continue;
    const t = tally.get(kind) ?? { n: 0, noticed: 0, found: 0, number: [], ms: 0 };
    tally.set(kind, t);
    t.n++;
    const trial = new Trial(broken.opening, false);
    const fault = trial.firstFault(broken.opening.moves, 0);
    if (fault >= broken.opening.moves.points.length) continue;
    t.noticed++;
    const begin = performance.now();
    const found = candidatesOf(
      broken.opening,
      searchEdits(trial, broken.opening.moves, fault, 400_000, likelyPoints(broken.opening)).whole,
      fault,
    );
    t.ms += performance.now() - begin;
    t.number.push(found.length);
    const right = found.findIndex(({ edit }) => same(edit, broken.truth, broken.opening));
    if (right >= 0) t.found++;
    const far = found.map(({ edit }) => distanceOf(edit, broken.opening));
    cases.push({ kind, signs: found.map(({ signs }) => signs), right, far });
  }
}
for (const [kind, t] of tally) {
  t.number.sort((a, b) => a - b);
  console.log(
    kind,
    t.n,
    'noticed',
    t.noticed,
    'found',
    t.found,
    'median',
    t.number[t.number.length >> 1],
    'ms',
    (t.ms / t.noticed).toFixed(1),
  );
}
for (const [kind, rows] of Object.entries(tails))
  for (const [bin, [n, right]] of [...rows].sort((a, b) => a[0] - b[0]))
    console.log(kind, bin < 0 ? 'not told' : `chance ${String(bin)}`, n, 'right', right);
console.log('two misprints', two);
const weights = weightsFile ? (JSON.parse(readFileSync(weightsFile, 'utf8')) as number[]) : fit(cases);
report(cases, weights);
if (!weightsFile) console.log(JSON.stringify(weights.map((w) => Math.round(w * 1000) / 1000)));
EDIT_SIGNS.forEach((name, i) => console.log(name, weights[i]!.toFixed(2)));

/** A record that goes on with another from a move on, which is to be told within two moves, and one with four misprints, which is not. */
function tryTail(opening: Opening, other: Opening): void {
  const { moves } = opening;
  const count = Math.min(moves.points.length, other.moves.points.length);
  const at = 20 + Math.floor(random() * (count - 40));
  const joined = (field: 'points' | 'colors') => [
    ...moves[field].slice(0, at),
    ...other.moves[field].slice(at),
  ];
  const points = Int16Array.from(joined('points'));
  const colors = Uint8Array.from(joined('colors'));
  told('tail', { ...opening, moves: { points, colors } }, at);
  let wrong: Opening | undefined = opening;
  for (let i = 0; i < 4 && wrong; i++) wrong = injected(wrong, 'point', random)?.opening;
  if (wrong) told('misprints', wrong, -9);
}

/**
 * A record with two misprinted points. `needed`: no single edit makes it legal, so that both show; of these how often both are right in the
 * first proposal and among all, and one of them in the first; `single`: one edit does, and how often it is that of either misprint.
 */
function tryTwo(opening: Opening): void {
  const one = injected(opening, 'point', randomOfTwo);
  const broken = one && injected(one.opening, 'point', randomOfTwo);
  if (!broken || one.truth.at === broken.truth.at) return;
  two.n++;
  const diagnosis = diagnose(broken.opening, false, 400_000);
  if (!diagnosis) return;
  two.noticed++;
  const truths = [one.truth, broken.truth];
  const right = (edits: readonly Edit[]): number =>
    truths.filter((truth) => edits.some((edit) => same(edit, truth, broken.opening))).length;
  const [best] = diagnosis.repairs;
  if (best?.edits.length === 1 && best.edits[0]!.kind !== 'cut') {
    two.single++;
    two.singleRight += right(best.edits);
    return;
  }
  two.needed++;
  const found = best ? right(best.edits) : 0;
  if (found === 2) two.first++;
  if (found > 0) two.one++;
  if (diagnosis.repairs.some(({ edits }) => right(edits) === 2)) two.told++;
  if (!best || best.chance < 0.8) return;
  two.sure++;
  if (found === 2) two.sureRight++;
}

function told(kind: keyof typeof tails, opening: Opening, at: number): void {
  const diagnosis = diagnose(opening, false, 400_000);
  if (!diagnosis) return;
  const [best] = diagnosis.repairs;
  const cut = best?.edits[0]?.kind === 'cut' ? best.edits[0] : undefined;
  const bin = cut ? Math.floor(10 * best!.chance) / 10 : -1;
  const row = tails[kind].get(bin) ?? [0, 0];
  tails[kind].set(bin, row);
  row[0]!++;
  if (cut && Math.abs(cut.at - at) <= 2) row[1]!++;
}

function distanceOf(edit: Edit, { moves, width }: Opening): number {
  if (edit.kind !== 'point') return Infinity;
  const [a, b] = [moves.points[edit.at]!, edit.point];
  return Math.hypot((a % width) - (b % width), Math.floor(a / width) - Math.floor(b / width));
}

function scores({ signs }: Case, w: readonly number[]): number[] {
  return signs.map((one) => one.reduce((sum, value, i) => sum + value * w[i]!, 0));
}

function fit(all: readonly Case[]): number[] {
  const usable = all.filter(({ right }) => right >= 0);
  const w = new Array<number>(EDIT_SIGNS.length).fill(0);
  const squares = new Array<number>(EDIT_SIGNS.length).fill(1e-2);
  for (let round = 0; round < 60; round++) {
    for (const one of usable) {
      const s = scores(one, w);
      const top = Math.max(...s);
      const e = s.map((value) => Math.exp(value - top));
      const sum = e.reduce((a, b) => a + b, 0);
      for (let i = 0; i < w.length; i++) {
        let g = one.signs[one.right]![i]!;
        for (let j = 0; j < e.length; j++) g -= (e[j]! / sum) * one.signs[j]![i]!;
        g -= 0.0005 * w[i]!;
        squares[i]! += g * g;
        w[i]! += (0.2 * g) / Math.sqrt(squares[i]!);
      }
    }
  }
  return w;
}

function report(all: readonly Case[], w: readonly number[]): void {
  for (const kind of KINDS) {
    const mine = all.filter((one) => one.kind === kind);
    let first = 0;
    let five = 0;
    let near = 0;
    let nearFirst = 0;
    let nearFive = 0;
    let nearestFirst = 0;
    let nearestFive = 0;
    for (const one of mine) {
      if (one.right < 0) continue;
      const s = scores(one, w);
      const rank = s.filter((value) => value > s[one.right]!).length;
      // By nearness alone; of several that are as near, in their mean place.
      const own = one.far[one.right]!;
      const nearer = one.far.filter((value) => value < own).length;
      const asNear = one.far.filter((value) => value === own).length;
      if (nearer === 0) nearestFirst += 1 / asNear;
      nearestFive += Math.min(1, Math.max(0, 5 - nearer) / asNear);
      if (rank === 0) first++;
      if (rank < 5) five++;
      const isNear = one.signs[one.right]!.subarray(0, 3).includes(1);
      if (isNear) near++;
      if (isNear && rank === 0) nearFirst++;
      if (isNear && rank < 5) nearFive++;
    }
    console.log(
      kind.padEnd(12),
      mine.length,
      `first ${((100 * first) / mine.length).toFixed(1)}`,
      `five ${((100 * five) / mine.length).toFixed(1)}`,
      near
        ? `near ${String(near)}: ${((100 * nearFirst) / near).toFixed(1)} ${((100 * nearFive) / near).toFixed(1)}`
        : '',
      `by nearness alone: ${((100 * nearestFirst) / mine.length).toFixed(1)} ${((100 * nearestFive) / mine.length).toFixed(1)}`,
    );
  }
  const bins = Array.from({ length: 10 }, () => [0, 0, 0]);
  for (const one of all) {
    const s = scores(one, w);
    if (s.length === 0) continue;
    const top = Math.max(...s);
    const p = 1 / s.reduce((sum, value) => sum + Math.exp(value - top), 0);
    const bin = bins[Math.min(9, Math.floor(10 * p))]!;
    bin[0]!++;
    bin[1]! += p;
    if (one.right >= 0 && s[one.right] === top) bin[2]!++;
  }
  for (const [n, p, r] of bins) if (n) console.log(n, (p! / n).toFixed(2), (r! / n).toFixed(2));
}
