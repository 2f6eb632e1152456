import { translated, translatedCount } from './common.js';
import type { SheetQuestion } from '../../report/output/outcomes.js';
import type { CountsLine, PageRow, PageScore } from '../../report/output/html/report-data.js';
import { SEVERITIES, type Severity } from '../../core/findings/finding.js';
import type { MainLine } from '../../core/line.js';
import type { Picture } from '../../report/picture/picture.js';
import type { GameRecord } from '../../referee/record/record.js';
import type { Decision } from '../../referee/judge/decisions.js';
import type { GroupOutcome, TakenBack } from '../../referee/judge/group-outcomes.js';
import type { GameReport, PlacedFinding } from '../../referee/judge/report.js';
import { dayOf } from '../../toolkit/event/terms.js';
import type { ViewedTree } from '../../sgf/viewed-tree.js';
import type { GameScore, Settlement } from '../../referee/score/score-types.js';

/** One game as the table shows it. */
export type GameRow = PageRow;

/** Totals over all games. */
export type Tally = Omit<CountsLine, 'files' | 'version' | 'interrupted' | 'configurations' | 'leftOut'> &
  Partial<Pick<CountsLine, 'files'>> &
  Readonly<Record<'verdicts' | 'endings' | 'rulesets', Readonly<Record<string, number>>>> & {
    /** The games with each code, by the severity of its gravest finding in each. */
    readonly codes: Readonly<Record<string, Readonly<Record<Severity, number>>>>;
    /** Those among `severities` that belong to no game. */
    readonly ofFiles: CountsLine['severities'];
    /** Whether the games are compared with the conditions of an event. */
    readonly hasEvent: boolean;
  };

/** The numbers of a score that the interface shows; a `GameScore` has all of them. */
export interface ShownScore extends PageScore {
  readonly basis: GameScore['basis'];
  readonly life: Pick<GameScore['life'], 'source'>;
  readonly inferredCounting?: boolean;
  readonly dameInSeki?: number;
}

/** One game as the interface shows it, made from a `GameReport` or from the data of a report file. */
export interface ShownGame extends Pick<
  GameReport,
  'findings' | 'ruleset' | 'rulesetSource' | 'notScoredBecause' | 'scores'
> {
  readonly record: Pick<
    GameRecord,
    'width' | 'height' | 'komi' | 'result' | 'rulesRaw' | 'rulesName' | 'round'
  >;
  readonly handicap: number;
  /** Hex digest of the game's own bytes; '' where it is unknown. */
  readonly sha256: string;
  /** `undefined`: the moves are unknown. */
  readonly line: MainLine | undefined;
  /** All lines with their comments; `undefined`: only the main line is known. */
  readonly tree: ViewedTree | undefined;
  /** The number of the last executed move. */
  readonly last: number;
  readonly score: ShownScore | undefined;
  readonly settlement: Pick<Settlement, 'verdict' | 'explanation'> | undefined;
  /** The board with its marks: as counted, or with open points. */
  readonly counted: Picture | undefined;
  /** The outcomes of groups in doubt. */
  readonly groups: readonly GroupOutcome[];
  /** The count if the illegal move that ended the play is taken back. */
  readonly back: TakenBack | undefined;
  /** What was asked before a referee decided, and the counts with each proposed repair. */
  readonly before: SheetQuestion | undefined;
  readonly repairs: GameReport['repairs'];
  readonly decisions: readonly Decision[];
}

/** Two judgments of a game. */
export interface Judgments {
  /** The original judgment, and the reader's; the same where the reader changed nothing. */
  readonly first: ShownGame;
  readonly now: ShownGame;
}

/** The verdict that is shown: on the count, unless a referee has decided the game. */
export function verdictOf(row: Pick<GameRow, 'decided_by' | 'verdict'>): GameRow['verdict'] | 'decided' {
  return row.decided_by === '' ? row.verdict : 'decided';
}

/** `12,345 games`. */
export function gamesText(count: number): string {
  return translatedCount('{n} game|{n} games', count);
}

/** The name of a player, or that there is none. */
export function nameOr(name: string): string {
  return name || translated('no name');
}

/** The folder that all names begin with; '' without one. */
export function commonFolder(names: readonly string[]): string {
  const [first = ''] = names;
  let folder = first.slice(0, first.lastIndexOf('/') + 1);
  while (folder !== '' && !names.every((name) => name.startsWith(folder)))
    folder = folder.slice(0, folder.slice(0, -1).lastIndexOf('/') + 1);
  return folder.slice(0, -1);
}

/** The name of a file without its folders and its ending, for files that are saved. */
export function plainName(file: string): string {
  const last = file.split(/[\\/]/).at(-1) ?? '';
  const name = last.replace(/\.sgf$/i, '').replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return name.slice(-80) || 'game';
}

