import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseAliases } from '../../../src/toolkit/event/names.js';
import { crosscheck } from '../../../src/toolkit/event/crosscheck.js';
import { readTables } from '../../../src/toolkit/event/read-table.js';
import { analyze } from '../../../src/referee/judge/analyze.js';

const EVENTS = new URL('../../../samples/events/', import.meta.url);
const read = (name: string): Buffer => readFileSync(new URL(name, EVENTS));

/** What was planted, by event, file and codes; written by hand. */
const PLANTED = read('expected.csv')
  .toString()
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','));

describe.each([
  ['club-swiss', 'club.xml', '', 15],
  ['aga-open', 'report.txt', '', 14],
  ['online-league', 'league.csv', 'nicks.csv', 12],
])('%s', (event, tableFile, aliasFile, pairings) => {
  const { tables } = readTables([{ name: tableFile, bytes: read(`${event}/${tableFile}`) }]);
  const names = parseAliases(aliasFile === '' ? '' : read(`${event}/${aliasFile}`).toString());
  const games = readdirSync(new URL(`${event}/games/`, EVENTS), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sgf'))
    .sort()
    .flatMap((name) => analyze(read(`${event}/games/${name}`), { file: `games/${name}` }).games);
  const checked = crosscheck(tables, games, names.ok ? names.value : []);

  test('all that was planted is found, and nothing else', () => {
    const found = new Map<string, Set<string>>();
    const note = (file: string, code: string): void => {
      found.set(file, (found.get(file) ?? new Set()).add(code));
    };
    for (const { file, findings } of games) for (const { code } of findings) note(file, code);
    for (const { file, finding } of checked.findings) note(file, finding.code);
    const planted = PLANTED.filter(([of]) => of === event);
    expect(planted.length).toBeGreaterThanOrEqual(9);
    expect([...found].map(([file, codes]) => [file, [...codes].sort().join(' ')]).sort()).toEqual(
      planted.map(([, file, codes]) => [file, codes]).sort(),
    );
  });

  test('each pairing has its row', () => {
    expect(checked.rows).toHaveLength(pairings);
  });
});
