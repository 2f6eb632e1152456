/** What the cells of a column are: text, numbers, numbers written as decimals, a board size (`19` or `9x13`), or one of some names. */
export type ColumnKind = 'text' | 'integer' | 'number' | 'decimal' | 'size' | readonly string[];

/** One column of a table. In JSON an empty cell is null. */
export interface Column {
  readonly kind: ColumnKind;
  readonly about: string;
  /** No cell of it is empty. */
  readonly isFilled: boolean;
}

/** The columns of a table by their names, in their permanent order; new ones go to the end. */
export type ColumnTable = Readonly<Record<string, Column>>;

/** A column whose cells may be empty. */
export function column(kind: ColumnKind, about: string): Column {
  return { kind, about, isFilled: false };
}

/** A column without empty cells. */
export function filled(kind: ColumnKind, about: string): Column {
  return { kind, about, isFilled: true };
}

export function namesOf<T extends ColumnTable>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table);
}

/** Columns whose cells are decimal text, which JSON has as numbers. */
export function decimalsOf(table: ColumnTable): ReadonlySet<string> {
  return new Set(namesOf(table).filter((name) => table[name]!.kind === 'decimal'));
}
