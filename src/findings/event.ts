import { count, type Family, quote } from './family.js';

/** What the record has, and what the conditions ask for. */
type Differing = { readonly found: string; readonly expected: string };

const differing = (what: string) => (a: Differing) =>
  `Does not count: unexpected ${what} ${quote(a.found)}, expected ${a.expected}`;

const WHAT_TO_DO =
  'Correct the record if it is wrong; otherwise the organizer decides whether the game counts.';

/** Findings about the conditions of an event (`--event`): each is a reason why a game does not count. */
export const EVENT_FINDINGS = {
  'event/rules': {
    severity: 'warning',
    sentence: differing('rules'),
    title: 'Rules other than those of the event',
    means: 'The ruleset that the record names is not among those that the conditions of the event allow.',
    rule: 'The condition rules of the event, and RU.',
    example: 'The event is played by Japanese rules, and the record has RU[Chinese].',
    todo: WHAT_TO_DO,
  },
  'event/komi': {
    severity: 'warning',
    sentence: differing('komi'),
    title: 'A komi other than that of the event',
    means: 'KM of the record is not the komi that the conditions of the event have for its handicap.',
    rule: 'The condition komi of the event, and KM.',
    example: 'The event has komi 7.5 in even games, and the record KM[6.5].',
    todo: WHAT_TO_DO,
  },
  'event/size': {
    severity: 'warning',
    sentence: differing('board size'),
    title: 'A board size other than that of the event',
    means: 'The board of the record is not of the size that the conditions of the event require.',
    rule: 'The condition size of the event, and SZ.',
    example: 'The event is played on 19 lines, and the record has SZ[13].',
    todo: WHAT_TO_DO,
  },
  'event/handicap': {
    severity: 'warning',
    sentence: differing('handicap'),
    title: 'A handicap other than the ranks require',
    means:
      'The handicap of the record is not the one that the conditions of the event give for the ranks of the players (BR, WR), or the event has none. Handicaps of 0 and 1 count as one: they differ in komi.',
    rule: 'The condition handicap of the event, and HA, BR and WR.',
    example: 'A 5k gives a 9k two stones, and the event has one stone less than the difference of ranks.',
    todo: WHAT_TO_DO,
  },
  'event/time': {
    severity: 'warning',
    sentence: differing('time limit'),
    title: 'A time limit other than that of the event',
    means:
      'The time limit of the record (TM, OT) is not that of the event, or is too short for its class of the European Go Federation.',
    rule: 'The conditions time and class of the event, and TM and OT.',
    example: 'The event has 20 minutes and 5x30 byo-yomi, and the record TM[600].',
    todo: WHAT_TO_DO,
  },
  'event/date': {
    severity: 'warning',
    sentence: differing('date'),
    title: 'A game outside the days of the event',
    means:
      'The date of the record is more than one day before the first day of the event or after its last: one day may be due to time zones.',
    rule: 'The conditions from and to of the event, and DT.',
    example: 'The league begins in March, and the record has DT[2026-01-20].',
    todo: WHAT_TO_DO,
  },
  'event/server': {
    severity: 'warning',
    sentence: differing('server'),
    title: 'A server other than that of the event',
    means: 'The server that wrote the file is known, and it is not one of those where the event is played.',
    rule: 'The condition server of the event, and AP, PC and the habits of servers.',
    example: 'The league is played at KGS, and the record comes from Fox.',
    todo: WHAT_TO_DO,
  },
  'event/player': {
    severity: 'warning',
    sentence: differing('player'),
    title: 'A player who does not take part',
    means:
      'A name in the record is not among those of the players, whatever the order of its words, its case and its accents.',
    rule: 'The condition players of the event, and PB and PW.',
    example: 'The league has players Ann and Bo, and the record PW[Cy].',
    todo: WHAT_TO_DO,
  },
  'event/moves': {
    severity: 'warning',
    sentence: differing('number of moves'),
    title: 'Fewer moves than the event requires',
    means: 'The game has fewer moves than it needs to count.',
    rule: 'The condition minimumMoves of the event.',
    example: 'Games of the league count from 50 moves on, and this one has 12.',
    todo: WHAT_TO_DO,
  },
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
      'No game in the run has the digest of moves that the decision names. A different file name, header or result does not matter; a different move does.',
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
