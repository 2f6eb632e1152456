import type { Clock } from '../../referee/audit/clock.js';
import { objectOf, cellsOf, namesOf, type JsonRow, type JsonValue, type Cell } from '../columns/column.js';
import {
  FINDING_COLUMNS,
  findingCells,
  NO_BOARD,
  PAIRING_COLUMNS,
  SCORE_COLUMNS,
  scoreRows,
  comparedColumnsOf,
  comparedRows,
  CONVERT_COLUMNS,
  CONVERT_SHEET_COLUMNS,
  convertRows,
  convertSheetRows,
} from '../columns/tables.js';
import { GAME_COLUMNS, gameCells } from '../columns/games.js';
import { formatPoint } from '../../core/point.js';
import type { BoardSize } from '../../core/findings/finding.js';
import type { GameReport, PlacedFinding, TextPlace } from '../../referee/judge/report.js';
import { packRow, withFindingInRow, type PackedRow } from './html/report-data.js';
import type { Crosscheck } from '../../toolkit/event/crosscheck.js';
import { factsOf } from '../../toolkit/event/game-facts.js';
import { baselineLine, knownFile, knownNameOf, withKnown } from '../../referee/judge/baseline-text.js';
import { comparedText, conversionText, scoreText } from './score-text.js';
import {
  addNote,
  csvLine,
  OUTPUT_FORMATS,
  rowFrame,
  rowHead,
  rowText,
  countLines,
  type RowColumn,
} from './rows.js';
import {
  fileFindingLine,
  findingLine,
  findingLines,
  gameTable,
  pairingText,
  PLAIN_TERMINAL,
  type Terminal,
} from './text.js';
import { crosscheckJson, crosscheckLines, fileLine, fileNote, gameLines, withNote } from './html/report.js';
import {
  JUNIT_HEAD,
  JUNIT_TAIL,
  junitFile,
  junitGame,
  junitWithNote,
  SARIF_TAIL,
  sarifHead,
  sarifResult,
} from './build-servers.js';
import { rulingSheet } from './ruling-sheet.js';
import { CONVERSIONS, gameSheets, sheetHead, sheetRow, workbookWithNote } from './workbook.js';

/** The values of `--format`. */
export const FORMAT_NAMES = ['csv', 'jsonl', 'json', 'xlsx', 'sarif', 'junit', 'text'] as const;

type TableFormat = (typeof OUTPUT_FORMATS)[number];

/** Tables that commands write in each of the data formats. */
export type RowTable = 'score' | 'convert' | 'convert-table';

/**
 * All forms of output: the formats, findings.csv, the table for a terminal, lines about files for standard error, the data of the
 * report and of the pages, and the tables of commands.
 */
export type SinkName =
  | (typeof FORMAT_NAMES)[number]
  | 'findings'
  | 'table'
  | 'stderr'
  | 'html'
  | 'page'
  | 'facts'
  | 'sheet'
  | 'baseline'
  | 'statistics'
  | 'findings-xlsx'
  | `pairings-${TableFormat}`
  | `${RowTable}-${TableFormat}`;

/**
 * One form of output, made in parts: workers make the part of each game and of each file, the main thread joins
 * them in order. A part is a sequence of items that each end with `separator`; the last separator before the tail is left out.
 */
export interface Format {
  readonly head: (version: string) => string;
  readonly tail: string;
  /** Left out after the last item; '' if items need none. */
  readonly separator: string;
  readonly game: (report: GameReport) => string;
  /** The item of one finding, where the part of a game has an item for each finding. */
  readonly finding?: (report: GameReport, found: PlacedFinding) => string;
  /** Findings of a file that belong to no game. */
  readonly file: (file: string, findings: readonly PlacedFinding[]) => string;
  /** The text after all games, where they are compared with results tables; a table of them fits `terminal`. */
  readonly crosscheck?: (checked: Crosscheck, terminal?: Terminal) => string;
  /** The part of a game with one more note, about the whole game. */
  readonly withNote: (part: string, file: string, game: number, found: PlacedFinding) => string;
}

const COMMA = ',\n';

function nothing(): string {
  return '';
}

