import type { Color } from '../../src/core/color.js';
import type { TableFormat, TableOutcome } from '../../src/toolkit/event/table.js';

/** Numbers from 0 to below `most`, the same for the same seed. */
export type Dice = (most: number) => number;

export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

export function oneOf<T>(dice: Dice, items: readonly T[]): T {
  return items[dice(items.length)]!;
}

export interface MadePlayer {
  readonly surname: string;
  readonly first: string;
  /** `3k`. */
  readonly rank: string;
  readonly country: string;
  readonly club: string;
  /** Eight digits. */
  readonly pin: string;
}

export interface MadeGame {
  readonly round: number;
  readonly table: number;
  readonly white: MadePlayer;
  readonly black: MadePlayer;
  readonly handicap: number;
  readonly komi: number;
  readonly outcome: TableOutcome;
  readonly margin: number | undefined;
  readonly byDefault: boolean;
  readonly knowsColors: boolean;
}

export interface MadeEvent {
  readonly name: string;
  readonly place: string;
  /** ISO dates. */
  readonly begins: string;
  readonly ends: string;
  readonly komi: number;
  readonly rounds: number;
  readonly players: readonly MadePlayer[];
  readonly games: readonly MadeGame[];
}

/** What a format can say of a game. */
export interface Abilities {
  readonly outcomes: readonly TableOutcome[];
  readonly hasDefaults: boolean;
  readonly hidesColors: boolean;
  readonly hasMargins: boolean;
}

const DECIDED: readonly TableOutcome[] = ['white', 'black', 'white', 'black', 'white', 'black'];
const NO_FRILLS = { hasDefaults: false, hidesColors: false, hasMargins: false };

export const ABILITIES: Readonly<Record<TableFormat, Abilities>> = {
  h9: { ...NO_FRILLS, outcomes: [...DECIDED, 'jigo', 'unknown'], hasDefaults: true, hidesColors: true },
  tou: { ...NO_FRILLS, outcomes: [...DECIDED, 'jigo', 'unknown'] },
  aga: { ...NO_FRILLS, outcomes: [...DECIDED, 'unknown'] },
  tde: { ...NO_FRILLS, outcomes: [...DECIDED, 'unknown'] },
  opengotha: {
    ...NO_FRILLS,
    outcomes: [...DECIDED, 'jigo', 'unknown', 'both-lose', 'both-win'],
    hasDefaults: true,
    hidesColors: true,
  },
  macmahon: {
    ...NO_FRILLS,
    outcomes: [...DECIDED, 'jigo', 'unknown', 'both-lose', 'both-win'],
    hasDefaults: true,
  },
  pairgoth: { ...NO_FRILLS, outcomes: [...DECIDED, 'jigo', 'unknown', 'both-lose', 'both-win', 'void'] },
  csv: {
    ...NO_FRILLS,
    outcomes: [...DECIDED, 'jigo', 'unknown', 'both-lose', 'both-win'],
    hasDefaults: true,
    hasMargins: true,
  },
};

const SYLLABLES = [
  'ba',
  'den',
  'kor',
  'li',
  'mo',
  'nes',
  'pi',
  'ran',
  'su',
  'tal',
  'vek',
  'wo',
  'zam',
  'gri',
  'hol',
  'ä',
  'ño',
  'ší',
  'rø',
];
const CLUBS = ['Nor', 'Süd', 'Ost', 'Wes'];
const COUNTRIES = ['CH', 'SE', 'PL', 'FI'];

function word(dice: Dice, syllables: number): string {
  const text = Array.from({ length: syllables }, () => oneOf(dice, SYLLABLES)).join('');
  return text[0]!.toUpperCase() + text.slice(1);
}

