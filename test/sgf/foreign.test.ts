import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { analyze, DEFAULT_OPTIONS } from '../../src/referee/judge/analyze.js';
import { readRecord } from '../../src/referee/record/read-record.js';
import { LineIndex, type RawFile } from '../../src/sgf/raw.js';
import { scanFile } from '../../src/sgf/scan/scan-file.js';

/** The translation in one line, without GC where that holds only what has no property (test/formats/foreign.test.ts has that). */
const sgfOf = ({ text }: RawFile): string =>
  Buffer.from(text)
    .toString()
    .replaceAll('\n', '')
    .replace(/GC\[(?:GAME[A-Z]+=|0; )(?:\\.|[^\]\\])*\]/, '');

/** What no line of the file told: how many, the first of them, and its line. */
function badLines(file: RawFile): object | undefined {
  for (const found of file.findings) {
    if (found.code !== 'file/bad-line') continue;
    return { ...found.args, line: new LineIndex(file).place(found.offset!).line };
  }
  return undefined;
}

describe('GIB', () => {
  const HEAD = '(;GM[1]FF[4]CA[UTF-8]AP[Tygem:]SZ[19]';
  const lines = (fields: readonly string[], moves: readonly string[]): string =>
    ['\\HS', ...fields, '\\HE', '\\GS', '2 1 0', '5 0 &4', ...moves, '\\GE', ''].join('\r\n');
  const read = (fields: readonly string[], moves: readonly string[] = []): RawFile =>
    scanFile(Buffer.from(lines(fields, moves)));
  const body = (file: RawFile): string => sgfOf(file).slice(HEAD.length, -1);

  it.each<[what: string, field: string, to: string]>([
    ['name and rank', 'GAMEBLACKNAME=lee (9D)', 'PB[lee]BR[9d]'],
    ['a professional', 'GAMEWHITENAME=이창호 (9DP)', 'PW[이창호]WR[9p]'],
    ['a name without rank', 'GAMEWHITENAME=cho', 'PW[cho]'],
    ['parentheses within a name', 'GAMEBLACKNAME=a(b)c (3K)', 'PB[a(b)c]BR[3k]'],
    ['a name of brackets', 'GAMENAME=a]b\\c', 'GN[a\\]b\\\\c]'],
    ['a date of one digit', 'GAMEDATE=2008- 4- 2-13- 5- 6', 'DT[2008-04-02]'],
    ['time and byo-yomi', 'GAMEINFOMAIN=GTIME:1200-30-3', 'TM[1200]OT[3x30 byo-yomi]'],
    ['time alone', 'GAMEINFOMAIN=GTIME:1200-0-0', 'TM[1200]'],
    ['komi', 'GAMEINFOMAIN=GONGJE:65', 'KM[6.5]'],
    ['no komi', 'GAMEINFOMAIN=GONGJE:0', 'KM[0]'],
    ['Black by points', 'GAMEINFOMAIN=GRLT:0,ZIPSU:35', 'RE[B+3.5]'],
    ['White by half a point', 'GAMEINFOMAIN=GRLT:1,ZIPSU:5', 'RE[W+0.5]'],
    ['a drawn game', 'GAMEINFOMAIN=GRLT:0,ZIPSU:0', 'RE[0]'],
    ['Black by resignation', 'GAMEINFOMAIN=GRLT:3,ZIPSU:0', 'RE[B+R]'],
    ['White by resignation', 'GAMEINFOMAIN=GRLT:4,ZIPSU:0', 'RE[W+R]'],
    ['Black on time', 'GAMEINFOMAIN=GRLT:7,ZIPSU:0', 'RE[B+T]'],
    ['White on time', 'GAMEINFOMAIN=GRLT:8,ZIPSU:0', 'RE[W+T]'],
    ['not over', 'GAMEINFOMAIN=GRLT:255,ZIPSU:0', ''],
    ['nonsense', 'GAMEINFOMAIN=GRLT:x,ZIPSU:y,GONGJE:z,GTIME:1-2', ''],
    [
      'the short form',
      'GAMETAG=S1,R3,D5,G65,W1,Z5,T30-3-1200,C2016:03:26:17:29',
      'DT[2016-03-26]RE[W+0.5]KM[6.5]',
    ],
    ['the short form of a game not over', 'GAMETAG=G65,W255,Z0', 'KM[6.5]'],
    ['a result in words', 'GAMERESULT=white 3.5 win', 'RE[W+3.5]'],
  ])('%s', (_, field, to) => {
    const file = read([`\\[${field}\\]`]);
    expect(body(file)).toBe(to);
    expect(badLines(file)).toBeUndefined();
  });

  it('of two that tell the same the first counts', () => {
    const fields = [
      '\\[GAMEINFOMAIN=GRLT:3,GONGJE:65\\]',
      '\\[GAMETAG=W4,G0\\]',
      '\\[GAMERESULT=white 1 win\\]',
    ];
    expect(body(read(fields))).toBe('RE[B+R]KM[6.5]');
  });

  it('plays from the upper left, passes in turn', () => {
    const moves = [
      'INI 0 1 0 &4',
      'STO 0 2 1 15 3',
      'STO 0 3 2 0 18',
      'SKI 0 4',
      'SKI 0 5',
      'STO 0 6 1 18 0',
    ];
    const file = read([], moves);
    expect(body(file)).toBe(';B[pd];W[as];B[];W[];B[sa]');
    expect(badLines(file)).toBeUndefined();
  });

  it.each<[stones: number, points: string]>([
    [2, '[dp][pd]'],
    [3, '[dp][pd][dd]'],
    [4, '[dp][pd][dd][pp]'],
    [5, '[dp][pd][dd][pp][jj]'],
    [6, '[dp][pd][dd][pp][dj][pj]'],
    [7, '[dp][pd][dd][pp][dj][pj][jj]'],
    [8, '[dp][pd][dd][pp][dj][pj][jd][jp]'],
    [9, '[dp][pd][dd][pp][dj][pj][jd][jp][jj]'],
  ])('%i handicap stones', (stones, points) => {
    const file = read([], [`INI 0 1 ${String(stones)} &4`, 'SKI 0 2', 'STO 0 3 1 9 0']);
    expect(body(file)).toBe(`HA[${String(stones)}]AB${points};W[];B[ja]`);
    expect(readRecord(file.games[0]!).handicap).toMatchObject({ declared: stones, stones, how: 'setup' });
  });

  it.each<[what: string, moves: readonly string[], body: string, bad: object]>([
    [
      'ten stones',
      ['INI 0 1 10 &4', 'STO 0 2 2 0 0'],
      ';W[aa]',
      { lines: 1, value: 'INI 0 1 10 &4', line: 6 },
    ],
    ['handicap behind a move', ['STO 0 2 1 0 0', 'INI 0 1 2 &4'], ';B[aa]', { lines: 1, line: 7 }],
    [
      'a line cut off',
      ['STO 0 2 1 0 0', 'STO 0 3 2 1'],
      ';B[aa]',
      { lines: 1, value: 'STO 0 3 2 1', line: 7 },
    ],
    [
      'no such color, and two more',
      ['STO 0 2 3 0 0', 'STO x', 'FOO'],
      '',
      { lines: 3, value: 'STO 0 2 3 0 0', line: 6 },
    ],
  ])('%s is told with its line', (_, moves, to, bad) => {
    const file = read([], moves);
    expect(body(file)).toBe(to);
    expect(badLines(file)).toMatchObject({ format: 'GIB', ...bad });
  });

  it('a point off the board stays, and is a finding of the game', () => {
    const file = read([], ['STO 0 2 1 19 0', 'STO 0 3 2 0 0']);
    expect(body(file)).toBe(';B[ta];W[aa]');
    const options = { ...DEFAULT_OPTIONS, file: 'f', digest: () => '', score: false };
    const { games } = analyze(Buffer.from(lines([], ['STO 0 2 1 19 0'])), options);
    expect(games[0]!.findings).toContainEqual(expect.objectContaining({ code: 'move/off-board', line: 6 }));
  });

  it('a value over several lines leaves the others on theirs', () => {
    const fields = ['\\[GAMECOMMENT=one\r\ntwo\r\nthree\\]', '\\[GAMEPLACE=here\\]', 'junk'];
    const file = read(fields, ['STO 0 2 1 3 3']);
    const { line } = new LineIndex(file).place(Buffer.from(file.text).indexOf('PC[here]'));
    expect(line).toBe(5);
    expect(badLines(file)).toMatchObject({ lines: 1, value: 'junk', line: 6 });
  });

  it('a header cut off is read as far as it goes', () => {
    const file = scanFile(Buffer.from('\\HS\r\n\\[GAMEWHITENAME=b\\]\r\n\\[GAMEBLACKNAME=a'));
    expect(body(file)).toBe('PW[b]PB[a]');
    expect(badLines(file)).toMatchObject({ lines: 1, line: 3 });
  });

  it('in EUC-KR, with Korean ranks as they stand', () => {
    const fields = ['\\[GAMEBLACKNAME=이창호 (9단)\\]', '\\[GAMEPLACE=한국기원\\]'];
    const file = scanFile(iconv.encode(lines(fields, ['STO 0 2 1 3 3']), 'euc-kr'));
    expect(file.charset.used).toBe('euc-kr');
    expect(body(file)).toBe('PB[이창호]BR[9단]PC[한국기원];B[dd]');
  });
});

