import { declaredOf, resultOf } from '../columns/games.js';
import { formatHalves, marginText, visible } from '../core/text.js';
import type { MainLine } from '../core/line.js';
import { formatPoint } from '../core/point.js';
import { explain, messageOf, SEVERITIES } from '../findings/finding.js';
import { drawBoards, escapeXml, markupOf, shape, type Shape } from '../picture/drawing.js';
import type { Picture } from '../picture/picture.js';
import type { GameRecord } from '../record/record.js';
import { decidedText, type Decision, decisionText } from '../referee/decisions.js';
import { type GroupOutcome, groupOutcomes, type Margins } from '../referee/group-outcomes.js';
import type { GameReport, PlacedFinding } from '../referee/report.js';
import { ruleWords } from '../rules/citation.js';
import type { Settlement } from '../score/score-types.js';
import { finalPicture, pictureAfter } from './game-picture.js';
import { movesOf } from './html/report-data.js';
import { type Language, type SheetWords, sheetWords } from './ruling-words.js';
import { SHEET_DOCUMENT_STYLE } from './sheet-style.js';

/** What a ruling sheet is about, and the language of its labels. */
export interface SheetOptions {
  /** The move in question; by default that of the most severe finding about a move, or none. */
  readonly move?: number | undefined;
  readonly language?: Language | undefined;
}

/** What a sheet shows of a game, made from a `GameReport` or from the data of a report file. */
export interface SheetGame extends Pick<GameReport, 'findings' | 'ruleset' | 'notScoredBecause'> {
  readonly record: Pick<
    GameRecord,
    'width' | 'height' | 'black' | 'white' | 'event' | 'round' | 'date' | 'rulesRaw'
  >;
  /** KM, or the komi that was counted; '' for none. */
  readonly komi: string;
  readonly handicap: number;
  /** RE; '' for none. */
  readonly declared: string;
  /** `undefined`: the boards are not drawn. */
  readonly line: MainLine | undefined;
  /** The number of the last executed move. */
  readonly last: number;
  /** The board with its marks: as counted, or with open points. */
  readonly counted: Picture | undefined;
  readonly score: Margins | undefined;
  readonly settlement: Pick<Settlement, 'explanation'> | undefined;
  readonly groups: readonly GroupOutcome[];
  readonly decisions: readonly Decision[];
}

/** A sheet as a document: HTML for A4 that loads nothing and has no script. */
function sheetDocument(game: SheetGame, options: SheetOptions = {}): string {
  const { language = 'en' } = options;
  return [
    `<!doctype html>\n<html lang="${language}">\n<head>\n<meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeXml(titleOf(game, sheetWords(language)))}</title>`,
    `<style>${SHEET_DOCUMENT_STYLE}</style>\n</head>\n<body>`,
    `<main>\n${markupOf(sheetShape(game, options))}\n</main>\n</body>\n</html>\n`,
  ].join('\n');
}

/**
 * One decision as elements: the game, the question, the boards before and after, the article, the outcomes under both
 * countings, the decisions, and lines for signatures. Labels are in the language; messages, titles of rules and names are not
 * translated.
 */
export function sheetShape(game: SheetGame, { move, language = 'en' }: SheetOptions = {}): Shape {
  const words = sheetWords(language);
  const found = questionOf(game, move);
  const at = move ?? (found?.variation === undefined ? found?.move : undefined);
  const question = found ? messageOf(found, game.record) : (game.settlement?.explanation ?? '');
  return shape('article', { class: 'sheet', lang: language }, [
    textOf('h1', titleOf(game, words)),
    ...facts(game, words),
    ...section(words.question, [question === '' ? blank() : textOf('p', question)]),
    ...boards(game, at, found, words),
    ...(found ? article(found, words) : []),
    ...outcomes(game, found, words),
    ...decisions(game, words),
    shape(
      'footer',
      {},
      [words.referee, words.black, words.white].map((who) => textOf('p', who)),
    ),
  ]);
}

