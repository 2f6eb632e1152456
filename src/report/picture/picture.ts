import { BLACK, EMPTY } from '../../core/color.js';
import { columnName, type Point } from '../../core/point.js';
import type { GameReport } from '../../referee/judge/report.js';
import { confirmsMargin, type GameScore } from '../../referee/score/score-types.js';

/** What a board picture shows, for the terminal, SVG, PNG and the report alike. Arrays hold one byte per point (`y * width + x`). */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly stones: Uint8Array;
  /** 1 where the stone is dead. */
  readonly dead?: Uint8Array | undefined;
  /** As `GameScore.owner`: 0 nothing, 1 Black's point, 2 White's, 3 dame, 4 and 5 Black's and White's in seki, 6 and 7 theirs to fill. */
  readonly owner?: Uint8Array | undefined;
  /** 1 where the stone is in seki. */
  readonly seki?: Uint8Array | undefined;
  /** Doubt about the status of the stone: 0 none, then 1 to 3, as `doubtOf` grades it. */
  readonly uncertain?: Uint8Array | undefined;
  /** Of a board that was not counted: 1 where neither player holds the point surely. */
  readonly open?: Uint8Array | undefined;
  readonly lastMove?: Point | undefined;
  /** The move that a finding is about. */
  readonly flagged?: Point | undefined;
  /** Short texts on empty points, such as the places of proposed repairs. */
  readonly marks?: ReadonlyMap<Point, string> | undefined;
  /** Which game this is; boards that are drawn together have one title. */
  readonly title: string;
  /** What this board shows of it, such as `after move 12`. */
  readonly label?: string | undefined;
  readonly captions: readonly string[];
}

/** What a point shows, for every way to draw it. */
export interface Look {
  readonly stone: 'black' | 'white' | undefined;
  /** Of a stone, or of an empty point. */
  readonly is: 'dead' | 'seki' | 'territory' | 'dame' | 'seki-point' | 'fill' | 'open' | undefined;
  /** Of an empty point that is not neutral: whose it is. */
  readonly owner: 'black' | 'white' | undefined;
  /** As `Picture.uncertain` has it. */
  readonly doubt: number;
  readonly isLast: boolean;
  readonly isFlagged: boolean;
  /** '' for none. */
  readonly mark: string;
}

/** Empty points by `Picture.owner`. */
const OWNED: readonly Pick<Look, 'is' | 'owner'>[] = [
  { is: undefined, owner: undefined },
  { is: 'territory', owner: 'black' },
  { is: 'territory', owner: 'white' },
  { is: 'dame', owner: undefined },
  { is: 'seki-point', owner: 'black' },
  { is: 'seki-point', owner: 'white' },
  { is: 'fill', owner: 'black' },
  { is: 'fill', owner: 'white' },
];

const OPEN: Pick<Look, 'is' | 'owner'> = { is: 'open', owner: undefined };

export function lookOf(picture: Picture, point: Point): Look {
  const { dead, seki, owner, uncertain, open, lastMove, flagged } = picture;
  const content = picture.stones[point] ?? EMPTY;
  const isOpen = open?.[point] === 1;
  const isFlagged = point === flagged;
  if (content === EMPTY) {
    const owned = isOpen ? OPEN : (OWNED[owner?.[point] ?? 0] ?? OWNED[0]!);
    const mark = picture.marks?.get(point) ?? '';
    return { stone: undefined, ...owned, doubt: uncertain?.[point] ?? 0, isLast: false, isFlagged, mark };
  }
  return {
    stone: content === BLACK ? 'black' : 'white',
    is: dead?.[point] === 1 ? 'dead' : seki?.[point] === 1 ? 'seki' : undefined,
    owner: undefined,
    doubt: isOpen ? 1 : (uncertain?.[point] ?? 0),
    isLast: point === lastMove,
    isFlagged,
    mark: '',
  };
}

/** Least probabilities that a chain is judged correctly, for no doubt, some doubt and much doubt. */
const DOUBTS = [0.9, 0.75, 0.6] as const;

/** 0: the judgment is sure enough; 1: some doubt; 2: much; 3: little better than a guess. */
function doubtOf(probability: number): number {
  return DOUBTS.filter((least) => probability < least).length;
}

/** A list of points in the form of `Picture.open`. */
export function openPoints(points: readonly Point[], size: number): Uint8Array {
  const open = new Uint8Array(size);
  for (const point of points) open[point] = 1;
  return open;
}

/** Doubt about each stone whose life the score is not sure of; none where the declared margin confirms the count. */
export function uncertainStones(
  stones: Uint8Array,
  score: GameScore,
  { record, settlement }: Pick<GameReport, 'record' | 'settlement'>,
): Uint8Array {
  const marked = new Uint8Array(stones.length);
  if (confirmsMargin(record.result, settlement)) return marked;
  for (const chain of score.life.chains) {
    const doubt = doubtOf(chain.probability);
    if (doubt > 0) markChain(stones, record.width, chain.point, marked, doubt);
  }
  return marked;
}

function markChain(stones: Uint8Array, width: number, start: Point, marked: Uint8Array, doubt: number): void {
  const color = stones[start];
  const open = [start];
  marked[start] = doubt;
  for (let point = open.pop(); point !== undefined; point = open.pop()) {
    const x = point % width;
    const sides = [x > 0 ? point - 1 : -1, x < width - 1 ? point + 1 : -1, point - width, point + width];
    for (const next of sides) {
      if (stones[next] !== color || marked[next] !== 0) continue;
      marked[next] = doubt;
      open.push(next);
    }
  }
}

/** Star points of a square board with an odd size of at least 9; empty for other boards. */
export function starPoints(width: number, height: number): readonly Point[] {
  if (width !== height || width < 9 || width % 2 === 0) return [];
  const edge = width < 13 ? 2 : 3;
  const middle = (width - 1) / 2;
  const lines = width < 17 ? [edge, width - 1 - edge] : [edge, middle, width - 1 - edge];
  const points = lines.flatMap((y) => lines.map((x) => y * width + x));
  return lines.length === 2 ? [...points, middle * width + middle] : points;
}

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
 * takes 45 columns. A legend below explains the signs that occur.
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

/** Whether a point is in parentheses: the last move, or the move that a finding is about. */
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

function signOf({ stone, is, owner, mark }: Look): string {
  if (mark !== '') return mark;
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