/** For forms of output that do not report copies of games. */
export function unchanged(part: string): string {
  return part;
}

/** A form of output without head, tail or separators, to which only `game` must be added. */
const PLAIN: Omit<Format, 'game'> = {
  head: nothing,
  tail: '',
  separator: '',
  file: nothing,
  withNote: unchanged,
};

function joined<T>(items: readonly T[], textOf: (item: T) => string): string {
  let text = '';
  for (const item of items) text += textOf(item);
  return text;
}

/** Where a finding belongs: `game` is `undefined` for findings about a file. */
interface Where {
  readonly file: string;
  readonly game: number | undefined;
  readonly record: BoardSize;
  readonly place?: TextPlace | undefined;
}

/** A form of output with an item for each finding. */
function byFinding(itemOf: (where: Where, found: PlacedFinding) => string): Format {
  return {
    ...PLAIN,
    game: (report) => joined(report.findings, (found) => itemOf(report, found)),
    finding: itemOf,
    file: (file, findings) =>
      joined(findings, (found) => itemOf({ file, game: undefined, record: NO_BOARD }, found)),
    withNote: (part, file, game, found) => itemOf({ file, game, record: NO_BOARD }, found) + part,
  };
}

/** Findings as rows of a sheet. */
function findingSheet(sheet: number): Format {
  return byFinding(({ file, game = '', record }, found) =>
    sheetRow(sheet, findingCells(file, game, found, record)),
  );
}

/** JSON objects as lines, and as an array. */
function jsonFormats(
  objectsOf: (report: GameReport) => readonly JsonRow[],
  withFinding: (object: string, found: PlacedFinding) => string = unchanged,
): Record<'jsonl' | 'json', Format> {
  const endedBy = (end: string): Pick<Format, 'game' | 'file' | 'withNote'> => ({
    game: (report) => joined(objectsOf(report), (object) => JSON.stringify(object) + end),
    file: (file, findings) => JSON.stringify(fileObject(file, findings)) + end,
    withNote:
      withFinding === unchanged
        ? unchanged
        : (part, _file, _game, found) => withFinding(part.slice(0, -end.length), found) + end,
  });
  return {
    jsonl: { ...PLAIN, ...endedBy('\n') },
    json: { head: () => '[\n', tail: '\n]\n', separator: COMMA, ...endedBy(COMMA) },
  };
}

/** Names of the sheets of tables. */
export const TITLES: Readonly<Record<RowTable, string>> = {
  score: 'Scores',
  convert: CONVERSIONS,
  'convert-table': CONVERSIONS,
};

type ColumnsOfRows = readonly RowColumn[] | ((report: GameReport) => readonly RowColumn[]);

/** A table of a command as the sheet of a workbook. */
function rowSheet(
  name: RowTable,
  columns: ColumnsOfRows,
  rowsOf: (report: GameReport) => readonly (readonly Cell[])[],
): Format {
  return {
    ...PLAIN,
    head: () => (typeof columns === 'function' ? '' : sheetHead(TITLES[name], columns)),
    game: (report) => joined(rowsOf(report), (row) => sheetRow(0, row)),
  };
}

/**
 * A table of a command in each of its formats. Columns that depend on the game have no head here: the command writes it.
 * A later copy of a game has the same rows as the first; `audit` reports copies.
 */
function rowFormats<Name extends RowTable>(
  name: Name,
  columns: ColumnsOfRows,
  rowsOf: (report: GameReport) => readonly (readonly Cell[])[],
  text: (report: GameReport) => string,
): Record<`${Name}-${TableFormat}`, Format> {
  const objectsOf = (report: GameReport): JsonRow[] => {
    const named = typeof columns === 'function' ? columns(report) : columns;
    return rowsOf(report).map((row) => objectOf(named, row));
  };
  const formats: Record<TableFormat, Format> = {
    xlsx: rowSheet(name, columns, rowsOf),
    csv: {
      ...PLAIN,
      head: () => (typeof columns === 'function' ? '' : csvLine(namesOf(columns))),
      game: (report) => joined(rowsOf(report), csvLine),
    },
    ...jsonFormats(objectsOf),
    text: {
      ...PLAIN,
      game: text,
      file: (file, findings) => joined(findings, (found) => fileFindingLine(file, found)),
    },
  };
  return named(name, (format) => formats[format]);
}

