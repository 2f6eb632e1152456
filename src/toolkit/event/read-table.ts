/** Reads the results tables of an event, whatever their format. */
import { checkArgument, isNamedFile, listOf } from '../../core/checks.js';
import { TABLE_LIMITS } from '../../core/limits.js';
import { localResults, type LocalResults } from './local-results.js';
import { readResultText } from '../../referee/record/declared-result.js';
import { readAgaReport, readTde } from './aga.js';
import { nameKey } from './names.js';
import { type Column, columnOf, isAgaReport, isCsv, isTde, isWallList, separatorOf } from './plain-tables.js';
import { isPairgoth, readPairgoth } from './pairgoth.js';
import { decodeTable, numberIn, type Piece, tableText, type TableText } from './table-text.js';
import {
  emptyTable,
  finished,
  malformed,
  tableFinding,
  type Table,
  type TableDraft,
  type TableFinding,
  type TableFormat,
  type TableResult,
} from './table.js';
import { readWallList } from './wall-list.js';
import { isMacMahon, isOpenGotha, readMacMahon, readOpenGotha } from './xml-tables.js';

/** A format: how to detect it, and how to read it. `joins`: all its files belong to one event. */
interface FormatReader {
  readonly detects: (source: TableText) => boolean;
  readonly joins?: boolean;
  readonly read: (sources: readonly TableText[]) => Table;
}

/** In the order in which they are tried: from formats that cannot be mistaken to those detected by a few lines. */
const READERS: Readonly<Record<TableFormat, FormatReader>> = {
  macmahon: { detects: isMacMahon, read: ([source]) => readMacMahon(source!) },
  opengotha: { detects: isOpenGotha, read: ([source]) => readOpenGotha(source!) },
  pairgoth: { detects: isPairgoth, read: ([source]) => readPairgoth(source!) },
  csv: { detects: isCsv, read: ([source]) => readCsvTable(source!) },
  tde: { detects: isTde, joins: true, read: readTde },
  aga: { detects: isAgaReport, joins: true, read: readAgaReport },
  tou: {
    detects: (source) => isWallList(source) === 'tou',
    read: ([source]) => readWallList(source!, 'tou'),
  },
  h9: {
    detects: (source) => isWallList(source) === 'h9',
    read: ([source]) => readWallList(source!, 'h9'),
  },
};
const ALL = Object.values(READERS);

export interface TableFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface ReadTables {
  /** In the order of their first files. */
  readonly tables: readonly Table[];
  /** Files that are not a table: `table/malformed` at their beginning. Each table has its own findings. */
  readonly findings: readonly TableFinding[];
}

/**
 * Reads results tables: EGD wall list (h9), FFG tou, AGA report, AGA .tde, OpenGotha and MacMahon XML, Pairgoth .tour, and CSV.
 * The format is detected from the text. Files of one AGA format make one table together, every other file one of its own.
 * What is invalid becomes a finding with line and column; the rest is read.
 */
export function readTables(files: readonly TableFile[]): ReadTables {
  checkArgument('files', files, listOf(isNamedFile));
  const groups: { readonly reader: FormatReader; readonly sources: TableText[] }[] = [];
  const findings: TableFinding[] = [];
  const { tableBytes, tablePairings } = TABLE_LIMITS;
  let bytesLeft = tableBytes;
  for (const { name, bytes } of files) {
    if ((bytesLeft -= bytes.length) < 0) {
      const place = { file: name, line: 1, column: 1 };
      const [value, expected] = [
        `${String(bytes.length)} bytes`,
        `at most ${String(tableBytes)} in all tables (limit tableBytes)`,
      ];
      findings.push(tableFinding('table/malformed', { value, expected }, place));
      continue;
    }
    const source = tableText(name, decodeTable(bytes));
    const reader = ALL.find(({ detects }) => detects(source));
    if (!reader) {
      const [value = ''] = source.text.trimStart().split(/[\r\n]/, 1);
      const expected = 'a results table of a known format';
      findings.push(tableFinding('table/malformed', { value, expected }, source.at(0)));
      continue;
    }
    const group = reader.joins === true ? groups.find((one) => one.reader === reader) : undefined;
    if (group) group.sources.push(source);
    else groups.push({ reader, sources: [source] });
  }
  let pairingsLeft = tablePairings;
  const tables = groups.map(({ reader, sources }) => {
    const table = reader.read(sources);
    const read = table.pairings.slice(0, pairingsLeft);
    const next = table.pairings[read.length];
    pairingsLeft -= read.length;
    const isRead = table.players.length <= 2 * tablePairings;
    if (next === undefined && isRead) return table;
    const [value, expected] = [
      `${String(table.pairings.length)} pairings`,
      `at most ${String(tablePairings)} in all tables (limit tablePairings)`,
    ];
    findings.push(tableFinding('table/malformed', { value, expected }, next?.place ?? sources[0]!.at(0)));
    return isRead ? { ...table, pairings: read } : { ...table, players: [], pairings: [], byes: [] };
  });
  return { tables, findings };
}

