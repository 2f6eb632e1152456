import { CONVERT_COLUMNS, convertRows } from './convert-cells.js';
import { tableCsv, tableJson, tableText } from './convert-table.js';
import { convertText } from './convert-text.js';
import { csvLine } from './csv.js';
import type { Format } from './formats.js';
import { fileObject, jsonItem, named } from './json.js';
import type { GameReport, PlacedFinding } from '../referee/report.js';
import { fileFindingLine } from './text.js';

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
const NO_DECIMALS: ReadonlySet<string> = new Set();

function objects(report: GameReport, end: string): string {
  return convertRows(report)
    .map((row) => jsonItem(named(CONVERT_COLUMNS, row, NO_DECIMALS)) + end)
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
    head: () => csvLine(CONVERT_COLUMNS),
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
