import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/core/limits.js';
import { actionsOf } from '../support/agreement.js';
import { valueAt } from '../../src/sgf/properties.js';
import { scanFile } from '../../src/sgf/scan/scan-file.js';
import type { RawFile, RawGame } from '../../src/sgf/raw.js';

const encoder = new TextEncoder();

function scan(text: string): RawFile {
  return scanFile(encoder.encode(text));
}

function only(text: string): RawGame {
  const { games } = scan(text);
  expect(games).toHaveLength(1);
  return games[0]!;
}

/** Codes of all findings, of the file first. */
function codes(file: RawFile): string[] {
  return [...file.findings, ...file.games.flatMap((game) => game.findings)].map(({ code }) => code);
}

describe('actions of the main line', () => {
  test.each<[situation: string, text: string, actions: string[]]>([
    ['moves', '(;SZ[5];B[aa];W[ba];B[ee])', ['1 playBlack 0', '2 playWhite 1', '3 playBlack 24']],
    [
      'first child all the way down',
      '(;SZ[5](;B[aa](;W[ba])(;W[ca]))(;B[cc]))',
      ['1 playBlack 0', '2 playWhite 1'],
    ],
    ['nodes without actions count', '(;SZ[5];;C[x];W[ba])', ['3 playWhite 1']],
    ['a move in the root', '(;SZ[5]B[aa])', ['0 playBlack 0']],
    ['size behind the first move', '(;B[ba]SZ[5];W[bb])', ['0 playBlack 1', '1 playWhite 6']],
    ['passes', '(;SZ[5];B[];W[tt];B[ ])', ['1 passBlack 0', '2 passWhite 0', '3 passBlack 0']],
    ['tt is a pass on 19x19', '(;SZ[19];B[tt])', ['1 passBlack 0']],
    ['tt is a point on 20x20', '(;SZ[20];B[tt])', ['1 playBlack 399']],
    ['tt is off a board of 20 columns and 9 rows', '(;SZ[20:9];B[tt])', ['1 badBlack 0']],
    ['upper case beyond 26', '(;SZ[30];B[aA])', [`1 playBlack ${(26 * 30).toString()}`]],
    ['off the board', '(;SZ[5];B[ff];W[zz])', ['1 badBlack 0', '2 badWhite 0']],
    ['no point at all', '(;SZ[5];B[a];W[abc];B[a1])', ['1 badBlack 0', '2 badWhite 0', '3 badBlack 0']],
    ['a rectangle is no move', '(;SZ[5];B[aa:bb])', ['1 badBlack 0']],
    ['white space in a point', '(;SZ[5];B[ a\na ];W [ba])', ['1 playBlack 0', '2 playWhite 1']],
    [
      'setup',
      '(;SZ[5]AB[aa][ba]AW[ca]AE[da])',
      ['0 addBlack 0', '0 addBlack 1', '0 addWhite 2', '0 addEmpty 3'],
    ],
    [
      'compressed setup',
      '(;SZ[5]AB[aa:bb])',
      ['0 addBlack 0', '0 addBlack 5', '0 addBlack 1', '0 addBlack 6'],
    ],
    ['corners the other way round', '(;SZ[5]AW[ba:aa])', ['0 addWhite 0', '0 addWhite 1']],
    ['repeated setup merges', '(;SZ[5]AB[aa]AB[ba])', ['0 addBlack 0', '0 addBlack 1']],
    ['setup behind a move comes before it', '(;SZ[5];B[aa]AW[ba])', ['1 addWhite 1', '1 playBlack 0']],
    [
      'turn and ko before the move',
      '(;SZ[5];B[aa]KO[]PL[W])',
      ['1 turnWhite 0', '1 force 0', '1 playBlack 0'],
    ],
    [
      'player to move in words',
      '(;SZ[5]PL[white];PL[black];PL[1])',
      ['0 turnWhite 0', '1 turnBlack 0', '2 turnBlack 0'],
    ],
    ['both colors in a node', '(;SZ[5];W[aa]B[ba])', ['1 playWhite 0', '1 playBlack 1']],
    ['several values are several moves', '(;SZ[5];B[aa][ba])', ['1 playBlack 0', '1 playBlack 1']],
    ['repeated moves', '(;SZ[5];B[aa]B[ba])', ['1 playBlack 0', '1 playBlack 1']],
    [
      'lower-case letters in identifiers',
      '(;SiZe[5];Black[aa];White[ba])',
      ['1 playBlack 0', '2 playWhite 1'],
    ],
    ['missing semicolons', '(SZ[5](B[aa](W[ba])))', ['1 playBlack 0', '2 playWhite 1']],
    ['an empty variation first', '(;SZ[5]()(;B[aa]))', ['1 playBlack 0']],
    ['an empty variation at the end', '(;SZ[5](;B[aa]())(;W[bb]))', ['1 playBlack 0']],
    ['brackets and parentheses inside values', '(;SZ[5]C[(;W[aa\\])];B[aa])', ['1 playBlack 0']],
    ['an escaped backslash ends the value', '(;SZ[5]C[\\\\];B[aa])', ['1 playBlack 0']],
    ['rectangles keep what is on the board', '(;SZ[2]AB[ba:ca])', ['0 addBlack 1']],
    [
      'a point counts once for a property of a node, in another node again',
      '(;SZ[2]AB[aa:ab][aa]AW[aa]AB[ab];AB[aa])',
      ['0 addBlack 0', '0 addBlack 2', '0 addWhite 0', '1 addBlack 0'],
    ],
  ])('%s', (_, text, actions) => {
    expect(actionsOf(only(text))).toEqual(actions);
  });

  test('the value of a malformed move can be read at its offset', () => {
    const file = scan('(;SZ[5];B[z\\]z])');
    const { line } = file.games[0]!;
    expect(valueAt(file.text, line.offsets[0]!)).toBe('z]z');
  });
});

