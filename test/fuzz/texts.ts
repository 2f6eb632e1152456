import type { Choices } from './random.js';

function pieces(random: Choices, words: readonly string[], most: number): string {
  return Array.from({ length: 1 + random.length(most) }, () => random.pick(words)).join('');
}

const LINE_ENDS = ['\n', '\n', '\n', '\r\n', '\r', ''];

function lines(random: Choices, of: readonly (() => string)[], most: number): string {
  let text = '';
  for (let i = random.length(most); i > 0; i--) text += random.pick(of)() + random.pick(LINE_ENDS);
  return text;
}

const VALUES = [
  '',
  '0',
  '1',
  '65',
  '-5',
  '1e9',
  '99999999999999999999',
  '이창호 (9단)',
  'x',
  '\\]',
  '\u0000',
  '2',
  '19',
];

/** A GIB, NGF or UGF record, or nearly one. */
export function foreignText(random: Choices): string {
  if (random.onceIn(3)) return ugfText(random);
  return random.onceIn(2) ? gibText(random) : ngfText(random);
}

function ugfText(random: Choices): string {
  const number = (): string => String(random.below(random.pick([3, 19, 25, 400])));
  const letter = (): string => String.fromCharCode(65 + random.below(random.pick([9, 19, 27])));
  const fields = [
    'Size',
    'Hdcp',
    'Date',
    'Winner',
    'PlayerB',
    'PlayerW2',
    'CoordinateType',
    'Ptime',
    'Writer',
    'X',
  ];
  const field = (): string => `${random.pick(fields)}=${random.pick([...VALUES, 'IGS', 'B,2.50', '2,0.50'])}`;
  const move = (): string =>
    `${letter()}${letter()},${random.pick(['B1', 'W1', 'MK', ''])},${number()},${number()}`;
  const node = (): string => `NODE,${number()},${number()},${number()},${number()}`;
  const odd = (): string =>
    random.pick([
      'VARIATION,',
      'VARIATIONEND,',
      '.Text,1',
      '.EndText',
      '.Fig,1,1,1,9,9,x',
      '.EndFig',
      '.#,1,2,]',
      '.Comment,2',
      'words',
    ]);
  const sections = ['[Data]', '[Figure]', '[ReviewNode]', '[ReviewComment]', '[Files]', '[Comment]'];
  const body = Array.from(
    { length: 1 + random.below(5) },
    () => `${random.pick(sections)}\n${lines(random, [move, node, node, odd], 40)}\n`,
  );
  return `[Header]\n${lines(random, [field], 8)}\n${body.join('')}`;
}

function gibText(random: Choices): string {
  const number = (): string => String(random.below(random.pick([2, 19, 25, 400])));
  const fields = [
    'GAMEBLACKNAME',
    'GAMEWHITENAME',
    'GAMEDATE',
    'GAMEPLACE',
    'GAMERESULT',
    'GAMECONDITION',
    'X',
  ];
  const main = (): string =>
    `\\[GAMEINFOMAIN=GRLT:${random.pick(VALUES)},ZIPSU:${random.pick(VALUES)},GONGJE:${random.pick(VALUES)},GTIME:${random.pick(VALUES)}\\]`;
  const tag = (): string => `\\[GAMETAG=S1,R3,D5,G65,W${random.pick(VALUES)},Z5,T30-3-1200,C2020:1:1:0:0\\]`;
  const field = (): string =>
    `\\[${random.pick(fields)}=${random.pick(VALUES)}${random.pick(['\\]', '\\]', ''])}`;
  const stone = (): string =>
    `STO 0 ${number()} ${random.pick(['1', '2', '3', ''])} ${number()} ${number()}${random.pick(['', ' ', ' 9'])}`;
  const odd = (): string =>
    pieces(random, ['SKI', 'INI', ' 0', ' 1', ' 9', '\\GS', '\\GE', '\\HE', ' &4', '2 1'], 5);
  const head = lines(random, [main, tag, field, field], 8);
  return `\\HS\n${head}\\HE\n\\GS\nINI 0 1 ${random.pick(VALUES)} &4\n${lines(random, [stone, stone, stone, odd], 60)}\\GE\n`;
}

function ngfText(random: Choices): string {
  const letter = (): string => String.fromCharCode(65 + random.below(random.pick([20, 27, 60])));
  const value = (): string => random.pick(VALUES);
  const move = (): string =>
    `PM${letter()}${letter()}${random.pick(['B', 'W', 'X'])}${letter()}${letter()}${letter()}${letter()}`;
  const rest = Array.from({ length: random.below(11) }, value).join('\n');
  return `${value()}\n${random.pick(['19', '9', '13', '52', '0', '99'])}\n${rest}\n${lines(random, [move, move, move, value], 60)}`;
}

const WHERE = [
  ...['size', 'handicap', 'black', 'result', 'no-such', 'moves', 'komi'],
  ...[
    '=',
    '!=',
    '<',
    '<=',
    '~',
    '!~',
    '(',
    ')',
    ' and ',
    ' or ',
    ' not ',
    '"',
    "'",
    '""',
    ' ',
    '19',
    '"Lee"',
    '山',
    '\u0000',
  ],
  ...['not not not ', '((((', '))))', '(+)+', '[', '.*'],
];

/** A filter of `list --where`. */
export function whereText(random: Choices): string {
  const text = pieces(random, WHERE, 40);
  return random.onceIn(50) ? text.repeat(500) : text;
}

const TOKENS = [
  'token-of-somebody-01',
  'short',
  'x'.repeat(300),
  ' ',
  '\t',
  'admin',
  'alice',
  '\n',
  '\r\n',
  '\u0000',
  'é',
  '=',
  '__proto__',
];

/** A file of tokens. */
export function tokensText(random: Choices): string {
  return pieces(random, TOKENS, 60);
}
