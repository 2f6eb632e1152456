import { quote, type Family } from './family.js';

/** Findings about a game as a whole. */
export const GAME_FINDINGS = {
  'game/size': {
    severity: 'warning',
    sentence: (a: { readonly value: string }) =>
      `Unexpected board size ${quote(a.value)}, expected 1 to 52 points a side`,
    title: 'A board size that cannot be used',
    means:
      'SZ is no size from 1 to 52 points a side, or written in a form the format forbids. The game is read on 19x19 when nothing better can be made of it.',
    rule: 'FF[4] SZ: one number for square boards, columns and rows with a colon for others.',
    example: '(;GM[1]FF[4]SZ[99];B[ee])',
    todo: 'Correct SZ.',
  },
  'game/not-go': {
    severity: 'warning',
    sentence: (a: { readonly value: string }) => `Unexpected game type ${quote(a.value)}, expected 1 (Go)`,
    title: 'Another game than Go',
    means: 'GM names another game. Its moves are not judged.',
    rule: 'FF[4] GM: 1 is Go.',
    example: '(;GM[2]FF[4]SZ[8];B[d3])',
    todo: 'Nothing, or correct GM.',
  },
  'game/duplicate': {
    severity: 'note',
    sentence: (a: { readonly file: string; readonly game: number; readonly symmetric: boolean }) =>
      `Same moves as game ${a.game} of ${a.file}` +
      (a.symmetric ? ', with the board turned or mirrored' : ''),
    title: 'The same game twice',
    means: 'Another game of this run has the same moves, as they are or on a turned or mirrored board.',
    rule: 'None; a help for keepers of collections.',
    example: 'Two files of one run with the same main line.',
    todo: 'Keep one. When results or names differ between the copies, one of them is wrong.',
  },
} satisfies Family;
