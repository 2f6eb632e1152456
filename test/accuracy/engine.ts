import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { ENGINE_SECONDS, createEnginePool, type EnginePool } from '../../src/run/engine/engine-pool.js';
import type { EstimatorName } from '../../src/go/life/life.js';
import { judgeLife, type DeadFromOutside } from '../../src/go/life/judge.js';
import { scoreGame } from '../../src/referee/score/score.js';
import { allCountedGames, countedGames, isReported, LEFT_OUT, type CountedGame } from './counted-games.js';
import { Tally, percent, table } from './tally.js';

const USUAL_GAMES = 50;

interface Outcome {
  readonly exact: 'yes' | 'no';
  readonly winner: 'right' | 'wrong';
  /** Our count with its dead stones: NaN where there is no verdict. */
  readonly halves: number;
  readonly ms: number;
  /** Why the engine gave no verdict, else ''. */
  readonly failed: string;
}

const FAILED = { exact: 'no', winner: 'wrong', halves: NaN } as const;

type Judge = (game: CountedGame) => Promise<Outcome>;

function lifeOf(game: CountedGame, estimator: EstimatorName, outside: DeadFromOutside | undefined) {
  const { width, height } = game.record;
  return judgeLife({ width, height, stones: game.stones }, { marks: game.marks, outside, estimator });
}

/** The game counted with these dead stones, against what its record declares. */
function outcomeOf(game: CountedGame, life: ReturnType<typeof lifeOf>, begin: number): Outcome {
  const { resultHalves } = scoreGame(game.record, game.executed, game.stones, life, game.ruleset, {});
  const ms = performance.now() - begin;
  if (life.unfinished !== '') return { ...FAILED, ms, failed: life.unfinished };
  return {
    exact: Math.abs(resultHalves - game.marginHalves) < 0.01 ? 'yes' : 'no',
    winner: Math.sign(resultHalves) === Math.sign(game.marginHalves) ? 'right' : 'wrong',
    halves: resultHalves,
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
      return { ...FAILED, ms: performance.now() - begin, failed: answer.error };
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

/**
 * Prints how an engine that talks GTP judges the same games, beside ours: `most` games of the reporting half, of the named archives or
 * of all. Counting, komi and rules are ours for both, so that only the dead stones differ.
 */
export async function compareWith(
  words: readonly string[],
  folder: string,
  most: number,
  archives: readonly string[],
): Promise<void> {
  const pool = createEnginePool({ engine: { command: words, seconds: ENGINE_SECONDS }, engines: 1 });
  const judges: readonly (readonly [string, Judge])[] = [
    ['ours', byEstimator('playouts')],
    ['engine', byEngine(pool)],
  ];
  const tallies = judges.map(() => new Tally<Outcome>());
  const pairs = new Tally<readonly [ours: Outcome, engine: Outcome]>();
  for (const game of spread(folder, most || USUAL_GAMES, archives)) {
    const [ours, engine] = [await judges[0]![1](game), await judges[1]![1](game)];
    tallies[0]!.add(ours);
    tallies[1]!.add(engine);
    pairs.add([ours, engine]);
  }
  pool.close();
  if (pairs.count === 0) {
    console.error('no game of the reporting half with a declared margin needs an estimate');
    process.exitCode = 1;
    return;
  }
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
  const count = (ours: string, engine: string): number =>
    pairs.only(([one, other]) => one.exact === ours && other.exact === engine).count;
  const [only, other] = [count('yes', 'no'), count('no', 'yes')];
  const z = only + other === 0 ? 0 : (only - other) / Math.sqrt(only + other);
  console.log(
    `pairs: both exact ${count('yes', 'yes')}, only ours ${only}, only the engine's ${other}, neither ${count('no', 'no')}; z ${z.toFixed(1)}` +
      `; the same result in ${percent(pairs.part(([one, two]) => one.halves === two.halves))} %`,
  );
  const failures = tallies[1]!.only(({ failed }) => failed !== '');
  const reasons = new Set([...failures].map(({ failed }) => failed));
  for (const reason of reasons) {
    console.log(`no verdict: ${reason} (${failures.only(({ failed }) => failed === reason).count})`);
  }
  if (failures.count === pairs.count) process.exitCode = 1;
}
