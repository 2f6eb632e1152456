import { naturally, plural, thousands, visible } from '../../core/text.js';
import { countedCode, messageOf, type FindingCode, type Severity } from '../../core/findings/finding.js';
import { decidedResultText } from '../../referee/judge/decisions.js';
import {
  byGravity,
  needWords,
  openQuestion,
  RULING_NEEDS,
  type GameReport,
  type PlacedFinding,
  type OpenQuestion,
  type RulingNeed,
} from '../../referee/judge/report.js';
import { NO_BOARD } from '../columns/tables.js';
import { declaredOf } from '../columns/games.js';
import { type ConversionCounts, countConversion } from './conversion-summary.js';
import { linesOf, shortenPath, wrapped } from './text.js';

/** The counts of a run; the counts of its parts can be added up. */
export interface Counts {
  files: number;
  games: number;
  bytes: number;
  scored: number;
  gamesWithIllegalMoves: number;
  /** Games of which neither the record nor the count nor a decision gives a result. */
  withoutResult: number;
  /** Games by their most severe finding: `error`, `warning`, or `none` for all others. */
  readonly grades: Partial<Record<Grade, number>>;
  /** Games with illegal moves. */
  readonly illegal: Partial<Record<Grade, number>>;
  readonly severities: Record<Severity, number>;
  /** Those among them of files and of comparisons with results tables: no game is graded by them. */
  readonly outside: Record<Severity, number>;
  readonly codes: Partial<Record<FindingCode, number>>;
  /** Findings in the baseline, by code; they are counted nowhere else. */
  readonly known: Partial<Record<FindingCode, number>>;
  readonly endings: Record<string, number>;
  readonly rulesets: Record<string, number>;
  readonly verdicts: Record<string, number>;
  readonly conversions: ConversionCounts;
  /** How many games are decided, by the digest that decisions name them by. */
  readonly decided: Record<string, number>;
  readonly worklist: Worklist;
  readonly unread: UnreadFiles;
}

type Grade = 'error' | 'warning' | 'none';

export function noCounts(): Counts {
  return {
    files: 0,
    games: 0,
    bytes: 0,
    scored: 0,
    gamesWithIllegalMoves: 0,
    withoutResult: 0,
    grades: {},
    illegal: {},
    severities: { error: 0, warning: 0, note: 0 },
    outside: { error: 0, warning: 0, note: 0 },
    codes: {},
    known: {},
    endings: {},
    rulesets: {},
    verdicts: {},
    conversions: {},
    decided: {},
    worklist: noWorklist(),
    unread: { count: 0, first: [] },
  };
}

export function countGame(counts: Counts, report: GameReport): void {
  counts.games++;
  if (report.score) counts.scored++;
  const isOpen = !report.score && declaredOf(report.record) === '' && decidedResultText(report) === '';
  if (isOpen) counts.withoutResult++;
  const grade = gradeOf(report.findings);
  bump(counts.grades, grade);
  if (report.replay.illegal > 0) {
    counts.gamesWithIllegalMoves++;
    bump(counts.illegal, grade);
  }
  bump(counts.endings, report.ending);
  bump(counts.rulesets, report.ruleset?.name ?? 'unknown');
  if (report.settlement) bump(counts.verdicts, report.settlement.verdict);
  if (report.conversion) countConversion(counts.conversions, report, report.conversion);
  const [decision] = report.decisions ?? [];
  if (decision) bump(counts.decided, decision.game);
  // The run has the game, although nothing was decided about it.
  for (const { game } of report.misfits ?? []) counts.decided[game] ??= 0;
  listGame(counts.worklist, report);
  countFindings(counts, report.findings);
}

function gradeOf(findings: readonly PlacedFinding[]): Grade {
  let grade: Grade = 'none';
  for (const { severity } of findings) {
    if (severity === 'error') return severity;
    if (severity === 'warning') grade = severity;
  }
  return grade;
}

export function countFindings(counts: Counts, findings: readonly PlacedFinding[]): void {
  for (const found of findings) {
    const isMore = found.code === 'findings/more';
    const { severity } = isMore ? found.args : found;
    const code = countedCode(found);
    const count = isMore ? found.args.count : 1;
    counts.severities[severity] += count;
    counts.codes[code] = (counts.codes[code] ?? 0) + count;
  }
}

/** Counts findings of a comparison with results tables, or those of `file`. */
export function countOutside(counts: Counts, findings: readonly PlacedFinding[], file?: string): void {
  countFindings(counts, findings);
  for (const { severity } of findings) counts.outside[severity]++;
  const why = findings.find(({ severity, code }) => severity === 'error' || code === 'sgf/no-game');
  if (file === undefined || !why) return;
  const { code } = why;
  addUnread(counts.unread, { count: 1, first: [{ file, code, text: messageOf(why, NO_BOARD) }] });
}

