import { el, said } from './dom.js';
import { gameOf, type Game } from './fields.js';
import type { Column } from './filter.js';
import { tallyMarks } from './findings.js';
import type { Store } from './store.js';

export const HEADS: readonly (readonly [Column, string])[] = [
  ['file', 'File'],
  ['black', 'Black'],
  ['white', 'White'],
  ['date', 'Date'],
  ['moves', 'Moves'],
  ['declared', 'Declared'],
  ['result', 'Counted'],
  ['verdict', 'Verdict'],
  ['findings', 'Findings'],
];

/** Rows beyond the visible ones, so that a short scroll shows no gap. */
const SPARE = 6;

export interface GameTable {
  readonly element: HTMLElement;
  /** Shows these games, by their numbers in the report. */
  readonly show: (games: Uint32Array) => void;
  /** Makes a game the active one. */
  readonly activate: (index: number) => void;
}

/** A table whose rows are made as they scroll into view: 50,000 games cost what 30 cost. Arrow keys move, Enter opens. */
export function gameTable(store: Store, open: (index: number) => void): GameTable {
  let games: Uint32Array = new Uint32Array(0);
  let active = 0;
  const spacer = el('div', { class: 'spacer', role: 'rowgroup' });
  const element = el(
    'div',
    { class: 'rows', role: 'grid', tabindex: 0, 'aria-label': 'Games', 'aria-colcount': HEADS.length },
    spacer,
  );
  const rowHeight = (): number => (element.clientWidth < NARROW ? 62 : 34);

  function draw(): void {
    const height = rowHeight();
    const all = `${String(games.length * height)}px`;
    spacer.style.height = all;
    element.style.setProperty('--all-rows', all);
    const first = Math.max(0, Math.floor(element.scrollTop / height) - SPARE);
    const last = Math.min(
      games.length,
      Math.ceil((element.scrollTop + element.clientHeight) / height) + SPARE,
    );
    const rows: HTMLElement[] = [];
    for (let i = first; i < last; i++) rows.push(rowAt(i, height));
    spacer.replaceChildren(...rows);
    if (games.length > 0) element.setAttribute('aria-activedescendant', `row-${String(active)}`);
    else element.removeAttribute('aria-activedescendant');
  }

  function rowAt(i: number, height: number): HTMLElement {
    const index = games[i]!;
    const row = el(
      'div',
      {
        role: 'row',
        id: `row-${String(i)}`,
        class: i === active ? 'row active' : 'row',
        'aria-rowindex': i + 1,
        'aria-selected': String(i === active),
      },
      ...cellsOf(gameOf(store.rows[index]!)),
    );
    row.style.top = `${String(i * height)}px`;
    row.style.height = `${String(height)}px`;
    row.addEventListener('click', () => {
      active = i;
      open(index);
    });
    return row;
  }

  function moveTo(wanted: number): void {
    if (games.length === 0) return;
    active = Math.max(0, Math.min(games.length - 1, wanted));
    const height = rowHeight();
    if (active * height < element.scrollTop) element.scrollTop = active * height;
    const bottom = (active + 1) * height - element.clientHeight;
    if (bottom > element.scrollTop) element.scrollTop = bottom;
    draw();
  }

  let isWaiting = false;
  const drawSoon = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      draw();
    });
  };
  element.addEventListener('scroll', drawSoon, { passive: true });
  new ResizeObserver(drawSoon).observe(element);
  element.addEventListener('keydown', (event) => {
    const page = Math.max(1, Math.floor(element.clientHeight / rowHeight()) - 1);
    const steps: Readonly<Record<string, number>> = {
      ...{ ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + page, PageUp: active - page },
      ...{ Home: 0, End: games.length - 1 },
    };
    const to = steps[event.key];
    if (to !== undefined) moveTo(to);
    else if (event.key === 'Enter' && games.length > 0) open(games[active]!);
    else return;
    event.preventDefault();
  });
  return {
    element,
    show(found) {
      games = found;
      active = 0;
      element.scrollTop = 0;
      element.setAttribute('aria-rowcount', String(found.length));
      draw();
    },
    activate(index) {
      const at = games.indexOf(index);
      if (at >= 0) moveTo(at);
    },
  };
}

/** Below this width in pixels a row takes two lines. */
const NARROW = 700;

function cellsOf(game: Game): HTMLElement[] {
  const cell = (name: Column, ...children: readonly (HTMLElement | string)[]): HTMLElement =>
    el('div', { role: 'gridcell', class: `cell ${name}` }, ...children);
  return [
    cell('file', said(shortName(game.file)), game.game > 1 ? ` #${String(game.game)}` : ''),
    cell('black', said(game.black === '' ? 'Black' : game.black)),
    cell('white', said(game.white === '' ? 'White' : game.white)),
    cell('date', said(game.date)),
    cell('moves', String(game.moves)),
    cell('declared', said(game.declared)),
    cell('result', game.result),
    cell('verdict', game.verdict),
    cell('findings', ...tallyMarks(game), ' ', game.codes[0] ?? ''),
  ];
}

/** The end of a name tells files apart. */
function shortName(file: string): string {
  const inner = file.split('/');
  return inner.length > 2 ? `…/${inner.slice(-2).join('/')}` : file;
}

/** The games as a plain table for paper. */
export function printedTable(store: Store, games: Uint32Array): HTMLElement {
  const head = el('tr', {}, ...HEADS.map(([, name]) => el('th', {}, name)));
  const rows = Array.from(games, (index) =>
    el('tr', {}, ...cellsOf(gameOf(store.rows[index]!)).map((cell) => el('td', {}, ...cell.childNodes))),
  );
  return el('table', { class: 'printed' }, el('thead', {}, head), el('tbody', {}, ...rows));
}
