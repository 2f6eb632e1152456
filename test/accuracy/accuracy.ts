import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { splitCommand } from '../../src/run/engine/engine-pool.js';
import { analyze, DEFAULT_OPTIONS } from '../../src/referee/judge/analyze.js';
import { ESTIMATORS, type EstimatorName } from '../../src/go/life/life.js';
import type { GameReport } from '../../src/referee/judge/report.js';
import type { Settlement } from '../../src/referee/score/score-types.js';
import { settle } from '../../src/referee/score/verdict.js';
import { MIN_MOVES, filesOf, hashOfMoves, isReported, LEFT_OUT } from './counted-games.js';
import { measureBoards } from './boards.js';
import { compareWith } from './engine.js';
import { binsOf, calibrationError, errorByChance, reliabilitySvg, surest } from './reliability.js';
import { Tally, percent, table } from './tally.js';

/** Decoys: a declared margin shifted by so many points, up or down, must not be believed. */
const SHIFTS = [2, 4, 6, 10].flatMap((points) => [points, -points]);

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
  /** Part of the shifted margins that were believed. */
  readonly decoysBelieved: number;
  readonly marked: boolean;
  /** Why the margin may have been missed, see `missOf`. */
  readonly missed: string;
  readonly file: string;
  readonly ms: number;
}

/** A report on a game with a numeric margin, as the product gives it, held against the margin and against every decoy. */
function outcomeOf(report: GameReport, archive: string, ms: number): Outcome | undefined {
  const { record, score } = report;
  if (record.result.kind !== 'margin') return undefined;
  const { marginHalves } = record.result;
  const decoys = SHIFTS.filter((points) => {
    const marginShifted = marginHalves + 2 * points;
    const winner = marginShifted > 0 ? 'black' : 'white';
    const result = { kind: 'margin', raw: '', winner, marginHalves: marginShifted } as const;
    return isBelieved(settle({ ...record, result }, score));
  });
  const miss = score ? Math.abs(score.resultHalves - marginHalves) : Infinity;
  return {
    archive,
    exact: miss < SAME,
    near: miss < 2 + SAME,
    winner: score !== undefined && Math.sign(score.resultHalves) === Math.sign(marginHalves),
    scored: score !== undefined,
    confidence: score?.confidence ?? 0,
    believed: isBelieved(settle(record, score)),
    decoysBelieved: decoys.length / SHIFTS.length,
    marked: score?.life.source === 'marked',
    missed: missOf(report, marginHalves),
    file: report.file,
    ms,
  };
}

/** A chain less sure than this may have been judged wrong. */
const DOUBTFUL = 0.9;

/** The class of a miss; the first that fits. */
function missOf({ score, settlement }: GameReport, marginHalves: number): string {
  if (!score) return 'not played out';
  const miss = Math.abs(score.resultHalves - marginHalves) / 2;
  const { explanation = '', verdict } = settlement ?? {};
  if (explanation.startsWith('protective move')) return 'a protective move charged or not';
  if (verdict === 'explained') return 'another named convention';
  if (miss < 3.5 && score.black.fills + score.white.fills > 0)
    return 'up to three points off, points in false eyes';
  if (score.life.chains.some((c) => c.source !== 'proved' && c.probability < DOUBTFUL))
    return 'life in doubt';
  if (miss < 3.5) return 'up to three points off, no sign';
  return 'more than three points off, board settled';
}

function isBelieved({ verdict }: Settlement): boolean {
  return verdict === 'confirmed' || verdict === 'explained';
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
    percent(tally.mean((o) => o.decoysBelieved)),
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
  return binsOf(tally.only((o) => o.scored)).map((inside, bin) => [
    `${(bin / 10).toFixed(1)} to ${((bin + 1) / 10).toFixed(1)}`,
    String(inside.count),
    inside.count === 0 ? '' : inside.mean((o) => o.confidence).toFixed(3),
    inside.count === 0 ? '' : inside.part((o) => o.exact).toFixed(3),
  ]);
}

/** Fewest games of an archive whose calibration is measured. */
const MANY = 100;

