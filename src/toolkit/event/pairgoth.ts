import { type JsonValue, readJson } from '../../core/json.js';
import { valueAt } from '../../core/text.js';
import { placePlayers, type StandingRules } from './standings.js';
import { dateIn, type TableText } from './table-text.js';
import {
  addPairing,
  emptyTable,
  finished,
  type HandicapPolicy,
  malformed,
  type Table,
  type TableDraft,
  type TableOutcome,
  type TableResult,
  type TimeLimits,
  unknownPlayer,
} from './table.js';

/** Tournaments of Pairgoth (`.tour`, JSON). */

const OUTCOMES: Readonly<Record<string, TableOutcome>> = {
  '?': 'unknown',
  w: 'white',
  b: 'black',
  '=': 'jigo',
  X: 'void',
  '#': 'both-win',
  '0': 'both-lose',
};

const SYSTEMS: Readonly<Record<string, TimeLimits['system']>> = {
  SUDDEN_DEATH: 'sudden-death',
  JAPANESE: 'byo-yomi',
  STANDARD: 'byo-yomi',
  CANADIAN: 'canadian',
  FISCHER: 'fischer',
};

export function isPairgoth({ text }: TableText): boolean {
  return /^\s*\{/.test(text) && /"players"\s*:/.test(text) && /"games"\s*:|"gobanSize"\s*:/.test(text);
}

/** Reads a tournament of single players. Findings: `table/malformed`, `table/player-unknown`. */
export function readPairgoth(source: TableText): Table {
  const draft = emptyTable('pairgoth', [source.file]);
  const { root, fault } = readJson(source.text);
  if (fault) malformed(draft, source.at(fault.at), fault.found, fault.expected);
  const reader: Reader = { draft, source };
  const text = (name: string): string => textOf(root.fields?.get(name));
  const date = (name: string): string =>
    dateIn(text(name), (expected) => refuse(reader, root.fields!.get(name)!, expected));
  draft.name = text('name');
  draft.place = text('location');
  draft.begins = date('startDate');
  draft.ends = date('endDate');
  draft.rules = text('rules');
  draft.komi = numberOf(reader, root, 'komi');
  draft.size = numberOf(reader, root, 'gobanSize');
  draft.rounds = numberOf(reader, root, 'rounds') ?? 0;
  draft.time = timeOf(reader, root.fields?.get('timeSystem'));
  const pairing = root.fields?.get('pairing');
  const handicap = pairing?.fields?.get('handicap');
  if (handicap) draft.handicap = handicapOf(reader, handicap);
  const players = readPlayers(reader, root.fields?.get('players')?.items ?? []);
  readGames(reader, root.fields?.get('games')?.items ?? [], players);
  if (pairing && !fault) placePlayers(draft, standingsOf(reader, pairing));
  return finished(draft, fault ? 'damaged' : 'whole');
}

/** What the file leaves out is as the program has it. */
function standingsOf(reader: Reader, pairing: JsonValue): StandingRules {
  const rank = (name: string, usual: number): string => rankText(numberOf(reader, pairing, name) ?? usual);
  return {
    criteria: (pairing.fields?.get('placement')?.items ?? []).map(textOf).filter((name) => name !== 'NULL'),
    floor: rank('mmFloor', -20),
    bar: rank('mmBar', 0),
    zero: '30k',
    absent: { MMS: 1, NBW: 0 },
    bye: { MMS: 2, NBW: 2 },
    isRoundedDown: true,
  };
}

interface Reader {
  readonly draft: TableDraft;
  readonly source: TableText;
}

function refuse({ draft, source }: Reader, value: JsonValue, expected: string): void {
  const shown = value.items ? 'a list' : value.fields ? 'an object' : String(value.plain);
  malformed(draft, source.at(value.offset), shown, expected);
}

function textOf(value: JsonValue | undefined): string {
  const plain = value?.plain;
  return typeof plain === 'string' ? plain.trim() : typeof plain === 'number' ? String(plain) : '';
}

function numberOf(reader: Reader, object: JsonValue, name: string): number | undefined {
  const value = object.fields?.get(name);
  if (value === undefined || value.plain === null) return undefined;
  if (typeof value.plain === 'number') return value.plain;
  refuse(reader, value, `${name} as a number`);
  return undefined;
}

/** Pairgoth's ranks are numbers: 0 is 1 dan, -1 is 1 kyu. */
function rankText(rank: number): string {
  return rank < 0 ? `${String(-rank)}k` : `${String(rank + 1)}d`;
}

function handicapOf(reader: Reader, value: JsonValue): HandicapPolicy {
  const correction = numberOf(reader, value, 'correction');
  const ceiling = numberOf(reader, value, 'ceiling');
  const threshold = numberOf(reader, value, 'threshold');
  const byScore = value.fields?.get('useMMS')?.plain;
  return {
    ...(correction !== undefined && { correction }),
    ...(ceiling !== undefined && { ceiling, isUsed: ceiling > 0 }),
    ...(threshold !== undefined && { evenFrom: rankText(threshold) }),
    ...(typeof byScore === 'boolean' && { isByScore: byScore }),
  };
}

function timeOf(reader: Reader, value: JsonValue | undefined): TimeLimits | undefined {
  if (!value?.fields) return undefined;
  const seconds = (name: string, key: keyof TimeLimits): Partial<TimeLimits> => {
    const read = numberOf(reader, value, name);
    return read === undefined ? {} : { [key]: read };
  };
  return {
    system: valueAt(SYSTEMS, textOf(value.fields.get('type'))) ?? 'unknown',
    ...seconds('mainTime', 'mainSeconds'),
    ...seconds('byoyomi', 'periodSeconds'),
    ...seconds('periods', 'periods'),
    ...seconds('stones', 'moves'),
    ...seconds('increment', 'incrementSeconds'),
  };
}

function readPlayers(reader: Reader, items: readonly JsonValue[]): ReadonlyMap<number, number> {
  const players = new Map<number, number>();
  for (const item of items) {
    const id = numberOf(reader, item, 'id');
    const text = (name: string): string => textOf(item.fields?.get(name));
    const name = `${text('name')} ${text('firstname')}`.trim();
    if (id === undefined) refuse(reader, item, 'a player with an id');
    else if (name === '') refuse(reader, item, "a player's name");
    else if (players.has(id)) refuse(reader, item.fields!.get('id')!, 'an id that no other player has');
    else {
      const rank = numberOf(reader, item, 'rank');
      players.set(id, reader.draft.players.length);
      reader.draft.players.push({
        key: String(id),
        name,
        rank: rank === undefined ? '' : rankText(rank),
        country: text('country').toUpperCase(),
        club: text('club'),
        ids: [text('egf'), text('ffg'), text('aga')].filter((one) => one !== ''),
        place: reader.source.at(item.offset),
      });
    }
  }
  return players;
}

function readGames(reader: Reader, rounds: readonly JsonValue[], players: ReadonlyMap<number, number>): void {
  for (const [i, round] of rounds.entries()) {
    if (!round.items) refuse(reader, round, 'a list of the games of a round');
    for (const game of round.items ?? []) readGame(reader, game, { round: i + 1, players });
  }
}

interface Round {
  readonly round: number;
  readonly players: ReadonlyMap<number, number>;
}

function readGame(reader: Reader, game: JsonValue, { round, players }: Round): void {
  const { draft, source } = reader;
  const idOf = (name: 'b' | 'w'): number | undefined => {
    const id = numberOf(reader, game, name);
    if (id === undefined && game.fields?.has(name) !== true)
      refuse(reader, game, 'a game with the players w and b');
    return id;
  };
  const white = idOf('w');
  const black = white === undefined ? undefined : idOf('b');
  const result = game.fields?.get('r');
  const outcome = valueAt(OUTCOMES, result ? textOf(result) : '?');
  if (outcome === undefined) refuse(reader, result!, 'a result: w, b, =, #, 0, X or ?');
  if (white === undefined || black === undefined) return;
  const indexOf = (id: number, name: 'b' | 'w'): number | undefined => {
    const index = players.get(id);
    if (index !== undefined || id === 0) return index;
    unknownPlayer(draft, String(id), source.at(game.fields!.get(name)!.offset));
    return undefined;
  };
  const whiteAt = indexOf(white, 'w');
  const blackAt = indexOf(black, 'b');
  if (white === 0 || black === 0) {
    const player = whiteAt ?? blackAt;
    if (player !== undefined) draft.byes.push({ round, player, score: byeScore(outcome, white === 0) });
    return;
  }
  if (white === black) refuse(reader, game.fields!.get('b')!, 'another player as opponent');
  if (whiteAt === undefined || blackAt === undefined || white === black) return;
  const [table, handicap] = [numberOf(reader, game, 't'), numberOf(reader, game, 'h')];
  const place = source.at(game.offset);
  const ended: TableResult =
    outcome === undefined ? { outcome: 'unknown', unread: textOf(result) } : { outcome };
  addPairing(draft, { round, table, black: blackAt, white: whiteAt, handicap, result: ended, place });
}

function byeScore(outcome: TableOutcome | undefined, isBlack: boolean): 'won' | 'lost' | 'jigo' | 'unknown' {
  if (outcome === 'black' || outcome === 'white') return (outcome === 'black') === isBlack ? 'won' : 'lost';
  return outcome === 'jigo' ? 'jigo' : 'unknown';
}
