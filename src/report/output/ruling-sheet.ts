import { aheadRange, declaredOf } from '../columns/games.js';
import {
  checkArgument,
  checkOptions,
  type Checks,
  isAnyText,
  isObject,
  must,
  oneOf,
  whole,
} from '../../core/checks.js';
import { type Color, playerName } from '../../core/color.js';
import { formatHalves, plural, visible } from '../../core/text.js';
import type { DeclaredResult } from '../../referee/record/record.js';
import { explain } from '../../core/findings/finding.js';
import { drawBoards, escapeXml, markupOf, meaningsOf, shape, type Shape } from '../picture/drawing.js';
import { SHEET_DOCUMENT_STYLE } from './sheet-style.js';
import type { Picture } from '../picture/picture.js';
import { decidedText, resultDecided } from '../../referee/judge/decisions.js';
import { type GameReport, isReport, type PlacedFinding } from '../../referee/judge/report.js';
import {
  articleOf,
  citationText,
  ruleWords,
  type Consequence,
  consequencesOf,
} from '../../go/rules/citation.js';
import { decisionWords } from './decision-words.js';
import { finalPicture, pictureAfter } from './game-picture.js';
import { movesOf } from './html/report-data.js';
import { WORDS } from '../../core/words/all.js';
import { numberIn, rulingOf, termOf } from '../../core/words/template.js';
import { type Language, LANGUAGES } from '../../core/words/languages.js';
import { ENGLISH_WORDS, type Label, labelIn, type SheetWords, type Words } from '../../core/words/words.js';
import {
  type SheetQuestion,
  askedOf,
  type CountedResult,
  countingsOf,
  countRows,
  leadOf,
  outcomeRows,
  type Row,
  rulingParts,
  type SheetGame,
} from './outcomes.js';
import { questionOf, questionsOf } from './sheet-question.js';

/** What a ruling sheet is about, and its language. */
export interface SheetOptions extends Pick<SheetGame, 'tableQuestion' | 'table'> {
  /** The move in question; by default that of the most severe finding about a move, or none. */
  readonly move?: number | undefined;
  readonly language?: Language | undefined;
}

/**
 * One decision as elements: the game, the question, the boards before and after, the article, the outcomes under both
 * countings, the decisions, and lines for signatures. Titles of rules and names are not translated.
 */
export function sheetShape(given: SheetGame, move?: number, language: Words = ENGLISH_WORDS): Shape {
  const words = language.sheet;
  const game = asShown(given);
  const asked = askedOf(game);
  const found = questionOf(asked, move);
  const at = move ?? (found?.variation === undefined ? found?.move : undefined);
  // Nothing is asked of a move that is named and has no finding: the question of the game is about another.
  const isUnasked = move !== undefined && found === undefined;
  const questions = isUnasked
    ? [withMove(words.unasked, move)]
    : questionsOf(game, asked, found, { move, language });
  return shape('article', { class: 'sheet', lang: language.language }, [
    textOf('h1', titleOf(game, words)),
    ...facts(game, language),
    ...section(
      words.question,
      questions.length === 0 ? [blank()] : questions.map((question) => textOf('p', question)),
    ),
    ...boards(game, at, found, language),
    ...(isUnasked ? [] : [...article(found, game, language), ...outcomes(game, asked, found, language)]),
    ...decisions(game, language),
    shape(
      'footer',
      {},
      [words.referee, words.black, words.white].map((who) => textOf('p', who)),
    ),
  ]);
}

/** A game with the names of the results table where they are fuller, as the record may have nicks, and RE as counts are written. */
function asShown(game: SheetGame): SheetGame {
  const { record, table, declared } = game;
  const nameOf = (color: Color): string => {
    const name = table?.players?.[color] ?? '';
    return isFuller(name, record[color]) ? name : record[color];
  };
  return {
    ...game,
    record: { ...record, black: nameOf('black'), white: nameOf('white') },
    // B+1.50 is B+1.5, and B+1.0 is B+1.
    declared: declared.replace(/^([BW]\+\d{1,9})(?:\.0{0,9}|(\.\d{0,9}?)0{1,9})$/, '$1$2'),
  };
}

