import { type Cell, namesOf, objectOf } from '../columns/column.js';
import type { ConversionReport, Converted, GameReport, PlacedFinding } from '../referee/report.js';
import type { Conversion } from '../score/convert.js';
import { CONVERT_COLUMNS, convertRows, resultText, yesNo } from './convert-cells.js';
import { notesOf } from './convert-notes.js';
import { convertText } from './convert-text.js';
import { csvLine } from './csv.js';
import type { Format } from './formats.js';
import { fileObject, jsonItem } from './json.js';
import {
  COLUMNS,
  fileFindingLine,
  gameHeading,
  padEnd,
  shorten,
  shortenLeft,
  visible,
  wrapped,
} from './text.js';

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

function tableCsv(report: GameReport): string {
  return report.conversion ? csvLine(cellsOf(report, report.conversion)) : '';
}

function tableJson(report: GameReport): string {
  if (!report.conversion) return '';
  const names = report.conversion.to.map(({ to }) => to.name);
  const columns = tableColumns(names).map((name) => ({ name, kind: 'text' as const }));
  return jsonItem(objectOf(columns, cellsOf(report, report.conversion)));
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
function tableText(report: GameReport): string {
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

/** Forms of output of `convert`, and of its table. Heads of tables depend on the rulesets; the command writes them. */
export const CONVERT_SINKS = [
  'convert-csv',
  'convert-jsonl',
  'convert-json',
  'convert-text',
  'convert-table-csv',
  'convert-table-jsonl',
  'convert-table-json',
  'convert-table-text',
] as const;

const COMMA = ',\n';

function objects(report: GameReport, end: string): string {
  return convertRows(report)
    .map((row) => jsonItem(objectOf(CONVERT_COLUMNS, row)) + end)
    .join('');
}

function fileText(file: string, findings: readonly PlacedFinding[]): string {
  return findings.map((found) => fileFindingLine(file, found)).join('');
}

/** What the forms have in common. A later copy of a game converts like the first; `audit` tells of copies. */
const PLAIN: Pick<Format, 'head' | 'tail' | 'separator' | 'file' | 'withNote'> = {
  head: () => '',
  tail: '',
  separator: '',
  file: () => '',
  withNote: (part) => part,
};

const LINES = {
  ...PLAIN,
  file: (file: string, findings: readonly PlacedFinding[]) => `${jsonItem(fileObject(file, findings))}\n`,
};

const ARRAY = {
  ...PLAIN,
  head: () => '[\n',
  tail: '\n]\n',
  separator: COMMA,
  file: (file: string, findings: readonly PlacedFinding[]) => jsonItem(fileObject(file, findings)) + COMMA,
};

const TEXT = { ...PLAIN, file: fileText };

function endedBy(make: (report: GameReport) => string, end: string): Format['game'] {
  return (report) => {
    const made = make(report);
    return made === '' ? '' : made + end;
  };
}

export const CONVERT_FORMATS: Readonly<Record<(typeof CONVERT_SINKS)[number], Format>> = {
  'convert-csv': {
    ...PLAIN,
    head: () => csvLine(namesOf(CONVERT_COLUMNS)),
    game: (report) => convertRows(report).map(csvLine).join(''),
  },
  'convert-jsonl': { ...LINES, game: (report) => objects(report, '\n') },
  'convert-json': { ...ARRAY, game: (report) => objects(report, COMMA) },
  'convert-text': { ...TEXT, game: convertText },
  'convert-table-csv': { ...PLAIN, game: tableCsv },
  'convert-table-jsonl': { ...LINES, game: endedBy(tableJson, '\n') },
  'convert-table-json': { ...ARRAY, game: endedBy(tableJson, COMMA) },
  'convert-table-text': { ...TEXT, game: tableText },
};
