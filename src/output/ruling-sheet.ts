import { declaredOf, resultOf } from '../columns/games.js';
import { formatHalves, formatResult } from '../columns/numbers.js';
import { visible } from '../core/text.js';
import { explain } from '../findings/catalogue.js';
import { messageOf } from '../findings/finding.js';
import { boardStyle, drawBoards } from '../picture/board-sheet.js';
import { escapeXml, markupOf } from '../picture/drawing.js';
import type { Picture } from '../picture/picture.js';
import { decidedText, decisionText } from '../referee/decisions.js';
import type { GameReport, PlacedFinding } from '../referee/report.js';
import { finalPicture, movePictures } from './game-picture.js';
import { type Language, sheetWords } from './ruling-words.js';

/** What a ruling sheet is about, and the language of its labels. */
export interface SheetOptions {
  /** The move in question; by default that of the gravest finding about a move, or none. */
  readonly move?: number | undefined;
  readonly language?: Language | undefined;
}

type Words = ReturnType<typeof sheetWords>;

/**
 * One decision as an HTML page to print on A4: the game, the question, the boards before and after, the article, both countings,
 * what each outcome would be, the decisions, and lines for signatures. The page loads nothing and has no script. Labels are in
 * the language; messages, titles of rules and names are as they are. `report`: scored, with its final board.
 */
export function rulingSheet(report: GameReport, { move, language = 'en' }: SheetOptions = {}): string {
  const words = sheetWords(language);
  const found = questionOf(report, move);
  const at = move ?? (found?.variation === undefined ? found?.move : undefined);
  const { black, white } = report.record;
  const title = `${words.ruling}: ${black || words.black} – ${white || words.white}`;
  return [
    `<!doctype html>\n<html lang="${language}">\n<head>\n<meta charset="utf-8">\n<title>${text(title)}</title>\n`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">\n',
    `<style>${STYLE}\n${boardStyle('light')}</style>\n</head>\n<body>\n<h1>${text(title)}</h1>\n`,
    facts(report, words),
    section(
      words.question,
      `<p>${text(found ? messageOf(found, report.record) : (report.settlement?.explanation ?? ''))}</p>`,
    ),
    boards(report, at, words),
    found ? article(found, words) : '',
    counts(report, words),
    outcomes(report, found, words),
    decisions(report, words),
    signatures(words),
    '</body>\n</html>\n',
  ].join('\n');
}

/** The finding that the sheet is about: about the move, or else the gravest, those about moves first. */
function questionOf({ findings }: GameReport, move: number | undefined): PlacedFinding | undefined {
  if (move !== undefined) return findings.find((one) => one.move === move && one.variation === undefined);
  const grave = (one: PlacedFinding): boolean => one.severity !== 'note' || one.decided !== undefined;
  return (
    findings.find((one) => one.code.startsWith('move/') && grave(one)) ??
    findings.find((one) => one.code.startsWith('result/') && grave(one)) ??
    findings.find(({ code }) => code === 'dead/uncertain')
  );
}

function text(words: string): string {
  return escapeXml(visible(words));
}

function section(heading: string, body: string): string {
  return body === '' ? '' : `<section>\n<h2>${text(heading)}</h2>\n${body}\n</section>\n`;
}

/** Names with their values, without the empty ones. */
function list(rows: readonly (readonly [string, string])[]): string {
  const filled = rows.filter(([, value]) => value !== '');
  if (filled.length === 0) return '';
  return `<dl>${filled.map(([name, value]) => `<div><dt>${text(name)}</dt><dd>${text(value)}</dd></div>`).join('')}</dl>`;
}

function facts({ record, ruleset, score }: GameReport, words: Words): string {
  const { handicap, komi } = record;
  const stones = handicap.declared ?? handicap.stones;
  const declaredKomi = komi.kind === 'komi' ? formatHalves(komi.halves) : '';
  return list([
    [words.event, record.event],
    [words.round, record.round],
    [words.date, record.date],
    [words.black, record.black],
    [words.white, record.white],
    [words.rules, ruleset?.title ?? record.rulesRaw ?? ''],
    [words.komi, score ? formatHalves(score.komiHalves) : declaredKomi],
    [words.handicap, stones > 1 ? String(stones) : ''],
    [words.declared, declaredOf(record)],
  ]);
}

