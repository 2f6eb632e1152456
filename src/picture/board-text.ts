import { columnName } from '../core/point.js';
import { type Look, lookOf, type Picture, starPoints } from './picture.js';

const LEGEND: readonly (readonly [string, string])[] = [
  ['x', 'dead Black'],
  ['o', 'dead White'],
  ["'", "Black's point"],
  ['"', "White's point"],
  [':', 'dame'],
  ['+', "Black's seki point"],
  ['*', "White's seki point"],
  ['b', 'Black must fill it'],
  ['w', 'White must fill it'],
  ['~', 'open'],
  ['?', 'in doubt'],
];

/**
 * Draws boards with letters and rows for a terminal of 80 columns: side by side where they fit, else one below the other; a 19x19 board
 * takes 45 columns. Signs that occur are explained below them.
 */
export function boardText(pictures: readonly Picture[]): string {
  const used = new Set<string>();
  const boards = pictures.map((picture) => boardLines(picture, used));
  const isLabelled = pictures.length > 1;
  const labelled = boards.map((lines, i) => (isLabelled ? [pictures[i]!.label ?? '', ...lines] : lines));
  const title = pictures[0]?.title ?? '';
  const lines = title === '' ? [] : [title, ''];
  lines.push(...besideOrBelow(labelled));
  const legend = LEGEND.filter(([sign]) => used.has(sign)).map(([sign, words]) => `${sign} ${words}`);
  if (legend.length > 0) lines.push('', ...wrap(legend, COLUMNS));
  const captions = pictures.flatMap((picture) => picture.captions);
  if (captions.length > 0) lines.push('', ...captions);
  return `${lines.join('\n')}\n`;
}

const COLUMNS = 80;
const BETWEEN = '   ';

function besideOrBelow(boards: readonly (readonly string[])[]): string[] {
  const widths = boards.map((lines) => Math.max(...lines.map(({ length }) => length)));
  const total = widths.reduce((sum, width) => sum + width + BETWEEN.length, -BETWEEN.length);
  if (boards.length < 2) return boards.flat();
  if (total > COLUMNS) return boards.flatMap((lines, i) => (i === 0 ? lines : ['', ...lines]));
  const rows = Math.max(...boards.map(({ length }) => length));
  return Array.from({ length: rows }, (_, y) =>
    boards
      .map((lines, i) => (lines[y] ?? '').padEnd(widths[i]!))
      .join(BETWEEN)
      .trimEnd(),
  );
}

function boardLines(picture: Picture, used: Set<string>): string[] {
  const { width, height } = picture;
  const stars = new Set(starPoints(width, height));
  const margin = String(height).length;
  const wide = width > 25 ? 3 : 2;
  const letters = Array.from({ length: width }, (_, x) => columnName(x).padStart(wide)).join('');
  const header = `${' '.repeat(margin)}${letters}`;
  const lines = [header];
  for (let y = 0; y < height; y++) {
    const row = String(height - y).padStart(margin);
    let text = row;
    for (let x = 0; x < width; x++) {
      const point = y * width + x;
      const look = lookOf(picture, point);
      const sign = signOf(look);
      used.add(sign);
      if (look.stone && look.doubt > 0) used.add('?');
      text += before(picture, point, x, wide) + (sign === '.' && stars.has(point) ? ',' : sign);
    }
    if (isRinged(picture, y * width + width - 1)) text += ')';
    lines.push(`${text.padEnd(margin + width * wide + 1)}${row.trim()}`);
  }
  lines.push(header);
  return lines;
}

/** The last move, and the move a finding is about, are in brackets. */
function isRinged({ lastMove, flagged }: Picture, point: number): boolean {
  return point === lastMove || point === flagged;
}

function before(picture: Picture, point: number, x: number, wide: number): string {
  const pad = ' '.repeat(wide - 2);
  if (isRinged(picture, point)) return `${pad}(`;
  if (x > 0 && isRinged(picture, point - 1)) return `)${pad}`;
  return `${pad}${lookOf(picture, point).doubt > 0 ? '?' : ' '}`;
}

const SIGNS = {
  territory: { black: "'", white: '"' },
  'seki-point': { black: '+', white: '*' },
  fill: { black: 'b', white: 'w' },
} as const;

function signOf({ stone, is, owner }: Look): string {
  if (stone) return is === 'dead' ? (stone === 'black' ? 'x' : 'o') : stone === 'black' ? 'X' : 'O';
  if (is === 'dame') return ':';
  if (is === 'open') return '~';
  return owner ? SIGNS[is as keyof typeof SIGNS][owner] : '.';
}

function wrap(items: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const item of items) {
    const next = line === '' ? item : `${line}   ${item}`;
    if (next.length > columns) {
      lines.push(line);
      line = item;
    } else line = next;
  }
  return line === '' ? lines : [...lines, line];
}
