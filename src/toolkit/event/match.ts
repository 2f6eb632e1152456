/**
 * Which record is which pairing of a results table. A wrong match would accuse people of something they did not do, so whatever is
 * ambiguous stays open, with the reason.
 */
import { append, perObject } from '../../core/key-index.js';
import {
  candidateFinder,
  pairKey,
  roundOf,
  type Candidate,
  type Found,
  type HalfKnown,
  type MatchGame,
} from './game-facts.js';
import { type Aliases, nameKey } from './names.js';
import { isShort, dayOf, isInEvent } from './terms.js';
import { type Pairing, type Table, wasPlayed } from './table.js';

export interface MatchedGame {
  readonly game: number;
  readonly colors: Candidate['colors'];
  readonly respelt: Candidate['respelt'];
}

/** The records of one pairing, as indexes into the games. */
export interface PairingMatch {
  readonly table: number;
  readonly pairing: number;
  /** Records that are this game and no other, with their colors (see `Candidate`). */
  readonly games: readonly MatchedGame[];
  /** Records that may be this game or another; `because` says why that is open, '' if there are none. */
  readonly doubtful: readonly number[];
  readonly because: string;
  /** Of a pairing without records: the only game that names one of its players and may mean the other by another name. */
  readonly maybe: Maybe | undefined;
}

export interface Maybe extends HalfKnown {
  readonly game: number;
}

export interface Matching {
  /** All pairings of all tables, in their order. */
  readonly pairings: readonly PairingMatch[];
  /** Records that match no pairing, each with the reason. */
  readonly unlisted: readonly { readonly game: number; readonly because: string }[];
}

interface Claim {
  readonly games: MatchedGame[];
  readonly doubtful: Set<number>;
  because: string;
}

/**
 * Finds the pairing of each record: by the file that the table names; by players, whose names may be misspelled, cut, transliterated
 * or in another order, or by their ids in the file's name; by the round in RO or the path; by the date, which must not be outside the
 * event. Records without a round of a pair that met several times are distinguished by the order of the dates, or by colors if all
 * of them are there. Results are never used. What is left open is in `doubtful`.
 */
export function matchGames(
  tables: readonly Table[],
  games: readonly MatchGame[],
  aliases: Aliases = [],
): Matching {
  const claims = tables.map(({ pairings }) =>
    pairings.map((): Claim => ({ games: [], doubtful: new Set(), because: '' })),
  );
  const claimOf = ({ table, pairing }: Candidate): Claim => claims[table]![pairing]!;
  const unlisted: { game: number; because: string }[] = [];
  const open: Open[] = [];
  const halves: Maybe[] = [];
  const find = candidateFinder(tables, aliases);
  const doubt = (game: number, candidates: readonly Candidate[], because: Doubt): void => {
    for (const one of candidates) {
      claimOf(one).doubtful.add(game);
      claimOf(one).because ||= because(one);
    }
  };
  for (const [i, game] of games.entries()) {
    const all = find(game);
    const found = narrowed(tables, game, all);
    switch (found.kind) {
      case 'unlisted':
        unlisted.push({ game: i, because: found.because });
        for (const one of all.half) if (mayBeOf(tables, game, one)) halves.push({ ...one, game: i });
        break;
      case 'doubtful':
        doubt(i, found.candidates, found.because);
        break;
      case 'several':
        open.push({ game: i, candidates: found.candidates });
        break;
      case 'matched':
        for (const one of found.candidates) claimOf(one).games.push(matched(i, one));
    }
  }
  for (const group of groupsOf(open)) {
    const told = toldApart(tables, games, { group, claims });
    for (const { game, candidates } of group) {
      const one = told?.get(game);
      if (one) claimOf(one).games.push(matched(game, one));
      else doubt(game, candidates, () => SEVERAL_MEETINGS);
    }
  }
  const maybes = maybesOf(
    halves.filter(({ table, pairing }) => {
      const { games: sure, doubtful } = claims[table]![pairing]!;
      return sure.length + doubtful.size === 0 && wasPlayed(tables[table]!.pairings[pairing]!);
    }),
  );
  const pairings = claims.flatMap((inTable, table) =>
    inTable.map(({ games: sure, doubtful, because }, pairing) => ({
      table,
      pairing,
      games: sure.sort((a, b) => a.game - b.game),
      doubtful: [...doubtful],
      because: doubtful.size > 0 ? because : '',
      maybe: maybes.get(placeKey({ table, pairing })),
    })),
  );
  return { pairings, unlisted };
}

function matched(game: number, { colors, respelt }: Candidate): MatchedGame {
  return { game, colors, respelt };
}