/** The finding that the sheet is about: one about the move, or else the most severe, those about moves first. */
function questionOf(
  { findings }: Pick<SheetGame, 'findings'>,
  move: number | undefined,
): PlacedFinding | undefined {
  if (move !== undefined) return findings.find((one) => one.move === move && one.variation === undefined);
  const grave = (one: PlacedFinding): boolean => one.severity !== 'note' || one.decided !== undefined;
  const bySeverity = [...findings].sort(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
  return (
    bySeverity.find((one) => one.code.startsWith('move/') && grave(one)) ??
    bySeverity.find((one) => one.code.startsWith('result/') && grave(one)) ??
    findings.find(({ code }) => code === 'dead/uncertain')
  );
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
  words: SheetWords,
): readonly Shape[] {
  return list([
    [words.black, record.black],
    [words.white, record.white],
    [words.event, record.event],
    [words.round, record.round],
    [words.date, record.date],
    [words.rules, ruleset?.title ?? record.rulesRaw ?? ''],
    [words.komi, komi],
    [words.handicap, handicap > 1 ? String(handicap) : ''],
    [words.declared, declared],
  ]);
}

/** The boards before and after the move and the position that it repeats, or the final board. */
function boards(
  { record, line, last, counted, score }: SheetGame,
  move: number | undefined,
  found: PlacedFinding | undefined,
  words: SheetWords,
): readonly Shape[] {
  if (!line) return [];
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
  const figures = pictures.map((picture) =>
    shape('figure', {}, [drawBoards([picture], 'none'), textOf('figcaption', picture.label ?? '')]),
  );
  return [
    shape('div', { class: 'boards' }, figures),
    ...(hasMarks ? [textOf('p', score ? words.marks : words.open, { class: 'marks' })] : []),
  ];
}

function withMove(words: string, move: number): string {
  return words.replace('{move}', String(move));
}

function article(found: PlacedFinding, words: SheetWords): readonly Shape[] {
  const { rule = '', ruleSource = '' } = found;
  const said = ruleWords(rule) ?? explain(found.code).rule;
  const source = shape('dd', {}, withLinks(visible(ruleSource)));
  return section(words.article, [
    ...(rule === '' ? [] : [textOf('p', rule)]),
    shape('dl', {}, [
      entry(words.inOurWords, textOf('dd', said)),
      ...(ruleSource === '' ? [] : [entry(words.source, source)]),
    ]),
  ]);
}

/** An address with a path; names like `rec.games.go` have none. */
const ADDRESS = /((?:[a-z\d-]{1,63}\.){1,9}[a-z]{2,9}\/[^\s;,()]+)/;

function withLinks(text: string): (Shape | string)[] {
  return text
    .split(ADDRESS)
    .map((part, i) => (i % 2 === 0 ? part : shape('a', { href: `https://${part}` }, [part])));
}

/**
 * The results under both countings: if the move is accepted, or as counted; if each group in doubt lives or dies; and if the move
 * loses the game.
 */
function outcomes(game: SheetGame, found: PlacedFinding | undefined, words: SheetWords): readonly Shape[] {
  const { score, notScoredBecause, declared, settlement, groups, record } = game;
  const isAboutMove = found?.color !== undefined && found.code.startsWith('move/');
  const usual = isAboutMove ? words.stands : words.counted;
  const loses: readonly (readonly [string, string])[] = isAboutMove
    ? [[words.loses, found.color === 'black' ? 'W+F' : 'B+F']]
    : [];
  const explanation = settlement && found ? settlement.explanation : '';
  const note = explanation === '' ? [] : [textOf('p', explanation)];
  if (!score) {
    const rows: readonly (readonly [string, string])[] = isAboutMove ? [[usual, declared], ...loses] : [];
    const because = notScoredBecause === '' ? [] : [textOf('p', `${words.notScored}: ${notScoredBecause}`)];
    return section(words.outcomes, [...because, ...list(rows), ...note]);
  }
  const head = shape('tr', {}, [
    shape('td', {}, ['\u00a0']),
    ...countingsOf(score).map(({ name, isApplied }) =>
      textOf('th', words[name], { scope: 'col', ...(isApplied && { class: 'applied' }) }),
    ),
  ]);
  const row = (name: string, cells: readonly string[]): Shape =>
    shape('tr', {}, [
      textOf('th', name, { scope: 'row' }),
      ...cells.map((cell) => textOf('td', cell, cells.length === 1 ? { colspan: 2 } : {})),
    ]);
  const resultsOf = (margins: Margins): readonly string[] => countingsOf(margins).map(({ result }) => result);
  const ofGroups = groups.flatMap(({ point, color, lives, dies }) => {
    const named = (label: string): string =>
      label.replace('{point}', formatPoint(point, record.width, record.height));
    return [
      row(named(words[`${color}Lives`]), resultsOf(lives)),
      row(named(words[`${color}Dies`]), resultsOf(dies)),
    ];
  });
  const table = shape('table', {}, [
    shape('thead', {}, [head]),
    shape('tbody', {}, [
      row(usual, resultsOf(score)),
      ...ofGroups,
      ...loses.map(([name, result]) => row(name, [result])),
    ]),
  ]);
  return section(words.outcomes, [table, ...note]);
}

interface CountedResult {
  readonly name: 'area' | 'territory' | 'result';
  readonly result: string;
  /** Whether the rules of the game use this counting. */
  readonly isApplied: boolean;
}

/** Results under both countings; rules that count neither area nor territory have a single one. */
function countingsOf(margins: Margins): readonly CountedResult[] {
  const { counting, resultAreaHalves, resultTerritoryHalves } = margins;
  if (counting !== 'area' && counting !== 'territory')
    return [{ name: 'result', result: resultOf(margins), isApplied: true }];
  const result = (name: 'area' | 'territory', halves: number): CountedResult => ({
    name,
    result: name === counting ? resultOf(margins) : marginText(halves),
    isApplied: name === counting,
  });
  return [result('area', resultAreaHalves), result('territory', resultTerritoryHalves)];
}

function decisions({ decisions: all }: SheetGame, words: SheetWords): readonly Shape[] {
  const lines = all.map((one) => textOf('p', `${decisionText(one)}: ${decidedText([one])}`));
  return section(words.decision, lines.length > 0 ? lines : [blank(), blank()]);
}

/** A line to write on. */
function blank(): Shape {
  return shape('p', { class: 'blank' }, ['\u00a0']);
}

/**
 * One decision as an HTML page to print on A4: the game, the question, the boards before and after the move, the position that it
 * repeats, the article, the outcomes under both countings, the decisions, and lines for signatures. The page loads nothing and
 * has no script. Labels are in the language; messages, titles of rules and names are not translated. `report`: scored, if the
 * game can be.
 */
export function rulingSheet(report: GameReport, options: SheetOptions = {}): string {
  return sheetDocument(sheetGame(report), options);
}

/** A report as its sheet shows it. */
export function sheetGame(report: GameReport): SheetGame {
  const { record, replay, score, ahead, finalBoard, decisions = [] } = report;
  const { handicap, line, isGo, komi } = record;
  const board = score?.basis.stones ?? finalBoard;
  const declaredKomi = komi.kind === 'komi' ? formatHalves(komi.halves) : '';
  return {
    ...report,
    handicap: handicap.declared ?? handicap.stones,
    komi: score ? formatHalves(score.komiHalves) : declaredKomi,
    declared: declaredOf(record),
    line: isGo ? line : undefined,
    last: replay.stoppedAt > 0 ? replay.stoppedAt : movesOf(line).length,
    counted: board && (score ?? ahead) && finalPicture({ ...report, finalBoard: board }),
    groups: groupOutcomes(report),
    decisions,
  };
}
