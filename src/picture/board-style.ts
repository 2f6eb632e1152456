/** Which colors: as the viewer prefers, one of the two, or as a page says with `data-theme` on its root. */
export type Scheme = 'auto' | 'light' | 'dark' | 'page';

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
].join('\n');

const dark = (media: string, scope: string): string => `@media ${media}{\n${colored(DARK, scope)}\n}`;

const COLORS: Readonly<Record<Scheme, readonly string[]>> = {
  light: [colored(LIGHT, '')],
  dark: [colored(DARK, '')],
  auto: [colored(LIGHT, ''), dark('(prefers-color-scheme:dark)', '')],
  page: [
    colored(LIGHT, ''),
    dark('screen and (prefers-color-scheme:dark)', ':root:not([data-theme=light]) '),
    dark('screen', ':root[data-theme=dark] '),
  ],
};

/** The style of `drawBoards`, for its own SVG or for a page that holds many. */
export function boardStyle(scheme: Scheme): string {
  return [SHAPES, ...COLORS[scheme]].join('\n');
}

function colored({ ground, ink, accent, paper, words }: Colors, scope: string): string {
  const rules: readonly (readonly [names: readonly string[], body: string])[] = [
    [['paper'], `fill:${paper}`],
    [['ground'], `fill:${ground}`],
    [['line', 'label', 'dame', 'fill'], `stroke:${ink}`],
    [['star'], `fill:${ink}`],
    [['flag'], `stroke:${accent}`],
    [['shade-1', 'shade-2', 'shade-3'], `fill:${accent}`],
    [['words', 'title'], `fill:${words}`],
  ];
  return rules
    .map(([names, body]) => `${names.map((name) => `${scope}.board .${name}`).join(',')}{${body}}`)
    .join('\n');
}
