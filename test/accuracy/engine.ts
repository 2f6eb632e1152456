import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { ENGINE_SECONDS, splitCommand } from '../../src/engine/command.js';
import { createEnginePool, type EnginePool } from '../../src/engine/engine-pool.js';
import type { EstimatorName } from '../../src/life/life.js';
import { prepareEstimator } from '../../src/life/estimators.js';
import { judgeLife, type DeadFromOutside } from '../../src/life/judge.js';
import { scoreGame } from '../../src/score/score.js';
import { allCountedGames, countedGames, isReported, type CountedGame } from './counted-games.js';
import { Tally, percent, table } from './tally.js';

/** Folders of the corpus that hold test files, problems and training games instead of games to be judged by. */
const LEFT_OUT = new Set(['assorted', 'problems', 'studies', 'tsumego-collections', 'counted']);
const USUAL_GAMES = 50;

interface Outcome {
  readonly exact: 'yes' | 'no';
  readonly winner: 'right' | 'wrong';
  readonly ms: number;
  /** Why the engine gave no verdict, else ''. */
  readonly failed: string;
}

type Judge = (game: CountedGame) => Promise<Outcome>;

function lifeOf(game: CountedGame, estimator: EstimatorName, outside: DeadFromOutside | undefined) {
  const { width, height } = game.record;
  return judgeLife({ width, height, stones: game.stones }, { marks: game.marks, outside, estimator });
}

/** The game counted with these dead stones, against what its record declares. */
function outcomeOf(game: CountedGame, life: ReturnType<typeof lifeOf>, begin: number): Outcome {
  const { resultHalves } = scoreGame(game.record, game.executed, game.stones, life, game.ruleset, {});
  const ms = performance.now() - begin;
  if (life.unfinished !== '') return { exact: 'no', winner: 'wrong', ms, failed: life.unfinished };
  return {
    exact: Math.abs(resultHalves - game.marginHalves) < 0.01 ? 'yes' : 'no',
    winner: Math.sign(resultHalves) === Math.sign(game.marginHalves) ? 'right' : 'wrong',
    ms,
    failed: '',
  };
}

function byEstimator(estimator: EstimatorName): Judge {
  return (game) => {
    const begin = performance.now();
    return Promise.resolve(outcomeOf(game, lifeOf(game, estimator, undefined), begin));
  };
}

function byEngine(pool: EnginePool): Judge {
  return async (game) => {
    const { width, height } = game.record;
    const begin = performance.now();
    const answer = await pool.ask({ width, height, stones: game.stones });
    if (!answer.ok) {
      return { exact: 'no', winner: 'wrong', ms: performance.now() - begin, failed: answer.error };
    }
    const life = lifeOf(game, 'none', { points: answer.value, source: 'estimated' });
    return outcomeOf(game, life, begin);
  };
}

/**
 * So many games of the reporting half, spread evenly over all that neither marks nor proof decide; all of them if there
 * are fewer. Without archives: of all that hold games.
 */
function* spread(folder: string, most: number, archives: readonly string[]): Generator<CountedGame> {
  const found: { readonly file: string; readonly archive: string; readonly game: number }[] = [];
  const isWanted = (archive: string): boolean =>
    archives.length === 0 ? !LEFT_OUT.has(archive) : archives.includes(archive);
  for (const game of allCountedGames(folder, isWanted)) {
    if (!isReported(game.movesHash) || lifeOf(game, 'none', undefined).source !== 'none') continue;
    found.push({ file: game.file, archive: game.archive, game: game.record.game });
  }
  const step = Math.max(1, found.length / most);
  for (let i = 0; i < Math.min(most, found.length); i++) {
    const { file, archive, game } = found[Math.floor(i * step)]!;
    for (const one of countedGames(file, archive)) if (one.record.game === game) yield one;
  }
}

async function main([folder, command = '', count = '', ...archives]: readonly string[]): Promise<void> {
  const words = splitCommand(command);
  if (folder === undefined || !words.ok) {
    console.error('usage: node dist-test/test/accuracy/engine.js FOLDER COMMAND [GAMES [ARCHIVE...]]');
    process.exitCode = 2;
    return;
  }
  await prepareEstimator('deadstones');
  const engine = { command: words.value, seconds: ENGINE_SECONDS };
  const pool = createEnginePool({ engine, engines: 1 });
  const judges: readonly (readonly [string, Judge])[] = [
    ['playouts', byEstimator('playouts')],
    ['deadstones', byEstimator('deadstones')],
    ['engine', byEngine(pool)],
  ];
  const tallies = judges.map(() => new Tally<Outcome>());
  for (const game of spread(folder, Number(count) || USUAL_GAMES, archives)) {
    for (const [i, [, judge]] of judges.entries()) tallies[i]!.add(await judge(game));
  }
  pool.close();
  const rows = judges.map(([name], i) => {
    const tally = tallies[i]!;
    return [
      name,
      String(tally.count),
      percent(tally.part((one) => one.exact === 'yes')),
      percent(tally.part((one) => one.winner === 'right')),
      percent(tally.part((one) => one.failed !== '')),
      tally.quantile((one) => one.ms, 0.5).toFixed(1),
      tally.mean((one) => one.ms).toFixed(1),
    ];
  });
  console.log(table([['', 'n', 'exact %', 'winner %', 'no verdict %', 'ms median', 'ms mean'], ...rows]));
}

await main(process.argv.slice(2));
