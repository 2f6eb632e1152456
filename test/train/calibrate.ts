import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { CONFIDENCE_FEATURES } from '../support/confidence-features.js';
import { CHAINS_RIGHT, MARGIN_RIGHT } from '../../src/go/life/calibration.js';
import { judgeLife } from '../../src/go/life/judge.js';
import { type Boosted, chanceByTrees, type Logistic, type Tree } from '../../src/go/life/confidence.js';
import { circumstancesOf, scoreGame } from '../../src/referee/score/score.js';
import { allCountedGames, type CountedGame, isReported, LEFT_OUT } from '../accuracy/counted-games.js';
import { boost } from './boost.js';

/** A margin this near (half points) tells that no chain is judged wrong. */
const NEAR = 2.01;
const SAME = 0.01;

/** Pull of the weights towards zero. */
const RIDGE = 1;
const ROUNDS = 30;

const FOLDS = 5;

interface Row {
  readonly confidenceFeatures: readonly number[];
  readonly circumstances: readonly number[];
  readonly near: boolean;
  readonly exact: boolean;
  /** For cross-validation: copies of a game fall into the same fold. */
  readonly fold: number;
  /** How much it counts: 1 for a game of the tuning half. */
  readonly weight: number;
}

/** An archive of two servers only, for tuning: every so many of its games counts a part of one of the tuning half. */
const MORE = 'counted';
const ONE_IN = 2;
const WEIGHT_OF_MORE = 0.2;

/** An archive of records that end with dame open. */
const OPEN = 'pro';

/** The tuning half, then the games of the larger archive that are in neither half. */
function* games(folder: string): Generator<{ readonly game: CountedGame; readonly weight: number }> {
  const known = new Set<string>();
  for (const game of allCountedGames(folder, (archive) => !LEFT_OUT.has(archive) && archive !== OPEN)) {
    if (isReported(game.movesHash)) continue;
    known.add(game.movesHash);
    yield { game, weight: 1 };
  }
  for (const game of allCountedGames(folder, (archive) => archive === MORE)) {
    const { movesHash } = game;
    if (isReported(movesHash) || known.has(movesHash)) continue;
    if (Number.parseInt(movesHash.slice(8, 12), 16) % ONE_IN !== 0) continue;
    known.add(movesHash);
    yield { game, weight: WEIGHT_OF_MORE };
  }
}

/** The tuning half of the records with dame open at the end. */
function* openGames(folder: string): Generator<{ readonly game: CountedGame; readonly weight: number }> {
  for (const game of allCountedGames(folder, (archive) => archive === OPEN)) {
    if (!isReported(game.movesHash)) yield { game, weight: 1 };
  }
}

/** Games estimated and scored. */
function rowsOf(games: Iterable<{ readonly game: CountedGame; readonly weight: number }>): Row[] {
  const rows: Row[] = [];
  for (const { game, weight } of games) {
    const { record, executed, ruleset, stones } = game;
    const position = { width: record.width, height: record.height, stones };
    const life = judgeLife(position, { marks: game.marks, outside: undefined, estimator: 'playouts' });
    if (!life.confidenceFeatures || life.unfinished !== '') continue;
    const score = scoreGame(record, executed, stones, life, ruleset, {});
    const miss = Math.abs(score.resultHalves - game.marginHalves);
    rows.push({
      confidenceFeatures: life.confidenceFeatures,
      circumstances: circumstancesOf(record, score, life),
      near: miss < NEAR,
      exact: miss < SAME,
      fold: Number.parseInt(game.movesHash.slice(2, 6), 16) % FOLDS,
      weight,
    });
  }
  return rows;
}