describe('NGF', () => {
  const HEADER = ['Rating game', '19', 'Cho        7D*', 'Lee 9DP', 'www.cyberoro.com', '0', '0', '6'];
  const REST = ['20110812 [09:31]', '480', 'White wins by resign!', '3'];
  const MOVES = ['PMABBEEEE', 'PMACWQQQQ', 'PMADBAAAA'];
  const lines = (
    changes: Readonly<Record<number, string>> = {},
    moves: readonly string[] = MOVES,
  ): string => {
    const header = [...HEADER, ...REST];
    for (const [line, text] of Object.entries(changes)) header[Number(line) - 1] = text;
    return [...header, ...moves, ''].join('\r\n');
  };
  const read = (...given: Parameters<typeof lines>): RawFile => scanFile(Buffer.from(lines(...given)));

  it('header and moves', () => {
    const file = read();
    expect(sgfOf(file)).toBe(
      '(;GM[1]FF[4]CA[UTF-8]AP[WBaduk:]GN[Rating game]SZ[19]PW[Cho]WR[7d]PB[Lee]BR[9p]PC[www.cyberoro.com]KM[6.5]' +
        'DT[2011-08-12]RE[W+R];B[dd];W[pp];B[])',
    );
    expect(file.findings.map(({ code }) => code)).toEqual(['file/read-as']);
  });

  it.each<[what: string, changes: Readonly<Record<number, string>>, told: readonly string[]]>([
    ['half a point of komi is not written', { 8: '6' }, ['KM[6.5]']],
    ['unless it is', { 8: '5.5' }, ['KM[5.5]']],
    ['no komi but the half', { 8: '0' }, ['KM[0.5]']],
    ['handicap, and no half point', { 6: '2', 8: '0' }, ['HA[2]AB[dp][pd]', 'KM[0]']],
    ['four stones', { 6: '4', 8: '0' }, ['HA[4]AB[dp][pd][dd][pp]']],
    [
      'handicap on a small board is told, its stones are not known',
      { 2: '13', 6: '2' },
      ['SZ[13]', 'HA[2]PC'],
    ],
    ['a small board', { 2: '9' }, ['SZ[9]']],
    ['a name of several words', { 4: 'a b c 3K' }, ['PB[a b c]BR[3k]']],
    [
      'Japanese',
      { 3: 'アギラール  7段*', 11: '黒中押し勝ち!' },
      ['PW[アギラール]WR[7段*]', 'RE[黒中押し勝ち!]'],
    ],
    ['points', { 11: 'Black wins by 3.5 points!' }, ['RE[B+3.5]']],
    ['who loses on time', { 11: 'White loses on time' }, ['RE[B+T]']],
  ])('%s', (_, changes, told) => {
    const file = read(changes);
    for (const one of told) expect(sgfOf(file)).toContain(one.replace(/PC$/, ''));
    expect(badLines(file)).toBeUndefined();
  });

  it('what is said about the result is understood', () => {
    const results: readonly (readonly [words: string, winner: string])[] = [
      ['黒中押し勝ち!', 'black'],
      ['White wins by 0.5 points!', 'white'],
      ['Black lose on time', 'white'],
    ];
    for (const [words, winner] of results)
      expect(readRecord(read({ 11: words }).games[0]!).result, words).toMatchObject({ winner });
  });

  it.each<[what: string, changes: Readonly<Record<number, string>>, bad: object]>([
    ['a handicap of letters', { 6: 'x' }, { lines: 1, value: 'x', line: 6 }],
    ['a komi of letters', { 8: 'x' }, { lines: 1, value: 'x', line: 8 }],
    ['a board too large', { 2: '99' }, { lines: 1, value: '99', line: 2 }],
  ])('%s is told with its line', (_, changes, bad) => {
    const file = read(changes);
    expect(badLines(file)).toMatchObject({ format: 'NGF', ...bad });
    expect(file.games[0]!.line.count).toBe(3);
  });

  it('moves that are none are left out and told', () => {
    const file = read({}, ['PMABXEEEE', 'PMACWQQQQ', 'junk', 'PMADB11']);
    expect(sgfOf(file)).toMatch(/RE\[W\+R\];W\[pp\]\)$/);
    expect(badLines(file)).toMatchObject({ lines: 3, value: 'PMABXEEEE', line: 13 });
  });

  it('a file of which only a part is there', () => {
    expect(sgfOf(scanFile(Buffer.from('t\n19\nPMABBEEEE\nPMACWQQQQ\n')))).toMatch(
      /GN\[t\]SZ\[19\];B\[dd\];W\[pp\]\)$/,
    );
    expect(scanFile(Buffer.from('t\n19\nfoo\n')).findings.map(({ code }) => code)).toEqual(['sgf/no-game']);
  });

  it('in Shift_JIS', () => {
    const file = scanFile(iconv.encode(lines({ 1: 'レーティング対局', 3: 'アギラール  7段*' }), 'shift_jis'));
    expect(file.charset.used).toBe('shift_jis');
    expect(sgfOf(file)).toContain('GN[レーティング対局]SZ[19]PW[アギラール]WR[7段*]');
  });
});

