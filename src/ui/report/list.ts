import { FINDING_CODES } from '../../findings/catalogue.js';
import { ENDINGS } from '../../record/record.js';
import { VERDICTS } from '../../score/score-types.js';
import { button, el, whole } from './dom.js';
import { createFilter, EVERYTHING, GRADES, type Column, type Order, type Wanted } from './filter.js';
import type { Store } from './store.js';
import { gameTable, printedTable } from './table.js';

export interface GameList {
  readonly element: HTMLElement;
  /** Filters the table and brings it into view. */
  readonly choose: (wanted: Wanted) => void;
  /** The games shown, in their order. */
  readonly games: () => Uint32Array;
  readonly activate: (index: number) => void;
  readonly focus: () => void;
}

/** Most games on paper. */
const MOST_PRINTED = 1000;

/** Search, filters and the table that they work on. */
export function gameList(store: Store, open: (index: number) => void): GameList {
  const { told } = store;
  const find = createFilter(store.rows);
  let order: Order | undefined;
  let games = new Uint32Array(0);
  const count = el('p', { class: 'count', 'aria-live': 'polite' });
  const search = el('input', {
    type: 'search',
    id: 'search',
    placeholder: 'Name, file, event, date, result',
    autocomplete: 'off',
  });
  const grade = choice('Findings', Object.entries(GRADES));
  const code = choice('Code', named(FINDING_CODES, told.codes));
  const verdict = choice('Verdict', named(VERDICTS, told.verdicts));
  const ending = choice('Ending', named(ENDINGS, told.endings));
  const ruleset = choice('Rules', named(Object.keys(told.rulesets), told.rulesets));
  const selects = { grade, code, verdict, ending, ruleset };

  function draw(): void {
    games = new Uint32Array(
      find(
        {
          text: search.value,
          grade: grade.select.value,
          code: code.select.value,
          verdict: verdict.select.value,
          ending: ending.select.value,
          ruleset: ruleset.select.value,
        },
        order,
      ),
    );
    const all = store.rows.length;
    count.textContent =
      games.length === all
        ? `${whole(all)} ${all === 1 ? 'game' : 'games'}`
        : `${whole(games.length)} of ${whole(all)} games`;
    none.hidden = games.length > 0;
    table.show(games);
    table.heads.forEach(({ column, element: head }) => {
      head.setAttribute(
        'aria-sort',
        order?.column === column ? (order.way === 'up' ? 'ascending' : 'descending') : 'none',
      );
    });
  }

  const sortBy = (column: Column): void => {
    if (order?.column !== column) order = { column, way: column === 'findings' ? 'down' : 'up' };
    else if (order.way === (column === 'findings' ? 'down' : 'up'))
      order = { column, way: column === 'findings' ? 'up' : 'down' };
    else order = undefined;
    draw();
  };
  const table = gameTable(store, open, sortBy);
  const none = el(
    'p',
    { class: 'none' },
    told.games === 0 ? 'There are no games in this report.' : 'No game fits.',
  );
  const set = (wanted: Wanted): void => {
    search.value = wanted.text;
    for (const [name, { select }] of Object.entries(selects))
      select.value = wanted[name as keyof typeof selects];
    draw();
  };

  search.addEventListener('input', draw);
  for (const { select } of Object.values(selects)) select.addEventListener('change', draw);
  const paper = el('div', { class: 'paper' });
  addEventListener('beforeprint', () => {
    const more =
      games.length > MOST_PRINTED
        ? [el('p', {}, `The first ${whole(MOST_PRINTED)} of ${whole(games.length)} games.`)]
        : [];
    paper.replaceChildren(printedTable(store, games.subarray(0, MOST_PRINTED)), ...more);
  });
  addEventListener('afterprint', () => paper.replaceChildren());
  const element = el(
    'section',
    { class: 'list', 'aria-label': 'Games' },
    el(
      'div',
      { class: 'controls' },
      el('label', { class: 'search' }, el('span', {}, 'Search'), search),
      ...Object.values(selects).map(({ label }) => label),
      button('Clear', () => set(EVERYTHING)),
      count,
    ),
    table.element,
    none,
    paper,
  );
  draw();
  return {
    element,
    choose(wanted) {
      set(wanted);
      element.scrollIntoView({ block: 'start' });
    },
    games: () => games,
    activate: table.activate,
    focus: () => table.element.focus({ preventScroll: true }),
  };
}

/** Names that occur, each with its number of findings or games. */
function named(
  names: readonly string[],
  counts: Readonly<Record<string, number>>,
): (readonly [string, string])[] {
  return names
    .filter((name) => (counts[name] ?? 0) > 0)
    .map((name) => [name, `${name} (${whole(counts[name]!)})`]);
}

function choice(
  name: string,
  options: readonly (readonly [string, string])[],
): { readonly label: HTMLElement; readonly select: HTMLSelectElement } {
  const select = el(
    'select',
    {},
    el('option', { value: '' }, 'any'),
    ...options.map(([value, words]) => el('option', { value }, words)),
  );
  return { label: el('label', {}, el('span', {}, name), select), select };
}