/** Logistic regression by Newton's method, features scaled to unit spread while it runs. */
export function fit(features: readonly (readonly number[])[], right: readonly boolean[]): Logistic {
  const count = features[0]!.length;
  const means = new Array<number>(count).fill(0);
  const spreads = new Array<number>(count).fill(0);
  for (const row of features) row.forEach((value, i) => (means[i]! += value / features.length));
  for (const row of features)
    row.forEach((value, i) => (spreads[i]! += (value - means[i]!) ** 2 / features.length));
  const scales = spreads.map((spread) => (spread > 1e-12 ? Math.sqrt(spread) : 1));
  const rows = features.map((row) => [1, ...row.map((value, i) => (value - means[i]!) / scales[i]!)]);
  const weights = new Array<number>(count + 1).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    const slope = weights.map((weight, i) => (i === 0 ? 0 : RIDGE * weight));
    const curve = weights.map((_, i) => weights.map((_w, j) => (i === j && i > 0 ? RIDGE : 0)));
    rows.forEach((row, n) => {
      const chance = 1 / (1 + Math.exp(-row.reduce((sum, value, i) => sum + value * weights[i]!, 0)));
      const miss = chance - (right[n] === true ? 1 : 0);
      for (let i = 0; i <= count; i++) {
        slope[i]! += row[i]! * miss;
        for (let j = 0; j <= count; j++) curve[i]![j]! += row[i]! * row[j]! * chance * (1 - chance);
      }
    });
    solve(curve, slope).forEach((step, i) => (weights[i]! -= step));
  }
  const scaled = weights.slice(1).map((weight, i) => weight / scales[i]!);
  const bias = weights[0]! - scaled.reduce((sum, weight, i) => sum + weight * means[i]!, 0);
  return { bias: rounded(bias), weights: scaled.map(rounded) };
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

/** Solves a symmetric system by elimination with pivots. Changes its arguments. */
function solve(matrix: number[][], right: number[]): number[] {
  const n = right.length;
  for (let i = 0; i < n; i++) {
    let pivot = i;
    for (let r = i + 1; r < n; r++) if (Math.abs(matrix[r]![i]!) > Math.abs(matrix[pivot]![i]!)) pivot = r;
    [matrix[i], matrix[pivot]] = [matrix[pivot]!, matrix[i]!];
    [right[i], right[pivot]] = [right[pivot]!, right[i]!];
    for (let r = i + 1; r < n; r++) {
      const factor = matrix[r]![i]! / matrix[i]![i]!;
      for (let c = i; c < n; c++) matrix[r]![c]! -= factor * matrix[i]![c]!;
      right[r]! -= factor * right[i]!;
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let c = i + 1; c < n; c++) right[i]! -= matrix[i]![c]! * right[c]!;
    right[i]! /= matrix[i]![i]!;
  }
  return right;
}

function marginModel(rows: readonly Row[]): Boosted {
  return boost(
    rows.map((row) => [...row.confidenceFeatures, ...row.circumstances]),
    rows.map((row) => row.exact),
    rows.map((row) => row.weight),
  );
}

/** Bins of the calibration error, and the part of the games that are the surest. */
const BINS = 10;
const SUREST = 0.75;
const SURE = 0.9;

interface Judged {
  readonly chance: number;
  readonly exact: boolean;
  readonly isSmall: boolean;
}

/** The chances of games that the model was not fitted on: each fold is judged by a model of the others. */
function crossValidated(rows: readonly Row[]): Judged[] {
  const judged: Judged[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const model = marginModel(rows.filter((row) => row.fold !== fold));
    for (const row of rows.filter((one) => one.fold === fold && one.weight === 1)) {
      const chance = chanceByTrees(model, [...row.confidenceFeatures, ...row.circumstances]);
      judged.push({ chance, exact: row.exact, isSmall: row.confidenceFeatures[SMALL] === 1 });
    }
  }
  return judged;
}

const SMALL = CONFIDENCE_FEATURES.indexOf('small');

/** What makes the mean of chances that of their games, when it is added to their log-odds. */
function shiftOf(judged: readonly { readonly chance: number; readonly exact: boolean }[]): number {
  let shift = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let [miss, curve] = [0, 0];
    for (const { chance, exact } of judged) {
      const shifted = 1 / (1 + ((1 - chance) / chance) * Math.exp(-shift));
      miss += shifted - (exact ? 1 : 0);
      curve += shifted * (1 - shifted);
    }
    shift -= miss / (curve + RIDGE);
  }
  return shift;
}

/** A last tree for small boards, too few for the others. */
function smallBoardTree(judged: readonly Judged[]): Tree {
  return [SMALL, 0.5, 0, rounded(shiftOf(judged.filter(({ isSmall }) => isSmall)))];
}

/** Indices of the features on which the last tree for such records depends, after those of the chains. */
const [FILLS, CHARGED, OPEN_DAME] = [11, 14, 27].map((i) => CONFIDENCE_FEATURES.length + i) as [
  number,
  number,
  number,
];
const DAME_STEPS = [0, 2, 5, 10, 15, 20];