/** Files that could not be read in full; those of parts of a run can be added up. */
interface UnreadFiles {
  count: number;
  /** In the order of the run. */
  readonly first: { readonly file: string; readonly code: FindingCode; readonly text: string }[];
}

/** Most files that are named. */
const MAX_UNREAD = 5;

/** Adds the second to the first. */
function addUnread(total: UnreadFiles, part: UnreadFiles): void {
  total.count += part.count;
  total.first.push(...part.first.slice(0, MAX_UNREAD - total.first.length));
}

/** Names the files that could not be read in full, in lines of 80 columns, where no line told of each; '' without any. */
export function unreadText({ unread: { count, first } }: Counts, names: NamesShown): string {
  const [one] = first;
  if (!one) return '';
  const more = count - first.length;
  const code = first.every((other) => other.code === one.code) ? one.code : 'CODE';
  return linesOf([
    `${plural(count, 'file')} could not be read in full:`,
    ...first.flatMap(({ file, code, text }) =>
      wrapped(`- ${fileShown(file, names)}: ${visible(text)} [${code}]`),
    ),
    ...(more === 0 ? [] : [`- and ${thousands(more)} more; findings.csv names them all`]),
    `explain ${code} says what to do`,
  ]);
}

function fileShown(file: string, names: NamesShown): string {
  return names === 'short' ? shortenPath(visible(file), FILE_WIDTH) : visible(file);
}

/** Counts as known the findings that are not in `listed`. */
export function countKnown(
  counts: Counts,
  findings: readonly PlacedFinding[],
  listed: readonly PlacedFinding[],
): void {
  if (listed.length === findings.length) return;
  const rest = new Set(listed);
  for (const found of findings) if (!rest.has(found)) bump(counts.known, found.code);
}

const NUMBERS = ['files', 'games', 'bytes', 'scored', 'gamesWithIllegalMoves', 'withoutResult'] as const;
const ADDED = [
  ...(['grades', 'illegal', 'severities', 'codes', 'known', 'endings', 'rulesets', 'verdicts'] as const),
  'outside',
  'conversions',
  'decided',
] as const;

/** Adds the second to the first. */
export function addCounts(total: Counts, part: Counts): void {
  for (const field of NUMBERS) total[field] += part[field];
  addWorklist(total.worklist, part.worklist);
  addUnread(total.unread, part.unread);
  for (const field of ADDED) {
    const into: Partial<Record<string, number>> = total[field];
    for (const [key, count] of Object.entries(part[field])) into[key] = (into[key] ?? 0) + count;
  }
}

