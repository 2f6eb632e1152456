import { count, quote, type Family } from './family.js';

/** Findings about marked territory and dead stones. */
export const DEAD_FINDINGS = {
  'territory/overlap': {
    severity: 'warning',
    sentence: (a: { readonly points: number }) =>
      `${count(a.points, 'point is', 'points are')} marked as territory of both players`,
    title: 'A point marked for both players',
    means: 'TB and TW of one node name the same point.',
    rule: 'FF[4] TB, TW: the points must be distinct.',
    example: '(;GM[1]FF[4]SZ[5];B[cc];W[dd];B[];W[]TB[aa]TW[aa])',
    todo: 'Remove the wrong mark; such points count for neither player.',
  },
  'territory/live-stone-inside': {
    severity: 'warning',
    sentence: (a: { readonly points: number }) =>
      `${count(a.points, 'stone is', 'stones are')} marked differently from the rest of the chain, expected all stones of a chain to be marked dead or none`,
    title: 'A chain that is only partly marked as dead',
    means:
      'TB or TW covers some stones of an opposing chain but not all of them. The chain was judged by the marks of most of its stones.',
    rule: 'FF[4] TB, TW; stones of one chain live or die together.',
    example:
      '(;GM[1]FF[4]SZ[5]RU[Japanese]KM[6.5];B[ca];W[ec];B[cb];W[ed];B[cc];W[ee];B[cd];W[];B[ce];W[];B[]TB[aa:be][da:de][ea][eb][ec][ed])',
    todo: 'Check that the marks belong to the last position.',
  },
  'territory/incomplete': {
    severity: 'note',
    sentence: (a: { readonly points: number }) =>
      `${count(a.points, 'surrounded point is', 'surrounded points are')} not marked as territory`,
    title: 'Surrounded points without marks',
    means: 'TB and TW mark some territory, but other empty points that one player surrounds are left out.',
    rule: 'FF[4] TB, TW.',
    example:
      '(;GM[1]FF[4]SZ[5]RU[Chinese];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[]TB[aa]TW[ea])',
    todo: 'Nothing if those points are seki or dame; the report counts them by its own analysis.',
  },
  'dead/uncertain': {
    severity: 'note',
    sentence: (a: { readonly stones: number; readonly points: number }) =>
      `${count(a.stones, 'stone')} may be dead or alive: the margin would change by ${count(a.points, 'point')}`,
    title: 'Life or death of stones is uncertain',
    means:
      'The record does not say whether these stones are dead, and the position does not prove it. The margin depends on it. Under rules that count area, a bent four in the corner is dead only if every ko threat can be removed first: next to a seki, which holds threats that cannot be removed, nothing can be concluded.',
    rule: 'AGA 9, Japanese article 7: the players agree or confirm by play.',
    example:
      '(;GM[1]FF[4]SZ[5]RU[Japanese]KM[6.5]AB[ca][cb][cc][cd][ce][bc]AW[da][db][dc][dd][de][ac][ad][bd];B[];W[])',
    todo: 'Give the dead stones with --dead, or look at the picture of the final position.',
  },
  'dead/engine-failed': {
    severity: 'warning',
    sentence: (a: { readonly reason: string }) => `The engine gave no verdict on this game: ${a.reason}`,
    title: 'The external engine gave no verdict',
    means:
      'The engine of --estimator gtp:COMMAND crashed, exceeded its time or refused the position. The game is not scored; the engine is started again for the next one. The finding says nothing about the record.',
    rule: 'Go Text Protocol 2: final_status_list.',
    example: 'GNU Go, which supports boards up to 19x19, with a game on 21x21.',
    todo: 'Give the engine more time with --engine-seconds, give the dead stones with --dead, or use --estimator playouts.',
  },
  'dead/given-refused': {
    severity: 'error',
    /** `row`: in the table of dead stones, 0 without a table. */
    sentence: (a: { readonly row: number; readonly point: string; readonly reason: 'no-point' | 'empty' }) =>
      `The dead stones given${a.row === 0 ? '' : ` in row ${a.row}`} are rejected: ${quote(a.point)} ` +
      (a.reason === 'empty' ? 'is empty in the final position' : 'is not a point of this board'),
    title: 'Points given as dead stones that hold no stone',
    means:
      'A point given with --dead is not on the board, or is empty in the final position. None of the points given for the game is used, and the game is not scored.',
    rule: 'AGA 9, Japanese article 7: only stones are dead.',
    example: 'The row `game.sgf,1,C3 Z99` for a game on 19x19.',
    todo: 'Correct the row, or leave it out to have the stones estimated.',
  },
} satisfies Family;
