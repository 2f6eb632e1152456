import { count, type Family } from './family.js';

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
