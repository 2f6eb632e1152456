import { BLACK, EMPTY } from '../core/color.js';
import { columnName } from '../core/point.js';
import { starPoints, type Picture } from './picture.js';

/** Distance of two lines, in SVG units. */
const STEP = 24;
const MARGIN = 36;
/** Width of a letter of the words below the board, on the wide side. */
const LETTER = 6.8;

/**
 * Plain colors, for many viewers know no CSS variables.
 * Every meaning has a shape of its own, so that nothing rests on color: dead stones are faint and crossed (their point is
 * the other side's), territory is a square, dame a small cross, seki points a diamond, doubt a dashed ring, the last move
 * a ring, the flagged move a thick square.
 */
const STYLE = `
.ground{fill:#f2dcae}.line{stroke:#4a3b22;stroke-width:1;fill:none}.star{fill:#4a3b22}
.label{fill:#4a3b22;font:11px sans-serif;text-anchor:middle}
.words{fill:#4a3b22;font:13px sans-serif}
.black{fill:#111;stroke:#111}.white{fill:#fff;stroke:#111}
.dead{opacity:.45}.cross{stroke-width:2.5;fill:none}.on-black{stroke:#fff}.on-white{stroke:#111}
.mark{stroke-width:1}.dame{stroke:#4a3b22;stroke-width:1.5}
.ring{fill:none;stroke-width:2}.doubt{fill:none;stroke:#b3261e;stroke-width:2;stroke-dasharray:3 2}
.flag{fill:none;stroke:#b3261e;stroke-width:3}
@media (prefers-color-scheme:dark){
.ground{fill:#8f7646}.line,.dame{stroke:#1d170c}.star{fill:#1d170c}.label,.words{fill:#f4ead2}
.doubt,.flag{stroke:#ffd7d3}
}
`.trim();

/** Draws a board as one self-contained SVG document that follows the reader's light or dark scheme. Names are text, never markup. */
export function boardSvg(picture: Picture): string {
  const { width, height } = picture;
  const words = [picture.title, ...picture.captions].filter((line) => line !== '');
  const longest = Math.max(0, ...words.map(({ length }) => length));
  const w = Math.max(MARGIN * 2 + (width - 1) * STEP, Math.ceil(28 + longest * LETTER));
  const boardHeight = MARGIN * 2 + (height - 1) * STEP;
  const h = boardHeight + (words.length > 0 ? words.length * 18 + 8 : 0);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img">`,
    `<title>${escapeXml(picture.title === '' ? 'Go board' : picture.title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${w}" height="${h}"/>`,
    gridPath(width, height),
  ];
  for (const star of starPoints(width, height))
    parts.push(`<circle class="star" ${center(picture, star)} r="2.6"/>`);
  parts.push(...labels(picture, boardHeight));
  for (let point = 0; point < width * height; point++) parts.push(...pointMarks(picture, point));
  words.forEach((line, i) => {
    parts.push(`<text class="words" x="14" y="${boardHeight + 14 + i * 18}">${escapeXml(line)}</text>`);
  });
  parts.push('</svg>');
  return `${parts.filter((part) => part !== '').join('\n')}\n`;
}

function gridPath(width: number, height: number): string {
  const right = MARGIN + (width - 1) * STEP;
  const bottom = MARGIN + (height - 1) * STEP;
  const across = Array.from({ length: height }, (_, y) => `M${MARGIN} ${MARGIN + y * STEP}H${right}`);
  const down = Array.from({ length: width }, (_, x) => `M${MARGIN + x * STEP} ${MARGIN}V${bottom}`);
  return `<path class="line" d="${[...across, ...down].join('')}"/>`;
}

function labels(picture: Picture, boardHeight: number): string[] {
  const { width, height } = picture;
  const right = MARGIN + (width - 1) * STEP + 22;
  const columns = Array.from({ length: width }, (_, x) => {
    const at = MARGIN + x * STEP;
    const name = columnName(x);
    return label(at, 18, name) + label(at, boardHeight - 10, name);
  });
  const rows = Array.from({ length: height }, (_, y) => {
    const at = MARGIN + y * STEP + 4;
    const name = String(height - y);
    return label(14, at, name) + label(right, at, name);
  });
  return [...columns, ...rows];
}

function label(x: number, y: number, text: string): string {
  return `<text class="label" x="${x}" y="${y}">${text}</text>`;
}

function pointMarks(picture: Picture, point: number): string[] {
  const stone = picture.stones[point];
  const marks: string[] = [];
  const color = stone === BLACK ? 'black' : 'white';
  const dead = picture.dead?.[point] === 1;
  if (stone !== EMPTY) {
    marks.push(`<circle class="${color}${dead ? ' dead' : ''}" ${center(picture, point)} r="11"/>`);
    if (dead) marks.push(cross(picture, point, 5, `cross on-${color}`));
  }
  if (stone === EMPTY) marks.push(ownerMark(picture, point));
  if (picture.uncertain?.[point] === 1) marks.push(`<circle class="doubt" ${center(picture, point)} r="8"/>`);
  if (point === picture.lastMove && stone !== EMPTY) {
    marks.push(`<circle class="ring on-${color}" ${center(picture, point)} r="5.5"/>`);
  }
  if (point === picture.flagged) marks.push(square(picture, point, 12, 'flag'));
  return marks;
}

function ownerMark(picture: Picture, point: number): string {
  switch (picture.owner?.[point] ?? 0) {
    case 1:
      return square(picture, point, 4, 'mark black');
    case 2:
      return square(picture, point, 4, 'mark white');
    case 3:
      return cross(picture, point, 3, 'dame');
    case 4:
      return diamond(picture, point, 'mark black');
    case 5:
      return diamond(picture, point, 'mark white');
    default:
      return '';
  }
}

function place(picture: Picture, point: number): readonly [number, number] {
  const y = Math.floor(point / picture.width);
  return [MARGIN + (point - y * picture.width) * STEP, MARGIN + y * STEP];
}

function center(picture: Picture, point: number): string {
  const [x, y] = place(picture, point);
  return `cx="${x}" cy="${y}"`;
}

function square(picture: Picture, point: number, half: number, style: string): string {
  const [x, y] = place(picture, point);
  return `<rect class="${style}" x="${x - half}" y="${y - half}" width="${half * 2}" height="${half * 2}"/>`;
}

function diamond(picture: Picture, point: number, style: string): string {
  const [x, y] = place(picture, point);
  return `<path class="${style}" d="M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}Z"/>`;
}

function cross(picture: Picture, point: number, half: number, style: string): string {
  const [x, y] = place(picture, point);
  return `<path class="${style}" d="M${x - half} ${y - half}L${x + half} ${y + half}M${x + half} ${y - half}L${x - half} ${y + half}"/>`;
}

/** Names from files are text: markup signs become entities, control characters vanish. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"'\p{Cc}]/gu, (sign) => {
    switch (sign) {
      case '&':
        return '&amp;';
      case '<':
        return '&lt;';
      case '>':
        return '&gt;';
      case '"':
        return '&quot;';
      case "'":
        return '&#39;';
      default:
        return ' ';
    }
  });
}
