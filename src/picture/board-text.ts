import { BLACK, EMPTY } from '../core/color.js';
import { columnName } from '../core/point.js';
import { starPoints, type Picture } from './picture.js';

const EMPTY_SIGNS = ['.', "'", '"', ':', '+', '*', 'b', 'w'] as const;

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
  ['?', 'in doubt'],
];

/**
 * Draws boards with letters and rows for a terminal of 80 columns: side by side where they fit, else one below the other; a 19x19 board
 * takes 45. Signs that occur are explained below them.
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
      text += before(picture, point, x, wide) + signOf(picture, point, stars, used);
    }
    if (isRinged(picture, y * width + width - 1)) text += ')';
    lines.push(`${text.padEnd(margin + width * wide + 1)}${row.trim()}`);
  }
  lines.push(header);
  return lines;
}

/** The last move, and the move a finding is about, stand in brackets. */
function isRinged(picture: Picture, point: number): boolean {
  return point === picture.lastMove || point === picture.flagged;
}

function before(picture: Picture, point: number, x: number, wide: number): string {
  const pad = ' '.repeat(wide - 2);
  if (isRinged(picture, point)) return `${pad}(`;
  if (x > 0 && isRinged(picture, point - 1)) return `)${pad}`;
  if ((picture.uncertain?.[point] ?? 0) > 0) return `${pad}?`;
  return `${pad} `;
}

function signOf(picture: Picture, point: number, stars: ReadonlySet<number>, used: Set<string>): string {
  const stone = picture.stones[point];
  if (stone === EMPTY) {
    const owner = picture.owner?.[point] ?? 0;
    if (owner === 0 && stars.has(point)) return ',';
    return note(used, EMPTY_SIGNS[owner] ?? '.');
  }
  if ((picture.uncertain?.[point] ?? 0) > 0) used.add('?');
  if (picture.dead?.[point] === 1) return note(used, stone === BLACK ? 'x' : 'o');
  return stone === BLACK ? 'X' : 'O';
}

function note(used: Set<string>, sign: string): string {
  used.add(sign);
  return sign;
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
