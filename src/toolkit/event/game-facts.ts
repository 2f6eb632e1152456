/**
 * What an event needs from a game: facts, which are plain data and small enough to keep for every game; its round, day and
 * handicap; and the pairings of the results tables that it may be, by the names and ids of its players.
 */
import { decidedResultText } from '../../referee/judge/decisions.js';
import { komiDecided, ruledResult } from '../../referee/judge/ruled-result.js';
import { append, perObject } from '../../core/key-index.js';
import { FIRST_NON_MOVE } from '../../core/line.js';
import type { DeclaredKomi, DeclaredResult, GameRecord } from '../../referee/record/record.js';
import { openQuestion, type GameReport, type RulingNeed } from '../../referee/judge/report.js';
import type { Color } from '../../core/color.js';
import { type Aliases, LIKENESSES, namesakeFinder, type NamedPlayer, type Namesakes } from './names.js';
import type { Table } from './table.js';

/** A game as its record states it, with our count. JSON represents it without loss. */
export interface GameFacts extends MatchGame {
  readonly game: number;
  /** As a referee decided, else as declared. */
  readonly result: DeclaredResult;
  readonly komi: DeclaredKomi;
  /** HA, and the stones on the board if they differ; absent if neither is there and the moves do not begin with Black, then White. */
  readonly handicap?: readonly [number, ...number[]];
  readonly hasMoves: boolean;
  readonly count?: Pick<NonNullable<GameReport['score']>, 'resultHalves' | 'winner' | 'confidence'>;
  /** A known cause of such differences explains the declared result. */
  readonly isExplained: boolean;
  /** Our count is sure that the declared result is wrong, and no referee has decided. */
  readonly isContradicted?: true;
  /** Why the record itself needs a ruling. */
  readonly need?: RulingNeed;
  /** RE, where a referee has decided the game, and the result after that, as RE would have it; '' for none. */
  readonly declared?: DeclaredResult;
  readonly decided?: string;
  /** A decision gives the result: it states one, or groups or komi with which the count is sure. */
  readonly isRuled?: true;
  /** Komi in points, as a referee decided it. */
  readonly decidedKomi?: number;
}

export function factsOf(report: GameReport): GameFacts {
  const { file, game, record, score, settlement, decisions } = report;
  const { black, white, round, date, komi } = record;
  const decided = ruledResult(report);
  const result = decided ?? record.result;
  const decidedKomi = komiDecided(decisions);
  const handicap = handicapOf(record);
  const need = openQuestion(report)?.need;
  return {
    ...{ file, game, black, white, round, date, result, komi, hasMoves: movesOf(record).length > 0 },
    ...(handicap && { handicap }),
    ...(score && {
      count: { resultHalves: score.resultHalves, winner: score.winner, confidence: score.confidence },
    }),
    isExplained:
      decided !== undefined ||
      settlement?.verdict === 'explained' ||
      (settlement?.verdict === 'not-checked' && settlement.explanation !== ''),
    ...(decided === undefined && settlement?.verdict === 'contradicted' && { isContradicted: true as const }),
    ...(need && { need }),
    ...(decisions && { declared: record.result, decided: decidedResultText(report) }),
    ...(decided && { isRuled: true as const }),
    ...(decidedKomi !== undefined && { decidedKomi }),
  };
}

/** Kinds of the moves of the main line. */
function movesOf({ line }: GameRecord): Uint8Array {
  return line.kinds.subarray(0, line.count).filter((kind) => kind < FIRST_NON_MOVE);
}

function handicapOf(record: GameRecord): readonly [number, ...number[]] | undefined {
  const { declared, stones } = record.handicap;
  if (declared !== undefined) return declared === stones ? [declared] : [declared, stones];
  if (stones > 0) return [stones];
  const moves = movesOf(record);
  // The lowest bit is the color: an even game begins with Black, then White.
  return moves.length > 1 && (moves[0]! & 1) === 0 && (moves[1]! & 1) === 1 ? [0] : undefined;
}

const ROUND_WORD = '(?:rounds?|rnd|rd|runde|runda|ronde|kolo|kierros|r)';
const AFTER_WORD = new RegExp(`(?:^|[^\\p{L}])${ROUND_WORD}[\\s._:#-]{0,9}0{0,9}(\\d{1,2})(?!\\d)`, 'giu');
const BEFORE_WORD =
  /(?:^|\D)0{0,9}(\d{1,2})\s{0,9}(?:st|nd|rd|th|\.)?\s{0,9}(?:round|runde|runda|ronde|kolo|kierros|回戦|回)/iu;
