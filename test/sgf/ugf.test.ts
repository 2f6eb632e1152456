import iconv from 'iconv-lite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAITHFUL } from '../../src/toolkit/format/format-types.js';
import { formatFile } from '../../src/toolkit/format/format-file.js';
import { foreignKind, isWanted } from '../../src/run/input/file-names.js';
import { analyze, DEFAULT_OPTIONS, type FileReport } from '../../src/referee/judge/analyze.js';

const HEADER = [
  'Ver=UGF3,200',
  'Lang=SJIS',
  'Title=2026,Club Cup,Final',
  'Place=Graz',
  'Date=2026/03/08,22:09:00,2026/03/09,07:16:59',
  'Rule=JPN',
  'Size=9',
  'Hdcp=0,-5.50',
  'Winner=B,2.50',
  'Writer=PANDA-EGG ver 9.40 beta',
  'Copyright=PANDANET INC.',
  'CoordinateType=IGS',
  'Comment=a fine game',
  'PlayerB=Anna,7d,,a@b.example',
  'PlayerW=Ben,8d,,',
];
const file = (data: readonly string[], more: readonly string[] = [], header = HEADER): string =>
  ['[Header]', ...header, '[Data]', ...data, ...more, ''].join('\r\n');
const MOVES = ['CC,B1,1,0', 'GG,W1,2,0', 'EE,B1,3,0', 'YA,W1,4,0'];

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string): FileReport =>
  analyze(bytes(text), { ...DEFAULT_OPTIONS, file: 'game', digest: () => '' });
