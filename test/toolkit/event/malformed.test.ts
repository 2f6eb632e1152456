import { describe, expect, it, test } from 'vitest';
import { readTables } from '../../../src/toolkit/event/read-table.js';
import type { Table } from '../../../src/toolkit/event/table.js';
import { messageOf } from '../../../src/core/findings/finding.js';

const encoder = new TextEncoder();

interface Given {
  readonly name: string;
  readonly text: string;
}

function read(...files: readonly Given[]): { found: string[]; table: Table | undefined; texts: string[] } {
  const { tables, findings } = readTables(
    files.map(({ name, text }) => ({ name, bytes: encoder.encode(text) })),
  );
  const all = [...findings, ...tables.flatMap((table) => table.findings)];
  return {
    found: all.map(
      ({ finding }) => `${String(finding.line)}:${String(finding.column)} ${finding.code.slice(6)}`,
    ),
    table: tables[0],
    texts: all.map(({ finding }) => messageOf(finding, { width: 19, height: 19 })),
  };
}

const H9 = `; EV[Spring Open]
; KM[6.5]
   1 Baden Kor                      3K CH Nor  36 120 0 0   2+/w0   3+/b2
   2 Lipi Ran                       4K SE Ost  35 110 0 0   1-/b0   4=/w0
   3 Süvek Tal                      5K PL Süd  34 100 0 0   4+/w0   1-/w2
   4 Womo Nes                       9K FI Wes  33  90 0 0   3-/b0   2=/b0
`;
const TOU = `;name=Spring Open
;date=02/05/2026
;komi=7.5
   1 Baden Kor                 3K 1000001 Nor    2+w0    3+b2
   2 Lipi Ran                  4K 1000002 Ost    1-b0   0=
   3 Suvek Tal                 5K 1000003 Sud   0+       1-w2
`;
const AGA = `TOURNEY Spring Open, Lakeside
  start=5/2/2026
  rules=AGA

PLAYERS
1001 Baden, Kor 3k
1002 Lipi, Ran 4k

GAMES 1
1001 1002 W 0 7
END
`;
const REGISTER = `## TOURNEY Spring Open
## ROUNDS 2
USA1001 Baden, Kor 3.5
USA1002 Lipi, Ran 4k CLUB=OST # note
`;
const ROUND = 'USA1001 USA1002 w 0 7 # Baden : Lipi\n';
const GOTHA = `<?xml version="1.0" encoding="UTF-8"?>
<Tournament dataVersion="201">
<Players>
<Player name="Baden" firstName="Kor" rank="3K"/>
<Player name="Lipi" firstName="Ran" rank="4K"/>
</Players>
<Games>
<Game blackPlayer="BADENKOR" whitePlayer="LIPIRAN" handicap="0" result="RESULT_BLACKWINS" roundNumber="1" tableNumber="1"/>
</Games>
<TournamentParameterSet><GeneralParameterSet komi="6.5" beginDate="2026-05-02"/></TournamentParameterSet>
</Tournament>`;
const MACMAHON = `<?xml version="1.0"?>
<TournamentData>
<Tournament><Name>Spring Open</Name><NumberOfRounds>1</NumberOfRounds></Tournament>
<Playerlist>
<Player><Id>1</Id><GoPlayer><FirstName>Kor</FirstName><Surname>Baden</Surname></GoPlayer></Player>
<Player><Id>2</Id><GoPlayer><FirstName>Ran</FirstName><Surname>Lipi</Surname></GoPlayer></Player>
</Playerlist>
<Roundlist><Round><RoundNumber>1</RoundNumber>
<Pairing><White>1</White><Black>2</Black><Handicap>0</Handicap><Result>1-0</Result></Pairing>
</Round></Roundlist>
</TournamentData>`;
const TOUR = `{
"name": "Spring Open",
"startDate": "2026-05-02",
"komi": 7.5,
"players": [
{"id": 1, "name": "Baden", "firstname": "Kor", "rank": -3},
{"id": 2, "name": "Lipi", "firstname": "Ran", "rank": -4}
],
"games": [[
{"id": 1, "t": 1, "w": 1, "b": 2, "h": 0, "r": "w"}
]]
}`;
const CSV = `round,table,white,black,handicap,komi,result,file
1,1,Baden Kor,Lipi Ran,0,6.5,W+3.5,a.sgf
2,1,Lipi Ran,Baden Kor,0,6.5,B+R,
`;