/** How far the confidence can be trusted: the surest games, and the calibration of all and of each large archive. */
function trust(all: Tally<Outcome>, archives: ReadonlyMap<string, Tally<Outcome>>): string[][] {
  const rowFor = (name: string, tally: Tally<Outcome>): string[] => {
    const scored = tally.only((o) => o.scored);
    const near = scored.only((o) => o.confidence >= 0.85 && o.confidence < 0.95);
    return [
      name,
      percent(surest(tally, 0.75)),
      percent(near.part((o) => o.exact)),
      calibrationError(scored).toFixed(3),
      errorByChance(scored).toFixed(3),
    ];
  };
  return [
    ['games', 'surest 75 % exact', '.85 to .95 exact', 'calibration error', 'by chance up to'],
    rowFor('reporting half', all),
    ...[...archives].filter(([, { count }]) => count >= MANY).map(([name, tally]) => rowFor(name, tally)),
  ];
}

/** Misses by what the count and the board say about them, with the last file of each. */
function missesBy(tally: Tally<Outcome>): string[][] {
  const classes = new Map<string, { count: number; file: string }>();
  let misses = 0;
  for (const { missed, file } of tally.only((o) => !o.exact)) {
    misses++;
    classes.set(missed, { count: (classes.get(missed)?.count ?? 0) + 1, file });
  }
  const rows = [...classes].sort(([, a], [, b]) => b.count - a.count);
  return [
    ['class', 'misses', '%', 'such as'],
    ...rows.map(([name, { count, file }]) => [name, String(count), percent(count / misses), file]),
  ];
}

const USAGE = `usage: npm run accuracy -- FOLDER [${ESTIMATORS.join('|')}] [--misses] [--svg FILE]
       npm run accuracy -- FOLDER --against gtp:COMMAND [--games N] [ARCHIVE...]
       npm run accuracy -- FOLDER --boards`;

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      misses: { type: 'boolean' },
      svg: { type: 'string' },
      against: { type: 'string' },
      games: { type: 'string' },
      boards: { type: 'boolean' },
    },
  });
  const [folder, name = 'playouts', ...others] = positionals;
  const estimator = ESTIMATORS.find((known) => known === name);
  const against =
    values.against === undefined ? undefined : splitCommand(values.against.replace(/^gtp:/, ''));
  if (folder === undefined || against?.ok === false || (!against && !estimator)) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  if (values.boards === true) measureBoards(folder);
  else if (against?.ok === true) {
    const archives = positionals.length > 1 ? [name, ...others] : [];
    await compareWith(against.value, folder, Number(values.games ?? 0), archives);
  } else if (estimator) measure(folder, estimator, values);
}

function measure(
  folder: string,
  estimator: EstimatorName,
  { misses = false, svg }: { readonly misses?: boolean; readonly svg?: string },
): void {
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
  for (const { archive, file } of filesOf(folder, (name) => !LEFT_OUT.has(name))) {
    const bytes = new Uint8Array(readFileSync(file));
    const begin = process.cpuUsage();
    const { games } = analyze(bytes, { ...DEFAULT_OPTIONS, file, digest: () => '', estimator });
    const spent = process.cpuUsage(begin);
    const ms = (spent.user + spent.system) / 1000 / games.length;
    for (const report of games) {
      const { record } = report;
      if (!record.isGo || report.replay.moves < MIN_MOVES) continue;
      const outcome = outcomeOf(report, archive, ms);
      if (!outcome) continue;
      const reported = isReported(hashOfMoves(record.line, record.width));
      (reported ? reporting : tuning).add(outcome);
      if (outcome.marked) marked.add(outcome);
      if (record.width === 19 && record.height === 19) bigBoards.add(outcome);
      if (reported) add(`${archive} ${record.width}x${record.height}`, outcome);
      if (misses && !outcome.exact && record.result.kind === 'margin') {
        console.log(`${outcome.confidence.toFixed(2)} ${file} ${record.result.raw}`);
      }
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
  console.log('\nmisses, reporting half');
  console.log(table(missesBy(reporting)));
  console.log('\ntrust in the confidence, reporting half');
  console.log(table(trust(reporting, tallies)));
  if (svg !== undefined) writeFileSync(svg, reliabilitySvg(reporting.only(scored)));
  console.log('\nreliability, reporting half');
  console.log(table([['confidence', 'n', 'mean', 'exact'], ...reliability(reporting)]));
  console.log('\nreliability, tuning half');
  console.log(table([['confidence', 'n', 'mean', 'exact'], ...reliability(tuning)]));
}

await main(process.argv.slice(2));
