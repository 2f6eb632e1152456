import { columnName, type Point } from '../../core/point.js';
import { lookOf, starPoints, type Picture, type Look } from './picture.js';

/**
 * A drawing as plain data: elements of SVG or HTML with their attributes. Texts are not escaped: code that writes markup escapes
 * them, and a page can make elements of them without any markup.
 */
export interface Shape {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (Shape | string)[];
}

export function shape(
  tag: Shape['tag'],
  attributes: Shape['attributes'],
  children: Shape['children'] = [],
): Shape {
  return { tag, attributes, children };
}

/** The drawing as SVG markup. */
export function markupOf(drawing: Shape): string {
  const attributes = Object.entries(drawing.attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');
  if (drawing.children.length === 0) return `<${drawing.tag}${attributes}/>`;
  const inner = drawing.children.map((child) =>
    typeof child === 'string' ? escapeXml(child) : markupOf(child),
  );
  const isText = drawing.children.some((child) => typeof child === 'string');
  const between = isText ? '' : '\n';
  return `<${drawing.tag}${attributes}>${between}${inner.join(between)}${between}</${drawing.tag}>`;
}

/**
 * Text escaped for XML and HTML: characters of markup become entities. Control characters, lone surrogates, U+FFFE and U+FFFF, which
 * XML cannot represent, become U+FFFD; line feeds and tabs stay.
 */
export function escapeXml(text: string): string {
  return text.replace(LONE_SURROGATE, '\ufffd').replace(UNSAFE, (sign) => ENTITIES[sign] ?? '\ufffd');
}

const LONE_SURROGATE = /[\ud800-\udfff]/gu;
// eslint-disable-next-line no-control-regex
const UNSAFE = /[&<>"'\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Distance between two lines, in SVG units. */
export const STEP = 24;
/** From the edge of the board to the first line: space for the coordinates and for a flagged stone on the edge. */
export const MARGIN = 42;

const STONE = 11.3;
const LABEL_HEIGHT = 8.5;
/** From the edge of the board to the middle of a coordinate. */
const LABEL_AT = 15;

/** Width and height of a board with its coordinates, in SVG units. */
export function boardSize({ width, height }: Pick<Picture, 'width' | 'height'>): {
  readonly width: number;
  readonly height: number;
} {
  return { width: MARGIN * 2 + (width - 1) * STEP, height: MARGIN * 2 + (height - 1) * STEP };
}

/**
 * One board with its marks as a group whose top left is 0, 0; classes are those of `boardStyle`.
 * Every meaning has a shape of its own, so that none depends on color: dead stones are faint and crossed (their point is the
 * opponent's), territory is a square, dame a small cross, an open point a small circle, seki points a diamond, stones in seki carry
 * a diamond, doubt is a shaded cell and a ring that is dotted, dashed or whole as doubt grows, the last move a ring, the flagged
 * move a thick square.
 */
export function drawBoard(picture: Picture): Shape {
  const size = boardSize(picture);
  const parts = [
    shape('rect', { class: 'ground', width: size.width, height: size.height, rx: 3 }),
    shape('path', { class: 'line', d: gridOf(picture) }),
    ...starPoints(picture.width, picture.height).map((star) => circle(picture, star, 2.8, 'star')),
    shape('path', { class: 'label', d: coordinates(picture), 'stroke-width': 1.1 }),
  ];
  const points = picture.width * picture.height;
  for (let point = 0; point < points; point++) parts.push(...marksOf(picture, point));
  return shape('g', {}, parts);
}

/** Path data of the lines of a board. */
export function gridOf({ width, height }: Picture): string {
  // A board of one line has no grid, only its point.
  const left = MARGIN - (width === 1 ? 6 : 0);
  const top = MARGIN - (height === 1 ? 6 : 0);
  const right = 2 * MARGIN + (width - 1) * STEP - left;
  const bottom = 2 * MARGIN + (height - 1) * STEP - top;
  let path = '';
  for (let y = 0; y < height; y++) path += `M${left} ${MARGIN + y * STEP}H${right}`;
  for (let x = 0; x < width; x++) path += `M${MARGIN + x * STEP} ${top}V${bottom}`;
  return path;
}

function coordinates({ width, height }: Picture): string {
  const size = boardSize({ width, height });
  let path = '';
  for (let x = 0; x < width; x++)
    for (const y of [LABEL_AT, size.height - LABEL_AT])
      path += labelPath(columnName(x), MARGIN + x * STEP, y, LABEL_HEIGHT);
  for (let y = 0; y < height; y++)
    for (const x of [LABEL_AT, size.width - LABEL_AT])
      path += labelPath(String(height - y), x, MARGIN + y * STEP, LABEL_HEIGHT);
  return path;
}

/** The stone of a point and its marks. */
export function marksOf(picture: Picture, point: Point): Shape[] {
  const { stone, is, owner, doubt, isLast, isFlagged, mark } = lookOf(picture, point);
  const marks: Shape[] = [];
  if (doubt > 0) marks.push(square(picture, point, STEP / 2, `shade-${doubt}`));
  if (stone) {
    marks.push(circle(picture, point, STONE, is === 'dead' ? `${stone} dead` : stone));
    if (is === 'dead') marks.push(cross(picture, point, 3.4, `cross on-${stone}`));
    if (is === 'seki') marks.push(diamond(picture, point, 4.2, `seki on-${stone}`));
    if (doubt > 0) marks.push(circle(picture, point, STONE - 2, `doubt doubt-${doubt} on-${stone}`));
    if (isLast) marks.push(circle(picture, point, 6.6, `ring on-${stone}`));
  } else if (is === 'dame') marks.push(cross(picture, point, 3.2, 'dame'));
  else if (is === 'open') marks.push(circle(picture, point, 5, 'open'));
  else if (is === 'seki-point') marks.push(diamond(picture, point, 7.6, owner!));
  else if (is) {
    marks.push(square(picture, point, 4, owner!));
    // Worth nothing under rules where a protective move costs a point.
    if (is === 'fill') marks.push(square(picture, point, 7, 'fill'));
  }
  if (mark !== '') marks.push(circle(picture, point, 9, 'ground'), signed(picture, point, mark));
  if (isFlagged) marks.push(square(picture, point, 13, 'flag'));
  return marks;
}

function place({ width }: Picture, point: Point): readonly [number, number] {
  const y = Math.floor(point / width);
  return [MARGIN + (point - y * width) * STEP, MARGIN + y * STEP];
}

function circle(picture: Picture, point: Point, r: number, style: string): Shape {
  const [cx, cy] = place(picture, point);
  return shape('circle', { class: style, cx, cy, r });
}

function square(picture: Picture, point: Point, half: number, style: string): Shape {
  const [x, y] = place(picture, point);
  return shape('rect', { class: style, x: x - half, y: y - half, width: half * 2, height: half * 2 });
}

function diamond(picture: Picture, point: Point, half: number, style: string): Shape {
  const [x, y] = place(picture, point);
  return shape('path', {
    class: style,
    d: `M${x} ${y - half}L${x + half} ${y}L${x} ${y + half}L${x - half} ${y}Z`,
  });
}

function cross(picture: Picture, point: Point, half: number, style: string): Shape {
  const [x, y] = place(picture, point);
  const ends = `M${x - half} ${y - half}L${x + half} ${y + half}M${x + half} ${y - half}L${x - half} ${y + half}`;
  return shape('path', { class: style, d: ends, 'stroke-width': style === 'dame' ? 1.6 : 2.4 });
}

/**
 * Coordinates as strokes, so that a picture needs no font. Each glyph is drawn on a grid 4 wide and 6 high, origin at the top left:
 * lines are separated by blanks, points of a line are two digits, x and y.
 */
const GLYPHS: Readonly<Record<string, string>> = {
  A: '062046 1434',
  B: '003041423303 334445360600',
  C: '4130100105163645',
  D: '00204244260600',
  E: '40000646 0333',
  F: '400006 0333',
  G: '41301001051636454323',
  H: '0006 4046 0343',
  J: '4045361605',
  K: '0006 4003 1346',
  L: '000646',
  M: '0600234046',
  N: '06004640',
  O: '103041453616050110',
  P: '06003041423303',
  Q: '103041453616050110 2446',
  R: '06003041423303 2346',
  S: '413010010213334445361605',
  T: '0040 2026',
  U: '000516364540',
  V: '002640',
  W: '0016223640',
  X: '0046 4006',
  Y: '002340 2326',
  Z: '00400646',
  '0': '103041453616050110',
  '1': '112026',
  '2': '01103041420646',
  '3': '0110304142334445361605 1333',
  '4': '36300444',
  '5': '4000023243453605',
  '6': '413010010516364544331304',
  '7': '004016',
  '8': '103041423313020110 130405163645443313',
  '9': '051636454130100102133342',
};

const WIDTH = 4;
const HEIGHT = 6;
const GAP = 2;

function signed({ width }: Picture, point: Point, mark: string): Shape {
  const [x, y] = [MARGIN + (point % width) * STEP, MARGIN + Math.floor(point / width) * STEP];
  return shape('path', { class: 'label', d: labelPath(mark, x, y, 12), 'stroke-width': 1.6 });
}

/** Path data of a coordinate whose middle is at `x`, `y`, in letters of the given height. Characters without a glyph are left out. */
function labelPath(text: string, x: number, y: number, height: number): string {
  const scale = height / HEIGHT;
  const width = (text.length * (WIDTH + GAP) - GAP) * scale;
  let path = '';
  for (let i = 0; i < text.length; i++) {
    const left = x - width / 2 + i * (WIDTH + GAP) * scale;
    for (const line of (GLYPHS[text.charAt(i)] ?? '').split(' ')) {
      for (let at = 0; at < line.length; at += 2) {
        const px = left + Number(line.charAt(at)) * scale;
        const py = y - height / 2 + Number(line.charAt(at + 1)) * scale;
        path += `${at === 0 ? 'M' : 'L'}${round(px)} ${round(py)}`;
      }
    }
  }
  return path;
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Between two boards, and around all of them. */
const BOARD_GAP = 18;
const LINE = 18;
/** Estimated widths of a letter, on the wide side: Latin, and East Asian. */
const LETTER = 7.2;
const WIDE_LETTER = 13.5;

/** `words`: with the title above the boards and captions and legend below; `none`: a page shows these itself. */
type Surroundings = 'words' | 'none';

/**
 * Boards side by side as one drawing without style, such as a position and the earlier one that it repeats. The title is that of the
 * first; each has its label above it.
 */
export function drawBoards(pictures: readonly Picture[], around: Surroundings): Shape {
  const title = pictures[0]?.title ?? '';
  const sizes = pictures.map(boardSize);
  const boards = sizes.reduce((sum, { width }) => sum + width + BOARD_GAP, -BOARD_GAP);
  const tallest = Math.max(0, ...sizes.map(({ height }) => height));
  const heading = around === 'words' && title !== '' ? [title] : [];
  const isLabelled = pictures.some(({ label }) => label !== undefined && label !== '');
  const labels = around === 'words' && isLabelled ? LINE : 0;
  const below =
    around === 'words' ? [...legendOf(pictures), ...pictures.flatMap(({ captions }) => captions)] : [];
  const edge = around === 'words' ? BOARD_GAP : 0;
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
    left += sizes[i]!.width + BOARD_GAP;
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

/** Hangul Jamo: wide characters begin about here. */
const FIRST_WIDE = 0x1100;

/** What each mark means, in the order of the legend, and whether a point has it. */
const LEGEND: readonly (readonly [words: string, has: (look: Look) => boolean])[] = [
  ['thick square: the move in question', ({ isFlagged }) => isFlagged],
  ['number: point of a proposed repair, the likeliest first', ({ mark }) => mark !== ''],
  ['ring: last move', ({ isLast }) => isLast],
  ['crossed: dead stone', ({ is }) => is === 'dead'],
  ['square: territory', ({ is }) => is === 'territory'],
  ['small cross: dame', ({ is }) => is === 'dame'],
  ['small circle: open: neither player surely holds it', ({ is }) => is === 'open'],
  ['diamond: point in seki', ({ is }) => is === 'seki-point'],
  ['ringed square: point to be filled by its owner', ({ is }) => is === 'fill'],
  ['stone with diamond: in seki', ({ is }) => is === 'seki'],
  [
    'shaded, dotted to whole ring: life in doubt, darker where the doubt is greater',
    ({ doubt }) => doubt > 0,
  ],
];

/** The meanings of the marks that occur on some boards. */
export function meaningsOf(pictures: readonly Picture[]): string[] {
  const looks = pictures.flatMap((picture) =>
    Array.from(picture.stones, (_, point) => lookOf(picture, point)),
  );
  return LEGEND.flatMap(([meaning, has]) => (looks.some(has) ? [meaning] : []));
}

/** The meanings of the marks that occur on some boards, in short lines. */
function legendOf(pictures: readonly Picture[]): string[] {
  const lines: string[] = [];
  for (const item of meaningsOf(pictures)) {
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
 * It follows the reader's light or dark scheme. Names are text, never markup.
 */
export function boardSvg(pictures: readonly Picture[]): string {
  return `${markupOf(styled(drawBoards(pictures, 'words'), 'auto'))}\n`;
}

/** Which colors: as the viewer prefers, always one of the two, or as a page sets with `data-theme` on its root. */
type Scheme = 'auto' | 'light' | 'dark' | 'page';

/** Plain colors, as many viewers do not support CSS variables. */
type Colors = Readonly<Record<'ground' | 'ink' | 'accent' | 'paper' | 'words', string>>;

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
  // Light on black stones and dark on white ones, so that rings also show without color.
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

/** Boards of pages look like wood, with stones that have a light side and a shadow; on paper they are plain. */
const WOOD = [
  '.goban{border-radius:5px;margin:0 auto;user-select:none;cursor:pointer;touch-action:pan-y pinch-zoom;box-shadow:0 1px 2px #0006,0 4px 14px #0003}',
  '.goban{background:repeating-linear-gradient(91deg,#6b3f0c00 0 5px,#6b3f0c14 6px,#6b3f0c00 9px 17px),repeating-linear-gradient(89.4deg,#fff0 0 11px,#ffffff17 14px,#fff0 19px 29px),linear-gradient(100deg,light-dark(#e9c685,#b08e56),light-dark(#deb46c,#a07d45))}',
  '.goban .board{display:block;width:100%;height:auto}.goban .line{stroke-width:.75}',
  '.goban circle:is(.black,.white){stroke-width:.4}.goban circle.white{stroke:#8a8378}',
  '.goban text{fill:light-dark(#4a3410,#191307);text-anchor:middle;dominant-baseline:central;font-family:system-ui,sans-serif}',
  '.goban .sign{font-weight:700;font-variant-numeric:tabular-nums}.goban .shadow{fill:#2a1a05;fill-opacity:.36}',
  '.goban text.on-black{fill:#fff;stroke:none}.goban text.on-white{fill:#111;stroke:none}',
  '.goban .under{fill:light-dark(#e4bd78,#a8854d)}.goban .under.next{stroke:light-dark(#6b3f0c,#191307)}',
  '@media(max-width:720px){.goban .coordinates{font-size:12px}}',
  '@media print{.goban{background:none;box-shadow:none;max-width:8.6cm}.goban .shadow{display:none}.goban circle.black{fill:#111!important}.goban circle.white{fill:#fff!important;stroke:#111;stroke-width:1}}',
];

/** The style of a scheme's colors: the light ones, and the conditions under which dark ones replace them. */
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

/** The style of `drawBoards`, for its own SVG or for a page with many boards. */
export function boardStyle(scheme: Scheme): string {
  return [...SHAPES, ...colorsOf(scheme), ...(scheme === 'page' ? WOOD : [])].join('\n');
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

/** Pixels per SVG unit. */
const ZOOM = 2;

/** What is used of resvg, which types of the library do not name, as it is optional. */
type SvgRenderer = new (svg: string, options: object) => { render(): { asPng(): Uint8Array } };

/**
 * Boards side by side as a PNG by resvg, an optional package. Coordinates are strokes, so that the bytes do not depend on the machine's
 * fonts; the words around the boards would, so they are left out.
 */
export function boardPng(pictures: readonly Picture[], Renderer: SvgRenderer): Uint8Array {
  const renderer = new Renderer(markupOf(styled(drawBoards(pictures, 'none'), 'light')), {
    font: { loadSystemFonts: false },
    fitTo: { mode: 'zoom', value: ZOOM },
    background: LIGHT.paper,
    logLevel: 'off',
  });
  return renderer.render().asPng();
}

function styled(drawing: Shape, scheme: Scheme): Shape {
  return { ...drawing, children: [shape('style', {}, [boardStyle(scheme)]), ...drawing.children] };
}