describe('size', () => {
  test.each<[value: string, width: number, height: number, found: string[]]>([
    ['19', 19, 19, []],
    ['9:13', 9, 13, []],
    ['9x13', 9, 13, []],
    ['19:19', 19, 19, []],
    [' 9 ', 9, 9, []],
    ['1', 1, 1, []],
    ['52', 52, 52, []],
    ['0', 19, 19, ['game/size']],
    ['53', 19, 19, ['game/size']],
    ['99', 19, 19, ['game/size']],
    ['abc', 19, 19, ['game/size']],
    ['', 19, 19, ['game/size']],
  ])('SZ[%s]', (value, width, height, found) => {
    const file = scan(`(;SZ[${value}])`);
    const game = file.games[0]!;
    expect([game.width, game.height, game.sizeDeclared]).toEqual([width, height, found.length === 0]);
    expect(codes(file)).toEqual(found);
  });

  test('without SZ', () => {
    const game = only('(;GM[1])');
    expect([game.width, game.height, game.sizeDeclared]).toEqual([19, 19, false]);
  });
});

describe('header', () => {
  test('root first, game-info properties anywhere on the main line, no variations', () => {
    const game = only('(;PB[Ada]XY[1][2];B[aa]RE[B+R]XY[3]PB[later](;KM[6.5])(;PW[aside]))');
    expect(game.header.get('PB')).toBe('Ada');
    expect(game.header.all('PB')).toEqual(['Ada', 'later']);
    expect(game.header.get('RE')).toBe('B+R');
    expect(game.header.get('KM')).toBe('6.5');
    expect(game.header.get('PW')).toBeUndefined();
    expect(game.header.all('XY')).toEqual(['1', '2']);
    expect(game.header.offset('PB')).toBe(5);
    expect(game.header.offset('PW')).toBe(-1);
  });

  test.each<[written: string, meant: string]>([
    ['a\\]b', 'a]b'],
    ['a\\\\', 'a\\'],
    ['a\\\nb', 'ab'],
    ['a\\\r\nb', 'ab'],
    ['a\r\nb\rc\n\rd', 'a\nb\nc\nd'],
    ['é\\囲', 'é囲'],
    ['😀', '😀'],
    ['', ''],
  ])('value %j', (written, meant) => {
    expect(only(`(;GN[${written}])`).header.get('GN')).toBe(meant);
  });

  test('identifiers longer than six letters are told apart', () => {
    const game = only('(;MULTIGOGM[1]MULTIGOBM[2])');
    expect([game.header.get('MULTIGOGM'), game.header.get('MULTIGOBM')]).toEqual(['1', '2']);
  });
});

