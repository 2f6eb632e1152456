import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Marked } from 'marked';
import { explain, FINDING_CODES, type FindingCode, severityOf } from '../../src/core/findings/finding.js';
import { analyze } from '../../src/referee/judge/analyze.js';
import { finalPicture, movePictures } from '../../src/report/output/game-picture.js';
import { drawBoards, markupOf, meaningsOf } from '../../src/report/picture/drawing.js';
import { SOURCE_TEXTS } from '../../src/go/rules/citation.js';
import { describeRuleset, describeTopics } from '../../src/go/rules/fields.js';
import type { Ruleset } from '../../src/go/rules/ruleset.js';
import { RULESETS } from '../../src/go/rules/rulesets.js';
import { SEARCH_SCRIPT, STYLE } from './assets.js';

/** A page before it has its frame: `path` within the site, and the contents as HTML. */
interface Page {
  readonly path: string;
  readonly title: string;
  readonly body: string;
}

/**
 * The documentation as a static site, by path: README.md and the pages of docs/ as they are, a page for each finding and each
 * ruleset from the tables of the program, a search over all, and the files that they link. Every address is relative.
 * `root`: the folder of the repository.
 */
export function siteFiles(root: string): ReadonlyMap<string, string | Buffer> {
  const documents = new Documents(root);
  const pages = [...documents.pages(), ...findingPages(), ...rulesetPages(), SEARCH_PAGE].map(withIds);
  const menu = menuOf(pages);
  const files = new Map<string, string | Buffer>([
    ['style.css', STYLE],
    ['search.js', SEARCH_SCRIPT],
    ['search-index.js', `window.PAGES = ${JSON.stringify(pages.map(indexed))};\n`],
  ]);
  for (const page of pages) files.set(page.path, framed(page, menu));
  for (const [path, bytes] of documents.linked) files.set(path, bytes);
  return files;
}

/** The pages written by hand or generated as Markdown. */
class Documents {
  /** Files that pages link which are no pages, by path. */
  readonly linked = new Map<string, Buffer>();
  readonly #root: string;
  /** Source to page. */
  readonly #pages = new Map<string, string>([['README.md', 'index.html']]);

