import { describe, expect, test } from 'vitest';
import type { GameScore, Verdict } from '../../../src/referee/score/score-types.js';
import { NO_CHANGE } from '../../../src/referee/score/explanations.js';
import { settle } from '../../../src/referee/score/verdict.js';
import { scoreGame } from '../../../src/referee/score/score.js';
import { caseOf, lifeOf, movesText, ruleset, scored } from './support.js';

/** A row of Black (c) and one of White (d): area 5, territory 5, or 4 with one more move of Black. */
const EVEN = movesText('B c3, W d3, B c2, W d2, B c4, W d4, B c1, W d1, B c5, W d5, B pass, W pass');
const BLACK_LAST = movesText(
  'B c3, W d3, B c2, W d2, B c4, W d4, B c1, W d1, B c5, W d5, B b3, W pass, B pass',
);

/** What tells a Korean newspaper, without a say on handicap or komi. */
const KOREAN = 'AP[HanGame]';

function settled(header: string, moves: string, rules: string | undefined): ReturnType<typeof settle> {
  const { record, replayed, stones } = caseOf(`(;GM[1]SZ[5]${header}${moves})`);
  const rule = rules === undefined ? undefined : ruleset(rules);
  const score = scoreGame(record, replayed, stones, lifeOf(stones, 5), rule, {});
  return settle(record, score);
}

const TABLE: {
  name: string;
  header: string;
  moves?: string;
  rules?: string;
  verdict: Verdict;
  explanation?: string;
  codes?: string[];
}[] = [
  {
    name: 'margin as counted',
    header: 'RU[Japanese]KM[6.5]RE[W+1.5]',
    rules: 'japanese',
    verdict: 'confirmed',
  },
  {
    name: 'margin as counted, komi in quarter points',
    header: 'RU[Japanese]KM[3.25]RE[B+1.75]',
    rules: 'japanese',
    verdict: 'confirmed',
  },
  {
    name: 'margin as counted, komi in tenths, which binary fractions do not meet',
    header: 'RU[Japanese]KM[6.3]RE[W+1.3]',
    rules: 'japanese',
    verdict: 'confirmed',
  },
  {
    name: 'a quarter of a point is a difference',
    header: 'RU[Japanese]KM[3.25]RE[B+1.5]',
    rules: 'japanese',
    verdict: 'contradicted',
    explanation: NO_CHANGE,
    codes: ['result/margin-differs'],
  },
  {
    name: 'ruleset inferred from komi',
    header: 'KM[7.5]RE[W+2.5]',
    verdict: 'confirmed',
    explanation: 'area counting inferred from komi 7.5',
  },
  {
    name: 'declared by the other counting',
    header: 'RU[Japanese]KM[6.5]RE[W+1.5]',
    moves: BLACK_LAST,
    rules: 'japanese',
    verdict: 'explained',
    explanation: 'area counting',
  },
  {
    name: 'komi 7.5 where the file tells none',
    header: 'RU[Japanese]RE[W+2.5]',
    rules: 'japanese',
    verdict: 'explained',
    explanation: 'komi 7.5',
  },
  {
    name: 'komi of the file is not replaced',
    header: 'RU[Japanese]KM[6.5]RE[W+2.5]',
    rules: 'japanese',
    verdict: 'contradicted',
    explanation: 'it would be true if Black had made one protective move more',
    codes: ['result/margin-differs'],
  },
  {
    name: 'compensation left out in a handicap game',
    header: 'RU[Chinese]KM[0.5]HA[2]AB[aa][ab]RE[B+4.5]',
    moves: movesText('W d3, B c2, W d2, B c4, W d4, B c1, W d1, B c5, W d5, B c3, W pass, B pass, W pass'),
    rules: 'chinese-ogs',
    verdict: 'explained',
    explanation: 'area counting without handicap compensation',
    codes: [],
  },
  {
    name: 'no compensation is tried in an even game',
    header: 'RU[Chinese]KM[0.5]RE[B+2.5]',
    rules: 'chinese',
    verdict: 'contradicted',
    explanation: NO_CHANGE,
    codes: ['result/margin-differs'],
  },
  {
    name: 'colors of the winner exchanged: no explanation, but what would make it true',
    header: 'RU[Chinese]KM[40.5]RE[B+35.5]',
    rules: 'chinese',
    verdict: 'contradicted',
    explanation: 'it would be true if the winner had the other color',
    codes: ['result/winner-differs'],
  },
  {
    name: 'a small margin is not swapped',
    header: 'RU[Japanese]KM[6.5]RE[B+1.5]',
    rules: 'japanese',
    verdict: 'contradicted',
    explanation: NO_CHANGE,
    codes: ['result/winner-differs'],
  },
  { name: 'winner only', header: 'RU[Japanese]KM[6.5]RE[W+]', rules: 'japanese', verdict: 'winner-only' },
  {
    name: 'the other winner only',
    header: 'RU[Japanese]KM[6.5]RE[B+]',
    rules: 'japanese',
    verdict: 'contradicted',
    explanation: 'it would be true if komi had been 4.5, not 6.5',
    codes: ['result/winner-differs'],
  },
  { name: 'jigo', header: 'RU[Japanese]KM[5]RE[0]', rules: 'japanese', verdict: 'confirmed' },
  { name: 'resignation', header: 'RU[Japanese]KM[6.5]RE[W+R]', rules: 'japanese', verdict: 'not-checked' },
  { name: 'no result', header: 'RU[Japanese]KM[6.5]', rules: 'japanese', verdict: 'not-checked' },
];

