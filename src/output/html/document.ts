import { type Counts, type RunFacts, sorted } from '../summary.js';
import { escapeXml } from '../../picture/drawing.js';
import { line } from './game-lines.js';
import { LINE, type CountsLine } from './report-data.js';
import type { LeftOut } from './budget.js';

/** Style and script of the page, as they were built, and the hashes that its content security policy names (`sha256-...`). */
export interface PageParts {
  readonly style: string;
  readonly script: string;
  readonly styleHash: string;
  readonly scriptHash: string;
}

/**
 * Everything of the page before its data. Nothing but this style and this script may run, nothing is loaded, and no text can become
 * markup: the policy demands trusted types and allows no way to make them.
 */
export function documentHead({ style, script, styleHash, scriptHash }: PageParts, title: string): string {
  const policy = [
    "default-src 'none'",
    `script-src '${scriptHash}'`,
    `style-src '${styleHash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escapeXml(title)}</title>
<style>${style}</style>
<script>${script}</script>
</head>
<body>
<main id="report"><p id="reading">Reading the report…</p></main>
<noscript><p>This page draws its tables and boards by its own script. The same data are in games.csv and findings.csv.</p></noscript>
<script type="application/x-ndjson" id="data">
`;
}

/** The last line of the data and what closes the page. */
export function documentTail(
  counts: Counts,
  facts: Pick<RunFacts, 'interrupted'>,
  version: string,
  leftOut: LeftOut,
): string {
  const { files, games, scored, gamesWithIllegalMoves, severities, codes, endings, rulesets, verdicts } =
    counts;
  const counted: CountsLine = {
    version,
    files,
    games,
    scored,
    illegal: gamesWithIllegalMoves,
    interrupted: facts.interrupted === 'yes',
    severities,
    codes: sorted(codes),
    endings: sorted(endings),
    rulesets: sorted(rulesets),
    verdicts: sorted(verdicts),
    leftOut,
  };
  return `${line(LINE.counts, counted)}</script>\n</body>\n</html>\n`;
}
