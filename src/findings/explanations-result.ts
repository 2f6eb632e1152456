import type { ExplanationsOf } from './explanation.js';

/** Explanations of the findings about the end of the game, the declared result, territory and dead stones. */
export const RESULT_EXPLANATIONS: ExplanationsOf<'ending' | 'result' | 'territory' | 'dead'> = {
  'ending/passes-missing': {
    title: 'A counted game without its passes',
    means:
      'RE has a margin, but the record does not end with two passes. Most servers do not store them. No pass stones are charged for passes that are not there.',
    rule: 'AGA 9, Japanese article 9 and others: two passes in a row stop the game.',
    example: '(;GM[1]FF[4]SZ[9]RU[AGA]KM[7.5]RE[W+7.5];B[ee];W[cc])',
    todo: 'Nothing for the area count. A territory count with pass stones takes the passes as the rules would have had them.',
  },
  'ending/white-last': {
    title: 'White passes last',
    means:
      'These rules make White hand over a stone for a last pass when Black passed second. The record either shows that third pass, or leaves it out and it is taken as made.',
    rule: 'AGA 11; BGA.',
    example: '(;GM[1]FF[4]SZ[5]RU[AGA]KM[7.5];B[cc];W[dd];B[dc];W[];B[])',
    todo: 'Nothing. Writing the pass makes the record clearer: one point for Black in the territory count.',
  },
  'ending/unequal-totals': {
    title: 'The moves of both players are not equal',
    means:
      'These rules want White to pass last and both players to have made the same number of moves, placing a handicap being one. Here the two demands differ: after an accepted double move, or where White moved first. The count follows the equal totals, which make both countings agree.',
    rule: 'AGA 11: White makes the last move, if need be by another pass; the totals of moves, played or passed, must be equal.',
    example: '(;GM[1]FF[4]SZ[5]RU[AGA]KM[7.5];B[cc];W[dd];B[aa];B[ca];W[de];B[];W[])',
    todo: 'Look for the double move, or for the first move of White; if the record lost a pass there, the count is right.',
  },
  'ending/third-pass': {
    title: 'Three passes at the end',
    means:
      'The record ends with three passes and the rules applied end the game after two. The third changes nothing here.',
    rule: 'Two passes end the game in most rulesets; a third by White belongs to AGA 11.',
    example: '(;GM[1]FF[4]SZ[5]RU[Japanese]KM[6.5];B[cc];W[dd];B[];W[];B[])',
    todo: 'If the game was played under AGA rules, say so with RU or --rules.',
  },
  'ending/four-passes': {
    title: 'Four passes at the end',
    means:
      'Under AGA and BGA rules this ends a disagreement: every stone on the board counts as alive. Under Ing rules four passes are the normal end.',
    rule: 'AGA 10; Ing rules on passing.',
    example: '(;GM[1]FF[4]SZ[5]RU[AGA]KM[7.5];B[cc];W[dd];B[];W[];B[];W[])',
    todo: 'Check whether the players really disagreed, or whether the program wrote passes for the counting phase.',
  },
  'ending/resumed': {
    title: 'Play went on after passes',
    means:
      'Two or more passes in a row are followed by a stone. The players resumed, to settle what is alive or because a pass was an oversight. History for repetition goes on.',
    rule: 'AGA 10, Japanese article 9.3: a stopped game may be resumed.',
    example: '(;GM[1]FF[4]SZ[5]RU[Japanese]KM[6.5];B[cc];W[];B[];W[dd];B[];W[])',
    todo: 'Nothing. If the moves after the passes are only a demonstration, count the position before them.',
  },
  'result/missing': {
    title: 'No result in the record',
    means: 'RE is absent or empty.',
    rule: 'FF[4] RE.',
    example: '(;GM[1]FF[4]SZ[9];B[ee])',
    todo: 'The computed score stands on its own; there is nothing to compare it with.',
  },
  'result/malformed': {
    title: 'A result that cannot be read',
    means: 'RE has none of the forms of the format and none of the known habits of servers.',
    rule: 'FF[4] RE: 0 or Draw, B+ or W+ with a score, R, T, F or nothing, Void, ?.',
    example: '(;GM[1]FF[4]SZ[9]RE[moonlight];B[ee])',
    todo: 'Correct the value.',
  },
  'result/repaired': {
    title: 'A result in an unusual form',
    means: 'RE was not written as the format demands, but its meaning is known.',
    rule: 'FF[4] RE.',
    example: '(;GM[1]FF[4]SZ[9]RE[Black wins by 3.5];B[ee])',
    todo: 'Nothing; `format` writes the standard form.',
  },
  'result/winner-differs': {
    title: 'The count gives another winner',
    means:
      'The computed score has another winner than RE, and no known difference in counting explains it. It is an error where the count is beyond doubt: confidence 0.9 or more, RE names a margin, komi stands in the record or was given, by area as by territory the other player leads by more than 2 points, the dame and the handicap stones together, and no single change, such as the life of one group or another komi, would make RE true. Else it is a warning, and below confidence 0.9 a note. Nothing is said about who is to blame: a player may have accepted a wrong count.',
    rule: 'The scoring rules of the ruleset applied; the account stands in the report.',
    example: '(;GM[1]FF[4]SZ[5]RU[Chinese]KM[0.5]RE[W+3.5];B[cc];W[];B[];W[])',
    todo: 'Look at the dead stones of the report first, then at komi and ruleset, then correct RE. Where the players agreed on that result, leave it; `--ignore result/winner-differs` leaves the finding out.',
  },
  'result/margin-differs': {
    title: 'The count gives another margin',
    means: 'Winner and RE agree, the margin does not, and no known difference in counting explains it.',
    rule: 'The scoring rules of the ruleset applied.',
    example: '(;GM[1]FF[4]SZ[5]RU[Chinese]KM[0.5]RE[B+3.5];B[cc];W[];B[];W[])',
    todo: 'Look at the dead stones and the unfilled dame of the report.',
  },
  'result/not-counted': {
    title: 'A finished game without a margin',
    means:
      'The record ends with two passes, but RE has no number: a resignation, a loss on time, or only a winner. So there is no count to compare with.',
    rule: 'FF[4] RE.',
    example: '(;GM[1]FF[4]SZ[5]RU[Japanese]KM[6.5]RE[W+T];B[cc];W[dd];B[];W[])',
    todo: 'Nothing: players do resign or overstep while the score is settled.',
  },
  'territory/overlap': {
    title: 'A point marked for both players',
    means: 'TB and TW of one node name the same point.',
    rule: 'FF[4] TB, TW: the points must be distinct.',
    example: '(;GM[1]FF[4]SZ[5];B[cc];W[dd];B[];W[]TB[aa]TW[aa])',
    todo: "Remove the wrong mark; such points are taken as nobody's.",
  },
  'territory/live-stone-inside': {
    title: 'A chain that is only partly marked as dead',
    means:
      'TB or TW covers some stones of an opposing chain but not all of them. The chain was taken as most of its stones are marked.',
    rule: 'FF[4] TB, TW; stones of one chain live or die together.',
    example:
      '(;GM[1]FF[4]SZ[5]RU[Japanese]KM[6.5];B[ca];W[ec];B[cb];W[ed];B[cc];W[ee];B[cd];W[];B[ce];W[];B[]TB[aa:be][da:de][ea][eb][ec][ed])',
    todo: 'Check that the marks belong to the last position.',
  },
  'territory/incomplete': {
    title: 'Surrounded points without marks',
    means: 'TB and TW mark some territory, but other empty points that one player surrounds are left out.',
    rule: 'FF[4] TB, TW.',
    example:
      '(;GM[1]FF[4]SZ[5]RU[Chinese];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[]TB[aa]TW[ea])',
    todo: 'Nothing if those points are seki or dame; the report counts them by its own reading.',
  },
  'dead/uncertain': {
    title: 'Life or death of stones is not sure',
    means:
      'The record does not tell whether these stones are dead and the position does not prove it. The margin depends on it. Under rules that count area, a bent four in the corner is dead only if every ko threat can be removed first: beside a seki, which holds threats that stay, it cannot be told.',
    rule: 'AGA 9, Japanese article 7: the players agree or confirm by play.',
    example:
      '(;GM[1]FF[4]SZ[5]RU[Japanese]KM[6.5]AB[ca][cb][cc][cd][ce][bc]AW[da][db][dc][dd][de][ac][ad][bd];B[];W[])',
    todo: 'Give the dead stones with --dead, or look at the picture of the final position.',
  },
  'dead/given-refused': {
    title: 'Given dead stones that are none',
    means:
      'A point given with --dead is not on the board, or is empty in the final position. None of the points given for the game counts, and the game is not scored.',
    rule: 'AGA 9, Japanese article 7: only stones are dead.',
    example: 'The row `game.sgf,1,C3 Z99` for a game on 19x19.',
    todo: 'Correct the row, or leave it out to have the stones estimated.',
  },
  'dead/engine-failed': {
    title: 'The outside engine gave no verdict',
    means:
      'The engine of --estimator gtp:COMMAND crashed, exceeded its time or refused the position. The game is not scored; the next one gets a fresh engine. It says nothing about the record.',
    rule: 'Go Text Protocol 2: final_status_list.',
    example: 'A GNU Go, which knows boards up to 19x19, that is asked about a game on 21x21.',
    todo: 'Give the engine more time with --engine-seconds, give the dead stones with --dead, or use --estimator playouts.',
  },
};