/** The translation, one line. */
function translated(text: string): string {
  const { text: out, losses } = formatFile(bytes(text), FAITHFUL);
  expect(losses).toEqual([]);
  return Buffer.from(out).toString().replaceAll('\n', '~');
}
/** What comes after the root. */
const nodes = (text: string): string =>
  translated(text)
    .replace(/~/g, '')
    .replace(/^\(;.*?\](?=[;(])/, '');
const withHeader = (from: string, to: string): string =>
  file(
    MOVES,
    [],
    HEADER.map((line) => (line === from ? to : line)),
  );

describe('UGF', () => {
  it('has the header, plays and passes', () => {
    const [game] = read(file(MOVES)).games;
    expect(game!.record).toMatchObject({
      black: 'Anna',
      white: 'Ben',
      date: '2026-03-08,2026-03-09',
      origin: 'igs',
      komi: { kind: 'komi', halves: -11 },
      result: { kind: 'margin', winner: 'black', marginHalves: 5 },
    });
    expect(game!.replay).toMatchObject({ moves: 4, passesWhite: 1 });
    const sgf = translated(file(MOVES));
    for (const field of [
      'EV[2026, Club Cup, Final]',
      'PC[Graz]',
      'RU[Japanese]',
      'SZ[9]',
      'CP[PANDANET INC.]',
    ])
      expect(sgf).toContain(field);
    expect(sgf).toContain('AP[PANDA-EGG:9.40 beta]');
    expect(sgf).toContain('DT[2026-03-08,2026-03-09]');
    expect(sgf).toMatch(/GC\[a fine game; Ver=UGF3,200; Date=2026.*PlayerB=Anna,7d,,a@b\.example\]/);
  });

  it.each([
    ['IGS', ';B[cg];W[gc];B[ee];W[])'],
    ['JPN', ';B[cc];W[gg];B[ee];W[])'],
  ])('rows of %s coordinates', (kind, moves) => {
    expect(nodes(withHeader('CoordinateType=IGS', `CoordinateType=${kind}`))).toBe(moves);
  });

  it.each([
    ['B,C', 'B+R'],
    ['W,T', 'W+T'],
    ['W,F2', 'W+F'],
    ['B,0.50', 'B+0.5'],
    ['D,', 'Draw'],
    ['O,', 'Both lose'],
    ['N1,E', 'Void'],
    ['X,', undefined],
  ])('Winner=%s', (winner, result) => {
    const sgf = translated(withHeader('Winner=B,2.50', `Winner=${winner}`));
    if (result === undefined) expect(sgf).not.toContain('RE[');
    else expect(sgf).toContain(`RE[${result}]`);
    const isWhole = result !== undefined && winner !== 'W,F2' && winner !== 'N1,E';
    expect(sgf.includes(`Winner=${winner}`), 'what has no place is in GC').toBe(!isWhole);
  });

  it('has handicap stones, and the teams of pair go', () => {
    const sgf = translated(
      file(
        ['CC,B1,0,0', 'GG,B1,0,0', 'EE,W1,1,0'],
        [],
        [...HEADER.slice(0, 7), 'Hdcp=2,0.50', 'PlayerB=A,1d', 'PlayerB2=B,2d'],
      ),
    );
    expect(sgf).toContain('HA[2]');
    expect(sgf).toContain('AB[cc][gg]');
    expect(sgf).toContain('PB[A & B]BR[1d & 2d]');
  });

  it('keeps the seconds of moves in GC', () => {
    expect(translated(file(['CC,B1,1,5', "GG,W1,2,18 '00:01:15"]))).toContain('Times: 5 00:01:15');
  });

  it('has comments, labels and diagrams of [Figure]', () => {
    const figure = [
      '[Figure]',
      '.Text,2',
      'A good',
      'move',
      '.#,1,2,x',
      '.EndText',
      '.Fig,1,1,1,9,9,Diagram,1,0',
      'CC,B1,0,0',
      'DD,W1,1,0',
      '.Text',
      'no',
      '.EndText',
      '.EndFig',
    ];
    expect(nodes(file(MOVES, figure))).toContain(
      '(;B[cg];W[gc]LB[ah:x]C[A goodmove];B[ee];W[])(;N[Diagram]C[.Fig,1,1,1,9,9,Diagram,1,0]AB[cg];W[df]C[no])',
    );
  });

  it('a comment of several lines leaves what comes after it on its line', () => {
    const moves = MOVES.with(2, 'ZZ,B1,3,0'); // a pass
    const occupied = [...moves.slice(0, 3), 'CC,W1,4,0'];
    const report = read(
      file(occupied, ['[Figure]', '.Text,1', 'one', 'two', 'three', '.EndText', '[Files]', 'x']),
    );
    expect(report.games[0]!.findings.find(({ code }) => code === 'move/occupied')).toMatchObject({
      line: 21,
    });
    expect(report.findings.find(({ code }) => code === 'file/bad-line')).toMatchObject({ line: 29 });
  });

  const review = (...lines: string[]): string[] => [
    '[ReviewNode]',
    'NODE,1,0,0,0',
    'NODE,2,1,3,3',
    'NODE,3,2,7,7',
    ...lines,
  ];
  it('has variations, which come after the main line, and comments of [ReviewComment]', () => {
    const more = review(
      '  VARIATION,',
      '    NODE,6,1,1,1',
      '    NODE,7,2,1,2',
      '  VARIATIONEND,',
      'NODE,4,1,5,5',
      'NODE,5,2,20,20',
      'NODE,8,0,0,0',
      '[ReviewComment]',
      '.Comment,1',
      ' Hello',
      '.Comment,6',
      'why',
      'not',
      '.Comment,4',
      'mine',
    );
    const sgf = translated(file(MOVES, more));
    expect(sgf).toContain('C[Hello]');
    expect(sgf.replaceAll('~', '')).toContain(';B[cg];W[gc](;B[ee]C[mine];W[])(;B[ai]C[whynot];W[ah]))');
    expect(read(file(MOVES, more)).games[0]!.replay.moves).toBe(4);
  });

  it('keeps variations after the last move from continuing the game', () => {
    const more = review('NODE,4,1,5,5', 'NODE,5,2,20,20', 'VARIATION,', 'NODE,6,1,1,1', 'VARIATIONEND,');
    expect(read(file(MOVES, more)).games[0]!.replay.moves).toBe(4);
    expect(nodes(file(MOVES, more))).toBe(';B[cg];W[gc];B[ee];W[](;)(;B[ai]))');
  });

  it('has a review of other moves as a variation', () => {
    const more = ['[ReviewNode]', 'NODE,1,0,0,0', 'NODE,2,1,1,1', 'NODE,3,2,2,2'];
    expect(nodes(file(MOVES, more))).toBe('(;B[cg];W[gc];B[ee];W[])(;B[ai];W[bh]))');
  });

  it('names lines that have no place, and refuses to lose them', () => {
    const text = file(MOVES, ['[Files]', 'anna=FFD8FFE0']);
    expect(read(text).findings.find(({ code }) => code === 'file/bad-line')).toMatchObject({
      args: { format: 'UGF', lines: 1, value: 'anna=FFD8FFE0' },
      line: 23,
    });
    expect(formatFile(bytes(text), FAITHFUL).refused).toBe(true);
  });

  it('is read in the encoding that Lang names', () => {
    const header = HEADER.map((line) => (line.startsWith('PlayerB') ? 'PlayerB=本因坊,9d' : line));
    const report = analyze(iconv.encode(file(MOVES, [], header), 'shift_jis'), {
      ...DEFAULT_OPTIONS,
      file: 'game',
      digest: () => '',
    });
    expect(report.games[0]!.record.black).toBe('本因坊');
  });

  it('never throws and gives one game, however damaged', () => {
    const whole = file(
      MOVES,
      review('VARIATION,', 'NODE,6,1,1,1', 'VARIATIONEND,', '[ReviewComment]', '.Comment,6', 'why'),
    );
    const lines = whole.split('\r\n');
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.nat(lines.length),
            fc.constantFrom(
              '',
              'VARIATION,',
              'VARIATIONEND,',
              '.Fig,1',
              '.Text,1',
              'NODE,x',
              '[Data]',
              'ZZ,MK,9',
              'Size=99',
              ']\\',
            ),
          ),
          { maxLength: 8 },
        ),
        (changes) => {
          const damaged = [...lines];
          for (const [at, line] of changes) if (at > 0) damaged.splice(at, 1, line);
          const report = read(damaged.join('\n'));
          expect(report.games.length).toBe(1);
          const { text } = formatFile(bytes(damaged.join('\n')), { ...FAITHFUL, lossy: 'allowed' });
          expect(Buffer.from(formatFile(text, FAITHFUL).text).toString()).toBe(Buffer.from(text).toString());
        },
      ),
      { numRuns: 200 },
    );
  });

  it('reads ten thousand nested variations', () => {
    const deep = Array.from({ length: 10_000 }, (_, i) => [
      'VARIATION,',
      `NODE,${String(i + 10)},1,1,1`,
    ]).flat();
    expect(read(file(MOVES, review(...deep))).games).toHaveLength(1);
  });
});

it.each([
  ['7z\xbc\xaf\x27\x1c', '7z x'],
  ['\xfd7zXZ\x00', 'xz -dk'],
  ['BZh91AY', 'bzip2 -dk'],
])('%j is named with the program that unpacks it', (head, program) => {
  expect(foreignKind(Uint8Array.from(head, (character) => character.charCodeAt(0)))).toContain(program);
});

it('files of such archives are opened in folders', () => {
  expect(['a.sgf.xz', 'a.SGF.BZ2', 'a.7z', 'a.xz', 'a.tar.xz', 'a.ugi', 'a.UGF'].map(isWanted)).toEqual([
    ...[true, true, true, false, false, true, true],
  ]);
});
