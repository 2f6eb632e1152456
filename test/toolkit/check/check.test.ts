import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageOf } from '../../../src/core/findings/finding.js';
import { checked, codesIn, findingsIn } from './support.js';

const ROOT = '(;FF[4]GM[1]SZ[9]KM[6.5]RU[Japanese]RE[B+R]PB[A]PW[B]';

/** Rows: what is right or wrong, the game behind its root, and the codes of SGF form that are told. */
const CASES: readonly (readonly [situation: string, nodes: string, codes: readonly string[]])[] = [
  ['nothing but moves', ';B[ee];W[cc])', []],
  ['variations of one move', ';B[ee](;W[cc])(;W[gg];B[cg]))', []],
  ['marks on different points', ';B[ee]TR[aa]SQ[bb]LB[cc:1][dd:2])', []],
  ['a territory list and an empty one', ';B[ee]TB[aa:cc]TW[])', []],
  ['a comment with brackets and colons', ';B[ee]C[a\\]: (;b[)N[x:y])', []],
  ['a pass in FF[4]', ';B[ee];W[])', []],
  ['private properties', ';B[ee]XX[1];W[cc]XX[2])', ['sgf/unknown-property']],
  ['a bad point in a variation', ';B[ee](;W[cc])(;W[gg]TR[zz]))', ['sgf/bad-point']],
  ['a move off the board in a variation', ';B[ee](;W[cc])(;W[zz]))', ['sgf/bad-point']],
  ['two colors in a node of a variation', ';B[ee](;W[cc])(;W[gg]B[cg]))', ['move/both-colors']],
  ['setup and move in a variation', ';B[ee](;W[cc])(;W[gg]AB[cg]))', ['move/with-setup']],
  ['one property twice in a variation', ';B[ee](;W[cc])(;W[gg]N[a]N[b]))', ['sgf/repeated-property']],
  ['an empty variation beside one', ';B[ee](;W[cc])(;W[gg]()(;B[cg])))', ['sgf/empty-variation']],
  ['corners the wrong way round', ';B[ee]TR[cc:aa])', ['sgf/bad-rectangle']],
  ['an arrow to where it starts', ';B[ee]AR[aa:aa])', ['sgf/bad-value']],
  ['a list with one point twice', ';B[ee]TR[aa][bb][aa])', ['sgf/point-twice']],
  [
    'nodes after a variation inside one',
    ';B[ee](;W[cc])(;W[gg](;B[cg])(;B[gc]);W[ff];B[dd]))',
    ['sgf/node-outside'],
  ],
  ['text after a variation inside one', ';B[ee](;W[cc])(;W[gg](;B[cg])(;B[gc])xx))', ['sgf/illegal-text']],
  [
    'a root property after a variation',
    ';B[ee](;W[cc]);SZ[9]W[gg])',
    ['sgf/node-outside', 'sgf/root-property-elsewhere'],
  ],
  ['PL beside a move', ';B[ee]PL[W])', ['move/with-setup']],
  ['PL beside a move in a variation', ';B[ee](;W[cc])(;W[gg]PL[B]))', ['move/with-setup']],
  ['PL in a node without a move', ';B[ee];PL[W];W[cc])', []],
  ['a handicap in letters', 'HA[x];B[ee])', ['sgf/bad-value']],
  ['an empty handicap', 'HA[];B[ee])', ['sgf/empty-value']],
  ['a handicap below zero', 'HA[-2];B[ee])', ['sgf/bad-value']],
  ['a handicap of two and a half', 'HA[2.5];B[ee])', ['sgf/bad-value']],
  ['a handicap of one', 'HA[1];B[ee])', ['sgf/bad-value']],
  ['a handicap of zero', 'HA[0];B[ee])', []],
  ['blanks in points', ';B[ e e];W[c\nc]TR[a a])', ['sgf/bad-value', 'sgf/bad-value', 'sgf/bad-value']],
  [
    'blanks in a rectangle, a label, an arrow',
    ';B[ee]TR[aa: bb]LB[a a:x])',
    ['sgf/bad-value', 'sgf/bad-value'],
  ],
  ['an empty comment', 'GC[];B[ee]C[])', ['sgf/empty-value', 'sgf/empty-value']],
  ['TB and TW on one point', ';B[ee];TB[aa:cc]TW[cc])', ['sgf/point-twice']],
  ['a figure without its number', ';B[ee]FG[x:y])', ['sgf/bad-value']],
  ['a figure', ';B[ee]FG[1:y];W[cc]FG[])', []],
  ['a color that is none', 'PL[x];B[ee])', ['sgf/bad-value']],
  [
    'a variation that takes the move before it back',
    ';B[ee](;W[cc])(;AE[ee];B[gg]))',
    ['sgf/variation-level'],
  ],
  ['a variation that takes more back', ';B[ee](;W[cc])(;AE[ee][cc];B[gg]))', []],
  ['a header property in a variation', ';B[ee](;W[cc])(;W[gg]PB[C]))', ['sgf/game-info-elsewhere']],
];