/** Whether neither the round nor the day of a record speaks against a pairing. */
function mayBeOf(tables: readonly Table[], game: MatchGame, { table, pairing }: HalfKnown): boolean {
  const { round } = roundOf(game);
  const own = tables[table]!.pairings[pairing]!.round;
  return isInEvent(game.date, tables[table]!) !== 'no' && (round === undefined || [0, round].includes(own));
}

/** By pairing: those of which neither the pairing nor the game has another. */
function maybesOf(all: readonly Maybe[]): ReadonlyMap<string, Maybe> {
  const seen = new Map<string, number>();
  const keysOf = (one: Maybe): readonly string[] => [placeKey(one), String(one.game)];
  for (const key of all.flatMap(keysOf)) seen.set(key, (seen.get(key) ?? 0) + 1);
  const sole = all.filter((one) => keysOf(one).every((key) => seen.get(key) === 1));
  return new Map(sole.map((one) => [placeKey(one), one]));
}

function placeKey({ table, pairing }: Pick<Candidate, 'table' | 'pairing'>): string {
  return `${String(table)} ${String(pairing)}`;
}

/** How the reason begins where a record has another round. */
export const OTHER_ROUND = 'the record is from round ';
const SEVERAL_MEETINGS = 'the pair met several times, and nothing shows which game this is';

interface Open {
  readonly game: number;
  readonly candidates: readonly Candidate[];
}

/** Why a record is not taken for one of the pairings that it may be. */
type Doubt = (one: Candidate) => string;

type Narrowed =
  | { readonly kind: 'unlisted'; readonly because: string }
  | { readonly kind: 'doubtful'; readonly candidates: readonly Candidate[]; readonly because: Doubt }
  | { readonly kind: 'matched' | 'several'; readonly candidates: readonly Candidate[] };

function narrowed(
  tables: readonly Table[],
  game: MatchGame,
  { candidates, isSure, because }: Found,
): Narrowed {
  if (candidates.length === 0) return { kind: 'unlisted', because };
  const pairingOf = (one: Candidate): Pairing => tables[one.table]!.pairings[one.pairing]!;
  const { round, hint } = roundOf(game);
  const days = new Map(candidates.map((one) => [one, isInEvent(game.date, tables[one.table]!)]));
  const inEvent = candidates.filter((one) => days.get(one) !== 'no');
  if (inEvent.length === 0 && !isSure)
    return {
      kind: 'doubtful',
      candidates,
      because: () => `the record is dated ${game.date}, outside the event`,
    };
  const dated = inEvent.length > 0 ? inEvent : candidates;
  const isDated = (some: readonly Candidate[]): boolean => some.some((one) => days.get(one) === 'yes');
  const inRound =
    round === undefined ? dated : dated.filter((one) => [0, round].includes(pairingOf(one).round));
  if (inRound.length === 0)
    return {
      kind: 'doubtful',
      candidates: dated,
      because: (one) => {
        const rounds = `${OTHER_ROUND}${String(round)}, the pairing from round ${String(pairingOf(one).round)}`;
        const isTurned = one.colors === 'turned' && pairingOf(one).knowsColors;
        return isTurned ? `${rounds}; Black and White are exchanged` : rounds;
      },
    };
  const hinted = inRound.filter(
    (one) => pairingOf(one).round === hint?.round && pairingOf(one).table === hint.table,
  );
  const left = hinted.length > 0 ? hinted : inRound;
  if (!isOneGame(tables, left)) {
    const pairs = new Set(
      left.map((one) => `${String(one.table)} ${pairKey(pairingOf(one).black, pairingOf(one).white)}`),
    );
    if (pairs.size === 1) return { kind: 'several', candidates: left };
    return { kind: 'doubtful', candidates: left, because: () => "the record's names fit several pairings" };
  }
  const isPlaced = round !== undefined || hinted.length > 0;
  const doubt = isSure
    ? undefined
    : doubtOf(tables, left, isPlaced ? 'round' : isDated(left) ? 'day' : 'nothing');
  return doubt === undefined
    ? { kind: 'matched', candidates: left }
    : { kind: 'doubtful', candidates: left, because: () => doubt };
}

/** Why a record may be another game than the only one that fits. `known`: the evidence besides the names. */
function doubtOf(
  tables: readonly Table[],
  left: readonly Candidate[],
  known: 'nothing' | 'day' | 'round',
): string | undefined {
  if (known !== 'round' && left.some((one) => mayBeReturnGame(tables[one.table]!, one)))
    return 'the pair may have met in a round that the table lacks';
  const order: readonly Candidate['needs'][] = ['nothing', 'day', 'round', 'more'];
  return left.some(({ needs }) => order.indexOf(needs) <= order.indexOf(known))
    ? undefined
    : 'the names match only in part, and nothing else confirms that it is this game';
}

