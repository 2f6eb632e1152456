import { BLACK, WHITE, type Stone } from '../../core/color.js';
import { ACTION } from '../../core/line.js';
import { suggestion, unknownChoice } from '../../core/text.js';
import { failure, success, type Outcome } from '../../core/outcome.js';
import { movesDigest } from '../../referee/judge/decisions.js';
import type { GameReport } from '../../referee/judge/report.js';
import type { RawFile, RawGame } from '../../sgf/raw.js';
import { columnsOf, filled, namesOf, column, type Named, type ColumnTable, type Column } from './column.js';
import {
  columnsAt,
  GAME_COLUMNS,
  replayed,
  type ColumnByDepth,
  type GameColumn,
  type ReadReport,
} from './games.js';

/** The numbers of a whole game tree, variations included. */
export interface TreeCounts {
  readonly nodes: number;
  /** Lines from the root to an end: 1 for a game without variations. */
  readonly variations: number;
  /** Nodes after which the tree splits. */
  readonly branches: number;
  /** Nodes with a C that is not empty. */
  readonly comments: number;
  /** Characters in all C values, escapes resolved. */
  readonly commentCharacters: number;
}

/** A game after reading alone: its header, file and tree. */
export interface ReadGame extends ReadReport {
  readonly raw: RawGame;
  readonly source: RawFile;
  /** How often the main line has each kind of ACTION. */
  readonly actions: ArrayLike<number>;
  readonly tree: TreeCounts;
}

const listed = columnsAt<ReadGame, 'read'>('read');

/** Columns of `list` besides those of games.csv and every SGF property by its identifier. */
export const LIST_TABLE = {
  black_rank: header('BR', 'Rank of Black (BR)'),
  white_rank: header('WR', 'Rank of White (WR)'),
  black_team: header('BT', 'Team of Black (BT)'),
  white_team: header('WT', 'Team of White (WT)'),
  place: header('PC', 'Where the game was played (PC)'),
  year: listed('integer', 'Year of the date', ({ record }) => record.year ?? ''),
  time: header('TM', 'Main time (TM)'),
  overtime: header('OT', 'Overtime (OT)'),
  moves_digest: listed('text!', 'Digest of the moves, by which decisions name a game', ({ record }) =>
    movesDigest(record),
  ),
  origin: listed('text', 'Server or program that wrote the file', ({ record }) => record.origin),
  charset: listed('text!', 'Charset that the file was read in', ({ source }) => source.charset.used),
  format: listed('text!', 'Format of the file', ({ source }) => source.translation?.format ?? 'sgf'),
  bytes: listed('integer!', 'Bytes of the game', ({ raw }) => raw.end - raw.start),
  plays: filled(count('Plays on the main line', 'playBlack', 'playWhite')),
  passes: filled(count('Passes on the main line', 'passBlack', 'passWhite')),
  setup_stones: filled(count('Stones set up on the main line', 'addBlack', 'addWhite')),
  nodes: listed('integer!', 'Nodes of the tree', ({ tree }) => tree.nodes),
  variations: listed('integer!', 'Lines of the tree: 1 without variations', ({ tree }) => tree.variations),
  branches: listed('integer!', 'Nodes after which the tree splits', ({ tree }) => tree.branches),
  comments: listed('integer!', 'Nodes with a comment', ({ tree }) => tree.comments),
  comment_characters: listed('integer!', 'Characters of all comments', ({ tree }) => tree.commentCharacters),
  captures_black: replayed('integer!', 'Stones captured by Black', capturesOfBlack),
  captures_white: replayed('integer!', 'Stones captured by White', capturesOfWhite),
  captures: replayed(
    'integer!',
    'Stones captured by both',
    (report) => capturesOfBlack(report) + capturesOfWhite(report),
  ),
  winner: listed('text', 'Winner that RE declares: black, white or draw', winnerOf),
};

/** A column of `list`, with what its depth needs. */
type ListColumn = Named<ColumnByDepth<ReadGame>>;

const COLUMNS: readonly ListColumn[] = [...GAME_COLUMNS, ...columnsOf(LIST_TABLE)];
const BY_NAME: ReadonlyMap<string, ListColumn> = new Map(COLUMNS.map((one) => [one.name, one]));

/** Every named column. */
export const LIST_COLUMN_NAMES: readonly string[] = namesOf(COLUMNS);

/** Shown by default. */
export const DEFAULT_LIST_COLUMNS: readonly string[] = [
  ...['file', 'game', 'black', 'white', 'date', 'event', 'size', 'handicap', 'komi'],
  ...['rules_declared', 'moves', 'result_declared'],
];

/** Those of them that fit into a terminal of 80 columns. */
export const NARROW_LIST_COLUMNS: readonly string[] = [
  ...['file', 'game', 'black', 'white', 'size', 'moves', 'result_declared'],
];

/** Those for games that need a ruling. */
export const WORKLIST_COLUMNS: readonly string[] = [
  ...['needs_ruling', 'file', 'game', 'black', 'white', 'result_declared', 'result', 'question'],
];

const PROPERTY = /^[A-Z][A-Z0-9]{0,7}$/;

/** The column of this name: a named one, or an SGF property in capitals. */
export function listColumn(name: string): ListColumn {
  return BY_NAME.get(name) ?? { name, ...property(name, '') };
}

