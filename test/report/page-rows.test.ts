import { expect, test } from 'vitest';
import { analyze } from '../../src/referee/judge/analyze.js';
import { DEFAULT_OPTIONS } from '../../src/referee/judge/options.js';
import { finding, type Severity } from '../../src/core/findings/finding.js';
import {
  type PackedRow,
  packRow,
  unpackRow,
  withFindingInRow,
} from '../../src/report/output/html/report-data.js';

test.each([
  ['nothing', ';B[aa];W[bb]', 0],
  ['a move on a stone', ';B[aa];W[aa]', 1],
  ['a move out of turn, and one off the board', ';B[aa];B[bb];W[zz]', 2],
])('illegal moves are counted as in games.csv: %s', (_name, moves, illegal) => {
  const text = `(;FF[4]GM[1]SZ[9]RU[Japanese]${moves})`;
  const options = { ...DEFAULT_OPTIONS, file: 'a.sgf', digest: () => '', score: false };
  const report = analyze(new TextEncoder().encode(text), options).games[0]!;
  expect(report.replay.illegal).toBe(illegal);
  expect(unpackRow(packRow(report, 'a.sgf', 'short'), 1).illegal).toBe(illegal);
});

const row = (text: string, because: 'with-reason' | 'short' = 'short'): PackedRow => {
  const options = { ...DEFAULT_OPTIONS, file: 'a.sgf', digest: () => '', score: false };
  return packRow(analyze(new TextEncoder().encode(text), options).games[0]!, 'a.sgf', because);
};

test('a row is read as it was written', () => {
  const long = 'x'.repeat(130);
  const text = `(;FF[4]GM[1]SZ[9:13]RU[aga]PB[${long}]PW[\u202eLee]KM[7.5]RE[B+R];B[aa];W[aa])`;
  expect(unpackRow(JSON.parse(JSON.stringify(row(text, 'with-reason'))) as PackedRow, 1)).toMatchObject({
    ...{ file: 'a.sgf', game: 1, black: `${'x'.repeat(120)}…`, white: '?Lee', size: '9x13', komi: '7.5' },
    ...{ ruleset: 'aga', moves: 2, ending: 'resign', result_declared: 'B+R', result: '', verdict: '' },
    ...{ illegal: 1, errors: 1, codes: expect.arrayContaining(['move/occupied']) as unknown },
    because: expect.stringMatching(/./) as unknown,
  });
});

const COPY = finding('game/duplicate', { file: 'b.sgf', game: 1, symmetric: false });

test('one more note is counted, and its code comes last', () => {
  const before = unpackRow(row('(;FF[4]GM[1]SZ[9]RU[aga];B[aa];W[aa])'), 1);
  const packed = withFindingInRow(row('(;FF[4]GM[1]SZ[9]RU[aga];B[aa];W[aa])'), COPY);
  const { notes, codes } = unpackRow(packed, 1);
  expect([notes, codes]).toEqual([before.notes + 1, [...before.codes, 'game/duplicate']]);
  expect(unpackRow(withFindingInRow(packed, COPY), 1).codes).toEqual(codes);
});

test('a row has the severity of the gravest finding of each code, whatever the catalogue says', () => {
  const { severities, codes } = unpackRow(row('(;FF[4]GM[1]SZ[9]RU[aga];B[aa];W[aa])'), 1);
  expect(Object.keys(severities)).toEqual(codes);
  expect(severities['move/occupied']).toBe('error');
  const severity = (...all: readonly Severity[]): Severity | undefined => {
    const packed = all.reduce(
      (before, one) => withFindingInRow(before, { ...COPY, severity: one }),
      row('(;FF[4]GM[1]SZ[9]RU[aga];B[aa];W[aa])'),
    );
    return unpackRow(JSON.parse(JSON.stringify(packed)) as PackedRow, 1).severities['game/duplicate'];
  };
  expect([severity('warning'), severity('note', 'error'), severity('warning', 'note')]).toEqual([
    ...['warning', 'error', 'warning'],
  ]);
});

test.each([
  ['an error', '(;FF[4]GM[1]SZ[9]RU[aga];B[aa];W[bb])', 'error', 0],
  ['a warning', '(;FF[4]GM[1]SZ[9]RU[aga];B[aa];W[bb])', 'warning', 0],
  ['a warning where there is an error', '(;FF[4]GM[1]SZ[9]RU[aga];B[aa];W[aa])', 'warning', -1],
] as const)('%s that is added comes where the gravest code is first', (_, text, severity, place) => {
  const before = row(text);
  const added = withFindingInRow(before, { ...COPY, severity });
  const { codes, errors, warnings } = unpackRow(added, 1);
  expect(codes.at(place)).toBe('game/duplicate');
  const { errors: errorsBefore, warnings: warningsBefore } = unpackRow(before, 1);
  expect(errors + warnings).toBe(errorsBefore + warningsBefore + 1);
});
