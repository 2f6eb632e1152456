import type { Cell } from '../columns/column.js';
import { DEPTHS, needsScore, tally, type Depth } from '../columns/games.js';
import {
  columnNamed,
  DEFAULT_LIST_COLUMNS,
  listColumn,
  WORKLIST_COLUMNS,
  type ReadGame,
  type TreeCounts,
  type GameGroup,
  type Grouping,
  type Score,
} from '../columns/lists.js';
import {
  checkArgument,
  checkOptions,
  type Checks,
  isAnObject,
  isAnyText,
  isFlag,
  isObject,
  listOf,
  must,
} from '../../core/checks.js';
import type { Limits } from '../../core/limits.js';
import { ACTION, type MainLine } from '../../core/line.js';
import { failure, success, type Outcome } from '../../core/outcome.js';
import type { Finding } from '../../core/findings/finding.js';
import { readRecord } from '../../referee/record/read-record.js';
import { analyze } from '../../referee/judge/analyze.js';
import { decisionsFor, withDecidedRepair } from '../../referee/judge/decisions.js';
import { chooseRuleset, inputOf, type AnalyzeOptions } from '../../referee/judge/options.js';
import type { GameReport } from '../../referee/judge/report.js';
import type { CharsetEvidence, RawFile, RawGame } from '../../sgf/raw.js';
import { scanFile } from '../../sgf/scan/scan-file.js';
import { readTree } from '../../sgf/tree.js';
import { fieldsOf, parseWhere, passes, type Condition } from './where.js';

/** A game that was read but not replayed; its moves are those with a repair that was decided. Its digest and its counts are computed on first use. */
function readGame(raw: RawGame, source: RawFile, bytes: Uint8Array, options: AnalyzeOptions): ReadGame {
  const record = readRecord(raw);
  const { ruleset, source: rulesetSource } = chooseRuleset(record, options);
  let tree: TreeCounts | undefined;
  let actions: Uint32Array | undefined;
  return {
    ...{ file: options.file, game: raw.game, record, ruleset, rulesetSource, raw, source },
    get sha256() {
      return options.digest(bytes.subarray(raw.start, raw.end));
    },
    get tree() {
      return (tree ??= countTree(source.text, raw, options.limits));
    },
    get actions() {
      return (actions ??= countActions(
        withDecidedRepair(raw, decisionsFor(record, options.decisions).repair).game.line,
      ));
    },
    get replay() {
      const { playBlack, playWhite, passBlack, passWhite, badBlack, badWhite } = ACTION;
      const kinds: number[] = [playBlack, playWhite, passBlack, passWhite, badBlack, badWhite];
      return {
        moves: record.isGo ? kinds.reduce((sum, kind) => sum + this.actions[kind]!, 0) : 0,
        passesBlack: this.actions[passBlack]!,
        passesWhite: this.actions[passWhite]!,
      };
    },
  };
}

function countActions({ kinds, count }: MainLine): Uint32Array {
  const counts = new Uint32Array(Object.keys(ACTION).length);
  for (const kind of kinds.subarray(0, count)) counts[kind]!++;
  return counts;
}

/** Counts over the tree of one game, up to the limits of nodes and depth; nothing is checked. */
export function countTree(
  text: Uint8Array,
  game: Pick<RawGame, 'textStart' | 'textEnd'>,
  limits: Pick<Limits, 'nodesPerGame' | 'depth'>,
): TreeCounts {
  const { nodes, roots } = readTree(text, game, limits);
  let variations = 0;
  let branches = roots.length > 1 ? 1 : 0;
  let comments = 0;
  let commentCharacters = 0;
  for (const { children, data } of nodes) {
    if (children.length === 0) variations++;
    else if (children.length > 1) branches++;
    const texts = data['C']?.filter((value) => value !== '') ?? [];
    if (texts.length > 0) comments++;
    for (const value of texts) commentCharacters += value.replace(/[\ud800-\udbff]/g, '').length;
  }
  return { nodes: nodes.length, variations, branches, comments, commentCharacters };
}

/** What to list of each game; plain data. `depth`: how far games must be processed for that. */
export interface ListQuery {
  readonly columns: readonly string[];
  readonly where: Condition | undefined;
  /** Columns to sort by; `descending`: the largest first. */
  readonly sort: readonly { readonly column: string; readonly descending: boolean }[];
  readonly depth: Depth;
  readonly reports?: 'kept';
}

/** A query in words. */
export interface ListWords {
  /** Names of columns (`LIST_COLUMN_NAMES`) and SGF properties in capitals. */
  readonly columns?: readonly string[];
  /** A filter: `size=19 and black~"Lee"`. */
  readonly where?: string;
  /** Names of columns, with a minus in front for the largest first. */
  readonly sort?: readonly string[];
  /** Only games that need a ruling, the most severe first unless `sort` says otherwise. */
  readonly needsRuling?: boolean;
  /** Only games that a referee has decided. */
  readonly decided?: boolean;
}