describe('the end of a game', () => {
  test('territory of the last node that has either', () => {
    const game = only('(;SZ[3]TB[aa];B[aa]TB[ba]TW[cc];W[ba]TB[aa:ba][aa][ba:ba]TW[])');
    expect(game.marks).toMatchObject({ black: [0, 1], white: [], node: 2 });
    expect(only('(;SZ[3];B[aa])').marks).toBeUndefined();
  });

  test('last comment', () => {
    expect(only('(;C[start];B[aa]C[Black wins];W[bb](;B[cc])(;C[aside]))').lastComment).toBe('Black wins');
    expect(only('(;B[aa])').lastComment).toBe('');
  });

  test.each<[text: string, branches: number]>([
    ['(;B[aa];W[bb])', 0],
    ['(;B[aa](;W[bb])(;W[cc])(;W[dd]))', 1],
    ['(;B[aa](;W[bb](;B[dd])(;B[ee]))(;W[cc](;B[aa])(;B[bb])))', 2],
    ['(;B[aa](;W[bb]))', 0],
    ['(;B[aa]((;W[bb])(;W[cc])))', 1],
    ['(;B[aa]((;W[bb])(;W[cc]))(;W[dd]))', 1],
    ['(;B[aa](;W[bb]((;B[cc])(;B[dd])))(;W[dd]))', 2],
    ['(;B[aa](;W[bb])())', 0],
    ['(;B[aa](;W[bb])( ))', 0],
    ['(;B[aa]()(;W[bb])(;W[cc]))', 1],
    ['(;B[aa](;W[bb])(W[cc]))', 1],
    ['(;B[aa](;W[bb]);W[cc])', 0],
  ])('branches of %s', (text, branches) => {
    expect(only(text).branches).toBe(branches);
  });
});

test.each([
  ['moves behind variations', '(;GM[1](;B[aa])(;B[ab]));W[bb];B[cc])', { characters: 12, moves: true }],
  ['words with a semicolon', '(;GM[1];B[aa]) well; Black [A] won', { characters: 16 }],
])('text outside: %s', (_, text, args) => {
  const found = scan(text).findings.find(({ code }) => code === 'sgf/text-outside');
  expect(found?.args).toEqual(args);
});

