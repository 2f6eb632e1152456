export const STYLE = `:root { color-scheme: light dark; --text: #111; --paper: #fff; --link: #003c8f; --soft: #f1f1f1; --line: #767676; }
@media (prefers-color-scheme: dark) { :root { --text: #f2f2f2; --paper: #121212; --link: #b5d2ff; --soft: #1f1f1f; --line: #9a9a9a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: 0 1rem 3rem; font: 1rem/1.6 system-ui, sans-serif; color: var(--text); background: var(--paper); }
a { color: var(--link); text-decoration: underline; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .75rem 0; margin: 0; list-style: none; border-bottom: 1px solid var(--line); }
nav a { display: inline-block; padding: .25rem 0; }
h1 { line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin-top: 2rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .92em; }
pre { padding: .75rem 1rem; overflow-x: auto; background: var(--soft); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: .3rem .7rem; border: 1px solid var(--line); text-align: left; vertical-align: top; }
th { background: var(--soft); }
img { max-width: 100%; height: auto; }
input { font: inherit; padding: .4rem .6rem; width: 100%; max-width: 32rem; color: inherit; background: var(--paper); border: 1px solid var(--line); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
`;

/** Runs in the browser: lists the pages that have all words, those with most of them in their title first. */
export const SEARCH_SCRIPT = `const input = document.getElementById('words');
const found = document.getElementById('found');
const count = document.getElementById('count');
const pages = window.PAGES.map((page) => ({ ...page, title_: page.title.toLowerCase(), text_: page.text.toLowerCase() }));
function search() {
  const words = input.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  const hits = words.length === 0 ? [] : pages
    .map((page) => ({ page, inTitle: words.filter((word) => page.title_.includes(word)).length, has: words.every((word) => page.text_.includes(word) || page.title_.includes(word)) }))
    .filter(({ has }) => has)
    .sort((a, b) => b.inTitle - a.inTitle);
  count.textContent = words.length === 0 ? '' : hits.length === 1 ? '1 page' : hits.length + ' pages';
  found.replaceChildren(...hits.slice(0, 50).map(({ page }) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = page.path;
    link.textContent = page.title;
    const at = Math.max(0, page.text_.indexOf(words[0]) - 60);
    item.append(link, ' … ' + page.text.slice(at, at + 160) + ' …');
    return item;
  }));
  history.replaceState(null, '', input.value === '' ? location.pathname : '#' + encodeURIComponent(input.value));
}
input.addEventListener('input', search);
input.value = decodeURIComponent(location.hash.slice(1));
search();
`;