/** What a table shows of who played when; found once for each. */
interface Meetings {
  /** Some pair meets more than once. */
  readonly isLeague: boolean;
  /** Rounds in which a player has a game or a bye. */
  readonly rounds: readonly ReadonlySet<number>[];
}

const meetingsIn = perObject(({ pairings, players, byes }: Table): Meetings => {
  const rounds = players.map(() => new Set<number>());
  for (const { round, black, white } of pairings) for (const one of [black, white]) rounds[one]!.add(round);
  for (const { round, player } of byes) rounds[player]!.add(round);
  const pairs = new Set(pairings.map(({ black, white }) => pairKey(black, white)));
  return { isLeague: pairs.size < pairings.length, rounds };
});

/** In a league whose table lacks rounds, a record may be the pair's other game: its colors are turned, or neither plays in some round. */
function mayBeReturnGame(table: Table, { pairing, colors }: Candidate): boolean {
  const { isLeague, rounds } = meetingsIn(table);
  if (!isLeague) return false;
  const { black, white, knowsColors } = table.pairings[pairing]!;
  if (colors === 'turned' && knowsColors) return true;
  const played = new Set([...rounds[black]!, ...rounds[white]!]);
  const inEvent = [...played].filter((round) => round >= 1 && round <= table.rounds);
  return inEvent.length < table.rounds;
}

/** Whether the candidates are one pairing, or the same pairing in several tables. */
function isOneGame(tables: readonly Table[], candidates: readonly Candidate[]): boolean {
  if (candidates.length === 1) return true;
  if (new Set(candidates.map(({ table }) => table)).size < candidates.length) return false;
  const keys = candidates.map(({ table, pairing }) => {
    const { players, pairings } = tables[table]!;
    const { round, black, white } = pairings[pairing]!;
    return [round, ...[black, white].map((player) => nameKey(players[player]!.name)).sort()].join('/');
  });
  return new Set(keys).size === 1;
}

/** Records in groups with the same candidates: several pairings of one pair. */
function groupsOf(open: readonly Open[]): Open[][] {
  const groups = new Map<string, Open[]>();
  for (const one of open) {
    const key = one.candidates.map(placeKey).join(',');
    append(groups, key, one);
  }
  return [...groups.values()];
}

interface Group {
  readonly group: readonly Open[];
  readonly claims: readonly (readonly Claim[])[];
}

/**
 * Distinguishes the records of a pair that met several times. All its games must be there, and either the colors fit in only one way
 * and no date contradicts it, or in a short event the dates are in the order of the rounds and no color contradicts that.
 */
function toldApart(
  tables: readonly Table[],
  games: readonly MatchGame[],
  { group, claims }: Group,
): ReadonlyMap<number, Candidate> | undefined {
  const all = group[0]!.candidates;
  if (new Set(all.map(({ table }) => table)).size > 1) return undefined;
  const table = tables[all[0]!.table]!;
  const claimed = all.filter((one) => claims[one.table]![one.pairing]!.games.length > 0);
  const free = all.filter((one) => !claimed.includes(one));
  const asIn = (game: number, place: Candidate): Candidate =>
    group.find((one) => one.game === game)!.candidates.find(({ pairing }) => pairing === place.pairing)!;
  const isFitting = (game: number, place: Candidate): boolean =>
    asIn(game, place).colors === 'same' || !table.pairings[place.pairing]!.knowsColors;
  // A game that fits a pairing with a record may be a second record of it.
  if (free.length !== group.length || group.some(({ game }) => claimed.some((one) => isFitting(game, one))))
    return undefined;
  const rounds = [...free].sort((a, b) => roundIn(table, a) - roundIn(table, b));
  const fits = permutations(group.map(({ game }) => game)).filter((order) =>
    order.every((game, i) => isFitting(game, rounds[i]!)),
  );
  const days = (order: readonly number[]): readonly (number | undefined)[] =>
    order.map((game) => dayOf(games[game]!.date));
  const inTime = fits.filter((order) => isRising(days(order)));
  const [order] = inTime;
  if (!order || inTime.length > 1) return undefined;
  const areDated = !days(order).includes(undefined) && new Set(days(order)).size === order.length;
  if (fits.length > 1 && !(areDated && isShort(table))) return undefined;
  return new Map(order.map((game, i) => [game, asIn(game, rounds[i]!)]));
}

function roundIn({ pairings }: Table, { pairing }: Candidate): number {
  return pairings[pairing]!.round;
}

function isRising(days: readonly (number | undefined)[]): boolean {
  const known = days.filter((day) => day !== undefined);
  return known.every((day, i) => i === 0 || known[i - 1]! <= day);
}

/** Most meetings of one pair that are distinguished. */
const MAX_MEETINGS = 5;

function permutations(items: readonly number[]): number[][] {
  if (items.length > MAX_MEETINGS) return [];
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, i) =>
    permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]),
  );
}
