import type { ConversionReport, Converted } from '../referee/account-types.js';
import type { Conversion } from '../score/convert.js';
import { resultText, yesNo } from './convert-cells.js';
import { notesOf } from './convert-notes.js';
import type { Cell } from '../columns/columns.js';
import { csvLine } from './csv.js';
import { COLUMNS, gameHeading, wrapped } from './heading.js';
import { jsonItem, named, type JsonRow } from './json.js';
import type { GameReport } from '../referee/report.js';
import { padEnd, shorten, shortenLeft } from './text.js';
import { visible } from './visible.js';

/** One game under every ruleset of the table, on one basis. */
interface TableRow {
  readonly basis: Conversion['basis'] | '';
  readonly results: readonly string[];
  /** Whether the winner is not the same under all; `undefined` without results. */
  readonly flips: boolean | undefined;
  readonly agrees: boolean | undefined;
  readonly notes: readonly string[];
}

/** The columns of `convert --table`: a result for each ruleset between the fixed ones. */
export function tableColumns(rulesets: readonly string[]): string[] {
  return [
    ...['file', 'game', 'black', 'white', 'ruleset', 'result_declared', 'basis'],
    ...rulesets,
    ...['flips', 'agrees_with_declared', 'note'],
  ];
}

/** The account that speaks for a game: on the declared basis, which rests on no judgement of life, else on the computed one. */
export function mainBasis({ bases }: Converted): Conversion | undefined {
  return bases.find(({ basis }) => basis === 'declared') ?? bases[0];
}

function tableRowOf(report: GameReport, conversion: ConversionReport): TableRow {
  const mains = conversion.to.map(mainBasis);
  const winners = new Set(mains.flatMap((one) => (one ? [one.winnerTo] : [])));
  const [first] = mains.filter((one) => one !== undefined);
  const notes = conversion.to.flatMap((converted, i) => notesOf(report, conversion, converted, mains[i]));
  return {
    basis: first?.basis ?? '',
    results: mains.map((one) => (one ? resultText(one.marginToHalves, one.winnerTo) : '')),
    flips: first ? winners.size > 1 : undefined,
    agrees: first?.agrees,
    notes: [...new Set(notes)],
  };
}

function cellsOf(report: GameReport, conversion: ConversionReport): Cell[] {
  const { record } = report;
  const row = tableRowOf(report, conversion);
  return [
    report.file,
    report.game,
    record.black,
    record.white,
    conversion.from?.name ?? 'unknown',
    record.result.kind === 'missing' ? '' : record.result.raw,
    row.basis,
    ...row.results,
    yesNo(row.flips),
    yesNo(row.agrees),
    row.notes.join('; '),
  ];
}

export function tableCsv(report: GameReport): string {
  return report.conversion ? csvLine(cellsOf(report, report.conversion)) : '';
}

export function tableJson(report: GameReport): string {
  if (!report.conversion) return '';
  const names = report.conversion.to.map(({ to }) => to.name);
  const object: JsonRow = named(tableColumns(names), cellsOf(report, report.conversion));
  return jsonItem(object);
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

/** The line above the table for a terminal; '' where games are told in blocks. */
export function tableTextHead(rulesets: readonly string[]): string {
  const widths = widthsFor(rulesets);
  if (!widths) return '';
  return line(['file', 'game', 'declared', ...rulesets, 'flips'], widths);
}

/** One game as a line, or as a block where the rulesets are too many for a line. */
export function tableText(report: GameReport): string {
  const { conversion, record } = report;
  if (!conversion) return '';
  const names = conversion.to.map(({ to }) => to.name);
  const widths = widthsFor(names);
  const row = tableRowOf(report, conversion);
  const flips = row.flips === true ? 'yes' : '';
  if (widths) {
    const declared = record.result.kind === 'missing' ? '' : visible(record.result.raw);
    return line([report.file, String(report.game), declared, ...row.results, flips], widths);
  }
  const told = names.map((name, i) => `${name} ${row.results[i] || '-'}`).join(', ');
  const lines = [
    ...gameHeading(report),
    ...wrapped(`  ${told}${flips === '' ? '' : ': the winner changes'}`),
  ];
  return [...lines, ''].map((one) => `${one}\n`).join('');
}

function line(cells: readonly string[], widths: { file: number; results: readonly number[] }): string {
  const [file = '', game = '', declared = '', ...rest] = cells;
  const flips = rest.pop() ?? '';
  const results = rest.map((result, i) => result.padStart(widths.results[i]!)).join('');
  const start = padEnd(shortenLeft(visible(file), widths.file), widths.file);
  const told = padEnd(shorten(declared, DECLARED - 1), DECLARED - 1);
  return `${`${start} ${game.padStart(GAME)} ${told}${results} ${flips}`.trimEnd()}\n`;
}
