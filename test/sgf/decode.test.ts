import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { decodeLegacy } from '../../src/sgf/decode/charset.js';
import { decodeFile } from '../../src/sgf/decode/decode.js';
import { scanFile } from '../../src/sgf/scan/scan-file.js';

const CHINESE =
  '(;GM[1]PB[古力]PW[李世石]BR[九段]EV[第三届世界围棋名人战决赛]RE[黑中盘胜]C[黑棋好，白棋死。];B[aa])';
const TAIWAN =
  '(;GM[1]PB[周俊勳]PW[張栩]BR[九段]EV[第二屆世界圍棋名人賽決賽]RE[黑中盤勝]C[黑棋好，白棋劫。];B[aa])';
const JAPANESE =
  '(;GM[1]PB[趙治勲]PW[小林光一]BR[九段]EV[第十期名人戦]RE[黒中押し勝ち]C[これは白がよい手です。];B[aa])';
const KOREAN =
  '(;GM[1]PB[이창호]PW[조훈현]BR[九단]EV[제삼회 한국기원 명인전]RE[흑 불계승]C[흑이 좋은 수입니다];B[aa])';
const FRENCH =
  '(;GM[1]PB[Frédéric Lefèvre]PW[Jürgen Müller]EV[Championnat de Besançon]C[Fichier créé à côté];B[aa])';
const RUSSIAN =
  '(;GM[1]PB[Иван Петров]PW[Александр Динерштейн]EV[Чемпионат России]C[Хороший ход белых];B[aa])';

const POLISH = '(;GM[1]PB[Michał Kowalski]PW[Stanisław Paździora]EV[Mistrzostwa Polski];B[aa])';

describe('charsets without CA', () => {
  test.each([
    'Jürgen Groß',
    'Frédérique Lefèvre',
    'Cécile Noël',
    'Björn Åkerström',
    'José Núñez',
    'Søren Kjær',
    'Jørgen Sørensen',
    'Conceição Simões',
    '¿Quién ganó? ¿Él?',
    'la partie créée à Orléans',
    'perché è così',
    'Þórður Guðjónsson',
    'Õnne Põld',
    'Íñigo Álvarez',
    'Ángel Iñiguez',
    'Óscar Ávila',
    'Émile Étienne',
    'Šimon Žák',
  ])('%s is western', (name) => {
    const { text, evidence } = decodeFile(iconv.encode(`(;PB[${name}];B[aa])`, 'windows-1252'));
    expect(evidence.used).toBe('windows-1252');
    expect(new TextDecoder().decode(text)).toContain(name);
  });

  test.each(['Bartłomiej Wójcik i Michał Król', 'Małgorzata Gąska', 'Stanisław Paździora'])(
    '%s is Central European',
    (name) => {
      const { text, evidence } = decodeFile(iconv.encode(`(;PB[${name}];B[aa])`, 'windows-1250'));
      expect(evidence.used).toBe('windows-1250');
      expect(new TextDecoder().decode(text)).toContain(name);
    },
  );

  test.each<[charset: string, text: string]>([
    ['gb18030', CHINESE],
    ['big5', TAIWAN],
    ['shift_jis', JAPANESE],
    ['euc-jp', JAPANESE],
    ['euc-kr', KOREAN],
    ['windows-1252', FRENCH],
    ['windows-1251', RUSSIAN],
    ['koi8-r', RUSSIAN],
    ['macintosh', FRENCH],
    ['windows-1250', POLISH],
  ])('%s', (charset, text) => {
    const bytes = iconv.encode(text, charset);
    const { text: decoded, evidence, findings } = decodeFile(bytes);
    expect(evidence).toMatchObject({ used: charset, how: 'guessed', replaced: 0 });
    expect(new TextDecoder().decode(decoded)).toBe(text);
    expect(findings.map(({ code }) => code)).toEqual(['encoding/guessed']);
    const game = scanFile(bytes).games[0]!;
    expect([game.start, game.end]).toEqual([0, bytes.length]);
  });
});

describe('charsets that announce themselves', () => {
  test.each<[name: string, bytes: Uint8Array, used: string, how: string]>([
    ['ASCII', iconv.encode('(;CA[UTF-8])', 'ascii'), 'utf-8', 'ascii'],
    ['UTF-8', iconv.encode(CHINESE, 'utf-8'), 'utf-8', 'utf-8'],
    ['UTF-8 with mark', iconv.encode(CHINESE, 'utf-8', { addBOM: true }), 'utf-8', 'bom'],
    ['UTF-16LE with mark', iconv.encode(CHINESE, 'utf-16le', { addBOM: true }), 'utf-16le', 'bom'],
    ['UTF-16BE with mark', iconv.encode(CHINESE, 'utf-16be', { addBOM: true }), 'utf-16be', 'bom'],
    ['UTF-16LE without mark', iconv.encode(CHINESE, 'utf-16le'), 'utf-16le', 'guessed'],
    ['UTF-16BE without mark', iconv.encode(CHINESE, 'utf-16be'), 'utf-16be', 'guessed'],
    ['UTF-32LE with mark', iconv.encode(CHINESE, 'utf-32le', { addBOM: true }), 'utf-32le', 'bom'],
    ['UTF-32BE with mark', iconv.encode(CHINESE, 'utf-32be', { addBOM: true }), 'utf-32be', 'bom'],
    ['UTF-32LE without mark', iconv.encode(CHINESE, 'utf-32le'), 'utf-32le', 'guessed'],
    ['UTF-32BE without mark', iconv.encode(CHINESE, 'utf-32be'), 'utf-32be', 'guessed'],
    ['ISO-2022-KR', Buffer.from('\x1b$)C(;PB[\x0eGQ19\x0f];B[aa])', 'latin1'), 'iso-2022-kr', 'escapes'],
    ['ISO-2022-JP', Buffer.from('(;PB[\x1b$B9u\x1b(B];B[aa])', 'latin1'), 'iso-2022-jp', 'escapes'],
    ['declared', iconv.encode('(;CA[GB2312]PB[古力];B[aa])', 'gb18030'), 'gb18030', 'declared'],
  ])('%s', (_, bytes, used, how) => {
    const { evidence } = decodeFile(bytes);
    expect(evidence).toMatchObject({ used, how, replaced: 0 });
    expect(scanFile(bytes).games.map(({ game }) => game)).toEqual([1]);
  });

  test('ISO-2022 text', () => {
    const korean = scanFile(Buffer.from('\x1b$)C(;PB[\x0eGQ19\x0f];B[aa])', 'latin1')).games[0]!;
    expect(korean.header.get('PB')).toBe('한국');
    expect(korean.start).toBe(4);
    const japanese = scanFile(Buffer.from('(;PB[\x1b$B9u\x1b(B];B[aa])', 'latin1')).games[0]!;
    expect(japanese.header.get('PB')).toBe('黒');
  });
});

