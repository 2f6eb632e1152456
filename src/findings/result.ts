import { quote, type Family } from './family.js';

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
    title: 'The count gives another winner',
    means:
      'The computed score has another winner than RE, and no known difference in counting explains it. It is an error where the count is beyond doubt: confidence 0.9 or more, RE names a margin, komi is in the record or was given, the other player leads under area and under territory counting by more than 2 points plus the dame and the handicap stones, and no single change, such as the life of one group or another komi, would make RE true. Otherwise it is a warning, and below confidence 0.9 a note. The finding does not say who is to blame: a player may have accepted a wrong count.',
    rule: 'The scoring rules of the ruleset applied; the report has the full account.',
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
    title: 'The count gives another margin',
    means:
      'The count confirms the winner but not the margin, and no known difference in counting explains it.',
    rule: 'The scoring rules of the ruleset applied.',
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