/** Players whose names are invented, no two with the same letters. */
export function madePlayers(dice: Dice, count: number, letters: 'any' | 'latin-9' = 'any'): MadePlayer[] {
  const names = new Set<string>();
  const isFamily = dice(6) === 0;
  const players: MadePlayer[] = [];
  while (players.length < count) {
    const name = (syllables: number): string => {
      const text = word(dice, syllables);
      return letters === 'any' ? text : text.replaceAll('ší', 'sí');
    };
    // Brothers and sisters have a name in common.
    const surname =
      isFamily && players.length > 0 && dice(3) === 0
        ? players[0]!.surname
        : dice(6) === 0
          ? `${name(2)}-${name(1)}`
          : name(2 + dice(2));
    const first = name(2);
    const key = `${first}${surname}`.toLowerCase();
    if (names.has(key)) continue;
    names.add(key);
    players.push({
      surname,
      first,
      rank: `${String(1 + dice(20))}${oneOf(dice, ['k', 'k', 'd'])}`,
      country: oneOf(dice, COUNTRIES),
      club: oneOf(dice, CLUBS),
      pin: String(10_000_000 + dice(80_000_000)),
    });
  }
  return players;
}

/** Who plays whom in a round, Black second: strangers to each other in a Swiss event, everyone twice with both colors in a league. */
function roundOfPairs(
  dice: Dice,
  players: readonly MadePlayer[],
  met: Set<string>,
): [MadePlayer, MadePlayer][] {
  const pairs: [MadePlayer, MadePlayer][] = [];
  const left = shuffled(dice, players);
  while (left.length > 1) {
    const white = left.pop()!;
    const at = left.findIndex(
      (black) => !met.has(`${white.pin} ${black.pin}`) && !met.has(`${black.pin} ${white.pin}`),
    );
    if (at < 0) continue;
    const [black] = left.splice(at, 1);
    met.add(`${white.pin} ${black!.pin}`);
    pairs.push([white, black!]);
  }
  return pairs;
}

function pairsByRound(dice: Dice, players: readonly MadePlayer[]): [MadePlayer, MadePlayer][][] {
  if (dice(5) > 0) {
    const met = new Set<string>();
    return Array.from({ length: 1 + dice(5) }, () => roundOfPairs(dice, players, met));
  }
  const few = players.slice(0, 4);
  const [a, b, c, d] = few as [MadePlayer, MadePlayer, MadePlayer, MadePlayer];
  const legs: [MadePlayer, MadePlayer][][] = [
    [
      [a, b],
      [c, d],
    ],
    [
      [a, c],
      [b, d],
    ],
    [
      [a, d],
      [b, c],
    ],
  ];
  return [
    ...legs,
    ...legs.map((leg) => leg.map(([white, black]): [MadePlayer, MadePlayer] => [black, white])),
  ];
}

/** A Swiss event of up to five rounds, or a league of four players with a return game. */
export function madeEvent(dice: Dice, abilities: Abilities): MadeEvent {
  const players = madePlayers(dice, 4 + dice(12), 'latin-9');
  const pairs = pairsByRound(dice, players);
  const rounds = pairs.length;
  const games: MadeGame[] = [];
  for (const [i, inRound] of pairs.entries()) {
    for (const [table, [white, black]] of inRound.entries()) {
      const outcome = oneOf(dice, abilities.outcomes);
      const handicap = dice(3) === 0 ? dice(10) : 0;
      games.push({
        round: i + 1,
        table: table + 1,
        white,
        black,
        handicap,
        komi: handicap === 0 ? 7 : 0,
        outcome,
        margin: abilities.hasMargins && isWon(outcome) && dice(2) === 0 ? dice(30) + 0.5 : undefined,
        byDefault: abilities.hasDefaults && outcome !== 'unknown' && dice(8) === 0,
        knowsColors: !abilities.hidesColors || dice(8) > 0,
      });
    }
  }
  return {
    name: 'Spring Open',
    place: 'Lakeside',
    begins: '2026-05-02',
    ends: '2026-05-03',
    komi: 7.5,
    rounds,
    players,
    games,
  };
}

export function shuffled<T>(dice: Dice, items: readonly T[]): T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const other = dice(i + 1);
    [order[i], order[other]] = [order[other]!, order[i]!];
  }
  return order;
}

function isWon(outcome: TableOutcome): outcome is Color {
  return outcome === 'black' || outcome === 'white';
}

export interface WrittenTable {
  readonly name: string;
  readonly text: string;
}

