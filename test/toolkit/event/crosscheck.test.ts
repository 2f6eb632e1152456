import { describe, expect, it, test } from 'vitest';
import {
  crosscheck,
  crosscheckFacts,
  differenceOf,
  type Crosscheck,
} from '../../../src/toolkit/event/crosscheck.js';
import { pairingText } from '../../../src/report/output/text.js';
import { rulingSheet } from '../../../src/report/output/ruling-sheet.js';
import { reasonsOf } from '../../../src/toolkit/event/difference.js';
import { factsOf } from '../../../src/toolkit/event/game-facts.js';
import { readTables } from '../../../src/toolkit/event/read-table.js';
import { WORDS } from '../../../src/core/words/all.js';
import { LANGUAGES } from '../../../src/core/words/languages.js';
import { termOf } from '../../../src/core/words/template.js';
import { messageOf } from '../../../src/core/findings/finding.js';
import { analyze } from '../../../src/referee/judge/analyze.js';
import { movesDigest } from '../../../src/referee/judge/decisions.js';
import { ENTRIES_DIFFER, NO_RESULT_YET, type GameReport } from '../../../src/referee/judge/report.js';
import { ABILITIES, diceOf, madeEvent, written } from '../../support/event-tables.js';

const encoder = new TextEncoder();

function reportsOf(...records: readonly string[]): readonly GameReport[] {
  return records.flatMap((text, i) => analyze(text, { file: `g${String(i)}.sgf` }).games);
}

function checked(table: string, ...records: readonly string[]): Crosscheck {
  const { tables, findings } = readTables([{ name: 'table', bytes: encoder.encode(table) }]);
  expect(findings).toEqual([]);
  return crosscheck(tables, reportsOf(...records));
}

function codesOf({ findings }: Crosscheck): string[] {
  return findings.map(({ finding }) => `${finding.code.slice(6)} ${finding.severity}`);
}

function record(header: string, moves = ';B[pd];W[dp];B[pp];W[dd]'): string {
  return `(;GM[1]FF[4]SZ[19]RU[Japanese]KM[6.5]${header}${moves})`;
}

const BW = 'PB[Lipi Ran]PW[Baden Kor]';
const WB = 'PB[Baden Kor]PW[Lipi Ran]';
const HEAD = 'round,table,white,black,handicap,komi,result,file\n';
const row = (handicap: string, komi: string, result: string): string =>
  `${HEAD}1,1,Baden Kor,Lipi Ran,${handicap},${komi},${result},\n`;
const H9 = (first: string, second: string): string =>
  `; EV[x]\n; KM[7.5]\n1 Baden Kor 3K CH Nor ${first}\n2 Lipi Ran 4K SE Ost ${second}\n`;
/** The left side is Black's, the right side White's, as marked; Black has 5 columns of 9. */
const WALL =
  ';AB[ea][eb][ec][ed][ee][ef][eg][eh][ei]AW[fa][fb][fc][fd][fe][ff][fg][fh][fi];B[];W[]TB[aa:di]TW[ga:ii]';
const counted = (result: string): string => `(;GM[1]FF[4]SZ[9]RU[Chinese]KM[0.5]RE[${result}]${BW}${WALL})`;

test.each([
  [BW, { black: 'Lipi Ran', white: 'Baden Kor' }],
  [WB, { black: 'Baden Kor', white: 'Lipi Ran' }],
])('names of the table by the colors of the record: %s', (names, players) => {
  const table = row('', '', '=');
  const { tables } = readTables([{ name: 'table', bytes: encoder.encode(table) }]);
  const [report] = reportsOf(record(`${names}RE[W+R]`));
  expect(differenceOf({ tables, aliases: [], findings: [] }, report!).table).toMatchObject({ players });
});

test.each([
  ['another winner', row('', '', 'W+'), 'W+', 'count B+8.5, unsure'],
  ['the same winner', row('', '', 'B+'), 'B+', ''],
])('an unsure count accuses nobody: %s', (_, table, re, reason) => {
  const { tables } = readTables([{ name: 'table', bytes: encoder.encode(table) }]);
  const facts = reportsOf(counted(re)).map(factsOf);
  const unsure = facts.map((one) => ({ ...one, count: { ...one.count!, confidence: 0.89 } }));
  const found = crosscheckFacts({ tables, aliases: [], findings: [] }, unsure);
  expect(found).toMatchObject({ rows: [{ verdict: 'agrees', reason }], findings: [], questions: [] });
  expect(pairingText(found).includes(`      ${reason}\n`)).toBe(reason !== '');
});

const MARGIN = { table: row('', '', 'B+7.5'), re: 'B+7.5' };
test.each([
  ['a margin that both have', MARGIN, 1, 'the board counts to B+8.5'],
  ['a margin of the record alone', { ...MARGIN, table: row('', '', 'B+') }, 1, 'the board counts to B+8.5'],
  ['the margin that is counted', { table: row('', '', 'B+8.5'), re: 'B+8.5' }, 1, ''],
  ['an unsure count', MARGIN, 0.89, ''],
])('where both agree, a sure count that contradicts them is said: %s', (_, { table, re }, sure, said) => {
  const { tables } = readTables([{ name: 'table', bytes: encoder.encode(table) }]);
  const [report] = reportsOf(counted(re));
  const verdict = sure < 1 ? 'unsure' : report!.settlement!.verdict;
  const game = { ...report!, settlement: { ...report!.settlement!, verdict } };
  const found = crosscheck(tables, [game]);
  expect(found).toMatchObject({ rows: [{ verdict: 'agrees', reason: said }], findings: [], questions: [] });
  expect(pairingText(found).includes(`      ${said}\n`)).toBe(said !== '');
  const asked = differenceOf({ tables, aliases: [], findings: [] }, game);
  expect(asked.table?.reason).toBe((said && `table and record agree; ${said}`) || undefined);
  for (const language of LANGUAGES) {
    const sheet = rulingSheet(game, { ...asked, language });
    expect(sheet.includes('<p>Table and record agree; ')).toBe(said !== '' && language === 'en');
    const question = said && termOf(asked.table!.reason!, WORDS[language]);
    // A question is a sentence: its first letter is a capital.
    expect(sheet).toContain(
      question && `<p>${question[0]!.toLocaleUpperCase(language)}${question.slice(1)}</p>`,
    );
  }
  const decision = { game: '', name: 'A. Referee', date: '2026-11-25', reason: 'seen', result: re };
  expect(crosscheck(tables, [{ ...game, decisions: [decision] }]).rows).toMatchObject([{ reason: '' }]);
});

