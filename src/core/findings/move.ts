import { type Color, playerName } from '../color.js';
import { count, type Family, type None, quote } from './family.js';

/** How a repetition may be settled: by the players' agreement as no result or a draw, or by a referee. */
export type SettledRepetition = {
  readonly as: 'no-result' | 'jigo' | 'referee';
  /** `Japanese 1989, article 12`; '' where none is known. */
  readonly article: string;
};

type RepeatedPosition = {
  readonly cycle: number;
  /** The sentence that forbids it by its wording, where the text is usually read as having only the basic ko. */
  readonly letter?: string;
  readonly settled?: SettledRepetition;
};

const KO = '(;GM[1]FF[4]SZ[5]RU[Japanese];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ed];W[bb];B[cb];W[bb])';

/** Findings about single moves: legality, turns, repetition, and the node that a move is in. */
export const MOVE_FINDINGS = {
  'move/off-board': {
    severity: 'error',
    sentence: (a: { readonly value: string }, w) =>
      `${w.subject}: unexpected value ${quote(a.value)}, expected a point of the ${w.board} board or a pass`,
    title: 'A play outside the board',
    means:
      'A B or W value has the form of a point, but the board of this game has no such point. No stone was placed.',
    rule: 'A move is a stone on an empty point of the board, or a pass (AGA 2); FF[4]: Move values are points of the board. On boards up to 19x19 "tt" is a pass.',
    example: '(;GM[1]FF[4]SZ[9];B[ee];W[pp])',
    todo: 'Check SZ first: a record of a larger board with a missing or wrong size shows many of these.',
  },
  'move/occupied': {
    severity: 'error',
    sentence: (a: { readonly by: Color }, w) =>
      `${w.subject}: unexpected play on a ${a.by} stone, expected an empty point`,
    title: 'A play on an occupied point',
    means:
      "The point already held a stone. SGF demands that the new stone replaces it; the replaced stone is nobody's prisoner.",
    rule: 'A stone goes on an empty point (AGA 2, 8; every ruleset); FF[4] B and W: executed regardless of what is on the point.',
    example: '(;GM[1]FF[4]SZ[9];B[ee];W[ee])',
    todo: 'Look at the moves before it: usually a move was misread or written twice, or the writer of the file saw a capture that the moves do not give.',
  },
  'move/self-capture': {
    severity: 'error',
    sentence: (a: { readonly stones: number }, w) =>
      `${w.subject}: unexpected self-capture of ${count(a.stones, 'stone')}, expected a play that keeps a liberty`,
    title: 'Self-capture that the rules forbid',
    means:
      "After opposing chains without liberties were removed, the played stone's own chain had no liberty left and was removed too.",
    rule: 'Forbidden by AGA 5, Japanese article 4, Korean and Chinese article 5, FFG, BGA. New Zealand allows it; Tromp-Taylor and Ing allow it for two stones or more.',
    example: '(;GM[1]FF[4]SZ[5]RU[Japanese];B[ab];W[ee];B[ba];W[aa])',
    todo: 'If the game was played under rules that allow self-capture, say so in RU or with --rules. Otherwise check the point.',
  },
  'move/ko': {
    severity: 'error',
    sentence: (_: None, w) => `${w.subject} retakes the ko at once, expected another move in between`,
    title: 'A ko retaken at once',
    means:
      "The play captures one stone and restores the position before the opponent's immediately preceding play. A position that was set up with PL counts as one after a move of the other player.",
    rule: 'Basic ko: Japanese article 6, Chinese article 6, BGA 6.2. AGA 6, the French rule, New Zealand and Tromp-Taylor have no rule for it alone; their superko forbids it.',
    example: KO,
    todo: 'Check whether a ko threat and its answer are missing before the move. The message says what follows under the ruleset: the move stands once the opponent has replied (AGA 8), is void (Chinese), loses the game (Japanese article 14), or the text does not say.',
  },
  'move/superko-positional': {
    severity: 'error',
    sentence: (a: RepeatedPosition, w) =>
      `${w.subject} restores ${w.earlier}${byTheLetter(a)}${settlement(a)}`,
    title: 'An earlier position restored (positional superko)',
    means:
      'After the play the board is the same as after the cited move, whoever was to move then. A single-stone self-capture changes nothing and counts as such a play.',
    rule: 'Positional superko: no play may restore any earlier position (Tromp-Taylor; Chinese rules as served by OGS and KGS). Under Chinese rules the referee may settle triple ko, eternal life and the like (article 20.3): with RE[Void] or a draw it is a note. The wording of the Swedish Japanese-style rules forbids it, although they are usually read as having only the basic ko: then it is a warning, and the move is not illegal.',
    example:
      '(;GM[1]FF[4]SZ[5]RU[Tromp-Taylor]AB[ab][bb][cc][dc][ec]AW[ba][da][cb][db]PL[W];W[aa];B[ca];W[ba])',
    todo: 'Compare with the position after the cited move (show --move). Passes in between do not matter under this definition.',
  },
  'move/superko-situational': {
    severity: 'error',
    sentence: (a: RepeatedPosition, w) =>
      `${w.subject} restores ${w.earlier}, with the same player to move${byTheLetter(a)}${settlement(a)}`,
    title: 'An earlier situation restored (situational superko)',
    means: 'After the play the board is the same as after the cited move, and the same player is to move.',
    rule: 'Situational superko: AGA 6 to the letter, New Zealand. The start of the game counts where the ruleset says so.',
    example: '(;GM[1]FF[4]SZ[4:1]RU[AGA]AW[ca];B[aa];W[da];B[ba];W[ca])',
    todo: 'Compare with the position after the cited move. If a pass lies in between, the natural definition (BGA, FFG) may allow the play: audit the game under those rules to see.',
  },
  'move/superko-natural': {
    severity: 'error',
    sentence: (a: RepeatedPosition, w) =>
      `${w.subject} restores ${w.earlier}, which ${w.player} had created by a play${byTheLetter(a)}${settlement(a)}`,
    title: 'A player restores a position that the same player had created (natural situational superko)',
    means:
      'After the play the board is the same as after an earlier play of the same player. Positions that arose because the opponent played or passed do not count.',
    rule: 'Natural situational superko: FFG, BGA 6.2, and the Swedish comment on AGA 6.',
    example: '(;GM[1]FF[4]SZ[4:1]RU[BGA]AW[ca];B[aa];W[da];B[ba];W[ca])',
    todo: 'Compare with the position after the cited move.',
  },
  'move/repetition': {
    severity: 'note',
    /**
     * A repetition the applied ruleset allows. `under`: the definitions that would forbid it, joined by commas; `isStartOfNobody`: it is a
     * ko retaken at once, but it is not known who created the position that it restores.
     */
    sentence: (
      a: {
        readonly cycle: number;
        readonly under: string;
        readonly isStartOfNobody?: boolean;
        readonly settled?: SettledRepetition;
      },
      w,
    ) =>
      a.isStartOfNobody === true
        ? `${w.subject} retakes a ko at once, which cannot be judged: it is not known who created ${w.earlier}`
        : `${w.subject} restores ${w.earlier}; the applied rules allow it` +
          (a.under === '' ? '' : `, ${superkos(a.under)} would not`) +
          settlement(a),
    title: 'A repetition that the applied rules allow',
    means:
      'The play restores an earlier position. The applied ruleset does not forbid it; the finding names the definitions that would, and what the players may agree on. A ko retaken at once is a warning where only superko forbids it and it is not known who created the starting position that it restores.',
    rule: 'Under Japanese and Korean rules only the next-move recapture is forbidden; long repetitions end the game only when both players agree (Japanese article 12).',
    example: '(;GM[1]FF[4]SZ[4:1]RU[Japanese]AW[ca];B[aa];W[da];B[ba];W[ca])',
    todo: 'Nothing, unless the game was played under other rules than the record says.',
  },
  'move/ko-undecided': {
    severity: 'warning',
    /** A repetition on which the ruleset's ko rule cannot rule from the positions alone. `under` as above. */
    sentence: (a: { readonly cycle: number; readonly under: string }, w) =>
      `${w.subject} restores ${w.earlier}: whether these rules forbid it cannot be decided, because it depends on whether the ko decides life and death` +
      (a.under === '' ? '' : `; ${superkos(a.under)} would`),
    title: 'A repetition that the ko rule leaves open',
    means:
      'The play restores an earlier position, and the ruleset decides by what the ko is about: in a fighting ko another play lifts the ban, in a disturbing ko the player who started it must stop after one full cycle. Positions alone do not show which of the two it is.',
    rule: 'Ing 1996, fighting and disturbing ko. Immediate recapture of a single ko stone is move/ko; the first restoration after another board or pass play is allowed under both kinds.',
    example: '(;GM[1]FF[4]SZ[4:1]RU[Ing 1996]AW[ca];B[aa];W[da];B[ba];W[ca])',
    todo: 'Ask the referee of the event; the finding names the definitions of superko that would forbid the play.',
  },
  'move/out-of-turn': {
    severity: 'warning',
    /**
     * `passLeftOut`: the server enforces turns and records no passes; `isResumption`: play continues after the passes that stopped it,
     * and the text does not say who plays first then.
     */
    sentence: (
      a: {
        readonly expected: Color;
        readonly passLeftOut: boolean;
        readonly isResumption?: boolean;
      },
      w,
    ) =>
      a.isResumption === true
        ? `${w.subject} continues after the passes, where ${playerName(a.expected)} was to move; the applied rules do not state who plays first then`
        : a.passLeftOut
          ? `${w.subject}: unexpected turn; this server records no passes, so one by ${playerName(a.expected)} may be missing`
          : `${w.subject}: unexpected turn, expected a move by ${playerName(a.expected)}`,
    title: 'A player moves twice in a row',
    means:
      "The other player should have moved. Black's first moves in a handicap game are read as the handicap instead. Where the rules make an illegal move lose the game, the ruling is conditional, because a pass may be missing from the record. After the passes that stop play, under Japanese rules the opponent of the player who asks to resume plays first; where the text does not say who, it is a note.",
    rule: 'Players alternate (AGA 2); PL[] and setup stones change whose turn it is in a record.',
    example: '(;GM[1]FF[4]SZ[9];B[ee];W[cc];W[gg])',
    todo: 'Usually a pass was not written down, or a move was lost. Under AGA rules both stones of a double move are removed if it is noticed at once.',
  },
  'move/after-end': {
    severity: 'warning',
    sentence: (a: { readonly end: string }, w) => `${w.subject} comes after the game had ended by ${a.end}`,
    title: 'A move after the game had ended',
    means: 'By the ruleset the game was over before this move, and it cannot be resumed from there.',
    rule: 'First capture: the first player to capture has won. AGA 10 and BGA: after four passes in a row the position is counted as it is. Tromp-Taylor: two passes end the game; Ing: four.',
    example: '(;GM[1]FF[4]SZ[5]RU[AGA];B[cc];W[bb];B[];W[];B[];W[];B[dd];W[])',
    todo: 'Treat the moves as a demonstration after the game, or check the ruleset.',
  },
  'move/both-colors': {
    severity: 'warning',
    sentence: (_: None, w) => `${w.subject}: unexpected second move in one node, expected one move per node`,
    title: 'Two moves in one node',
    means: 'One node holds both B and W. They were executed in the order of the file.',
    rule: 'FF[4]: B and W must not be in the same node.',
    example: '(;GM[1]FF[4]SZ[9];B[ee]W[cc])',
    todo: 'Harmless for the replay when the order is right.',
  },
  'move/with-setup': {
    severity: 'warning',
    /** `only`: the one setup property of the node that is not a stone. */
    sentence: (a: { readonly only?: 'PL' }, w) =>
      `${w.subject} shares its node with ${a.only ?? 'setup stones'}, expected moves and setup in separate nodes`,
    title: 'A move and setup stones in one node',
    means: 'One node holds B or W and also AB, AW, AE or PL. Setup was executed first.',
    rule: 'FF[4]: move and setup properties must not share a node.',
    example: '(;GM[1]FF[4]SZ[9];AB[cc]W[ee])',
    todo: 'Check that setup before the move is what was meant.',
  },
  'move/resigner-moved-last': {
    severity: 'note',
    sentence: (a: { readonly result: string }, w) =>
      `${w.subject} is the last move, by the player who lost: result ${quote(a.result)}`,
    title: 'The loser moved last',
    means:
      'The player who lost by resignation made the last move of the record. This happens, but rarely: players usually resign on their own turn.',
    rule: 'No rule forbids it; players may resign at any time.',
    example: '(;GM[1]FF[4]SZ[9]RE[W+R];B[ee];W[cc];B[gg])',
    todo: 'Where results matter, check that the winner was not entered the wrong way round.',
  },
  'move/malformed': {
    severity: 'error',
    sentence: (a: { readonly value: string }, w) =>
      `${w.subject}: unexpected value ${quote(a.value)}, expected one point or a pass`,
    title: 'A move value that cannot be read',
    means: 'A B or W value is neither two letters nor empty. It was counted as a move that changes nothing.',
    rule: 'FF[4]: a Go move is two letters, column then row; an empty value is a pass.',
    example: '(;GM[1]FF[4]SZ[9];B[ee];W[c3])',
    todo: 'Correct the value by hand. It is never read as a pass.',
  },
} satisfies Family;

