import type { RunRow } from './backend.js';

/** Which games are shown; '' is any. */
export interface Filter {
  readonly text: string;
  readonly severity: '' | 'error' | 'warning' | 'none';
  readonly verdict: string;
  readonly code: string;
}

export const ALL: Filter = { text: '', severity: '', verdict: '', code: '' };

export const SORT_COLUMNS = [
  'order',
  'file',
  'black',
  'date',
  'ruleset',
  'declared',
  'result',
  'verdict',
  'errors',
] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export interface Sort {
  readonly by: SortColumn;
  readonly down: boolean;
}

export function filtered(rows: readonly RunRow[], filter: Filter): readonly RunRow[] {
  const words = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const isAll = words.length === 0 && filter.severity === '' && filter.verdict === '' && filter.code === '';
  return isAll ? [...rows] : rows.filter((row) => fits(row, filter, words));
}

function fits(row: RunRow, { severity, verdict, code }: Filter, words: readonly string[]): boolean {
  if (severity === 'error' && row.errors === 0) return false;
  if (severity === 'warning' && row.errors + row.warnings === 0) return false;
  if (severity === 'none' && row.codes.length > 0) return false;
  if (verdict !== '' && row.verdict !== verdict) return false;
  if (code !== '' && !row.codes.includes(code)) return false;
  if (words.length === 0) return true;
  const text = `${row.file} ${row.black} ${row.white} ${row.event} ${row.date}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** `rows` itself, in order. */
export function sorted(rows: readonly RunRow[], { by, down }: Sort): readonly RunRow[] {
  if (by === 'order') return down ? [...rows].reverse() : rows;
  const sign = down ? -1 : 1;
  return [...rows].sort((a, b) => {
    if (by === 'errors') return sign * (weight(a) - weight(b));
    return sign * compare(a[by], b[by]);
  });
}

function weight({ errors, warnings, notes }: RunRow): number {
  return errors * 1e6 + warnings * 1e3 + notes;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
