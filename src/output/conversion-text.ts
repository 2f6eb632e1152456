import { accountsOf, notesOf, statementOf } from '../columns/account.js';
import { comparedReport, type ComparedReport, flips, mainBasis, resultIn } from '../columns/conversions.js';
import { declaredOf } from '../columns/games.js';
import { points, resultText, thousands, visible } from '../core/text.js';
import type { ConversionReport, Converted, GameReport } from '../referee/report.js';
import { type Conversion, type ItemName, ITEMS } from '../score/convert.js';
import { COLUMNS, gameHeading, linesOf, padEnd, shorten, shortenLeft, wrapped } from './text.js';

/** A statement of account for each ruleset converted into, for a terminal of 80 columns; the sum is under its items. */
export function conversionText(report: GameReport): string {
  const { conversion } = report;
  if (!conversion) return '';
  return linesOf(
    conversion.to.flatMap((converted) => [
      ...gameHeading(report),
      ...statementLines(report, conversion, converted),
      '',
    ]),
  );
}

const LABEL_WIDTH = 58;
const NUMBER = 11;

function statementLines(report: GameReport, conversion: ConversionReport, converted: Converted): string[] {
  const columns = accountsOf(report, conversion, converted);
  const [first] = columns;
  if (!first) return noted(notesOf(report, conversion, converted, undefined));
  const { from, to, items } = first.one;
  if (from === to && ITEMS.every((item) => items[item] === 0)) {
    const results = columns.map(
      ({ head, one }) => `${resultText(one.marginToHalves, one.winnerTo)} (${head})`,
    );
    return [`under ${to} already: ${results.join(', ')}`];
  }
  const { rows, outcomes, notes } = statementOf(columns);
  const line = (label: string, cells: readonly string[]): string =>
    (label.padEnd(LABEL_WIDTH) + cells.map((cell) => cell.padStart(NUMBER)).join('')).trimEnd();
  const heads = columns.map(({ head }) => head);
  const rules = columns.map(() => '-'.repeat(NUMBER - 2));
  return [
    line('', heads),
    ...rows.flatMap(({ kind, label, cells }) => [
      ...(kind === 'to' ? [line('', rules)] : []),
      line(kind === 'item' ? `  ${label}` : label, cells),
    ]),
    '',
    ...outcomes.flatMap((outcome) => wrapped(outcome)),
    ...noted(notes),
  ];
}

function noted(notes: readonly string[]): string[] {
  return notes.flatMap((note) => wrapped(`note: ${note}`));
}

const GAME = 4;
const FLIPS = 5;
const DECLARED = 9;
const FILE_LEAST = 16;

/** Columns for the results of each ruleset and for the file; `undefined`: they do not fit side by side. */
function widthsFor(rulesets: readonly string[]): { file: number; results: number[] } | undefined {
  const results = rulesets.map((name) => Math.max(8, name.length) + 1);
  const file = COLUMNS - GAME - FLIPS - DECLARED - 2 - results.reduce((sum, width) => sum + width, 0);
  return file >= FILE_LEAST ? { file, results } : undefined;
}

/** The line above the table for a terminal; '' where each game is a block. */
export function comparedHead(rulesets: readonly string[]): string {
  const widths = widthsFor(rulesets);
  return widths ? tableLine(['file', 'game', 'declared', ...rulesets, 'flips'], widths) : '';
}

/** One game as a line, or as a block where the rulesets are too many for a line. */
export function comparedText(report: GameReport): string {
  const row = comparedReport(report);
  if (!row) return '';
  const names = row.conversion.to.map(({ to }) => to.name);
  const widths = widthsFor(names);
  const results = row.accounts.map(resultIn);
  if (widths) {
    const declared = visible(declaredOf(report.record));
    return tableLine([row.file, String(row.game), declared, ...results, flipping(row, 'yes')], widths);
  }
  const line = names.map((name, i) => `${name} ${results[i] || '-'}`).join(', ');
  return linesOf([...gameHeading(row), ...wrapped(`  ${line}${flipping(row, ': the winner changes')}`), '']);
}

function flipping(row: ComparedReport, words: string): string {
  return flips(row) === true ? words : '';
}

function tableLine(
  cells: readonly string[],
  widths: { readonly file: number; readonly results: readonly number[] },
): string {
  const [file = '', game = '', declared = '', ...rest] = cells;
  const last = rest.pop() ?? '';
  const results = rest.map((result, i) => result.padStart(widths.results[i]!)).join('');
  const name = padEnd(shortenLeft(visible(file), widths.file), widths.file);
  const shown = padEnd(shorten(declared, DECLARED - 1), DECLARED - 1);
  return `${`${name} ${game.padStart(GAME)} ${shown}${results} ${last}`.trimEnd()}\n`;
}

/** What a run of conversions counted, by keys such as `flips|black`; the numbers of parts of a run can be added up. */
export type ConversionCounts = Record<string, number>;

