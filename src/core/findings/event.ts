import { count, quote, type Family, type FindingRow } from './family.js';

/** What the record has, and what the conditions require. */
type Differing = { readonly found: string; readonly expected: string };

/** A condition that a game does not meet. */
function unmet(what: string, explanation: Pick<FindingRow, 'title' | 'means' | 'rule' | 'example'>) {
  return {
    severity: 'warning' as const,
    sentence: (a: Differing) =>
      `Does not count: unexpected ${what} ${quote(a.found)}, expected ${a.expected}`,
    ...explanation,
    todo: 'Correct the record if it is wrong; otherwise the organizer decides whether the game counts.',
  };
}

/** Findings about the conditions of an event (`--event`): each is a reason why a game does not count. */
export const EVENT_FINDINGS = {
  'event/rules': unmet('rules', {
    title: 'Rules other than those of the event',
    means: 'The ruleset that the record names is not among those that the conditions of the event allow.',
    rule: 'The condition rules of the event, and RU.',
    example: 'The event is played by Japanese rules, and the record has RU[Chinese].',
  }),
  'event/komi': unmet('komi', {
    title: 'A komi other than that of the event',
    means: 'KM of the record is not the komi that the conditions of the event have for its handicap.',
    rule: 'The condition komi of the event, and KM.',
    example: 'The event has komi 7.5 in even games, and the record KM[6.5].',
  }),
  'event/size': unmet('board size', {
    title: 'A board size other than that of the event',
    means: 'The board of the record is not of the size that the conditions of the event require.',
    rule: 'The condition size of the event, and SZ.',
    example: 'The event is played on 19 lines, and the record has SZ[13].',
  }),
  'event/handicap': unmet('handicap', {
    title: 'A handicap other than the ranks require',
    means:
      'The handicap of the record is not the one that the conditions of the event give for the ranks of the players (BR, WR), or the event has none. Handicaps of 0 and 1 count as one: they differ in komi.',
    rule: 'The condition handicap of the event, and HA, BR and WR.',
    example: 'A 5k gives a 9k two stones, and the event has one stone less than the difference of ranks.',
  }),
  'event/time': unmet('time limit', {
    title: 'A time limit other than that of the event',
    means:
      'The time limit of the record (TM, OT) is not that of the event, or is too short for its class of the European Go Federation.',
    rule: 'The conditions time and class of the event, and TM and OT.',
    example: 'The event has 20 minutes and 5x30 byo-yomi, and the record TM[600].',
  }),
  'event/date': unmet('date', {
    title: 'A game outside the days of the event',
    means:
      'The date of the record is more than one day before the first day of the event or after its last: one day may be due to time zones.',
    rule: 'The conditions from and to of the event, and DT.',
    example: 'The league begins in March, and the record has DT[2026-01-20].',
  }),
  'event/server': unmet('server', {
    title: 'A server other than that of the event',
    means: 'The server that wrote the file is known, and it is not one of those where the event is played.',
    rule: 'The condition server of the event, and AP, PC and the habits of servers.',
    example: 'The league is played at KGS, and the record comes from Fox.',
  }),
  'event/player': unmet('player', {
    title: 'A player who does not take part',
    means:
      'A name in the record is not among those of the players, whatever the order of its words, its case and its accents.',
    rule: 'The condition players of the event, and PB and PW.',
    example: 'The league has players Ann and Bo, and the record PW[Cy].',
  }),
  'event/moves': unmet('number of moves', {
    title: 'Fewer moves than the event requires',
    means: 'The game has fewer moves than it needs to count.',
    rule: 'The condition minimumMoves of the event.',
    example: 'Games of the league count from 50 moves on, and this one has 12.',
  }),
  'event/not-stated': {
    severity: 'note',
    sentence: (a: { readonly what: string }) =>
      `Cannot tell whether the game counts: the record does not state its ${a.what}`,
    title: 'The record does not say what the conditions need',
    means: 'Conditions of the event depend on a property that the record lacks or that cannot be understood.',
    rule: 'The conditions of the event.',
    example: 'The event has a time limit, and the record neither TM nor OT.',
    todo: 'Add the property to the record.',
  },
} satisfies Family;

