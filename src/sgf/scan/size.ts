/** Columns and rows of a board. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What a game without SZ has. */
export const STANDARD_SIZE: Size = { width: 19, height: 19 };

/** SGF points have 52 letters. */
const LARGEST = 52;

const FORM = /^\s*(\d{1,3})\s*(?:[:xX*]\s*(\d{1,3}))?\s*$/;

/** Reads SZ (`19`, `9:13`, also `9x13`); `undefined` when it is no size from 1 to 52. */
export function parseSize(value: string): Size | undefined {
  const match = value === '19' ? undefined : FORM.exec(value);
  if (match === undefined) return STANDARD_SIZE;
  if (match === null) return undefined;
  const width = Number(match[1]);
  const height = match[2] === undefined ? width : Number(match[2]);
  return isSize(width) && isSize(height) ? { width, height } : undefined;
}

function isSize(value: number): boolean {
  return value >= 1 && value <= LARGEST;
}