it('whatever is cut out of a record or put into it, the rest is read and nothing is thrown', () => {
  const gib =
    '\\HS\r\n\\[GAMEBLACKNAME=a (1D)\\]\r\n\\HE\r\n\\GS\r\nINI 0 1 2 &4\r\nSTO 0 2 2 3 15\r\nSKI 0 3\r\n\\GE\r\n';
  const ngf =
    't\r\n19\r\nw 1D\r\nb 1D\r\ns\r\n2\r\n0\r\n0\r\n20110812\r\n1\r\nBlack wins\r\n1\r\nPMABBEEEE\r\n';
  fc.assert(
    fc.property(
      fc.constantFrom(gib, ngf),
      fc.nat(200),
      fc.nat(20),
      fc.string({ unit: 'binary', maxLength: 6 }),
      (text, at, cut, put) => {
        const damaged = Buffer.from(text.slice(0, at) + put + text.slice(at + cut));
        const file = scanFile(damaged);
        if (!file.translation) return;
        expect(file.games).toHaveLength(1);
        expect(file.findings.map(({ code }) => code)).toContain('file/read-as');
        // Each line of the translation comes from a line of the record: places in findings are those of the file.
        const lines = (bytes: Uint8Array): string[] =>
          Buffer.from(bytes)
            .toString()
            .split(/\r\n|\n|\r/);
        const origins = file.translation.lines;
        expect(origins).toHaveLength(lines(file.text).length);
        expect(origins).toEqual([...origins].sort((a, b) => a - b));
        expect(new Set(origins).size).toBe(lines(damaged).length);
      },
    ),
    { numRuns: 1000 },
  );
});
