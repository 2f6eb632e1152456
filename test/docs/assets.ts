import { boardStyle } from '../../src/report/picture/drawing.js';

export const STYLE = `:root { color-scheme: light dark; --text: #111; --paper: #fff; --link: #003c8f; --soft: #f1f1f1; --line: #767676; }
@media (prefers-color-scheme: dark) { :root { --text: #f2f2f2; --paper: #121212; --link: #b5d2ff; --soft: #1f1f1f; --line: #9a9a9a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 84rem; padding: 0 1rem 3rem; font: 1rem/1.6 system-ui, sans-serif; color: var(--text); background: var(--paper); }
a { color: var(--link); text-decoration: underline; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; justify-content: space-between; padding: .75rem 0; border-bottom: 1px solid var(--line); }
header form { flex: 0 1 20rem; }
.home { font-weight: bold; font-size: 1.1rem; }
.menu { padding: .5rem 0; border-bottom: 1px solid var(--line); }
.menu summary { padding: .25rem 0; font-weight: bold; cursor: pointer; }
.menu h2 { margin: 1rem 0 .25rem; font-size: 1rem; }
.menu ul, .contents ul { margin: 0; padding: 0; list-style: none; }
.menu a, .contents a { display: block; padding: .15rem 0; overflow-wrap: anywhere; }
a[aria-current] { color: inherit; font-weight: bold; text-decoration: none; }
.contents { margin: 1rem 0; padding: .5rem 1rem; border-left: 3px solid var(--line); font-size: .95rem; }
.contents p { margin: 0; font-weight: bold; }
main { min-width: 0; }
main > p, main > ul, main > ol { max-width: 48rem; }
h1 { line-height: 1.25; overflow-wrap: anywhere; }
h2, h3 { line-height: 1.3; overflow-wrap: anywhere; scroll-margin-top: 1rem; }
main h2 { margin-top: 2rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .92em; }
main :not(pre) > code { overflow-wrap: anywhere; }
pre { padding: .75rem 1rem; overflow-x: auto; background: var(--soft); }
.wide { overflow-x: auto; }
.wide :not(pre) > code { overflow-wrap: normal; }
table { border-collapse: collapse; }
th, td { padding: .3rem .7rem; border: 1px solid var(--line); text-align: left; vertical-align: top; }
th { background: var(--soft); }
img, svg.board { max-width: 100%; height: auto; }
figure { margin: 1rem 0; padding: 1rem; border: 1px solid var(--line); }
figcaption { margin: .5rem 0; font-size: .92rem; }
.boards { display: flex; flex-wrap: wrap; gap: 1rem; font-size: .92rem; }
.boards svg { display: block; margin-top: .25rem; }
input { font: inherit; padding: .4rem .6rem; width: 100%; max-width: 32rem; color: inherit; background: var(--paper); border: 1px solid var(--line); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 15rem minmax(0, 1fr); column-gap: 2.5rem; }
  header { grid-column: 1 / -1; }
  .menu { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; border: 0; font-size: .95rem; }
}
@media (min-width: 76rem) {
  .contents { float: right; width: 15rem; margin: 0 0 1rem 2rem; }
}
${boardStyle('auto')}
`;

/** Runs in the browser: lists the pages that have all words or beginnings of words, those with most of them in their title first. */
export const SEARCH_SCRIPT = `const input = document.getElementById('words');
const found = document.getElementById('found');
const count = document.getElementById('count');
const pages = window.PAGES.map((page) => ({ ...page, inTitle: page.title.toLowerCase(), all: ' ' + page.words + ' ' + page.title.toLowerCase().replace(/[:/]/g, ' ') }));
function search() {
  const words = input.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  const hits = words.length === 0 ? [] : pages
    .map((page) => ({ page, rank: words.filter((word) => page.inTitle.includes(word)).length }))
    .filter(({ page }) => words.every((word) => page.all.includes(' ' + word) || page.inTitle.includes(word)))
    .sort((a, b) => b.rank - a.rank);
  count.textContent = words.length === 0 ? '' : hits.length === 1 ? '1 page' : hits.length + ' pages';
  found.replaceChildren(...hits.slice(0, 50).map(({ page }) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = page.path;
    link.textContent = page.title;
    item.append(link, ': ' + page.begins + ' …');
    return item;
  }));
  history.replaceState(null, '', input.value === '' ? location.pathname : '?q=' + encodeURIComponent(input.value));
}
input.addEventListener('input', search);
input.value = new URLSearchParams(location.search).get('q') ?? '';
search();
`;