describe('verdict', () => {
  test.each(TABLE)('$name', ({ header, moves, rules, verdict, explanation, codes }) => {
    const settlement = settled(header, moves ?? EVEN, rules);
    expect(settlement.verdict).toBe(verdict);
    expect(settlement.explanation).toBe(explanation ?? '');
    expect(settlement.findings.map((one) => one.code)).toEqual(codes ?? []);
  });

  /** The verdict on EVEN with that result declared, had its score been another one in these respects. */
  function settledAs(re: string, given: Partial<GameScore>, header = ''): ReturnType<typeof settle> {
    const { record } = caseOf(`(;GM[1]SZ[5]KM[0]${header}RE[${re}]${EVEN})`);
    const score = scored(`(;GM[1]SZ[5]KM[0]${EVEN})`, 'chinese');
    return settle(record, { ...score, confidence: 1, ...given });
  }

  test.each<[string, string, Partial<GameScore>, Record<'code' | 'computed', string>]>([
    ['Black by another margin', 'B+7', {}, { code: 'result/margin-differs', computed: 'B+5' }],
    ['White, not Black', 'W+7', {}, { code: 'result/winner-differs', computed: 'B+5' }],
    [
      'Black, not White',
      'B+7',
      { winner: 'white', resultHalves: -5 },
      { code: 'result/winner-differs', computed: 'W+2.5' },
    ],
    ['jigo', 'B+7', { winner: 'jigo', resultHalves: 0 }, { code: 'result/winner-differs', computed: '0' }],
    [
      'no number',
      'W+',
      { winner: 'black', resultHalves: 0 },
      { code: 'result/winner-differs', computed: 'B+' },
    ],
  ])('what was declared and what was computed: %s', (_, re, given, { code, computed }) => {
    const { verdict, findings } = settledAs(re, { komiSource: 'assumed', ...given });
    expect(verdict).toBe('unsure');
    // `RE` of the file is told by its place.
    expect(findings).toEqual([
      {
        code,
        args: { declared: re, computed },
        severity: 'note',
        offset: expect.any(Number) as number,
        line: 0,
        column: 0,
      },
    ]);
  });

  test.each([
    ['W+1.75', 'W+1.75 zi (W+3.5)'],
    ['W+1.75子', 'W+1.75子 (W+3.5)'],
    ['W+3.5', 'W+3.5'],
  ])('a margin in zi is told with its points: %s', (re, declared) => {
    expect(settledAs(re, {}, 'RU[Chinese]').findings[0]!.args).toMatchObject({ declared });
  });

  test('the place is that of RE', () => {
    const { findings } = settledAs('B+7', {});
    const text = `(;GM[1]SZ[5]KM[0]RE[B+7]`;
    expect(findings[0]!.offset).toBe(text.indexOf('B+7'));
  });

  test.each([
    [0.9, 'warning'],
    [0.899, 'note'],
  ])('confidence %d: %s', (confidence, severity) => {
    expect(settledAs('B+7', { confidence }).findings[0]!.severity).toBe(severity);
  });

  test.each([
    ['B+2.5', -2, 0.969, 'note'],
    ['B+2.5', -2, 0.97, 'warning'],
    ['0', 1, 0.969, 'note'],
    ['B+2.5', -3, 0.9, 'warning'],
    ['B+2.5', 2, 0.9, 'warning'],
  ])('%s, and we count %d half points with confidence %d: %s', (re, resultHalves, confidence, severity) => {
    const winner = resultHalves > 0 ? 'black' : 'white';
    const { findings } = settledAs(re, { winner, resultHalves, confidence });
    expect(findings[0]).toMatchObject({ severity });
  });

  const WHITE_BY_TEN = {
    winner: 'white',
    resultHalves: -20,
    resultAreaHalves: -20,
    resultTerritoryHalves: -20,
    dame: 0,
    komiSource: 'file',
  } as const;

  const WHITE_BY_FIVE_WITH_KOMI = {
    komiHalves: 15,
    resultHalves: -10,
    resultAreaHalves: -10,
    resultTerritoryHalves: -10,
  };

  test.each<[string, string, Partial<GameScore>, 'error' | 'warning' | 'note']>([
    ['both countings agree', 'B+3', {}, 'error'],
    ['the declared margin is the same', 'B+10', {}, 'error'],
    ['komi was given', 'B+3', { komiSource: 'option' }, 'error'],
    ['fewer dame than would turn it', 'B+3', { dame: 7 }, 'error'],
    ['as many dame as could turn it', 'B+3', { dame: 8 }, 'warning'],
    ['as many dame, the same margin', 'B+10', { dame: 8 }, 'warning'],
    ['a close area', 'B+3', { resultAreaHalves: -4 }, 'warning'],
    ['a close territory', 'B+3', { resultTerritoryHalves: -4 }, 'warning'],
    ['the other counting has another winner', 'B+3', { resultAreaHalves: 20 }, 'warning'],
    ['a close result', 'B+3', { resultHalves: -4 }, 'warning'],
    ['komi is not in the file', 'B+3', { komiSource: 'ruleset' }, 'note'],
    ['life is in doubt', 'B+3', { confidence: 0.899 }, 'note'],
    ['a tie, perhaps agreed upon', '0', {}, 'warning'],
    ['another komi would make it true', 'B+2.5', WHITE_BY_FIVE_WITH_KOMI, 'warning'],
    ['no komi would make it true', 'B+3', WHITE_BY_FIVE_WITH_KOMI, 'error'],
  ])('White by ten, declared for Black: %s', (_, re, given, severity) => {
    const { findings } = settledAs(re, { ...WHITE_BY_TEN, ...given });
    expect(findings).toMatchObject([{ code: 'result/winner-differs', severity }]);
  });

  test.each([
    ['given', 'B+8', -24, 'warning'],
    ['given', 'B+9', -24, 'error'],
    ['estimated', 'B+8', -24, 'note'],
    ['estimated', 'B+10', -24, 'note'],
    ['estimated', 'B+11', -24, 'error'],
    ['estimated', 'B+25', 10, 'note'],
    ['estimated', 'B+28', 10, 'warning'],
    ['given', 'B+25', 10, 'warning'],
    // Black by twenty more where White is dead, which is also what the count gives for White.
    ['estimated', 'B+10', -20, 'note'],
    ['given', 'B+10', -20, 'error'],
  ] as const)(
    'White is alive (%s), dead it would be twenty points, declared %s, counted %d half points: %s',
    (source, re, resultHalves, severity) => {
      const { life } = scored(`(;GM[1]SZ[5]KM[0]${EVEN})`, 'chinese');
      const white = { point: 3, color: 'white', stones: 5, dead: false, source: 'estimated' } as const;
      const chains = [{ ...white, probability: 0.99 }];
      const winner = resultHalves > 0 ? 'black' : 'white';
      const given = { ...WHITE_BY_TEN, winner, resultHalves, life: { ...life, source, chains } } as const;
      const { verdict, explanation, findings } = settledAs(re, given);
      expect(findings).toMatchObject([{ severity }]);
      expect(verdict).toBe(severity === 'note' ? 'unsure' : 'contradicted');
      // The margin itself is named as what would make it true.
      const isExact = (parseFloat(re.slice(2)) - resultHalves / 2) % 20 === 0;
      expect(explanation.includes('it would nearly be true if White D5 (5 stones) were dead')).toBe(
        severity === 'note' && !isExact,
      );
    },
  );

  test('the margin of a small group may be chance: a warning', () => {
    const { record, replayed, stones } = caseOf(
      '(;SZ[5:3]AB[ab][bb][cb][db][eb]AW[ba][da]KM[0]RU[Chinese]RE[B+8])',
    );
    const life = lifeOf(stones, 5, ['ba', 'da']);
    const white = { point: 1, color: 'white', stones: 1, dead: true, source: 'estimated' } as const;
    const judged = { ...life, source: 'estimated', chains: [{ ...white, probability: 0.85 }] } as const;
    const score = scoreGame(record, replayed, stones, judged, ruleset('chinese'), {});
    expect(settle(record, score)).toMatchObject({
      change: { by: 'group' },
      findings: [{ code: 'result/margin-differs', severity: 'warning' }],
    });
    // Players who stop with dame open agree on the dead stones, which the record does not hold.
    expect(settle(record, { ...score, dame: 2 })).toMatchObject({
      verdict: 'unsure',
      explanation: expect.stringMatching(
        /^2 dame open: the players may have judged a group otherwise; it/,
      ) as string,
      findings: [{ code: 'result/margin-differs', severity: 'note' }],
    });
  });

  /** EVEN without its two passes, had its score been another one in these respects. */
  function settledWithoutPasses(
    re: string,
    given: Partial<GameScore>,
    header: string,
  ): ReturnType<typeof settle> {
    const moves = EVEN.slice(0, EVEN.indexOf(';B[];W[]'));
    const { record } = caseOf(`(;GM[1]SZ[5]KM[0]${header}RE[${re}]${moves})`);
    return settle(record, { ...scored(`(;GM[1]SZ[5]KM[0]${moves})`, 'chinese'), confidence: 1, ...given });
  }

  test.each<[situation: string, re: string, dame: number, header: string, Verdict]>([
    ['two points off, dame open', 'B+7', 4, '', 'unsure'],
    ['three points off, four dame open', 'B+8', 4, '', 'contradicted'],
    ['three points off, five dame open', 'B+8', 5, '', 'unsure'],
    ['another winner, twenty dame open', 'W+7', 20, '', 'contradicted'],
    ['another winner, more dame open', 'W+7', 21, '', 'unsure'],
    ['two points off, no dame open', 'B+7', 0, '', 'unsure'],
    ['three points off, no dame open', 'B+8', 0, '', 'contradicted'],
    [
      'two points off, no dame open, on a server that records no passes',
      'B+7',
      0,
      'AP[foxwq]',
      'contradicted',
    ],
    ['two points off, dame open, on a server that records no passes', 'B+7', 2, 'AP[foxwq]', 'unsure'],
  ])('a record without two passes at its end: %s', (_, re, dame, header, verdict) => {
    const settlement = settledWithoutPasses(re, { dame }, header);
    expect(settlement.verdict).toBe(verdict);
    expect(settlement.explanation.includes('no two passes')).toBe(verdict === 'unsure');
  });

  test.each<[situation: string, header: string, halves: number]>([
    ['before the time of komi', 'DT[1852-03-04]', 0],
    ['early komi', 'DT[1941-01-01]', 9],
    ['the eighties', 'DT[1985]', 11],
    ['today', 'DT[2016-05-05]', 13],
    ['no date', '', 13],
    ['the Ing cup', 'DT[1996]EV[4th Ing Cup]', 16],
    ['a handicap', 'DT[1996]HA[2]AB[aa][ee]', 1],
  ])('a komi that nobody gives is assumed, and accuses nobody: %s', (_, header, halves) => {
    const { record, replayed, stones } = caseOf(`(;GM[1]SZ[5]${header}RE[B+30]${EVEN})`);
    const score = scoreGame(record, replayed, stones, lifeOf(stones, 5), undefined, {});
    expect([score.komiHalves, score.komiSource]).toEqual([halves, 'assumed']);
    expect(settle(record, score)).toMatchObject({ verdict: 'unsure', findings: [{ severity: 'note' }] });
  });

  test('with a handicap the lead must be larger than its compensation', () => {
    const { basis } = scored(`(;GM[1]SZ[5]KM[0]${EVEN})`, 'chinese');
    const given = (handicap: number): Partial<GameScore> => ({
      ...WHITE_BY_TEN,
      basis: { ...basis, handicap },
    });
    expect(settledAs('B+3', given(7)).findings[0]!.severity).toBe('error');
    expect(settledAs('B+3', given(8)).findings[0]!.severity).toBe('warning');
  });

  test.each<[string, Verdict]>([
    ['B+3', 'winner-only'],
    ['W+3', 'contradicted'],
    ['0', 'contradicted'],
  ])('the first capture by Black, declared %s', (re, verdict) => {
    expect(settledAs(re, { counting: 'first-capture', winner: 'black', resultHalves: 0 }).verdict).toBe(
      verdict,
    );
  });

  test('no capture, declared as jigo', () => {
    const given = { counting: 'first-capture', winner: 'jigo', resultHalves: 0 } as const;
    expect(settledAs('0', given).verdict).toBe('winner-only');
  });

  test.each<[string, Partial<GameScore>, string, string]>([
    [
      'the komi of the record, not the one applied',
      { counting: 'territory', komiHalves: 13 },
      '',
      'territory counting inferred from komi 0',
    ],
    ['Korean words', { counting: 'territory' }, KOREAN, 'territory counting inferred from Korean words'],
    ['komi, in Korean words too', { counting: 'area' }, KOREAN, 'area counting inferred from komi 0'],
  ])('how the counting was inferred: %s', (_, given, header, explanation) => {
    const inferred = { inferredCounting: true, ...given };
    expect(settledAs('B+5', inferred, header)).toEqual({ verdict: 'confirmed', explanation, findings: [] });
    expect(settledAs('B+', inferred, header)).toEqual({ verdict: 'winner-only', explanation, findings: [] });
  });

  test.each<[string, boolean, 'note' | 'warning']>([
    ['the counting was inferred', true, 'note'],
    ['the rules are known', false, 'warning'],
  ])('the other counting would make it true, and %s: %s', (_, inferredCounting, severity) => {
    const given = { counting: 'territory', winner: 'white', resultHalves: -11, resultAreaHalves: 1 } as const;
    const found = settledAs('B+0.5', { ...given, inferredCounting }, 'AP[HanGame]');
    expect(found.verdict).toBe(severity === 'note' ? 'unsure' : 'contradicted');
    expect(found.findings[0]!.severity).toBe(severity);
  });

  test.each(['Void', '?', 'R+W', 'B+T', 'W+F'])('a result that no count can be held against: %s', (re) => {
    expect(settledAs(re, {})).toEqual({ verdict: 'not-checked', explanation: '', findings: [] });
  });

  test('a declared margin that could not be counted', () => {
    const { record } = caseOf(`(;GM[1]SZ[5]RE[W+1.5]${EVEN})`);
    expect(settle(record, undefined).verdict).toBe('not-scorable');
  });

  test('a doubtful group that would explain the margin is listed, and explains nothing', () => {
    const sgf = `(;GM[1]SZ[5]RU[Chinese]KM[0.5]RE[B+24.5]${EVEN})`;
    const { record, replayed, stones } = caseOf(sgf);
    const life = lifeOf(stones, 5);
    const chain = {
      point: 3,
      stones: 5,
      color: 'white',
      dead: false,
      source: 'estimated',
      probability: 0.6,
    } as const;
    const score = scoreGame(record, replayed, stones, { ...life, chains: [chain] }, ruleset('chinese'), {});
    const settlement = settle(record, score);
    expect(settlement.verdict).toBe('contradicted');
    expect(settlement.findings[0]!.args).toMatchObject({ possible: 'D5 (5 stones, 20 points)' });
  });
});