  constructor(root: string) {
    this.#root = root;
    for (const name of ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'])
      if (existsSync(join(root, name))) this.#pages.set(name, `${name.slice(0, -3).toLowerCase()}.html`);
    for (const name of readdirSync(join(root, 'docs')))
      if (name.endsWith('.md')) this.#pages.set(`docs/${name}`, `docs/${name.slice(0, -3)}.html`);
  }

  pages(): readonly Page[] {
    return [...this.#pages].map(([source, path]) => {
      const text = readFileSync(join(this.#root, source), 'utf8');
      const title = /^# (.*)$/m.exec(text)?.[1] ?? source;
      return { path, title: title.replaceAll('`', ''), body: this.#html(text, source, path) };
    });
  }

  #html(text: string, source: string, path: string): string {
    const slugs = new Map<string, number>();
    const marked = new Marked({
      renderer: {
        heading(html, level, raw) {
          const slug = slugOf(raw);
          const count = slugs.get(slug) ?? 0;
          slugs.set(slug, count + 1);
          return `<h${String(level)} id="${slug}${count === 0 ? '' : `-${String(count)}`}">${html}</h${String(level)}>\n`;
        },
        link: (href, _title, html) => `<a href="${attribute(this.#address(href, source, path))}">${html}</a>`,
        image: (href, _title, alt) =>
          `<img src="${attribute(this.#address(href, source, path))}" alt="${attribute(alt)}">`,
        table: (head, body) =>
          `<section class="wide" aria-label="Table" tabindex="0"><table><thead>${head.replaceAll('<th></th>', '<td></td>')}</thead><tbody>${body}</tbody></table></section>\n`,
        code: codeHtml,
      },
    });
    return marked.parse(text) as string;
  }

  /** The address of a link of a source, as seen from its page. Files of the repository are taken along. */
  #address(href: string, source: string, path: string): string {
    if (/^[a-z]+:|^#/.test(href)) return href;
    const [target = '', fragment] = href.split('#');
    const file = posix.join(posix.dirname(source), target);
    const page = this.#pages.get(file);
    if (page === undefined) this.linked.set(file, readFileSync(join(this.#root, file)));
    const address = posix.relative(posix.dirname(path), page ?? file);
    return fragment === undefined ? address : `${address}#${fragment}`;
  }
}

/** As GitHub makes addresses of headings. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/<[^>]*>|[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** The page of a finding. */
export function pageOf(code: FindingCode): string {
  return `findings/${code.replace('/', '-')}.html`;
}

function findingPages(): readonly Page[] {
  const pages = FINDING_CODES.map((code) => {
    const { title, means, rule, example, todo } = explain(code);
    const body =
      `<h1><code>${code}</code>: ${escaped(title)}</h1>\n<p>Severity: ${severityOf(code)}, unless the finding says otherwise.</p>\n` +
      `<h2>Meaning</h2>\n<p>${words(means)}</p>\n<h2>Rule</h2>\n<p>${words(rule)}</p>\n` +
      `<h2>Example</h2>\n${boardOf(example, code) || listing(example)}<h2>What to do</h2>\n<p>${words(todo)}</p>\n`;
    return { path: pageOf(code), title: `${code}: ${title}`, body };
  });
  const rows = FINDING_CODES.map(
    (code) =>
      `<tr><td><a href="${posix.basename(pageOf(code))}">${code}</a></td><td>${severityOf(code)}</td><td>${escaped(explain(code).title)}</td></tr>`,
  );
  const body = `<h1>Findings</h1>\n<p>Codes are permanent. <code>sgf-referee explain CODE</code> prints the same as a page here.</p>\n<section class="wide" aria-label="Table" tabindex="0"><table><thead><tr><th>code</th><th>severity</th><th>title</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`;
  return [{ path: 'findings/index.html', title: 'Findings', body }, ...pages];
}

function rulesetPages(): readonly Page[] {
  const items = RULESETS.map(
    ({ name, title }) => `<li><a href="${name}.html">${name}</a>: ${escaped(title)}</li>`,
  );
  const body = `<h1>Rulesets</h1>\n<p>What <code>--rules</code> takes. <code>sgf-referee rules NAME</code> prints the same as a page here.</p>\n<ul>${items.join('')}</ul>`;
  return [{ path: 'rulesets/index.html', title: 'Rulesets', body }, ...RULESETS.map(rulesetPage)];
}

function rulesetPage(ruleset: Ruleset): Page {
  const used = new Set<string>();
  const cited = (article: string, sources: readonly string[]): string => {
    for (const source of sources) used.add(source);
    return escaped([article, ...sources].filter((one) => one !== '').join('; '));
  };
  const fields = describeRuleset(ruleset).map(
    ({ label, value, article, sources, doubt }) =>
      `<tr><td>${escaped(label)}</td><td>${escaped(value)}${doubt === '' ? '' : ` (open: ${escaped(doubt)})`}</td><td>${cited(article, sources)}</td></tr>`,
  );
  const topics = describeTopics(ruleset).map(
    ({ label, article, sources }) =>
      `<tr><td>${escaped(label)}</td><td></td><td>${cited(article, sources)}</td></tr>`,
  );
  const texts = [...used]
    .filter((key) => SOURCE_TEXTS[key] !== undefined)
    .sort()
    .map((key) => `<li>${escaped(key)}: ${escaped(SOURCE_TEXTS[key]!)}</li>`);
  const sources = texts.length === 0 ? '' : `<h2>Sources</h2>\n<ul>${texts.join('')}</ul>`;
  const table = `<section class="wide" aria-label="Table" tabindex="0"><table><thead><tr><th>field</th><th>value</th><th>source</th></tr></thead><tbody>${[...fields, ...topics].join('')}</tbody></table></section>`;
  const body = `<h1><code>${ruleset.name}</code>: ${escaped(ruleset.title)}</h1>\n${table}\n${sources}`;
  return { path: `rulesets/${ruleset.name}.html`, title: `${ruleset.name}: ${ruleset.title}`, body };
}

const SEARCH_PAGE: Page = {
  path: 'search.html',
  title: 'Search',
  body: `<h1>Search</h1>
<p><label for="words">Words, all of which a page must have</label> <input id="words" type="search" autocomplete="off"></p>
<p id="count" role="status"></p>
<ul id="found"></ul>
<script src="search-index.js"></script>
<script src="search.js"></script>`,
};

/** What the search knows of a page: each of its words once, and how it begins. */
function indexed({
  path,
  title,
  body,
}: Page): Readonly<Record<'path' | 'title' | 'begins' | 'words', string>> {
  const text = body
    .replace(/<script.*?<\/script>|<svg.*?<\/svg>|<h1.*?<\/h1>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}/_.-]*[\p{L}\p{N}]/gu));
  return { path, title, begins: text.slice(0, 160), words: [...words].join(' ') };
}

/** A block of code; a record in it is drawn, below it if the block shows more, as the output of a command does. */
function codeHtml(code: string): string {
  const at = code.search(/^ *\(;/m);
  if (at < 0) return listing(code);
  const figure = boardOf(code.slice(at).trimStart());
  return at === 0 && figure !== '' ? figure : listing(code) + figure.replace(/<details>.*<\/details>/s, '');
}

const listing = (code: string): string => `<pre tabindex="0"><code>${escaped(code)}</code></pre>\n`;

/** A record drawn as a board, with its SGF behind it; '' for other texts. `code`: the finding whose move is shown. */
function boardOf(sgf: string, code?: FindingCode): string {
  if (!sgf.startsWith('(;')) return '';
  const [report] = analyze(sgf, { keepBoard: true, maxPerCode: 0 }).games;
  if (
    !report?.record.isGo ||
    report.record.width > MAX_DRAWN ||
    !report.finalBoard?.some((stone) => stone > 0)
  )
    return '';
  const move = report.findings.find((one) => one.code === code && one.variation === undefined)?.move;
  const pictures = move === undefined ? [finalPicture(report)] : movePictures(report, move, 'stands');
  const boards = pictures.map(
    (one) => `<div>${escaped(one.label ?? '')}${markupOf(drawBoards([one], 'none'))}</div>`,
  );
  const legend = meaningsOf(pictures).join('; ');
  const lines = [legend, ...pictures.flatMap(({ captions }) => captions)]
    .filter((one) => one !== '')
    .map(escaped);
  return `<figure><div class="boards">${boards.join('')}</div><figcaption>${lines.join('<br>')}</figcaption><details><summary>SGF</summary>${listing(sgf)}</details></figure>\n`;
}

/** Larger boards would only be pale lines. */
const MAX_DRAWN = 25;

/** A page whose headings have addresses. */
function withIds(page: Page): Page {
  const body = page.body.replace(
    /<h2>(.*?)<\/h2>/g,
    (_, html: string) => `<h2 id="${slugOf(html)}">${html}</h2>`,
  );
  return { ...page, body };
}

/** The headings of the menu, each with its pages; pages of no heading come last, under `Project`. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  'For referees': ['index', 'docs/events', 'docs/decisions', 'findings/index', 'rulesets/index'],
  Reference: [
    'docs/options',
    'docs/columns',
    'docs/archives',
    'docs/encodings',
    'docs/limits',
    'docs/sgfc-messages',
  ],
  'For programs': ['docs/library', 'docs/gtp', 'docs/rulings', 'docs/python', 'docs/many-machines'],
};

/** A link of the menu; those to findings and rulesets are shown within their own folder. */
interface MenuItem {
  readonly path: string;
  readonly title: string;
}

function menuOf(pages: readonly Page[]): ReadonlyMap<string, readonly MenuItem[]> {
  const of = (path: string): MenuItem => ({
    path,
    title: path === 'index.html' ? 'Overview' : pages.find((one) => one.path === path)!.title,
  });
  const menu = new Map(
    Object.entries(HEADINGS).map(([heading, paths]) => [heading, paths.map((path) => of(`${path}.html`))]),
  );
  const listed = [...menu.values()].flat().map(({ path }) => path);
  const others = pages.filter(({ path }) => !listed.includes(path) && path !== 'search.html');
  menu.set(
    'Project',
    others.filter(({ path }) => !/^(?:findings|rulesets)\//.test(path)),
  );
  for (const [heading, folder] of [
    ['Findings', 'findings/'],
    ['Rulesets', 'rulesets/'],
  ] as const)
    menu.set(
      heading,
      others.filter(({ path }) => path.startsWith(folder)),
    );
  return menu;
}

function framed({ path, title, body }: Page, menu: ReadonlyMap<string, readonly MenuItem[]>): string {
  const to = (target: string): string => posix.relative(posix.dirname(path), target);
  const groups = [...menu].map(([heading, items]) => {
    const folder = heading.toLowerCase();
    const isLong = folder === 'findings' || folder === 'rulesets';
    // A list of all codes on every page would be longer than most pages.
    if (isLong && !path.startsWith(`${folder}/`)) return '';
    const links = items.map((item) => {
      const name = isLong ? item.title.split(':')[0]! : item.title;
      const here = item.path === path ? ' aria-current="page"' : '';
      return `<li><a href="${to(item.path)}"${here}>${escaped(name)}</a></li>`;
    });
    return `<h2>${heading}</h2><ul>${links.join('')}</ul>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${to('style.css')}">
<link rel="icon" href="data:,">
</head>
<body>
<header><a class="home" href="${to('index.html')}">sgf-referee</a><form role="search" action="${to('search.html')}"><input type="search" name="q" aria-label="Search the documentation" placeholder="Search"></form></header>
<details class="menu"><summary>All pages</summary><nav aria-label="Pages">${groups.join('')}</nav></details>
<script>
const menu = document.querySelector('.menu');
menu.open = matchMedia('(min-width: 60rem)').matches;
const here = menu.querySelector('[aria-current]');
if (menu.open && here) menu.scrollTop = here.offsetTop - menu.offsetTop - menu.clientHeight / 2;
</script>
<main>
${numbered(body.replace(/<\/h1>|$/, (end) => `${end}\n${contentsOf(body)}`))}
</main>
</body>
</html>
`;
}

/** The table of contents of a page; '' where it has one heading or none. */
function contentsOf(body: string): string {
  const heads = [...body.matchAll(/<h2 id="([^"]*)">(.*?)<\/h2>/g)];
  if (heads.length < 2) return '';
  const items = heads.map(
    ([, id, html]) => `<li><a href="#${id!}">${html!.replace(/<\/?a\b[^>]*>/g, '')}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav>\n`;
}

/** Regions of a page need names of their own. */
function numbered(body: string): string {
  let count = 0;
  return body.replaceAll('aria-label="Table"', () => `aria-label="Table ${String(++count)}"`);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/** A text in which backquotes mark code. */
function words(text: string): string {
  return escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
