import stringWidth from 'string-width';
import { formatPoint } from '../core/point.js';
import { NO_BOARD, tally } from './cells.js';
import { messageOf, type BoardSize } from './messages.js';
import { formatResult } from './numbers.js';
import type { GameReport, PlacedFinding } from './report.js';
import { visible } from './visible.js';

/** Columns of the table for a terminal; with the blanks between them 79 wide. */
const WIDTHS = { file: 26, game: 4, moves: 5, declared: 8, result: 8, illegal: 3, first: 19 };

/** The two lines above the table. */
export function tableHead(): string {
  return (
    row(['file', 'game', 'moves', 'declared', 'result', 'ill', 'gravest finding']) +
    row(['-'.repeat(26), '----', '-----', '--------', '--------', '---', '-'.repeat(19)])
  );
}

/** One game in the table. */
export function tableRow(report: GameReport): string {
  const { errors, warnings, first } = tally(report.findings);
  const shown = errors + warnings > 0 ? first?.code : undefined;
  return row([
    report.file,
    String(report.game),
    String(report.replay.moves),
    report.record.result.kind === 'missing' ? '' : report.record.result.raw,
    report.score ? formatResult(report.score.resultHalves) : '',
    report.replay.illegal === 0 ? '' : String(report.replay.illegal),
    shown === undefined ? '' : `${shown}${errors + warnings > 1 ? ` +${String(errors + warnings - 1)}` : ''}`,
  ]);
}

/** One finding as a line: `file game: severity code move point: message`. */
export function findingLine(
  file: string,
  game: number | undefined,
  found: PlacedFinding,
  board: BoardSize = NO_BOARD,
): string {
  const where = game === undefined ? visible(file) : `${visible(file)} ${String(game)}`;
  const move = found.move === undefined ? '' : ` ${String(found.move)}`;
  const point = found.point === undefined ? '' : ` ${formatPoint(found.point, board.width, board.height)}`;
  return `${where}: ${found.severity} ${found.code}${move}${point}: ${visible(messageOf(found, board))}\n`;
}

function row(cells: readonly string[]): string {
  const [file = '', game = '', moves = '', declared = '', result = '', illegal = '', first = ''] = cells;
  const line = [
    padEnd(shortenLeft(visible(file), WIDTHS.file), WIDTHS.file),
    game.padStart(WIDTHS.game),
    moves.padStart(WIDTHS.moves),
    padEnd(shorten(visible(declared), WIDTHS.declared), WIDTHS.declared),
    padEnd(result, WIDTHS.result),
    illegal.padStart(WIDTHS.illegal),
    shorten(first, WIDTHS.first),
  ].join(' ');
  return `${line.trimEnd()}\n`;
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
