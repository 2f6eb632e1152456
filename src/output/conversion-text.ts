import { accountsOf, notesOf, statementOf } from '../columns/account.js';
import { comparedReport, type ComparedReport, flips, resultIn } from '../columns/conversions.js';
import { declaredOf } from '../columns/games.js';
import { resultText } from '../columns/numbers.js';
import { visible } from '../core/text.js';
import type { ConversionReport, Converted, GameReport } from '../referee/report.js';
import { ITEMS } from '../score/convert.js';
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

const LABEL = 58;
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
    (label.padEnd(LABEL) + cells.map((cell) => cell.padStart(NUMBER)).join('')).trimEnd();
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