describe('damage', () => {
  test.each<[situation: string, text: string, games: number, found: string[]]>([
    ['well-formed', '(;GM[1];B[aa])', 1, []],
    ['two games', '(;GM[1])\n(;GM[1])', 2, []],
    ['byte order mark', '\ufeff(;GM[1])', 1, []],
    ['text around games', 'Hello (world) (;GM[1]) and (;GM[1]) bye', 2, ['sgf/text-outside']],
    ['surplus parenthesis', '(;GM[1]))(;GM[1])', 2, ['sgf/surplus-parenthesis']],
    ['missing parenthesis at the end', '(;GM[1](;B[aa]', 1, ['sgf/unclosed-tree']],
    ['missing parenthesis before another game', '(;GM[1];B[aa]\n(;GM[1];W[aa])', 2, ['sgf/unclosed-tree']],
    ['missing parenthesis at the start', ';GM[1];B[aa])', 1, ['sgf/unopened-tree']],
    ['the same with another property first', '\n ;PB[A]PW[B];B[aa])', 1, ['sgf/unopened-tree']],
    ['both parentheses missing', ';GM[1];B[aa]', 1, ['sgf/unopened-tree', 'sgf/unclosed-tree']],
    ['a game that lost its parenthesis behind another', '(;GM[1])\n;FF[4];B[aa])', 2, ['sgf/unopened-tree']],
    ['nodes behind a closed variation', '(;GM[1](;B[aa]);W[bb]C[x];B[cc])', 1, ['sgf/node-outside']],
    ['text between variations', '(;GM[1](;B[aa]) x (;B[bb]))', 1, ['sgf/illegal-text']],
    ['a value between variations', '(;GM[1](;B[aa])[x](;B[bb]))', 1, ['sgf/illegal-text']],
    ['surplus parenthesis inside a game', '(;GM[1];B[aa]);W[bb])', 1, ['sgf/brackets-mended']],
    ['value open to the end', '(;GM[1]C[abc', 1, ['sgf/unclosed-value', 'sgf/unclosed-tree']],
    [
      'value swallows the next game',
      '(;GM[1]C[abc)\n(;FF[4]GM[1];B[aa])',
      2,
      ['sgf/unclosed-value', 'sgf/unclosed-tree'],
    ],
    [
      'empty value swallows a game whose first value is empty',
      '(;GM[1]C[(;FF[]GM[1];B[aa])',
      2,
      ['sgf/unclosed-value', 'sgf/unclosed-tree'],
    ],
    [
      'value in a variation swallows the next game',
      '(;GM[1](;B[aa])(;C[abc)\n(;FF[4]GM[1];B[aa])',
      2,
      ['sgf/unclosed-value', 'sgf/unclosed-tree'],
    ],
    ['missing semicolon', '(GM[1];B[aa])', 1, ['sgf/missing-semicolon']],
    ['lower case', '(;GaMe[1])', 1, ['sgf/lower-case-ident']],
    ['empty variation', '(;GM[1]()(;B[aa]))', 1, ['sgf/empty-variation']],
    ['property without value', '(;GM[1];B;W[aa])', 1, ['sgf/property-without-value']],
    ['property without value at the end', '(;GM[1];B[aa]C)', 1, ['sgf/property-without-value']],
    ['value without property', '(;GM[1];[aa])', 1, ['sgf/value-without-property']],
    ['stray characters', '(;GM[1]!?;B[aa])', 1, ['sgf/illegal-text']],
    ['repeated move', '(;GM[1];B[aa]B[bb])', 1, ['sgf/repeated-property']],
    ['two values of a move', '(;GM[1];B[aa][bb])', 1, ['sgf/repeated-property']],
    ['setup outside the board', '(;SZ[5]AB[zz][aa])', 1, ['sgf/bad-point']],
    ['setup that is no point', '(;SZ[5]AB[1][aa])', 1, ['sgf/bad-point']],
    ['one finding for a rectangle', '(;SZ[2]AB[aa:cc])', 1, ['sgf/bad-point']],
    ['move in the root', '(;GM[1]B[aa])', 1, ['sgf/move-in-root']],
    ['nothing', '', 0, ['sgf/no-game']],
    ['no game', 'Dear Sir', 0, ['sgf/no-game']],
    ['parentheses only', '((((()))))', 0, ['sgf/no-game']],
    ['a picture', '\x89PNG\r\n\x1a\n', 0, ['encoding/guessed', 'sgf/no-game']],
  ])('%s', (_, text, games, found) => {
    const bytes = text.startsWith('\x89')
      ? Uint8Array.from(text, (c) => c.charCodeAt(0))
      : encoder.encode(text);
    const file = scanFile(bytes);
    expect(file.games).toHaveLength(games);
    expect(codes(file)).toEqual(found);
  });

  test('a game that lost its first parenthesis keeps its header and its variations', () => {
    const game = only(' ;GM[1]SZ[5]PB[Ada];B[aa](;W[bb])(;W[cc]))');
    expect([game.header.get('PB'), game.width, game.branches, game.start]).toEqual(['Ada', 5, 1, 1]);
    expect(actionsOf(game)).toEqual(['1 playBlack 0', '2 playWhite 6']);
  });

  test('an SZ behind points is the size of the whole game', () => {
    const game = only('(;AB[ba]TB[aa][ee];B[ff]SZ[5])');
    expect([game.width, game.sizeDeclared]).toEqual([5, true]);
    expect(actionsOf(game)).toEqual(['0 addBlack 1', '1 badBlack 0']);
    expect(game.marks).toMatchObject({ black: [0, 24], white: [] });
  });

  test('marks of one game are not those of the next', () => {
    const { games } = scan('(;SZ[5]TW[aa])(;SZ[5]TB[bb])');
    expect(games.map(({ marks }) => [marks?.black, marks?.white])).toEqual([
      [[], [0]],
      [[6], []],
    ]);
  });

  test('the game behind a swallowed start is whole', () => {
    const file = scan('(;GM[1]C[abc)\n(;FF[4]SZ[5];B[aa])');
    expect(actionsOf(file.games[1]!)).toEqual(['1 playBlack 0']);
    expect(file.games[1]!.header.get('SZ')).toBe('5');
  });

  test('extents go from parenthesis to parenthesis', () => {
    const file = scan('x(;GM[1])\n(;GM[1];B[aa])');
    expect(file.games.map(({ start, end }) => [start, end])).toEqual([
      [1, 9],
      [10, 24],
    ]);
  });

  test('findings of one game are not those of another', () => {
    const file = scan('(;GM[1])(;GM[1]!)(;GM[1])');
    expect(file.games.map(({ findings }) => findings.length)).toEqual([0, 1, 0]);
  });

  test('noise makes at most a hundred findings', () => {
    expect(only(`(;GM[1]${'AB[1]'.repeat(5000)})`).findings).toHaveLength(100);
  });
});