test('ASCII and UTF-8 are not copied', () => {
  const bytes = iconv.encode(CHINESE, 'utf-8');
  expect(decodeFile(bytes).text).toBe(bytes);
});

test('a wrong CA is told', () => {
  const bytes = iconv.encode('(;CA[ISO-2022-KR]PB[이창호])', 'utf-8');
  expect(decodeFile(bytes).findings).toMatchObject([
    { code: 'encoding/declared-wrong', args: { declared: 'ISO-2022-KR', used: 'utf-8' } },
  ]);
});

test.each<[situation: string, damage: (bytes: Buffer) => Buffer]>([
  [
    'a byte became a question mark',
    (bytes) => Buffer.concat([bytes.subarray(0, 11), Buffer.from('?'), bytes.subarray(12)]),
  ],
  ['a name was cut', (bytes) => Buffer.concat([bytes.subarray(0, 12), bytes.subarray(13)])],
])('damaged UTF-8 stays UTF-8: %s', (_, damage) => {
  const bytes = damage(iconv.encode('(;GM[1]PB[古力]BR[9段];B[aa])', 'utf-8').subarray(0));
  const { text, evidence, findings } = decodeFile(bytes);
  expect(text).toBe(bytes);
  expect(evidence.used).toBe('utf-8');
  expect(findings).toContainEqual(expect.objectContaining({ code: 'encoding/lossy', offset: 10 }));
});

test.each([
  ['Jürgen Müller', 'Jürgen', 2],
  ['古力', '古力', 1],
  ['Łukasz Żak', 'Łukasz', 2],
  ['à Paris', 'à', 1],
])('%s encoded twice is told', (name, meant, words) => {
  const twice = [...Buffer.from(name)]
    .map((byte) => decodeLegacy(Uint8Array.of(byte), 'windows-1252'))
    .join('');
  const { findings } = decodeFile(Buffer.from(`(;GM[1]PB[${twice}];B[aa])`));
  expect(findings).toEqual([
    expect.objectContaining({
      code: 'encoding/twice',
      offset: 10,
      args: expect.objectContaining({ meant, words }) as unknown,
    }),
  ]);
});

test.each(['Müller', 'Ã¼'.repeat(60), 'Ñandú', 'señor «Ángel»', 'É', 'Â° Ã', 'NÃO É', '古力Ã'])(
  '%s is not',
  (name) => {
    const codes = decodeFile(Buffer.from(`(;GM[1]PB[${name}];B[aa])`)).findings.map(({ code }) => code);
    expect(codes).toEqual([]);
  },
);

test('a lost character of a legacy charset is told with its place in the text', () => {
  const bytes = Buffer.concat([
    Buffer.from('(;CA[gb2312]PB['),
    Buffer.of(0xb9, 0xc5, 0xff),
    Buffer.from('])'),
  ]);
  const { text, findings } = decodeFile(bytes);
  const offset = Buffer.from(text).indexOf('\ufffd');
  expect(offset).toBe(18);
  expect(findings).toContainEqual(expect.objectContaining({ code: 'encoding/lossy', offset }));
});

test('extents are those of the original bytes', () => {
  const text = '\n(;GM[1]PB[古力（一）]) \n(;GM[1]PB[李世石])';
  for (const charset of ['gb18030', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be']) {
    const bytes = iconv.encode(text, charset, { addBOM: charset !== 'gb18030' });
    const cut = scanFile(bytes).games.map(({ start, end }) =>
      iconv.decode(Buffer.from(bytes.subarray(start, end)), charset),
    );
    expect(cut).toEqual(['(;GM[1]PB[古力（一）])', '(;GM[1]PB[李世石])']);
  }
});

test.each([
  ['a surrogate', [0x28, 0xd800], '(\ufffd'],
  ['a number above the last character', [0x28, 0x110000], '(\ufffd'],
  ['a character outside the first plane', [0x28, 0x20000], '(\u{20000}'],
])('UTF-32: %s', (_, codes, text) => {
  const bytes = new Uint8Array(Uint32Array.from([0xfeff, ...codes]).buffer);
  expect(new TextDecoder().decode(decodeFile(bytes).text)).toBe(text);
  expect(new TextDecoder().decode(decodeFile(bytes.subarray(0, -1)).text)).toBe('(\ufffd');
});

test.each(['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])(
  'CA may leave the order of bytes open: %s',
  (charset) => {
    const bytes = iconv.encode(`(;CA[${charset.slice(0, 6).toUpperCase()}]PB[古力];B[aa])`, charset, {
      addBOM: true,
    });
    expect(decodeFile(bytes).findings).toEqual([]);
  },
);