/** Before and after the move with the position that it repeats, or the final board. */
function boards(report: GameReport, move: number | undefined, words: Words): string {
  if (!report.record.isGo) return '';
  const pictures: (readonly [string, Picture])[] = [];
  if (move === undefined) pictures.push([words.final, finalPicture(report)]);
  else {
    const [after, repeated] = movePictures(report, move, 'stands');
    if (move > 0) pictures.push([words.before, movePictures(report, move - 1, 'stands')[0]!]);
    pictures.push([`${words.after} ${String(move)}`, after!]);
    if (repeated) pictures.push([words.repeated, repeated]);
  }
  const figures = pictures.map(
    ([label, picture]) =>
      `<figure>${markupOf(drawBoards([picture], 'none'))}<figcaption>${text(label)}</figcaption></figure>`,
  );
  return `<div class="boards">\n${figures.join('\n')}\n</div>\n`;
}

function article(found: PlacedFinding, words: Words): string {
  const { rule } = explain(found.code);
  const cited = found.rule === undefined ? rule : `${found.rule}. ${rule}`;
  return section(words.article, `<p>${text(cited)}</p>\n${list([[words.source, found.ruleSource ?? '']])}`);
}

function counts({ score, notScoredBecause }: GameReport, words: Words): string {
  if (!score) return section(words.count, `<p>${text(notScoredBecause)}</p>`);
  return section(
    words.count,
    list([
      [words.area, formatResult(score.resultAreaHalves)],
      [words.territory, formatResult(score.resultTerritoryHalves)],
    ]),
  );
}

/** What the game becomes where the move stands, and where it loses. */
function outcomes(
  { score, record, settlement }: GameReport,
  found: PlacedFinding | undefined,
  words: Words,
): string {
  const counted = score ? resultOf(score) : declaredOf(record);
  const change = settlement?.explanation ?? '';
  if (found?.color === undefined || !found.code.startsWith('move/'))
    return section(words.outcomes, list([[counted, change]]));
  return section(
    words.outcomes,
    list([
      [words.stands, counted],
      [words.loses, found.color === 'black' ? 'W+F' : 'B+F'],
    ]),
  );
}

function decisions({ decisions: all = [] }: GameReport, words: Words): string {
  const body = all.map((one) => `<p>${text(`${decisionText(one)}: ${decidedText([one])}`)}</p>`);
  return section(
    words.decision,
    body.length > 0 ? body.join('\n') : '<p class="blank"></p><p class="blank"></p>',
  );
}

function signatures({ referee, black, white }: Words): string {
  const lines = [referee, black, white].map((who) => `<p>${text(who)}</p>`);
  return `<footer>${lines.join('')}</footer>`;
}

const STYLE = `@page{size:A4;margin:16mm}
body{font:11pt/1.4 serif;color:#000;background:#fff;max-width:178mm;margin:0 auto;padding:1rem}
h1{font-size:16pt;margin:0 0 .6rem}
h2{font-size:11pt;margin:.8rem 0 .2rem;text-transform:uppercase;letter-spacing:.05em}
p{margin:.2rem 0;overflow-wrap:anywhere}
section,figure,footer{break-inside:avoid}
dl{display:grid;grid-template-columns:1fr 1fr;gap:.1rem 2rem;margin:0}
dl div{display:flex;gap:.5rem;border-bottom:.5pt solid #bbb}
dt{color:#444;flex:none}
dd{margin:0;overflow-wrap:anywhere}
.boards{display:flex;flex-wrap:wrap;gap:6mm;margin-top:.8rem}
figure{margin:0;flex:1 1 50mm;max-width:86mm}
figure svg{width:100%;height:auto}
figcaption{text-align:center}
.blank{border-bottom:.5pt solid #000;height:1.6rem}
footer{display:flex;gap:8mm;margin-top:2.4rem}
footer p{flex:1;border-top:.5pt solid #000;padding-top:.2rem}
@media print{body{max-width:none;padding:0}}`;