test('a pairing and a game ask about each other where a name may be misspelled', () => {
  const { rows, findings } = checked(row('', '', 'W+'), record('PB[Ripi L]PW[Baden Kor]'));
  const [asked, asksBack] = ['does g0.sgf (1) call Lipi Ran "Ripi L"?', 'is "Ripi L" the table\'s Lipi Ran'];
  expect(rows.map(({ verdict, reason }) => [verdict, reason])).toEqual([['no-record', asked]]);
  const args = findings.map(({ finding }) => JSON.stringify(finding.args)).join();
  expect(args).toContain(JSON.stringify(asksBack).slice(1, -1));
});

test('a pairing without a record says that another round has two of its players; both are named', () => {
  const table = `${HEAD}1,1,Baden Kor,Lipi Ran,,,W+,\n2,1,Lipi Ran,Baden Kor,,,W+,\n`;
  const of = (...records: readonly string[]): Crosscheck => checked(table, ...records);
  const first = record(`${BW}RO[1]RE[W+R]`);
  const found = of(first, record(`${BW}RO[1]RE[W+R]`, ';B[aa];W[bb]'));
  expect(found.rows.map(({ reason }) => reason)).toEqual(['', 'round 1 has 2 records of these players']);
  expect(pairingText(found)).toContain('g0.sgf (1), g1.sgf (1) [table/several-records]');
  // One record in the first round is the one that belongs there.
  expect(of(first).rows.map(({ reason }) => reason)).toEqual(['', '']);
});

test('the findings that no pairing shows stand below them on a terminal', () => {
  const found = pairingText(checked(H9('2+/w0', '1+/b0')));
  expect(found).toMatch(/warning: .*\[table\/asymmetric\]/s);
});

test.each([
  ['the same colors', row('', '', 'B+'), `${BW}RE[W+R]`, 'B+'],
  ['the colors exchanged', row('', '', 'B+2.5'), `${WB}RE[W+R]`, 'W+2.5'],
  ['a default', row('', '', 'W+!'), `${BW}RE[B+R]`, 'W+F'],
  ['a draw', row('', '', '='), `${BW}RE[B+R]`, '0'],
  ['no result', row('', '', '?'), `${BW}RE[B+R]`, ''],
])('the result of the table as the record would have it: %s', (_, table, header, expected) => {
  const { rows } = checked(table, record(header));
  expect(rows.map(({ resultAsRE }) => resultAsRE)).toEqual([expected]);
});

test('of several tables a terminal shows which, in no more columns', () => {
  const one = row('', '', 'B+');
  const files = ['Open A.csv', 'Open B.csv'].map((name, i) => ({
    name: `tables/${name}`,
    bytes: encoder.encode(i === 0 ? one : one.replace('Baden', 'Jan').replace('Lipi', 'Ulla')),
  }));
  const text = pairingText(crosscheck(readTables(files).tables, reportsOf(record(`${BW}RE[W+R]`))));
  const lines = text.split('\n');
  expect(lines.map((line) => line.split(' ')[0])).toEqual(
    expect.arrayContaining(['group', '…n', '2']) as unknown,
  );
  expect(lines[2]).toMatch(/^…n A.csv 1 +1 .* differs +g0.sgf$/);
  expect(lines[4]).toMatch(/^…n B.csv 1 +1 .* no-record$/);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  const alone = pairingText(checked(one, record(`${BW}RE[W+R]`)));
  expect(alone.startsWith('round ')).toBe(true);
});

test('games that no pairing claims are named with their players', () => {
  const text = pairingText(checked(row('', '', 'B+'), record('PB[Hana]PW[Otto]RE[W+R]')));
  expect(text.replace(/\s+/g, ' ')).toContain('The game of "Hana" (Black) and "Otto" (White) is in no table');
  expect(text).toContain('g0.sgf');
});

test.each([
  [
    ['Group A', 'Group B'],
    ['Group A', 'Group B'],
  ],
  [
    ['Open A, Made Town', 'Open B, Made Town'],
    ['Open A,…', 'Open B,…'],
  ],
  [
    ['The Great Open A', 'The Great Open B'],
    ['… Open A', '… Open B'],
  ],
  [
    ['The Great A Open Cup', 'The Great B Open Cup'],
    ['1 The G…', '2 The G…'],
  ],
])('groups %j are shown so that they differ', (names, shown) => {
  const [table] = readTables([{ name: 't.csv', bytes: encoder.encode(row('', '', 'B+')) }]).tables;
  const text = pairingText(
    crosscheck(
      names.map((name) => ({ ...table!, name })),
      [],
    ),
  );
  for (const group of shown) expect(text).toContain(`\n${group.padEnd(8)} `);
});

