import { button, el, said } from './dom.js';
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

/** A cell of the head, with a button that sorts. */
export interface Head {
  readonly column: Column;
  readonly element: HTMLElement;
}

export interface GameTable {
  readonly element: HTMLElement;
  readonly heads: readonly Head[];
  /** Shows these games, by their numbers in the report. */
  readonly show: (games: Uint32Array) => void;
  /** Makes a game the active one. */
  readonly activate: (index: number) => void;
}

/** A table whose rows are made as they scroll into view: 50,000 games cost what 30 cost. Arrow keys move, Enter opens. */
export function gameTable(
  store: Store,
  open: (index: number) => void,
  sortBy: (column: Column) => void,
): GameTable {
  let games: Uint32Array = new Uint32Array(0);
  let active = 0;
  const heads = HEADS.map(([column, name]): Head => {
    const sorting = button(name, () => sortBy(column));
    return {
      column,
      element: el('div', { role: 'columnheader', class: `cell ${column}`, 'aria-sort': 'none' }, sorting),
    };
  });
  const headRow = el(
    'div',
    { class: 'row', role: 'row', 'aria-rowindex': 1 },
    ...heads.map((head) => head.element),
  );
  const head = el('div', { class: 'heads', role: 'rowgroup' }, headRow);
  const body = el('div', { class: 'rows', role: 'rowgroup' });
  const element = el(
    'div',
    { class: 'games', role: 'grid', tabindex: 0, 'aria-label': 'Games', 'aria-colcount': HEADS.length },
    head,
    body,
  );
  const isNarrow = (): boolean => matchMedia(NARROW).matches;
  const rowHeight = (): number => (isNarrow() ? 84 : 34);
  /** The head stays in sight where it is one line high; pixels of the rows that are above the first visible one. */
  const covered = (): number => (isNarrow() ? 0 : head.offsetHeight);
  const above = (): number => element.scrollTop - head.offsetHeight + covered();

  function draw(): void {
    const height = rowHeight();
    const all = `${String(games.length * height)}px`;
    body.style.height = all;
    const top = above();
    const first = Math.max(0, Math.floor(top / height) - SPARE);
    const last = Math.min(games.length, Math.ceil((top + element.clientHeight) / height) + SPARE);
    const rows: HTMLElement[] = [];
    for (let i = first; i < last; i++) rows.push(rowAt(i, height));
    body.replaceChildren(...rows);
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
        'aria-rowindex': i + 2,
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
    if (active * height < above()) element.scrollTop += active * height - above();
    const below = (active + 1) * height + covered() - element.clientHeight - above();
    if (below > 0) element.scrollTop += below;
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
    if (event.target !== element) return;
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
    heads,
    show(found) {
      games = found;
      active = 0;
      element.scrollTop = 0;
      element.setAttribute('aria-rowcount', String(found.length + 1));
      draw();
    },
    activate(index) {
      const at = games.indexOf(index);
      if (at >= 0) moveTo(at);
    },
  };
}

/** Here a row takes three lines: as the style has it. */
const NARROW = '(max-width: 900px)';

function cellsOf(game: Game): HTMLElement[] {
  const cell = (name: Column, ...children: readonly (HTMLElement | string)[]): HTMLElement =>
    el('div', { role: 'gridcell', class: `cell ${name}` }, ...children);
  return [
    cell('file', ...fileName(game)),
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

/** The folder gives way where there is little room: the name tells files apart. */
function fileName({ file, game }: Game): HTMLElement[] {
  const slash = file.lastIndexOf('/') + 1;
  const folder = slash === 0 ? [] : [el('span', { class: 'folder' }, said(file.slice(0, slash)))];
  const number = game > 1 ? [el('span', { class: 'number' }, `#${String(game)}`)] : [];
  return [...folder, said(file.slice(slash)), ...number];
}

/** The games as a plain table for paper. */
export function printedTable(store: Store, games: Uint32Array): HTMLElement {
  const cell = (name: string, ...children: readonly (Node | string)[]): HTMLElement =>
    el('td', { class: name }, ...children);
  const head = el(
    'tr',
    {},
    ...[...HEADS, ['event', 'Event']].map(([column = '', name = '']) =>
      el('th', { scope: 'col', class: column }, name),
    ),
  );
  const rows = Array.from(games, (index) => {
    const game = gameOf(store.rows[index]!);
    const cells = cellsOf(game).map(({ classList, childNodes }) => cell(classList[1] ?? '', ...childNodes));
    return el('tr', {}, ...cells, cell('event', said(game.event)));
  });
  return el('table', { class: 'printed' }, el('thead', {}, head), el('tbody', {}, ...rows));
}