/** The event as files of a format. */
export function written(event: MadeEvent, format: TableFormat): WrittenTable[] {
  switch (format) {
    case 'h9':
      return [{ name: 'spring.h9', text: wallList(event) }];
    case 'tou':
      return [{ name: 'spring.tou', text: frenchList(event) }];
    case 'aga':
      return [{ name: 'spring.txt', text: agaReport(event) }];
    case 'tde':
      return tdeFiles(event);
    case 'opengotha':
      return [{ name: 'spring.xml', text: openGotha(event) }];
    case 'macmahon':
      return [{ name: 'spring.xml', text: macMahon(event) }];
    case 'pairgoth':
      return [{ name: 'spring.tour', text: pairgoth(event) }];
    case 'csv':
      return [{ name: 'spring.csv', text: csv(event) }];
  }
}

const SIGNS: Readonly<Record<TableOutcome, readonly [white: string, black: string]>> = {
  white: ['+', '-'],
  black: ['-', '+'],
  jigo: ['=', '='],
  unknown: ['?', '?'],
  'both-lose': ['-', '-'],
  'both-win': ['+', '+'],
  void: ['?', '?'],
};

function entry(event: MadeEvent, player: MadePlayer, round: number, isFrench: boolean): string {
  const game = event.games.find((one) => one.round === round && [one.white, one.black].includes(player));
  if (!game) return '0-';
  const isWhite = game.white === player;
  const opponent = event.players.indexOf(isWhite ? game.black : game.white) + 1;
  const sign = SIGNS[game.outcome][isWhite ? 0 : 1];
  const color = game.knowsColors ? (isWhite ? 'w' : 'b') : '?';
  const mark = isFrench ? '' : game.byDefault ? '!' : '/';
  return `${String(opponent)}${sign}${mark}${color}${String(game.handicap)}`;
}

function entriesOf(event: MadeEvent, player: MadePlayer, isFrench: boolean): string {
  return Array.from({ length: event.rounds }, (_, i) =>
    entry(event, player, i + 1, isFrench).padStart(8),
  ).join(' ');
}

function wallList(event: MadeEvent): string {
  const head = [
    '; CL[A]',
    `; EV[${event.name}]`,
    `; PC[CH,${event.place}]`,
    `; DT[${event.begins},${event.ends}]`,
    `; KM[${String(event.komi)}]`,
    ';',
  ];
  const lines = event.players.map((player, i) =>
    [
      String(i + 1).padStart(4),
      `${player.surname} ${player.first}`.padEnd(30),
      player.rank.toUpperCase(),
      player.country,
      player.club.padEnd(4),
      '32 110 400 0',
      entriesOf(event, player, false),
      `|${player.pin}`,
    ].join(' '),
  );
  return [...head, ...lines, ''].join('\r\n');
}

function frenchList(event: MadeEvent): string {
  const [year, month, day] = event.begins.split('-');
  const head = [
    `;name=${event.name}`,
    `;date=${day!}/${month!}/${year!}`,
    `;vill=${event.place}`,
    ';size=19',
    ';time=60+b',
    `;komi=${String(event.komi)}`,
    ';Num Nom Prenom               Niv Licence Club',
  ];
  const lines = event.players.map(
    (player, i) =>
      `${String(i + 1).padStart(4)} ${`${player.surname} ${player.first}`.padEnd(25)}${player.rank.toUpperCase().padStart(3)} ${player.pin.slice(1)} ${player.club.padEnd(4)} ${entriesOf(event, player, true)}`,
  );
  return [...head, ...lines, ''].join('\n');
}

function agaLine(event: MadeEvent, game: MadeGame, idOf: (index: number) => string): string {
  const result = isWon(game.outcome) ? game.outcome[0]! : '?';
  const ids = [game.white, game.black].map((player) => idOf(event.players.indexOf(player)));
  return [...ids, result, game.handicap, game.komi].join(' ');
}