describe('a pairing and its record', () => {
  it.each([
    ['agree', row('0', '6.5', 'W+'), [record(`${BW}RE[W+R]`)], 'agrees', []],
    ['agree with margin', row('', '', 'W+3.5'), [record(`${BW}RE[W+3.5]`)], 'agrees', []],
    ['another winner', row('', '', 'B+'), [record(`${BW}RE[W+R]`)], 'differs', ['result-differs error']],
    [
      'another margin',
      row('', '', 'W+2.5'),
      [record(`${BW}RE[W+3.5]`)],
      'differs',
      ['result-differs warning'],
    ],
    ['another end', row('', '', 'W+R'), [record(`${BW}RE[W+T]`)], 'differs', ['result-differs warning']],
    [
      'counted and resigned',
      row('', '', 'W+R'),
      [record(`${BW}RE[W+3.5]`)],
      'differs',
      ['result-differs warning'],
    ],
    ['jigo in the table', row('', '', '='), [record(`${BW}RE[W+3.5]`)], 'differs', ['result-differs error']],
    [
      'both lose by decision',
      row('', '', '0-0'),
      [record(`${BW}RE[W+3.5]`)],
      'differs',
      ['result-differs warning'],
    ],
    [
      'colors turned, the same winner',
      row('', '', 'W+'),
      [record(`${WB}RE[B+R]`)],
      'differs',
      ['colors-swapped error'],
    ],
    [
      'only the names exchanged',
      row('', '', 'W+'),
      [record(`${WB}RE[W+R]`)],
      'differs',
      ['colors-swapped error'],
    ],
    [
      'colors that the table does not know',
      H9('2+', '1-'),
      [record(`${WB}RE[B+R]KM[7.5]`).replace('KM[6.5]', '')],
      'agrees',
      [],
    ],
    [
      'handicap',
      row('4', '', 'W+'),
      [record(`${BW}HA[3]RE[W+R]`, ';AB[pd][dp][pp];W[dd];B[cc]')],
      'differs',
      ['handicap-differs error'],
    ],
    [
      'the stones are as in the table, HA is not',
      row('3', '', 'W+'),
      [record(`${BW}HA[4]RE[W+R]`, ';AB[pd][dp][pp];W[dd];B[cc]')],
      'agrees',
      [],
    ],
    ['handicap 1 is no handicap', row('1', '', 'W+'), [record(`${BW}RE[W+R]`)], 'agrees', []],
    [
      'no HA, an even opening',
      row('4', '', 'W+'),
      [record(`${BW}RE[W+R]`)],
      'differs',
      ['handicap-differs error'],
    ],
    [
      'no HA, White begins: stones may be left out',
      row('4', '', 'W+'),
      [record(`${BW}RE[W+R]`, ';W[dd];B[pp]')],
      'agrees',
      [],
    ],
    ['komi', row('0', '7.5', 'W+'), [record(`${BW}RE[W+R]`)], 'differs', ['komi-differs warning']],
    [
      'komi of the event',
      H9('2+/w0', '1-/b0'),
      [record(`${BW}RE[W+R]`)],
      'differs',
      ['komi-differs warning'],
    ],
    [
      'komi of the event in a handicap game',
      H9('2+/w2', '1-/b2'),
      [record(`${BW}HA[2]RE[W+R]`, ';AB[pd][dp];W[dd];B[cc]')],
      'agrees',
      [],
    ],
    ['no record', row('', '', 'W+'), [], 'no-record', ['no-record note']],
    ['no record of a game won by default', row('', '', 'W+!'), [], 'no-record', []],
    ['no record of a game without a result', row('', '', '?'), [], 'no-record', []],
    [
      'won by default, but played',
      row('', '', 'W+!'),
      [record(`${BW}RE[W+R]`)],
      'differs',
      ['by-default-but-played warning'],
    ],
    [
      'won by default, but the other player won the game that was played',
      row('', '', 'W+!'),
      [record(`${BW}RE[B+T]`)],
      'differs',
      ['by-default-but-played warning', 'result-differs warning'],
    ],
    [
      'won by default by the other player',
      row('', '', 'W+!'),
      [record(`${BW}RE[B+F]`)],
      'differs',
      ['result-differs error'],
    ],
    ['won by default, and the record says so', row('', '', 'W+!'), [record(`${BW}RE[W+F]`)], 'agrees', []],
    [
      'no result, but a record',
      row('', '', '?'),
      [record(`${BW}RE[W+R]`)],
      'differs',
      ['unplayed-but-record warning'],
    ],
    ['no result in the table or the record', row('', '', '?'), [record(BW)], 'cannot-tell', []],
    [
      'a result that is unknown in the table and in the record',
      H9('2?/w0', '1?/b0'),
      [record(`${BW}RE[?]KM[7.5]`).replace('KM[6.5]', '')],
      'cannot-tell',
      [],
    ],
    [
      'a cancelled game, but a record',
      row('', '', 'void'),
      [record(BW)],
      'differs',
      ['unplayed-but-record warning'],
    ],
    ['the record has no result', row('', '', 'W+'), [record(BW)], 'cannot-tell', []],
    [
      'two records that agree',
      row('', '', 'W+'),
      [record(`${BW}RE[W+R]`), record(`${BW}RE[W+R]`)],
      'agrees',
      ['several-records warning'],
    ],
    [
      'two records that differ',
      row('', '', 'W+'),
      [record(`${BW}RE[W+R]`), record(`${BW}RE[B+R]`)],
      'cannot-tell',
      ['several-records warning'],
    ],
    [
      'the halves disagree',
      H9('2+/w0', '1+/b0'),
      [record(`${BW}RE[W+R]`)],
      'cannot-tell',
      ['asymmetric warning'],
    ],
    ['the count agrees with both', row('', '', 'B+'), [counted('B+8.5')], 'agrees', []],
    ['the count contradicts both', row('', '', 'W+'), [counted('W+')], 'differs', ['count-differs warning']],
    [
      'the count contradicts a table, and RE does too',
      row('', '', 'W+'),
      [counted('B+8.5')],
      'differs',
      ['result-differs error'],
    ],
    [
      'a stranger',
      row('', '', 'W+'),
      [record(`${BW}RE[W+R]`), record('PB[Womo Nes]PW[Lipi Ran]RE[B+R]')],
      'agrees',
      ['not-listed warning'],
    ],
    [
      'only strangers',
      row('', '', 'W+'),
      [record('PB[Ann]PW[Bo]RE[B+R]')],
      'no-record',
      ['no-record note', 'not-listed error'],
    ],
  ] as const)('%s', (_, table, records, verdict, codes) => {
    const found = checked(table, ...records);
    expect(codesOf(found)).toEqual(codes);
    expect(found.rows.map((one) => one.verdict)).toEqual([verdict]);
  });
});

