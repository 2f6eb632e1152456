import { audit, endingOf } from './audit/audit.js';
import type { Finding } from './core/finding.js';
import type { GameRecord } from './record/record.js';
import { readRecord } from './record/read-record.js';
import { lineKey } from './replay/line-key.js';
import { replay } from './replay/replay.js';
import type { Replay } from './replay/replay-types.js';
import type { GameReport, PlacedFinding } from './report/report.js';
import { chooseRuleset } from './ruleset-choice.js';
import type { AnalyzeOptions } from './options.js';
import type { CharsetEvidence, RawFile, RawGame } from './sgf/raw.js';
import { lineAndColumn, scanFile, valueAt } from './sgf/scan.js';

export {
  DEFAULT_OPTIONS,
  ESTIMATORS,
  type AnalyzeOptions,
  type EstimatorName,
  type GivenDead,
} from './options.js';

/** All games of one file, or of a part of it. */
export interface FileReport {
  readonly games: readonly GameReport[];
  /** Findings that belong to no game. */
  readonly findings: readonly PlacedFinding[];
  readonly charset: CharsetEvidence;
}

const NOTHING: readonly PlacedFinding[] = [];

/**
 * Referees every game of one file: reads, replays, judges, scores and compares with the declared result.
 * Pure and synchronous: the command, the workers, a page and a test call this same function.
 * Never throws for what is in `bytes`; whatever is wrong with them is a finding.
 */
export function analyze(bytes: Uint8Array, options: AnalyzeOptions): FileReport {
  const raw = scanFile(bytes, {
    firstGame: options.firstGame,
    limits: options.limits,
    ...(options.charset ? { charset: options.charset } : {}),
  });
  const games: GameReport[] = [];
  for (const game of raw.games) games.push(referee(game, raw, bytes, options));
  return { games, findings: placed(raw.findings, raw.text, options), charset: raw.charset };
}

function referee(game: RawGame, file: RawFile, bytes: Uint8Array, options: AnalyzeOptions): GameReport {
  const text = file.text;
  const record = readRecord(game, text);
  const { ruleset, source } = chooseRuleset(record, options);
  const executed = replay(record.isGo ? record : withoutMoves(record), ruleset, {
    illegal: options.illegal,
    valueOf: (offset) => valueAt(text, offset),
  });
  const found = collect(
    record.findings,
    executed.findings,
    audit(record, executed, ruleset, { rulesetSource: source }),
  );
  return {
    file: options.file,
    game: game.game,
    sha256: options.digest(bytes.subarray(game.start, game.end)),
    record,
    ruleset,
    rulesetSource: source,
    ending: endingOf(record, executed),
    replay: executed,
    finalBoard: options.keepBoard ? boardOf(executed, record) : undefined,
    findings: placed(found, text, options),
    score: undefined,
    notScoredBecause: options.score ? '' : 'not asked for',
    settlement: undefined,
    lineKey: lineKey(record.line, record.width, record.height),
  };
}

/** Another game's moves mean nothing on a Go board. */
function withoutMoves(record: GameRecord): GameRecord {
  return { ...record, line: { ...record.line, count: 0 } };
}

function boardOf(executed: Replay, record: GameRecord): Uint8Array {
  const board = new Uint8Array(record.width * record.height);
  executed.board.copyTo(board);
  return board;
}

function collect(...lists: readonly (readonly Finding[])[]): readonly Finding[] {
  const all: Finding[] = [];
  for (const list of lists) for (const found of list) all.push(found);
  return all;
}

/** Findings about the whole game first, then by node; --ignore applied; offsets turned into lines and columns. */
function placed(
  found: readonly Finding[],
  text: Uint8Array,
  options: AnalyzeOptions,
): readonly PlacedFinding[] {
  if (found.length === 0) return NOTHING;
  const kept: PlacedFinding[] = [];
  for (const one of found) {
    if (options.ignore.has(one.code)) continue;
    const at =
      one.offset === undefined || one.offset < 0
        ? { line: 0, column: 0 }
        : lineAndColumn(text, one.offset, options.firstLine);
    kept.push({ ...one, ...at });
  }
  return kept.sort((a, b) => (a.node ?? -1) - (b.node ?? -1));
}