const WORDS: Checks<keyof ListWords> = {
  columns: listOf(isAnyText),
  where: isAnyText,
  sort: listOf(isAnyText),
  needsRuling: isFlag,
  decided: isFlag,
};

/** Checks a query. The error is a line for the user; for a filter, with the column of the fault in the expression. Throws UserError for another kind of words. */
export function listQuery(words: ListWords): Outcome<ListQuery, string> {
  checkArgument('words', words, isAnObject);
  checkOptions(words, WORDS);
  const columns: string[] = [];
  const isWorklist = words.needsRuling === true;
  for (const word of words.columns ?? (isWorklist ? WORKLIST_COLUMNS : DEFAULT_LIST_COLUMNS)) {
    const column = columnNamed(word);
    if (!column.ok) return failure(`columns: ${column.error}`);
    columns.push(column.value);
  }
  const sort: { column: string; descending: boolean }[] = [];
  for (const word of words.sort ?? (isWorklist ? ['needs_ruling'] : [])) {
    const column = columnNamed(word.replace(/^-/, ''));
    if (!column.ok) return failure(`sort: ${column.error}`);
    sort.push({ column: column.value, descending: word.startsWith('-') });
  }
  const where = words.where === undefined ? undefined : parseWhere(words.where);
  if (where?.ok === false)
    return failure(`where: column ${String(where.error.column)}: ${where.error.message}`);
  const fields = [...(isWorklist ? ['needs_ruling'] : []), ...(words.decided === true ? ['decided_by'] : [])];
  const parts = [
    ...(where ? [where.value] : []),
    ...fields.map((field) => ({ kind: 'compare', field, by: '!=', value: '' }) as const),
  ];
  const condition = parts.length > 0 ? ({ kind: 'and', parts } as const) : undefined;
  const query = { columns, where: condition, sort };
  const deepest = Math.max(
    0,
    ...openQuery(query).columns.map((column) => DEPTHS.indexOf(listColumn(column).depth)),
  );
  return success({ ...query, depth: DEPTHS[deepest]! });
}

/** All cells that a query needs, of every game: it is answered once results tables are compared (`comparedTarget`). */
export function openQuery({ columns: own, where, sort }: Omit<ListQuery, 'depth'>): ListQuery {
  const columns = [...own, ...sort.map(({ column }) => column), ...(where ? fieldsOf(where) : [])];
  return { columns, where: undefined, sort: [], depth: 'score', reports: 'kept' };
}

/** One game that passed the filter. */
export interface ListedGame {
  readonly game: number;
  /** In the order of the columns. */
  readonly cells: readonly Cell[];
  /** Cells of the columns to sort by; in a column of names, the index of the name. */
  readonly keys: readonly Cell[];
  /** If the query keeps it. */
  readonly report?: GameReport | undefined;
}

/** The row of a game with these cells, `undefined` if it does not pass the filter. */
export function listedBy(
  { columns, where, sort }: ListQuery,
  cellOf: (name: string) => Cell,
): Pick<ListedGame, 'cells' | 'keys'> | undefined {
  if (where && !passes(where, cellOf)) return undefined;
  return { cells: columns.map(cellOf), keys: sort.map(({ column }) => keyOf(column, cellOf(column))) };
}

export interface Listing {
  readonly games: readonly ListedGame[];
  /** Games read, including those that did not pass. */
  readonly read: number;
  readonly charset: CharsetEvidence;
  /** Errors of the file that belong to no game, and the finding that it has no game. */
  readonly errors: readonly Finding[];
}

const isQuery = must(
  'the value of what listQuery returned',
  (value) =>
    isObject(value) &&
    DEPTHS.includes(value['depth'] as Depth) &&
    ['columns', 'sort'].every((name) => Array.isArray(value[name])),
);

/**
 * Lists the games of one file that pass the filter. Replays and scores nothing unless a column or the filter needs it.
 * `input` and options as for `analyze`. Never throws, whatever the file contains.
 */
export function listGames(
  input: Uint8Array | string,
  query: ListQuery,
  given: Partial<AnalyzeOptions> = {},
): Listing {
  const { bytes, whole: options } = inputOf(input, given);
  checkArgument('query', query, isQuery);
  const deep = query.depth === 'read' ? undefined : deepReports(bytes, query.depth, options);
  const source = scanFile(bytes, {
    firstGame: options.firstGame,
    limits: options.limits,
    charset: options.charset,
    lines: 'hold',
  });
  const games: ListedGame[] = [];
  for (const [i, raw] of source.games.entries()) {
    const read = readGame(raw, source, bytes, options);
    const report = deep?.[i];
    const counts = tally(report?.findings ?? []);
    const cellOf = (name: string): Cell => {
      const column = listColumn(name);
      if (column.depth === 'read') return column.of(read, counts);
      return report ? column.of(report, counts) : '';
    };
    const listed = listedBy(query, cellOf);
    if (listed) games.push({ game: raw.game, ...listed, ...(query.reports && { report }) });
  }
  const errors = source.findings.filter(
    ({ severity, code }) => severity === 'error' || code === 'sgf/no-game',
  );
  return { games, read: source.games.length, charset: source.charset, errors };
}

