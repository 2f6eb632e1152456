import stringWidth from 'string-width';
import { NO_BOARD } from '../columns/cells.js';
import { messageOf, type BoardSize } from '../findings/messages.js';
import type { PlacedFinding, TextPlace } from '../referee/report.js';
import { visible } from './visible.js';

/**
 * One finding as a line, as compilers write theirs, so that editors can jump to it: `file:line:column: severity: message [code]`.
 * What has no place in the text stands where its game begins, or its file.
 */
export function findingLine(
  file: string,
  game: number | undefined,
  found: PlacedFinding,
  { width, height, place }: BoardSize & { readonly place?: TextPlace | undefined } = NO_BOARD,
): string {
  const { line, column } = found.line > 0 ? found : (place ?? FILE_START);
  return `${visible(file)}:${String(line)}:${String(column)}: ${sentenceOf(game, found, { width, height })}`;
}

/** One finding about a file for a reader, without a place. */
export function fileFindingLine(file: string, found: PlacedFinding): string {
  return `${visible(file)}: ${sentenceOf(undefined, found, NO_BOARD)}`;
}

const FILE_START: TextPlace = { line: 1, column: 1 };

function sentenceOf(game: number | undefined, found: PlacedFinding, board: BoardSize): string {
  const which = game === undefined || game === 1 ? '' : `game ${String(game)}: `;
  return `${found.severity}: ${which}${visible(messageOf(found, board))} [${found.code}]\n`;
}

/** Fills up with blanks to a width in columns of a terminal. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}

/** Units of a text looked at for each column, so that a name of a megabyte costs no more than others; accents take several. */
const MOST_UNITS = 8;

/** Whether a text is no wider than so many columns. */
export function fits(text: string, width: number): boolean {
  return text.length <= MOST_UNITS * width && stringWidth(text) <= width;
}

/** The start of a text that fits, with an ellipsis when something was cut. */
export function shorten(text: string, width: number): string {
  if (fits(text, width)) return text;
  const letters = Array.from(text.slice(0, MOST_UNITS * width));
  while (letters.length > 0 && stringWidth(letters.join('')) > width - 1) letters.pop();
  return `${letters.join('')}…`;
}

/** The end of a name that fits: the end tells files apart. */
export function shortenLeft(text: string, width: number): string {
  if (fits(text, width)) return text;
  const letters = Array.from(text.slice(-MOST_UNITS * width)).slice(-width);
  while (letters.length > 0 && stringWidth(letters.join('')) > width - 1) letters.shift();
  return `…${letters.join('')}`;
}
