import { quote, type Family } from './family.js';

/** Findings about an event's results table, and about games compared with it. */
export const TABLE_FINDINGS = {
  'table/malformed': {
    severity: 'warning',
    /** `value`: what is there, '' for nothing; `expected` completes "expected ...". */
    sentence: (a: { readonly value: string; readonly expected: string }) =>
      `Unexpected ${a.value === '' ? 'end' : quote(a.value)} in the results table, expected ${a.expected}`,
    title: 'Something in the results table makes no sense',
    means:
      'The line, the element or the value at this place does not fit the format of the table. It is left out, and the rest of the table is read.',
    rule: 'The description of the format: EGD tournament tables, AGA rating reports, or the files of OpenGotha, MacMahon and Pairgoth.',
    example: 'The line "3 Novak Jan 2K CZ Prah 1 2 0 0 1+/w0 2*/b0": the entry 2*/b0 has no result.',
    todo: 'Correct the table where it was typed by hand; where a program wrote it, tell its authors, or us if the table is right.',
  },
  'table/asymmetric': {
    severity: 'warning',
    /** Both entries of one game as they are written, with the players whose lines they are in. */
    sentence: (a: {
      readonly round: number;
      readonly first: string;
      readonly entry: string;
      readonly second: string;
      readonly other: string;
    }) =>
      `Round ${a.round}: the line of ${quote(a.first)} has ${quote(a.entry)}, that of ${quote(a.second)} has ${quote(a.other)}, expected the same game seen from both sides`,
    title: 'The two entries of a game disagree',
    means:
      'A wall list has every game twice, in the lines of both players. Here they do not name each other, or their results, colors, handicaps or defaults do not fit together. One of the two is wrong, and the table does not say which.',
    rule: 'EGD tournament tables: an entry and that of the opponent are mirror images.',
    example: 'Line 1 has "2+/w0" and line 2 has "1+/b0": both players have won the same game.',
    todo: 'Look at the record of the game, or ask the players, and correct the wrong entry before the table is sent in.',
  },
  'table/player-unknown': {
    severity: 'warning',
    /** `where`: what names the player. */
    sentence: (a: { readonly name: string; readonly where: 'entry' | 'pairing' }) =>
      a.where === 'entry'
        ? `Unexpected opponent ${quote(a.name)}, expected the place of a line of the table`
        : `Unexpected player ${quote(a.name)} in a pairing, expected one of the table's players`,
    title: 'A player who is not in the table',
    means:
      'A pairing or an entry names a player by a place, an id or a key, and the table has no player with it. The pairing is left out.',
    rule: 'Every format lists the players, and its pairings refer to them.',
    example: 'The entry "33+/w0" in a table of 32 players.',
    todo: 'Correct the reference, or give the file that lists the player (register.tde) as well.',
  },
} satisfies Family;
