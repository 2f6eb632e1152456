import { plural, thousands } from '../../core/text.js';
import type { GameGroup, Grouping } from '../../columns/lists.js';
import { escapeXml } from '../../picture/drawing.js';

/** Height of a bar and width of the longest, in pixels. */
const HEIGHT = 14;
const LONGEST = 480;

const STYLE = `:root{color-scheme:light dark}body{font:15px/1.4 system-ui,sans-serif;margin:1.5em}
table{border-collapse:collapse}caption{text-align:left;margin-bottom:.6em}th,td{padding:.1em .8em .1em 0;text-align:left}
tbody th{overflow-wrap:anywhere}td.n{text-align:right}td:last-child{width:100%}
svg{display:block;width:100%;max-width:${String(LONGEST + 1)}px;height:${String(HEIGHT + 1)}px}.b{fill:#222}.w{fill:#fff}.o{fill:#9a9a9a}rect{stroke:#777;stroke-width:1}`;

const TITLES: Readonly<Record<Grouping, string>> = {
  player: 'Games by player',
  ruleset: 'Games by ruleset',
  event: 'Games by event',
  year: 'Games by year',
};

/** What the parts of a bar are, in their order: those of a player are the player's own wins. */
function legendOf(by: Grouping): readonly string[] {
  return by === 'player'
    ? ['won as Black', 'won as White', 'not won']
    : ['Black won', 'White won', 'neither, or not recorded'];
}

/** The text around the rows of `chartRows`: a page of its own, without script, that loads nothing. */
export function chartFrame(by: Grouping): {
  readonly head: () => string;
  readonly separator: string;
  readonly tail: string;
} {
  const title = TITLES[by];
  const [black, white, other] = legendOf(by);
  const head = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>
<table><caption>Bars: ${black!} (black), ${white!} (white), ${other!} (gray). Wins are those that RE declares.</caption>
<thead><tr><th scope="col">${by}</th><th scope="col">games</th><th scope="col">moves a game</th><th scope="col">results</th></tr></thead>
<tbody>
`;
  return { head: () => head, separator: '', tail: '</tbody></table></main></body></html>\n' };
}

/** Makes the function that writes a row for each group, the largest first: its bar is the longest. */
export function chartRows(by: Grouping): (group: GameGroup) => string {
  const legend = legendOf(by);
  let most = 0;
  return (group) => {
    const { name, games, black, white, moves } = group;
    most ||= games;
    const counts = [black.wins, white.wins, Math.max(0, games - black.wins - white.wins)];
    let x = 0.5;
    const parts = counts.map((count, i) => {
      const width = (count * LONGEST) / most;
      const part = `<rect class="${'bwo'[i]!}" x="${x.toFixed(1)}" y="0.5" width="${width.toFixed(1)}" height="${String(HEIGHT)}"/>`;
      x += width;
      return count === 0 ? '' : part;
    });
    const said = counts.map((count, i) => `${thousands(count)} ${legend[i]!}`).join(', ');
    const size = `viewBox="0 0 ${String(LONGEST + 1)} ${String(HEIGHT + 1)}" preserveAspectRatio="none"`;
    return `<tr><th scope="row">${escapeXml(name === '' ? '(not recorded)' : name)}</th><td class="n">${thousands(games)}</td><td class="n">${thousands(moves / games)}</td><td><svg ${size} role="img" aria-label="${plural(games, 'game')}: ${said}"><title>${said}</title>${parts.join('')}</svg></td></tr>\n`;
  };
}
