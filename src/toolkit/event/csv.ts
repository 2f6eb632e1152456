/** Our own table: CSV with the columns `round,table,white,black,handicap,komi,result,file`, in any order. */
import { readResultText } from '../../referee/record/declared-result.js';
import { nameKey } from './names.js';
import { numberIn, type Piece, type TableText } from './table-text.js';
import { emptyTable, finished, malformed, type Table, type TableDraft, type TableResult } from './table.js';

type Column = 'round' | 'table' | 'white' | 'black' | 'handicap' | 'komi' | 'result' | 'file';

/** The columns `white` and `black` are required: the others may be missing, or empty in any row. */
export function isCsv(source: TableText): boolean {
  const [head = ''] = source.text.split(/\r\n|\r|\n/, 1);
  const names = head.split(separatorOf(head)).map(columnOf);
  return names.includes('white') && names.includes('black');
}

/** Spreadsheets in many countries write semicolons. */
function separatorOf(head: string): string {
  return [',', ';', '\t'].reduce((best, sign) =>
    head.split(sign).length > head.split(best).length ? sign : best,
  );
}

function columnOf(cell: string): string {
  return cell
    .replace(/^\ufeff/, '')
    .replaceAll('"', '')
    .trim()
    .toLowerCase();
}

/** Reads a table. Its players are those that the rows name. Findings: `table/malformed`. */
export function readCsvTable(source: TableText): Table {
  const draft = emptyTable('csv', [source.file]);
  const [head = [], ...rows] = csvRows(source, draft);
  const columns = head.map(({ text }) => columnOf(text));
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
    readRow({ draft, source, players }, cell);
  }
  return finished(draft);
}

interface Reader {
  readonly draft: TableDraft;
  readonly source: TableText;
  /** Indexes of the players by their names. */
  readonly players: Map<string, number>;
}

function readRow(reader: Reader, cell: (column: Column) => Piece): void {
  const { draft, source } = reader;
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
  const result = resultOf(cell('result').text);
  if (!result) refuse(cell('result'), 'a result such as W+, B+3.5, W+R, =, 0-0 or ?');
  draft.pairings.push({
    round: number('round', /^\d{1,3}$/, 'a round as a number') ?? 0,
    table: number('table', /^\d{1,4}$/, 'a table as a number'),
    black: playerOf(reader, black),
    white: playerOf(reader, white),
    knowsColors: true,
    handicap: number('handicap', /^\d{1,2}$/, 'a number of handicap stones'),
    komi: number('komi', /^/, 'komi as a number of points'),
    result: result ?? { outcome: 'unknown' },
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
