import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { analyze, DEFAULT_OPTIONS, type FileReport } from '../../src/referee/judge/analyze.js';
import { type Finding, messageOf } from '../../src/core/findings/finding.js';
import type { GameReport } from '../../src/referee/judge/report.js';

const SAMPLES = new URL('../../samples/', import.meta.url);
const COLUMNS = ['file', 'game', 'codes', 'illegal', 'moves', 'ending', 'result'] as const;
type Row = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** The table is reasoned out from the rules, not printed by the program. No cell holds a comma. */
function expectedRows(): readonly Row[] {
  const [header, ...lines] = readFileSync(new URL('expected.csv', SAMPLES), 'utf8').trimEnd().split('\n');
  expect(header).toBe(COLUMNS.join(','));
  return lines.map((line) => {
    const cells = line.split(',');
    expect(cells).toHaveLength(COLUMNS.length);
    return Object.fromEntries(COLUMNS.map((column, i) => [column, cells[i]!])) as Row;
  });
}

function read(file: string): FileReport {
  const bytes = readFileSync(new URL(file, SAMPLES));
  return analyze(bytes, { ...DEFAULT_OPTIONS, file, digest: () => '' });
}

function formatted(halves: number): string {
  if (halves === 0) return '0';
  return `${halves > 0 ? 'B' : 'W'}+${Math.abs(halves) / 2}`;
}

function codes(findings: readonly Finding[]): string {
  return [...new Set(findings.map((f) => f.code))].sort().join(' ');
}

/** Rows of game 0 are the findings that belong to no game. */
const rows = expectedRows();
const games = rows.filter((row) => row.game !== '0');
const files = new Map([...new Set(rows.map((row) => row.file))].map((file) => [file, read(file)]));
const gameOf = (row: Row): GameReport => files.get(row.file)!.games[Number(row.game) - 1]!;

test('every sample stands in the table, with all its games', () => {
  const names = readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' })
    // Those of events are in a table of their own.
    .filter((name) => /\.(sgf|gib|ngf)$/.test(name) && !name.startsWith('events/'))
    .sort();
  expect([...files.keys()].sort()).toEqual(names);
  for (const [file, report] of files) {
    expect(report.games, file).toHaveLength(games.filter((row) => row.file === file).length);
  }
});

test.each([...files])('findings of the file %s', (file, report) => {
  expect(codes(report.findings)).toBe(rows.find((row) => row.file === file && row.game === '0')?.codes ?? '');
});

describe('findings, illegal moves, moves and ending', () => {
  test.each(games)('$file $game', (row) => {
    const report = gameOf(row);
    expect({
      codes: codes(report.findings),
      illegal: String(report.replay.illegal),
      moves: String(report.replay.moves),
      ending: report.ending,
    }).toEqual({ codes: row.codes, illegal: row.illegal, moves: row.moves, ending: row.ending });
  });
});

describe('results that the rules give', () => {
  test.each(games.filter((row) => row.result !== ''))('$file $game: $result', (row) => {
    const { score, notScoredBecause } = gameOf(row);
    expect(score ? formatted(score.resultHalves) : notScoredBecause).toBe(row.result);
  });
});

test('every finding is told in one short line without a full stop', () => {
  for (const [file, report] of files) {
    for (const game of report.games) {
      for (const f of game.findings) expect(messageOf(f, game.record), file).toMatch(/^[^\n\r]{10,200}[^.\n\r]$/);
    }
  }
});
