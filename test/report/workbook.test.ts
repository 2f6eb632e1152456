import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { rowsOfGames, workbookOfRun } from '../../src/report/output/csv-workbook.js';
import { rowHead, rowText } from '../../src/report/output/rows.js';
import { sheetHead, sheetRow, workbook, workbookWithNote } from '../../src/report/output/workbook.js';
import { GAME_COLUMNS } from '../../src/report/columns/games.js';
import { cellsIn } from '../support/workbook-cells.js';
import { finding } from '../../src/core/findings/finding.js';

const named = (...columns: readonly (readonly [string, 'text' | 'integer' | 'decimal'])[]) =>
  columns.map(([name, kind]) => ({ name, kind }));

/** Cells of the first sheet by their places: numbers as they are, texts in quotes, days with their style. */
async function cellsOf(lines: string): Promise<Readonly<Record<string, string>>> {
  return cellsIn(await workbook(lines));
}

test('sizes of square boards are numbers, and days that no calendar has are texts', async () => {
  const head = sheetHead('T', named(['size', 'text'], ['date', 'text']));
  const cells = await cellsOf(head + sheetRow(0, ['19', '2024-02-30']) + sheetRow(0, ['9x13', '2024-02-29']));
  expect(cells).toMatchObject({ A2: '19', B2: '"2024-02-30"', A3: '"9x13"', B3: '45351' });
});

test('numbers, days and texts are what they are; what looks like a formula or a day is text', async () => {
  const head = sheetHead(
    'T',
    named(['file', 'text'], ['moves', 'integer'], ['komi', 'decimal'], ['date', 'text']),
  );
  const lines =
    head +
    sheetRow(0, ['=1+1', 12, '6.5', '2026-11-24']) +
    sheetRow(0, ['1-2', 0, '', '2026-11']) +
    sheetRow(0, ['黒 & <白>', 3, '-0.5', '1846-09-11']);
  expect(await cellsOf(lines)).toMatchObject({
    ...{ A1: '"file"', D1: '"date"' },
    ...{ A2: '"=1+1"', B2: '12', C2: '6.5', D2: '46350' },
    ...{ A3: '"1-2"', B3: '0', D3: '"2026-11"' },
    ...{ A4: '"黒 &amp; &lt;白&gt;"', C4: '-0.5', D4: '"1846-09-11"' },
  });
});

test('every sheet can be filtered by each of its columns', async () => {
  const many = Array.from({ length: 28 }, (_, i) => [`c${String(i)}`, 'text'] as const);
  const lines = sheetHead('T', named(...many)) + sheetHead('U', named(['a', 'text'])) + sheetRow(0, ['x']);
  const entries = unzipSync(await workbook(lines));
  const filters = [1, 2].map((i) => {
    const xml = strFromU8(entries[`xl/worksheets/sheet${String(i)}.xml`]!);
    return /<\/sheetData><autoFilter ref="([A-Z\d:]+)"\/>/.exec(xml)?.[1];
  });
  expect(filters).toEqual(['A1:AB2', 'A1:A1']);
});

test('a later copy of a game is counted in its row and listed first', () => {
  const cells = GAME_COLUMNS.map(({ name }) => (name === 'notes' ? 1 : name === 'first_code' ? '' : 'x'));
  const found = {
    ...finding('game/duplicate', { file: 'a', game: 1, symmetric: false }),
    line: 0,
    column: 0,
  };
  const part = sheetRow(0, cells) + sheetRow(1, ['other']);
  const [row, note, other] = workbookWithNote(part, 'b', 2, found)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown[]);
  const at = (name: string): number => 1 + GAME_COLUMNS.findIndex((column) => column.name === name);
  expect([row![at('notes')], row![at('first_code')]]).toEqual([2, 'game/duplicate']);
  expect(note!.slice(0, 4)).toEqual([1, 'b', 2, 'game/duplicate']);
  expect(other).toEqual([1, 'other']);
});

test('tables that are there as CSV become the sheets of the same cells', async () => {
  const cells = GAME_COLUMNS.map(({ name }) =>
    name === 'file' ? '=1+1, "x"' : name === 'moves' ? 12 : name === 'black' ? "'tis" : '',
  );
  const csv = rowHead('csv', GAME_COLUMNS) + rowText('csv', GAME_COLUMNS, cells);
  const made = await cellsOf(sheetHead('Games', GAME_COLUMNS) + sheetRow(0, cells));
  const games = [['games.csv', csv]] as const;
  const converted = { rulesets: ['japanese', 'aga'], rows: [] as string[] };
  const file = await workbookOfRun(games, converted);
  expect(cellsIn(file)).toEqual(made);
  expect(Object.keys(unzipSync(file))).not.toContain('xl/worksheets/sheet2.xml');
  const rows = ['a.sgf,1,B,W,japanese,B+0.50,declared,B+0.5,W+0.5,yes\n', 'b.sgf,2\n'];
  expect(cellsIn(await workbookOfRun(games, { ...converted, rows }), 2)).toMatchObject({
    ...{ A1: '"file"', H1: '"japanese"', I1: '"aga"', J1: '"flips"' },
    ...{ A2: '"a.sgf"', B2: '1', I2: '"W+0.5"', A3: '"b.sgf"', B3: '2' },
  });
});

test('the rows of some games are as they were, whatever their cells hold', () => {
  const rows = ['a.sgf,1,"x, ""y"""\n', 'b.sgf,1,"two\nlines"\n', "b.sgf,2,'=1+1\n", ',,about a table\n'];
  const csv = ['file,game,message\n', ...rows].join('');
  const all = [1, 2].flatMap((game) => [
    { file: 'a.sgf', game },
    { file: 'b.sgf', game },
  ]);
  expect(rowsOfGames(csv, all)).toBe(['file,game,message\n', ...rows.slice(0, 3)].join(''));
  expect(rowsOfGames(csv, [{ file: 'b.sgf', game: 2 }])).toBe(`file,game,message\n${rows[2]!}`);
});