describe('nodes', () => {
  it.each(CASES)('%s', (_, nodes, codes) => {
    const told = codesIn(ROOT + nodes).filter((code) => /^sgf\/|^move\/(both|with)/.test(code));
    expect(told).toEqual(codes);
  });

  it('tells file, game, line, column and path of a place in a variation', () => {
    const [game] = checked(`${ROOT}\n;B[ee]\n(;W[cc])\n(;W[gg];B[gc]TR[zz]))`).games;
    const found = game?.findings.find(({ code }) => code === 'sgf/bad-point');
    expect(found).toMatchObject({ line: 4, column: 17, variation: '1.2', node: 3, severity: 'warning' });
    expect(game).toMatchObject({ file: 'test.sgf', game: 1 });
  });

  it('judges moves of variations by the board where that is asked for, and then by the board alone', () => {
    const game = `${ROOT};B[ee](;W[cc])(;W[ee])(;W[zz]))`;
    expect(codesIn(game)).not.toContain('move/occupied');
    const codes = codesIn(game, { variations: true });
    expect(codes).toContain('move/occupied');
    expect(codes).not.toContain('sgf/bad-point');
  });
});

/** Rows: what is wrong, the game after its root, and the codes of moves and setup. */
const ON_THE_BOARD: readonly (readonly [situation: string, nodes: string, codes: readonly string[]])[] = [
  ['setup of a stone that is there', ';B[ee];AB[ee])', ['setup/redundant']],
  ['setup of two points, one as it was', ';B[ee];AB[ee][cc])', ['setup/after-start', 'setup/redundant']],
  ['setup in a variation that changes nothing', ';B[ee](;W[cc])(;AB[ee]))', ['setup/redundant']],
  ['setup in a variation that changes something', ';B[ee](;W[cc])(;AB[cc]))', []],
  ['a second move on an occupied point', ';B[ee];B[ee])', ['move/occupied', 'move/out-of-turn']],
  ["a move on the opponent's stone", ';B[ee];W[ee])', ['move/occupied']],
];

it.each(ON_THE_BOARD)('%s', (_, nodes, codes) => {
  expect(codesIn(ROOT + nodes).filter((code) => /^setup|^move\/(occ|out)/.test(code))).toEqual(codes);
});

/** Pieces of a game of which most are a node of one play; the others are right or wrong in some way, also before and after plays. */
const PIECES = [
  ...[';B[aa]', ';W[bb]', ';B[cc]', '\n;W[dd]', ';W[ee]\n'],
  ...[';B[]', ';W[tt]', ';B[zz]', ';', ';C[x]', ';B[ff]B[gg]', ';B[ff]C[]', ';b[gg]', ';B[g g]', '\r\n', ' '],
  ...[
    'W[hh]',
    'x',
    '[hi]',
    'C[]',
    'TR[aa][aa]',
    ';W[ii]KM[5.5]',
    ';SZ[9]',
    ';AB[ia]',
    ';XX[1]',
    '(',
    '(B[ag]',
  ],
];

it('says the same of a game of which nothing but plays is left, as of one whose last node has a name', () => {
  const pieces = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.constantFrom(...PIECES.slice(0, 5))), {
    maxLength: 9,
  });
  const formats = fc.constantFrom('FF[4]', 'FF[3]', '', 'FF[3]SZ[9]');
  fc.assert(
    fc.property(formats, pieces, (format, nodes) => {
      const game = `(;${format}${nodes.join('')};B[fa]`;
      expect(findingsIn(`${game})`)).toEqual(findingsIn(`${game}N[a])`));
    }),
    { numRuns: 2000, examples: [['FF[4]', [';B[]', 'x', ';AB[ia]']]] },
  );
});