/** A format of a table for each of its formats, under the name of the table. */
function named<Name extends string>(
  name: Name,
  made: (format: TableFormat) => Format,
): Record<`${Name}-${TableFormat}`, Format> {
  return Object.fromEntries(OUTPUT_FORMATS.map((format) => [`${name}-${format}`, made(format)])) as never;
}

const NOTES_COLUMN = namesOf(GAME_COLUMNS).indexOf('notes');

/** For callers that do not know their terminal. */
const TABLE = gameTable(PLAIN_TERMINAL);

const PAIRINGS_SHEET: Format = {
  ...PLAIN,
  head: () => sheetHead('Pairings', PAIRING_COLUMNS),
  game: nothing,
  crosscheck: ({ rows }) => joined(rows, (row) => sheetRow(0, cellsOf(PAIRING_COLUMNS, row, undefined))),
};

export const FORMATS: Readonly<Record<SinkName, Format>> = {
  csv: {
    ...PLAIN,
    head: () => csvLine(namesOf(GAME_COLUMNS)),
    game: (report) => csvLine(gameCells(report)),
    withNote: (part, _file, _game, found) => addNote(part, found.code, NOTES_COLUMN),
  },
  findings: {
    ...byFinding(({ file, game = '', record }, found) => csvLine(findingCells(file, game, found, record))),
    head: () => csvLine(namesOf(FINDING_COLUMNS)),
    crosscheck: ({ findings }) =>
      joined(findings, ({ file, game, finding }) =>
        csvLine(findingCells(file, game || '', finding, NO_BOARD)),
      ),
  },
  ...jsonFormats((report) => [gameObject(report)], addFinding),
  xlsx: {
    ...findingSheet(1),
    head: gameSheets,
    game: (report) => sheetRow(0, gameCells(report)) + findingSheet(1).game(report),
    withNote: workbookWithNote,
  },
  'findings-xlsx': { ...findingSheet(0), head: () => sheetHead('Findings', FINDING_COLUMNS) },
  sarif: {
    ...byFinding(({ file, game, record }, found) => sarifResult(file, game, found, record) + COMMA),
    head: sarifHead,
    tail: SARIF_TAIL,
    separator: COMMA,
  },
  junit: {
    ...PLAIN,
    head: () => JUNIT_HEAD,
    tail: JUNIT_TAIL,
    game: junitGame,
    file: junitFile,
    withNote: (part, _file, _game, found) => junitWithNote(part, found),
  },
  text: {
    ...byFinding(({ file, game, record: { width, height }, place }, found) =>
      findingLine(file, game, found, { width, height, place }),
    ),
    game: findingLines,
  },
  table: { ...PLAIN, head: () => TABLE.head, game: TABLE.row },
  stderr: {
    ...PLAIN,
    game: nothing,
    // Only what could not be read: what was read imperfectly is in the findings.
    file: (file, findings) =>
      joined(findings, (found) => (found.severity === 'error' ? fileFindingLine(file, found) : '')),
  },
  facts: { ...PLAIN, game: (report) => `${JSON.stringify(factsOf(report))}\n` },
  sheet: { ...PLAIN, game: rulingSheet },
  // Entries of games, and of files by their names; `BaselineText` joins them.
  baseline: {
    ...PLAIN,
    game: (report) => baselineLine(knownNameOf(report), report.findings),
    file: (file, findings) => baselineLine(knownFile(file), findings),
    withNote: (part, _file, _game, found) => withKnown(part, found.code),
  },
  // Counts of each game and file; `Statistics` adds them up.
  statistics: {
    ...PLAIN,
    game: ({ file, findings }) => countLines(file, findings),
    file: countLines,
    withNote: (part, file, _game, found) => part + countLines(file, [found]),
  },
  ...named('pairings', (format) => {
    if (format === 'xlsx') return PAIRINGS_SHEET;
    return {
      ...PLAIN,
      ...rowFrame(format, () => (format === 'text' ? '' : rowHead(format, PAIRING_COLUMNS))),
      game: nothing,
      crosscheck: (checked, terminal) =>
        format === 'text'
          ? pairingText(checked, terminal)
          : joined(checked.rows, (row) =>
              rowText(format, PAIRING_COLUMNS, cellsOf(PAIRING_COLUMNS, row, undefined)),
            ),
    };
  }),
  page: {
    ...PLAIN,
    game: (report) => `${JSON.stringify(packRow(report, report.file, 'with-reason'))}\n`,
    file: (file, findings) => `${JSON.stringify(fileNote(file, findings))}\n`,
    crosscheck: crosscheckJson,
    withNote: (part, _file, _game, found) =>
      `${JSON.stringify(withFindingInRow(JSON.parse(part) as PackedRow, found))}\n`,
  },
  // Only the lines: the page around them needs the counts of the run.
  html: {
    ...PLAIN,
    game: gameLines,
    file: fileLine,
    crosscheck: crosscheckLines,
    withNote: (part, _file, _game, found) => withNote(part, found),
  },
  ...rowFormats('score', SCORE_COLUMNS, scoreRows, scoreText),
  ...rowFormats('convert', CONVERT_COLUMNS, convertRows, conversionText),
  // A row a game is what a person filters and counts; CSV and JSON keep a row for each basis.
  'convert-xlsx': rowSheet('convert', CONVERT_SHEET_COLUMNS, convertSheetRows),
  ...rowFormats('convert-table', comparedColumnsOf, comparedRows, comparedText),
};

