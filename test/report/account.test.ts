import { expect, test } from 'vitest';
import { statementOf } from '../../src/report/columns/account.js';
import type { Conversion } from '../../src/referee/score/convert.js';

/** The first sentence of an account from japanese to aga, in half points. */
function outcome(
  one: Pick<Conversion, 'marginToHalves' | 'toLowHalves' | 'toHighHalves' | 'winnerTo'>,
): string {
  const account = {
    ...{ basis: 'computed', from: 'japanese', to: 'aga', komiFromHalves: 13, komiToHalves: 15 },
    ...{ marginFromHalves: 3, winnerFrom: 'black', flips: one.winnerTo !== 'black', ...one },
  } as Conversion;
  return statementOf([{ head: 'computed', one: account, items: new Map(), notes: [] }]).outcomes[0]!;
}

test.each([
  [
    'an odd dame that may turn the winner',
    { marginToHalves: 1, toLowHalves: -1, toHighHalves: 1, winnerTo: 'black' as const },
    'B+1.5 under japanese is B+0.5 under aga: the same winner, unless the open dame are filled in turn',
  ],
  [
    'an odd dame that turns nothing',
    { marginToHalves: 5, toLowHalves: 3, toHighHalves: 5, winnerTo: 'black' as const },
    'B+1.5 under japanese is B+2.5 under aga: the same winner',
  ],
  [
    'no dame',
    { marginToHalves: -1, toLowHalves: -1, toHighHalves: -1, winnerTo: 'white' as const },
    'B+1.5 under japanese is W+0.5 under aga: the winner changes: White wins',
  ],
])('%s', (_, one, sentence) => {
  expect(outcome(one)).toBe(sentence);
});