function agaReport(event: MadeEvent): string {
  const [year, month, day] = event.begins.split('-').map(Number);
  const [, , lastDay] = event.ends.split('-').map(Number);
  const idOf = (index: number): string => String(1001 + index);
  const date = (which: number): string => `${String(month)}/${String(which)}/${String(year)}`;
  return [
    `TOURNEY ${event.name}, ${event.place}`,
    `\tstart=${date(day!)}`,
    `\tfinish=${date(lastDay!)}`,
    '\trules=AGA',
    '',
    'PLAYERS',
    ...event.players.map((player, i) => `${idOf(i)}  ${player.surname}, ${player.first}  ${player.rank}`),
    '',
    ...Array.from({ length: event.rounds }, (_, i) => [
      `GAMES ${String(i + 1)}`,
      ...event.games.filter(({ round }) => round === i + 1).map((game) => agaLine(event, game, idOf)),
      '',
    ]).flat(),
    'END',
    '',
  ].join('\n');
}

function tdeFiles(event: MadeEvent): WrittenTable[] {
  const idOf = (index: number): string => `USA${String(1001 + index)}`;
  const register = [
    `## TOURNEY ${event.name}`,
    '## RULES AGA',
    `## ROUNDS ${String(event.rounds)}`,
    '# made up',
    ...event.players.map(
      (player, i) =>
        `usa0${String(1001 + i)} ${player.surname}, ${player.first}  ${player.rank} CLUB=${player.club} # note`,
    ),
  ];
  const rounds = Array.from({ length: event.rounds }, (_, i) => ({
    name: `${String(i + 1)}.tde`,
    text: event.games
      .filter(({ round }) => round === i + 1)
      .map((game) => `${agaLine(event, game, idOf)} # ${game.white.surname} : ${game.black.surname}\n`)
      .join(''),
  }));
  return [
    { name: 'register.tde', text: `${register.join('\n')}\n` },
    ...rounds.filter(({ text }) => text !== ''),
  ];
}

const GOTHA_RESULTS: Readonly<Record<TableOutcome, string>> = {
  white: 'WHITEWINS',
  black: 'BLACKWINS',
  jigo: 'EQUAL',
  unknown: 'UNKNOWN',
  'both-lose': 'BOTHLOSE',
  'both-win': 'BOTHWIN',
  void: 'UNKNOWN',
};

function gothaKey({ surname, first }: MadePlayer): string {
  return `${surname}${first}`.replace(/\s/g, '').toUpperCase();
}

