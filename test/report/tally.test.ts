import { expect, test, vi } from 'vitest';

vi.stubGlobal('navigator', { language: 'en' });
/** A name that the compiler does not follow: the page has a configuration of its own. */
const PARTS: string = '../../src/ui/parts/games.js';
type Row = Readonly<Record<string, unknown>>;
type Found = { readonly found: { readonly code: string; readonly severity: string } };
const { ALL, countedOf, shownRows, tallyOf, worstOf } = (await import(PARTS)) as {
  ALL: Row;
  countedOf: (row: Row) => string;
  shownRows: (rows: readonly Row[], filter: Row, sort: undefined) => readonly Row[];
  tallyOf: (
    rows: readonly Row[],
    files: readonly Found[],
  ) => {
    readonly codes: Readonly<Record<string, Readonly<Record<string, number>>>>;
    readonly severities: object;
    readonly ofFiles: object;
    readonly hasEvent: boolean;
    readonly verdicts: object;
  };
  worstOf: (code: string, tally: { readonly codes: object }) => string;
};

function row(severities: Readonly<Record<string, string>>, counts: Row): Row {
  const none = { errors: 0, warnings: 0, notes: 0, illegal: 0, verdict: '', ending: '', ruleset: '' };
  const undecided = { decided_by: '', result_decided: '', counts: '' };
  return { ...none, ...undecided, result: '', severities, codes: Object.keys(severities), ...counts };
}

test('decided games have no other verdict, in counts and filter; an event has conditions', () => {
  const decided = row({}, { verdict: 'contradicted', decided_by: 'A. Referee' });
  const rows = [decided, row({}, { verdict: 'contradicted' })];
  expect(tallyOf(rows, [])).toMatchObject({ verdicts: { decided: 1, contradicted: 1 }, hasEvent: false });
  expect(shownRows(rows, { ...ALL, verdict: 'decided' }, undefined)).toEqual([decided]);
  expect(tallyOf([...rows, row({}, { counts: 'unknown' })], []).hasEvent).toBe(true);
});

test('a chart counts the games that its filter shows, by severity; findings of files are in the tiles only', () => {
  const rows = [
    row({ 'result/margin-differs': 'warning', 'dead/uncertain': 'note' }, { warnings: 1, notes: 3 }),
    row({ 'result/margin-differs': 'note' }, { notes: 1 }),
    row({ 'result/margin-differs': 'note' }, { notes: 1 }),
    row({}, {}),
  ];
  const file: Found = { found: { code: 'encoding/lossy', severity: 'note' } };
  const { codes, severities, ofFiles } = tallyOf(rows, [file, file]);
  expect(codes).toEqual({
    'result/margin-differs': { error: 0, warning: 1, note: 2 },
    'dead/uncertain': { error: 0, warning: 0, note: 1 },
  });
  // One warning among many notes is a warning.
  expect(Object.keys(codes).map((code) => worstOf(code, { codes }))).toEqual(['warning', 'note']);
  for (const [code, { error, warning, note }] of Object.entries(codes))
    expect(shownRows(rows, { ...ALL, code }, undefined)).toHaveLength(error! + warning! + note!);
  expect([severities, ofFiles]).toEqual([
    { error: 0, warning: 1, note: 7 },
    { error: 0, warning: 0, note: 2 },
  ]);
});

test.each([
  ['', 'W+3.5', 'W+3.5'],
  ['B+4.5', 'W+3.5', 'B+4.5'],
  ['0', 'W+3.5', '0'],
  ['B+F', '', ''],
  ['B+F', 'W+3.5', 'W+3.5'],
])('decided %j, counted %j: what was counted is %j', (decided, result, shown) => {
  expect(countedOf(row({}, { result_decided: decided, result }))).toBe(shown);
});