/** `positional,situational` as `positional and situational superko`. */
function superkos(under: string): string {
  const kinds = under.split(',');
  const last = kinds.pop() ?? '';
  return `${kinds.length > 0 ? `${kinds.join(', ')} and ` : ''}${last} superko`;
}

/** A sentence of a rule text is quoted in full. */
const LONGEST_SENTENCE = 300;

/** The wording of a rule that forbids a repetition, and its usual reading. */
function byTheLetter({ letter }: { readonly letter?: string }): string {
  if (letter === undefined) return '';
  const quoted = letter === '' ? '' : ` (${quote(letter, LONGEST_SENTENCE)})`;
  return `: forbidden by the wording of the rules${quoted}, but allowed as they are usually read, with only the basic ko`;
}

const SETTLEMENTS = {
  'no-result': 'the players may agree on no result',
  jigo: 'the players may agree on a draw',
  referee: 'the referee may declare no result, a draw or another game',
} as const;

/** Who may settle a repetition, and how. */
function settlement({ settled }: { readonly settled?: SettledRepetition }): string {
  if (!settled) return '';
  return `; ${SETTLEMENTS[settled.as]}${settled.article === '' ? '' : ` (${settled.article})`}`;
}

/** Findings about setup stones (AB, AW, AE). */
export const SETUP_FINDINGS = {
  'setup/after-start': {
    severity: 'warning',
    sentence: (a: { readonly stones: number }, w) =>
      `${w.setup} changes ${count(a.stones, 'point')} by hand, expected setup only before play`,
    title: 'Stones placed by hand after play had begun',
    means:
      'AB, AW or AE changed the board in the middle of the main line. The history for repetition restarts there.',
    rule: 'FF[4]: setup may be anywhere, but it is not play; stones and prisoners add up only with the setup counted.',
    example: '(;GM[1]FF[4]SZ[9];B[ee];W[cc];AW[gg]AE[cc];B[dd])',
    todo: "In a game record it is usually an editor's correction: check what was changed before relying on the prisoners.",
  },
  'setup/position': {
    severity: 'note',
    sentence: (a: { readonly black: number; readonly white: number }) =>
      `The record begins with a position: ${count(a.black, 'black stone')} and ${count(a.white, 'white stone')} are on the board before play`,
    title: 'A game that begins with a position',
    means:
      'Stones of both colors were set up before the first move. A game begins with an empty board or with a handicap, so the record shows part of a game, a problem or a game from an agreed position.',
    rule: 'AGA 1: the board is empty at the outset, except in a handicap game. Most texts say the same.',
    example: '(;GM[1]FF[4]SZ[9]RU[AGA]KM[7.5]AB[cc][gg]AW[cg][gc];B[ee])',
    todo: 'Nothing if it is meant. Otherwise write the moves that led there as moves.',
  },
  'setup/no-liberty': {
    severity: 'warning',
    sentence: (a: { readonly stones: number }, w) =>
      `${w.setup} leaves ${count(a.stones, 'stone')} without a liberty`,
    title: 'Setup stones without liberties',
    means:
      'Setup left chains on the board that have no liberty. Setup captures nothing, so they stay until a neighboring play captures them.',
    rule: 'FF[4] AB, AW: the result may be a position that play cannot reach.',
    example: '(;GM[1]FF[4]SZ[5]AB[ab][ba]AW[aa];B[cc])',
    todo: 'Check the setup values; one stone too many is the usual cause.',
  },
  'setup/overlap': {
    severity: 'warning',
    sentence: (a: { readonly points: number }, w) =>
      `${w.setup} names ${count(a.points, 'point')} twice, with different contents`,
    title: 'Points set twice in one node',
    means:
      'AB, AW and AE of one node name the same point with different contents. The last of AB, AW, AE applies.',
    rule: 'FF[4]: the points of AB, AW and AE in one node must be distinct.',
    example: '(;GM[1]FF[4]SZ[9]AB[cc]AW[cc];B[ee])',
    todo: 'Decide what is on the point and remove the other value.',
  },
  'setup/redundant': {
    severity: 'note',
    sentence: (a: { readonly points: number }, w) =>
      `${w.setup} names ${count(a.points, 'point')} that already ${a.points === 1 ? 'has' : 'have'} that content, expected only changes`,
    title: 'Setup that changes nothing',
    means: 'AB or AW names a stone that is already there, or AE an empty point. Reported by `check` only.',
    rule: 'FF[4]: setting up stones that are already there is an error.',
    example: '(;GM[1]FF[4]SZ[9];B[ee];AB[ee])',
    todo: 'Remove it.',
  },
} satisfies Family;
