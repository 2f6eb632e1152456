import { drawBoards } from './board-sheet.js';
import { boardStyle, type Scheme } from './board-style.js';
import { markupOf, shape } from './drawing.js';
import type { Picture } from './picture.js';

/**
 * Boards side by side as one self-contained SVG document, with title, labels, captions and a legend of the marks that occur.
 * `auto` follows the reader's light or dark scheme. Names are text, never markup.
 */
export function boardSvg(pictures: readonly Picture[], scheme: Scheme = 'auto'): string {
  const drawing = drawBoards(pictures, 'words');
  const style = shape('style', {}, [boardStyle(scheme)]);
  return `${markupOf({ ...drawing, children: [style, ...drawing.children] })}\n`;
}
