import { Resvg } from '@resvg/resvg-js';
import { boardStyle, drawBoards, markupOf, shape } from './drawing.js';
import type { Picture } from './picture.js';

/** Pixels per SVG unit. */
const ZOOM = 2;

/**
 * Boards side by side as a PNG. Coordinates are strokes, so that the bytes do not depend on the machine's fonts; the words around
 * the boards would, so they are left out.
 */
export function boardPng(pictures: readonly Picture[], scheme: 'light' | 'dark' = 'light'): Uint8Array {
  const drawing = drawBoards(pictures, 'none');
  const svg = markupOf({
    ...drawing,
    children: [shape('style', {}, [boardStyle(scheme)]), ...drawing.children],
  });
  const renderer = new Resvg(svg, {
    font: { loadSystemFonts: false },
    fitTo: { mode: 'zoom', value: ZOOM },
    background: scheme === 'light' ? '#ffffff' : '#1b1a17',
    logLevel: 'off',
  });
  return renderer.render().asPng();
}
