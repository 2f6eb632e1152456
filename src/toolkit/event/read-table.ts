/** Reads the results tables of an event, whatever their format. */
import { TABLE_LIMITS } from '../../core/limits.js';
import { isAgaReport, isTde, readAgaReport, readTde } from './aga.js';
import { isCsv, readCsvTable } from './csv.js';
import { isMacMahon, readMacMahon } from './macmahon.js';
import { isOpenGotha, readOpenGotha } from './opengotha.js';
import { isPairgoth, readPairgoth } from './pairgoth.js';
import { decodeTable, tableText, type TableText } from './table-text.js';
import { tableFinding, type Table, type TableFinding, type TableFormat } from './table.js';
import { isWallList, readWallList } from './wall-list.js';

/** A format: how to detect it, and how to read it. `joins`: all its files belong to one event. */
interface FormatReader {
  readonly format: TableFormat;
  readonly detects: (source: TableText) => boolean;
  readonly joins?: boolean;
  readonly read: (sources: readonly TableText[]) => Table;
}

/** In the order in which they are tried: from formats that cannot be mistaken to those detected by a few lines. */
const READERS: readonly FormatReader[] = [
  { format: 'macmahon', detects: isMacMahon, read: ([source]) => readMacMahon(source!) },
  { format: 'opengotha', detects: isOpenGotha, read: ([source]) => readOpenGotha(source!) },
  { format: 'pairgoth', detects: isPairgoth, read: ([source]) => readPairgoth(source!) },
  { format: 'csv', detects: isCsv, read: ([source]) => readCsvTable(source!) },
  { format: 'tde', detects: isTde, joins: true, read: readTde },
  { format: 'aga', detects: isAgaReport, joins: true, read: readAgaReport },
  {
    format: 'tou',
    detects: (source) => isWallList(source) === 'tou',
    read: ([source]) => readWallList(source!, 'tou'),
  },
  {
    format: 'h9',
    detects: (source) => isWallList(source) === 'h9',
    read: ([source]) => readWallList(source!, 'h9'),
  },
];

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
    const reader = READERS.find(({ detects }) => detects(source));
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
