import { resultOf, tally } from './games.js';
import { formatHalves } from './numbers.js';
import type { GameReport, PlacedFinding } from '../referee/report.js';

/** One game as a table of many thousands shows it. */
export interface PageRow {
  readonly file: string;
  readonly game: number;
  readonly black: string;
  readonly white: string;
  readonly event: string;
  readonly date: string;
  readonly size: string;
  readonly komi: string;
  readonly ruleset: string;
  readonly moves: number;
  readonly ending: string;
  readonly declared: string;
  /** Computed result under the ruleset applied; '' without a score, and then `because` says why. */
  readonly result: string;
  readonly because: string;
  readonly verdict: string;
  readonly explanation: string;
  readonly confidence: number | null;
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  /** Moves that the ruleset applied forbids. */
  readonly illegal: number;
  /** Codes of the findings, each once; the gravest finding's first. */
  readonly codes: readonly string[];
}

/** Findings of a file that belong to no game. */
export interface PageFileRow {
  readonly file: string;
  readonly game: 0;
  readonly findings: readonly {
    readonly severity: string;
    readonly code: string;
    readonly message: string;
  }[];
}

/** Names and texts are cut to this length: a table has no room for more. */
const LONGEST_TEXT = 200;

export function pageRow(report: GameReport): PageRow {
  const { record, score, settlement, findings } = report;
  const { errors, warnings, notes, first } = tally(findings);
  const codes = new Set(first ? [first.code] : []);
  for (const { code } of findings) codes.add(code);
  const { width, height, komi, result } = record;
  return {
    file: report.file,
    game: report.game,
    black: record.black.slice(0, LONGEST_TEXT),
    white: record.white.slice(0, LONGEST_TEXT),
    event: record.event.slice(0, LONGEST_TEXT),
    date: record.date.slice(0, LONGEST_TEXT),
    size: width === height ? String(width) : `${String(width)}x${String(height)}`,
    komi: komi.kind === 'komi' ? formatHalves(komi.halves) : '',
    ruleset: report.ruleset?.name ?? 'unknown',
    moves: report.replay.moves,
    ending: report.ending,
    declared: result.kind === 'missing' ? '' : result.raw.slice(0, LONGEST_TEXT),
    result: score ? resultOf(score) : '',
    because: report.notScoredBecause,
    verdict: settlement?.verdict ?? '',
    explanation: settlement?.explanation ?? '',
    confidence: score ? Math.round(score.confidence * 1000) / 1000 : null,
    errors,
    warnings,
    notes,
    illegal: report.replay.illegal,
    codes: [...codes],
  };
}

/** The row of a game with one more note, about the whole game. */
export function withPageNote(line: string, { code }: PlacedFinding): string {
  const row = JSON.parse(line) as PageRow;
  return `${JSON.stringify({ ...row, notes: row.notes + 1, codes: [...row.codes, code] })}\n`;
}
