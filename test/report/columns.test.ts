import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Cell, type Column, columnsOf, type Named } from '../../src/report/columns/column.js';
import {
  comparedColumns,
  COMPUTED_COLUMNS,
  CONVERT_COLUMNS,
  CONVERT_SHEET_COLUMNS,
  convertRows,
  convertSheetRows,
  DUPLICATE_COLUMNS,
  FINDING_COLUMNS,
  findingCells,
  PAIRING_COLUMNS,
  QUEUE_COLUMNS,
  SCORE_COLUMNS,
  scoreRows,
  STATISTICS_COLUMNS,
} from '../../src/report/columns/tables.js';
import { columnsNamed } from '../../src/report/columns/named.js';
import { MEANINGS } from '../../src/report/output/text.js';
import { VERDICTS } from '../../src/referee/score/score-types.js';
import { GAME_COLUMNS, gameCells } from '../../src/report/columns/games.js';
import {
  GROUP_TABLE,
  PLAYER_TABLE,
  LIST_COLUMN_NAMES,
  LIST_TABLE,
  listColumn,
  type GroupColumn,
} from '../../src/report/columns/lists.js';
import { listGames, listQuery } from '../../src/report/list/list-games.js';
import { analyze, DEFAULT_OPTIONS } from '../../src/referee/judge/analyze.js';
import { rulesetByName } from '../../src/go/rules/rulesets.js';
import { ROOT } from '../support/documents.js';

type Row = Named<Pick<Column, 'kind' | 'about' | 'isFilled'>> & { readonly depth?: string };

const KINDS = {
  text: 'text',
  integer: 'whole number',
  number: 'number',
  decimal: 'decimal',
  size: 'size',
};

function tableOf(columns: readonly Row[]): string {
  const hasDepth = columns.some(({ depth }) => depth !== undefined);
  const line = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const head = ['column', 'kind', 'empty', ...(hasDepth ? ['needs'] : []), 'meaning'];
  return [
    line(...head),
    `|${head.map(() => '---|').join('')}`,
    ...columns.map(({ name, kind, isFilled, depth, about }) =>
      line(
        `\`${name}\``,
        typeof kind === 'string' ? KINDS[kind] : kind.map((one) => `\`${one}\``).join(', '),
        isFilled ? 'never' : '',
        ...(hasDepth ? [depth ?? ''] : []),
        about,
      ),
    ),
  ].join('\n');
}

const PAGE = `# Columns

Every table has its columns in a permanent order; new ones come at the end. An empty cell is null in JSON. A decimal is written with a point and without an exponent, and is a number in JSON; \`yes\` and \`no\` alone are true and false there; a size is \`19\`, or \`9x13\` for 9 columns and 13 rows. In CSV a cell that a spreadsheet would run as a formula starts with an apostrophe.

In JSON and JSON Lines a file whose findings belong to no game has a row of its own in \`audit\`, \`score\`, \`convert\` and \`check\`, with \`game\` null: \`{"file":"notes.sgf","game":null,"findings":[…]}\`. Its findings have the fields of findings.csv, and \`args\`, the values in the message. CSV has no such rows; findings.csv lists them with an empty \`game\`.

This page is made from \`src/report/columns\` of the repository: \`UPDATE=1 npx vitest run test/report/columns.test.ts\` writes it.

## games.csv

One row for each game, in \`audit\` and \`check\`. JSON and JSON Lines add \`change\` and \`findings\`. \`needs\` is what must be done with a game before the column is known: \`list\` replays or scores a game only for columns that need it; \`decided\`: a score, of games that a referee has decided.

${tableOf(GAME_COLUMNS)}

The verdicts, also by \`explain VERDICT\`:

${VERDICTS.map((word) => `- \`${word}\`: ${MEANINGS[word]}`).join('\n')}

## findings.csv

