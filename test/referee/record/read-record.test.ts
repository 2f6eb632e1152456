import { describe, expect, test } from 'vitest';
import { ACTION } from '../../../src/core/line.js';
import { formatPoint } from '../../../src/core/point.js';
import { readRecord, yearOf } from '../../../src/referee/record/read-record.js';
import type { GameRecord, Handicap, Origin } from '../../../src/referee/record/record.js';
import { scanFile } from '../../../src/sgf/scan/scan-file.js';

function record(sgf: string): GameRecord {
  return readRecord(scanFile(new TextEncoder().encode(sgf)).games[0]!);
}

function codes(game: GameRecord): string[] {
  return game.findings.map((one) => one.code);
}

describe('origin', () => {
  test.each<[string, Origin]>([
    ['AP[GNU Go:3.8]TT[30]AP[foxwq]', 'fox'],
    ['AP[GNU Go:3.8]TT[30]', 'fox'],
    ['AP[foxwq]', 'fox'],
    ['AP[GNU Go:3.8]', 'gnugo'],
    ['AP[CGoban:3]PC[The KGS Go Server at http://www.gokgs.com/]', 'kgs'],
    ['AP[CGoban:2]', 'kgs'],
    ['AP[CGoban:1.9.11]', 'cgoban'],
    ['PC[OGS: https://online-go.com/game/1]', 'ogs'],
    ['PC[https://online-go.com]', 'ogs'],
    ['PC[Pandanet (IGS)]', 'igs'],
    ['AP[NNGS:1.1.22]', 'nngs'],
    ['PC[Dragon Go Server: http://www.dragongoserver.net]', 'dgs'],
    ['AP[tygem_tom_to_sgf:1]PC[TYGEM]', 'tygem'],
    ['AP[tygem_tom_to_sgf:1]PC[Tom]', 'tom'],
    ['US[GoGoD95]SO[GoGoD CD]', 'gogod'],
    ['HA[호선 - 6집 반 공제]', 'korean-news'],
    ['AP[HangameBadookEditor:1.0]', 'korean-news'],
    ['AP[Sabaki:0.52.1]', 'other'],
    ['PC[Tomsk]', 'other'],
    ['', 'other'],
  ])('%s: %s', (header, origin) => {
    expect(record(`(;GM[1]${header};B[pd])`).origin).toBe(origin);
  });
});

describe('handicap', () => {
  const FOX = 'AP[GNU Go:3.8]TT[30]AP[foxwq]';
  test.each<[string, string, Handicap['how'], number, number | undefined]>([
    ['two stones in the root', '(;HA[2]AB[pd][dp];W[dd])', 'setup', 2, 2],
    ['setup without HA', '(;AB[pd][dp];W[dd])', 'setup', 2, undefined],
    ['a placed single stone', '(;HA[1]AB[pd];W[dd])', 'setup', 1, 1],
    ['stones in the second node', '(;HA[2];AB[pd][dp];W[dd])', 'second-node', 2, 2],
    ['leading Black moves', '(;HA[3];B[pd];B[dp];B[pp];W[dd];B[dj])', 'moves', 3, 3],
    ['White passes between them', '(;HA[3];B[pd];W[];B[dp];W[];B[pp];W[dd])', 'moves', 3, 3],
    ['leading moves without HA', '(;B[pd];B[dp];W[dd])', 'moves', 2, undefined],
    ['an early pass is no handicap', '(;B[pd];W[];B[dp];W[dd])', 'none', 0, undefined],
    ['two White passes are no handicap', '(;HA[2];B[pd];W[];W[];B[dp];W[dd])', 'none', 0, 2],
    ['Black twice in an even game', '(;HA[0];B[pd];B[dp];W[dd])', 'none', 0, 0],
    ['Black alone plays on', '(;B[pd];B[dp];B[dd])', 'none', 0, undefined],
    ['a position, not a handicap', '(;HA[2]AB[pd][dp]AW[dd];W[qq])', 'none', 0, 2],
    ['Fox leaves the stones out', `(;HA[2]${FOX};W[dd])`, 'implied', 2, 2],
    ['GNU Go leaves them out', '(;HA[2]AP[GNU Go:3.8];W[dd])', 'implied', 2, 2],
    ['another writer is not trusted to', '(;HA[2];W[dd])', 'none', 0, 2],
    ['Fox with Black first', `(;HA[2]${FOX};B[dd];W[qq])`, 'none', 0, 2],
    ['a handicap of one', `(;HA[1]${FOX};B[dd];W[qq])`, 'none', 0, 1],
    ['Korean even game', '(;HA[호선 - 6집 반 공제];B[pd];W[dp])', 'none', 0, 0],
    ['Korean stones', '(;HA[4점 접바둑]AB[pd][dp][dd][pp];W[qf])', 'setup', 4, 4],
    ['a komi in HA', '(;HA[7.5];B[pd];W[dp])', 'none', 0, undefined],
  ])('%s', (_, sgf, how, stones, declared) => {
    expect(record(sgf).handicap).toMatchObject({ how, stones, declared });
  });

  test.each([
    ['2020-01-01', 3, 'D4 Q16 D16'],
    ['2020-01-01', 6, 'Q16 D4 Q4 D16 Q10 D10'],
    ['2017-12-31', 6, 'Q16 D4 Q4 D16 K16 K4'],
  ])('Fox of %s, %i stones: %s, as setup of the root', (date, stones, expected) => {
    const game = record(`(;HA[${String(stones)}]DT[${date}]${FOX};W[dd];B[qq])`);
    expect(game.handicap.implied.map((point) => formatPoint(point, 19, 19)).join(' ')).toBe(expected);
    const { line } = game;
    expect(line.count).toBe(stones + 2);
    expect([...line.points.subarray(0, stones)]).toEqual(game.handicap.implied);
    expect([...line.kinds.subarray(0, line.count)]).toEqual([
      ...Array.from({ length: stones }, () => ACTION.addBlack),
      ACTION.playWhite,
      ACTION.playBlack,
    ]);
    expect([...line.nodes.subarray(0, line.count)]).toEqual([
      ...Array.from({ length: stones }, () => 0),
      1,
      2,
    ]);
    expect(line.offsets[0]).toBe(game.at.HA);
    expect(line.nodeCount).toBe(3);
  });
});