/** One game as an object: the columns of games.csv (empty cells are null), then `change`, `clock`, `open_points` and `findings`. */
export function gameObject(report: GameReport): JsonRow {
  const row = objectOf(GAME_COLUMNS, gameCells(report));
  row['change'] = changeOf(report);
  row['clock'] = clockOf(report.clock);
  row['open_points'] =
    report.ahead?.open.map((point) => formatPoint(point, report.record.width, report.record.height)) ?? null;
  row['findings'] = report.findings.map((one) => findingObject(one, report.record));
  return row;
}

/** What would make a contradicted or unsure result true (`by` is `none` where nothing does); null for other verdicts. */
function changeOf({ settlement, record }: GameReport): JsonValue {
  const change = settlement?.change;
  if (change === undefined) return null;
  if (change === 'none') return { by: 'none', text: settlement?.explanation ?? '', point: null };
  const { by, text, point } = change;
  return { by, text, point: point === undefined ? null : formatPoint(point, record.width, record.height) };
}

/** The time limit and the last clock readings; null if the record has no time data. */
function clockOf(clock: Clock | undefined): JsonValue {
  if (clock === undefined) return null;
  const { system, black, white, longest } = clock;
  return {
    main: system?.main ?? null,
    overtime: system?.overtime ?? null,
    black: readingOf(black),
    white: readingOf(white),
    longest: longest ?? null,
  };
}

function readingOf(shown: Clock['black']): JsonValue {
  if (shown === undefined) return null;
  const { left = null, count = null, move } = shown;
  return { left, count, move };
}

/** The findings of a file that belong to no game; `game` is null. */
function fileObject(file: string, findings: readonly PlacedFinding[]): JsonRow {
  return { file, game: null, findings: findings.map((one) => findingObject(one, NO_BOARD)) };
}

/** One finding as an object: the columns of findings.csv without file and game, then its arguments. */
export function findingObject(found: PlacedFinding, board: BoardSize): JsonRow {
  const row = objectOf(FINDING_COLUMNS.slice(2), findingCells('', '', found, board).slice(2));
  row['args'] = found.args;
  return row;
}

/** The object of a game with one more finding, which comes first because it is about the whole game. */
function addFinding(item: string, found: PlacedFinding): string {
  const row = JSON.parse(item) as JsonRow;
  const findings = row['findings'] as readonly unknown[];
  row['findings'] = [findingObject(found, NO_BOARD), ...findings];
  row['notes'] = Number(row['notes']) + 1;
  row['first_code'] ??= found.code;
  return JSON.stringify(row);
}