function keyOf(column: string, cell: Cell): Cell {
  const { kind } = listColumn(column);
  return typeof kind === 'string' || cell === '' ? cell : kind.indexOf(String(cell));
}

/** Reports of the games, for columns that need more than reading. */
function deepReports(bytes: Uint8Array, depth: Depth, options: AnalyzeOptions): readonly GameReport[] {
  return analyze(bytes, {
    ...options,
    score: needsScore(depth) && options.score,
    scores: depth === 'decided' ? 'decided' : 'all',
    keepBoard: true,
    places: false,
  }).games;
}

/** Columns of `list` that groups sum up, after those with the name of the group. */
const FACTS = ['winner', 'moves', 'komi', 'handicap'] as const;
const NAMES: Readonly<Record<Grouping, readonly string[]>> = {
  player: ['black', 'white'],
  ruleset: ['ruleset'],
  event: ['event'],
  year: ['year'],
};

/** The columns of `list` whose cells `GroupedGames` takes from each game. */
export function groupedColumns(by: Grouping): readonly string[] {
  return [...NAMES[by], ...FACTS];
}

type Role = 'black' | 'white';

/** The facts of one game. */
interface Facts {
  readonly winner: Cell;
  readonly moves: number;
  readonly komi: number | undefined;
  readonly handicap: number;
}

/** Sums games by group, one after the other: memory grows with the groups, not with the games. */
export class GroupedGames {
  readonly #by: Grouping;
  readonly #groups = new Map<string, GameGroup>();

  constructor(by: Grouping) {
    this.#by = by;
  }

  /**
   * Adds a game by its cells of `groupedColumns`. A player with both colors gets one game and the scores of both; two without names are
   * two players.
   */
  add(cells: readonly Cell[]): void {
    const names = cells.slice(0, -FACTS.length).map(String);
    const [winner = '', moves = 0, komi = '', handicap = 0] = cells.slice(-FACTS.length);
    const facts: Facts = {
      winner,
      moves: Number(moves),
      komi: komi === '' ? undefined : Number(komi),
      handicap: Number(handicap),
    };
    const players = names.filter((name, i) => name === '' || names.indexOf(name) === i);
    for (const name of players) addGame(this.#groupOf(name), facts);
    const roles: readonly Role[] = ['black', 'white'];
    for (const [i, role] of roles.entries()) {
      const group = this.#groupOf(this.#by === 'player' ? names[i]! : names[0]!);
      addRole(group, role, facts);
    }
  }

  /** The groups: years in their order, others with the most games first, then by name. */
  groups(): readonly GameGroup[] {
    const isByTime = this.#by === 'year';
    return [...this.#groups.values()].sort(
      (a, b) => (isByTime ? 0 : b.games - a.games) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
    );
  }

  #groupOf(name: string): GameGroup {
    const found = this.#groups.get(name);
    if (found) return found;
    const made = newGroup(name);
    this.#groups.set(name, made);
    return made;
  }
}

function newGroup(name: string): GameGroup {
  const score = (): Score => ({ games: 0, wins: 0 });
  return {
    ...{ name, games: 0, black: score(), white: score(), draws: 0, moves: 0, komi: 0, withKomi: 0 },
    ...{ handicapGames: 0, handicapStones: 0, even: score(), giving: score(), taking: score() },
    ...{ usualKomi: score(), noKomi: score(), reverseKomi: score() },
  };
}

function addGame(group: GameGroup, { winner, moves, komi, handicap }: Facts): void {
  group.games++;
  group.moves += moves;
  if (winner === 'draw') group.draws++;
  if (komi !== undefined) {
    group.komi += komi;
    group.withKomi++;
  }
  if (handicap < 2) return;
  group.handicapGames++;
  group.handicapStones += handicap;
}

function addRole(group: GameGroup, role: Role, { winner, komi, handicap }: Facts): void {
  const isWon = winner === role;
  for (const score of [group[role], ...rolesOf(group, role, komi, handicap)]) {
    score.games++;
    if (isWon) score.wins++;
  }
}

function rolesOf(group: GameGroup, role: Role, komi: number | undefined, handicap: number): readonly Score[] {
  if (handicap >= 2) return [role === 'black' ? group.taking : group.giving];
  if (komi === undefined) return [group.even];
  return [group.even, komi < 0 ? group.reverseKomi : komi > 1 ? group.usualKomi : group.noKomi];
}
