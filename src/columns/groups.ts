import { column, columnsOf, type ColumnTable, type Column, type Named } from './column.js';

/** What `list --group-by` groups games by. */
export const GROUPINGS = ['player', 'ruleset', 'event', 'year'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Games, and how many of them were won. */
export interface Score {
  games: number;
  wins: number;
}

/** The games of one group in numbers; of one player, with the scores in each role. */
export interface GameGroup {
  readonly name: string;
  games: number;
  black: Score;
  white: Score;
  draws: number;
  /** Sum of the moves. */
  moves: number;
  /** Sum of the komi, and the games that have one. */
  komi: number;
  withKomi: number;
  /** Games with two stones or more, and the sum of these. */
  handicapGames: number;
  handicapStones: number;
  /** Of a player: games without handicap, as White with one, as Black with one. */
  even: Score;
  giving: Score;
  taking: Score;
  /** Of a player, in games without handicap: komi of more than a point for White, of a point or less, and for Black. */
  usualKomi: Score;
  noKomi: Score;
  reverseKomi: Score;
}

export type GroupColumn = Column<GameGroup, undefined>;
type Table = ColumnTable<GameGroup, undefined>;

const whole = (about: string, of: (group: GameGroup) => number): GroupColumn =>
  column<GameGroup, undefined, number>('integer!', about, of);
const mean = (
  about: string,
  sum: (group: GameGroup) => number,
  of: (group: GameGroup) => number,
): GroupColumn =>
  column<GameGroup, undefined, number | ''>('number', about, (group) =>
    of(group) === 0 ? '' : Math.round((10 * sum(group)) / of(group)) / 10,
  );

const NAME = column<GameGroup, undefined, string>(
  'text',
  'What the games have in common; empty where the records do not say',
  ({ name }) => name,
);
const MEANS = {
  moves_mean: mean(
    'Moves a game',
    ({ moves }) => moves,
    ({ games }) => games,
  ),
  komi_mean: mean(
    'Komi a game, where it is recorded',
    ({ komi }) => komi,
    ({ withKomi }) => withKomi,
  ),
  handicap_games: whole('Games with two handicap stones or more', ({ handicapGames }) => handicapGames),
  handicap_mean: mean(
    'Stones a handicap game',
    ({ handicapStones }) => handicapStones,
    ({ handicapGames }) => handicapGames,
  ),
} satisfies Table;

/** Columns of groups of games. Wins are those that RE declares. */
export const GROUP_TABLE = {
  group: NAME,
  games: whole('Games', ({ games }) => games),
  black_wins: whole('Games that Black won', ({ black }) => black.wins),
  white_wins: whole('Games that White won', ({ white }) => white.wins),
  draws: whole('Games without a winner that RE calls a draw', ({ draws }) => draws),
  undecided: whole(
    'Games whose RE names neither a winner nor a draw',
    ({ games, black, white, draws }) => games - black.wins - white.wins - draws,
  ),
  ...MEANS,
} satisfies Table;

const score = (name: string, about: string, of: (group: GameGroup) => Score): Table => ({
  [`${name}_games`]: whole(`Games ${about}`, (group) => of(group).games),
  [`${name}_wins`]: whole(`Games ${about} that the player won`, (group) => of(group).wins),
});

/** Columns of the score sheets of players. Games between two records of one name count for both colors. */
export const PLAYER_TABLE = {
  player: column<GameGroup, undefined, string>(
    'text',
    'Name as in PB or PW; empty where the records have none',
    ({ name }) => name,
  ),
  games: whole('Games', ({ games }) => games),
  wins: whole('Games that the player won', ({ black, white }) => black.wins + white.wins),
  draws: whole('Drawn games', ({ draws }) => draws),
  ...score('black', 'as Black', ({ black }) => black),
  ...score('white', 'as White', ({ white }) => white),
  ...score('even', 'without handicap', ({ even }) => even),
  ...score('giving', 'as White with two handicap stones or more', ({ giving }) => giving),
  ...score('taking', 'as Black with two handicap stones or more', ({ taking }) => taking),
  ...score('komi', 'without handicap and with a komi of more than a point', ({ usualKomi }) => usualKomi),
  ...score('no_komi', 'without handicap and with a komi of 0 to 1', ({ noKomi }) => noKomi),
  ...score('reverse_komi', 'without handicap and with a komi for Black', ({ reverseKomi }) => reverseKomi),
  ...MEANS,
} satisfies Table;

/** Columns of both tables that fit into a terminal of 80 columns. */
const NARROW: ReadonlySet<string> = new Set([
  ...[
    'group',
    'player',
    'games',
    'wins',
    'black_games',
    'black_wins',
    'white_games',
    'white_wins',
    'moves_mean',
  ],
]);

/** The columns of a table of groups. */
export function groupColumns(by: Grouping, width: 'all' | 'narrow' = 'all'): readonly Named<GroupColumn>[] {
  const columns = columnsOf<GroupColumn>(by === 'player' ? PLAYER_TABLE : GROUP_TABLE);
  return width === 'all' ? columns : columns.filter(({ name }) => NARROW.has(name));
}
