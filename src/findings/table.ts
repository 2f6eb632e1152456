import { quote, type Family } from './family.js';

/** A pairing as the table has it; round 0 where the table does not say. */
type PairingArgs = {
  readonly round: number;
  readonly black: string;
  readonly white: string;
};

/** Both values as they are written. */
type ComparedArgs = PairingArgs & { readonly table: string; readonly record: string };

/** `Round 3, Baden Kor (Black) against Lipi Ran (White)`. */
function pairing({ round, black, white }: PairingArgs): string {
  return `${round === 0 ? '' : `Round ${round}, `}${quote(black)} (Black) against ${quote(white)} (White)`;
}

/** Findings about an event's results table, and about games compared with it. */
export const TABLE_FINDINGS = {
  'table/malformed': {
    severity: 'warning',
    /** `value`: the text there, '' at the end; `expected` completes "expected ...". */
    sentence: (a: { readonly value: string; readonly expected: string }) =>
      `Unexpected ${a.value === '' ? 'end' : quote(a.value)} in the results table, expected ${a.expected}`,
    title: 'A part of the results table cannot be read',
    means:
      'The line, the element or the value at this place does not fit the format of the table. It is skipped, and the rest of the table is read.',
    rule: 'The description of the format: EGD tournament tables, AGA rating reports, or the files of OpenGotha, MacMahon and Pairgoth.',
    example: 'The line "3 Novak Jan 2K CZ Prah 1 2 0 0 1+/w0 2*/b0": the entry 2*/b0 has no result.',
    todo: 'Correct the table where it was typed by hand; if a program wrote it, report it to its authors, or to us if the table is right.',
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
      `Round ${a.round}: the line of ${quote(a.first)} has ${quote(a.entry)}, that of ${quote(a.second)} has ${quote(a.other)}, expected both to describe the same game`,
    title: 'The two entries of a game disagree',
    means:
      'A wall list has every game twice, in the lines of both players. Here they do not name each other, or their results, colors, handicaps or defaults do not fit together. One of the two is wrong, and the table does not say which.',
    rule: 'EGD tournament tables: the entry of a player mirrors that of the opponent.',
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
  'table/result-differs': {
    severity: 'error',
    sentence: (a: ComparedArgs) =>
      `${pairing(a)}: the table has ${quote(a.table)}, the record ${quote(a.record)}, expected the same result`,
    title: 'Table and record have different results',
    means:
      'The record and the results table name different winners; or only the margin or the way the game ended differs, which is a warning. Winners are compared by player, not by color.',
    rule: 'RE of the record, and the result of the pairing.',
    example: 'The table says that White won in round 2, and the record has RE[B+3.5].',
    todo: 'Ask the players or find the signed result slip, and correct the one that is wrong. Correct a table before it is rated.',
  },
  'table/count-differs': {
    severity: 'warning',
    sentence: (a: ComparedArgs) =>
      `${pairing(a)}: the table has ${quote(a.table)}, but the count gives ${quote(a.record)}: the winner differs`,
    title: 'The count and the table name different winners',
    means:
      'The final position was counted with confidence, and the other player won, whatever RE says. No known difference in counting explains it.',
    rule: 'The applied ruleset to the record.',
    example: 'The table and RE say W+, and the board is B+0.5.',
    todo: 'Look at the dead stones and the komi of the record first. Results that both players accepted are usually final.',
  },
  'table/colors-swapped': {
    severity: 'error',
    /** `hasOtherWinner`: the same color won, so that another player did. */
    sentence: (a: PairingArgs & { readonly hasOtherWinner: boolean }) =>
      `${pairing(a)}: the colors are swapped in the record` +
      (a.hasOtherWinner ? ', and so the winner differs: one of the two may have the names swapped' : ''),
    title: 'Table and record have the colors swapped',
    means:
      'The player who is Black in the table is White in the record. Either the colors of the pairing or the names in the record were swapped.',
    rule: 'PB and PW of the record.',
    example: 'The table pairs Novak (White) with Kral (Black), and the record has PB[Novak]PW[Kral].',
    todo: 'Correct the colors, and the winner if the message says that it changes with them.',
  },
  'table/handicap-differs': {
    severity: 'error',
    sentence: (a: ComparedArgs) =>
      `${pairing(a)}: the table has handicap ${a.table}, the record ${a.record}, expected the same`,
    title: 'Table and record have different handicaps',
    means:
      'The handicap of the table is neither HA of the record nor the number of stones on its board. Handicaps of 0 and 1 count as equal.',
    rule: 'HA and the setup of the record, and the handicap of the pairing.',
    example: 'The table has handicap 4, and the record HA[3] with three stones.',
    todo: 'Find out what was played: ratings depend on it.',
  },
  'table/komi-differs': {
    severity: 'warning',
    sentence: (a: ComparedArgs) =>
      `${pairing(a)}: the table has komi ${a.table}, the record ${a.record}, expected the same`,
    title: 'Table and record have different komi',
    means:
      'KM of the record is not the komi of the pairing, or for an even game that of the event. The half point is not compared where the format of the table drops it.',
    rule: 'KM of the record, and the komi of the table.',
    example: 'The event has komi 7.5, and the record KM[6.5].',
    todo: 'Correct KM if it was left at the default of a program. A close result may depend on it.',
  },
  'table/no-record': {
    severity: 'note',
    sentence: (a: PairingArgs) => `${pairing(a)}: no record of this game among the input`,
    title: 'A pairing without a record',
    means:
      'The game has a result in the table, was not won by default, and none of the records can be this game.',
    rule: 'Any game that was played may have a record, but need not.',
    example: 'Round 3 has five pairings and four files.',
    todo: 'Nothing, if not every game is recorded. Otherwise look at the findings table/not-listed: a name may be spelled differently; --aliases helps.',
  },
  'table/not-listed': {
    severity: 'warning',
    sentence: (a: { readonly black: string; readonly white: string; readonly because: string }) =>
      `The game of ${quote(a.black)} (Black) and ${quote(a.white)} (White) is in no table: ${a.because}`,
    title: 'A record that is in no table',
    means: 'No pairing can be this game, with any spelling of the names that is recognized.',
    rule: 'The players of the pairings are compared with PB and PW, and with the ids in the file name.',
    example: 'PB[dragon9] is in no table: the table has the name of the player.',
    todo: 'Give the real names of nicknames with --aliases, or leave the file out if it does not belong to the event.',
  },
  'table/several-records': {
    severity: 'warning',
    sentence: (a: PairingArgs & { readonly files: string }) =>
      `${pairing(a)}: several records are this game: ${a.files}`,
    title: 'Several records of one pairing',
    means:
      'More than one record has these players, and nothing shows that they are different games. If the records disagree, none of them is compared with the table.',
    rule: 'One pairing is one game.',
    example: 'Both players saved the game, one of them before the last moves.',
    todo: 'Keep the complete record, or give the round in RO if one of them belongs to another event.',
  },
  'table/by-default-but-played': {
    severity: 'warning',
    sentence: (a: PairingArgs & { readonly record: string }) =>
      `${pairing(a)}: won by default in the table, but the record has moves (result ${quote(a.record)})`,
    title: 'Won by default in the table, but played',
    means:
      'The table says that one of the players did not come or was disqualified, and there is a record with moves.',
    rule: 'Games won by default are not rated.',
    example: 'The entry 12+!w0 and a record of 180 moves.',
    todo: 'If the game was played, remove the mark of the default; if a referee decided it, leave it.',
  },
  'table/unplayed-but-record': {
    severity: 'warning',
    sentence: (a: PairingArgs & { readonly record: string }) =>
      `${pairing(a)}: no result in the table, but there is a record (result ${quote(a.record)})`,
    title: 'No result in the table, but a record',
    means:
      'The table has the pairing as not played, cancelled or not entered yet, but there is a record of it with moves.',
    rule: 'The result of the pairing is unknown.',
    example: 'The entry 12?/w0 and a record with RE[W+R].',
    todo: 'Enter the result.',
  },
} satisfies Family;