const whole = [
  ['h9', 't.h9', H9, 4],
  ['tou', 't.tou', TOU, 2],
  ['AGA report', 't.txt', AGA, 1],
  ['OpenGotha', 't.xml', GOTHA, 1],
  ['MacMahon', 't.xml', MACMAHON, 1],
  ['Pairgoth', 't.tour', TOUR, 1],
  ['CSV', 't.csv', CSV, 2],
] as const;

test.each(whole)('the sound %s table below has no finding', (_, name, text, pairings) => {
  const { found, table } = read({ name, text });
  expect(found).toEqual([]);
  expect(table!.pairings).toHaveLength(pairings);
});

test.each([
  ['German', 'Runde;Tisch;Weiß;Schwarz;Vorgabe;Komi;Ergebnis;Datei'],
  ['French', 'Ronde;Table;Blanc;Noir;Handicap;Komi;R\u0065\u0301sultat;Fichier'],
  ['Swedish', 'Rond;Bord;Vit;Svart;Handikapp;Komi;Resultat;Fil'],
  ['Finnish', 'Kierros;Pöytä;Valkoinen;Musta;Tasoitus;Komi;Tulos;Tiedosto'],
  ['Polish', 'Runda;Stół;Białe;Czarne;Handikap;Komi;Wynik;Plik'],
  ['Japanese', '回戦;卓;白;黒;置石;コミ;結果;ファイル'],
  ['Chinese', '轮次;台次;白;黑;让子;贴目;结果;文件'],
  ['Korean', '라운드;테이블;백;흑;접바둑;덤;결과;파일'],
])('columns of CSV in %s', (_, head) => {
  const { found, table } = read({
    name: 't.csv',
    text: `${head}\n2;3;Baden Kor;Lipi Ran;4;0,5;W+3,5;a.sgf\n`,
  });
  expect(found).toEqual([]);
  expect(table!.pairings).toMatchObject([
    {
      round: 2,
      table: 3,
      white: 1,
      black: 0,
      handicap: 4,
      komi: 0.5,
      result: { margin: 3.5 },
      file: 'a.sgf',
    },
  ]);
});

test.each([
  [
    'German',
    'Schwarz;Weiß',
    ['S+1,5', 'W+aufg.', 'Weiß', 'S+Z', 'B+2'],
    ['B 1.5', 'W R', 'W', 'B T', 'B 2'],
    false,
  ],
  ['a German win by default', 'Schwarz;Weiß', ['S+!', 'W+A!'], ['B !', 'W R!'], false],
  ['French', 'Noir;Blanc', ['N+2,5', 'B+abandon', 'blanc', '='], ['B 2.5', 'W R', 'W', 'jigo'], false],
  ['a French head over English letters', 'Noir;Blanc', ['B+2,5', 'W+R'], ['B 2.5', 'W R'], false],
  ['a French head over B alone', 'Noir;Blanc', ['B+2,5', 'B+R'], ['B 2.5', 'B R'], true],
  ['Swedish', 'Svart;Vit', ['S+3', 'V+tid'], ['B 3', 'W T'], false],
  ['Finnish', 'Musta;Valkoinen', ['M+luovutus', 'Valkea'], ['B R', 'W'], false],
  ['Polish', 'Czarne;Białe', ['C+czas', 'B+0,5'], ['B T', 'W 0.5'], false],
  ['English', 'black;white', ['B+2.5', 'W+R'], ['B 2.5', 'W R'], false],
])('results of CSV as a head in %s has them', (_, head, results, expected, isOpen) => {
  const rows = results.map((result, i) => `A ${String(i)};B ${String(i)};${result}`);
  const { found, table } = read({ name: 't.csv', text: `${head};result\n${rows.join('\n')}\n` });
  expect(found).toEqual([]);
  const said = table!.pairings.map(({ result: { outcome, margin, by }, byDefault }) => {
    const how = [margin === undefined ? '' : String(margin), { resign: 'R', time: 'T' }[String(by)] ?? ''];
    const winner = outcome === 'black' ? 'B' : outcome === 'white' ? 'W' : outcome;
    return `${winner} ${how.join('')}${byDefault ? '!' : ''}`.trim();
  });
  expect(said).toEqual(expected);
  expect(table!.isReadingOpen).toBe(isOpen);
});

