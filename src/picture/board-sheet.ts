import { boardSize, drawBoard, MARGIN, markupOf, shape, type Shape } from './drawing.js';
import { type Look, lookOf, type Picture } from './picture.js';

/** Between two boards, and around all of them. */
const GAP = 18;
const LINE = 18;
/** Widths of a letter of the words, on the wide side: Latin, and East Asian. */
const LETTER = 7.2;
const WIDE_LETTER = 13.5;

/** `words`: with the title above the boards and captions and legend below; `none`: where a page shows these itself. */
export type Surroundings = 'words' | 'none';

/**
 * Boards side by side as one drawing without style, such as a position and the earlier one that it repeats. The title is that of the
 * first; each has its label above it.
 */
export function drawBoards(pictures: readonly Picture[], around: Surroundings): Shape {
  const title = pictures[0]?.title ?? '';
  const sizes = pictures.map(boardSize);
  const boards = sizes.reduce((sum, { width }) => sum + width + GAP, -GAP);
  const tallest = Math.max(0, ...sizes.map(({ height }) => height));
  const heading = around === 'words' && title !== '' ? [title] : [];
  const isLabelled = pictures.some(({ label }) => label !== undefined && label !== '');
  const labels = around === 'words' && isLabelled ? LINE : 0;
  const below =
    around === 'words' ? [...legendOf(pictures), ...pictures.flatMap(({ captions }) => captions)] : [];
  const edge = around === 'words' ? GAP : 0;
  const widest = Math.max(boards, ...[...heading, ...below].map(widthOf));
  const top = edge + heading.length * (LINE + 6) + labels;
  const w = Math.ceil(widest + 2 * edge);
  const h = Math.ceil(top + tallest + below.length * LINE + (below.length > 0 ? 10 : 0) + edge);
  const parts: Shape[] = [];
  if (around === 'words') parts.push(shape('rect', { class: 'paper', width: w, height: h }));
  for (const words of heading) parts.push(text('title', edge, edge + 14, words));
  let left = edge;
  pictures.forEach((picture, i) => {
    if (labels > 0)
      parts.push(text('words', left + (heading.length > 0 ? 0 : MARGIN / 6), top - 5, picture.label ?? ''));
    parts.push(shape('g', { transform: `translate(${left} ${top})` }, [drawBoard(picture)]));
    left += sizes[i]!.width + GAP;
  });
  below.forEach((words, i) => parts.push(text('words', edge, top + tallest + 20 + i * LINE, words)));
  const name = [title, ...pictures.map(({ label }) => label ?? '')]
    .filter((words) => words !== '')
    .join('; ');
  return shape(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      class: 'board',
      viewBox: `0 0 ${w} ${h}`,
      width: w,
      height: h,
      role: 'img',
    },
    [shape('title', {}, [name === '' ? 'Go board' : name]), ...parts],
  );
}

function text(style: string, x: number, y: number, words: string): Shape {
  return shape('text', { class: style, x, y }, [words]);
}

function widthOf(words: string): number {
  let width = 0;
  for (const letter of words) width += letter.codePointAt(0)! >= FIRST_WIDE ? WIDE_LETTER : LETTER;
  return width;
}

/** Hangul Jamo; what is wide begins about here. */
const FIRST_WIDE = 0x1100;

/** What a mark means, in the order of the legend, and where it is. */
const LEGEND: readonly (readonly [words: string, has: (look: Look) => boolean])[] = [
  ['thick square: the move in question', ({ isFlagged }) => isFlagged],
  ['ring: last move', ({ isLast }) => isLast],
  ['crossed: dead stone', ({ is }) => is === 'dead'],
  ['square: territory', ({ is }) => is === 'territory'],
  ['small cross: dame', ({ is }) => is === 'dame'],
  ['small circle: open, neither player holds it surely', ({ is }) => is === 'open'],
  ['diamond: point in seki', ({ is }) => is === 'seki-point'],
  ['ringed square: point to be filled by its owner', ({ is }) => is === 'fill'],
  ['stone with diamond: in seki', ({ is }) => is === 'seki'],
  [
    'shaded, dotted to whole ring: life in doubt, darker where the doubt is greater',
    ({ doubt }) => doubt > 0,
  ],
];

/** What the marks of some boards mean, in lines of a few signs; only those that occur. */
export function legendOf(pictures: readonly Picture[]): string[] {
  const looks = pictures.flatMap((picture) =>
    Array.from(picture.stones, (_, point) => lookOf(picture, point)),
  );
  const words = LEGEND.flatMap(([meaning, has]) => (looks.some(has) ? [meaning] : []));
  const lines: string[] = [];
  for (const item of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + item.length < LONGEST)
      lines[lines.length - 1] = `${last}; ${item}`;
    else lines.push(item);
  }
  return lines;
}