describe('hostile input', () => {
  test('100,000 nested variations', () => {
    const game = only('(;B[aa]'.repeat(100_000) + ')'.repeat(100_000));
    expect(game.line.count).toBe(1500);
    expect(game.findings.map(({ code }) => code).sort()).toEqual(['sgf/limit', 'sgf/move-in-root']);
  });

  test('100,000 open games', () => {
    const file = scan('(;GM[1]\n'.repeat(100_000));
    expect(file.games).toHaveLength(100_000);
  });

  test('100,000 parentheses before a text', () => {
    expect(codes(scan('('.repeat(100_000) + 'x'))).toEqual(['sgf/no-game']);
  });

  test.each<[limit: string, text: string]>([
    ['nodesPerGame', '(;;;;;;)'],
    ['depth', '(;(;)(;(;(;(;))))))'],
    ['gamesPerFile', '(;)(;)(;)(;)(;)'],
  ])('limit %s', (limit, text) => {
    const limits = { ...DEFAULT_LIMITS, nodesPerGame: 4, depth: 4, gamesPerFile: 4 };
    const file = scanFile(encoder.encode(text), { limits });
    const all = [...file.findings, ...file.games.flatMap((game) => game.findings)];
    expect(all.filter(({ code }) => code === 'sgf/limit').map(({ args }) => args)).toEqual([
      { limit, value: 4 },
    ]);
    expect(file.games.length).toBeLessThanOrEqual(4);
  });

  test.each<[nodes: number, text: string, found: number]>([
    [4, '(;;B[aa];W[bb];B[cc])', 0],
    [4, '(;B[aa];W[bb];B[cc];W[dd](;B[ee]))', 1],
    [3, '(;B[aa];W[bb];B[cc];W[dd];B[ee](;W[ff])(;W[gg]))', 1],
    [1, '(;GM[1])', 0],
  ])('at most %i nodes of %s', (nodesPerGame, text, found) => {
    const file = scanFile(encoder.encode(text), { limits: { ...DEFAULT_LIMITS, nodesPerGame } });
    const game = file.games[0]!;
    expect(game.line.nodeCount).toBeLessThanOrEqual(nodesPerGame);
    const codes = game.findings.map(({ code }) => code);
    expect(codes.filter((code) => code === 'sgf/limit')).toHaveLength(found);
    expect(codes).not.toContain('sgf/node-outside');
  });
});
