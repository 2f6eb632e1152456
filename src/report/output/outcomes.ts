import type { Color } from '../../core/color.js';
import { formatHalves, marginText } from '../../core/text.js';
import type { MainLine } from '../../core/line.js';
import { formatPoint } from '../../core/point.js';
import { numberIn, termOf } from '../../core/words/template.js';
import type { SheetWords, Words } from '../../core/words/words.js';
import { type Consequence, consequencesOf } from '../../go/rules/citation.js';
import { komiStandard, type Ruleset, tiesFor } from '../../go/rules/ruleset.js';
import type { Decision } from '../../referee/judge/decisions.js';
import {
  type Group,
  type GroupOutcome,
  groupOutcomes,
  type TakenBack,
  takenBack,
} from '../../referee/judge/group-outcomes.js';
import {
  type GameReport,
  type Margins,
  openQuestion,
  type PlacedFinding,
  type RulingNeed,
} from '../../referee/judge/report.js';
import { yearOf } from '../../referee/record/read-record.js';
import type { GameRecord } from '../../referee/record/record.js';
import type { GameScore, Settlement } from '../../referee/score/score-types.js';
import type { TableDifference } from '../../toolkit/event/difference.js';
import { countOf } from '../columns/account.js';
import { resultOf } from '../columns/games.js';
import type { Picture } from '../picture/picture.js';
import { repairWords } from './decision-words.js';

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
  readonly score: (Margins & Pick<GameScore, 'dame' | 'komiHalves' | 'black' | 'white'>) | undefined;
  readonly settlement: Pick<Settlement, 'explanation' | 'verdict'> | undefined;
  /** Of a board that was not counted: who is ahead by an estimate, and the range of likely ends as `aheadRange` gives it. */
  readonly ahead?: { readonly color: Color; readonly range: string } | undefined;
  /** What was asked before a referee decided. */
  readonly before?: SheetQuestion | undefined;
  readonly groups: readonly GroupOutcome[];
  /** The count if the illegal move that ended the play is taken back. */
  readonly back: TakenBack | undefined;
  /** The counts with each proposed repair. */
  readonly repairs?: GameReport['repairs'];
  readonly decisions: readonly Decision[];
  /** How the record differs from a results table, where that is what a referee has to decide, or has decided. */
  readonly tableQuestion?: string;
  /** What that results table says, where it differs at all. */
  readonly table?: TableDifference | undefined;
}

/** What a sheet asks: the findings, the count, and what explains the declared result or would make it true. */
export interface SheetQuestion extends Pick<GameReport, 'findings'> {
  readonly explanation: string;
  /** '' where there is no count. */
  readonly counted: string;
  readonly need?: RulingNeed | undefined;
}

/** What is asked about a game; where a referee has decided, what was asked before. */
export function askedOf({ before, findings, score, settlement }: Omit<SheetGame, 'record'>): SheetQuestion {
  const explanation = settlement?.explanation ?? '';
  return before ?? { findings, explanation, counted: score ? resultOf(score) : '' };
}

/** What a ruling needs of a report: what was asked, and what it could lead to. `groups`: further ones that are asked about. */
export function rulingParts(
  report: GameReport,
  groups: readonly Group[] = [],
): Pick<SheetGame, 'before' | 'groups' | 'back' | 'repairs' | 'decisions'> {
  const { undecided, decisions = [] } = report;
  const { findings, score, settlement, repairs } = undecided ?? report;
  const before = undecided && {
    findings,
    explanation: settlement?.explanation ?? '',
    counted: score ? resultOf(score) : '',
    need: openQuestion(undecided)?.need,
  };
  const back = takenBack(undecided ?? report);
  return { before, groups: groupOutcomes(report, groups), back, repairs, decisions };
}

/** The estimate that a sheet shows, from the columns `ahead` and `ahead_range`; `undefined` where nobody leads. */
export function leadOf(ahead: string | undefined, range: string): SheetGame['ahead'] {
  return ahead === 'black' || ahead === 'white' ? { color: ahead, range } : undefined;
}

/** A possible outcome: its name, the article that states it, and a result for each counting, or one for all. */
export type Row = readonly [name: string, article: string, cells: readonly string[]];

/**
 * What a results table, if there is one, the record and the count say; the result with other komi, if each group in doubt lives or
 * dies, and of what the rules prescribe for the move. Results have the names of the players who win by them.
 */
