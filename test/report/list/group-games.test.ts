import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../src/report/columns/column.js';
import { cellsOf, objectOf } from '../../../src/report/columns/column.js';
import { type Grouping, groupColumns } from '../../../src/report/columns/lists.js';
import { GroupedGames, groupedColumns, listGames, listQuery } from '../../../src/report/list/list-games.js';

/** Rows of groups as objects. */
function grouped(by: Grouping, games: readonly (readonly Cell[])[]): Record<string, unknown>[] {
  const all = new GroupedGames(by);
  for (const game of games) all.add(game);
  return all.groups().map((group) => objectOf(groupColumns(by), cellsOf(groupColumns(by), group, undefined)));
}

describe('score sheets of players', () => {
  const rows = grouped('player', [
    ['Anna', 'Ben', 'black', 200, 6.5, 0],
    ['Ben', 'Anna', 'black', 100, 6.5, 0],
    ['Ben', 'Anna', 'white', 150, 0.5, 3],
    ['Anna', 'Cleo', 'draw', 210, 0, 0],
    ['Anna', 'Ben', '', 10, -5.5, 0],
    ['Anna', 'Ben', 'white', 30, '', 0],
  ]);

  it('has wins by color, handicap and komi', () => {
    expect(rows.map(({ player, games }) => [player, games])).toEqual([
      ['Anna', 6],
      ['Ben', 5],
      ['Cleo', 1],
    ]);
    expect(rows[0]).toMatchObject({
      ...{ wins: 2, draws: 1, black_games: 4, black_wins: 1, white_games: 2, white_wins: 1 },
      ...{ even_games: 5, even_wins: 1, giving_games: 1, giving_wins: 1, taking_games: 0 },
      ...{ komi_games: 2, komi_wins: 1, no_komi_games: 1, reverse_komi_games: 1, reverse_komi_wins: 0 },
      ...{ moves_mean: 116.7, komi_mean: 1.6, handicap_games: 1, handicap_mean: 3 },
    });
    expect(rows[1]).toMatchObject({ wins: 2, taking_games: 1, taking_wins: 0 });
  });

  it('counts a game between two of one name once, and the scores of both', () => {
    const [same] = grouped('player', [['Anna', 'Anna', 'black', 9, '', 0]]);
    expect(same).toMatchObject({
      games: 1,
      black_games: 1,
      white_games: 1,
      wins: 1,
      komi_mean: null,
      moves_mean: 9,
    });
  });

  it('counts a game between two without names for each', () => {
    const games = [
      ['', '', 'black', 9, '', 0],
      ['', '', 'draw', 11, '', 0],
      ['', 'Ben', 'white', 100, '', 0],
    ];
    expect(grouped('player', games)[0]).toMatchObject({
      ...{ player: null, games: 5, wins: 1, draws: 2, moves_mean: 28 },
      ...{ black_games: 3, white_games: 2 },
    });
  });
});

it('groups have counts and means, the largest first, then by name', () => {
  const rows = grouped('ruleset', [
    ['japanese', 'black', 100, 6.5, 0],
    ['aga', 'white', 200, 7.5, 2],
    ['japanese', 'draw', 200, '', 0],
    ['chinese', '', 0, 7.5, 0],
  ]);
  expect(rows).toEqual([
    {
      ...{ group: 'japanese', games: 2, black_wins: 1, white_wins: 0, draws: 1, undecided: 0 },
      ...{ moves_mean: 150, komi_mean: 6.5, handicap_games: 0, handicap_mean: null },
    },
    expect.objectContaining({ group: 'aga', white_wins: 1, handicap_games: 1, handicap_mean: 2 }),
    expect.objectContaining({ group: 'chinese', undecided: 1 }),
  ]);
});

it.each<[Grouping, string[]]>([
  ['year', ['1952', '2010', '2024']],
  ['event', ['2024', '1952', '2010']],
])('the order of groups by %s', (by, order) => {
  const rows = grouped(
    by,
    ['2024', '2010', '2024', '1952', '2024', '1952'].map((name) => [name, 'black', 9, '', 0]),
  );
  expect(rows.map(({ group }) => group)).toEqual(order);
});

it.each(['player', 'ruleset', 'event', 'year'] as const)('the columns of %s are columns of list', (by) => {
  const query = listQuery({ columns: [], sort: groupedColumns(by) });
  expect(query.ok).toBe(true);
  if (!query.ok) return;
  const game = '(;GM[1]FF[4]SZ[9]PB[A]PW[B]RU[Japanese]EV[Cup]DT[2026-01-01]KM[6.5]RE[W+R];B[ee];W[cc])';
  const { games } = listGames(game, query.value);
  const all = new GroupedGames(by);
  all.add(games[0]!.keys);
  const [group] = all.groups();
  expect(group).toMatchObject({ games: 1, moves: 2, komi: 6.5, withKomi: 1 });
  expect(all.groups().reduce((sum, { white }) => sum + white.wins, 0)).toBe(1);
  expect(['A', 'japanese', 'Cup', '2026']).toContain(group!.name);
});
