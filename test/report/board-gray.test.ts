import { Resvg } from '@resvg/resvg-js';
import { describe, expect, test } from 'vitest';
import { BLACK, EMPTY, WHITE } from '../../src/core/color.js';
import { MARGIN, markupOf, shape, STEP, boardStyle, drawBoards } from '../../src/report/picture/drawing.js';
import type { Picture } from '../../src/report/picture/picture.js';

/** What the middle point of a 5x5 board shows. */
interface Sign {
  readonly name: string;
  readonly stone: number;
  readonly status: 'alive' | 'dead' | 'seki';
  readonly doubt: number;
  readonly owner: number;
  readonly isLast: boolean;
  readonly isFlagged: boolean;
}

const STONES = [
  [BLACK, 'Black'],
  [WHITE, 'White'],
] as const;
const OWNERS = [
  'empty',
  'Black’s point',
  'White’s point',
  'dame',
  'Black’s seki point',
  'White’s seki point',
  'open',
];
const OPEN = OWNERS.indexOf('open');

/** Every sign that a point can carry, each with what can come on top of it. */
const SIGNS: readonly Sign[] = [false, true].flatMap((isFlagged) => {
  const flagged = isFlagged ? ', flagged' : '';
  const stones = STONES.flatMap(([stone, color]) =>
    (['alive', 'dead', 'seki'] as const).flatMap((status) =>
      [0, 1, 2, 3].flatMap((doubt) =>
        [false, true].map((isLast): Sign => {
          const name = `${color} ${status}, doubt ${String(doubt)}${isLast ? ', last' : ''}${flagged}`;
          return { name, stone, status, doubt, owner: 0, isLast, isFlagged };
        }),
      ),
    ),
  );
  const empty = OWNERS.map((name, owner): Sign => {
    return { name: name + flagged, stone: EMPTY, status: 'alive', doubt: 0, owner, isLast: false, isFlagged };
  });
  return [...stones, ...empty];
});

const WIDTH = 5;
const MIDDLE = 12;

function only(value: number): Uint8Array {
  const points = new Uint8Array(WIDTH * WIDTH);
  points[MIDDLE] = value;
  return points;
}

function svgOf(sign: Sign, scheme: 'light' | 'dark'): string {
  const picture: Picture = {
    width: WIDTH,
    height: WIDTH,
    stones: only(sign.stone),
    dead: only(sign.status === 'dead' ? 1 : 0),
    seki: only(sign.status === 'seki' ? 1 : 0),
    uncertain: only(sign.doubt),
    owner: only(sign.owner === OPEN ? 0 : sign.owner),
    open: only(sign.owner === OPEN ? 1 : 0),
    lastMove: sign.isLast ? MIDDLE : undefined,
    flagged: sign.isFlagged ? MIDDLE : undefined,
    title: '',
    captions: [],
  };
  const drawing = drawBoards([picture], 'none');
  const children = [shape('style', {}, [boardStyle(scheme)]), ...drawing.children];
  return markupOf({ ...drawing, children });
}

/** What reaches the eye of red, green and blue light: simulated by Machado, Oliveira and Fernandes (2009) at full severity. */
const EYES = {
  'no color': undefined,
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;
type Eye = keyof typeof EYES;

/** Lightness of one pixel, 0 to 255, as a gray print of what that eye sees. */
function grayOf(red: number, green: number, blue: number, eye: Eye): number {
  const light = [red, green, blue].map((value) => (value / 255) ** 2.2);
  const matrix = EYES[eye];
  const seen = matrix
    ? [0, 3, 6].map((row) => [0, 1, 2].reduce((sum, i) => sum + matrix[row + i]! * light[i]!, 0))
    : light;
  const luminance = 0.2126 * seen[0]! + 0.7152 * seen[1]! + 0.0722 * seen[2]!;
  return 255 * Math.min(1, Math.max(0, luminance)) ** (1 / 2.2);
}

/** The cell of the sign and a little around it, one pixel an SVG unit: the size of the boards in the report. */
function look(svg: string, eye: Eye): Float64Array {
  const { width, pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  const bytes = Uint8Array.from(pixels);
  const side = STEP + 4;
  const from = MARGIN + 2 * STEP - side / 2;
  return Float64Array.from({ length: side * side }, (_, i) => {
    const at = ((from + Math.floor(i / side)) * width + from + (i % side)) * 4;
    return grayOf(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, eye);
  });
}

/** Pixels that tell two looks apart: by a quarter of all grays, or in a copy that knows black and white only. */
function apart(a: Float64Array, b: Float64Array): { readonly gray: number; readonly copy: number } {
  let gray = 0;
  let copy = 0;
  for (let i = 0; i < a.length; i++) {
    if (Math.abs(a[i]! - b[i]!) > 64) gray++;
    if (a[i]! > 128 !== b[i]! > 128) copy++;
  }
  return { gray, copy };
}

/** The smallest sign, dame, has about thirty pixels. */
const MIN = 18;

describe.each(['light', 'dark'] as const)('%s boards', (scheme) => {
  test.each(Object.keys(EYES) as Eye[])('every two signs differ in shape: %s', (eye) => {
    const looks = SIGNS.map((sign) => look(svgOf(sign, scheme), eye));
    const alike: string[] = [];
    for (let i = 0; i < SIGNS.length; i++) {
      for (let j = i + 1; j < SIGNS.length; j++) {
        const { gray, copy } = apart(looks[i]!, looks[j]!);
        if (Math.min(gray, copy) < MIN)
          alike.push(`${SIGNS[i]!.name} / ${SIGNS[j]!.name}: ${String(gray)}, ${String(copy)}`);
      }
    }
    expect(alike).toEqual([]);
  });
});

test('a difference of hue alone is none', () => {
  const flagged = SIGNS.find(({ name }) => name === 'empty, flagged')!;
  const red = svgOf(flagged, 'light');
  const blue = red.replace('.board .flag{stroke:#a3231b}', '.board .flag{stroke:#3d4c9a}');
  expect(blue).not.toBe(red);
  expect(apart(look(red, 'no color'), look(blue, 'no color'))).toEqual({ gray: 0, copy: 0 });
});