export function outcomeRows(
  game: SheetGame,
  found: PlacedFinding | undefined,
  language: Words,
): readonly Row[] {
  const words = language.sheet;
  const { score, groups, record, ruleset, table } = game;
  const prescribed = found && consequencesOf(found, ruleset);
  const isCounted = found?.disposition !== 'as-pass' && !prescribed?.some(({ name }) => name === 'stands');
  const rows: readonly Row[] = [
    ...statedRows(game, language),
    ...(score && (table || isCounted) ? [countedRow(game, score, words)] : []),
    ...(score || prescribed ? [] : aheadRows(game, words)),
    ...komiRows(game, language),
    ...(game.repairs ?? []).map(({ text, chance, score: repaired }): Row => [
      repairWords(text, language),
      `${String(Math.round(100 * chance))} %`,
      repaired ? resultsOf(repaired, ruleset) : [OPEN],
    ]),
    ...groups.flatMap(({ point, color, lives, dies }): readonly Row[] => {
      const named = (label: string): string =>
        label.replace('{point}', formatPoint(point, record.width, record.height));
      return [
        [named(words[`${color}Lives`]), '', resultsOf(lives, ruleset)],
        [named(words[`${color}Dies`]), '', resultsOf(dies, ruleset)],
      ];
    }),
    ...(found && prescribed ? prescribed.map((one) => rowOf(one, found, game, words)) : []),
    ...(found?.disposition === 'conditional' && prescribed ? [moveMissingRow(game, words)] : []),
  ];
  return rows.map((row) => withWinners(row, record));
}

/** What a results table and RE say, where one of them has a result; of a game that no table lists, why. */
function statedRows(game: SheetGame, language: Words): readonly Row[] {
  const { table, declared } = game;
  const isInTable = table !== undefined && table.result !== '';
  const isDeclared = declared !== '' || table?.records !== undefined;
  return [
    ...(isInTable || table?.because !== undefined ? [tableRow(table, language.sheet, language)] : []),
    ...(isInTable || isDeclared ? declaredRows(game, language) : []),
  ];
}

/** What a results table says of the game. */
function tableRow(
  { table, round, result, because }: TableDifference,
  words: SheetWords,
  language: Words,
): Row {
  const where = round > 0 ? `${table}; ${words.round}: ${String(round)}` : table;
  return [
    words.tableResult,
    because === undefined ? where : `${where}; ${termOf(because, language)}`,
    [result],
  ];
}

/** RE, of each record where a pairing has several, with the verdict. */
function declaredRows({ declared, score, settlement, table, before }: SheetGame, language: Words): Row[] {
  const name = language.sheet.declared;
  if (table?.records) return table.records.map(({ file, result }) => [name, `RE: ${file}`, [result]]);
  // A verdict after a decision would compare RE with the ruling, not with the count.
  const verdict = before || !score ? '' : (settlement?.verdict ?? '');
  return [[name, verdict === '' ? 'RE' : `RE: ${termOf(verdict, language)}`, [declared]]];
}

function countedRow(
  { ruleset, table, repairs = [], before }: SheetGame,
  score: Margins,
  words: SheetWords,
): Row {
  // Else the count of a wrong board would look like that of the game.
  if (repairs.length > 0 && !before) return [words.asWritten, '', resultsOf(score, ruleset)];
  return [words.counted, (table && ruleset?.articles['scoring']) ?? '', resultsOf(score, ruleset)];
}

/** Who is ahead where nothing was counted; the two ends of the range are results, so that the row names nobody as the winner. */
function aheadRows({ ahead }: SheetGame, words: SheetWords): readonly Row[] {
  if (!ahead) return [];
  return [[words.ahead, '', [`${words[ahead.color]}: ${ahead.range.replace(' to ', ' – ')}`]]];
}

/** The result with the komi of table and record where they differ, and with the one that would make RE true. */
function komiRows(game: SheetGame, language: Words): readonly Row[] {
  const { sheet: words } = language;
  const rowOf = (label: string, points: number): Row =>
    komiRow(label.replace('{komi}', numberIn(formatHalves(points * 2), language.language)), points, game);
  const { komi } = game.table ?? {};
  const komiOfRE = trueKomi(game);
  const isShown = komi?.record === komiOfRE || komi?.table.includes(komiOfRE!) === true;
  return [
    ...(komi?.table ?? []).map((points) => rowOf(words.tableKomi, points)),
    ...(komi ? [rowOf(words.recordKomi, komi.record)] : []),
    ...(komiOfRE === undefined || isShown ? [] : [rowOf(words.trueKomi, komiOfRE)]),
  ];
}

/** In points; nobody plays with more. */
const MAX_TRUE_KOMI = 10;

/** The komi that would make true a declared margin that the count contradicts; `undefined` where none does, or a group may. */
function trueKomi({ declared, score, settlement, groups }: SheetGame): number | undefined {
  const [, color, points] = /^([BW])\+(\d+(?:\.\d+)?)$/.exec(declared) ?? [];
  const isOpen = settlement?.verdict === 'contradicted' || settlement?.verdict === 'unsure';
  if (!score || !isOpen || groups.length > 0 || points === undefined) return undefined;
  const margin = color === 'B' ? Number(points) : -Number(points);
  const komi = (score.komiHalves + score.resultHalves) / 2 - margin;
  const isPossible = Number.isInteger(komi * 2) && komi >= 0 && komi <= MAX_TRUE_KOMI;
  return isPossible && komi * 2 !== score.komiHalves ? komi : undefined;
}

