import { hash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { analyze, type AnalyzeOptions, DEFAULT_OPTIONS } from '../../src/referee/judge/analyze.js';
import { audit } from '../../src/referee/audit/audit.js';
import { readRecord } from '../../src/referee/record/read-record.js';
import { lineKey } from '../../src/core/line-key.js';
import { replay } from '../../src/referee/replay/replay.js';
import { FORMATS } from '../../src/report/output/formats.js';
import type { GameReport } from '../../src/referee/judge/report.js';
import { scanFile } from '../../src/sgf/scan/scan-file.js';
import { chooseRuleset } from '../../src/referee/judge/options.js';
import { stockParse, stockReplay } from './stock.js';

/** Games that the slow peers are given; they take milliseconds each. */
const PEER_GAMES = 100;

const digest = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');

export const OPTIONS: AnalyzeOptions = {
  ...DEFAULT_OPTIONS,
  file: 'game.sgf',
  score: false,
  keepLines: false,
  places: false,
  digest,
};

/** What the whole audit of a file without scores does, all stages together, up to the bytes of the row. */
export function auditOne(bytes: Uint8Array): number {
  let length = 0;
  for (const game of analyze(bytes, OPTIONS).games) length += rowOf(game);
  return length;
}

/** The length of the row of a game. */
function rowOf(report: GameReport): number {
  return FORMATS.csv.game(report).length;
}

/** Microseconds a file that each stage takes on files in memory, the least of some rounds, in the order of the work. */
export function stages(files: readonly Uint8Array[], rounds: number): ReadonlyMap<string, number> {
  const games = files.flatMap((bytes) => scanFile(bytes).games.slice(0, 1));
  const records = games.map((game) => readRecord(game));
  const rulesets = records.map((record) => chooseRuleset(record, OPTIONS));
  const reports = files.flatMap((bytes) => analyze(bytes, { ...OPTIONS, keepLines: true }).games.slice(0, 1));
  const texts = files.slice(0, PEER_GAMES).map((bytes) => Buffer.from(bytes).toString('utf8'));
  const replayed = (i: number): ReturnType<typeof replay> =>
    replay(records[i]!, rulesets[i]!.ruleset, { illegal: OPTIONS.illegal });
  const work: readonly (readonly [string, number, (i: number) => unknown])[] = [
    ['scan (charset, main line, header)', files.length, (i) => scanFile(files[i]!, { lines: 'hold' })],
    ['record (typed header, repairs)', games.length, (i) => readRecord(games[i]!)],
    ['replay (board, ko, every repetition)', games.length, replayed],
    [
      'replay and checks (handicap, komi, ending)',
      games.length,
      (i) => audit(records[i]!, replayed(i), rulesets[i]!.ruleset, rulesets[i]!.source),
    ],
    [
      'replay and keys for duplicates',
      games.length,
      (i) => lineKey(records[i]!.line, records[i]!.width, records[i]!.height),
    ],
    ['SHA-256', files.length, (i) => digest(files[i]!)],
    ['row (cells, CSV)', reports.length, (i) => rowOf(reports[i]!)],
    ['all of it, from bytes to row', files.length, (i) => auditOne(files[i]!)],
    ['stock @sabaki/sgf, parse', texts.length, (i) => stockParse(texts[i]!)],
    ['stock parse and @sabaki/go-board', texts.length, (i) => stockReplay(texts[i]!)],
  ];
  const least = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, count, one] of work) {
      const started = performance.now();
      for (let i = 0; i < count; i++) one(i);
      const each = ((performance.now() - started) / count) * 1000;
      least.set(name, Math.min(least.get(name) ?? Infinity, each));
    }
  }
  return least;
}