function openGotha(event: MadeEvent): string {
  const players = event.players.map(
    (one) =>
      `<Player agaId="" club="${one.club}" country="${one.country}" egfPin="${one.pin}" ffgLicence="" firstName="${one.first}" name="${one.surname}" participating="11111111111111111111" rank="${one.rank.toUpperCase()}" registeringStatus="FIN"/>`,
  );
  const games = event.games.map(
    (game) =>
      `<Game blackPlayer="${gothaKey(game.black)}" handicap="${String(game.handicap)}" knownColor="${String(game.knowsColors)}" result="RESULT_${GOTHA_RESULTS[game.outcome]}${game.byDefault ? '_BYDEF' : ''}" roundNumber="${String(game.round)}" tableNumber="${String(game.table)}" whitePlayer="${gothaKey(game.white)}"/>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
    '<Tournament dataVersion="201">',
    '<Players>',
    ...players,
    '</Players>',
    '<Games>',
    ...games,
    '</Games>',
    '<TournamentParameterSet>',
    `<GeneralParameterSet basicTime="60" beginDate="${event.begins}" complementaryTimeSystem="STDBYOYOMI" endDate="${event.ends}" komi="${String(event.komi)}" location="${event.place}" name="${event.name}" numberOfRounds="${String(event.rounds)}" size="19" stdByoYomiTime="30"/>`,
    '<HandicapParameterSet hdBasedOnMMS="true" hdCeiling="9" hdCorrection="1" hdNoHdRankThreshold="1D"/>',
    '</TournamentParameterSet>',
    '</Tournament>',
  ].join('\n');
}

const SCORES: Readonly<Record<TableOutcome, string>> = {
  white: '1-0',
  black: '0-1',
  jigo: '1/2-1/2',
  unknown: '?-?',
  'both-lose': '0-0',
  'both-win': '1-1',
  void: '?-?',
};

function macMahon(event: MadeEvent): string {
  const idOf = (player: MadePlayer): string => String(event.players.indexOf(player) + 1);
  const tag = (name: string, value: string | number | boolean): string =>
    `<${name}>${String(value)}</${name}>`;
  const players = event.players.map((one) =>
    tag(
      'Player',
      tag('Id', idOf(one)) +
        tag(
          'GoPlayer',
          tag('FirstName', one.first) +
            tag('Surname', one.surname) +
            tag('Club', one.club) +
            tag('Country', one.country) +
            tag('GoLevel', one.rank) +
            tag('EgdPin', one.pin),
        ),
    ),
  );
  const rounds = Array.from({ length: event.rounds }, (_, i) =>
    tag(
      'Round',
      tag('RoundNumber', i + 1) +
        event.games
          .filter(({ round }) => round === i + 1)
          .map((game) =>
            tag(
              'Pairing',
              tag('BoardNumber', game.table) +
                tag('PairingWithBye', false) +
                tag('White', idOf(game.white)) +
                tag('Black', idOf(game.black)) +
                tag('Handicap', game.handicap) +
                tag('Result', SCORES[game.outcome]) +
                tag('ResultByReferee', game.byDefault),
            ),
          )
          .join('\n'),
    ),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<TournamentData typeversion="3.9">',
    tag(
      'Tournament',
      tag('Name', event.name) + tag('NumberOfRounds', event.rounds) + tag('HandicapUsed', true),
    ),
    tag('Playerlist', players.join('\n')),
    tag('Roundlist', rounds.join('\n')),
    '</TournamentData>',
  ].join('\n');
}

const LETTERS: Readonly<Record<TableOutcome, string>> = {
  white: 'w',
  black: 'b',
  jigo: '=',
  unknown: '?',
  'both-lose': '0',
  'both-win': '#',
  void: 'X',
};

function pairgoth(event: MadeEvent): string {
  const idOf = (player: MadePlayer): number => 2 * event.players.indexOf(player) + 1;
  const rankOf = (text: string): number =>
    text.endsWith('d') ? Number.parseInt(text) - 1 : -Number.parseInt(text);
  const tour = {
    type: 'INDIVIDUAL',
    name: event.name,
    startDate: event.begins,
    endDate: event.ends,
    location: event.place,
    komi: event.komi,
    rules: 'FRENCH',
    gobanSize: 19,
    timeSystem: { type: 'FISCHER', mainTime: 3000, increment: 15, maxTime: 0 },
    rounds: event.rounds,
    pairing: { type: 'MAC_MAHON', handicap: { threshold: -1, correction: 1, ceiling: 9 } },
    players: event.players.map((one) => ({
      id: idOf(one),
      name: one.surname,
      firstname: one.first,
      rank: rankOf(one.rank),
      country: one.country.toLowerCase(),
      club: one.club,
      egf: one.pin,
    })),
    games: Array.from({ length: event.rounds }, (_, i) =>
      event.games
        .filter(({ round }) => round === i + 1)
        .map((game, id) => ({
          id,
          t: game.table,
          w: idOf(game.white),
          b: idOf(game.black),
          h: game.handicap,
          r: LETTERS[game.outcome],
          dd: 0,
        })),
    ),
  };
  return JSON.stringify(tour, null, 2);
}

const CSV_RESULTS: Readonly<Record<TableOutcome, string>> = {
  white: 'W+',
  black: 'B+',
  jigo: '=',
  unknown: '?',
  'both-lose': '0-0',
  'both-win': '1-1',
  void: 'Void',
};

export function csv(event: MadeEvent): string {
  const rows = event.games.map((game) =>
    [
      game.round,
      game.table,
      `"${game.white.surname}, ${game.white.first}"`,
      `"${game.black.surname}, ${game.black.first}"`,
      game.handicap,
      game.komi,
      `${CSV_RESULTS[game.outcome]}${game.margin === undefined ? '' : String(game.margin)}${game.byDefault ? '!' : ''}`,
      '',
    ].join(','),
  );
  return ['round,table,white,black,handicap,komi,result,file', ...rows, ''].join('\n');
}
