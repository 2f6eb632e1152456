import { ACTION, FIRST_NON_MOVE, type MainLine } from '../../core/line.js';
import { formatPoint, type Point, pointFromSgf, pointToSgf } from '../../core/point.js';

/** What a picture of a line needs: setup and moves, without nodes and places in the text. */
export interface Actions {
  readonly count: number;
  readonly kinds: Uint8Array;
  readonly points: Uint16Array;
}

/**
 * A main line as text: two SGF letters for a play by the player whose turn it is, Black first; a digit, the kind of ACTION, before
 * everything else, with two letters where it has a point. Whose turn it is said to be (PL) and KO are left out: they move no stone.
 */
export function encodeLine({ count, kinds, points }: MainLine, width: number): string {
  let text = '';
  let next: number = ACTION.playBlack;
  for (let i = 0; i < count; i++) {
    const kind = kinds[i]!;
    if (kind > ACTION.addEmpty) continue;
    if (kind !== next) text += String(kind);
    if (hasPoint(kind)) text += pointToSgf(points[i]!, width);
    if (kind <= ACTION.playWhite) next = 1 - kind;
  }
  return text;
}

/** Reads what `encodeLine` wrote, for a board of the same size. */
export function decodeLine(text: string, width: number, height: number): Actions {
  const kinds = new Uint8Array(text.length);
  const points = new Uint16Array(text.length);
  let count = 0;
  let next: number = ACTION.playBlack;
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at) - DIGIT_ZERO;
    const isDigit = unit >= 0 && unit <= 9;
    const kind = isDigit ? unit : next;
    if (isDigit) at++;
    kinds[count] = kind;
    if (hasPoint(kind)) {
      points[count] = pointFromSgf(text.slice(at, at + 2), width, height) ?? 0;
      at += 2;
    }
    if (kind <= ACTION.playWhite) next = 1 - kind;
    count++;
  }
  return { count, kinds: kinds.subarray(0, count), points: points.subarray(0, count) };
}

const DIGIT_ZERO = 48;

function hasPoint(kind: number): boolean {
  return kind <= ACTION.playWhite || (kind >= ACTION.addBlack && kind <= ACTION.addEmpty);
}

/** Stands for a value that is no point: empty, it would be a pass. */
const NO_POINT = '?';

/** The line written anew as SGF: size, setup and moves, nothing else. */
export function sgfOfLine({ count, kinds, points }: Actions, width: number, height: number): string {
  const size = width === height ? String(width) : `${String(width)}:${String(height)}`;
  let text = `(;GM[1]FF[4]CA[UTF-8]SZ[${size}]`;
  let isSetup = true;
  for (let i = 0; i < count; i++) {
    const kind = kinds[i]!;
    const isBad = kind === ACTION.badBlack || kind === ACTION.badWhite;
    const point = hasPoint(kind) ? pointToSgf(points[i]!, width) : isBad ? NO_POINT : '';
    const isAdding = kind >= ACTION.addBlack;
    if (isAdding && !isSetup) text += '\n;';
    if (!isAdding) text += i % 10 === 0 ? '\n;' : ';';
    text += `${PROPERTIES[kind] ?? 'B'}[${point}]`;
    isSetup = isAdding;
  }
  return `${text})\n`;
}

const PROPERTIES = ['B', 'W', 'B', 'W', 'B', 'W', 'AB', 'AW', 'AE'] as const;

/** One byte a point as text: a letter for each value below 26, and a number behind it for a run of more than one. */
export function encodeBytes(bytes: ArrayLike<number>): string {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const value = bytes[at]!;
    let end = at + 1;
    while (end < bytes.length && bytes[end] === value) end++;
    text += String.fromCharCode(LETTER_A + value) + (end - at > 1 ? String(end - at) : '');
    at = end;
  }
  return text;
}

/** Reads what `encodeBytes` wrote; what lies beyond `length` is left out. */
export function decodeBytes(text: string, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const [, letter, run] of text.matchAll(/([a-z])(\d*)/g)) {
    const end = at + (run === '' ? 1 : Number(run));
    bytes.fill(letter!.charCodeAt(0) - LETTER_A, at, end);
    at = end;
  }
  return bytes;
}

const LETTER_A = 97;

/** A B or W property of a main line. */
export interface LineMove {
  readonly color: 'Black' | 'White';
  /** `bad`: a value that is neither a point of the board nor a pass. */
  readonly kind: 'play' | 'pass' | 'bad';
  /** Of a play. */
  readonly point: Point | undefined;
}

/** The moves of a line in order: move 1 is the first. */
export function movesOf({
  count,
  kinds,
  points,
}: Pick<MainLine, 'count' | 'kinds' | 'points'>): readonly LineMove[] {
  const moves: LineMove[] = [];
  for (let i = 0; i < count; i++) {
    const action = kinds[i]!;
    if (action >= FIRST_NON_MOVE) continue;
    const kind = action <= ACTION.playWhite ? 'play' : action <= ACTION.passWhite ? 'pass' : 'bad';
    moves.push({
      color: action % 2 === 0 ? 'Black' : 'White',
      kind,
      point: kind === 'play' ? points[i]! : undefined,
    });
  }
  return moves;
}

const WHERE = { pass: 'pass', bad: 'without a point' } as const;

/** `move 12, Black Q16`; `the start` for 0 and for numbers beyond the end. */
export function moveWords(moves: readonly LineMove[], number: number, width: number, height: number): string {
  const move = moves[number - 1];
  if (!move) return START;
  const { color, kind, point } = move;
  const where = kind === 'play' ? formatPoint(point!, width, height) : WHERE[kind];
  return `move ${String(number)}, ${color} ${where}`;
}

/** `after move 12, Black Q16`; `at the start`. */
export function afterWords(words: string): string {
  return `${words === START ? 'at' : 'after'} ${words}`;
}

const START = 'the start';
