import { button, el } from './dom.js';
import { gamePart } from './game.js';
import { gameList } from './list.js';
import { readStore } from './store.js';
import { summaryPart } from './summary.js';
import { themeButton } from './theme.js';

/** Draws the report from the lines that stand in the page. The address tells the game that is open, so that back and bookmarks work. */
function start(): void {
  const root = document.getElementById('report')!;
  const data = document.getElementById('data');
  const store = readStore(data?.textContent ?? '');
  data?.remove();
  const list = gameList(store, (index) => (location.hash = `game-${String(index + 1)}`));
  const home = el('div', {}, summaryPart(store, list.choose), list.element);
  const place = el('div', { hidden: true });
  const title = el('h1', {}, 'Referee’s report');
  const bar = el(
    'header',
    { class: 'bar' },
    title,
    themeButton(),
    button('Print', () => print()),
  );
  const about = el(
    'footer',
    {},
    `sgf-referee ${store.told.version}. This page loads nothing and sends nothing.`,
  );
  root.replaceChildren(bar, home, place, about);

  let opened: number | undefined;
  let scrolled = 0;
  const go = (index: number): void => {
    location.hash = `game-${String(index + 1)}`;
  };
  const show = (): void => {
    const match = /^#game-(\d+)$/.exec(location.hash);
    const index = match ? Number(match[1]) - 1 : -1;
    if (index >= 0 && index < store.rows.length) {
      if (opened === undefined) scrolled = scrollY;
      opened = index;
      const games = list.games();
      const at = games.indexOf(index);
      const step = (label: string, to: number): HTMLElement =>
        button(label, () => go(games[to]!), { disabled: at < 0 || to < 0 || to >= games.length });
      const back = button('← All games', () => (location.hash = ''));
      const nav = el(
        'nav',
        { class: 'steps', 'aria-label': 'Games' },
        back,
        step('Previous game', at - 1),
        step('Next game', at + 1),
      );
      place.replaceChildren(nav, gamePart(store, index));
      home.hidden = true;
      place.hidden = false;
      scrollTo(0, 0);
      place.querySelector('h2')?.focus({ preventScroll: true });
      return;
    }
    home.hidden = false;
    place.hidden = true;
    place.replaceChildren();
    if (opened === undefined) return;
    list.activate(opened);
    opened = undefined;
    scrollTo(0, scrolled);
    list.focus();
  };
  unfoldOnPaper(place);
  addEventListener('hashchange', show);
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && opened !== undefined) location.hash = '';
  });
  show();
}

/** Paper cannot be unfolded: what is folded is open while it is printed. */
function unfoldOnPaper(place: HTMLElement): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    opened = [...place.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const one of opened) one.open = true;
  });
  addEventListener('afterprint', () => {
    for (const one of opened) one.open = false;
  });
}

addEventListener('DOMContentLoaded', () => {
  try {
    start();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    document.getElementById('report')!.textContent = `This report cannot be read: ${reason}`;
  }
});
