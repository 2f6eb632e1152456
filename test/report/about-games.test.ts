import { expect, test, vi } from 'vitest';
import type { GameRow } from '../../src/ui/parts/games.js';

vi.stubGlobal('navigator', { language: 'en' });
const { aboutGames } = await import('../../src/ui/parts/games.js');

test.each([
  [['2024-03-05', '2024-03-09'], 'Cup, 2024-03-05 – 2024-03-09'],
  [['2024-03-05', '2024-13-45'], 'Cup, 2024-03-05'],
  [['2024-02-30', '2023-04', '2024'], 'Cup, 2023-04 – 2024'],
  [['0000-00-00', 'foo', ''], 'Cup'],
])('a title has days of the calendar only: %j', (dates, title) => {
  const rows = dates.map((date) => ({ event: 'Cup', date, file: 'a.sgf' }) as GameRow);
  expect(aboutGames(rows)).toBe(title);
});