const MACMAHON = (
  first: string,
  second: string,
): string => `<TournamentData><Tournament><Name>x</Name></Tournament><Playerlist>
<Player><Id>1</Id><GoPlayer><FirstName>Kor</FirstName><Surname>Baden</Surname></GoPlayer></Player>
<Player><Id>2</Id><GoPlayer><FirstName>Ran</FirstName><Surname>Lipi</Surname></GoPlayer></Player>
<Player><Id>3</Id><GoPlayer><FirstName>Nes</FirstName><Surname>Womo</Surname></GoPlayer></Player>
</Playerlist><Roundlist><Round><RoundNumber>1</RoundNumber>
<Pairing><White>1</White><Black>2</Black><Handicap>0</Handicap><Result>${first}</Result></Pairing></Round>
<Round><RoundNumber>2</RoundNumber>
<Pairing><White>1</White><Black>3</Black><Handicap>0</Handicap><Result>${second}</Result></Pairing></Round></Roundlist></TournamentData>`;
const OTHER = 'PB[Womo Nes]PW[Baden Kor]';

test.each([
  ['1-0 is White in both', '1-0', 'W+R', 'W+R', ['agrees', 'agrees']],
  ['1-0 is Black in both', '1-0', 'B+R', 'B+R', ['agrees', 'agrees']],
  ['one of each: nobody can tell', '1-0', 'W+R', 'B+R', ['cannot-tell', 'cannot-tell']],
])('MacMahon: %s', (_, score, first, second, verdicts) => {
  const found = checked(MACMAHON(score, score), record(`${BW}RE[${first}]`), record(`${OTHER}RE[${second}]`));
  expect(found.rows.map(({ verdict }) => verdict)).toEqual(verdicts);
  expect(codesOf(found)).toEqual([]);
});

test('the row and the sentences', () => {
  const { rows, findings } = checked(row('0', '7.5', 'B+'), record(`${BW}RE[W+3.5]`));
  const reason = 'result differs: table B+, record W+3.5; komi differs: table 7.5, record 6.5';
  const players = { black: 'Lipi Ran', white: 'Baden Kor' };
  expect(rows).toEqual([
    {
      difference: {
        table: 'table',
        round: 1,
        result: 'B+',
        komi: { table: [7.5], record: 6.5 },
        reason,
        players,
      },
      players,
      of: { table: 0, pairing: 0 },
      round: 1,
      table: 1,
      black: 'Lipi Ran',
      white: 'Baden Kor',
      handicap: 0,
      komi: 7.5,
      resultTable: 'B+',
      resultAsRE: 'B+',
      file: 'g0.sgf',
      game: 1,
      resultDeclared: 'W+3.5',
      resultCounted: '',
      confidence: undefined,
      verdict: 'differs',
      reason,
    },
  ]);
  expect(findings.map(({ file, game }) => [file, game])).toEqual([
    ['g0.sgf', 1],
    ['g0.sgf', 1],
  ]);
  expect(findings.map(({ finding }) => messageOf(finding, { width: 19, height: 19 }))).toEqual([
    'Round 1, "Lipi Ran" (Black) against "Baden Kor" (White): the table has "B+", the record "W+3.5"',
    'Round 1, "Lipi Ran" (Black) against "Baden Kor" (White): the table has komi 7.5, the record 6.5',
  ]);
});

const LETTER: Readonly<Record<string, string>> = { black: 'B', white: 'W' };

test.each(Array.from({ length: 100 }, (_, seed) => seed))(
  'records that were made from the table have no finding (seed %i)',
  (seed) => {
    const event = madeEvent(diceOf(seed), ABILITIES.opengotha);
    const [file] = written(event, 'opengotha');
    const records = event.games
      .filter(({ byDefault, outcome }) => !byDefault && outcome in LETTER)
      .map(({ black, white, round, outcome }) => {
        const name = (one: typeof black): string => `${one.first} ${one.surname}`;
        return `(;GM[1]FF[4]SZ[19]RO[${String(round)}]PB[${name(black)}]PW[${name(white)}]RE[${LETTER[outcome]!}+R];W[pd];B[dd])`;
      });
    const { tables } = readTables([{ name: file!.name, bytes: encoder.encode(file!.text) }]);
    const reports = records.flatMap(
      (text, i) => analyze(text, { file: `g${String(i)}.sgf`, score: false }).games,
    );
    const { rows, findings } = crosscheck(tables, reports);
    const wanted = ['table/no-record'];
    expect(findings.filter(({ finding }) => !wanted.includes(finding.code))).toEqual([]);
    expect(rows.filter(({ verdict }) => verdict === 'agrees')).toHaveLength(records.length);
  },
);