/** A file's name without the folder of all games; '' for none. */
export function within(folder: string, file: string): string {
  return folder === '' ? file : file.slice(folder.length + 1);
}

/** Years between two games of one event or archive, at most: a date farther from all others is a placeholder or a slip. */
const LONGEST_GAP = 10;

/** The first and the last date of most games, once where they are equal; none where no such dates are of most games. */
function daysOf(dates: readonly string[]): readonly string[] {
  const isNear = (at: number): boolean =>
    Number.parseInt(dates[at]!) - Number.parseInt(dates[at - 1]!) <= LONGEST_GAP;
  let first = Math.floor(dates.length / 2);
  let last = first;
  while (first > 0 && isNear(first)) first--;
  while (last < dates.length - 1 && isNear(last + 1)) last++;
  const isOfMost = (last - first + 1) * 2 > dates.length;
  return isOfMost ? [...new Set([dates[first]!, dates[last]!])] : [];
}

/** Which games these are: the tables where there are several, else the event of most games, or their folder; and their dates. */
export function aboutGames(rows: readonly GameRow[], tables: readonly { readonly title: string }[]): string {
  if (tables.length > 1) return tables.map(({ title }) => title).join('; ');
  const events = new Map<string, number>();
  for (const { event } of rows) if (event !== '') events.set(event, (events.get(event) ?? 0) + 1);
  const [event = ''] = [...events].find(([, count]) => count * 2 > rows.length) ?? [];
  const isDay = (day: string): boolean => dayOf(`${day}-01-01`.slice(0, 10)) !== undefined;
  const all = rows.flatMap(({ date }) => /^\d{4}(?:-\d\d){0,2}/.exec(date) ?? []);
  const dates = all.filter(isDay).sort();
  const days = dates.length === 0 ? '' : daysOf(dates).join(' – ');
  // An event says more than a folder, which is often just `games`.
  const folder = event === '' ? commonFolder(rows.map(({ file }) => file)) : '';
  return [event, days, folder].filter((part) => part !== '').join(', ');
}

/** `5 of 12 games`. */
export function ofGames(count: number, of: number): string {
  return translatedCount('{n} of {games}', count).replace('{games}', gamesText(of));
}

/** Tallies the rows of a run, and the findings that belong to files. */
export function tallyOf(
  rows: readonly GameRow[],
  files: readonly { readonly found: PlacedFinding }[],
): Tally {
  const ofFiles = { error: 0, warning: 0, note: 0 };
  for (const { found } of files) ofFiles[found.severity]++;
  const severities = { ...ofFiles };
  const codes: Record<string, Record<Severity, number>> = {};
  const [verdicts, endings, rulesets] = [{}, {}, {}] as Record<string, number>[];
  const add = (counts: Record<string, number>, name: string): void => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  for (const row of rows) {
    severities.error += row.errors;
    severities.warning += row.warnings;
    severities.note += row.notes;
    const verdict = verdictOf(row);
    if (verdict !== '') add(verdicts!, verdict);
    add(endings!, row.ending);
    add(rulesets!, row.ruleset);
    for (const code of row.codes)
      add((codes[code] ??= { error: 0, warning: 0, note: 0 }), row.severities[code]!);
  }
  return {
    games: rows.length,
    scored: rows.filter(({ result }) => result !== '').length,
    illegal: rows.filter(({ illegal }) => illegal > 0).length,
    ...{ severities, ofFiles, codes },
    hasEvent: rows.some(({ counts }) => counts !== ''),
    ...{ verdicts: verdicts!, endings: endings!, rulesets: rulesets! },
  };
}

/** The gravest severity that a code has in any game. */
export function worstOf(code: string, { codes }: Pick<Tally, 'codes'>): Severity {
  return SEVERITIES.find((one) => codes[code]![one] > 0)!;
}

/** The properties that charts and selects filter by. */
export const FACETS = ['code', 'verdict', 'ending', 'ruleset'] as const;
export type Facet = (typeof FACETS)[number];

/** How severe the findings of a game must be. */
export const GRADES = {
  errors: 'with errors',
  warnings: 'with errors or warnings',
  illegal: 'with illegal moves',
  ruling: 'that need a ruling',
  decided: 'that a referee has decided',
  uncounted: 'that do not count in the event',
  findings: 'with any finding',
  clean: 'without findings',
} as const;
type Grade = keyof typeof GRADES;

/** Which games are shown; '' is any. */
export interface Filter extends Readonly<Record<Facet, string>> {
  readonly text: string;
  readonly grade: Grade | '';
}

