import {
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  isLetter,
  OPEN_BRACKET,
  OPEN_PAREN,
  SEMICOLON,
  SPACE,
} from '../../core/bytes.js';
import { finding, type Finding } from '../../core/findings/finding.js';
import { parsePoint, pointFromSgf, pointToSgf, type Point } from '../../core/point.js';
import { endOfValue, latin, PROPERTIES, type ValueKind } from '../properties.js';
import type { RawFile, RawGame } from '../raw.js';

/** A text whose points are all written as SGF has them, of the same length; `findings`: what was read, one for each game. */
export interface Spelled {
  readonly text: Uint8Array;
  readonly findings: readonly Finding[];
}

/**
 * Reads points that are written as players call them (`B[Q16]`) or in capitals (`B[PD]`), where all moves of a game are written so. `I` is
 * a column if the letters of the game then fit the board, and `pass` is one in such a game. Not read: `q4` where no other point of
 * the game has a capital or two digits, since it may be a slip for two letters; single moves, which get a proposal (`record/misprint`).
 * `undefined` where there is nothing to read.
 */
export function spellPoints({ text, games }: RawFile): Spelled | undefined {
  let spelled: Uint8Array | undefined;
  const findings: Finding[] = [];
  for (const game of games) {
    const read = isGo(game) ? readPoints(text, game) : NOTHING;
    const [first] = read;
    if (!first) continue;
    // The slice of a Buffer shares its bytes: the file itself would change.
    spelled ??= new Uint8Array(text);
    for (const one of read) write(spelled, one);
    const { start, end } = first.value;
    const args = { places: read.length, written: latin(text, start, end).trim(), read: first.points };
    findings.push(finding('sgf/coordinates', args, { offset: start }));
  }
  return spelled && { text: spelled, findings };
}

function isGo({ header }: RawGame): boolean {
  const game = header.get('GM')?.trim() ?? '';
  return game === '' || Number(game) === 1;
}

/** A value of a property that names points; `end`: the offset of its closing bracket, or the end of the game for a value without. */
interface Value {
  readonly ident: string;
  readonly kind: ValueKind;
  readonly start: number;
  readonly end: number;
}

/** A value as it is read: points in place of the text before `rest`. It is no longer than what was written. */
interface Read {
  readonly value: Value;
  readonly points: string;
  readonly rest: number;
}

const NOTHING: readonly Read[] = [];

/** White space follows the value, so that all other values stay where they are. */
function write(text: Uint8Array, { value, points, rest }: Read): void {
  const { start } = value;
  const end = text[value.end] === CLOSE_BRACKET ? value.end + 1 : value.end;
  for (let i = 0; i < points.length; i++) text[start + i] = points.charCodeAt(i);
  text.copyWithin(start + points.length, rest, end);
  text.fill(SPACE, start + points.length + end - rest, end);
}

const KINDS: ReadonlySet<ValueKind> = new Set(['move', 'points', 'points-or-none', 'labels', 'point-pairs']);
const LAST_CAPITAL = 90;

/** The values of a game that name points, variations included. */
function valuesOf(text: Uint8Array, { textStart, textEnd }: Extent): Value[] {
  const values: Value[] = [];
  let ident = '';
  let isName = false;
  for (let at = textStart; at < textEnd; at++) {
    const byte = text[at]!;
    if (byte === OPEN_BRACKET) {
      const end = endOfValue(text, at + 1, textEnd);
      const kind = PROPERTIES.get(ident)?.value;
      if (kind && KINDS.has(kind)) values.push({ ident, kind, start: at + 1, end });
      at = end;
    } else if (isLetter(byte)) {
      if (!isName) ident = '';
      if (byte <= LAST_CAPITAL) ident += String.fromCharCode(byte);
    } else if (byte === SEMICOLON || byte === OPEN_PAREN || byte === CLOSE_PAREN) ident = '';
    isName = isLetter(byte);
  }
  return values;
}

const NAMED = /^[A-Za-z]{1,2}[1-9]\d?$/;
/** Nobody slips on a key into a capital, or into two digits. */
const CLEAR = /[A-Z]|\d\d/;
const CAPITALS = /^(?:[A-Z][A-Za-z]|[a-z][A-Z])$/;
const PASS = /^(?:pass|tt)$/i;
/** Boards on which a capital is no letter of a point. */
const LARGEST_WITH_CAPITALS = 26;
const MOVES: ReadonlySet<string> = new Set(['B', 'W']);
const STONES: ReadonlySet<string> = new Set(['B', 'W', 'AB', 'AW', 'AE']);