/** The result with a komi, and the article that has it; one that was not counted stays, unless it is a margin. */
function komiRow(
  label: string,
  points: number,
  { score, ruleset, handicap, record, declared }: SheetGame,
): Row {
  const halves = points * 2;
  const standard = ruleset ? komiStandard(ruleset, { handicap, year: yearOf(record.date) }) : [];
  const field = handicap >= 1 ? 'komiHandicap' : 'komiEven';
  return [
    label,
    (standard.includes(halves) && ruleset?.articles[field]) || '',
    score
      ? resultsOf(withKomi(score, halves, ruleset && tiesFor(ruleset, handicap)), ruleset)
      : [/^[BW]\+\d/.test(declared) ? '' : declared],
  ];
}

/** A count with another komi. */
function withKomi(
  score: Margins & Pick<GameScore, 'komiHalves'>,
  halves: number,
  ties: Margins['winner'] = 'jigo',
): Margins {
  const more = score.komiHalves - halves;
  const resultHalves = score.resultHalves + more;
  return {
    counting: score.counting,
    resultAreaHalves: score.resultAreaHalves + more,
    resultTerritoryHalves: score.resultTerritoryHalves + more,
    resultHalves,
    winner: resultHalves === 0 ? ties : resultHalves > 0 ? 'black' : 'white',
  };
}

/** Results with the names of the players who win by them. */
function withWinners([name, article, cells]: Row, { black, white }: SheetGame['record']): Row {
  const named = (result: string): string => {
    const winner = result.startsWith('B+') ? black : result.startsWith('W+') ? white : '';
    return winner === '' ? result || OPEN : `${result} (${winner})`;
  };
  return [name, article, cells.map(named)];
}

/** Play goes on, so that there is no result. */
const OPEN = '–';

/** What the rules prescribe, and the result that it leads to. */
function rowOf(
  { name, article }: Consequence,
  { disposition, move, color }: PlacedFinding,
  { score, ruleset, back, declared }: SheetGame,
  words: SheetWords,
): Row {
  if (name === 'loses') return [words.loses, article, [color === 'black' ? 'W+F' : 'B+F']];
  if (name === 'restored') return [words.restored, article, [OPEN]];
  const isBack = name !== 'stands' && disposition !== 'as-pass';
  const margins = isBack ? (back?.move === move ? back?.margins : undefined) : score;
  const isPass = ruleset?.passStones === true && (name === 'taken-back' || name === 'both-back');
  const open = name === 'stands' && declared !== '' ? declared : OPEN;
  return [
    isPass ? `${words[name]}; ${words.passStone}` : words[name],
    article,
    margins ? resultsOf(margins, ruleset) : [open],
  ];
}

/** What holds if a double move, or a ko taken back at once after which play went on, only looks like one because the record lacks moves. */
function moveMissingRow({ score, ruleset, declared }: SheetGame, words: SheetWords): Row {
  return [words.moveMissing, '', score ? resultsOf(score, ruleset) : [declared]];
}

export function resultsOf(margins: Margins, ruleset: Ruleset | undefined): readonly string[] {
  return countingsOf(margins, ruleset).map(({ result }) => result);
}

export interface CountedResult {
  readonly name: 'area' | 'territory' | 'result';
  readonly result: string;
  /** Whether the rules of the game use this counting. */
  readonly isApplied: boolean;
}

/** Results under each counting that the rules know, without rules under both; rules that count neither area nor territory have a single one. */
export function countingsOf(margins: Margins, ruleset: Ruleset | undefined): readonly CountedResult[] {
  const { counting, resultAreaHalves, resultTerritoryHalves } = margins;
  if (counting !== 'area' && counting !== 'territory')
    return [{ name: 'result', result: resultOf(margins), isApplied: true }];
  const result = (name: 'area' | 'territory', halves: number): CountedResult => ({
    name,
    result: name === counting ? resultOf(margins) : marginText(halves),
    isApplied: name === counting,
  });
  return [result('area', resultAreaHalves), result('territory', resultTerritoryHalves)].filter(
    ({ name, isApplied }) => isApplied || name === 'result' || (ruleset?.countings.includes(name) ?? true),
  );
}

/** The declared result beside the count. `isSound`: no move of the record is in doubt. */
export function comparison(
  declared: string,
  { counted }: SheetQuestion,
  { isSound, isDecided }: { readonly isSound: boolean; readonly isDecided: boolean },
): string {
  if (declared === '' || counted === '') return '';
  if (declared !== counted || !isSound) return `${declared} is declared, ${counted} counted`;
  return isDecided
    ? `${declared} is declared, and was counted before the decision`
    : `no open question: ${declared} is declared, and counted`;
}

/** The count of the final board, Black's numbers and White's; none without a score. */
export function countRows(score: SheetGame['score'], language: Words): readonly Row[] {
  if (!score) return [];
  const { komiHalves: komi } = score;
  const sides = countOf(score).filter(({ isSaid }) => isSaid);
  const rows = sides.map(({ label, isPart, black, white }): Row => {
    return [`${isPart ? '\u2003' : ''}${termOf(label, language)}`, '', [String(black), String(white)]];
  });
  const points = numberIn(formatHalves(Math.abs(komi)), language.language);
  const komiCells = komi < 0 ? [points, ''] : ['', points];
  return komi === 0 ? rows : [...rows, [language.sheet.komi, '', komiCells]];
}