/** Whether a name has more words than another, or as many with more letters: a nick is one word, an initial one letter. */
function isFuller(name: string, other: string): boolean {
  const [words, others] = [name, other].map((one) => one.split(/[\s,.]+/).filter((word) => word !== ''));
  const more = words!.length - others!.length;
  return more > 0 || (more === 0 && words!.join('').length > others!.join('').length);
}

function titleOf({ record: { black, white } }: SheetGame, words: SheetWords): string {
  return visible(`${words.ruling}: ${black || words.black} – ${white || words.white}`);
}

function textOf(tag: string, words: string, attributes: Shape['attributes'] = {}): Shape {
  return shape(tag, attributes, [visible(words)]);
}

/** A part with its heading; nothing if it is empty. */
function section(heading: string, parts: readonly Shape[]): readonly Shape[] {
  return parts.length === 0 ? [] : [shape('section', {}, [textOf('h2', heading), ...parts])];
}

/** Names with their values, without the empty ones. */
function list(rows: readonly (readonly [string, string])[]): readonly Shape[] {
  const filled = rows.filter(([, value]) => value !== '');
  if (filled.length === 0) return [];
  return [
    shape(
      'dl',
      {},
      filled.map(([name, value]) => entry(name, textOf('dd', value))),
    ),
  ];
}

function entry(name: string, value: Shape): Shape {
  return shape('div', {}, [textOf('dt', name), value]);
}

function facts(
  { record, ruleset, komi, handicap, declared }: SheetGame,
  { sheet: words, language }: Words,
): readonly Shape[] {
  return list([
    [words.black, record.black],
    [words.white, record.white],
    [words.event, record.event],
    [words.round, record.round],
    [words.date, record.date],
    [words.rules, ruleset?.title ?? record.rulesRaw ?? ''],
    [words.komi, numberIn(komi, language)],
    [words.handicap, handicap > 1 ? String(handicap) : ''],
    [words.declared, declared],
  ]);
}

/** The boards before and after the move and the position that it repeats, or the final board with its count. */
function boards(
  { record, line, last, counted, score }: SheetGame,
  move: number | undefined,
  found: PlacedFinding | undefined,
  language: Words,
): readonly Shape[] {
  if (!line) return [];
  const { sheet: words } = language;
  const moves = movesOf(line);
  const pictures: Picture[] = [];
  const add = (label: string, picture: Picture): void => void pictures.push({ ...picture, title: '', label });
  const after = (number: number): Picture => pictureAfter(record, line, moves, number);
  if (move === undefined) add(words.final, counted ?? after(last));
  else {
    if (move > 0) add(withMove(words.before, move), after(move - 1));
    const flagged = found?.point ?? moves[move - 1]?.point;
    add(withMove(words.after, move), { ...after(move), flagged: found && flagged });
    const repeats = found?.repeatsMove;
    if (repeats === 0) add(words.repeatedStart, after(0));
    else if (repeats !== undefined) add(withMove(words.repeated, repeats), after(repeats));
  }
  const hasMarks = move === undefined && counted !== undefined;
  const legend = meaningsOf(pictures)
    .map((meaning) => labelIn(language, meaning as Label))
    .join('; ');
  const figures = pictures.map((picture) =>
    shape('figure', {}, [drawBoards([picture], 'none'), textOf('figcaption', picture.label ?? '')]),
  );
  const count = hasMarks ? countRows(score, language) : [];
  const heads = [words.black, words.white].map((text) => textOf('th', text, { scope: 'col' }));
  return [
    shape('div', { class: 'boards' }, [
      ...figures,
      ...(count.length === 0 ? [] : [tableOf(count, heads, language)]),
    ]),
    ...(hasMarks ? [textOf('p', legend, { class: 'marks' })] : []),
  ];
}

function withMove(words: string, move: number): string {
  return words.replace('{move}', String(move));
}

