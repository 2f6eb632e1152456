import type { Boosted, Tree } from '../../src/go/life/confidence.js';

/** Trees, and how many questions one asks in a row. */
const TREES = 60;
const DEPTH = 3;
/** Part of an answer that a tree adds. */
const RATE = 0.08;
/** Pull of the answers towards zero, and the least weight of the games on each side of a question. */
const RIDGE = 6;
const MIN = 4;
/** Places between the values of a feature where a question may divide them. */
const DIVISIONS = 15;
const PLACES = 1e4;

/** Gradient boosting of the log loss by second-order steps; deterministic. `right`: what happened; `weights`: how much each row counts. */
export function boost(
  rows: readonly (readonly number[])[],
  right: readonly boolean[],
  weights: readonly number[],
): Boosted {
  const count = rows[0]!.length;
  const thresholds = Array.from({ length: count }, (_, f) => divisionsOf(rows.map((row) => row[f]!)));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const part = weights.reduce((sum, weight, n) => sum + (right[n] === true ? weight : 0), 0) / whole;
  const bias = rounded(Math.log(part / (1 - part)));
  const sums = new Float64Array(rows.length).fill(bias);
  const trees: Tree[] = [];
  const all = rows.map((_, n) => n);
  while (trees.length < TREES) {
    const slopes = new Float64Array(rows.length);
    const curves = new Float64Array(rows.length);
    for (const n of all) {
      const chance = 1 / (1 + Math.exp(-sums[n]!));
      slopes[n] = weights[n]! * (chance - (right[n] === true ? 1 : 0));
      curves[n] = weights[n]! * chance * (1 - chance);
    }
    trees.push(grown({ rows, thresholds, slopes, curves, sums }, all, DEPTH));
  }
  return { bias, trees };
}

interface Step {
  readonly rows: readonly (readonly number[])[];
  readonly thresholds: readonly (readonly number[])[];
  readonly slopes: Float64Array;
  readonly curves: Float64Array;
  /** Log-odds so far; the answers of the new tree are added. */
  readonly sums: Float64Array;
}

function grown(step: Step, games: readonly number[], depth: number): Tree {
  const best = depth === 0 ? undefined : bestQuestion(step, games);
  if (!best) {
    const [slope, curve] = totals(step, games);
    const answer = rounded((-RATE * slope) / (curve + RIDGE));
    for (const n of games) step.sums[n]! += answer;
    return answer;
  }
  const { feature, threshold } = best;
  const isLow = (n: number): boolean => step.rows[n]![feature]! <= threshold;
  const low = grown(step, games.filter(isLow), depth - 1);
  const high = grown(step, games.filter((n) => !isLow(n)), depth - 1); // prettier-ignore
  return [feature, threshold, low, high];
}

function totals({ slopes, curves }: Step, games: readonly number[]): [slope: number, curve: number] {
  let [slope, curve] = [0, 0];
  for (const n of games) {
    slope += slopes[n]!;
    curve += curves[n]!;
  }
  return [slope, curve];
}

/** The question that lowers the loss most; `undefined` where none does. */
function bestQuestion(
  step: Step,
  games: readonly number[],
): { readonly feature: number; readonly threshold: number } | undefined {
  const [slope, curve] = totals(step, games);
  let best: { feature: number; threshold: number } | undefined;
  let most = (slope * slope) / (curve + RIDGE) + 1e-6;
  step.thresholds.forEach((thresholds, feature) => {
    const slopes = new Float64Array(thresholds.length + 1);
    const curves = new Float64Array(thresholds.length + 1);
    for (const n of games) {
      const value = step.rows[n]![feature]!;
      let place = 0;
      while (place < thresholds.length && value > thresholds[place]!) place++;
      slopes[place]! += step.slopes[n]!;
      curves[place]! += step.curves[n]!;
    }
    let [low, lowCurve] = [0, 0];
    thresholds.forEach((threshold, place) => {
      low += slopes[place]!;
      lowCurve += curves[place]!;
      const highCurve = curve - lowCurve;
      if (lowCurve < MIN || highCurve < MIN) return;
      const gain = low ** 2 / (lowCurve + RIDGE) + (slope - low) ** 2 / (highCurve + RIDGE);
      if (gain > most) [most, best] = [gain, { feature, threshold }];
    });
  });
  return best;
}

/** Values at even parts of the games, each once; rounded, as they are written. */
function divisionsOf(values: number[]): readonly number[] {
  values.sort((a, b) => a - b);
  const places = Array.from({ length: DIVISIONS }, (_, i) =>
    Math.floor(((i + 1) / (DIVISIONS + 1)) * (values.length - 1)),
  );
  return [...new Set(places.map((place) => rounded(values[place]!)))];
}

function rounded(value: number): number {
  return Math.round(value * PLACES) / PLACES;
}