/** Findings about decisions of a referee (`--decisions`). */
export const DECISION_FINDINGS = {
  'decision/no-game': {
    severity: 'warning',
    sentence: (a: { readonly name: string; readonly game: string; readonly label: string }) =>
      `The decision of ${quote(a.name)} about ${a.label === '' ? 'the game' : quote(a.label)} ` +
      `with the moves ${a.game} matches no game in this run`,
    title: 'A decision about a game that is not there',
    means:
      'No game in the run has the digest of moves that the decision names. A different file name, header or result does not matter; a different move does. A file that was saved when the digest of setup stones had 32 bits names games with setup otherwise.',
    rule: 'A decision names its game by the digest of its moves.',
    example: 'A decision about a record in which a move was corrected afterwards.',
    todo: 'Give the file with the game too, or write the digest of the corrected game into the decision: list --columns file,game,moves_digest.',
  },
  'decision/no-stone': {
    severity: 'error',
    sentence: (a: { readonly name: string; readonly point: string; readonly reason: 'no-point' | 'empty' }) =>
      `The decision of ${quote(a.name)} does not fit: ${quote(a.point)} ` +
      (a.reason === 'empty' ? 'is empty in the final position' : 'is not a point of this board'),
    title: 'A decision about a group that is not there',
    means:
      'A point that a decision names as dead or alive is not on the board, or is empty in the final position. The other points of the decision are applied.',
    rule: 'AGA 9, Japanese article 7: only stones are dead.',
    example: 'A decision with "dead": ["C3"] where C3 is empty.',
    todo: 'Name a stone of the group.',
  },
  'decision/no-move': {
    severity: 'error',
    sentence: (a: { readonly name: string; readonly move: number; readonly moves: number }) =>
      `The decision of ${quote(a.name)} does not fit: it accepts move ${String(a.move)}, ` +
      `but the game has ${count(a.moves, 'move')}`,
    title: 'A decision about a move that is not there',
    means: 'A decision accepts the repetition of a move, but the game has fewer moves.',
    rule: 'Moves are counted from 1, passes included.',
    example: 'A decision with "accepted": [300] about a game of 240 moves.',
    todo: 'Correct the number.',
  },
  'decision/no-repetition': {
    severity: 'error',
    sentence: (a: { readonly name: string }, w) =>
      `${w.subject}: the decision of ${quote(a.name)} accepts a repetition, but none was reported for this move`,
    title: 'A decision about a repetition that is not there',
    means:
      'A decision accepts the repetition of a move for which no ko and no repetition is reported under the applied rules.',
    rule: 'Findings move/ko, move/superko-* and move/repetition are what can be accepted.',
    example: 'A decision with "accepted": [12] where move 13 retakes the ko.',
    todo: 'Correct the number, or the ruleset.',
  },
  'decision/not-scored': {
    severity: 'warning',
    sentence: (a: { readonly name: string; readonly because: string }) =>
      `The decision of ${quote(a.name)} about groups or komi changes nothing, because the game is not scored: ${a.because}`,
    title: 'A decision about the score of a game that has none',
    means: 'Groups and komi matter for the score only, and this game is not scored.',
    rule: 'Games that ended by two passes, a declared margin or marked territory are scored.',
    example: 'A decision about komi in a game that ended by resignation.',
    todo: 'Declare the result in the decision.',
  },
  'decision/result-differs': {
    severity: 'warning',
    sentence: (a: { readonly declared: string; readonly decided: string; readonly name: string }) =>
      `The record declares ${quote(a.declared)}, but ${quote(a.name)} decided ${quote(a.decided)}`,
    title: "A declared result that differs from the referee's decision",
    means: 'RE of the record differs from the result that a referee declared.',
    rule: 'FF[4] RE: the result of the game.',
    example: 'RE[B+2.5], and the decision "result": "W+F".',
    todo: 'format --decisions FILE writes the decided result into the record.',
  },
} satisfies Family;

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
    sentence: differs('handicap'),
    title: 'Table and record have different handicaps',
    means:
      'The handicap of the table is neither HA of the record nor the number of stones on its board. Handicaps of 0 and 1 count as equal.',
    rule: 'HA and the setup of the record, and the handicap of the pairing.',
    example: 'The table has handicap 4, and the record HA[3] with three stones.',
    todo: 'Find out what was played: ratings depend on it.',
  },
  'table/komi-differs': {
    severity: 'warning',
    sentence: differs('komi'),
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

function differs(what: string) {
  return (a: ComparedArgs): string =>
    `${pairing(a)}: the table has ${what} ${a.table}, the record ${a.record}, expected the same`;
}