test.each([
  [7.5, [], ''],
  [0.5, ['komi-differs warning'], 'komi differs: table 7.5, ruling 0.5'],
])('a game is compared by the komi that a referee has decided: %d', (komi, codes, reason) => {
  const { tables } = readTables([{ name: 'table', bytes: encoder.encode(row('0', '7.5', 'W+')) }]);
  const decision = { game: '', name: 'A. Referee', date: '2026-11-25', reason: 'as posted', komi };
  const games = reportsOf(record(`${BW}RE[W+R]`)).map((game) => ({ ...game, decisions: [decision] }));
  const found = crosscheck(tables, games);
  expect(codesOf(found)).toEqual(codes);
  expect(found.rows).toMatchObject([{ reason, differed: 'komi differs: table 7.5, record 6.5' }]);
  for (const { finding } of found.findings)
    expect(messageOf(finding, { width: 19, height: 19 })).toMatch(/the table has komi 7.5, the ruling 0.5$/);
});

test.each([
  ['komi, and the table has the ruling', { komi: 20.5 }, 'W+11.5', 'agrees', ''],
  [
    'komi, and the table has RE',
    { komi: 20.5 },
    'B+8.5',
    'differs',
    'result differs: table B+8.5, ruling W+11.5; by the ruling Baden Kor wins',
  ],
  ['a group, and the table has the ruling', { dead: ['E1'] }, 'W+81.5', 'agrees', ''],
  ['a move, and RE holds', { accepted: [3] }, 'B+8.5', 'agrees', ''],
])('a game is compared by its count after a ruling: %s', (_, ruled, entered, verdict, reason) => {
  const { tables } = readTables([{ name: 'table', bytes: encoder.encode(row('', '', entered)) }]);
  const [before] = reportsOf(counted('B+8.5'));
  const game = movesDigest(before!.record);
  const decision = { game, name: 'A. Referee', date: '2026-11-25', reason: 'as posted', ...ruled };
  const { games } = analyze(counted('B+8.5'), { decisions: [decision] });
  const found = crosscheck(tables, games);
  expect(found.rows).toMatchObject([{ verdict, reason }]);
  expect(codesOf(found).filter((code) => !code.startsWith('komi'))).toEqual(
    verdict === 'differs' ? ['result-differs warning'] : [],
  );
});

test('records that name opposite winners are a question for the referee, until it is decided', () => {
  const { tables } = readTables([{ name: 'table', bytes: encoder.encode(row('0', '6.5', 'W+')) }]);
  const games = reportsOf(record(`${BW}RE[W+R]`), record(`${BW}RE[B+R]`));
  const reason = 'there are several records, and they differ';
  const found = crosscheck(tables, games);
  expect(found.rows).toMatchObject([{ verdict: 'cannot-tell', reason }]);
  expect(found.questions).toEqual([
    { need: 'table-differs', text: reason, file: 'g0.sgf', game: 1, before: undefined },
  ]);
  const by = { game: '', name: 'A. Referee', date: '2026-11-25', reason: 'both say so' };
  const decided = games.map((game) => ({ ...game, decisions: [{ ...by, result: 'W+R' }] }));
  for (const mixed of [decided, [games[0]!, decided[1]!], [decided[0]!, games[1]!]]) {
    const settled = crosscheck(tables, mixed);
    expect(settled.questions).toEqual([]);
    expect(settled.rows).toMatchObject([{ verdict: 'agrees', resultDecided: 'W+R', differed: reason }]);
    expect(settled.rows[0]?.difference?.records).toHaveLength(2);
  }
});

test('the record that another of its pairing replaced says which one was decided, and how', () => {
  const { tables } = readTables([{ name: 'table', bytes: encoder.encode(row('0', '6.5', 'W+')) }]);
  const [ruled, other] = reportsOf(record(`${BW}RE[W+R]`), record(`${BW}RE[B+R]`));
  const by = { game: '', name: 'A. Referee', date: '2026-11-25', reason: 'both say so' };
  const others = [factsOf({ ...ruled!, decisions: [{ ...by, result: 'W+R' }] })];
  const about = { tables, aliases: [], findings: [], others };
  expect(differenceOf(about, other!)).toMatchObject({
    tableQuestion: 'another record of the pairing was decided: g0.sgf (1), W+R',
    table: { records: [{ result: 'B+R' }, { result: 'W+R' }] },
  });
  expect(crosscheckFacts(about, [...others, factsOf(other!)]).questions).toEqual([]);
});

test.each([
  ['=', 'result differs: table =, record W+R; there are several records, and they differ'],
  ['?', 'no result in the table, record W+R; there are several records, and they differ'],
])('records that contradict each other are named although both differ from %s', (entered, reason) => {
  const { tables } = readTables([{ name: 'table', bytes: encoder.encode(row('0', '6.5', entered)) }]);
  const found = crosscheck(tables, reportsOf(record(`${BW}RE[W+R]`), record(`${BW}RE[B+R]`)));
  expect(found.rows).toMatchObject([{ verdict: 'differs', reason }]);
  expect(found.rows[0]?.difference?.records?.map(({ result }) => result)).toEqual(['W+R', 'B+R']);
  expect(found.questions).toMatchObject([{ text: reason }]);
});

test('two entries of a table that disagree are a question to the referee', () => {
  const { tables } = readTables([{ name: 'table.h9', bytes: encoder.encode(H9('2+/w0', '1+/b0')) }]);
  const found = crosscheck(tables, reportsOf(record(`${BW}RE[W+R]`)));
  expect(found.rows).toMatchObject([{ verdict: 'cannot-tell', reason: ENTRIES_DIFFER }]);
  expect(found.questions).toMatchObject([{ need: 'table-differs', text: ENTRIES_DIFFER }]);
});