function article(
  found: PlacedFinding | undefined,
  { ruleset }: SheetGame,
  language: Words,
): readonly Shape[] {
  if (!found) return [];
  const { rule = '', ruleSource = '' } = found;
  const words = language.sheet;
  const said = ruleWords(rule) ?? explain(found.code).rule;
  // Without an article there would be an English sentence alone.
  if (rule === '' && !isEnglish(language) && termOf(said, language) === said) return [];
  const source = shape('dd', {}, withLinks(visible(ruleSource)));
  const cited = isEnglish(language) ? citationText(rule) : termOf(articleOf(rule), language);
  // Where no article is known the rules stand for it, by the name of an option.
  const whole =
    ruleset && articleOf(rule) === ruleset.name ? cited.replace(ruleset.name, ruleset.title) : cited;
  return section(words.article, [
    ...(rule === '' ? [] : [textOf('p', whole)]),
    shape('dl', {}, [
      entry(words.inOurWords, translatedText('dd', said, language)),
      ...(ruleSource === '' ? [] : [entry(words.source, source)]),
    ]),
  ]);
}

function isEnglish({ terms }: Words): boolean {
  return terms === undefined;
}

/** A text that was made in English, in the language; one about rules that has no translation stays English, and says so. */
function translatedText(tag: string, english: string, language: Words): Shape {
  const text = termOf(english, language);
  const isEnglish = text === english && language.terms !== undefined;
  return textOf(tag, text, isEnglish ? { lang: 'en' } : {});
}

/** An address with a path; names like `rec.games.go` have none. */
const ADDRESS = /((?:[a-z\d-]{1,63}\.){1,9}[a-z]{2,9}\/[^\s;,()]+)/;

function withLinks(text: string): (Shape | string)[] {
  return text
    .split(ADDRESS)
    .map((part, i) => (i % 2 === 0 ? part : shape('a', { href: `https://${part}` }, [part])));
}

/** The results as counted, if each group in doubt lives or dies, and of what the rules prescribe for the move. */
function outcomes(
  game: SheetGame,
  asked: SheetQuestion,
  found: PlacedFinding | undefined,
  language: Words,
): readonly Shape[] {
  const words = language.sheet;
  const { score, notScoredBecause, ruleset } = game;
  const prescribed = found && consequencesOf(found, ruleset);
  const rows = outcomeRows(game, found, language);
  const because = termOf(notScoredBecause, language);
  // Remarks on rules are English: other languages leave them out.
  const doubts = isEnglish(language)
    ? [...doubtsOf(game, found, prescribed)].filter((doubt) => doubt !== '')
    : [];
  const explanation = found ? asked.explanation : '';
  return section(words.outcomes, [
    ...(rows.length === 0
      ? []
      : [tableOf(rows, headsOf(score && countingsOf(score, ruleset), language), language)]),
    ...(because === '' ? [] : [textOf('p', `${words.notScored}: ${because}`)]),
    ...(prescribed?.length === 0 ? [textOf('p', words.unstated)] : []),
    ...doubts.map((doubt) => textOf('p', doubt)),
    ...(explanation === '' ? [] : [translatedText('p', explanation, language)]),
  ]);
}

/** What is in doubt about open dame, about the start if it is repeated, and about what is prescribed. */
function doubtsOf(
  { score, ruleset }: SheetGame,
  found: PlacedFinding | undefined,
  prescribed: readonly Consequence[] | undefined,
): ReadonlySet<string> {
  const fields = [
    ...(score && score.dame > 0 && ruleset?.sekiPoints === false && ruleset.articles['sekiPoints']
      ? ['sekiPoints']
      : []),
    ...(found?.repeatsMove === 0 ? ['startCounts'] : []),
    ...(prescribed ? ['illegalMove', ...prescribed.map(({ field }) => field)] : []),
  ];
  return new Set(fields.map((field) => ruleset?.doubts[field] ?? ''));
}

function headsOf(countings: readonly CountedResult[] | undefined, { sheet }: Words): readonly Shape[] {
  return (countings ?? []).map(({ name, isApplied }) =>
    textOf('th', sheet[name], { scope: 'col', ...(isApplied && { class: 'applied' }) }),
  );
}

function tableOf(rows: readonly Row[], heads: readonly Shape[], language: Words): Shape {
  const shapes = rows.map(([name, article, cells]) =>
    shape('tr', {}, [
      shape('th', { scope: 'row' }, [
        visible(name),
        ...(article ? [textOf('small', ` ${termOf(article, language)}`)] : []),
      ]),
      ...cells.map((cell) =>
        textOf('td', cell, cells.length < heads.length ? { colspan: heads.length } : {}),
      ),
    ]),
  );
  const head = shape('tr', {}, [shape('td', {}, ['\u00a0']), ...heads]);
  return shape('table', {}, [
    ...(heads.length === 0 ? [] : [shape('thead', {}, [head])]),
    shape('tbody', {}, shapes),
  ]);
}

