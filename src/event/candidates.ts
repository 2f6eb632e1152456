/** Which pairings of results tables a record may be, by the names and ids of its players. */
import type { Color } from '../core/color.js';
import {
  likeness,
  LIKENESSES,
  nameForms,
  nameKey,
  shareWord,
  type Likeness,
  type NameForms,
} from './names.js';
import type { Table } from './table.js';

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

/** Names that players go by elsewhere: the nick, and the name in the table. */
export type Aliases = readonly (readonly [nick: string, name: string])[];

/** One pairing that a record may be. */
export interface Candidate {
  readonly table: number;
  readonly pairing: number;
  /** Whether Black of the record is Black of the pairing, or White; `unknown` where the names do not say. */
  readonly colors: 'same' | 'turned' | 'unknown';
  /** What must be known beside the names for this to be the game. */
  readonly needs: 'nothing' | 'day' | 'round' | 'more';
}

/** Which of the tables' players a name may be. */
interface NamedPlayer {
  readonly table: number;
  readonly player: number;
  readonly likeness: Likeness;
  /** Another player of the table shares what agrees, such as the surname. */
  readonly hasFamily: boolean;
}

export interface Found {
  readonly candidates: readonly Candidate[];
  /** The table itself names the file, or the file's name has both players' ids. */
  readonly isSure: boolean;
  /** Why there are none. */
  readonly because: string;
}

/** What is looked up for every record. */
interface Index {
  readonly tables: readonly Table[];
  /** For each table the pairings of two players, by `pairKey`. */
  readonly byPlayers: readonly ReadonlyMap<string, readonly number[]>[];
  readonly byId: ReadonlyMap<string, readonly NamedPlayer[]>;
  readonly namesakes: (name: string) => readonly NamedPlayer[];
}

/**
 * Finds the pairings that a record may be: those whose file the table names, or whose players' ids are in the file's name; else those
 * of players whose names are the record's or come near them.
 */
export function candidateFinder(tables: readonly Table[], aliases: Aliases): (game: MatchGame) => Found {
  const index: Index = {
    tables,
    byPlayers: tables.map(pairingsByPlayers),
    byId: playersById(tables),
    namesakes: namesakeFinder(tables, aliases),
  };
  return (game) => {
    const named = { black: index.namesakes(game.black), white: index.namesakes(game.white) };
    const sure = [...ofFile(index, game.file), ...ofIds(index, game.file)];
    const fitting = sure.filter((one) => !isOfOthers(tables, one, named));
    if (sure.length > 0) {
      const because = fitting.length > 0 ? '' : 'the table names this file for a game of other players';
      return { candidates: fitting.map((one) => seated(tables, one, named)), isSure: true, because };
    }
    const candidates = ofNames(index, named);
    return { candidates, isSure: false, because: candidates.length > 0 ? '' : whyNone(named) };
  };
}

/** Whom the names of a record's players may mean. */
interface NamedPair {
  readonly black: readonly NamedPlayer[];
  readonly white: readonly NamedPlayer[];
}

type PairingPlace = Pick<Candidate, 'table' | 'pairing'>;

function whyNone({ black, white }: NamedPair): string {
  if (black.length === 0 && white.length === 0) return 'neither player is in the table';
  if (black.length === 0) return 'the table has no player of the name of Black';
  if (white.length === 0) return 'the table has no player of the name of White';
  return 'the table has no pairing of these players';
}

export function pairKey(a: number, b: number): string {
  return a < b ? `${String(a)} ${String(b)}` : `${String(b)} ${String(a)}`;
}

function pairingsByPlayers({ pairings }: Table): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const [i, { black, white }] of pairings.entries()) {
    const key = pairKey(black, white);
    index.set(key, [...(index.get(key) ?? []), i]);
  }
  return index;
}

/** Players of that very name in a table, or else all whose names come near it. */
function namesakeFinder(tables: readonly Table[], aliases: Aliases): Index['namesakes'] {
  const names = new Map(aliases.map(([nick, name]) => [nameKey(nick), name]));
  const forms = tables.map(({ players }) => players.map(({ name }) => nameForms(name)));
  const inTable = (name: NameForms, table: number): readonly NamedPlayer[] => {
    const all = forms[table]!.flatMap((one, player): NamedPlayer[] => {
      const like = likeness(name, one);
      if (like === 'other') return [];
      const hasFamily = forms[table]!.some((other) => other !== one && shareWord(name, one, other));
      return [{ table, player, likeness: like, hasFamily }];
    });
    const same = all.filter((one) => one.likeness === 'same');
    return same.length > 0 ? same : all;
  };
  const known = new Map<string, readonly NamedPlayer[]>();
  return (name) => {
    const cached = known.get(name);
    if (cached) return cached;
    const meant = nameForms(names.get(nameKey(name)) ?? name);
    const found = forms.flatMap((_, table) => inTable(meant, table));
    known.set(name, found);
    return found;
  };
}

function ofNames({ tables, byPlayers }: Index, named: NamedPair): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const black of named.black) {
    for (const white of named.white) {
      if (black.table !== white.table || black.player === white.player) continue;
      for (const pairing of byPlayers[black.table]!.get(pairKey(black.player, white.player)) ?? []) {
        const place = { table: black.table, pairing };
        found.set(`${String(place.table)} ${String(pairing)}`, seated(tables, place, named));
      }
    }
  }
  return [...found.values()];
}

/** A pairing with the colors that the record's players have in it, and how far their names speak for it. */
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
  return { table, pairing, colors, needs: needsOf(lead >= 0 ? same : turned) };
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

function ofFile({ tables }: Index, path: string): PairingPlace[] {
  return tables.flatMap(({ pairings }, table) =>
    pairings.flatMap(({ file }, pairing) => (file !== '' && isFile(path, file) ? [{ table, pairing }] : [])),
  );
}

/** The path ends with the name that the table has. */
function isFile(path: string, name: string): boolean {
  const parts = (text: string): string[] =>
    text.split(/!?[\\/]/).filter((part) => part !== '.' && part !== '');
  const wanted = parts(name);
  return parts(path).slice(-wanted.length).join('/') === wanted.join('/');
}

/** Ids that are long enough to be no round, board or year. */
const SHORTEST_ID = 5;

function playersById(tables: readonly Table[]): ReadonlyMap<string, readonly NamedPlayer[]> {
  const ids = new Map<string, NamedPlayer[]>();
  for (const [table, { players }] of tables.entries()) {
    for (const [player, one] of players.entries()) {
      for (const id of one.ids.filter(({ length }) => length >= SHORTEST_ID)) {
        const key = id.toLowerCase();
        ids.set(key, [...(ids.get(key) ?? []), { table, player, likeness: 'same', hasFamily: false }]);
      }
    }
  }
  return ids;
}

/** Pairings of the two players whose ids the file's own name has. */
function ofIds({ tables, byPlayers, byId }: Index, path: string): PairingPlace[] {
  const base = path.split(/[\\/]/).at(-1)!.toLowerCase();
  const found = (base.match(/[a-z]*\d+/g) ?? []).flatMap((id) => byId.get(id) ?? []);
  return tables.flatMap((_, table) => {
    const players = new Set(found.filter((one) => one.table === table).map(({ player }) => player));
    const [a, b] = players;
    if (a === undefined || b === undefined || players.size > 2) return [];
    return (byPlayers[table]!.get(pairKey(a, b)) ?? []).map((pairing) => ({ table, pairing }));
  });
}
