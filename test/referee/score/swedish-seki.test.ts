import { describe, expect, it } from 'vitest';
import { analyze, DEFAULT_OPTIONS } from '../../../src/referee/judge/analyze.js';
import { rulesetByName } from '../../../src/go/rules/rulesets.js';

/**
 * A seki (left) beside a living black group: e2 and e3 touch both colors, but White gains nothing there.
 *
 *   . X X . X X .
 *   X O O O . X X
 *   X X . O . X .
 */
const SETUP = 'AB[ba][ca][ea][fa][ab][fb][gb][ac][bc][fc]AW[bb][cb][db][dc]';

function score(moves: string, rules: string) {
  const sgf = `(;GM[1]FF[4]SZ[7:3]KM[7.5]PL[B]${SETUP}${moves})`;
  const [game] = analyze(new TextEncoder().encode(sgf), {
    ...DEFAULT_OPTIONS,
    file: 'figure',
    digest: () => '',
    rules: rulesetByName(rules)!,
    deadStones: () => ({ points: [], source: 'given' }),
  }).games;
  return game!.score!;
}

const LEFT_OPEN = ';B[];W[]';
const FILLED = ';B[eb];W[];B[ec];W[];B[];W[]';

describe('Swedish figures 2 and 3: points inside a seki', () => {
  it('two one-sided dame that Black fills while White passes are two points, by area and by territory', () => {
    const before = score(LEFT_OPEN, 'aga');
    const after = score(FILLED, 'aga');
    expect(after.areaHalves - before.areaHalves).toBe(4);
    expect(after.territoryHalves - before.territoryHalves).toBe(4);
  });

  it('under Japanese rules, which have no pass stones, filling them is worth nothing', () => {
    expect(score(FILLED, 'japanese').territoryHalves).toBe(score(LEFT_OPEN, 'japanese').territoryHalves);
  });

  it('a point that only Black surrounds inside the seki counts under AGA and not under Japanese rules', () => {
    const seki = score(FILLED, 'aga');
    expect([seki.black.territory, seki.black.sekiPoints]).toEqual([3, 1]);
    expect(score(FILLED, 'japanese').territoryHalves).toBe(4);
  });
});
