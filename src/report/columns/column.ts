/**
 * Columns of every table: each is stated once, and CSV, JSON, text, the pages, the schemas of the service and
 * docs/columns.md derive from it.
 */

type PlainKind = 'text' | 'integer' | 'number' | 'decimal' | 'size';

/** What the cells of a column are: text, numbers, numbers written as decimals, a board size (`19` or `9x13`), or one of several names. */
export type ColumnKind = PlainKind | readonly string[];

/** The kind of a truth value: these words in tables, true and false in JSON. */
export const YES_NO = ['yes', 'no'] as const;

/** A kind as a row of a table states it: `!` after it means that no cell is empty. */
export type StatedKind = ColumnKind | `${PlainKind}!`;

/** One cell: a string is text of the file or a name; a number is a number in every format; '' is empty. */
export type Cell = string | number;

/** One column of a table. Its cells come from a `Source` and from what is known `Beside` it. */
export interface Column<Source = never, Beside = never, Value extends Cell = Cell> {
  readonly kind: ColumnKind;
  readonly about: string;
  /** No cell is empty. In JSON an empty cell is null. */
  readonly isFilled: boolean;
  readonly of: (source: Source, beside: Beside) => Value;
}

/** The columns of a table by their names, in their permanent order; new ones go to the end. */
export type ColumnTable<Source = never, Beside = never> = Readonly<Record<string, Column<Source, Beside>>>;

export function column<Source, Beside, Value extends Cell>(
  stated: StatedKind,
  about: string,
  of: (source: Source, beside: Beside) => Value,
): Column<Source, Beside, Value> {
  const isFilled = typeof stated === 'string' && stated.endsWith('!');
  const kind = (isFilled ? stated.slice(0, -1) : stated) as ColumnKind;
  return { kind, about, isFilled, of };
}

/** A column of which no cell is empty. */
export function filled<C extends Column>(one: C): C {
  return { ...one, isFilled: true };
}

/** Some columns of a table. */
export function pick<T extends object, K extends keyof T>(table: T, ...names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<T, K>;
}

export type Named<C> = C & { readonly name: string };

/** The columns of a table in their order. */
export function columnsOf<C extends Column>(table: Readonly<Record<string, C>>): readonly Named<C>[] {
  return Object.entries(table).map(([name, one]) => ({ name, ...one }));
}

export function namesOf(columns: readonly { readonly name: string }[]): string[] {
  return columns.map(({ name }) => name);
}

/** One row: a cell for each column. */
export function cellsOf<Source, Beside>(
  columns: readonly Column<Source, Beside>[],
  source: Source,
  beside: Beside,
): Cell[] {
  const cells: Cell[] = [];
  // Called for each of millions of games: a loop creates no closure.
  for (const { of } of columns) cells.push(of(source, beside));
  return cells;
}

export type JsonValue =
  string | number | boolean | null | { readonly [key: string]: unknown } | readonly unknown[];
export type JsonRow = Record<string, JsonValue>;

/** A row as an object: empty cells are null, decimals numbers, yes and no true and false. */
export function objectOf(columns: readonly Named<Pick<Column, 'kind'>>[], cells: readonly Cell[]): JsonRow {
  const row: JsonRow = {};
  columns.forEach(({ name, kind }, i) => {
    const cell = cells[i]!;
    row[name] =
      cell === '' ? null : kind === 'decimal' ? Number(cell) : kind === YES_NO ? cell === 'yes' : cell;
  });
  return row;
}
