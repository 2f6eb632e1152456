import { UserError } from '../../../src/core/outcome.js';
import { describe, expect, it } from 'vitest';
import { formatFile } from '../../../src/toolkit/format/format-file.js';
import { FAITHFUL, type FormatOptions, type LossKind } from '../../../src/toolkit/format/format-types.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const written = (text: string | Uint8Array, options: Partial<FormatOptions> = {}): string => {
  const input = typeof text === 'string' ? bytes(text) : text;
  return new TextDecoder().decode(formatFile(input, { ...FAITHFUL, ...options }).text);
};

const HEAD = '(;FF[4]GM[1]CA[UTF-8]';

describe('a faithful rewriting', () => {
  it.each<[what: string, from: string, to: string]>([
    ['root properties that are missing come first', '(;SZ[9];B[aa])', `${HEAD}SZ[9]\n;B[aa])\n`],
    ['FF, GM and CA keep their places', '(;SZ[9]CA[gb2312]GM[1]FF[3])', '(;SZ[9]CA[UTF-8]GM[1]FF[4])\n'],
    ['FF told twice is told once', '(;FF[3]FF[1])', '(;GM[1]CA[UTF-8]FF[4])\n'],
    ['another game stays that game', '(;FF[4]GM[2])', '(;CA[UTF-8]FF[4]GM[2])\n'],
    [
      'lower-case letters of FF[3] identifiers',
      '(;GaMe[1]SiZe[19];Black[pd])',
      '(;FF[4]CA[UTF-8]GM[1]SZ[19]\n;B[pd])\n',
    ],
    ['unknown and private properties stay', '(;ZZ[a][b]KGSDE[cc])', `${HEAD}ZZ[a][b]KGSDE[cc])\n`],
    ['a property told twice stays twice', '(;C[a]C[b])', `${HEAD}C[a]C[b])\n`],
    ['empty nodes stay', '(;;;B[aa])', `${HEAD}\n;;B[aa])\n`],
    ['empty variations go', '(;B[aa]())', `${HEAD}B[aa])\n`],
    [
      'variations stand on lines of their own',
      '(;(;B[aa];W[bb])(;B[cc]))',
      `${HEAD}\n(;B[aa];W[bb])\n(;B[cc]))\n`,
    ],
    ['a tree without a node is none', '(;((;B[aa])(;B[bb])))', `${HEAD}\n(;B[aa])\n(;B[bb]))\n`],
    ['two roots come under one', '((;B[aa])(;B[bb]))', `${HEAD}\n(;B[aa])\n(;B[bb]))\n`],
    ['missing semicolons and parentheses', '(FF[4](B[aa]', '(;GM[1]CA[UTF-8]FF[4]\n;B[aa])\n'],
    ['a lost bracket', '(;C[ab', `${HEAD}C[ab])\n`],
    ['a lost bracket behind a backslash', '(;C[ab\\', `${HEAD}C[ab])\n`],
    ['games each on their own', '(;B[aa])(;B[bb])', `${HEAD}B[aa])\n${HEAD}B[bb])\n`],
    ['text outside of games stays', 'Dear all,\n(;B[aa])  bye (x)\n', `Dear all,\n${HEAD}B[aa])\nbye (x)\n`],
    ['other white space is text', '(\u00a0(;B[aa])', `(\u00a0\n${HEAD}B[aa])\n`],
    ['a parenthesis too many says nothing', '(;B[aa])) (;B[bb])', `${HEAD}B[aa])\n${HEAD}B[bb])\n`],
  ])('%s', (_, from, to) => {
    expect(written(from)).toBe(to);
    expect(written(to)).toBe(to);
  });
});

describe('escapes', () => {
  it.each<[what: string, from: string, to: string]>([
    ['what needs none has none', 'C[\\a\\[\\:b]', 'C[a[:b]'],
    ['brackets and backslashes need them', 'C[a\\]\\\\]', 'C[a\\]\\\\]'],
    ['soft line breaks are gone, others are LF', 'C[a\\\r\nb\r\nc\rd\n\re]', 'C[ab\nc\nd\ne]'],
    ['a colon inside a part', 'LB[aa:b:c]', 'LB[aa:b\\:c]'],
    ['a colon in text', 'N[a\\:b:c]', 'N[a:b:c]'],
    ['a colon of an unknown property stays what it was', 'ZZ[a\\:b:\\c]', 'ZZ[a\\:b:c]'],
    [
      'a comment that quotes a game',
      'C[(;FF[4\\]) is how each game of them starts]',
      'C[(\\;FF[4\\]) is how each game of them starts]',
    ],
  ])('%s', (_, from, to) => {
    expect(written(`(;${from})`)).toBe(`${HEAD}${to})\n`);
    expect(written(written(`(;${from})`))).toBe(`${HEAD}${to})\n`);
  });
});