function decisions({ decisions: all, record }: SheetGame, language: Words): readonly Shape[] {
  const lines = all.map((one) => {
    const what = decisionWords(one, language);
    const result = resultDecided([one]);
    const winner = result && ` (${termOf(winnerWords(result, record), language)})`;
    return textOf('p', `${what}${winner ?? ''}: ${rulingOf(decidedText([one]), language)}`);
  });
  return section(language.sheet.decision, lines.length > 0 ? lines : [blank(), blank()]);
}

function winnerWords(result: DeclaredResult, record: SheetGame['record']): string {
  if (!('winner' in result)) return 'nobody wins';
  const name = record[result.winner];
  return name === '' ? `${playerName(result.winner)} wins` : `by the ruling ${name} wins`;
}

/** A line to write on. */
function blank(): Shape {
  return shape('p', { class: 'blank' }, ['\u00a0']);
}

/**
 * One decision as an HTML page to print on A4: the game, the question, the boards before and after the move, the position that it
 * repeats, the article, the outcomes under both countings, the decisions, and lines for signatures. The page loads nothing and
 * has no script. Titles of rules and names are not translated. `report`: scored, if the
 * game can be. Throws UserError for an option that there is not, and for a wrong value of one, such as a move that the game does not have.
 */
export function rulingSheet(report: GameReport, options: SheetOptions = {}): string {
  return rulingSheets([[report, options]]);
}

/** Sheets as one page, each on paper of its own: of each game what `rulingSheet` takes. At least one. */
export function rulingSheets(asked: readonly (readonly [GameReport, SheetOptions])[]): string {
  for (const [report, options] of asked) {
    checkArgument('report', report, isReport);
    checkSheetOptions(options, movesOf(report.record.line).length);
  }
  const { language = 'en' } = asked[0]![1];
  const words = WORDS[language];
  const sheets = asked.map(([report, { move, language: _, ...table }]) => ({
    game: { ...sheetGame(report), ...table },
    move,
  }));
  const title = sheets.length > 1 ? words.sheet.ruling : titleOf(asShown(sheets[0]!.game), words.sheet);
  return [
    `<!doctype html>\n<html lang="${language}">\n<head>\n<meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeXml(title)}</title>`,
    `<style>${SHEET_DOCUMENT_STYLE}</style>\n</head>\n<body>`,
    ...['<main>', ...sheets.map(({ game, move }) => markupOf(sheetShape(game, move, words))), '</main>'],
    '</body>\n</html>\n',
  ].join('\n');
}

const isDifference = must('the difference of a row of crosscheck', (value) => {
  const { table, round, result } = isObject(value) ? value : {};
  return typeof table === 'string' && typeof round === 'number' && typeof result === 'string';
});

function checkSheetOptions(options: SheetOptions, moves: number): void {
  const isMove = must(`one of the ${plural(moves, 'move')} of the game`, (value) => !whole(1, moves)(value));
  const checks = { move: isMove, language: oneOf(LANGUAGES), tableQuestion: isAnyText, table: isDifference };
  checkOptions(options, checks satisfies Checks<keyof SheetOptions>);
}

/** A report as its sheet shows it. */
export function sheetGame(report: GameReport): SheetGame {
  const { record, replay, score, ahead, finalBoard } = report;
  const { handicap, line, isGo, komi } = record;
  const board = score?.basis.stones ?? finalBoard;
  const declaredKomi = komi.kind === 'komi' ? formatHalves(komi.halves) : '';
  return {
    ...report,
    ahead: leadOf(report.ahead?.color, aheadRange(report)),
    handicap: handicap.declared ?? handicap.stones,
    komi: score ? formatHalves(score.komiHalves) : declaredKomi,
    declared: declaredOf(record),
    line: isGo ? line : undefined,
    last: replay.stoppedAt > 0 ? replay.stoppedAt : movesOf(line).length,
    counted: board && (score ?? ahead) && finalPicture({ ...report, finalBoard: board }),
    ...rulingParts(report),
  };
}