test.each([
  ['Lipi Ran', 'W+', 'agrees', ''],
  ['Ran LIPI', 'W+', 'agrees', ''],
  ['Lipi R.', 'W+', 'agrees', ''],
  ['Lipi', 'W+', 'agrees', ''],
  ['Lypi Ran', 'W+', 'agrees', ''],
  ['Lippi Ran', 'W+', 'agrees', ''],
  ['Lapi Ran', 'W+', 'agrees', 'the record calls Lipi Ran "Lapi Ran"'],
  ['Lipinski Ran', 'W+', 'agrees', 'the record calls Lipi Ran "Lipinski Ran"'],
  ['Lapi Ran', 'B+', 'differs', 'result differs: table B+, record W+R; the record calls Lipi Ran "Lapi Ran"'],
  ['Lapi Ran', '?', 'differs', 'no result in the table, record W+R; the record calls Lipi Ran "Lapi Ran"'],
])(
  'Black is %s, the table has %s: %s, and a name spelt otherwise is named',
  (black, result, verdict, reason) => {
    const { rows } = checked(row('', '', result), record(`RO[1]PB[${black}]PW[Baden Kor]RE[W+R]`));
    expect(rows).toMatchObject([{ verdict, reason }]);
  },
);

test('a cut name with two letters left of its last word is no other spelling', () => {
  const table = `${HEAD}1,1,Baden Kor,Roubertie Julien,,,W+,\n`;
  const { rows } = checked(table, record('RO[1]PB[Roubertie Ju]PW[Baden Kor]RE[W+R]'));
  expect(rows).toMatchObject([{ verdict: 'agrees', reason: '' }]);
});

test.each([
  ['Anna Bergmann', 'Anna Berg'],
  ['Anna Berg', 'Anna Bergmann'],
  ['Bergmann Anna', 'Anna Berg'],
])('the table has %s, the record %s: another name may go on, so it is named', (name, black) => {
  const table = `${HEAD}1,1,Baden Kor,${name},,,W+,\n`;
  const { rows } = checked(table, record(`RO[1]PB[${black}]PW[Baden Kor]RE[W+R]`));
  expect(rows).toMatchObject([{ verdict: 'agrees', reason: `the record calls ${name} "${black}"` }]);
});

test('a question stays one with a name that is spelt otherwise', () => {
  const found = checked(row('', '', '?'), record('RO[1]PB[Lapi Ran]PW[Baden Kor]'));
  const reason = `${NO_RESULT_YET}; the record calls Lipi Ran "Lapi Ran"`;
  expect(found.rows).toMatchObject([{ verdict: 'cannot-tell', reason }]);
  expect(found.questions).toMatchObject([{ text: reason }]);
  const german =
    'noch kein Ergebnis, weder in der Tabelle noch in der Aufzeichnung; die Aufzeichnung nennt Lipi Ran „Lapi Ran“';
  expect(termOf(reason, WORDS.de)).toBe(german);
});

test('a game without a result anywhere is a question to the referee', () => {
  const found = checked(row('', '', '?'), record(`${BW}RE[?]`));
  expect(found.rows).toMatchObject([{ reason: NO_RESULT_YET }]);
  expect(found.questions).toMatchObject([{ need: 'table-differs', text: NO_RESULT_YET }]);
});

test('the sheet of a game without a result anywhere asks who won, and has no line that says nothing', () => {
  const { tables } = readTables([{ name: 'table', bytes: encoder.encode(row('', '', '?')) }]);
  const [report] = analyze(record(BW), { keepBoard: true }).games;
  const ahead = { color: 'black', confidence: 0.8, lowHalves: -1, highHalves: 103, open: [] } as const;
  const game = { ...report!, ahead };
  const asked = differenceOf({ tables, aliases: [], findings: [] }, game);
  for (const language of LANGUAGES) {
    const { sheet: words } = WORDS[language];
    const outcomes = `${words.ahead}</th>\n<td>${words.black}: W+0.5 – B+51.5</td>`;
    for (const table of [asked, {}]) {
      const sheet = rulingSheet(game, { ...table, language });
      expect(sheet).toContain(`<p>${words.whoWon}</p>`);
      expect(sheet).not.toContain(words.whichIsRight);
      expect(sheet.split('<tbody>').slice(1)).toEqual([expect.stringContaining(outcomes)]);
      expect(sheet.match(/<tr>/g)).toHaveLength(1);
      expect(sheet).toContain(`<p>${words.notScored}: `);
    }
  }
});

const OPEN = 'No result in the table or the record yet';
test.each([
  ['?', '', `${NO_RESULT_YET}; by the ruling Lipi Ran wins`, OPEN, 'the ruling gives "B+"'],
  ['?', 'RE[?]', `${NO_RESULT_YET}; by the ruling Lipi Ran wins`, OPEN, 'the ruling gives "B+"'],
  [
    '?',
    'RE[W+R]',
    'no result in the table, ruling B+; by the ruling Lipi Ran wins',
    'No result in the table, record W+R',
    'the ruling gives "B+"',
  ],
  [
    'void',
    'RE[W+R]',
    'unplayed but record; by the ruling Lipi Ran wins',
    'Unplayed but record',
    'the ruling gives "B+"',
  ],
])('the table has %s, the record "%s", and a referee decides', (entered, re, reason, question, said) => {
  const { tables } = readTables([{ name: 'table', bytes: encoder.encode(row('', '', entered)) }]);
  const decision = { game: '', name: 'A. Referee', date: '2026-11-25', reason: 'seen', result: 'B+' };
  const [report] = reportsOf(record(`${BW}${re}`));
  const game = { ...report!, undecided: report!, decisions: [decision] };
  const found = crosscheck(tables, [game]);
  expect(found.rows).toMatchObject([{ verdict: 'differs', reason }]);
  const [{ finding } = { finding: undefined }] = found.findings;
  expect(finding?.code).toBe('table/unplayed-but-record');
  expect(messageOf(finding!, report!.record)).toContain(`no result in the table, ${said}`);
  const sheet = rulingSheet(game, differenceOf({ tables, aliases: [], findings: [] }, game));
  expect(sheet).toContain(`<p>${question}</p>`);
  for (const language of LANGUAGES.filter((one) => one !== 'en'))
    expect(termOf(reason, WORDS[language])).not.toMatch(/[a-z]{3,} the /);
});