const LONGEST = 64;

/**
 * Boards side by side as one self-contained SVG document, with title, labels, captions and a legend of the marks that occur.
 * `auto` follows the reader's light or dark scheme. Names are text, never markup.
 */
export function boardSvg(pictures: readonly Picture[], scheme: Scheme = 'auto'): string {
  const drawing = drawBoards(pictures, 'words');
  const style = shape('style', {}, [boardStyle(scheme)]);
  return `${markupOf({ ...drawing, children: [style, ...drawing.children] })}\n`;
}

/** Which colors: as the viewer prefers, one of the two, or as a page says with `data-theme` on its root. */
type Scheme = 'auto' | 'light' | 'dark' | 'page';

/** Plain colors, as many viewers know no CSS variables. */
interface Colors {
  readonly ground: string;
  readonly ink: string;
  readonly accent: string;
  readonly paper: string;
  readonly words: string;
}

const LIGHT: Colors = {
  ground: '#f0d9a8',
  ink: '#4a3b22',
  accent: '#a3231b',
  paper: '#ffffff',
  words: '#26221a',
};
const DARK: Colors = {
  ground: '#9a8150',
  ink: '#191307',
  accent: '#5c0b05',
  paper: '#1b1a17',
  words: '#eee8da',
};

/** What looks the same in light and dark. */
const SHAPES = [
  '.board{fill:none;stroke-linecap:round;stroke-linejoin:round}',
  '.board .black{fill:#111;stroke:#000}',
  '.board .white{fill:#fff;stroke:#111}',
  '.board .dead{fill-opacity:.5}',
  '.board .cross{stroke-width:2.4}',
  '.board .seki{stroke-width:2}',
  '.board .fill{stroke-width:1.4}',
  '.board .open{stroke-width:1.4}',
  '.board .ring{stroke-width:1.9}',
  '.board .on-black{stroke:#fff}',
  '.board .on-white{stroke:#111}',
  '.board .doubt{stroke-width:2.2}',
  // Light on black stones and dark on white ones, so that rings show without color too.
  '.board .doubt.on-black{stroke:#ffb9ad}',
  '.board .doubt.on-white{stroke:#a3231b}',
  '.board .doubt-1{stroke-dasharray:.1 5.74}',
  '.board .doubt-2{stroke-dasharray:3 6.74}',
  '.board .shade-1{fill-opacity:.16}',
  '.board .shade-2{fill-opacity:.34}',
  '.board .shade-3{fill-opacity:.55}',
  '.board .flag{stroke-width:3.2;stroke-linejoin:miter}',
  '.board .words{stroke:none;font:13px sans-serif}',
  '.board .title{stroke:none;font:bold 14px sans-serif}',
];

/** By scheme: the colors in light, and where they are dark instead. */
function colorsOf(scheme: Scheme): readonly string[] {
  const dark = (media: string, scope: string): string => `@media ${media}{\n${colored(DARK, scope)}\n}`;
  switch (scheme) {
    case 'light':
      return [colored(LIGHT, '')];
    case 'dark':
      return [colored(DARK, '')];
    case 'auto':
      return [colored(LIGHT, ''), dark('(prefers-color-scheme:dark)', '')];
    case 'page':
      return [
        colored(LIGHT, ''),
        dark('screen and (prefers-color-scheme:dark)', ':root:not([data-theme=light]) '),
        dark('screen', ':root[data-theme=dark] '),
      ];
  }
}

/** The style of `drawBoards`, for its own SVG or for a page that holds many. */
export function boardStyle(scheme: Scheme): string {
  return [...SHAPES, ...colorsOf(scheme)].join('\n');
}

function colored({ ground, ink, accent, paper, words }: Colors, scope: string): string {
  const rules: readonly (readonly [names: readonly string[], body: string])[] = [
    [['paper'], `fill:${paper}`],
    [['ground'], `fill:${ground}`],
    [['line', 'label', 'dame', 'fill', 'open'], `stroke:${ink}`],
    [['star'], `fill:${ink}`],
    [['flag'], `stroke:${accent}`],
    [['shade-1', 'shade-2', 'shade-3'], `fill:${accent}`],
    [['words', 'title'], `fill:${words}`],
  ];
  return rules
    .map(([names, body]) => `${names.map((name) => `${scope}.board .${name}`).join(',')}{${body}}`)
    .join('\n');
}
