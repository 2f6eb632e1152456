import type { Choices } from './random.js';

/** Characters of one value: a reader that takes quadratic time takes seconds for it, a linear one a millisecond. */
const LENGTH = 60_000;

const IDENTS =
  'RE KM SZ HA RU BR WR PB PW DT TM OT EV RO PC AP GM FF CA BL OB C LB AR TB AB B W ST PL GN US SO KGSDE zz'.split(
    ' ',
  );
const STARTS =
  'B+|W+|3|6집 |Black wins by |B|白|黑胜|5x|1:|fischer |(|19:|2016-|9p|1d |round |초읽기 |HANDICAP=|aa:|\\'.split(
    '|',
  );
const PIECES = [
  ...Array.from('019.,/:;()-+*?xbwkdpaBZ# \t\n\u00a0\u3000段집반目子第回半又"'),
  '\\]',
  '\\\\',
  '] [',
  '[',
  '()',
  '(;',
  ');',
];
const ENDS = ['', 'x', '!', ')', '段', '?', '目', ' 3', '.', '\\', '집 반 공제', ' fischer', '=', '\n'];

const HEADERS = {
  gib: (value: string) =>
    `\\HS\n\\[GAMEBLACKNAME=${value}\\]\n\\[GAMEINFOMAIN=${value}\\]\n\\HE\n\\GS\n2 1 0\n\\GE\n`,
  ugf: (value: string) => `[Header]\nSize=19\nWriter=${value}\nPlayerB=${value}\n[Data]\nAA,B1,1,1\n`,
  outside: (value: string) => `(;GM[1];B[aa])${value}(;GM[1];W[bb])`,
};

/** A record with one long value that repeats a piece of one to four parts, and an end that spoils what it looks like. */
export function longValueText(random: Choices): string {
  const piece = Array.from({ length: 1 + random.below(3) }, () => random.pick(PIECES)).join('');
  const start = random.onceIn(2) ? random.pick(STARTS) : '';
  const value = start + piece.repeat(LENGTH / piece.length) + random.pick(ENDS);
  if (random.onceIn(6)) return HEADERS[random.pick(['gib', 'ugf', 'outside'] as const)](value);
  return `(;GM[1]FF[4]SZ[9]${random.pick(IDENTS)}[${value}];B[aa];W[bb];B[];W[])`;
}

const TABLES: readonly ((value: string) => string)[] = [
  (value) => `round,table,white,black,result\n1,1,${value},${value},${value}\n`,
  (value) => `"${value}","${value}\nround,white,black\n`,
  (value) => `## TOURNEY ${value}\n## ${value}\nUSA123 ${value}, A 3d Club=${value}\nUSA123 ${value}\n`,
  (value) => `TOURNEY ${value}\nPLAYERS\n1 ${value}, A 3d\nGAMES 1\n1 2 W ${value} 7\n`,
  (value) =>
    `; EV[${value}]\n; PC[${value}]\n1 ${value} A 3d DE Ber 2 ${value} 2+/w0\n2 B C 3d DE Ber 2 1-/b0\n`,
  (value) => `;name=${value}\n;date=${value}\n1 ${value} A 3d 2 2+w0 ${value}\n`,
  (value) =>
    `<?xml version="1.0"?><Tournament><Players><Player name="${value}" firstName="a"/></Players></Tournament>`,
  (value) => `{"type":"INDIV","name":"${value}"}`,
];

/** A results table with one long cell. */
export function longTable(random: Choices): string {
  const piece = random.pick(PIECES) + (random.onceIn(2) ? random.pick(PIECES) : '');
  return random.pick(TABLES)(random.pick(STARTS) + piece.repeat(LENGTH / piece.length) + random.pick(ENDS));
}