function bump(counts: Partial<Record<string, number>>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

/** Facts about a run besides its counts. */
export interface RunFacts {
  readonly configurations?: readonly ConfigurationNote[] | undefined;
  readonly elapsedMs: number;
  readonly interrupted: 'no' | 'yes';
  /** Games that later ones were compared with to find duplicates; fewer than all in very large runs. */
  readonly comparedGames: number;
}

/** The text of summary.json: counts with sorted keys. It contains no time, so that equal runs give equal files. */
export function summaryJson(counts: Counts, facts: RunFacts, version: string): string {
  const { severities } = counts;
  const summary = {
    version,
    interrupted: facts.interrupted === 'yes',
    files: counts.files,
    games: counts.games,
    bytes: counts.bytes,
    scored: counts.scored,
    games_with_illegal_moves: counts.gamesWithIllegalMoves,
    games_with_errors: counts.grades.error ?? 0,
    games_with_warnings_only: counts.grades.warning ?? 0,
    games_compared: facts.comparedGames,
    findings: { errors: severities.error, warnings: severities.warning, notes: severities.note },
    known: total(counts.known),
    codes: sorted(counts.codes),
    endings: sorted(counts.endings),
    rulesets: sorted(counts.rulesets),
    verdicts: sorted(counts.verdicts),
    needs_ruling: countsByNeed(counts.worklist),
    ...(total(counts.decided) > 0 && { decided: total(counts.decided) }),
    ...((facts.configurations ?? []).length > 0 && { configurations: facts.configurations }),
  };
  return `${JSON.stringify(summary, undefined, 2)}\n`;
}

/** The counts sorted by name: the order in which they were met depends on how the work was distributed. */
export function sorted(counts: Readonly<Partial<Record<string, number>>>): Record<string, number> {
  const entries = Object.entries(counts) as [string, number][];
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function total(counts: Readonly<Partial<Record<string, number>>>): number {
  return Object.values(counts).reduce<number>((sum, count = 0) => sum + count, 0);
}

const MAX_CODES = 20;

/** The lines at the end of an audit: what needs a ruling, how much has one, then the summary. */
export function auditSummary(counts: Counts, facts: RunFacts, names: NamesShown): string {
  const decided = total(counts.decided);
  const line = decided === 0 ? '' : linesOf([`${plural(decided, 'game')} decided by the referee`]);
  const where = counts.games > 1 ? waysToBroken(counts) + waysToOpen(counts) : '';
  return worklistText(counts.worklist, names) + line + summaryText(counts, facts) + where;
}

/** How to find the games with errors or illegal moves; '' without any. A game may have either and need no ruling, so that the list lacks it. */
function waysToBroken({ grades, illegal, scored }: Counts): string {
  const errors = grades.error ?? 0;
  const further = (illegal.warning ?? 0) + (illegal.none ?? 0);
  if (errors + further === 0) return '';
  // What nothing was scored for, `list` need not score either.
  const list = `list${scored === 0 ? ' --no-score' : ''} --where`;
  if (further === 0) return `${list} 'errors>0' names the games with errors\n`;
  if (errors === 0) return `${list} 'illegal>0' names the games with illegal moves\n`;
  return `${list} 'errors>0 or illegal>0' names ${plural(errors + further, 'game')} with either\n`;
}

/** Of a collection that states no results nothing is amiss. */
const MOST_OPEN = 1 / 4;

/** How to find the games that have no result, where they are few beside the others; '' without any. No question about one may be open, so that the list lacks it. */
function waysToOpen({ games, scored, withoutResult }: Counts): string {
  if (withoutResult === 0 || scored === 0 || withoutResult > games * MOST_OPEN) return '';
  return linesOf([
    `${plural(withoutResult, 'game')} without a result, declared or counted:`,
    `list --where "result_declared='' and result='' and result_decided=''"`,
  ]);
}

/** The lines at the end of a run, none wider than 80 columns. */
export function summaryText(counts: Counts, facts: RunFacts): string {
  if (counts.games === 0) return nothingFound(counts);
  const seconds = facts.elapsedMs / 1000;
  const { error, warning, note } = counts.severities;
  const known = total(counts.known);
  const outside = (['error', 'warning'] as const)
    .filter((severity) => counts.outside[severity] > 0)
    .map((severity) => plural(counts.outside[severity], severity));
  const lines = [
    `${plural(counts.files, 'file')}, ${plural(counts.games, 'game')} in ${duration(seconds)} (${thousands(counts.games / Math.max(seconds, 0.001))} games/s)${facts.interrupted === 'yes' ? ', interrupted' : ''}`,
    `${plural(counts.scored, 'game')} scored`,
    gradeLine(counts, 'error', 'with errors'),
    gradeLine(counts, 'warning', 'with warnings and no error'),
    ...((counts.illegal.none ?? 0) > 0 ? [gradeLine(counts, 'none', 'with neither')] : []),
    `${plural(error, 'error')}, ${plural(warning, 'warning')}, ${plural(note, 'note')}`,
    ...(outside.length === 0 ? [] : [`of these, ${outside.join(' and ')} about files or results tables`]),
    ...(known === 0 ? [] : [`${plural(known, 'known finding')} not listed`]),
  ];
  const codes = Object.entries<number>(counts.codes).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  for (const [code, count] of codes.slice(0, MAX_CODES))
    lines.push(`  ${thousands(count).padStart(12)}  ${code}`);
  if (codes.length > MAX_CODES) lines.push(`  and ${plural(codes.length - MAX_CODES, 'more code')}`);
  return linesOf(lines);
}

/** The summary without games: only why there are none. */
function nothingFound({ files, codes }: Counts): string {
  if (files === 0) return '';
  const found = Object.keys(codes).sort().join(', ');
  return `no game in ${plural(files, 'file')}${found === '' ? '' : ` (${found})`}\n`;
}

/** `3 games with errors, 2 of them with illegal moves`. */
function gradeLine({ grades, illegal }: Counts, grade: Grade, words: string): string {
  const games = `${plural(grades[grade] ?? 0, 'game')} ${words}`;
  const among = illegal[grade] ?? 0;
  return among === 0 ? games : `${games}, ${thousands(among)} of them with illegal moves`;
}

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${String(Math.floor(seconds / 60))} min ${String(Math.round(seconds % 60))} s`;
}

/** A game that needs a ruling. */
export interface ListedQuestion extends Pick<OpenQuestion, 'need' | 'text'> {
  readonly file: string;
  readonly game: number;
}

/** The games of a run that need a ruling; the lists of its parts can be added up. */
interface Worklist {
  readonly needs: Partial<Record<RulingNeed, number>>;
  /** The first `MAX` of each need, by the names of their files. */
  readonly first: ListedQuestion[];
}

/** Most games listed per need. */
const MAX = 10;

function noWorklist(): Worklist {
  return { needs: {}, first: [] };
}

/** Adds a game to the list if it needs a ruling. */
function listGame(list: Worklist, report: GameReport): void {
  const question = openQuestion(report);
  if (question) add(list, { ...question, file: report.file, game: report.game });
}

/** Lists a game, or moves it if it was listed under another need. */
export function relist(list: Worklist, listed: ListedQuestion, before: RulingNeed | undefined): void {
  if (before !== undefined) {
    list.needs[before] = (list.needs[before] ?? 1) - 1;
    const at = list.first.findIndex(({ file, game }) => file === listed.file && game === listed.game);
    if (at >= 0) list.first.splice(at, 1);
  }
  add(list, listed);
}

/** The number of games by need, the most severe first. */
export function countsByNeed({ needs }: Worklist): Partial<Record<RulingNeed, number>> {
  return Object.fromEntries(
    RULING_NEEDS.flatMap((need) => ((needs[need] ?? 0) > 0 ? [[need, needs[need]]] : [])),
  );
}

/** Adds the second list to the first. */
function addWorklist(total: Worklist, part: Worklist): void {
  for (const need of RULING_NEEDS) {
    const count = part.needs[need];
    if (count !== undefined) total.needs[need] = (total.needs[need] ?? 0) + count;
  }
  for (const one of part.first) name(total, one);
}

function add(list: Worklist, { file, game, need, text }: ListedQuestion): void {
  list.needs[need] = (list.needs[need] ?? 0) + 1;
  name(list, { file, game, need, text });
}

/** Lists a game where the page has it, which sorts names naturally; the rows of the run stay in the order of bytes. */
function name({ first }: Worklist, listed: ListedQuestion): void {
  const before = (one: ListedQuestion): boolean =>
    (naturally(one.file, listed.file) || one.game - listed.game) <= 0;
  const at = first.findLastIndex((one) => one.need === listed.need && before(one)) + 1;
  first.splice(at, 0, listed);
  const alike = first.filter(({ need }) => need === listed.need);
  if (alike.length > MAX) first.splice(first.indexOf(alike.at(-1)!), 1);
}

/** Most games that a terminal shows. */
const MAX_SHOWN = 10;
const FILE_WIDTH = 44;

/** Whether long names of files are shortened, for a terminal. */
export type NamesShown = 'short' | 'whole';

/** The list at the head of a summary, the most severe first, in lines of 80 columns; '' if it is empty. */
export function worklistText({ needs, first }: Worklist, names: NamesShown): string {
  const games = Object.values(needs).reduce((sum, count) => sum + count, 0);
  if (games === 0) return '';
  const shown = first.toSorted(byGravity).slice(0, MAX_SHOWN);
  const more = games - shown.length;
  return linesOf([
    `${plural(games, 'game')} ${games === 1 ? 'needs' : 'need'} a ruling:`,
    ...shown.flatMap(({ file, game, need, text }) => {
      const which = game === 1 ? '' : ` (game ${String(game)})`;
      const named = `${fileShown(file, names)}${which}`;
      return wrapped(`- ${needWords(need)}: ${named}: ${visible(text)}`);
    }),
    ...(more === 0 ? [] : [`- and ${thousands(more)} more; list --needs-ruling names them all`]),
  ]);
}

/** What one configuration does in a run. */
export interface ConfigurationNote {
  /** The file, and which of its overrides. */
  readonly file: string;
  /** The options that it sets and that change how games are judged and shown, as they are written. */
  readonly sets?: Readonly<Record<string, unknown>>;
  /** How many files it excludes; an archive is one. */
  readonly excluded?: number;
  /** Why it, or something in it, does not apply. */
  readonly refused?: string;
}

/** A note in words: `games/sgf-referee.config.json: ignores move/; excludes 2 files`. */
export function noteText({ file, sets = {}, excluded = 0, refused }: ConfigurationNote): string {
  const { ignore, only, ...others } = sets;
  const names = Object.keys(others);
  const parts = [
    ...(ignore === undefined ? [] : [`ignores ${words(ignore)}`]),
    ...(only === undefined ? [] : [`reports only ${words(only)}`]),
    ...(excluded === 0 ? [] : [`excludes ${plural(excluded, 'file')}`]),
    ...(names.length === 0 ? [] : [`sets ${names.join(', ')}`]),
    ...(refused === undefined ? [] : [refused]),
  ];
  return visible(`${file}: ${parts.join('; ')}`);
}

function words(value: unknown): string {
  return [value].flat().join(', ');
}
