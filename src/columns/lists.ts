import { BLACK, type Stone, WHITE } from '../core/color.js';
import { ACTION } from '../core/line.js';
import { suggestion } from '../core/text.js';
import { failure, type Outcome, success } from '../core/outcome.js';
import { movesDigest } from '../referee/decisions.js';
import type { GameReport } from '../referee/report.js';
import { lineKey } from '../replay/line-key.js';
import type { RawFile, RawGame } from '../sgf/raw.js';
import { columnsOf, filled, type Named, namesOf } from './column.js';
import {
  type ColumnByDepth,
  columnsAt,
  GAME_COLUMNS,
  type GameColumn,
  type ReadReport,
  replayed,
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

/** A game as reading alone knows it, with its header, its file and its tree. */
export interface ReadGame extends ReadReport {
  readonly raw: RawGame;
  readonly source: RawFile;
  /** How often the main line has each kind of ACTION. */
  readonly actions: ArrayLike<number>;
  readonly tree: TreeCounts;
}

const listed = columnsAt<ReadGame, 'read'>('read');

/** Columns of `list` beside those of games.csv, and beside every SGF property by its identifier. */
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
    movesDigest(record, lineKey(record.line, record.width, record.height)),
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
export type ListColumn = Named<ColumnByDepth<ReadGame>>;

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

/** Those of a list of games that need a ruling. */
export const WORKLIST_COLUMNS: readonly string[] = [
  ...['needs_ruling', 'file', 'game', 'black', 'white', 'result_declared', 'result', 'question'],
];

const PROPERTY = /^[A-Z][A-Z0-9]{0,7}$/;

/** The column of this name: a named one, or an SGF property in capitals. */
export function listColumn(name: string): ListColumn {
  return BY_NAME.get(name) ?? { name, ...property(name, '') };
}

/** The right name of a column: a named one in any case, or a property in capitals. The error names the nearest. */
export function columnNamed(name: string): Outcome<string, string> {
  if (PROPERTY.test(name)) return success(name);
  const low = name.toLowerCase().replaceAll('-', '_');
  if (BY_NAME.has(low)) return success(low);
  const advice = suggestion(low, LIST_COLUMN_NAMES);
  return failure(`there is no field ${name}${advice} (SGF properties are written in capitals)`);
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

/** Stones that a color took: what was put on the board and is not there at the end. */
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