/**
 * What is broken; the text; what is replaced by what; findings, each with the text around its place, `^` before it; pairings
 * that are left.
 */
type Row = readonly [what: string, text: string, from: string, to: string, found: string[], pairings: number];

const broken: readonly Row[] = [
  ['h9: an entry without a result', H9, '4=/w0', '4*/w0', ['malformed ^4*/w0'], 4],
  ['h9: an entry with a color that is none', H9, '3+/b2', '3+/x2', ['malformed ^3+/x2'], 4],
  ['h9: an entry is missing', H9, '   4=/w0', '', ['malformed 1-/b0^\n'], 4],
  ['h9: an opponent who is not there', H9, '4=/w0', '9=/w0', ['player-unknown ^9=/w0'], 4],
  ['h9: a player against himself', H9, '4=/w0', '2=/w0', ['malformed ^2=/w0'], 4],
  [
    'h9: a place that is no number',
    H9,
    '   2 L',
    '   x L',
    ['malformed ^x L', 'player-unknown ^2+/w0', 'player-unknown ^2=/b0'],
    2,
  ],
  [
    'h9: a place twice',
    H9,
    '   4 W',
    '   3 W',
    ['malformed ^3 W', 'player-unknown ^4=/w0', 'player-unknown ^4+/w0'],
    2,
  ],
  ['h9: a player without a rank', H9, '4K', '  ', ['malformed Ost  ^35'], 4],
  [
    'h9: a player without a name',
    H9,
    'Lipi Ran',
    '',
    ['malformed ^4K', 'player-unknown ^2+/w0', 'player-unknown ^2=/b0'],
    2,
  ],
  ['h9: komi in words', H9, '6.5', 'six', ['malformed ^; KM'], 4],
  ['h9: both have won', H9, '1-/b0', '1+/b0', ['asymmetric ^1+/b0'], 4],
  ['h9: both are White', H9, '1-/b0', '1-/w0', ['asymmetric ^1-/w0'], 4],
  ['h9: another handicap', H9, '1-/b0', '1-/b3', ['asymmetric ^1-/b3'], 4],
  ['h9: only one won by default', H9, '1-/b0', '1-!b0', ['asymmetric ^1-!b0'], 4],
  ['h9: the opponent has a bye', H9, '2=/b0', '0=', ['asymmetric ^4=/w0'], 4],
  ['tou: an entry of no sense', TOU, '1-b0', '1~b0', ['malformed ^1~b0'], 2],
  ['tou: a date of no sense', TOU, '02/05/2026', '32/05/2026', ['malformed ^;date'], 2],
  ['AGA: a result of no sense', AGA, ' W 0', ' X 0', ['malformed 1002 ^X'], 0],
  ['AGA: a player who is not registered', AGA, '1001 1002 W', '1001 1003 W', ['player-unknown ^1003'], 0],
  ['AGA: a game without a result', AGA, ' W 0 7', '', ['malformed 1001 1002^\n'], 0],
  ['AGA: komi in words', AGA, '0 7', '0 seven', ['malformed ^seven'], 1],
  ['AGA: a date of no sense', AGA, '5/2/2026', 'May', ['malformed ^start'], 1],
  ['AGA: text before the sections', AGA, 'TOURNEY', 'Results\nTOURNEY', ['malformed ^Results'], 1],
  [
    'AGA: an id twice',
    AGA,
    '1002 Lipi, Ran 4k',
    '1002 Lipi, Ran 4k\n1002 Womo, Nes 9k',
    ['malformed ^1002 Womo'],
    1,
  ],
  ['AGA: a player without a rank', AGA, ' 4k', '', ['malformed Ran^\n'], 1],
  ['OpenGotha: a result of no sense', GOTHA, 'RESULT_BLACKWINS', 'BLACK', ['malformed ^<Game b'], 1],
  ['OpenGotha: a key of nobody', GOTHA, 'LIPIRAN', 'LIPIRON', ['player-unknown ^<Game b'], 0],
  [
    'OpenGotha: a round that is no number',
    GOTHA,
    'roundNumber="1"',
    'roundNumber="I"',
    ['malformed ^<Game b'],
    0,
  ],
  [
    'OpenGotha: two players of one name',
    GOTHA,
    '"Lipi" firstName="Ran"',
    '"Baden" firstName="Kor"',
    [
      'malformed ^<Player name="Baden" firstName="Kor" rank="4K',
      'malformed ^<Game b',
      'player-unknown ^<Game b',
    ],
    0,
  ],
  ['OpenGotha: a quote is missing', GOTHA, 'rank="3K"', 'rank=3K', ['malformed rank=3^K'], 0],
  ['OpenGotha: the file is cut', GOTHA, '</Games>', '<', ['malformed <\n^<T'], 1],
  ['OpenGotha: an entity', GOTHA, 'rank="4K"', 'rank="&lol;"', ['malformed &lol;^"'], 1],
  ['OpenGotha: komi in words', GOTHA, 'komi="6.5"', 'komi="six"', ['malformed ^<General'], 1],
  ['MacMahon: a result of no sense', MACMAHON, '>1-0<', '>won<', ['malformed ^<Result'], 1],
  ['MacMahon: a player of no list', MACMAHON, '<White>1<', '<White>7<', ['player-unknown ^<White'], 0],
  [
    'MacMahon: an Id twice',
    MACMAHON,
    '<Id>2<',
    '<Id>1<',
    ['malformed ^<Player><Id>1</Id><GoPlayer><FirstName>Ran', 'player-unknown ^<Black'],
    0,
  ],
  [
    'MacMahon: the wrong end tag',
    MACMAHON,
    '</Round></Roundlist>',
    '</Roundlist>',
    ['malformed </Roundlist>^'],
    1,
  ],
  ['Pairgoth: a result of no sense', TOUR, '"r": "w"', '"r": "won"', ['malformed ^"won"'], 1],
  ['Pairgoth: a player of no list', TOUR, '"b": 2', '"b": 3', ['player-unknown "b": ^3'], 0],
  [
    'Pairgoth: an id twice',
    TOUR,
    '"id": 2',
    '"id": 1',
    ['malformed ^1, "name": "Lipi', 'player-unknown "b": ^2'],
    0,
  ],
  ['Pairgoth: komi in words', TOUR, '7.5', '"seven"', ['malformed ^"seven"'], 1],
  ['Pairgoth: a comma is missing', TOUR, '"t": 1, ', '"t": 1 ', ['malformed ^"w": 1'], 0],
  ['Pairgoth: the file is cut', TOUR, '\n]]\n}', '', ['malformed "w"}^'], 1],
  ['Pairgoth: a date of no sense', TOUR, '2026-05-02', '2026-15-02', ['malformed ^"2026-15'], 1],
  ['CSV: a round that is no number', CSV, '2,1,', 'two,1,', ['malformed ^two'], 2],
  ['CSV: a result of no sense', CSV, 'B+R', 'Baden', ['malformed ^Baden,'], 2],
  ['CSV: a player is missing', CSV, '2,1,Lipi Ran', '2,1,', ['malformed 2,1,^,'], 1],
  ['CSV: a player against himself', CSV, 'Baden Kor,0,6.5,B', 'RAN LIPI,0,6.5,B', ['malformed ^RAN'], 1],
  ['CSV: a handicap that is no number', CSV, 'Lipi Ran,0', 'Lipi Ran,none', ['malformed ^none'], 2],
  ['CSV: a cell too many', CSV, 'a.sgf', 'a.sgf,b.sgf', ['malformed ^b.sgf'], 1],
  ['CSV: a quote is not closed', CSV, 'a.sgf', '"a.sgf', ['malformed ^"a.sgf'], 2],
];

