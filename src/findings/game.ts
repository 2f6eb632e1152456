import { quote, type Family } from './family.js';

/** Findings about a game as a whole. */
export const GAME_FINDINGS = {
  'game/size': {
    severity: 'warning',
    sentence: (a: { readonly value: string }) =>
      `Unexpected board size ${quote(a.value)}, expected 1 to 52 points a side`,
    title: 'A board size that cannot be used',
    means:
      'SZ is not a size from 1 to 52 points a side, or is written in a form that the format forbids. Unless a size can be recognized, the game is read on 19x19.',
    rule: 'FF[4] SZ: one number for square boards, columns and rows with a colon for others.',
    example: '(;GM[1]FF[4]SZ[99];B[ee])',
    todo: 'Correct SZ.',
  },
  'game/not-go': {
    severity: 'warning',
    sentence: (a: { readonly value: string }) => `Unexpected game type ${quote(a.value)}, expected 1 (Go)`,
    title: 'A game other than Go',
    means: 'GM names another game. Its moves are not judged.',
    rule: 'FF[4] GM: 1 is Go.',
    example: '(;GM[2]FF[4]SZ[8];B[d3])',
    todo: 'Nothing, or correct GM.',
  },
  'game/duplicate': {
    severity: 'note',
    sentence: (a: { readonly file: string; readonly game: number; readonly symmetric: boolean }) =>
      `Same moves as game ${a.game} of ${a.file}` +
      (a.symmetric ? ', with the board rotated or mirrored' : ''),
    title: 'The same game twice',
    means: 'Another game of this run has the same moves, on the same or on a rotated or mirrored board.',
    rule: 'None; it helps keepers of collections.',
    example: 'Two files of one run with the same main line.',
    todo: 'Keep one. If results or names differ between the copies, one of them is wrong.',
  },
} satisfies Family;