/** Reads a point that is not written as SGF has them. */
type Style = (written: string) => Point | undefined;

type Board = Pick<RawGame, 'width' | 'height'>;
type Extent = Pick<RawGame, 'textStart' | 'textEnd'>;

/** `undefined` where nothing can be read, as in a game that has names and capitals: what is read once must have nothing left to read. */
function styleOf(text: Uint8Array, values: readonly Value[], board: Board): Style | undefined {
  const { width, height } = board;
  const isSmall = Math.max(width, height) <= LARGEST_WITH_CAPITALS;
  const stones = values.filter(({ ident }) => STONES.has(ident)).map((one) => shown(text, one));
  const moves = values.filter(({ ident }) => MOVES.has(ident)).map((one) => shown(text, one));
  const names = stones.filter((one) => NAMED.test(one));
  const capitals = isSmall ? stones.filter((one) => CAPITALS.test(one) && !PASS.test(one)) : [];
  const odd = new Set(names.length > 0 ? names : capitals);
  if (odd.size === 0 || (names.length > 0 && capitals.length > 0)) return undefined;
  if (!moves.every((one) => one === '' || PASS.test(one) || odd.has(one))) return undefined;
  const hasI = [...odd].some((one) => /i/i.test(one));
  const read =
    names.length === 0
      ? (one: string) => (CAPITALS.test(one) ? pointFromSgf(one.toLowerCase(), width, height) : undefined)
      : hasI
        ? (one: string) => (NAMED.test(one) ? pointWithI(one, board) : undefined)
        : (one: string) => (NAMED.test(one) ? parsePoint(one, width, height) : undefined);
  const fits = [...odd].every((one) => read(one) !== undefined);
  if (names.length > 0) return names.some((one) => CLEAR.test(one)) && (!hasI || fits) ? read : undefined;
  // Without I in the letters of all moves, they may be letters that skip it.
  return hasI && fits ? read : undefined;
}

const FIRST_COLUMN = 65;

function pointWithI(written: string, { width, height }: Board): Point | undefined {
  const x = written.toUpperCase().charCodeAt(0) - FIRST_COLUMN;
  const y = height - Number(written.slice(1));
  return x < width && y >= 0 && y < height ? y * width + x : undefined;
}

/** Value without white space and escapes, which `rawPoint` skips too; a label without its text. */
function shown(text: Uint8Array, { kind, start, end }: Value): string {
  const colon = kind === 'labels' ? text.subarray(start, end).indexOf(COLON) : -1;
  return latin(text, start, colon < 0 ? end : start + colon).replace(/\\(?!\\)|\s/g, '');
}

function readPoints(text: Uint8Array, game: RawGame): readonly Read[] {
  const values = valuesOf(text, game);
  const style = styleOf(text, values, game);
  if (!style) return NOTHING;
  const read: Read[] = [];
  for (const value of values) {
    const { kind, start, end } = value;
    const written = shown(text, value);
    const parts = kind === 'move' ? [written] : written.split(':');
    const points = parts.map(style).filter((one) => one !== undefined);
    const isPass = kind === 'move' && written !== 'tt' && PASS.test(written);
    if (points.length < parts.length && !isPass) continue;
    const rest = kind === 'labels' ? text.indexOf(COLON, start) : end;
    read.push({ value, points: lettersOf(isPass ? [] : points, kind, game.width), rest });
  }
  return read;
}

/** Points as SGF has them; a rectangle by its corners at the upper left and lower right. */
function lettersOf(points: readonly Point[], kind: ValueKind, width: number): string {
  const corners = kind === 'point-pairs' || points.length !== 2 ? points : cornersOf(points, width);
  return corners.map((one) => pointToSgf(one, width)).join(':');
}

function cornersOf(points: readonly Point[], width: number): Point[] {
  const columns = points.map((one) => one % width);
  const rows = points.map((one) => Math.floor(one / width));
  return [Math.min, Math.max].map((of) => of(...rows) * width + of(...columns));
}