/** Line and column of a place that is shown as `before^after`, both 1-based, columns in characters. */
function placeIn(text: string, shown: string): string {
  const [before = '', after = ''] = shown.split('^');
  const at = text.indexOf(before + after);
  expect(at).toBeGreaterThanOrEqual(0);
  const lines = text.slice(0, at + before.length).split('\n');
  return `${String(lines.length)}:${String(Array.from(lines.at(-1)!).length + 1)}`;
}

describe('malformed tables', () => {
  it.each(broken)('%s', (_, text, from, to, found, pairings) => {
    const name = whole.find((row) => row[2] === text)![1];
    expect(text).toContain(from);
    const damaged = text.replace(from, () => to);
    const table = read({ name, text: damaged });
    const expected = found.map((one) => {
      const [code = '', ...shown] = one.split(' ');
      return `${placeIn(damaged, shown.join(' '))} ${code}`;
    });
    expect(table.found).toEqual(expected);
    expect(table.table!.pairings).toHaveLength(pairings);
  });
});

test('.tde: the register and the rounds are one table, in any order', () => {
  const { found, table } = read({ name: '2.tde', text: ROUND }, { name: 'register.tde', text: REGISTER });
  expect(found).toEqual([]);
  expect(table!.pairings).toMatchObject([{ round: 2, handicap: 0, komi: 7, result: { outcome: 'white' } }]);
  expect(table!.players.map(({ name }) => name)).toEqual(['Baden, Kor', 'Lipi, Ran']);
});