test('the sheet of a game knows the other records of its pairing only if they are given', () => {
  const { tables } = readTables([{ name: 'table', bytes: encoder.encode(row('0', '6.5', 'W+')) }]);
  const games = reportsOf(record(`${BW}RE[B+R]`), record(`${BW}RE[W+R]`));
  const compared = { tables, aliases: [], findings: [] };
  const [one, other] = games;
  const alone = differenceOf(compared, other!);
  expect([alone.tableQuestion, alone.table?.result, alone.table?.records]).toEqual(['', 'W+', undefined]);
  const found = differenceOf({ ...compared, others: [factsOf(one!)] }, other!);
  expect(found.tableQuestion).toBe('there are several records, and they differ');
  expect(found.table).toMatchObject({
    result: 'W+',
    records: [
      { file: 'g1.sgf (1)', result: 'W+R' },
      { file: 'g0.sgf (1)', result: 'B+R' },
    ],
  });
  const sheet = rulingSheet(other!, found);
  expect(sheet).toMatch(/RE: g1\.sgf \(1\).*W\+R .*RE: g0\.sgf \(1\).*B\+R /s);
});

/** White takes back a ko at once, which is graver than what a table says. */
const ILLEGAL = `${BW}RU[Japanese]SZ[5]RE[W+R];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ed];W[bb];B[cb];W[bb]`;