/** A last tree for records with dame open at the end, from their tuning half: the more dame, the more moves are missing. */
function openEndTree(rows: readonly Row[], model: Boosted): Tree {
  const judged = rows.map((row) => {
    const features = [...row.confidenceFeatures, ...row.circumstances];
    return { features, chance: chanceByTrees(model, features), exact: row.exact };
  });
  const splits = [...DAME_STEPS.map((step) => [OPEN_DAME, step] as const), [CHARGED, 0], [FILLS, 0]] as const;
  const branch = (games: typeof judged, depth: number): Tree => {
    if (depth === splits.length) return rounded(shiftOf(games));
    const [feature, threshold] = splits[depth]!;
    const [low, high] = [true, false].map((is) =>
      games.filter(({ features }) => features[feature]! <= threshold === is),
    );
    // Few dame need no further question about their number.
    const next = feature === OPEN_DAME ? DAME_STEPS.length : depth + 1;
    const answer = feature === OPEN_DAME && threshold === 0 ? 0 : branch(low!, next);
    return [feature, threshold, answer, branch(high!, depth + 1)];
  };
  return branch(judged, 0);
}

/** How the margins' model does on games that it was not fitted on. */
function accountOf(judged: readonly Judged[]): string {
  const sorted = [...judged].sort((a, b) => b.chance - a.chance);
  const part = (games: typeof judged): number => games.filter(({ exact }) => exact).length / games.length;
  const surest = sorted.slice(0, Math.round(SUREST * sorted.length));
  const sure = sorted.filter(({ chance }) => chance >= SURE);
  let error = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const inside = judged.filter(({ chance }) => Math.min(BINS - 1, Math.floor(chance * BINS)) === bin);
    const expected = inside.reduce((sum, { chance }) => sum + chance, 0);
    error += Math.abs(expected - inside.filter(({ exact }) => exact).length) / judged.length;
  }
  const numbers = [part(surest), sure.length / judged.length, part(sure), error].map((n) => n.toFixed(3));
  return `cross-validated: surest 75 % exact ${numbers[0]}; at least 0.9: ${numbers[1]} of the games, exact ${numbers[2]}; calibration error ${numbers[3]}`;
}

function written(name: string, comment: string, model: Logistic): string {
  return `/** ${comment} */
export const ${name}: Logistic = {
  bias: ${model.bias},
  weights: [${model.weights.join(', ')}],
};
`;
}

function writtenTrees({ bias, trees }: Boosted): string {
  const lines = trees.map((tree) => `    ${JSON.stringify(tree)},\n`).join('');
  return `/** Chance that the margin is right, from those features and \`circumstancesOf\`. Made by test/train/calibrate. */
// prettier-ignore
export const MARGIN_RIGHT: Boosted = {
  bias: ${bias},
  trees: [
${lines}  ],
};
`;
}

/**
 * Fits both models on the tuning half of a folder and writes `src/go/life/calibration.ts`. `isLast`: only the last tree, after those in use,
 * so that a change of how open ends are counted moves no other confidence.
 */
export function calibrate(folder: string, file: string, isLast = false): void {
  if (isLast) {
    const trees = MARGIN_RIGHT.trees.filter((tree) => typeof tree === 'number' || tree[0] !== OPEN_DAME);
    writeModels(file, CHAINS_RIGHT, withOpenEnds(folder, { ...MARGIN_RIGHT, trees }));
    return;
  }
  const rows = rowsOf(games(folder));
  const tuning = rows.filter(({ weight }) => weight === 1);
  const chains = fit(
    tuning.map((row) => row.confidenceFeatures),
    tuning.map((row) => row.near),
  );
  const judged = crossValidated(rows);
  const fitted = marginModel(rows);
  const small = { ...fitted, trees: [...fitted.trees, smallBoardTree(judged)] };
  writeModels(file, chains, withOpenEnds(folder, small));
  console.log(
    `${tuning.length} games of the tuning half, ${rows.length - tuning.length} others; ${accountOf(judged)}`,
  );
}

function withOpenEnds(folder: string, model: Boosted): Boosted {
  return { ...model, trees: [...model.trees, openEndTree(rowsOf(openGames(folder)), model)] };
}

function writeModels(file: string, chains: Logistic, margin: Boosted): void {
  const text = [
    "import type { Boosted, Logistic } from './confidence.js';\n",
    written(
      'CHAINS_RIGHT',
      'Chance that every chain is judged right, from the features of `confidence.ts`. Made by test/train/calibrate.',
      chains,
    ),
    writtenTrees(margin),
  ].join('\n');
  writeFileSync(file, text);
}

const [, script, folder, file, part] = process.argv;
if (script?.includes('calibrate') === true && folder !== undefined && file !== undefined)
  calibrate(folder, file, part === 'open-ends');