test.each([
  ['a player who is not registered', 'USA1001', 'USA1009', '1:1 player-unknown'],
  ['a result of no sense', ' w ', ' x ', '1:17 malformed'],
  ['a handicap of no sense', ' 0 7', ' none 7', '1:19 malformed'],
])('.tde: %s', (_, from, to, found) => {
  const round = { name: '1.tde', text: ROUND.replace(from, to) };
  expect(read({ name: 'register.tde', text: REGISTER }, round).found).toEqual([found]);
});

test('columns of a file of one line are those of characters, in whatever order places are asked for', () => {
  const text =
    '{"players": [{"id": 1, "name": "𝄞"}, {"id": 1, "name": "𝄞"}], "games": [[{"w": 1, "b": 7}]], "komi": "a"}';
  const shown = ['"komi": ^"a"', ', {"id": ^1', '"b": ^7'];
  const { found } = read({ name: 't.tour', text });
  expect(found.map((one) => one.split(' ')[0])).toEqual(shown.map((one) => placeIn(text, one)));
});

describe('big tables', () => {
  const many = Array.from({ length: 20_000 }, (_, i) => i + 1);
  const player = (i: number): string => `<Player name="N${String(i)}" firstName="F"/>`;
  const mac = (i: number): string =>
    `<Player><Id>${String(i)}</Id><GoPlayer><Surname>N${String(i)}</Surname></GoPlayer></Player>`;
  test.each([
    ['XML of one line', `<Tournament><Players>${many.map(player).join('')}</Players></Tournament>`],
    ['MacMahon', `<TournamentData><Playerlist>${many.map(mac).join('')}</Playerlist></TournamentData>`],
    [
      'JSON of one line',
      `{"players":[${many.map((i) => `{"id":${String(i)},"name":"N${String(i)}"}`).join(',')}],"games":[]}`,
    ],
    ['h9', `; EV[x]\n${many.map((i) => `${String(i % 10_000)} N${String(i)} 3K 0+`).join('\n')}`],
    ['AGA', `PLAYERS\n${many.map((i) => `${String(i)} N${String(i)} 3k`).join('\n')}`],
    ['CSV', `white,black,result\n${many.map((i) => `N${String(i)},M${String(i)},W+`).join('\n')}`],
  ])('%s is read in time that grows with its length', (_, text) => {
    expect(read({ name: 't', text }).table!.players.length).toBeGreaterThanOrEqual(20_000);
  });

  test.each([
    ['line ends', '\n'.repeat(1_000_000)],
    ['beginnings of an element', '<Tournament '.repeat(100_000)],
    ['blanks in a line', `;name=${' '.repeat(1_000_000)}x`],
    ['blanks in a name', `TOURNEY ${' '.repeat(1_000_000)}x`],
  ])('so are %s', (_, text) => {
    expect(read({ name: 't', text }).found.length).toBeLessThanOrEqual(1);
  });
});

test.each([
  ['an SGF file', '(;GM[1];B[aa])'],
  ['prose', 'The first round begins at ten.\nBring a clock.'],
  ['nothing', ''],
  ['a JSON file of something else', '{"name": "x"}'],
])('%s is no table', (_, text) => {
  expect(read({ name: 'x', text })).toMatchObject({ found: ['1:1 malformed'], table: undefined });
});

test('the sentences name what is there and what was expected', () => {
  const text = H9.replace('4=/w0', '4*/w0').replace('1-/b0', '1+/b0');
  expect(read({ name: 't.h9', text }).texts).toEqual([
    'The results table has "4*/w0" where it should have an entry such as 3+/w2, 0+ or 12-!b',
    'Round 1: the line of "Baden Kor" has "2+/w0", that of "Lipi Ran" has "1+/b0", which do not describe the same game',
  ]);
});