const NUMBER_ALONE = /^[\s#第]{0,9}0{0,9}(\d{1,2})\s{0,9}(?:st|nd|rd|th|\.|回|回戦)?\s{0,9}(?:[(/].*)?$/iu;

interface GameRound {
  /** As RO states it, or a folder or file name with a word for round. */
  readonly round?: number;
  /** What a file name such as `3-12.sgf` may mean. */
  readonly hint?: { readonly round: number; readonly table: number };
}

/** Whether a word for round stands inside another, as in `9r2M1d`. */
function isInside(file: string, { 0: word, index }: RegExpExecArray): boolean {
  return /^\d/.test(word) && /^\p{L}/u.test(file.slice(index + word.length));
}

/** The round of a record; `undefined` if RO and the path contradict each other. */
export function roundOf({ round, file }: { readonly round: string; readonly file: string }): GameRound {
  const words = [...round.matchAll(AFTER_WORD)].map((match) => match[1]!);
  const told = words[0] ?? BEFORE_WORD.exec(round)?.[1] ?? NUMBER_ALONE.exec(round)?.[1];
  const path = [...file.matchAll(AFTER_WORD)].findLast((match) => !isInside(file, match))?.[1];
  const [, first, second] = /(?:^|[\\/])0*(\d{1,2})[-_.]0*(\d{1,3})(?:\D[^\\/]*)?$/.exec(file) ?? [];
  const hint = first === undefined ? {} : { hint: { round: Number(first), table: Number(second) } };
  if (told !== undefined && path !== undefined && Number(told) !== Number(path)) return hint;
  const known = told ?? path;
  return known === undefined ? hint : { ...hint, round: Number(known) };
}

/** What a record says about which game it is. */
export interface MatchGame {
  /** Path of the file. */
  readonly file: string;
  readonly black: string;
  readonly white: string;
  /** RO and DT as they are written. */
  readonly round: string;
  readonly date: string;
}

/** One pairing that a record may be. */
export interface Candidate {
  readonly table: number;
  readonly pairing: number;
  /** Whether the record's Black is Black in the pairing, or White; `unknown` if the names do not show it. */
  readonly colors: 'same' | 'turned' | 'unknown';
  /** What must be known besides the names for this to be the game. */
  readonly needs: 'nothing' | 'day' | 'round' | 'more';
  /** Whose name the record spells otherwise than the table, by the colors of the record. */
  readonly respelt: readonly Color[];
}

export interface Found {
  readonly candidates: readonly Candidate[];
  /** The table itself names the file, or the file's name has both players' ids. */
  readonly isSure: boolean;
  /** Why there are no candidates. */
  readonly because: string;
  /** Where only one of the names is known: the pairings of that player. */
  readonly half: readonly HalfKnown[];
}

/** A pairing with a player who may have another name in the record. */
export interface HalfKnown extends PairingPlace {
  readonly player: number;
  /** Who has that name in the record. */
  readonly color: Color;
}

/** What is looked up for every record. */
interface Index {
  readonly tables: readonly Table[];
  /** For each table the pairings of two players, by `pairKey`. */
  readonly byPlayers: readonly ReadonlyMap<string, readonly number[]>[];
  readonly byId: ReadonlyMap<string, readonly NamedPlayer[]>;
  /** Pairings by the path of their record, as `pathKey` has it. */
  readonly byFile: ReadonlyMap<string, readonly PairingPlace[]>;
}

/**
 * Finds the pairings that a record may be: those whose file the table names, or whose players' ids are in the file's name; else
 * those of players whose names equal or resemble the record's.
 */
export function candidateFinder(tables: readonly Table[], aliases: Aliases): (game: MatchGame) => Found {
  const index: Index = {
    tables,
    byPlayers: tables.map(pairingsByPlayers),
    byId: playersById(tables),
    byFile: pairingsByFile(tables),
  };
  const namesakes = namesakeFinder(tables, aliases);
  return (game) => {
    const asked = { black: namesakes(game.black), white: namesakes(game.white) };
    const named = { black: asked.black.players, white: asked.white.players };
    const sure = [...ofFile(index, game.file), ...ofIds(index, game.file)].slice(0, MAX_CANDIDATES);
    const fitting = sure.filter((one) => !isOfOthers(tables, one, named));
    if (sure.length > 0) {
      const because = fitting.length > 0 ? '' : 'the table names this file for a game of other players';
      return {
        candidates: fitting.map((one) => seated(tables, one, named)),
        isSure: true,
        because,
        half: [],
      };
    }
    const candidates = ofNames(index, named);
    if (candidates.length > 0) return { candidates, isSure: false, because: '', half: [] };
    return { candidates, isSure: false, because: whyNone(asked), half: halfKnown(tables, named) };
  };
}

/** Whom the names of a record's players may mean. */
interface NamedPair {
  readonly black: readonly NamedPlayer[];
  readonly white: readonly NamedPlayer[];
}

type PairingPlace = Pick<Candidate, 'table' | 'pairing'>;

/** Why a game is in no table whose players are all others. */
export const NEITHER_PLAYER = 'neither player is in the table';

function whyNone(asked: Readonly<Record<Color, Namesakes>>): string {
  const common = (['black', 'white'] as const).find(
    (color) => asked[color].isCommon && asked[color].players.length === 0,
  );
  if (common)
    return `too many players of the table have a name like ${common === 'black' ? 'Black' : 'White'}'s`;
  const [black, white] = [asked.black.players, asked.white.players];
  if (black.length === 0 && white.length === 0) return NEITHER_PLAYER;
  if (black.length === 0) return "the table lists no player with Black's name";
  if (white.length === 0) return "the table lists no player with White's name";
  return 'the table has no pairing of these players';
}

/** The pairings of each player of a table, with the opponent. */
const meetingsOf = perObject(({ pairings }: Table) => {
  const meetings = new Map<number, { readonly pairing: number; readonly player: number }[]>();
  for (const [pairing, { black, white }] of pairings.entries()) {
    append(meetings, black, { pairing, player: white });
    append(meetings, white, { pairing, player: black });
  }
  return meetings;
});

function halfKnown(tables: readonly Table[], { black, white }: NamedPair): readonly HalfKnown[] {
  if ((black.length === 0) === (white.length === 0)) return [];
  const color = black.length === 0 ? 'black' : 'white';
  const known = [...black, ...white].filter(({ likeness }) => likeness === 'same' || likeness === 'close');
  return known.flatMap(({ table, player }) =>
    (meetingsOf(tables[table]!).get(player) ?? []).map((one) => ({ ...one, table, color })),
  );
}

export function pairKey(a: number, b: number): string {
  return a < b ? `${String(a)} ${String(b)}` : `${String(b)} ${String(a)}`;
}

function pairingsByPlayers({ pairings }: Table): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const [i, { black, white }] of pairings.entries()) {
    append(index, pairKey(black, white), i);
  }
  return index;
}

