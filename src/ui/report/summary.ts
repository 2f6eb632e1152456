import { FINDING_CODES, severityOf, type FindingCode } from '../../findings/catalogue.js';

import { ENDINGS } from '../../record/record.js';
import { VERDICTS } from '../../score/score-types.js';
import { shape } from '../../picture/drawing.js';
import { messageOf } from '../../findings/messages.js';
import type { Told } from '../../output/html/report-data.js';
import { drawn, el, said, whole } from './dom.js';
import { EVERYTHING, type Wanted } from './filter.js';
import { severityMark, severitySign } from './findings.js';
import type { Store } from './store.js';
import { findingOf } from './unpack.js';

/** The numbers and charts above the table; a bar that is chosen filters the table. */
export function summaryPart({ told, files }: Store, choose: (wanted: Wanted) => void): HTMLElement {
  const { severities } = told;
  const tiles: (readonly [string, number, Wanted | undefined])[] = [
    ['games', told.games, EVERYTHING],
    ['files', told.files, undefined],
    ['scored', told.scored, undefined],
    ['with illegal moves', told.illegal, { ...EVERYTHING, grade: 'illegal' }],
    ['errors', severities['error'] ?? 0, { ...EVERYTHING, grade: 'errors' }],
    ['warnings', severities['warning'] ?? 0, { ...EVERYTHING, grade: 'warnings' }],
    ['notes', severities['note'] ?? 0, undefined],
  ];
  return el(
    'section',
    { class: 'summary', 'aria-label': 'Summary' },
    el('div', { class: 'tiles' }, ...tiles.map(([name, count, wanted]) => tile(name, count, wanted, choose))),
    ...remarks(told),
    el(
      'div',
      { class: 'charts' },
      codesChart(told, choose),
      chart('Declared result', told.verdicts, VERDICTS, (verdict) => choose({ ...EVERYTHING, verdict })),
      chart('How games ended', told.endings, ENDINGS, (ending) => choose({ ...EVERYTHING, ending })),
      chart('Rules applied', told.rulesets, [], (ruleset) => choose({ ...EVERYTHING, ruleset })),
    ),
    ...fileNotes(files),
  );
}

function tile(
  name: string,
  count: number,
  wanted: Wanted | undefined,
  choose: (wanted: Wanted) => void,
): HTMLElement {
  const inner = [el('strong', {}, whole(count)), el('span', {}, name)];
  if (!wanted || count === 0) return el('div', { class: 'tile' }, ...inner);
  const made = el('button', { type: 'button', class: 'tile' }, ...inner);
  made.addEventListener('click', () => choose(wanted));
  return made;
}

function remarks({ interrupted, leftOut }: Told): HTMLElement[] {
  const words: string[] = [];
  if (interrupted) words.push('The run was interrupted: this is what was finished.');
  if (leftOut.rows > 0)
    words.push(`${whole(leftOut.rows)} more games stand in games.csv only: this page has no room for them.`);
  if (leftOut.details > 0) {
    words.push(
      `Of ${whole(leftOut.details)} games this page has the row only; their findings stand in findings.csv.`,
    );
  }
  if (leftOut.texts > 0)
    words.push(`For ${whole(leftOut.texts)} games the SGF link gives the main line, not the whole file.`);
  return words.map((text) => el('p', { class: 'remark' }, text));
}

type Bar = readonly [name: string, count: number];

function chart(
  title: string,
  counts: Readonly<Record<string, number>>,
  order: readonly string[],
  choose: (name: string) => void,
): HTMLElement {
  const bars = Object.entries(counts).filter(([, count]) => count > 0);
  if (order.length > 0) bars.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  else bars.sort(([, a], [, b]) => b - a);
  return barsPart(title, bars, choose);
}

function codesChart({ codes }: Told, choose: (wanted: Wanted) => void): HTMLElement {
  const graveness = (code: string): number =>
    ['error', 'warning', 'note'].indexOf(severityOf(code as FindingCode));
  const bars = FINDING_CODES.map((code): Bar => [code, codes[code] ?? 0])
    .filter(([, count]) => count > 0)
    .sort(([a, m], [b, n]) => graveness(a) - graveness(b) || n - m);
  return barsPart(
    'Findings by code',
    bars,
    (code) => choose({ ...EVERYTHING, code }),
    (code) => severitySign(severityOf(code as FindingCode)),
  );
}

function barsPart(
  title: string,
  bars: readonly Bar[],
  choose: (name: string) => void,
  mark?: (name: string) => HTMLElement,
): HTMLElement {
  const most = Math.max(1, ...bars.map(([, count]) => count));
  const rows = bars.map(([name, count]) => {
    const width = Math.max(0.6, (100 * count) / most);
    const bar = shape(
      'svg',
      { class: 'bar', viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      [shape('rect', { x: 0, y: 0, width, height: 10 })],
    );
    const made = el(
      'button',
      { type: 'button', class: 'bar-row', title: `Show the games: ${name}` },
      el('span', { class: 'bar-name' }, ...(mark ? [mark(name), ' '] : []), name),
      drawn(bar),
      el('span', { class: 'bar-count' }, whole(count)),
    );
    made.addEventListener('click', () => choose(name));
    return el('li', {}, made);
  });
  const body = rows.length === 0 ? el('p', {}, 'None.') : el('ul', {}, ...rows);
  return el('section', { class: 'chart' }, el('h2', {}, title), body);
}

/** Most files whose findings are listed. */
const MOST_FILES = 200;

/** What could not be read. */
function fileNotes(files: Store['files']): HTMLElement[] {
  if (files.length === 0) return [];
  const shown = files.slice(0, MOST_FILES).flatMap(({ file, found }) =>
    found.map((line) => {
      const one = findingOf(line);
      return el(
        'li',
        {},
        severityMark(one.severity),
        ' ',
        said(file),
        ': ',
        said(messageOf(one, { width: 19, height: 19 })),
      );
    }),
  );
  const more =
    files.length > MOST_FILES
      ? [el('p', {}, `and ${whole(files.length - MOST_FILES)} more files: see findings.csv`)]
      : [];
  const title = el('summary', {}, `Findings about files (${whole(files.length)})`);
  return [el('details', { class: 'files' }, title, el('ul', {}, ...shown), ...more)];
}