/** A field that would have both players. */
const PLAYER = /^(?:players?|names?)$/;

/** The correct name of a column: a named one in any case, or a property in capitals. The error names the nearest. */
export function columnNamed(name: string): Outcome<string, string> {
  if (PROPERTY.test(name)) return success(name);
  const low = name.toLowerCase().replaceAll('-', '_');
  if (BY_NAME.has(low)) return success(low);
  const advice = PLAYER.test(low) ? '; there are black and white' : suggestion(low, LIST_COLUMN_NAMES);
  return failure(
    `there is no field ${name}${advice} (docs/columns.md has all; SGF properties are written in capitals)`,
  );
}

/** Why no cell of a column is this value: the column has names, and it is none of them. */
export function cellFault(column: string, value: string): string | undefined {
  const { kind } = listColumn(column);
  if (value === '') return undefined;
  if ((kind === 'integer' || kind === 'number') && !Number.isFinite(Number(value)))
    return `${column}: ${value} is no number`;
  if (typeof kind === 'string' || kind.includes(value)) return undefined;
  return `${column}: ${unknownChoice(value, kind)}`;
}

/** The first value of a property of the header. */
function header(ident: string, about: string): GameColumn<ReadGame, string, 'read'> {
  return listed('text', about, ({ raw }) => raw.header.get(ident) ?? '');
}

/** All values of a property of the header. */
function property(ident: string, about: string): GameColumn<ReadGame, string, 'read'> {
  return listed('text', about, ({ raw }) => raw.header.all(ident).join(' '));
}

function count(
  about: string,
  ...kinds: readonly (keyof typeof ACTION)[]
): GameColumn<ReadGame, number, 'read'> {
  return listed('integer', about, ({ actions }) =>
    kinds.reduce((sum, kind) => sum + actions[ACTION[kind]]!, 0),
  );
}

function winnerOf({ record: { result } }: ReadGame): 'black' | 'white' | 'draw' | '' {
  if (result.kind === 'jigo') return 'draw';
  return 'winner' in result ? result.winner : '';
}

/** Stones that Black captured: White stones put on the board and not there at the end. */
function capturesOfBlack({ replay, finalBoard }: GameReport): number {
  return replay.setupWhite + replay.playsWhite - stonesOn(finalBoard, WHITE);
}

function capturesOfWhite({ replay, finalBoard }: GameReport): number {
  return replay.setupBlack + replay.playsBlack - stonesOn(finalBoard, BLACK);
}

function stonesOn(board: Uint8Array | undefined, color: Stone): number {
  let count = 0;
  for (const stone of board ?? []) if (stone === color) count++;
  return count;
}

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
  /** Of a player: games without handicap, as White with one, and as Black with one. */
  even: Score;
  giving: Score;
  taking: Score;
  /** Of a player, in games without handicap: komi of more than a point for White, of a point or less, and for Black. */
  usualKomi: Score;
  noKomi: Score;
  reverseKomi: Score;
}

/** How a group is called where people read it. */
export const shownName = ({ name }: GameGroup): string => (name === '' ? '(not recorded)' : name);

export type GroupColumn = Column<GameGroup, undefined>;
type Table = ColumnTable<GameGroup, undefined>;

type Sum = 'games' | 'draws' | 'moves' | 'komi' | 'withKomi' | 'handicapGames' | 'handicapStones';

const whole = (about: string, of: (group: GameGroup) => number): GroupColumn =>
  column<GameGroup, undefined, number>('integer!', about, of);
const mean = (about: string, sum: Sum, of: Sum): GroupColumn =>
  column<GameGroup, undefined, number | ''>('number', about, (group) =>
    group[of] === 0 ? '' : Math.round((10 * group[sum]) / group[of]) / 10,
  );
const named = (about: string): GroupColumn =>
  column<GameGroup, undefined, string>('text', about, ({ name }) => name);

const MEANS = {
  moves_mean: mean('Mean number of moves per game', 'moves', 'games'),
  komi_mean: mean('Mean komi per game, where it is recorded', 'komi', 'withKomi'),
  handicap_games: whole('Games with two handicap stones or more', ({ handicapGames }) => handicapGames),
  handicap_mean: mean('Mean number of stones per handicap game', 'handicapStones', 'handicapGames'),
} satisfies Table;

/** Columns of groups of games. Wins are those that RE declares. */
export const GROUP_TABLE = {
  group: named('What the games have in common; empty where the records do not say'),
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

/** Columns of the score sheets of players. A game of a name against the same name counts for both colors, one of two players without names twice. */
export const PLAYER_TABLE = {
  player: named('Name as in PB or PW; empty for all players without one: a game of two of them counts twice'),
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
const NARROW: readonly string[] = [
  ...['group', 'player', 'games', 'wins', 'black_games', 'black_wins', 'white_games', 'white_wins'],
  'moves_mean',
];

/** The columns of a table of groups. */
export function groupColumns(by: Grouping, width: 'all' | 'narrow' = 'all'): readonly Named<GroupColumn>[] {
  const columns = columnsOf<GroupColumn>(by === 'player' ? PLAYER_TABLE : GROUP_TABLE);
  return width === 'all' ? columns : columns.filter(({ name }) => NARROW.includes(name));
}
