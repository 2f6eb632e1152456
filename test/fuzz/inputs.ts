import iconv from 'iconv-lite';
import { gzipSync } from 'node:zlib';
import { makeZip } from '../batch/make-zip.js';
import { sgfText } from './grammar.js';
import { Choices } from './random.js';
import { longTable, longValueText } from './long-values.js';
import { request } from './requests.js';
import { foreignText, tokensText, whereText } from './texts.js';

/** What the bytes of an input are meant to be. */
export const KINDS = [
  'mutated',
  'grammar',
  'broken',
  'charset',
  'noise',
  'foreign',
  'archive',
  'dead',
  'ruleset',
  'request',
  'where',
  'tokens',
  'long-value',
  'table',
] as const;
export type Kind = (typeof KINDS)[number];

export interface Input {
  readonly kind: Kind;
  readonly bytes: Uint8Array;
}

const CHARSETS = 'gb18030 big5 shift_jis euc-kr euc-jp utf-16le utf-16be windows-1251 latin1'.split(' ');

/** What sort of input has a number: all take turns. */
export function kindAt(index: number): Kind {
  return KINDS[index % KINDS.length]!;
}

/** Input number `index` of a run; the same for the same seed, number and samples. */
export function inputAt(seed: number, index: number, samples: readonly Uint8Array[]): Input {
  const random = new Choices(seed * 1_000_003 + index);
  const kind = kindAt(index);
  return { kind, bytes: bytesOf(kind, random, samples) };
}

function bytesOf(kind: Kind, random: Choices, samples: readonly Uint8Array[]): Uint8Array {
  switch (kind) {
    case 'mutated':
      return mutated(random, random.pick(samples));
    case 'grammar':
      return Buffer.from(sgfText(random, false));
    case 'broken':
      return Buffer.from(sgfText(random, true));
    case 'charset': {
      const charset = random.pick(CHARSETS);
      const text = sgfText(random, false).replace(
        'GM[1]',
        `GM[1]CA[${random.pick(CHARSETS)}]PB[山下敬吾 ответ 조훈현]`,
      );
      return random.onceIn(3) ? mutated(random, iconv.encode(text, charset)) : iconv.encode(text, charset);
    }
    case 'noise':
      return noise(random);
    case 'foreign': {
      const text = Buffer.from(foreignText(random));
      return random.onceIn(3) ? mutated(random, text) : text;
    }
    case 'archive':
      return archive(random, samples);
    case 'dead':
      return Buffer.from(deadTable(random));
    case 'ruleset':
      return Buffer.from(JSON.stringify(json(random, 3)));
    case 'request':
      return request(random, random.onceIn(4) ? noise(random) : mutated(random, random.pick(samples)));
    case 'where':
      return Buffer.from(whereText(random));
    case 'tokens':
      return Buffer.from(tokensText(random));
    case 'long-value':
      return Buffer.from(longValueText(random));
    case 'table':
      return Buffer.from(longTable(random));
  }
}

const WORDS = [
  '(',
  ')',
  '[',
  ']',
  ';',
  '\\',
  ':',
  '(;',
  ')(',
  'B[',
  'W[aa]',
  'SZ[19]',
  'CA[UTF-16]',
  '\ufeff',
];

function mutated(random: Choices, sample: Uint8Array): Uint8Array {
  let bytes = Buffer.from(sample);
  for (let i = 1 + random.length(12); i > 0; i--) {
    const at = random.below(bytes.length + 1);
    const size = random.onceIn(3) ? random.below(bytes.length - at + 1) : random.below(8);
    const [head, piece, tail] = [
      bytes.subarray(0, at),
      bytes.subarray(at, at + size),
      bytes.subarray(at + size),
    ];
    switch (random.below(6)) {
      case 0:
        bytes = Buffer.concat([head, tail]);
        break;
      case 1:
        bytes = Buffer.concat([head, piece, piece, tail]);
        break;
      case 2:
        bytes = Buffer.concat([head, Buffer.from(random.pick(WORDS)), piece, tail]);
        break;
      case 3:
        bytes = Buffer.concat([head, tail, piece]);
        break;
      case 4:
        bytes = head;
        break;
      default:
        bytes = Buffer.concat([head, Buffer.from([random.below(256)]), piece.subarray(1), tail]);
    }
    if (bytes.length > 200_000) bytes = bytes.subarray(0, 200_000);
  }
  return bytes;
}

function noise(random: Choices): Uint8Array {
  const from = random.pick(['()[];\\:BWab', '([;', ')];', '\\]', '\u0000\u0001\ufffd()', '']);
  const length = random.onceIn(10) ? random.below(20_000) : random.below(200);
  const bytes = Buffer.alloc(length);
  for (let i = 0; i < length; i++) {
    bytes[i] = from === '' ? random.below(256) : from.charCodeAt(random.below(from.length)) & 255;
  }
  return bytes;
}

const NAMES = [
  'a.sgf',
  '../up.sgf',
  '/abs.sgf',
  'x\\y.sgf',
  'dir/',
  'b.zip',
  '',
  'a.sgf',
  '\u0000.sgf',
  'C:\\c.sgf',
];

function archive(random: Choices, samples: readonly Uint8Array[]): Uint8Array {
  const entries = Array.from({ length: 1 + random.length(5) }, () => ({
    name: random.pick(NAMES),
    contents: Buffer.from(random.onceIn(4) ? noise(random) : random.pick(samples)),
    ...(random.onceIn(5) ? { crc: random.below(2 ** 31) } : {}),
    ...(random.onceIn(5) ? { unpacked: random.below(2 ** 31) } : {}),
    ...(random.onceIn(5) ? { method: random.pick([0, 8, 9, 12, 99]) } : {}),
    ...(random.onceIn(5) ? { flags: random.below(65536) } : {}),
  }));
  let bytes: Uint8Array = makeZip(entries);
  if (random.onceIn(3)) bytes = makeZip([{ name: 'inner.zip', contents: Buffer.from(bytes) }]);
  if (random.onceIn(4)) bytes = gzipSync(bytes);
  return random.onceIn(2) ? mutated(random, bytes) : bytes;
}

function deadTable(random: Choices): string {
  const cells = [
    'file',
    'game',
    'points',
    'a.sgf',
    '1',
    'Q16 R4',
    '"',
    '""',
    '"a,b"',
    'x"y',
    '\u0000',
    '-1',
    '1e9',
    'A1',
  ];
  let text = '';
  for (let row = random.length(6); row >= 0; row--) {
    for (let i = random.below(5); i >= 0; i--) text += random.pick(cells) + random.pick([',', ',', '', ';']);
    text += random.pick(['\n', '\r\n', '\r', '']);
  }
  return text;
}

const FIELDS =
  'name title base superko basicKo selfCapture counting komi handicapMax handicapCompensation __proto__ x'.split(
    ' ',
  );
const LEAVES = ['japanese', 'aga', '', 'positional', 0, -1, 1e300, true, null, [], {}, 'constructor'];

function json(random: Choices, depth: number): unknown {
  if (depth <= 0 || random.onceIn(6)) return random.pick(LEAVES);
  const object: Record<string, unknown> = {};
  if (random.onceIn(2)) object['base'] = 'japanese';
  if (random.onceIn(2)) object['name'] = 'mine';
  for (let i = random.length(8); i > 0; i--)
    object[random.pick(FIELDS)] = json(random, depth - 1 - random.below(2));
  return object;
}