export const ALL: Filter = { text: '', grade: '', code: '', verdict: '', ending: '', ruleset: '' };

/** The columns of the table, with their sort keys. */
export const COLUMNS = [
  { name: 'file', title: 'Game', key: ({ file }) => file.toLowerCase() },
  { name: 'players', title: 'Players', key: ({ black, white }) => `${black} ${white}`.toLowerCase() },
  { name: 'date', title: 'Date', key: ({ date }) => date },
  { name: 'ruleset', title: 'Rules', key: ({ ruleset }) => ruleset },
  { name: 'moves', title: 'Moves', key: ({ moves }) => moves },
  { name: 'declared', title: 'Declared', key: (row) => marginOf(row.result_declared) },
  { name: 'result', title: 'Counted', key: (row) => marginOf(countedOf(row)) },
  { name: 'verdict', title: 'Verdict', key: verdictOf },
  {
    name: 'findings',
    title: 'Findings',
    // The most severe games come first.
    key: ({ errors, warnings, notes }) => -(errors * 1e6 + warnings * 1e3 + notes),
  },
] as const satisfies readonly {
  readonly name: string;
  readonly title: string;
  readonly key: (row: GameRow) => string | number;
}[];
export type Column = (typeof COLUMNS)[number]['name'];

/** A column and its direction; `undefined`: the order of the run. */
export type Sort = { readonly by: Column; readonly down: boolean } | undefined;

/** The order after a click on the head of a column: ascending, descending, the order of the run. */
export function nextSort(sort: Sort, by: Column): Sort {
  if (sort?.by !== by) return { by, down: false };
  return sort.down ? undefined : { by, down: true };
}

/** The rows that pass a filter, sorted. */
export function shownRows(rows: readonly GameRow[], filter: Filter, sort: Sort): readonly GameRow[] {
  const words = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const texts = words.length === 0 ? [] : textsOf(rows);
  const found = rows.filter((row, i) => fits(row, filter) && words.every((word) => texts[i]!.includes(word)));
  const column = COLUMNS.find(({ name }) => name === sort?.by);
  if (!column) return found;
  const sign = sort?.down === true ? -1 : 1;
  return found
    .map((row) => ({ row, key: column.key(row) }))
    .sort((a, b) => (a.key === b.key ? a.row.row - b.row.row : a.key < b.key ? -sign : sign))
    .map(({ row }) => row);
}

function fits(row: GameRow, filter: Filter): boolean {
  const { grade, code, verdict, ending, ruleset } = filter;
  if (grade !== '' && !isOfGrade(row, grade)) return false;
  if (verdict !== '' && verdictOf(row) !== verdict) return false;
  if (ending !== '' && row.ending !== ending) return false;
  if (ruleset !== '' && row.ruleset !== ruleset) return false;
  return code === '' || row.codes.includes(code);
}

function isOfGrade(
  { errors, warnings, illegal, codes, needs_ruling: need, decided_by: decidedBy, counts }: GameRow,
  grade: Grade,
): boolean {
  switch (grade) {
    case 'errors':
      return errors > 0;
    case 'warnings':
      return errors + warnings > 0;
    case 'illegal':
      return illegal > 0;
    case 'ruling':
      return need !== '';
    case 'decided':
      return decidedBy !== '';
    case 'uncounted':
      return counts === 'no';
    case 'findings':
      return codes.length > 0;
    case 'clean':
      return codes.length === 0;
  }
}

/** Texts of rows in lower case, cached: a search at every keystroke may cover 200,000 games. */
const TEXTS = new WeakMap<readonly GameRow[], string[]>();

function textsOf(rows: readonly GameRow[]): readonly string[] {
  const texts = TEXTS.get(rows) ?? [];
  TEXTS.set(rows, texts);
  for (const row of rows.slice(texts.length)) {
    const { file, black, white, event, date, ruleset, result_declared: declared, result } = row;
    const said = [file, black, white, event, date, ruleset, declared, result, row.result_decided];
    texts.push(said.join('\n').toLowerCase());
  }
  return texts;
}

const MARGIN = /^([BW])\+(\d+(?:\.\d+)?)$/i;

/** What was counted, after a decision if that gives a count: a forfeit is none. */
export function countedOf({ result_decided: decided, result }: GameRow): string {
  return decided === '0' || MARGIN.test(decided) ? decided : result;
}

/** Results sort by margin, those without one at either end. */
function marginOf(result: string): number {
  const match = MARGIN.exec(result);
  if (match) return Number(match[2]) * (match[1]!.toUpperCase() === 'B' ? 1 : -1);
  if (result === '0') return 0;
  return result === '' ? -1e9 : result.toUpperCase().startsWith('B') ? 1e8 : -1e8;
}