describe('charsets', () => {
  const chinese = Uint8Array.of(
    ...bytes('(;CA[gb2312]PB['),
    0xc4,
    0xf4,
    0xce,
    0xc0,
    0xc6,
    0xbd,
    ...bytes('])'),
  );

  it('GB2312 becomes UTF-8, and CA says so', () => {
    expect(written(chinese)).toBe('(;FF[4]GM[1]CA[UTF-8]PB[聂卫平])\n');
  });

  it('a charset given is taken whatever the file says', () => {
    expect(written(chinese, { charsetIn: 'windows-1252' })).toContain('PB[ÄôÎÀÆ½]');
  });

  it('a legacy charset can be written', () => {
    const { text } = formatFile(bytes('(;PB[聂卫平])'), { ...FAITHFUL, charsetOut: 'gb18030' });
    expect(Buffer.from(text).includes(Buffer.of(0xc4, 0xf4, 0xce, 0xc0, 0xc6, 0xbd))).toBe(true);
    expect(written(text)).toBe('(;FF[4]GM[1]CA[UTF-8]PB[聂卫平])\n');
  });

  it('a character that the charset does not have is refused, with its place', () => {
    const options = { ...FAITHFUL, charsetOut: 'big5' };
    const input = bytes('(;PB[Kim]\nPW[가])');
    const result = formatFile(input, options);
    expect(result).toMatchObject({
      refused: true,
      losses: [{ kind: 'characters', line: 2, column: 4, what: '가' }],
    });
    expect(result.text).toHaveLength(0);
    expect(written(input, { charsetOut: 'big5', lossy: 'allowed' })).toContain('PW[?]');
  });

  it('unknown charsets throw', () => {
    expect(() => formatFile(bytes('(;)'), { ...FAITHFUL, charsetIn: 'klingon' })).toThrow(
      new UserError('charsetIn is "klingon" but must be "auto" or the label of a charset'),
    );
    expect(() => formatFile(bytes('(;)'), { ...FAITHFUL, charsetOut: 'utf-16le' })).toThrow(
      new UserError('charsetOut is "utf-16le" but must be the label of a charset that can be written'),
    );
  });
});

describe('what cannot be kept', () => {
  it.each<[kind: LossKind, from: string | Uint8Array, what: string, to: string]>([
    ['illegal-text', '(;B[aa] foo;W[bb])', 'foo', `${HEAD}B[aa]\n;W[bb])\n`],
    ['bare-value', '(;[aa]B[bb])', '[aa]', `${HEAD}B[bb])\n`],
    ['bare-property', '(;B;W[bb])', 'B', `${HEAD}\n;W[bb])\n`],
    [
      'stray-node',
      '(;B[aa](;W[bb]);B[cc];W[dd](;W[ee]))',
      ';B[cc];W[dd]',
      `${HEAD}B[aa]\n(;W[bb])\n(;W[ee]))\n`,
    ],
    [
      'characters',
      Uint8Array.of(...bytes('(;C[Grüße, Žižek, äöü, ÄÖÜ'), 0xfc, ...bytes('])')),
      '\ufffd',
      `${HEAD}C[Grüße, Žižek, äöü, ÄÖÜ\ufffd])\n`,
    ],
  ])('%s is refused unless losses are allowed', (kind, from, what, to) => {
    const input = typeof from === 'string' ? bytes(from) : from;
    const refused = formatFile(input, FAITHFUL);
    expect(refused).toMatchObject({ refused: true, losses: [{ kind, game: 1, line: 1, what }] });
    expect(refused.text).toHaveLength(0);
    expect(refused.games[0]!.text).toHaveLength(0);
    const allowed = formatFile(input, { ...FAITHFUL, lossy: 'allowed' });
    expect(new TextDecoder().decode(allowed.text)).toBe(to);
    expect(formatFile(allowed.text, FAITHFUL)).toMatchObject({ refused: false, losses: [] });
  });

  it('a replacement character that was there is no loss', () => {
    expect(formatFile(bytes('(;C[a\ufffdb])'), FAITHFUL).losses).toEqual([]);
  });

  it('what is lost in a game that is not asked for is no loss', () => {
    const input = bytes('(;B[aa] foo)(;B[bb])');
    expect(formatFile(input, { ...FAITHFUL, games: [2] })).toMatchObject({ refused: false, losses: [] });
    expect(formatFile(input, { ...FAITHFUL, games: [1] })).toMatchObject({ refused: true });
  });

  it('text outside of games that the charset does not have', () => {
    const input = bytes('가\n(;B[aa])');
    const options = { ...FAITHFUL, charsetOut: 'big5' };
    expect(formatFile(input, options)).toMatchObject({ refused: true, losses: [{ game: 0, what: '가' }] });
    expect(formatFile(input, { ...options, strip: ['illegalTail'] })).toMatchObject({ refused: false });
  });

  it('a file without a game gives nothing', () => {
    expect(formatFile(bytes('hello'), FAITHFUL)).toMatchObject({ games: [], refused: false });
  });
});

describe('depth', () => {
  it.each([
    [1500, []],
    [1501, ['limit']],
    [200_000, ['limit']],
  ])('%i variations inside each other', (depth, lost) => {
    const input = bytes('(;B[aa]'.repeat(depth) + ')'.repeat(depth));
    const options = { ...FAITHFUL, lossy: 'allowed' as const };
    const { text, losses } = formatFile(input, options);
    expect(losses.map(({ kind }) => kind)).toEqual(lost);
    const again = formatFile(text, FAITHFUL);
    expect(Buffer.compare(text, again.text)).toBe(0);
  });
});
