import { describe, expect, it, test } from 'vitest';
import { foldName } from '../../../src/toolkit/event/names.js';
import { readTables } from '../../../src/toolkit/event/read-table.js';
import { TABLE_FORMATS, type Pairing, type Table } from '../../../src/toolkit/event/table.js';
import {
  ABILITIES,
  diceOf,
  madeEvent,
  written,
  type MadeEvent,
  type MadeGame,
} from '../../support/event-tables.js';

const encoder = new TextEncoder();
const EVENTS = 40;

/** A pairing as words, the same for the event that was made and the table that was read. */
function wordsOfGame(game: MadeGame): string {
  const names = [game.black, game.white].map(({ surname, first }) => foldName(`${surname} ${first}`));
  return game.knowsColors
    ? words(game, names, game.outcome)
    : words(game, [...names].sort(), winner(game.outcome, names));
}

function wordsOfPairing(pairing: Pairing, { players }: Table): string {
  const names = [pairing.black, pairing.white].map((index) => foldName(players[index]!.name));
  const { outcome, margin } = pairing.result;
  const game = { ...pairing, margin };
  return pairing.knowsColors
    ? words(game, names, outcome)
    : words(game, [...names].sort(), winner(outcome, names));
}

function words(
  game: Pick<MadeGame, 'round' | 'byDefault' | 'knowsColors' | 'margin'> & {
    readonly handicap: number | undefined;
  },
  names: readonly string[],
  outcome: string,
): string {
  return [game.round, ...names, game.handicap, outcome, game.margin, game.byDefault, game.knowsColors].join(
    ' ',
  );
}

function winner(outcome: string, [black, white]: readonly string[]): string {
  return outcome === 'black' ? black! : outcome === 'white' ? white! : outcome;
}

function read(event: MadeEvent, format: (typeof TABLE_FORMATS)[number]): Table {
  const files = written(event, format).map(({ name, text }) => ({ name, bytes: encoder.encode(text) }));
  const { tables, findings } = readTables(files);
  expect(findings).toEqual([]);
  expect(tables).toHaveLength(1);
  return tables[0]!;
}

describe.each(TABLE_FORMATS)('an event written as %s', (format) => {
  it.each(Array.from({ length: EVENTS }, (_, i) => i))('is read as it was made (seed %i)', (seed) => {
    const event = madeEvent(diceOf(seed), ABILITIES[format]);
    const table = read(event, format);
    expect(table.findings).toEqual([]);
    expect(table.format).toBe(format);
    expect(table.pairings.map((one) => wordsOfPairing(one, table)).sort()).toEqual(
      event.games.map(wordsOfGame).sort(),
    );
    const ranks = (list: readonly { readonly name: string; readonly rank: string }[]): string[] =>
      list.map(({ name, rank }) => `${foldName(name)} ${rank}`).sort();
    if (format === 'csv') return;
    expect(ranks(table.players)).toEqual(
      ranks(event.players.map(({ surname, first, rank }) => ({ name: surname + first, rank }))),
    );
    expect(table.name).toBe(event.name);
    if (format !== 'tou') expect(table.rounds).toBe(event.rounds);
  });
});

test.each([
  ['h9', { place: 'CH,Lakeside', begins: '2026-05-02', ends: '2026-05-03', komi: 7.5 }],
  [
    'tou',
    {
      place: 'Lakeside',
      begins: '2026-05-02',
      ends: '',
      komi: 7.5,
      size: 19,
      time: { system: 'unknown', mainSeconds: 3600 },
    },
  ],
  ['aga', { place: 'Lakeside', begins: '2026-05-02', ends: '2026-05-03', rules: 'AGA', komiIsWhole: true }],
  ['tde', { rules: 'AGA', komiIsWhole: true }],
  [
    'opengotha',
    {
      place: 'Lakeside',
      begins: '2026-05-02',
      ends: '2026-05-03',
      komi: 7.5,
      size: 19,
      time: { system: 'byo-yomi', mainSeconds: 3600, periodSeconds: 30 },
      handicap: { correction: 1, ceiling: 9, isUsed: true, evenFrom: '1d' },
    },
  ],
  ['macmahon', { handicap: { isUsed: true }, isReadingOpen: true }],
  [
    'pairgoth',
    {
      place: 'Lakeside',
      begins: '2026-05-02',
      ends: '2026-05-03',
      komi: 7.5,
      size: 19,
      rules: 'FRENCH',
      time: { system: 'fischer', mainSeconds: 3000, incrementSeconds: 15 },
      handicap: { correction: 1, ceiling: 9, isUsed: true, evenFrom: '1k' },
    },
  ],
] as const)('%s has these conditions of the event', (format, conditions) => {
  expect(read(madeEvent(diceOf(5), ABILITIES[format]), format)).toMatchObject(conditions);
});
