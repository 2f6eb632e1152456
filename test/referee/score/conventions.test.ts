import { describe, expect, test } from 'vitest';
import { analyze, type AnalyzeOptions } from '../../../src/referee/judge/analyze.js';
import type { GameReport } from '../../../src/referee/judge/report.js';
import { CONVENTIONS } from '../../../src/referee/score/conventions.js';
import { marginText } from '../../../src/core/text.js';
import { ruleset } from './support.js';

/** Black needs C2: without it White catches the corner. The weakest chain of Black beside it has two liberties. */
const SETUP = 'SZ[6:5]AW[ab][bb][cb][db][eb][fb][dc][ec][fc][fd][fe]AB[ac][bc][cc][dd][ed][ee]';

/** The position of which the two stones beside the needed point are in atari. */
const IN_ATARI = 'SZ[7:5]AW[ba][ea][dc][ec][bc][cc][ad][bd]AW[db]AB[ga][gc][cd][dd][ed][ae][be][de][ee][fe]';

function refereed(header: string, options: Partial<AnalyzeOptions> = {}): GameReport {
  const deadStones = (): { points: never[]; source: 'given' } => ({ points: [], source: 'given' });
  return analyze(`(;FF[4]GM[1]${header};B[];W[])`, { deadStones, komiHalves: 0, ...options }).games[0]!;
}

const FOX = 'AP[foxwq]RU[Japanese]';

describe('protective moves under the conventions of the record', () => {
  test.each([
    ['Fox charges it', FOX, {}, '0'],
    ['a Korean newspaper charges it', 'GN[x]HA[호선]', {}, '0'],
    ['KGS does not', 'AP[CGoban:3]RU[Japanese]', {}, 'B+1'],
    ['Tygem does not', 'PC[Tygem]', {}, 'B+1'],
    ['no origin, no convention', 'RU[Japanese]', {}, 'B+1'],
    ['--conventions none', FOX, { conventions: 'none' }, 'B+1'],
    ['rules that the user names are applied as they are written', FOX, { rules: ruleset('japanese') }, 'B+1'],
    ['rules as Fox plays them', FOX, { rules: ruleset('japanese-fox') }, '0'],
    ['rules as Fox plays them, on KGS', 'AP[CGoban:3]', { rules: ruleset('japanese-fox') }, 'B+1'],
    ['a default of the run is no wish of the user', 'AP[foxwq]', { defaultRules: ruleset('japanese') }, '0'],
  ] as const)('%s', (_, origin, options, result) => {
    const { score } = refereed(origin + SETUP, options);
    expect(marginText(score!.resultHalves)).toBe(result);
    expect(marginText(score!.resultTerritoryHalves)).toBe('B+1');
    expect(score!.conventions.map(({ name, halves }) => [name, halves])).toEqual(
      result === '0' ? [['protective-moves', -2]] : [],
    );
  });

  test.each([
    ['area counting: it costs nothing', `AP[foxwq]RU[Chinese]${SETUP}`],
    ['pass stones: the pass saved costs as much', `AP[foxwq]RU[AGA]${SETUP}`],
    ['the chain beside it is in atari', FOX + IN_ATARI],
  ])('%s', (_, header) => {
    expect(refereed(header).score!.conventions).toEqual([]);
  });

  test.each([
    ['0', 'confirmed', 'protective move Black C2 charged (convention of Fox)'],
    ['B+1', 'explained', 'protective move Black C2 not charged'],
    [
      'B+2',
      'contradicted',
      "no single change makes it true: neither one group's life, nor one protective move, usual komi, counting or passes; counted: protective move Black C2 charged (convention of Fox)",
    ],
  ])('a declared %s is %s', (declared, verdict, explanation) => {
    const { settlement } = refereed(`${FOX}RE[${declared}]${SETUP}`);
    expect([settlement!.verdict, settlement!.explanation]).toEqual([verdict, explanation]);
  });

  test('each ruleset of a list has its own', () => {
    const { scores } = refereed(FOX + SETUP, {
      accounts: { scoreUnder: ['auto', ruleset('japanese'), ruleset('japanese-fox')] },
    });
    expect(scores!.map(({ score }) => score!.resultHalves)).toEqual([0, 2, 0]);
  });
});

