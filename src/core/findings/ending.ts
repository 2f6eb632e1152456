import { count, type Family, quote } from './family.js';

/** Findings about the passes at the end of a game. */
export const ENDING_FINDINGS = {
  'ending/passes-missing': {
    severity: 'note',
    sentence: () => 'The result was counted, but the record does not end with two passes',
    title: 'A counted game without its passes',
    means:
      'RE has a margin, but the record does not end with two passes. Most servers do not store them. No pass stones are charged for passes that are not in the record.',
    rule: 'AGA 9, Japanese article 9 and others: two passes in a row stop the game.',
    example: '(;GM[1]FF[4]SZ[9]RU[AGA]KM[7.5]RE[W+7.5];B[ee];W[cc])',
    todo: 'Nothing for an area count. A territory count with pass stones assumes the passes that the rules prescribe.',
  },
  'ending/white-last': {
    severity: 'note',
    sentence: (a: { readonly implied: boolean }) =>
      a.implied
        ? 'Black passed last: the pass that White still owes under these rules is assumed'
        : 'White made the last pass, as these rules require',
    title: 'White passes last',
    means:
      'These rules require White to hand over a stone for a last pass when Black passed second. The record either has that third pass, or leaves it out and it is assumed.',
    rule: 'AGA 11; BGA.',
    example: '(;GM[1]FF[4]SZ[5]RU[AGA]KM[7.5];B[cc];W[dd];B[dc];W[];B[])',
    todo: 'Nothing. Writing the pass makes the record clearer: one point for Black in the territory count.',
  },
  'ending/unequal-totals': {
    severity: 'note',
    /** Moves of both players as AGA rule 11 counts them; `lastPass`: the pass stones that White owes for passing last, 0 or 1. */
    sentence: (a: { readonly black: number; readonly white: number; readonly lastPass: number }) =>
      `Black made ${count(a.black, 'move')} and White ${String(a.white)}: equal totals require ${owedPasses(a.black - a.white)}, White's last pass requires ${a.lastPass === 0 ? 'none' : 'one'}`,
    title: 'The players made different numbers of moves',
    means:
      'These rules require White to pass last and both players to have made the same number of moves, where placing the handicap counts as one. Here the two requirements differ: after an accepted double move, or where White moved first. The count follows the equal totals, which make both countings agree.',
    rule: 'AGA 11: White makes the last move, if need be by another pass; the totals of moves, played or passed, must be equal.',
    example: '(;GM[1]FF[4]SZ[5]RU[AGA]KM[7.5];B[cc];W[dd];B[aa];B[ca];W[de];B[];W[])',
    todo: 'Look for the double move, or for the first move by White; if a pass is missing from the record there, the count is right.',
  },
  'ending/third-pass': {
    severity: 'note',
    sentence: () => 'The record ends with three passes, expected two',
    title: 'Three passes at the end',
    means:
      'The record ends with three passes and the applied rules end the game after two. The third changes nothing here.',
    rule: 'Two passes end the game in most rulesets; a third by White belongs to AGA 11.',
    example: '(;GM[1]FF[4]SZ[5]RU[Japanese]KM[6.5];B[cc];W[dd];B[];W[];B[])',
    todo: 'If the game was played under AGA rules, say so in RU or with --rules.',
  },
  'ending/four-passes': {
    severity: 'note',
    /** `allAlive`: the ruleset counts every stone as alive after that many passes, and no marks show an agreement. */
    sentence: (a: { readonly passes: number; readonly allAlive: boolean }) =>
      a.allAlive
        ? `The record ends with ${a.passes} passes in a row: under these rules every stone stays on the board unless the players agreed on dead ones`
        : `The record ends with ${a.passes} passes in a row, expected two`,
    title: 'Four passes at the end',
    means:
      'Under AGA and BGA rules this ends a disagreement: every stone on the board counts as alive. Dead stones that the players agreed on, as territory marks (TB, TW) show, come off all the same; without marks the count is not sure. Under Ing rules four passes are the normal end.',
    rule: 'AGA 10; Ing rules on passing.',
    example: '(;GM[1]FF[4]SZ[5]RU[AGA]KM[7.5];B[cc];W[dd];B[];W[];B[];W[])',
    todo: 'Check whether the players really disagreed, or whether the program wrote passes for the counting phase.',
  },
  'ending/resumed': {
    severity: 'note',
    sentence: (a: { readonly passes: number }) => `Play continued after ${a.passes} passes in a row`,
    title: 'Play continued after passes',
    means:
      'A stone was played after two or more passes in a row. The players resumed, to settle which stones are alive or because a pass was an oversight. The history for repetition continues.',
    rule: 'AGA 10, Japanese article 9.3: a stopped game may be resumed.',
    example: '(;GM[1]FF[4]SZ[5]RU[Japanese]KM[6.5];B[cc];W[];B[];W[dd];B[];W[])',
    todo: 'Nothing. If the moves after the passes are only a demonstration, count the position before the passes.',
  },
} satisfies Family;

