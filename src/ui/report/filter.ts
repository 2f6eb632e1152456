import { FINDING_CODES } from '../../findings/catalogue.js';
import { ENDINGS } from '../../record/record.js';
import { VERDICTS } from '../../score/score-types.js';
import type { Row } from '../../output/html/report-data.js';

/** What the reader wants to see; '' is everything. */
export interface Wanted {
  readonly text: string;
  readonly grade: string;
  readonly code: string;
  readonly verdict: string;
  readonly ending: string;
  readonly ruleset: string;
}

export const EVERYTHING: Wanted = { text: '', grade: '', code: '', verdict: '', ending: '', ruleset: '' };

/** How grave the findings of a game must be. */
export const GRADES = {
  errors: 'with errors',
  warnings: 'with errors or warnings',
  illegal: 'with illegal moves',
  findings: 'with any finding',
  clean: 'without findings',
} as const;

const COLUMNS = {
  file: 0,
  game: 1,
  black: 2,
  white: 3,
  date: 4,
  moves: 10,
  declared: 12,
  result: 13,
  verdict: 14,
  findings: 16,
} as const;
export type Column = keyof typeof COLUMNS;

export interface Order {
  readonly column: Column;
  readonly way: 'up' | 'down';
}

/** Finds and sorts games by their numbers. Texts in small letters are made once. */
export function createFilter(
  rows: readonly Row[],
): (wanted: Wanted, order: Order | undefined) => Uint32Array {
  let texts: string[] | undefined;
  const textOf = (index: number): string => {
    texts ??= rows.map((row) =>
      `${row[0]}\n${row[2]}\n${row[3]}\n${row[4]}\n${row[9]}\n${row[12]}\n${row[13]}\n${row[20]}`.toLowerCase(),
    );
    return texts[index]!;
  };
  const keys = new Map<Column, readonly (string | number)[]>();
  const keysOf = (column: Column): readonly (string | number)[] => {
    const known = keys.get(column);
    if (known) return known;
    const made = rows.map((row) => keyOf(row, column));
    keys.set(column, made);
    return made;
  };

  return (wanted, order) => {
    const words = wanted.text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const code = (FINDING_CODES as readonly string[]).indexOf(wanted.code);
    const verdict = (VERDICTS as readonly string[]).indexOf(wanted.verdict);
    const ending = (ENDINGS as readonly string[]).indexOf(wanted.ending);
    const found = new Uint32Array(rows.length);
    let count = 0;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      if (wanted.grade !== '' && !isOfGrade(row, wanted.grade)) continue;
      if (wanted.verdict !== '' && row[14] !== verdict) continue;
      if (wanted.ending !== '' && row[11] !== ending) continue;
      if (wanted.ruleset !== '' && row[9] !== wanted.ruleset) continue;
      if (wanted.code !== '' && !row[19].includes(code)) continue;
      if (words.length > 0 && !words.every((word) => textOf(i).includes(word))) continue;
      found[count++] = i;
    }
    const games = found.subarray(0, count);
    if (!order) return games;
    const key = keysOf(order.column);
    const sign = order.way === 'up' ? 1 : -1;
    return games.sort((a, b) => {
      const one = key[a]!;
      const two = key[b]!;
      if (one === two) return a - b;
      return one < two ? -sign : sign;
    });
  };
}

function isOfGrade(row: Row, grade: string): boolean {
  switch (grade) {
    case 'errors':
      return row[16] > 0;
    case 'warnings':
      return row[16] + row[17] > 0;
    case 'illegal':
      return row[15] > 0;
    case 'findings':
      return row[19].length > 0;
    default:
      return row[19].length === 0;
  }
}

function keyOf(row: Row, column: Column): string | number {
  if (column === 'findings') return row[16] * 1e6 + row[17] * 1e3 + row[18];
  if (column === 'result' || column === 'declared') return marginOf(row[COLUMNS[column]]);
  const value = row[COLUMNS[column]];
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** Results sort by margin, those without one to either end. */
function marginOf(result: string): number {
  const match = /^([BW])\+(\d+(?:\.\d+)?)$/i.exec(result);
  if (match) return Number(match[2]) * (match[1]!.toUpperCase() === 'B' ? 1 : -1);
  if (result === '0') return 0;
  return result === '' ? -1e9 : result.toUpperCase().startsWith('B') ? 1e8 : -1e8;
}