describe('a file without FF is FF[1]', () => {
  it.each([
    ['RU[Japanese];B[ee]SQ[cc]', ['sgf/property-format']],
    ['AB[aa:cc];W[ee]', ['sgf/feature-format']],
    [';B[ee];W[]', ['sgf/pass-format']],
    [';B[ee];W[tt]', []],
  ])('%s', (nodes, codes) => {
    expect(codesIn(`(;GM[1]SZ[9]${nodes})`).filter((code) => code.endsWith('-format'))).toEqual(codes);
  });
});

describe('encodings', () => {
  const encodings = (file: string | Uint8Array): string[] =>
    findingsIn(file)
      .filter(({ code }) => code.startsWith('encoding/'))
      .map((one) => messageOf(one, { width: 9, height: 9 }));

  it('names an unknown one over ASCII', () => {
    expect(encodings('(;FF[4]GM[1]SZ[9]CA[klingon];B[ee])')).toEqual([
      'Declared encoding "klingon" is unknown, read as utf-8',
    ]);
    expect(encodings('(;FF[4]GM[1]SZ[9]CA[Big5];B[ee])')).toEqual([]);
    expect(encodings('(;FF[4]GM[1]SZ[9]CA[];B[ee])')).toEqual([]);
  });

  it('says that none was declared only where CA is missing', () => {
    const guessed = (header: string): string =>
      encodings(Buffer.from(`(;FF[4]GM[1]SZ[9]${header}PB[\xe9\xe8])`, 'latin1')).at(-1) ?? '';
    expect(guessed('')).toMatch(/^No encoding declared/);
    expect(guessed('CA[UTF-8]')).toMatch(/^Encoding guessed, read as/);
  });
});

it('quotes no part of a character of a long value', () => {
  const found = findingsIn(`${ROOT};B[ee]MN[a${'黒'.repeat(30)}])`).find(
    ({ code }) => code === 'sgf/bad-value',
  );
  expect(found?.args).toMatchObject({ value: `a${'黒'.repeat(19)}` });
});

describe('profiles', () => {
  const game = `${ROOT};B[ee]TR[cc][cc]XX[1])`;
  it('strict raises, lenient lowers and leaves out', () => {
    const severities = (profile: 'default' | 'strict' | 'lenient') =>
      findingsIn(game, { profile })
        .filter(({ code }) => code.startsWith('sgf/'))
        .map(({ code, severity }) => `${code} ${severity}`);
    expect(severities('default')).toEqual(['sgf/point-twice warning', 'sgf/unknown-property note']);
    expect(severities('strict')).toEqual(['sgf/point-twice error', 'sgf/unknown-property note']);
    expect(severities('lenient')).toEqual(['sgf/point-twice note']);
  });
});

describe('faults that other readers pass over in silence', () => {
  const second = '(;FF[4]GM[1]SZ[9];B[cc])';
  it('a surplus parenthesis is told and costs no game', () => {
    const report = checked(`(;FF[4]GM[1]SZ[9];B[ee]))${second}`);
    expect(report.games.length).toBe(2);
    expect(report.findings.map(({ code }) => code)).toContain('sgf/surplus-parenthesis');
  });

  it('text before a game is told and makes no game', () => {
    const report = checked(`Received: from x\n${second}`);
    expect(report.games.length).toBe(1);
    expect(report.findings.map(({ code }) => code)).toContain('sgf/text-outside');
  });

  it.each([
    [1499, 'sgf/bad-point', 'sgf/limit'],
    [1500, 'sgf/limit', 'sgf/bad-point'],
    [200_000, 'sgf/limit', 'sgf/bad-point'],
  ])('%i nested variations: %s', (depth, found, absent) => {
    const open = '(;C[x]'.repeat(depth);
    const game = `(;FF[4]GM[1]SZ[9];B[ee]${open};TR[zz]${')'.repeat(depth)})`;
    const report = checked(game + second);
    expect(report.games.length).toBe(2);
    const codes = report.games[0]?.findings.map(({ code }) => code);
    expect(codes).toContain(found);
    expect(codes).not.toContain(absent);
  });
});
