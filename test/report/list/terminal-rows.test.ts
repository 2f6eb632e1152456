import { expect, test } from 'vitest';
import { listColumn, WORKLIST_COLUMNS } from '../../../src/report/columns/lists.js';
import { rowText } from '../../../src/report/output/rows.js';

const columns = WORKLIST_COLUMNS.map(listColumn);
const QUESTION = 'B+12.5 is declared, W+3.5 counted';

function shown(width: number, black: string, white: string): string[] {
  const cells = [
    'winner-differs',
    'games/round-3/table-11.sgf',
    1,
    black,
    white,
    'B+12.5',
    'W+3.5',
    QUESTION,
  ];
  return rowText('text', columns, cells, { columns: width }).split('\n').slice(0, -1);
}

test('names of usual length are whole at 80 columns', () => {
  expect(shown(80, 'Fenech A.', 'Dickhut F.-J')).toEqual([
    'winner-differs …-3/table-11.sgf 1    Fenech A.    Dickhut F.-J B+12.5   W+3.5',
    `  ${QUESTION}`,
  ]);
});

test('names that are too long stand whole above the question', () => {
  expect(shown(80, 'Antoine Fenech', 'Benjamin Teuber').slice(1)).toEqual([
    '  Antoine Fenech - Benjamin Teuber',
    `  ${QUESTION}`,
  ]);
});

test('a wider terminal gives names its room first, then files', () => {
  expect(shown(140, 'Antoine Fenech', 'Benjamin Teuber')).toEqual([
    'winner-differs games/round-3/table-11.sgf' +
      `${' '.repeat(31)}1    Antoine Fenech       Benjamin Teuber      B+12.5     W+3.5`,
    `  ${QUESTION}`,
  ]);
});