test.each([
  ['that agrees', ILLEGAL, 'W+', /<small> table; Round: 1<\/small>.*W\+ \(/s],
  ['that differs', ILLEGAL, 'B+', /<small> table; Round: 1<\/small>.*B\+ \(/s],
  [
    'that does not list the game',
    ILLEGAL.replace(BW, 'PB[A B]PW[C D]'),
    'W+',
    /table; neither player is in the table/,
  ],
])('the sheet of a graver question has the row of a table %s', (_, sgf, result, shown) => {
  const { tables } = readTables([{ name: 'table', bytes: encoder.encode(row('', '', result)) }]);
  const report = analyze(`(;GM[1]FF[4]${sgf})`, { keepBoard: true }).games[0]!;
  const { tableQuestion, table } = differenceOf({ tables, aliases: [], findings: [] }, report);
  expect(rulingSheet(report, { tableQuestion, table })).toMatch(shown);
});

test.each([
  ['of another round', `${BW}RO[3]RE[B+R]`, ''],
  ['of another round, with names exchanged', `${WB}RO[3]RE[B+R]`, '; Black and White are exchanged'],
])('what is to be done about a record %s', (_, header, exchanged) => {
  const { rows } = checked(row('', '', 'B+'), record(header));
  expect(rows.map(({ verdict, file, reason }) => [verdict, file, reason])).toEqual([
    [
      'cannot-tell',
      '',
      `the record is from round 3, the pairing from round 1${exchanged} (g0.sgf (1)); correct RO or the path of the record, or the round in the table`,
    ],
  ]);
});

test.each([
  ['with a record', record(`${BW}RE[B+R]`), 'cannot-tell', []],
  ['without one', record('PB[C D]PW[E F]'), 'no-record', ['table/not-listed']],
])(
  'a result that cannot be read is named, and its game is not called unplayed: %s',
  (_, game, verdict, codes) => {
    const { tables, findings } = readTables([
      { name: 'open.csv', bytes: encoder.encode(row('', '', 'B++')) },
    ]);
    const compared = crosscheckFacts({ tables, aliases: [], findings }, reportsOf(game).map(factsOf));
    expect(compared.rows.map((one) => [one.verdict, one.reason])).toEqual([
      [verdict, 'the result "B++" of the table cannot be read (open.csv, line 2)'],
    ]);
    expect(compared.findings.map(({ finding }) => finding.code)).toEqual(['table/malformed', ...codes]);
    expect(pairingText(compared)).toMatch(/\nopen\.csv:2:26: warning: The results table has "B\+\+" where/);
  },
);

test('which color a 1-0 of an open table means is known from the other games of the event', () => {
  const lines = ['Lipi Ran,Baden Kor', 'Ada Brun,Cleo Dahl', 'Emil Falk,Gro Holm'];
  const text = lines.map((players) => `1,,${players},0,6.5,B+,\n`).join('');
  const csv = `round,table,black,white,handicap,komi,result,file\n${text}`;
  const { tables } = readTables([{ name: 'table', bytes: encoder.encode(csv) }]);
  const open = tables.map((table) => ({ ...table, isReadingOpen: true }));
  const compared = { tables: open, aliases: [], findings: [] };
  const [game, ...others] = reportsOf(
    record(`${BW}RE[W+R]`),
    record('PB[Ada Brun]PW[Cleo Dahl]RE[B+R]'),
    record('PB[Emil Falk]PW[Gro Holm]RE[B+R]'),
  );
  expect(differenceOf(compared, game!).tableQuestion).toBe('');
  expect(differenceOf({ ...compared, others: others.map(factsOf) }, game!)).toMatchObject({
    tableQuestion: 'result differs: table B+, record W+R',
  });
});

test.each([
  ['a forfeit that turns the winner differs from the table', 'B+F', 'W+', ['result-differs warning']],
  ['a forfeit that the table has agrees', 'B+F', 'B+', []],
  ['the declared result stands', 'W+R', 'W+', []],
])('a game that a referee has decided is compared by the decision: %s', (_, result, entered, codes) => {
  const { tables } = readTables([{ name: 'table', bytes: encoder.encode(row('0', '6.5', entered)) }]);
  const decision = { game: '', name: 'A. Referee', date: '2026-11-25', reason: 'walked out', result };
  const games = reportsOf(record(`${BW}RE[W+R]`)).map((game) => ({ ...game, decisions: [decision] }));
  const found = crosscheck(tables, games);
  expect(codesOf(found)).toEqual(codes);
  expect(found.rows).toMatchObject([{ resultDeclared: 'W+R', resultDecided: result }]);
  for (const { finding } of found.findings)
    expect(messageOf(finding, { width: 19, height: 19 })).toMatch(/the table has "W\+", the ruling "B\+F"$/);
  if (codes.length > 0)
    expect(found.rows[0]?.difference?.reason).toBe('result differs: table W+, ruling B+F');
});

test.each([
  ['the winner', `${BW}RE[B+R]`, 'W+', 'result differs: table W+, record B+R', ['result-differs']],
  ['colors and winner', `${WB}RE[W+R]`, 'W+', 'colors swapped, so another player won', ['colors-swapped']],
])(
  'what still differs of a decided game is a warning, though the ruling is what the record says: %s',
  (_, text, entered, reason, codes) => {
    const { tables } = readTables([{ name: 'table', bytes: encoder.encode(row('0', '6.5', entered)) }]);
    const games = reportsOf(record(text));
    expect(codesOf(crosscheck(tables, games))).toContain(`${codes[0]!} error`);
    const result = /RE\[([^\]]*)/.exec(text)![1]!;
    const decision = { game: '', name: 'A. Referee', date: '2026-11-25', reason: 'seen', result };
    const found = crosscheck(
      tables,
      games.map((game) => ({ ...game, decisions: [decision] })),
    );
    expect(codesOf(found)).toEqual(codes.map((code) => `${code} warning`));
    const said = `${reason}; by the ruling Lipi Ran wins`;
    expect(found.rows).toMatchObject([{ verdict: 'differs', reason: said, resultDecided: result }]);
    expect(found.questions).toEqual([]);
  },
);

test.each([
  ['swapped colors', row('0', '', 'W+'), record(`${WB}RE[W+R]`), 'colors swapped, so another player won'],
  ['a count', row('0', '', 'W+'), counted('B+7.5'), 'result differs: table W+, record B+7.5'],
])('a decision about a move names no winner: %s', (_, table, sgf, reason) => {
  const { tables } = readTables([{ name: 'table', bytes: encoder.encode(table) }]);
  const decision = { game: '', name: 'A. Referee', date: '2026-11-25', reason: 'seen', accepted: [2] };
  const games = reportsOf(sgf).map((game) => ({ ...game, decisions: [decision] }));
  expect(crosscheck(tables, games).rows).toMatchObject([{ reason }]);
});

const SWAPPED = 'Colors swapped, so another player won; the table has Lipi Ran as Black';
const DECISION = { game: '', name: 'A. Referee', date: '2026-11-25', reason: 'seen', result: 'W+R' };
test.each([
  ['open', WB, [], [`<p>${SWAPPED}</p>`, '<p>Is the table right']],
  ['decided', WB, [DECISION], [`<p>${SWAPPED}</p>`, 'W+R (by the ruling Lipi Ran wins): decided by']],
  ['with a graver question', `${WB}${ILLEGAL.slice(BW.length)}`, [], [`<p>${SWAPPED}</p>`]],
  ['not swapped', BW, [DECISION], ['W+R (by the ruling Baden Kor wins): decided by']],
])(
  'the sheet of a game with swapped colors names the Black of the table: %s',
  (_, names, decisions, said) => {
    const { tables } = readTables([{ name: 'table', bytes: encoder.encode(row('', '', 'W+')) }]);
    const text = names.length > WB.length ? `(;GM[1]FF[4]${names})` : record(`${names}RE[W+R]`);
    const [report] = analyze(text, { keepBoard: true }).games;
    const game = decisions.length > 0 ? { ...report!, decisions } : report!;
    const asked = differenceOf({ tables, aliases: [], findings: [] }, game);
    const sheets = LANGUAGES.map((language) => rulingSheet(game, { ...asked, language }));
    for (const part of said) expect(sheets[0]).toContain(part);
    expect(sheets.filter((sheet) => sheet.includes('the table has Lipi Ran as Black'))).toHaveLength(
      names.startsWith(WB) ? 1 : 0,
    );
  },
);

test.each([
  ['swapped colors', WB, 'ruling B+3.5; colors swapped; by the ruling Lipi Ran wins'],
  ['the same colors', BW, 'ruling W+3.5'],
])(
  'a terminal has a ruling by the colors of its row, pairings.csv by those of the record: %s',
  (_, names, said) => {
    const entered = names === WB ? 'B+' : 'W+';
    const { tables } = readTables([{ name: 'table', bytes: encoder.encode(row('', '', entered)) }]);
    const [game] = reportsOf(record(`${names}RE[W+3.5]`));
    const found = crosscheck(tables, [{ ...game!, decisions: [{ ...DECISION, result: 'W+3.5' }] }]);
    expect(pairingText(found)).toContain(`\n      ${said}\n`);
    expect(found.rows).toMatchObject([{ resultDecided: 'W+3.5' }]);
  },
);

test.each([
  [true, 'colors swapped, so another player won'],
  [false, 'colors swapped'],
])('swapped colors, the same color won: %s', (hasOtherWinner, reason) => {
  expect(reasonsOf({ faults: [{ code: 'table/colors-swapped', args: { hasOtherWinner } }] })).toBe(reason);
});
