import process from 'node:process';
import { judgeLife } from '../../src/life/judge.js';
import { LIFE_ESTIMATORS, prepareEstimator, type LifeEstimator } from '../../src/life/estimators.js';
import { scoreGame } from '../../src/score/score.js';
import { settle } from '../../src/score/verdict.js';
import { seededRandom } from './random.js';
import { allCountedGames, isReported, type CountedGame } from './counted-games.js';
import { Tally, percent, table } from './tally.js';

/** Folders of the corpus that hold test files, problems and training games instead of games to be judged by. */
const LEFT_OUT = new Set(['assorted', 'problems', 'studies', 'tsumego-collections', 'counted']);

/** Decoys: a declared margin shifted by so many points must not be believed. */
const SHIFTS = [2, 4, 6, 10] as const;

/** Half points closer than this are equal. */
const SAME = 0.01;

interface Outcome {
  readonly archive: string;
  readonly exact: boolean;
  readonly winner: boolean;
  readonly near: boolean;
  readonly scored: boolean;
  readonly confidence: number;
  readonly believed: boolean;
  readonly decoyBelieved: boolean;
  readonly marked: boolean;
  readonly ms: number;
}

function judged(game: CountedGame, estimator: LifeEstimator, shift: number): Outcome {
  const { record, executed, ruleset, stones, marginHalves } = game;
  const begin = process.cpuUsage();
  const life = judgeLife(
    { width: record.width, height: record.height, stones },
    { marks: game.marks, outside: undefined, estimator },
  );
  const score = scoreGame(record, executed, stones, life, ruleset, {});
  const spent = process.cpuUsage(begin);
  const ms = (spent.user + spent.system) / 1000;
  const scored = life.unfinished === '';
  const miss = Math.abs(score.resultHalves - marginHalves);
  const verdict = settle(record, scored ? score : undefined).verdict;
  const decoy: typeof record.result = {
    kind: 'margin',
    raw: '',
    winner: marginHalves + shift > 0 ? 'black' : 'white',
    marginHalves: marginHalves + shift,
  };
  const decoyVerdict = settle({ ...record, result: decoy }, scored ? score : undefined).verdict;
  return {
    archive: game.archive,
    exact: scored && miss < SAME,
    near: scored && miss < 2 + SAME,
    winner: scored && Math.sign(score.resultHalves) === Math.sign(marginHalves),
    scored,
    confidence: scored ? score.confidence : 0,
    believed: verdict === 'confirmed' || verdict === 'explained',
    decoyBelieved: decoyVerdict === 'confirmed' || decoyVerdict === 'explained',
    marked: life.source === 'marked',
    ms,
  };
}

function rowOf(name: string, tally: Tally<Outcome>): string[] {
  const sure = tally.only((o) => o.confidence >= 0.9);
  return [
    name,
    String(tally.count),
    percent(tally.part((o) => o.exact)),
    percent(tally.part((o) => o.near)),
    percent(tally.part((o) => o.winner)),
    percent(tally.part((o) => o.scored)),
    percent(tally.part((o) => o.confidence >= 0.9)),
    percent(sure.part((o) => o.exact)),
    percent(tally.part((o) => o.believed)),
    percent(tally.part((o) => o.decoyBelieved)),
    tally.quantile((o) => o.ms, 0.5).toFixed(1),
    tally.quantile((o) => o.ms, 0.99).toFixed(1),
  ];
}

const HEAD = [
  'games', 'n', 'exact %', '±1 %', 'winner %', 'scored %', 'conf>=.9 %', 'of them exact %', 'believed %',
  'decoy believed %', 'ms', 'ms p99',
]; // prettier-ignore

/** Ten bins of equal width: how sure the referee was, and how often it was right. */
function reliability(tally: Tally<Outcome>): string[][] {
  const rows: string[][] = [];
  for (let bin = 0; bin < 10; bin++) {
    const inside = tally.only((o) => o.scored && Math.min(9, Math.floor(o.confidence * 10)) === bin);
    rows.push([
      `${(bin / 10).toFixed(1)} to ${((bin + 1) / 10).toFixed(1)}`,
      String(inside.count),
      inside.count === 0 ? '' : inside.mean((o) => o.confidence).toFixed(3),
      inside.count === 0 ? '' : inside.part((o) => o.exact).toFixed(3),
    ]);
  }
  return rows;
}

async function main(args: readonly string[]): Promise<void> {
  const folder = args[0];
  const name = args[1] ?? 'playouts';
  const estimator = LIFE_ESTIMATORS.find((known) => known === name);
  if (folder === undefined || estimator === undefined) {
    console.error(`usage: npm run accuracy -- FOLDER [${LIFE_ESTIMATORS.join('|')}] [--misses]`);
    process.exitCode = 2;
    return;
  }
  await prepareEstimator(estimator);
  const random = seededRandom(1);
  const tallies = new Map<string, Tally<Outcome>>();
  const add = (key: string, outcome: Outcome): void => {
    let tally = tallies.get(key);
    if (!tally) tallies.set(key, (tally = new Tally<Outcome>()));
    tally.add(outcome);
  };
  const tuning = new Tally<Outcome>();
  const reporting = new Tally<Outcome>();
  const marked = new Tally<Outcome>();
  const bigBoards = new Tally<Outcome>();
  for (const game of allCountedGames(folder, (archive) => !LEFT_OUT.has(archive))) {
    const points = SHIFTS[Math.floor(random() * SHIFTS.length)]!;
    const shift = 2 * points * (random() < 0.5 ? -1 : 1);
    const outcome = judged(game, estimator, shift);
    const { width, height } = game.record;
    const reported = isReported(game.movesHash);
    (reported ? reporting : tuning).add(outcome);
    if (outcome.marked) marked.add(outcome);
    if (width === 19 && height === 19) bigBoards.add(outcome);
    if (reported) add(`${game.archive} ${width}x${height}`, outcome);
    if (args.includes('--misses') && !outcome.exact) {
      console.log(
        `${outcome.confidence.toFixed(2)} ${game.file} ${game.record.result.kind === 'margin' ? game.record.result.raw : ''}`,
      );
    }
  }
  console.log(`estimator ${estimator}; rows by archive: reporting half only\n`);
  const rows = [...tallies].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, tally]) => rowOf(key, tally));
  rows.push(rowOf('reporting half', reporting), rowOf('tuning half', tuning));
  const scored = (o: Outcome): boolean => o.scored;
  rows.push(rowOf('reporting half, scored', reporting.only(scored)));
  rows.push(rowOf('tuning half, scored', tuning.only(scored)));
  const played = (o: Outcome): boolean => o.archive !== 'korean-news';
  rows.push(rowOf('reporting, without korean-news', reporting.only(played)));
  rows.push(rowOf('tuning, without korean-news', tuning.only(played)));
  rows.push(rowOf('by marks, both halves', marked), rowOf('19x19, both halves', bigBoards));
  console.log(table([HEAD, ...rows]));
  console.log('\nreliability, reporting half');
  console.log(table([['confidence', 'n', 'mean', 'exact'], ...reliability(reporting)]));
  console.log('\nreliability, tuning half');
  console.log(table([['confidence', 'n', 'mean', 'exact'], ...reliability(tuning)]));
}

await main(process.argv.slice(2));
