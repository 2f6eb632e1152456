import { expect, test, vi } from 'vitest';

vi.stubGlobal('navigator', { language: 'en' });
/** A name that the compiler does not follow: the page has a configuration of its own. */
const PARTS: string = '../../src/ui/parts/games.js';
const { aboutGames } = (await import(PARTS)) as {
  aboutGames: (rows: readonly unknown[], tables: readonly []) => string;
};

test.each([
  [['2024-03-05', '2024-03-09'], 'Cup, 2024-03-05 – 2024-03-09'],
  [['2024-03-05', '2024-13-45'], 'Cup, 2024-03-05'],
  [['2024-02-30', '2023-04', '2024'], 'Cup, 2023-04 – 2024'],
  [['0000-00-00', '2024-13', 'foo', ''], 'Cup'],
  [['1094-01-01', '2024-03-05', '2025-03-09', '2025', '2099'], 'Cup, 2024-03-05 – 2025-03-09'],
  [['1094', '2025'], 'Cup'],
])('a title has days of the calendar only: %j', (dates, title) => {
  expect(
    aboutGames(
      dates.map((date) => ({ event: 'Cup', date, file: 'a.sgf' })),
      [],
    ),
  ).toBe(title);
});

test('games below / and in a relative folder have no folder in common', () => {
  const row = (file: string): object => ({ event: '', date: '', file });
  expect(aboutGames([row('/tmp/a.sgf'), row('samples/b.sgf')], [])).toBe('');
  expect(aboutGames([row('/tmp/x/a.sgf'), row('/tmp/y/b.sgf')], [])).toBe('/tmp');
  expect(aboutGames([{ event: 'Cup', date: '', file: 'games/a.sgf' }], [])).toBe('Cup');
});