/** Pairings that a record may be, at most: a pair that met more often is not told apart by any record. */
const MAX_CANDIDATES = 200;

function ofNames({ tables, byPlayers }: Index, named: NamedPair): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const black of named.black) {
    for (const white of named.white) {
      if (black.table !== white.table || black.player === white.player) continue;
      for (const pairing of byPlayers[black.table]!.get(pairKey(black.player, white.player)) ?? []) {
        const place = { table: black.table, pairing };
        found.set(`${String(place.table)} ${String(pairing)}`, seated(tables, place, named));
        if (found.size === MAX_CANDIDATES) return [...found.values()];
      }
    }
  }
  return [...found.values()];
}

/** A pairing with the colors that the record's players have in it, and the evidence that their names are. */
function seated(tables: readonly Table[], { table, pairing }: PairingPlace, named: NamedPair): Candidate {
  const { black, white } = tables[table]!.pairings[pairing]!;
  const seat = (color: Color, player: number): NamedPlayer | undefined =>
    named[color].find((each) => each.table === table && each.player === player);
  const same = [seat('black', black), seat('white', white)] as const;
  const turned = [seat('black', white), seat('white', black)] as const;
  const weigh = (seats: readonly (NamedPlayer | undefined)[]): number =>
    seats.reduce((sum, one) => sum + (one ? LIKENESSES.indexOf(one.likeness) : 0), 0);
  const lead = weigh(same) - weigh(turned);
  const colors = lead > 0 ? 'same' : lead < 0 ? 'turned' : 'unknown';
  const seats = lead >= 0 ? same : turned;
  const respelt = (['black', 'white'] as const).filter((_, i) => seats[i]?.isRespelt);
  return { table, pairing, colors, needs: needsOf(seats), respelt };
}