One row for each finding; those of a file that belong to none of its games come before its games. JSON adds \`args\`, the values in the message.

${tableOf(FINDING_COLUMNS)}

## score

One row for each game and ruleset.

${tableOf(SCORE_COLUMNS)}

## convert

One row for each game, ruleset converted into, and basis; a single row without numbers where nothing can be converted.

${tableOf(CONVERT_COLUMNS)}

A workbook has one row for each game and ruleset converted into: that of the declared margin, or of the computed one where none is declared, with these columns after \`result_to\`:

${tableOf(COMPUTED_COLUMNS)}

\`convert --table\` has one row for each game, with a column for each ruleset. For \`--table japanese,aga\`:

${tableOf(comparedColumns(['japanese', 'aga']))}

## list

The columns of games.csv, these, and every SGF property by its name in capitals. Here \`moves\` and the passes are those of the record, also where the ruleset ends a game before, at the first capture.

${tableOf(columnsOf<Column & { readonly depth: string }>(LIST_TABLE))}

\`list --group-by\` has one row for each ruleset, event or year: years in their order, others with the most games first. Games whose record does not say are in a row of their own.

${tableOf(columnsOf<GroupColumn>(GROUP_TABLE))}

\`list --group-by player\` has a score sheet for each name of a player, in either color:

${tableOf(columnsOf<GroupColumn>(PLAYER_TABLE))}

## duplicates

One row for each game of a group of games that are the same.

${tableOf(DUPLICATE_COLUMNS)}

## crosscheck

pairings.csv: one row for each pairing of the results tables, in their order.

${tableOf(PAIRING_COLUMNS)}

## --statistics

How many findings of each code each folder has, most first.

${tableOf(STATISTICS_COLUMNS)}

## queue

One row for each plan that uses the queue, and one for the jobs of servers.

${tableOf(QUEUE_COLUMNS)}
`;

test('docs/columns.md has every column of every table', () => {
  const file = join(ROOT, 'docs/columns.md');
  if (process.env['UPDATE'] === '1') writeFileSync(file, PAGE);
  expect(readFileSync(file, 'utf8')).toBe(PAGE);
});

test('every column that the page has is explained by its name', () => {
  // Those of `convert --table` that are named after rulesets aside.
  const names = [...PAGE.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name!);
  const unknown = new Set(names.filter((name) => columnsNamed(name).size === 0));
  expect([...unknown].sort()).toEqual(['aga', 'japanese']);
});

const FITS = {
  text: (cell: Cell) => typeof cell === 'string',
  integer: (cell: Cell) => Number.isInteger(cell),
  number: (cell: Cell) => typeof cell === 'number',
  decimal: (cell: Cell) => typeof cell === 'string' && /^-?\d+(?:\.\d+)?$/.test(cell),
  size: (cell: Cell) => typeof cell === 'number' || /^\d+x\d+$/.test(cell),
};

/** Cells that are not of the kind of their column. */
function misfits(columns: readonly Row[], rows: readonly (readonly Cell[])[]): unknown[] {
  return rows.flatMap((row) =>
    columns.flatMap(({ name, kind, isFilled }, i) => {
      const cell = row[i]!;
      if (cell === '') return isFilled ? [[name, cell]] : [];
      const fits = typeof kind === 'string' ? FITS[kind](cell) : kind.includes(String(cell));
      return fits ? [] : [[name, cell]];
    }),
  );
}

const FILES = readdirSync(join(ROOT, 'samples'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.sgf'))
  .sort();

test.each(FILES)('every cell is of the kind of its column: %s', (name) => {
  const bytes = readFileSync(join(ROOT, 'samples', name));
  const aga = rulesetByName('aga');
  const options = {
    ...{ ...DEFAULT_OPTIONS, file: name, digest: () => '0123', estimator: 'none' as const },
    accounts: { scoreUnder: ['auto' as const, aga], convertTo: [aga] },
  };
  const { games } = analyze(bytes, options);
  const rows = games.map(gameCells);
  expect(misfits(GAME_COLUMNS, rows)).toEqual([]);
  for (const game of games) {
    const found = game.findings.map((one) => findingCells(name, game.game, one, game.record));
    expect(misfits(FINDING_COLUMNS, found)).toEqual([]);
  }
  expect(misfits(SCORE_COLUMNS, games.flatMap(scoreRows))).toEqual([]);
  expect(misfits(CONVERT_COLUMNS, games.flatMap(convertRows))).toEqual([]);
  expect(misfits(CONVERT_SHEET_COLUMNS, games.flatMap(convertSheetRows))).toEqual([]);
  // What list reads without replay is what audit writes.
  const query = listQuery({ columns: LIST_COLUMN_NAMES });
  if (!query.ok) throw new Error(query.error);
  const listed = listGames(bytes, query.value, options).games.map(({ cells }) => cells);
  expect(misfits(LIST_COLUMN_NAMES.map(listColumn), listed)).toEqual([]);
  if (name.startsWith('first-capture/')) return; // Reading alone does not see where the game ends.
  expect(listed.map((cells) => cells.slice(0, GAME_COLUMNS.length))).toEqual(rows);
});
