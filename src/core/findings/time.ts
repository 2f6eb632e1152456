import { type Color, playerName } from '../color.js';
import { count, type Family, quote, type Where } from './family.js';

const seconds = (value: number): string => `${String(Math.round(value * 1000) / 1000)} s`;
const clock = (player: Color): string => `${playerName(player)}'s clock`;

/**
 * Findings about clocks. Times are in seconds; `player`: whose clock it is; `since`: the move of the previous reading.
 */
export const TIME_FINDINGS = {
  'time/malformed': {
    severity: 'note',
    /** `values`: how many clock values of the game cannot be read. */
    sentence: (a: { readonly ident: string; readonly value: string; readonly values: number }) =>
      `Unexpected ${a.ident} value ${quote(a.value)}, expected a number` +
      (a.values > 1 ? `; ${count(a.values, 'clock value')} of this game cannot be read` : ''),
    title: 'A clock value that cannot be read',
    means:
      'BL and WL are seconds, OB and OW a number of moves or periods. Other values are not used to check the clocks; the finding names the first.',
    rule: 'FF[4] BL, WL, OB, OW.',
    example: '(;GM[1]FF[4]SZ[9]TM[600];B[ee]BL[soon])',
    todo: 'Correct the value, or remove it.',
  },
  'time/unknown-system': {
    severity: 'note',
    sentence: (a: { readonly value: string }) =>
      `Time limit ${quote(a.value)} is not understood, so the clocks are not checked against it`,
    title: 'A time limit that is not understood',
    means: 'TM or OT has none of the known forms. Nothing is concluded from clocks that depend on it.',
    rule: 'FF[4] TM, OT. Known forms of OT: 5x30 byo-yomi, 25/600 Canadian, 10 Fischer, 30 simple, none.',
    example: '(;GM[1]FF[4]SZ[9]TM[600]OT[Mysterious];B[ee])',
    todo: 'Write the time limit in one of the known forms.',
  },
  'time/repaired': {
    severity: 'note',
    sentence: (a: { readonly value: string; readonly meant: string }) =>
      `Time limit ${quote(a.value)} is read as ${a.meant} of main time`,
    title: 'A time limit in a different unit',
    means:
      'The value of TM cannot be in seconds: it gives ten hours or more of main time with short periods, as Korean programs write minutes, or only a few seconds where the first clocks show that many minutes.',
    rule: 'FF[4] TM: seconds.',
    example: '(;GM[1]FF[4]SZ[9]TM[30];B[ee]BL[1795];W[cc]WL[1790])',
    todo: 'Nothing, unless the game really had that time limit.',
  },
  'time/increase': {
    severity: 'warning',
    sentence: (
      a: {
        readonly player: Color;
        readonly before: number;
        readonly left: number;
        readonly since: number;
      },
      w: Where,
    ) =>
      `${w.subject}: ${clock(a.player)} shows ${seconds(a.left)}, after ${seconds(a.before)} at move ${a.since}; expected no increase`,
    title: 'Main time that increases',
    means:
      'A clock shows more time than after the previous move of the same player, although the time limit adds none. A referee, or a player who is allowed to, may have added time; a move may have been taken back; or the record was put together from parts.',
    rule: 'FF[4] BL, WL: time left after the move.',
    example: '(;GM[1]FF[4]SZ[9]TM[600]OT[none];B[ee]BL[500];W[cc]WL[580];B[gg]BL[550])',
    todo: 'Ask whether time was given or a move taken back; if neither, look for moves or clocks that were edited.',
  },
  'time/above-limit': {
    severity: 'warning',
    sentence: (a: { readonly player: Color; readonly left: number; readonly most: number }, w: Where) =>
      `${w.subject}: ${clock(a.player)} shows ${seconds(a.left)}, expected at most ${seconds(a.most)}`,
    title: 'More time than the time limit',
    means:
      'A clock shows more time than TM and the overtime allow. Reported once per player: later clocks may be too high by the same amount.',
    rule: 'FF[4] TM, BL, WL.',
    example: '(;GM[1]FF[4]SZ[9]TM[600]OT[none];B[ee]BL[900])',
    todo: 'Compare TM with the conditions of the event.',
  },
  'time/negative': {
    severity: 'note',
    /** `least`: the lowest reading of the clock in the game. */
    sentence: (a: { readonly player: Color; readonly least: number }, w: Where) =>
      `${w.subject}: ${clock(a.player)} falls below zero; the lowest it shows is ${seconds(a.least)}`,
    title: 'A clock below zero',
    means:
      'The player has used more than the time allowed, and the record says how much. Servers for programs allow for network delay, and programs that only count keep counting. The finding names the first such clock of a player.',
    rule: 'FF[4] BL, WL.',
    example: '(;GM[1]FF[4]SZ[9]TM[10];B[ee]BL[-3])',
    todo: 'Check whether the player should have lost on time.',
  },
  'time/periods': {
    severity: 'warning',
    sentence: (a: { readonly player: Color; readonly count: number; readonly most: number }, w: Where) =>
      `${w.subject}: unexpected ${String(a.count)} periods or moves left on ${clock(a.player)}, expected at most ${String(a.most)}`,
    title: 'More periods or moves left than possible',
    means:
      'In byo-yomi the number of periods left never grows; in Canadian overtime there are never more moves left than a period has. OB and OW are read as periods in byo-yomi and as moves in Canadian overtime.',
    rule: 'FF[4] OB, OW, and the practice of servers.',
    example: '(;GM[1]FF[4]SZ[9]TM[0]OT[5x30 byo-yomi];B[ee]BL[30]OB[3];W[cc]WL[30]OW[5];B[gg]BL[30]OB[5])',
    todo: 'Ask whether time was given or a move taken back; otherwise compare OT with the conditions of the event.',
  },
  'time/overdrawn': {
    severity: 'warning',
    /** `shown`, `expected`: seconds of a period, or moves left in a Canadian period. */
    sentence: (
      a: {
        readonly player: Color;
        readonly of: 'period' | 'moves';
        readonly shown: number;
        readonly expected: number;
      },
      w: Where,
    ) =>
      a.of === 'period'
        ? `${w.subject}: ${clock(a.player)} shows ${seconds(a.shown)} in a period, expected at most ${seconds(a.expected)}`
        : `${w.subject}: unexpected ${count(a.shown, 'move')} left in the period of ${playerName(a.player)}, expected ${String(a.expected)}`,
    title: 'A period that is not counted down correctly',
    means:
      'In overtime a clock shows more than a period, or more than before in the same Canadian period; or the moves left in that period do not count down one by one and restart at the end.',
    rule: 'FF[4] BL, WL, OB, OW.',
    example: '(;GM[1]FF[4]SZ[9]TM[0]OT[5x30 byo-yomi];B[ee]BL[45]OB[5])',
    todo: 'Compare OT with the conditions of the event, and look for moves that were taken back or are missing.',
  },
  'time/wrong-side': {
    severity: 'warning',
    /** `readings`: how many of the game belong to the wrong player, or to the only player who has any. */
    sentence: (
      a: { readonly player: Color; readonly of: 'node' | 'game'; readonly readings: number },
      w: Where,
    ) =>
      a.of === 'node'
        ? `${w.subject} has ${clock(a.player)} instead of the clock of the player who moved` +
          (a.readings > 1 ? `, as have ${String(a.readings)} moves of this game` : '')
        : `Only ${clock(a.player)} is recorded, after ${count(a.readings, 'move')}`,
    title: "The other player's clock, or only one player's",
    means:
      'A node with a move has the clock of the player who did not move, in a record that otherwise has the clock of the player who moved; or the record has many clocks of one player and none of the other (a note).',
    rule: 'FF[4] BL, WL: time left of Black, of White, after the move.',
    example:
      '(;GM[1]FF[4]SZ[9];B[ee]BL[90];W[cc]WL[90];B[gg]BL[80];W[cg]WL[80];B[gc]BL[70];W[ge]WL[70];B[eg]BL[60];W[ec]BL[50])',
    todo: 'Check whether moves or clocks were exchanged between the players.',
  },
  'time/flag-fallen': {
    severity: 'warning',
    sentence: (a: { readonly player: Color; readonly left: number; readonly since: number }, w: Where) =>
      `${w.subject}: ${playerName(a.player)} moves although the clock showed ${seconds(a.left)} at move ${a.since} and no time was left`,
    title: 'A move after time had run out',
    means:
      'A player had used up all time, including overtime, and still made another move. This happens where nobody watches the clock; under tournament rules the game was lost at that moment.',
    rule: 'The time limit of the record.',
    example: '(;GM[1]FF[4]SZ[9]TM[60]OT[none];B[ee]BL[-5];W[cc]WL[50];B[gg]BL[-9])',
    todo: 'Ask whether the opponent or the referee let the game continue.',
  },
  'time/loss-with-time': {
    severity: 'note',
    /** `left`: main time and all periods; `since`: the loser's last move. */
    sentence: (a: { readonly player: Color; readonly left: number; readonly since: number }) =>
      `${playerName(a.player)} lost on time; after move ${a.since} the clock still showed ${seconds(a.left)}, so the move that was never made took at least that long`,
    title: 'Lost on time, and what the clock last showed',
    means:
      'The player who lost on time had this much time left after his or her last move, including all overtime. It proves nothing: the time ran out during the move that was never made. A large number can mean a lost connection.',
    rule: 'FF[4] RE, BL, WL.',
    example: '(;GM[1]FF[4]SZ[9]TM[60]OT[none]RE[B+T];B[ee]BL[50];W[cc]WL[40];B[gg]BL[45])',
    todo: 'Nothing, unless the loss is disputed.',
  },
  'time/loser-to-move': {
    severity: 'warning',
    sentence: (a: { readonly player: Color; readonly left: number; readonly result: string }, w: Where) =>
      `${w.subject} is the last move, by ${playerName(a.player)} with ${seconds(a.left)} left, but result ${quote(a.result)} says that ${playerName(a.player)} lost on time`,
    title: 'Lost on time when the opponent was to move',
    means:
      'The player who lost on time made the last move of the record and had time left then, so the clock of the opponent was running. Without clocks in the record only the note move/resigner-moved-last is reported.',
    rule: 'Only the player to move can run out of time.',
    example: '(;GM[1]FF[4]SZ[9]TM[60]OT[none]RE[W+T];B[ee]BL[50];W[cc]WL[40];B[gg]BL[45])',
    todo: 'Check that the winner was not entered the wrong way round, and that no move is missing at the end.',
  },
} satisfies Family;