/** `2 further passes by White`, `no further pass`. */
function owedPasses(owed: number): string {
  if (owed === 0) return 'no further pass';
  return `${count(Math.abs(owed), 'further pass', 'further passes')} by ${owed > 0 ? 'White' : 'Black'}`;
}

/** Findings about the declared result and how it compares with the count. */
export const RESULT_FINDINGS = {
  'result/missing': {
    severity: 'note',
    sentence: () => 'Unexpected record without result, expected RE',
    title: 'No result in the record',
    means: 'RE is absent or empty.',
    rule: 'FF[4] RE.',
    example: '(;GM[1]FF[4]SZ[9];B[ee])',
    todo: 'Nothing; the computed score cannot be compared.',
  },
  'result/malformed': {
    severity: 'warning',
    sentence: (a: { readonly value: string }) =>
      `Unexpected result ${quote(a.value)}, expected a form such as "B+3.5" or "W+R"`,
    title: 'A result that cannot be read',
    means: 'RE has none of the forms of the format and none of the known forms of servers.',
    rule: 'FF[4] RE: 0 or Draw, B+ or W+ with a score, R, T, F or nothing, Void, ?.',
    example: '(;GM[1]FF[4]SZ[9]RE[moonlight];B[ee])',
    todo: 'Correct the value.',
  },
  'result/repaired': {
    severity: 'note',
    sentence: (a: { readonly value: string; readonly meant: string }) =>
      `Result ${quote(a.value)} is read as ${quote(a.meant)}`,
    title: 'A result in an unusual form',
    means: 'RE is not written as the format requires, but its meaning is known.',
    rule: 'FF[4] RE.',
    example: '(;GM[1]FF[4]SZ[9]RE[Black wins by 3.5];B[ee])',
    todo: 'Nothing; `format` writes the standard form.',
  },
  'result/winner-differs': {
    severity: 'warning',
    sentence: (a: {
      readonly declared: string;
      readonly computed: string;
      /** Groups whose life or death, decided the other way, would give the declared margin; absent if there are none. */
      readonly possible?: string;
    }) => `Declared result ${a.declared}, but the count gives ${a.computed}: the winner differs`,
    title: 'The count gives a different winner',
    means:
      'The computed score and RE name different winners, and no known difference in counting explains it. It is an error where the count is beyond doubt: confidence 0.9 or more, RE names a margin, komi is in the record or was given, the other player leads under area and under territory counting by more than 2 points plus the dame and the handicap stones, and no single change, such as the life of one group or another komi, would make RE true. Otherwise it is a warning, and a note below confidence 0.9, or 0.97 where the computed lead is at most one point, or where the counting was inferred and the other one makes RE true, or where one group judged otherwise gives the declared margin to the point: then the count is more likely wrong than the record. The finding does not say who is to blame: a player may have accepted a wrong count.',
    rule: 'The scoring rules of the applied ruleset; the report has the full account.',
    example: '(;GM[1]FF[4]SZ[5]RU[Chinese]KM[0.5]RE[W+3.5];B[cc];W[];B[];W[])',
    todo: 'Look at the dead stones of the report first, then at komi and ruleset, then correct RE. If the players agreed on that result, leave it; `--ignore result/winner-differs` leaves the finding out.',
  },
  'result/margin-differs': {
    severity: 'warning',
    sentence: (a: {
      readonly declared: string;
      readonly computed: string;
      /** Groups whose life or death, decided the other way, would give the declared margin; absent if there are none. */
      readonly possible?: string;
    }) => `Declared result ${a.declared}, but the count gives ${a.computed}`,
    title: 'The count gives a different margin',
    means:
      'The count confirms the winner but not the margin, and no known difference in counting explains it. It is a note below confidence 0.9, and where one group judged otherwise changes the count by 10 points or more and gives the declared margin to the point: then the count is more likely wrong than the record.',
    rule: 'The scoring rules of the applied ruleset.',
    example: '(;GM[1]FF[4]SZ[5]RU[Chinese]KM[0.5]RE[B+3.5];B[cc];W[];B[];W[])',
    todo: 'Look at the dead stones and the unfilled dame of the report.',
  },
  'result/not-counted': {
    severity: 'note',
    sentence: (a: { readonly value: string }) =>
      `Result ${quote(a.value)} gives no margin, although the record ends with two passes`,
    title: 'A finished game without a margin',
    means:
      'The record ends with two passes, but RE has no number: a resignation, a loss on time, or only a winner. So there is no margin to compare with.',
    rule: 'FF[4] RE.',
    example: '(;GM[1]FF[4]SZ[5]RU[Japanese]KM[6.5]RE[W+T];B[cc];W[dd];B[];W[])',
    todo: 'Nothing: players do resign or lose on time while the score is being settled.',
  },
} satisfies Family;

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
