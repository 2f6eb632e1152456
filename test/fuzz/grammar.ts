import type { Choices } from './random.js';

/** Identifiers that mean something to a reader, some in the spelling of FF[1] to FF[3], some unknown. */
const IDENTS =
  'B W AB AW AE PL KO TB TW C N SZ KM HA RU RE DT GM FF CA AP PB PW BR WR EV RO TM OT MN LB LN AR SQ CR TR MA SL DD VW V GB GW DM UC TE BM DO IT HO FG PM ST US SO GN GC PC ON AN CP BL WL OB OW KGSDE Black White CoPyright XX b aB L M CH SI ID OM OP OV RG SC SE BS WS EL EX'.split(
    ' ',
  );
const SIZES = ['19', '9', '13', '1', '2', '52', '7:5', '5:7', '0', '99', '-1', '', '19:19', 'x', '1e3'];
const RESULTS =
  'B+R W+3.5 0 Draw Void ? B+ W+T B+F w+0.5 B+1/2 Jigo 黑胜1.75子 白中盘胜 B+0 W+-3 +3 B+999999999999999999999'.split(
    ' ',
  );
const RULES =
  'Japanese AGA Chinese GOE NZ Tromp-Taylor Ing Korean japanese:komi=0 ?? Ancient #OTHER KGS'.split(' ');
const TEXTS = [
  '',
  'a',
  ' \n',
  '黑',
  '\\]',
  '\\\\',
  ':',
  '\\:',
  '=1+1',
  '"',
  '\0',
  '<b>',
  '\u202e',
  '\\\n',
  '[x',
];
const NUMBERS = '0 6.5 -7.5 0,5 375 3.75 1e9 NaN 65 99999999999999999999 .5 5. ６ 07 +6 6.5目 - 1/2 ½'.split(
  ' ',
);

/** An SGF text by the grammar, with values that are right, wrong or strange and, when `broken`, with faults of structure. */
export function sgfText(random: Choices, broken: boolean): string {
  const size = random.onceIn(2) ? 19 : 2 + random.below(8);
  const parts: string[] = [];
  const games = 1 + random.length(4);
  for (let i = 0; i < games; i++) {
    if (random.onceIn(6)) parts.push(random.pick(['\n', 'text ', '\r\n\r\n', '\ufeff', ';', ')']));
    parts.push(tree(random, size));
  }
  return broken ? damaged(random, parts.join('')) : parts.join('');
}

function tree(random: Choices, size: number): string {
  const parts: string[] = [`(;GM[1]FF[4]`];
  if (size !== 19 || random.onceIn(3)) {
    parts.push(`SZ[${random.onceIn(6) ? random.pick(SIZES) : String(size)}]`);
  }
  for (let i = random.length(8); i > 0; i--) parts.push(property(random, size));
  let open = 1;
  let color = 0;
  for (let nodes = random.length(120); nodes > 0; nodes--) {
    const shape = random.below(12);
    if (shape === 0) {
      parts.push('(');
      open++;
    } else if (open > 1 && shape === 1) parts.push(')(');
    parts.push(';');
    if (!random.onceIn(10)) {
      color = random.onceIn(15) ? color : 1 - color;
      parts.push(`${color === 1 ? 'B' : 'W'}[${point(random, size)}]`);
    }
    if (random.onceIn(6)) parts.push(property(random, size));
  }
  parts.push(')'.repeat(open));
  return parts.join('');
}

function property(random: Choices, size: number): string {
  const ident = random.pick(IDENTS);
  const values: string[] = [];
  for (let i = 1 + random.length(5); i > 0; i--) values.push(`[${value(random, ident, size)}]`);
  return ident + values.join(random.onceIn(20) ? ' \n' : '');
}

function value(random: Choices, ident: string, size: number): string {
  if (random.onceIn(12)) return random.pick(TEXTS);
  switch (ident) {
    case 'SZ':
      return random.pick(SIZES);
    case 'RE':
      return random.pick(RESULTS);
    case 'RU':
      return random.pick(RULES);
    case 'KM':
    case 'HA':
    case 'TM':
    case 'BL':
    case 'MN':
      return random.pick(NUMBERS);
    case 'C':
    case 'N':
    case 'PB':
    case 'EV':
      return random.pick(TEXTS) + random.pick(TEXTS);
    case 'LB':
    case 'LN':
    case 'AR':
      return `${point(random, size)}:${point(random, size)}`;
    default:
      return random.onceIn(5) ? `${point(random, size)}:${point(random, size)}` : point(random, size);
  }
}

function point(random: Choices, size: number): string {
  if (random.onceIn(25))
    return random.pick(['', 'tt', 'zz', 'AA', 'a', 'abc', 'Z9', 'q16', 'aa:', '[', ' aa']);
  const letter = (): string => String.fromCharCode(97 + random.below(Math.min(size, 26)));
  return letter() + letter();
}

/** The text with pieces left out, doubled or put in. */
function damaged(random: Choices, text: string): string {
  let out = text;
  for (let i = 1 + random.length(6); i > 0; i--) {
    const at = random.below(out.length + 1);
    const cut = random.onceIn(2) ? 0 : random.length(30);
    const put = random.pick([
      '',
      '(',
      ')',
      '[',
      ']',
      ';',
      '\\',
      ':',
      'B',
      '[]',
      '()',
      '\0',
      out.slice(at, at + 20),
    ]);
    out = out.slice(0, at) + put + out.slice(at + cut);
  }
  return out;
}
