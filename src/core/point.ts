import { checkArgument, isAnyText, whole, wrongValue } from './checks.js';

/**
 * A point is a number: `y * width + x`, origin at the top left as in SGF.
 * Pass is never a point: it is its own kind of action.
 */
export type Point = number;

const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/** Column name as printed on boards: A to Z without I, then AA, AB, ... AZ, BA, ... (again without I). */
export function columnName(x: number): string {
  const low = LETTERS.charAt(x % 25);
  return x < 25 ? low : LETTERS.charAt(Math.floor(x / 25) - 1) + low;
}

const isCount = whole(1);
const isPoint = whole(0);

/** `Q16` style: letters from the left, rows counted from the bottom. Throws UserError for anything but whole numbers. */
export function formatPoint(point: Point, width: number, height: number): string {
  checkArgument('point', point, isPoint);
  checkArgument('width', width, isCount);
  checkArgument('height', height, isCount);
  const y = Math.floor(point / width);
  if (y >= height) throw wrongValue('point', point, `less than ${String(width * height)}`);
  return columnName(point - y * width) + String(height - y);
}

/** Reads `Q16` style; `undefined` for anything that is not a point of a board of this size. Case does not matter. Throws UserError for another kind of value. */
export function parsePoint(text: string, width: number, height: number): Point | undefined {
  checkArgument('text', text, isAnyText);
  checkArgument('width', width, isCount);
  checkArgument('height', height, isCount);
  const match = /^([A-HJ-Z]{1,2})([1-9]\d?)$/.exec(text.trim().toUpperCase());
  if (!match) return undefined;
  const letters = match[1]!;
  const x =
    letters.length === 1
      ? LETTERS.indexOf(letters)
      : (LETTERS.indexOf(letters.charAt(0)) + 1) * 25 + LETTERS.indexOf(letters.charAt(1));
  const y = height - Number(match[2]);
  return x < width && y >= 0 && y < height ? y * width + x : undefined;
}

const SGF = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

export const NO_LETTER = 255;

/** 0 to 25 for a to z, 26 to 51 for A to Z, 255 for every other byte. */
export const LETTER: Readonly<Uint8Array> = new Uint8Array(256).fill(NO_LETTER);
for (let i = 0; i < 26; i++) {
  (LETTER as Uint8Array)[97 + i] = i;
  (LETTER as Uint8Array)[65 + i] = i + 26;
}

/** SGF's two letters, column then row from the top; lower case to 26, upper case to 52. */
export function pointToSgf(point: Point, width: number): string {
  const y = Math.floor(point / width);
  return SGF.charAt(point - y * width) + SGF.charAt(y);
}

/** Reads SGF's two letters; `undefined` when they are not two letters of a board of this size. */
export function pointFromSgf(text: string, width: number, height: number): Point | undefined {
  if (text.length !== 2) return undefined;
  const x = SGF.indexOf(text.charAt(0));
  const y = SGF.indexOf(text.charAt(1));
  return x >= 0 && y >= 0 && x < width && y < height ? y * width + x : undefined;
}

/** Caches the values of `make` by columns and rows. */
export function bySize<T>(make: (width: number, height: number) => T): (width: number, height: number) => T {
  const made = new Map<number, T>();
  return (width, height) => {
    const key = width * 64 + height;
    let value = made.get(key);
    if (value === undefined) {
      value = make(width, height);
      made.set(key, value);
    }
    return value;
  };
}

/**
 * The symmetries of the board as tables `t` with `t[point]` the image of the point; the first is the identity.
 * Only those that keep the shape are listed: eight on a square board, four on any other.
 */
export const symmetriesOf = bySize((width, height): readonly Uint16Array[] =>
  Array.from({ length: width === height ? 8 : 4 }, (_, s) => {
    const table = new Uint16Array(width * height);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const column = s & 1 ? width - 1 - x : x;
        const row = s & 2 ? height - 1 - y : y;
        table[y * width + x] = s & 4 ? column * width + row : row * width + column;
      }
    }
    return table;
  }),
);