describe('score', () => {
  test('RE changes nothing in the score', () => {
    const without = scored(`(;GM[1]SZ[5]KM[6.5]${EVEN})`, 'japanese');
    const declared = scored(`(;GM[1]SZ[5]KM[6.5]RE[B+40]${EVEN})`, 'japanese');
    expect(declared).toEqual(without);
  });

  test('without a ruleset the komi suggests the counting, unless one is asked for', () => {
    const sgf = `(;GM[1]SZ[5]KM[7.5]${EVEN})`;
    expect(scored(sgf, undefined)).toMatchObject({ counting: 'area', inferredCounting: true });
    const wanted = scored(sgf, undefined, [], { counting: 'territory' });
    expect(wanted).toMatchObject({ counting: 'territory', inferredCounting: false });
    expect(scored(sgf, 'chinese').inferredCounting).toBe(false);
  });

  test('without a ruleset a tie is jigo', () => {
    expect(scored(`(;GM[1]SZ[5]KM[5]${EVEN})`, undefined)).toMatchObject({ resultHalves: 0, winner: 'jigo' });
  });

  test('four passes leave every stone alive under AGA rules, failing agreement', () => {
    const passes = ';B[];W[];B[];W[]';
    const moves = movesText('B c3, W d3, B c2, W d2, B c4, W d4, B c1, W d1, B c5, W d5, B b2, W a2');
    const sgf = `(;GM[1]SZ[5]KM[0.5]${moves}${passes})`;
    expect(scored(sgf, 'aga', []).white.dead).toBe(0);
    // Stones named dead are an agreement.
    expect(scored(sgf, 'aga', ['ab']).white.dead).toBe(1);
    expect(scored(sgf, 'japanese', ['ab']).white.dead).toBe(1);
  });

  test('a tie goes to Black under Ing rules', () => {
    const score = scored(`(;GM[1]SZ[5]KM[5]${EVEN})`, 'ing');
    expect(score.resultHalves).toBe(0);
    expect(score.winner).toBe('black');
  });

  test('the first capture wins, without a number', () => {
    const sgf = `(;GM[1]SZ[5]${movesText('B a1, W a2, B c3, W b1')})`;
    expect(scored(sgf, 'sweden-first-capture')).toMatchObject({
      counting: 'first-capture',
      winner: 'white',
      resultHalves: 0,
    });
  });

  test('stone scoring takes two points off each living group', () => {
    const score = scored(`(;GM[1]SZ[5]KM[0]${EVEN})`, 'stone-scoring');
    expect(score.resultHalves).toBe(10);
    expect(score.basis.tax).toBe(0);
  });

  test("White's passes while Black places a free handicap are no pass stones", () => {
    const sgf = `(;GM[1]SZ[5]HA[2]KM[0.5]${movesText('B b2, W pass, B d4, W d2, B c3, W pass, B pass, W pass')})`;
    const score = scored(sgf, 'aga');
    expect(score.basis.ledger.white).toBe(score.white.passes - (score.basis.handicap === 2 ? 1 : 0));
    expect(score.findings).toEqual([]);
  });
});