test('a plain game: everything as written, nothing to report', () => {
  const game = record(
    '(;GM[1]FF[4]SZ[9]KM[7.5]RU[AGA]RE[B+3.5]PB[Ann]PW[Bo]EV[Cup]RO[2]DT[2011-05-07]HA[0];B[ee];W[cc])',
  );
  expect(game).toMatchObject({
    width: 9,
    isGo: true,
    black: 'Ann',
    white: 'Bo',
    event: 'Cup',
    round: '2',
    year: 2011,
    rulesRaw: 'AGA',
    rulesName: 'aga',
    komi: { kind: 'komi', halves: 15 },
    result: { kind: 'margin', winner: 'black', marginHalves: 7 },
  });
  expect(codes(game)).toEqual([]);
});

test.each([
  ['two\nlines', 'two lines'],
  ['two\r\nlines', 'two lines'],
  ['a\ttab', 'a tab'],
  ['joined\\\nlines', 'joinedlines'],
])('names are of one line: %j', (written, name) => {
  const game = record(`(;GM[1]FF[4]SZ[9]PB[${written}]PW[${written}]EV[${written}];B[ee])`);
  expect([game.black, game.white, game.event]).toEqual([name, name, name]);
});

test('an empty header: rules, komi and result are missing, which are notes', () => {
  const game = record('(;SZ[19];B[pd])');
  expect(codes(game)).toEqual(['rules/missing', 'komi/missing', 'result/missing']);
  expect(game.findings.map((one) => one.severity)).toEqual(['note', 'note', 'note']);
  expect(game.at).toMatchObject({ KM: -1, HA: -1, RU: -1, RE: -1 });
});

test('empty values are missing, with their place', () => {
  const game = record('(;RU[]KM[]RE[];B[pd])');
  expect(codes(game)).toEqual(['rules/missing', 'komi/missing', 'result/missing']);
  expect(game.findings.map((one) => one.offset)).toEqual([5, 9, 13]);
});

test('a Fox game under Chinese rules: komi and margin in zi, both repaired and told', () => {
  const game = record('(;GM[1]KM[375]HA[0]RU[Chinese]AP[GNU Go:3.8]RE[W+1.75]TT[30]AP[foxwq];B[pd];W[dd])');
  expect(game.komi).toMatchObject({ raw: '375', halves: 15 });
  expect(game.result).toMatchObject({ raw: 'W+1.75', marginHalves: -7 });
  expect(codes(game)).toEqual(['komi/scaled', 'result/repaired']);
});

test.each([
  ['GM[1]', true],
  ['', true],
  ['GM[]', true],
  ['GM[game of go]', true],
  ['GM[2]', false],
  ['GM[19]', false],
])('%s: Go %s', (header, isGo) => {
  const game = record(`(;${header};B[pd])`);
  expect(game.isGo).toBe(isGo);
  expect(codes(game).includes('game/not-go')).toBe(!isGo);
});

test.each([
  ['2016-12-04', 2016],
  ['20060903', 2006],
  ['1960.10.19', 1960],
  ['Sun Mar 16 16:12:48 GMT+09:00 2014', 2014],
  ['1853-07-10,20,26 (Kaei 6-VI-5,15,21)', 1853],
  ['0800 approx. {Tang dynasty}', 800],
  ['August 1, 2001', 2001],
  ['2단3/02/22', undefined],
  ['12th and 13th march 94', undefined],
  ['***', undefined],
  ['', undefined],
])('year of %s: %s', (date, year) => {
  expect(yearOf(date)).toBe(year);
});

test.each<[situation: string, header: string, black: string, isFound: boolean]>([
  ['a bracket is missing before the next line', 'PB[Mukai Kazuo\nBR[7p]', 'Mukai Kazuo', true],
  ['a name on two lines', 'PB[Mukai\nKazuo]', 'Mukai Kazuo', false],
  ['a bracket within a name', 'PB[Mukai [7p\\]]', 'Mukai [7p]', false],
])('a value that is not closed: %s', (_, header, black, isFound) => {
  const game = record(`(;GM[1]\n${header}\nPW[Lee];B[pd])`);
  expect([game.black, game.white, codes(game).includes('sgf/unclosed-value')]).toEqual([
    black,
    'Lee',
    isFound,
  ]);
});
