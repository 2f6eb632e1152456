import { count, quote, type Family } from './family.js';

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