/** Adds one game to the counts, by its account that rests on the least. */
export function countConversion(counts: ConversionCounts, conversion: ConversionReport): void {
  const last = conversion.basis?.lastPlay ?? 'nobody';
  const mains = conversion.to.map(mainBasis).filter((one) => one !== undefined);
  const [first] = mains;
  if (!first || (!conversion.from && conversion.to.length === 1)) {
    bump(counts, conversion.from || conversion.blockedBecause !== '' ? 'left-out' : 'left-out-rules');
    return;
  }
  bump(counts, `games|${last}`);
  bump(counts, `basis|${first.basis}`);
  if (mains.some(({ komiToSource }) => komiToSource === 'agreed')) bump(counts, 'agreed-komi');
  if (first.agrees !== undefined) bump(counts, first.agrees ? 'agree|yes' : 'agree|no');
  if (conversion.to.length > 1) {
    if (new Set(mains.map(({ winnerTo }) => winnerTo)).size > 1) bump(counts, `flips|${last}`);
    return;
  }
  if (first.flips) {
    bump(counts, `flips|${last}`);
    bump(counts, `flips-to|${first.winnerTo}`);
    if (isByKomi(first)) bump(counts, `flips-komi|${last}`);
    if (conversion.to[0]?.bases.every(({ flips }) => flips) === true) bump(counts, `flips-sure|${last}`);
  }
  bump(counts, `difference|${String(points(first.marginToHalves - first.marginFromHalves))}|${last}`);
  for (const item of ITEMS) {
    if (first.items[item] !== 0) bump(counts, `item|${columnNameOf(item)}|${last}`);
  }
}

/** The winner would be the same if komi had stayed as it was. */
function isByKomi({ items, marginFromHalves, marginToHalves }: Conversion): boolean {
  return Math.sign(marginToHalves - items.komi) === Math.sign(marginFromHalves);
}

function bump(counts: ConversionCounts, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

const SIDES = ['black', 'white', 'nobody'] as const;
const LABEL = 34;
const CELL = 12;
const BAR = 20;

/** The summary of a run of more than one game, else '': how many games flip, how large the differences are, and which items made them, by who played last. */
export function conversionSummary(counts: ConversionCounts): string {
  const of = (key: string): number => counts[key] ?? 0;
  const bySide = (key: string): number[] => SIDES.map((side) => of(`${key}|${side}`));
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  const games = sum(bySide('games'));
  const agreed = of('agree|yes');
  const leftOut = of('left-out') + of('left-out-rules');
  if (games + leftOut < 2) return '';
  const lines = [
    `${thousands(games)} converted, ${thousands(leftOut)} left out (no margin to convert, or damaged)`,
    `${thousands(of('basis|declared'))} of them from the declared margin, ${thousands(of('basis|computed'))} computed`,
  ];
  if (of('left-out-rules') > 0) {
    lines.push(`${thousands(of('left-out-rules'))} of those name no ruleset: see --from, --default-rules`);
  }
  if (agreed + of('agree|no') > 0) {
    lines.push(
      `${thousands(agreed)} of ${thousands(agreed + of('agree|no'))} computed margins agree with the declared ones`,
    );
  }
  if (of('agreed-komi') > 0) {
    lines.push(`${thousands(of('agreed-komi'))} keep a komi that was agreed on for the game: see --komi-to`);
  }
  if (games === 0) return linesOf(lines);
  const row = (label: string, numbers: readonly number[], bar = ''): string =>
    `${label.padEnd(LABEL)}${[...numbers, sum(numbers)].map((n) => (n === 0 ? '-' : thousands(n)).padStart(CELL)).join('')}${bar}`.trimEnd();
  const hasNobody = sum([of('games|nobody'), of('flips|nobody')]) > 0;
  const sides = (numbers: number[]): number[] => (hasNobody ? numbers : numbers.slice(0, 2));
  const head = ['Black', 'White', 'nobody'].slice(0, hasNobody ? 3 : 2);
  lines.push('', 'last play by'.padEnd(LABEL) + [...head, 'all'].map((name) => name.padStart(CELL)).join(''));
  lines.push(row('games', sides(bySide('games'))), row('the winner changes', sides(bySide('flips'))));
  if (sum(bySide('flips-komi')) > 0) {
    lines.push(row('  by the komi alone', sides(bySide('flips-komi'))));
  }
  if (sum(bySide('flips-sure')) > 0) {
    lines.push(row('  on every basis that it has', sides(bySide('flips-sure'))));
  }
  const differences = namesAfter(counts, 'difference').sort((a, b) => Number(a) - Number(b));
  if (differences.length > 0) {
    lines.push(
      `  to Black ${thousands(of('flips-to|black'))}, to White ${thousands(of('flips-to|white'))}, to nobody ${thousands(of('flips-to|jigo'))}`,
    );
    lines.push('', 'difference in points for Black');
  }
  for (const name of differences) {
    const numbers = sides(bySide(`difference|${name}`));
    const label = `  ${Number(name) > 0 ? `+${name}` : name}`;
    const bar = '#'.repeat(Math.ceil((sum(numbers) / games) * BAR));
    lines.push(row(`${label.padEnd(LABEL - BAR - 2)}${bar}`, numbers));
  }
  const items = namesAfter(counts, 'item');
  if (items.length > 0) lines.push('', 'games in which an item is not 0');
  for (const item of ITEMS.map(columnNameOf)) {
    if (items.includes(item)) lines.push(row(`  ${item}`, sides(bySide(`item|${item}`))));
  }
  return linesOf(lines);
}

function namesAfter(counts: ConversionCounts, kind: string): string[] {
  const names = new Set<string>();
  for (const key of Object.keys(counts)) {
    const [first, name] = key.split('|');
    if (first === kind && name !== undefined) names.add(name);
  }
  return [...names];
}

/** The column of an item. */
function columnNameOf(item: ItemName): string {
  return item.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
