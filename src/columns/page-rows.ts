import { visible } from '../core/text.js';
import { FINDING_CODES, type FindingCode, type Finding } from '../findings/finding.js';
import { RULING_NEEDS, type GameReport, type OpenQuestion } from '../referee/report.js';
import { GAME_COLUMNS, type GAME_TABLE, type OnPages, tally } from './games.js';

/** The columns that the pages show of each game; `codes` come after them. */
const ROW_COLUMNS = GAME_COLUMNS.filter((one) => 'isOnPages' in one);
const placeOf = (column: keyof RowCells): number => ROW_COLUMNS.findIndex(({ name }) => name === column);
/** The counts of findings by severity. */
const COUNTS = { error: placeOf('errors'), warning: placeOf('warnings'), note: placeOf('notes') };
const CODES = ROW_COLUMNS.length;

type GameTable = typeof GAME_TABLE;
type RowCells = {
  readonly [Name in keyof GameTable as GameTable[Name] extends OnPages ? Name : never]: ReturnType<
    GameTable[Name]['of']
  >;
};

/** One game as a table of many thousands shows it. */
export interface PageRow extends RowCells {
  /** Its number in the run or report, from 1. It tells games apart: archives may hold two entries of one name. */
  readonly row: number;
  /** Codes of the findings, each once; that of the most severe finding first. */
  readonly codes: readonly string[];
  /** Why the game was not scored; '' where it was, or where the row does not say. */
  readonly because: string;
}

/** A row as it is written: cells, those with a list of names as numbers (-1: empty); numbers of codes; `because`, if it is there. */
export type PackedRow = readonly (string | number | readonly number[])[];

const NUMBERS: ReadonlyMap<string, number> = new Map(FINDING_CODES.map((code, i) => [code, i]));

export function numberOfCode(code: FindingCode): number {
  return NUMBERS.get(code)!;
}

/** `file`: its name as the row shows it. `because`: the row says why there is no score. */
export function packRow(report: GameReport, file: string, because: 'with-reason' | 'short'): PackedRow {
  const counts = tally(report.findings);
  const codes = new Set(counts.first ? [numberOfCode(counts.first.code)] : []);
  for (const { code } of report.findings) codes.add(numberOfCode(code));
  const cells = ROW_COLUMNS.map(({ name, kind, of }) => {
    const cell = name === 'file' ? file : of(report, counts);
    if (typeof kind !== 'string') return kind.indexOf(String(cell));
    if (typeof cell !== 'string' || name === 'file') return cell;
    return shown(cell, SENTENCES.includes(name) ? LONGEST_SENTENCE : LONGEST);
  });
  const reason = because === 'with-reason' && !report.score ? [report.notScoredBecause] : [];
  return [...cells, [...codes], ...reason];
}

/** Cells are looked up when they are read: a report has up to 200,000 rows, and a table shows a few dozen of them. */
class Row {
  readonly row: number;
  packed: PackedRow;

  constructor(packed: PackedRow, row: number) {
    this.packed = packed;
    this.row = row;
  }

  get codes(): readonly string[] {
    return (this.packed[CODES] as readonly number[]).map((code) => FINDING_CODES[code]!);
  }

  get because(): string {
    return (this.packed[CODES + 1] as string | undefined) ?? '';
  }
}

for (const [i, { name, kind }] of ROW_COLUMNS.entries()) {
  Object.defineProperty(Row.prototype, name, {
    get(this: Row) {
      const cell = this.packed[i]!;
      return typeof kind === 'string' ? cell : (kind[Number(cell)] ?? '');
    },
  });
}

/** Reads what `packRow` made. `row`: the number of the row. */
export function unpackRow(packed: PackedRow, row: number): PageRow {
  return new Row(packed, row) as unknown as PageRow;
}

/** The row of a game with one more finding about the whole game. */
export function withFindingInRow(packed: PackedRow, { code, severity }: Finding): PackedRow {
  const row = [...packed];
  const count = COUNTS[severity];
  row[count] = Number(row[count]) + 1;
  const codes = row[CODES] as readonly number[];
  const graver = {
    error: ['error'],
    warning: ['error', 'warning'],
    note: ['error', 'warning', 'note'],
  } as const;
  const isGravest = graver[severity].every((one) => Number(packed[COUNTS[one]]) === 0);
  const own = numberOfCode(code);
  row[CODES] = [...new Set(isGravest ? [own, ...codes] : [...codes, own])];
  return row;
}

/** Adds a finding to a row that was read already. */
export function addFindingToRow(row: PageRow, found: Finding): void {
  const known = row as unknown as Row;
  known.packed = withFindingInRow(known.packed, found);
}

const NEED = placeOf('needs_ruling');
const QUESTION = placeOf('question');

/** Puts a question about the game into a row that was read already, in place of the one that it has. */
export function askInRow(row: PageRow, { need, text }: OpenQuestion): void {
  const known = row as unknown as Row;
  const packed = [...known.packed];
  packed[NEED] = RULING_NEEDS.indexOf(need);
  packed[QUESTION] = shown(text, LONGEST_SENTENCE);
  known.packed = packed;
}

/** Most letters of a name or value of the file; the CSV files have them in full. */
const LONGEST = 120;
/** Columns that are quoted in full: they cite rules, or give several reasons. */
const SENTENCES: readonly string[] = ['question', 'counts_because'];
const LONGEST_SENTENCE = 400;

/** A text of the file as the pages show it: cut, and without characters that would turn a line around. */
export function shown(text: string, longest = LONGEST): string {
  if (text.length <= longest && !SPECIAL.test(text)) return text;
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return visible(cut.replace(LONE_SURROGATE, '\ufffd'));
}

/** Rare characters, which need a closer check: control characters, those that set a direction, and halves of characters. */
// eslint-disable-next-line no-control-regex
const SPECIAL = /[\u0000-\u001f\u007f-\u009f\u061c\u200e-\u206f\ud800-\udfff]/;

const LONE_SURROGATE = /[\ud800-\udfff]/gu;