/** The names' own evidence, by the worse of the two. */
function needsOf(seats: readonly [NamedPlayer | undefined, NamedPlayer | undefined]): Candidate['needs'] {
  const [first, second] = seats;
  if (!first || !second) return 'more';
  const [worse, better] =
    LIKENESSES.indexOf(first.likeness) <= LIKENESSES.indexOf(second.likeness) ? seats : [second, first];
  switch (worse!.likeness) {
    case 'same':
    case 'close':
      return 'nothing';
    case 'partial':
      if ([first, second].some((one) => one.likeness === 'partial' && one.hasFamily)) return 'round';
      return better!.likeness === 'partial' ? 'day' : 'nothing';
    case 'faint':
    case 'other':
      return better!.likeness === 'same' || better!.likeness === 'close' ? 'round' : 'more';
  }
}

/** Whether a player of the record has exactly the name of one who is not in the pairing. */
function isOfOthers(tables: readonly Table[], { table, pairing }: PairingPlace, named: NamedPair): boolean {
  const { black, white } = tables[table]!.pairings[pairing]!;
  return [named.black, named.white].some((all) => {
    const inTable = all.filter((one) => one.table === table && one.likeness === 'same');
    return inTable.length > 0 && inTable.every(({ player }) => player !== black && player !== white);
  });
}

/** The last names of a path, `most` of them at most, without what only says where it begins. */
function pathKey(path: string, most: number): string {
  return namesIn(path).slice(-most).join('/');
}

function namesIn(path: string): readonly string[] {
  return path.split(/!?[\\/]/).filter((part) => part !== '.' && part !== '');
}

/** Folders and file of a path that are compared. */
const MAX_NAMES = 20;

function pairingsByFile(tables: readonly Table[]): ReadonlyMap<string, readonly PairingPlace[]> {
  const files = new Map<string, PairingPlace[]>();
  for (const [table, { pairings }] of tables.entries())
    for (const [pairing, { file }] of pairings.entries())
      if (file !== '') append(files, pathKey(file, MAX_NAMES), { table, pairing });
  return files;
}

/** Pairings whose record is a file that the path ends with, as the table names it. */
function ofFile({ byFile }: Index, path: string): PairingPlace[] {
  if (byFile.size === 0) return [];
  const names = namesIn(path).slice(-MAX_NAMES);
  const ends = names.map((_, i) => names.slice(i).join('/'));
  return ends
    .flatMap((end) => (byFile.get(end) ?? []).slice(0, MAX_CANDIDATES))
    .sort((a, b) => a.table - b.table || a.pairing - b.pairing);
}

/** Fewest characters with which an id cannot be a round, board or year. */
const SHORTEST_ID = 5;

function playersById(tables: readonly Table[]): ReadonlyMap<string, readonly NamedPlayer[]> {
  const ids = new Map<string, NamedPlayer[]>();
  for (const [table, { players }] of tables.entries()) {
    for (const [player, one] of players.entries()) {
      for (const id of one.ids.filter(({ length }) => length >= SHORTEST_ID)) {
        append(ids, id.toLowerCase(), {
          table,
          player,
          likeness: 'same',
          hasFamily: false,
          isRespelt: false,
        });
      }
    }
  }
  return ids;
}

/** Pairings of the two players whose ids are in the file's own name. */
function ofIds({ byPlayers, byId }: Index, path: string): PairingPlace[] {
  const base = path.split(/[\\/]/).at(-1)!.toLowerCase();
  const found = (base.match(/[a-z]+\d*|\d+/g) ?? []).flatMap((id) => byId.get(id) ?? []);
  const byTable = new Map<number, Set<number>>();
  for (const { table, player } of found) byTable.set(table, (byTable.get(table) ?? new Set()).add(player));
  return [...byTable]
    .sort(([a], [b]) => a - b)
    .flatMap(([table, players]) => {
      const [a, b] = players;
      if (a === undefined || b === undefined || players.size > 2) return [];
      return (byPlayers[table]!.get(pairKey(a, b)) ?? []).map((pairing) => ({ table, pairing }));
    });
}
