import { describe, expect, test } from 'vitest';
import { analyze, type AnalyzeOptions, DEFAULT_OPTIONS } from '../../src/referee/judge/analyze.js';
import { FINDING_COLUMNS, findingCells } from '../../src/report/columns/tables.js';
import { messageOf } from '../../src/core/findings/finding.js';
import type { GameReport, PlacedFinding } from '../../src/referee/judge/report.js';
import { sarifResult } from '../../src/report/output/build-servers.js';
import { testRuleset } from '../support/test-ruleset.js';
import { findAside } from './support.js';

function report(sgf: string, options: Partial<AnalyzeOptions> = {}): GameReport {
  const { games } = analyze(new TextEncoder().encode(sgf), {
    ...DEFAULT_OPTIONS,
    file: 'a.sgf',
    digest: () => '',
    score: false,
    variations: true,
    ...options,
  });
  return games[0]!;
}

/** `code severity variation node move` of every finding about a move or setup, but for a position at the start. */
function told(findings: readonly PlacedFinding[]): string[] {
  return findings
    .filter(({ code }) => /^(move|setup)\//.test(code) && code !== 'setup/position')
    .map(({ code, severity, variation, node, move }) =>
      [code, severity, variation ?? 'main', node, move ?? ''].join(' ').trim(),
    );
}

/** A ko: Black takes at cb, White may not take back at bb at once. */
const KO = ';SZ[5]AB[ba][ab][bc]AW[ca][db][cc][bb]';
const positional = testRuleset({ superko: 'positional' });

describe('findings outside the main line', () => {
  test.each<[string, string, string[]]>([
    ['ko only in a variation', `(${KO};B[cb](;W[ee];B[dd])(;W[bb]))`, ['move/ko warning 1.2 2 2']],
    ['occupied only in a variation', '(;SZ[5];B[aa](;W[bb])(;W[aa]))', ['move/occupied warning 1.2 2 2']],
    [
      'repetition of the start behind a stem that leads away from it',
      `(${KO};B[cb];W[];B[](;W[ee])(;W[bb]))`,
      ['move/superko-positional warning 3.2 4 4'],
    ],
    [
      'what one variation played is unknown to the next',
      `(${KO}(;B[cb](;W[]))(;B[ee];W[dd];B[cb])(;B[cb];W[bb]))`,
      ['move/ko warning 0.3 2 2'],
    ],
    ['setup in a variation', '(;SZ[5];B[aa](;W[bb])(;AW[cc];B[dd]))', ['setup/after-start note 1.2 2 1']],
    [
      'setup without children is told as well, once',
      '(;SZ[5];B[aa](;W[bb])(;AW[cc](;B[dd])(;B[ee])))',
      ['setup/after-start note 1.2 2 1'],
    ],
    [
      'turn and setup hold for their own variation only',
      '(;SZ[5];B[aa](;PL[B];B[bb])(;B[bb])(;W[bb]))',
      ['move/out-of-turn note 1.2 2 2'],
    ],
    ['a move marked as forced', '(;SZ[5];B[aa](;W[bb])(;W[aa]KO[]))', ['move/occupied note 1.2 2 2']],
    [
      'main line first',
      '(;SZ[5];B[aa](;W[bb];B[bb])(;W[aa]))',
      ['move/occupied error main 3 3', 'move/occupied warning 1.2 2 2'],
    ],
    [
      'variations of variations',
      '(;SZ[5];B[aa](;W[bb])(;W[cc](;B[dd])(;B[cc])(;B[ee];W[ee])))',
      ['move/occupied warning 1.2/2.2 3 3', 'move/occupied warning 1.2/2.3 4 4'],
    ],
    ['several first nodes', '((;SZ[5];B[aa])(;W[bb];B[bb]))', ['move/occupied warning root.2 1 2']],
    ['not closed', '(;SZ[5];B[aa](;W[bb])(;W[aa', ['move/occupied warning 1.2 2 2']],
  ])('%s', (_, sgf, expected) => {
    expect(told(report(sgf, { rules: positional }).findings)).toEqual(expected);
    const off = report(sgf, { rules: positional, variations: false });
    expect(told(off.findings)).toEqual(expected.filter((line) => line.includes(' main ')));
  });

  test('nobody is held to have played them: not counted as illegal, accepted by nobody', () => {
    const { replay, findings } = report('(;SZ[5];B[aa](;W[bb])(;W[aa];B[cc]))');
    expect(replay.illegal).toBe(0);
    expect(findings.find(({ variation }) => variation !== undefined)?.disposition).toBeUndefined();
  });

  test('moves lost in a variation do not keep a game from being scored', () => {
    const { score, findings } = report('(;SZ[5]RE[B+25];B[cc];W[];B[](;W[])(;W[zz]))', { score: true });
    expect(told(findings)).toContain('move/off-board warning 3.2 4 4');
    expect(score).toBeDefined();
  });

  test('everything but these findings is the same with and without them', () => {
    const sgf = `(${KO}RE[W+3];B[cb](;W[bb];B[aa](;W[aa])(;W[cb]))(;W[bb];B[cb];W[];B[])(;W[cb]))`;
    for (const illegal of ['stands', 'pass', 'stop'] as const) {
      const options = { score: true, keepBoard: true, illegal };
      const { findings, ...on } = report(sgf, options);
      const off = report(sgf, { ...options, variations: false });
      const { findings: findingsOff, ...restOff } = off;
      const withoutBoard = ({ replay, ...rest }: Omit<GameReport, 'findings'>): object => ({
        ...rest,
        replay: { ...replay, board: undefined },
      });
      expect(withoutBoard(on)).toEqual(withoutBoard(restOff));
      expect(findings.filter(({ variation }) => variation === undefined)).toEqual(findingsOff);
      expect(findings.length).toBeGreaterThan(findingsOff.length);
    }
  });

  test('another game than Go has none', () => {
    expect(told(report('(;GM[3]SZ[5];B[aa](;W[bb])(;W[aa]))').findings)).toEqual([]);
  });
});

describe('how they are told', () => {
  const { findings, record } = report('(;SZ[5];B[aa]\n(;W[bb])\n(;W[aa])(;AB[cc]))');
  const [move, setup] = findings.filter(({ variation }) => variation !== undefined);

  test('in a sentence', () => {
    expect(messageOf(move!, record)).toBe(
      'Move 2 (White A5) in variation 1.2 is on a point where a black stone stands',
    );
    expect(messageOf(setup!, record)).toMatch(
      /^Setup after move 1 in variation 1\.3 changes 1 point by hand/,
    );
  });

  test('in a column of findings.csv, with line and column of the file', () => {
    const cells = findingCells('a.sgf', 1, move!, record);
    expect(cells).toHaveLength(FINDING_COLUMNS.length);
    expect(cells[FINDING_COLUMNS.findIndex(({ name }) => name === 'variation')]).toBe('1.2');
    expect([move!.line, move!.column]).toEqual([3, 5]);
    const onMainLine = findings.find(({ variation }) => variation === undefined)!;
    expect(findingCells('a.sgf', 1, onMainLine, record).at(-1)).toBe('');
  });

  test('in SARIF', () => {
    expect(sarifResult('a.sgf', 1, move!, record)).toContain('"game 1, variation 1.2, move 2"');
  });
});

describe('limits', () => {
  test('variations inside each other, as deep as the limit allows, each with another beside it', () => {
    const depth = 1498;
    const sgf = `(;SZ[5]${'(;B[aa]'.repeat(depth)}${'(;B[bb])(;B[aa]))'.repeat(depth)})`;
    const aside = findAside(sgf);
    const paths = aside.slice(0, 3).map(({ code, variation }) => `${code} ${variation ?? ''}`);
    expect(paths).toEqual(['move/occupied 1498.2', 'move/out-of-turn 1497.2', 'move/occupied 1497.3']);
  });

  test('findings beyond their limit are left out, and reported', () => {
    const aside = findAside(`(;SZ[5];B[aa](;W[bb])${'(;W[aa])'.repeat(20_000)})`);
    expect(aside.at(-1)).toMatchObject({ code: 'sgf/limit', args: { limit: 'variationFindings' } });
    expect(aside).toHaveLength(10_001);
  });

  test('branches beyond the limit of open ones are left out, and told', () => {
    const sgf = '(;SZ[5](;B[aa](;W[bb](;B[cc])(;B[bb]))(;W[aa]))(;B[bb];W[bb]))';
    const aside = findAside(sgf, { limits: { findings: 100, openBranches: 1 } });
    expect(aside.map(({ code, variation }) => `${code} ${variation ?? ''}`)).toEqual([
      'move/occupied 0.2',
      'sgf/limit ',
    ]);
  });

  test('nodes beyond the limit of a game are left out, and told', () => {
    const { findings } = report('(;SZ[5];B[aa](;W[bb])(;W[aa];B[aa]))', {
      limits: { ...DEFAULT_OPTIONS.limits, nodesPerGame: 4 },
    });
    expect(findings.map(({ code }) => code)).toEqual(expect.arrayContaining(['move/occupied', 'sgf/limit']));
    expect(told(findings)).toEqual(['move/occupied warning 1.2 2 2']);
  });
});