/** Reads a table. Its players are those that the rows name. Findings: `table/malformed`. */
function readCsvTable(source: TableText): Table {
  const draft = emptyTable('csv', [source.file]);
  const [head = [], ...rows] = csvRows(source, draft);
  const columns = head.map(({ text }) => columnOf(text));
  const [ofBlack, ofResult] = [columns.indexOf('black'), columns.indexOf('result')];
  const results = localResults(
    head[ofBlack]!.text,
    rows.map((row) => row[ofResult]?.text ?? ''),
  );
  draft.isReadingOpen = results.isOpen;
  const players = new Map<string, number>();
  for (const row of rows) {
    if (row.every(({ text }) => text === '')) continue;
    if (row.length > columns.length && row.slice(columns.length).some(({ text }) => text !== '')) {
      const extra = row[columns.length]!;
      malformed(
        draft,
        source.at(extra.offset),
        extra.text,
        `${String(columns.length)} cells, as in the first row`,
      );
      continue;
    }
    const cell = (column: Column): Piece => {
      const at = columns.indexOf(column);
      return row[at] ?? { text: '', offset: row[0]!.offset };
    };
    readRow({ draft, source, players, results }, cell);
  }
  return finished(draft);
}

interface Reader {
  readonly draft: TableDraft;
  readonly source: TableText;
  /** Indexes of the players by their names. */
  readonly players: Map<string, number>;
  readonly results: LocalResults;
}

function readRow(reader: Reader, cell: (column: Column) => Piece): void {
  const { draft, source, results } = reader;
  const refuse = ({ text, offset }: Piece, expected: string): void => {
    malformed(draft, source.at(offset), text, expected);
  };
  const number = (column: Column, form: RegExp, expected: string): number | undefined => {
    const piece = cell(column);
    if (piece.text === '') return undefined;
    const read = form.test(piece.text) ? numberIn(piece.text) : undefined;
    if (read === undefined) refuse(piece, expected);
    return read;
  };
  const white = cell('white');
  const black = cell('black');
  const [name] = [white, black].filter(({ text }) => nameKey(text) === '');
  if (name) {
    refuse(name, 'the names of both players');
    return;
  }
  if (nameKey(white.text) === nameKey(black.text)) {
    refuse(black, 'another player as opponent');
    return;
  }
  const result = resultOf(results.inEnglish(cell('result').text));
  if (!result) refuse(cell('result'), 'a result such as W+, B+3.5, W+R, =, 0-0 or ?');
  draft.pairings.push({
    round: number('round', /^\d{1,3}$/, 'a round as a number') ?? 0,
    table: number('table', /^\d{1,4}$/, 'a table as a number'),
    black: playerOf(reader, black),
    white: playerOf(reader, white),
    knowsColors: true,
    handicap: number('handicap', /^\d{1,2}$/, 'a number of handicap stones'),
    komi: number('komi', /^/, 'komi as a number of points'),
    result: result ?? { outcome: 'unknown', unread: cell('result').text },
    byDefault: cell('result').text.endsWith('!'),
    file: cell('file').text,
    place: source.at(white.offset),
  });
}

function playerOf({ draft, source, players }: Reader, { text, offset }: Piece): number {
  const key = nameKey(text);
  const index = players.get(key);
  if (index !== undefined) return index;
  players.set(key, draft.players.length);
  draft.players.push({ key, name: text, rank: '', country: '', club: '', ids: [], place: source.at(offset) });
  return draft.players.length - 1;
}

/** `W+`, `B+3.5`, `W+R`, `=`, `?`, `0-0`, `1-1`, followed by `!` for a default; `undefined` for anything else. */
function resultOf(written: string): TableResult | undefined {
  const bare = written.trim();
  const text = bare.endsWith('!') ? bare.slice(0, -1).trimEnd() : bare;
  if (text === '' || text === '?') return { outcome: 'unknown' };
  if (text === '=') return { outcome: 'jigo' };
  if (text === '0-0') return { outcome: 'both-lose' };
  if (text === '1-1') return { outcome: 'both-win' };
  const read = readResultText(text).text;
  switch (read.kind) {
    case 'winner':
      return { outcome: read.winner };
    case 'margin':
      return { outcome: read.winner, margin: read.points };
    case 'ended':
      return { outcome: read.winner, by: read.by };
    case 'jigo':
    case 'void':
    case 'both-lose':
    case 'unknown':
      return { outcome: read.kind };
    case 'malformed':
      return undefined;
  }
}

/** Rows of trimmed cells. A quote that is never closed is a finding, and the rest of its line is the cell. */
function csvRows(source: TableText, draft: TableDraft): Piece[][] {
  const { text } = source;
  const [head = ''] = text.split(/\r\n|\r|\n/, 1);
  const sign = separatorOf(head) === '\t' ? '\\t' : separatorOf(head);
  const cell = new RegExp(`[ ]*(?:"((?:[^"]|"")*)"[ ]*(?=[${sign}\\r\\n]|$)|([^${sign}\\r\\n]*))`, 'y');
  const rows: Piece[][] = [[]];
  for (let at = 0; at <= text.length; at++) {
    cell.lastIndex = at;
    const match = cell.exec(text)!;
    const [whole, quoted, bare = ''] = match;
    const value = (quoted?.replaceAll('""', '"') ?? bare).trim();
    const offset = at + (whole.length - whole.trimStart().length);
    if (bare.startsWith('"')) malformed(draft, source.at(offset), bare, 'a closing quote');
    rows.at(-1)!.push({ text: value, offset });
    at += whole.length;
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
    if (text[at] === '\r' || text[at] === '\n') rows.push([]);
  }
  return rows;
}
