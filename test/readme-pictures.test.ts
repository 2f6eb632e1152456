import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { escapeXml } from '../src/report/picture/drawing.js';
import { ROOT } from './support/documents.js';
import { inTerminal } from './support/terminal.js';

const PICTURES = join(ROOT, 'docs/pictures');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** The round that the pictures show: samples under other names. */
const ROUND = [
  ['table-1.sgf', 'scored/s5-nine-by-nine-japanese.sgf', 'Ada', 'Bruno'],
  ['table-2.sgf', 'ko/triple-ko-aga.sgf', 'Chie', 'Dirk'],
  ['table-3.sgf', 'scored/winner-flips.sgf', 'Hana', 'Olav'],
  ['table-4.sgf', 'scored/s5-wrong-winner.sgf', 'Emil', 'Fatma'],
  ['table-5.sgf', 'moves/occupied.sgf', 'Goran', 'Ines'],
] as const;
const AUDIT = 'sgf-referee audit round-3';
const SHOW = 'sgf-referee show round-3/table-2.sgf --move 6 --svg boards.svg';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sgf-referee-pictures-'));
  mkdirSync(join(folder, 'round-3'));
  for (const [name, sample, black, white] of ROUND) {
    const text = readFileSync(join(ROOT, 'samples', sample), 'utf8');
    const named = text.replace(/PB\[.*?\]PW\[.*?\]/, `PB[${black}]PW[${white}]`);
    writeFileSync(join(folder, 'round-3', name), named);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compares a picture with what the program shows today; UPDATE=1 writes it. */
function expectPictured(name: string, svg: string): void {
  const file = join(PICTURES, name);
  if (process.env['UPDATE'] === '1') writeFileSync(file, svg);
  expect(svg).toBe(readFileSync(file, 'utf8'));
}

const COLORS: Readonly<Record<string, string>> = { 31: '#ff7b72', 33: '#e3b341', 0: '#e6edf3' };
const [WIDTH, LINE, MARGIN] = [780, 20, 16];

/** A text of a terminal: SVG makes one space of several. */
function shown(text: string): string {
  return escapeXml(text).replaceAll(' ', '\u00a0');
}

/** A terminal with these lines, whose colors are escape sequences. */
function terminalSvg(lines: readonly string[]): string {
  const height = lines.length * LINE + 2 * MARGIN;
  const texts = lines.map((line, i) => {
    const [first = '', ...colored] = line.split('\u001b[');
    const spans = colored.map((part) =>
      part.replace(/^(\d+)m(.*)/, (_, code: string, said: string) =>
        said === '' ? '' : `<tspan fill="${COLORS[code]!}">${shown(said)}</tspan>`,
      ),
    );
    return `<text x="${String(MARGIN)}" y="${String((i + 1) * LINE + 10)}">${shown(first)}${spans.join('')}</text>\n`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(WIDTH)} ${String(height)}" role="img">
<title>${AUDIT}</title>
<rect width="${String(WIDTH)}" height="${String(height)}" rx="6" fill="#0d1117"/>
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="13" fill="${COLORS[0]!}">
${texts.join('')}</g>
</svg>
`;
}

test('the terminal of the README', async () => {
  const { text } = await inTerminal(AUDIT, { cwd: folder, columns: 96 });
  const lines = text
    .trimEnd()
    .replace(/ in [\d.]+ s \(\d+ games\/s\)/, ' in 0.3 s (17 games/s)')
    .split('\n')
    // Of a line of progress a terminal keeps what comes after it was cleared.
    .map((line) => line.split('\r\u001b[K').at(-1)!.replace('\r', ''));
  expectPictured('terminal.svg', terminalSvg([`$ ${AUDIT}`, ...lines]));
});

test('the boards of the README', async () => {
  expect((await inTerminal(SHOW, { cwd: folder })).code).toBe(0);
  expectPictured('boards.svg', readFileSync(join(folder, 'boards.svg'), 'utf8'));
});

test('the README shows the pictures, which the package holds, and the commands', () => {
  const names = [...README.matchAll(/\]\(docs\/pictures\/([^)]+)\)/g)].map(([, name]) => name);
  expect([...names, 'reliability.svg'].sort()).toEqual(readdirSync(PICTURES).sort());
  for (const command of [AUDIT, SHOW]) expect(README).toContain(`\`${command}\``);
});