/** Black has one eye in a seki, at A3. */
const EYE_IN_SEKI = 'SZ[4:3]AB[ba][ca][ab][ac][bc]AW[bb][cb][db][dc]RU[Japanese]';

describe('everything surrounded counts on OGS until its scorer changed', () => {
  const BEFORE = 'PC[OGS: https://online-go.com/game/1]DT[2019-11-03]';
  const text = 'seki points counted (convention of OGS)';
  test.each([
    ['before', BEFORE, {}, 'B+1', 'confirmed', text],
    [
      'the players marked the point as dame',
      `${BEFORE}RE[0]`,
      {},
      'B+1',
      'explained',
      'seki points not counted',
    ],
    [
      'since',
      'PC[OGS: https://online-go.com/game/1]DT[2025-11-03]',
      {},
      '0',
      'explained',
      'seki points counted',
    ],
    ['another server', 'PC[KGS]DT[2019-11-03]', {}, '0', 'explained', 'seki points counted'],
    ['--conventions none', BEFORE, { conventions: 'none' }, '0', 'explained', 'seki points counted'],
    [
      'rules that the user names',
      BEFORE,
      { rules: ruleset('japanese') },
      '0',
      'explained',
      'seki points counted',
    ],
  ] as const)('%s', (_, header, options, result, verdict, explanation) => {
    const declared = header.includes('RE[') ? '' : 'RE[B+1]';
    const { score, settlement } = refereed(header + declared + EYE_IN_SEKI, options);
    expect(marginText(score!.resultHalves)).toBe(result);
    expect([settlement!.verdict, settlement!.explanation]).toEqual([verdict, explanation]);
  });
});

/** The first position with a dame at F1. */
const WITH_DAME = SETUP.replace('[fe]', '');

describe('records that end before the dame were filled', () => {
  test.each([
    ['one dame open, no passes: C2 is charged', 'RU[Japanese]', '', WITH_DAME, {}, -2],
    [
      'rules that the user names: the record lacks its end all the same',
      '',
      '',
      WITH_DAME,
      { rules: ruleset('japanese') },
      -2,
    ],
    ['one pass: as well', 'RU[Japanese]', ';W[]', WITH_DAME, {}, -2],
    ['two passes: the players ended it', 'RU[Japanese]', ';W[];B[]', WITH_DAME, {}, 0],
    [
      'no dame open: the protective moves were played before the record ends',
      'RU[Japanese]',
      '',
      SETUP,
      {},
      0,
    ],
    ['Tygem records no passes', 'PC[Tygem]', '', WITH_DAME, {}, 0],
    ['area counting', 'RU[Chinese]', '', WITH_DAME, {}, 0],
    ['--conventions none', 'RU[Japanese]', '', WITH_DAME, { conventions: 'none' }, 0],
  ] as const)('%s', (_, header, passes, setup, options, halves) => {
    const deadStones = (): { points: never[]; source: 'given' } => ({ points: [], source: 'given' });
    const record = `(;FF[4]GM[1]RE[B+9]${header}${setup.replace('AB[ac]', 'AB')};B[ac]${passes})`;
    const { score } = analyze(record, { deadStones, komiHalves: 0, ...options }).games[0]!;
    expect(score!.conventions.map((one) => [one.name, one.halves, one.text])).toEqual(
      halves === 0 ? [] : [['open-end', halves, 'protective move Black C2 charged (1 dame open at the end)']],
    );
    if (score!.counting === 'territory')
      expect(score!.resultHalves - score!.resultTerritoryHalves).toBe(halves);
  });
});

test('every convention says whose it is, what it means and what it rests on', () => {
  for (const { title, origins, means, evidence, rulesets } of CONVENTIONS) {
    if (origins) expect(Object.keys(origins).length).toBeGreaterThan(0);
    for (const text of [title, means, evidence]) expect(text.length).toBeGreaterThan(20);
    for (const name of rulesets) expect(ruleset(name).name).toBe(name);
  }
});
