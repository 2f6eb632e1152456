import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { marginText } from '../../../src/core/text.js';
import { formatPoint, parsePoint } from '../../../src/core/point.js';
import { analyze } from '../../../src/referee/judge/analyze.js';
import { movesDigest } from '../../../src/referee/judge/decisions.js';
import {
  flipped,
  groupAt,
  groupInDoubt,
  groupOutcomes,
  groupsInQuestion,
  unitAt,
} from '../../../src/referee/judge/group-outcomes.js';
import type { Margins } from '../../../src/referee/judge/report.js';
import { resultOf } from '../../../src/report/columns/games.js';
import { finalPicture } from '../../../src/report/output/game-picture.js';

const both = ({ resultAreaHalves, resultTerritoryHalves }: Margins): string =>
  `${marginText(resultAreaHalves)} ${marginText(resultTerritoryHalves)}`;

function outcomesOf(name: string, re: string | undefined, asked: string): string[] {
  const sgf = readFileSync(new URL(`../../../samples/scored/${name}.sgf`, import.meta.url), 'utf8');
  const game = analyze(re === undefined ? sgf : sgf.replace(/RE\[[^\]]*\]/, `RE[${re}]`)).games[0]!;
  const { width, height } = game.record;
  const points = asked === '' ? [] : asked.split(' ').map((point) => parsePoint(point, width, height)!);
  const isStone = (point: number): boolean => game.score!.basis.stones[point] !== 0;
  const groups = points.filter(isStone).map((point) => groupAt(game.score!, point));
  return groupOutcomes(game, groups).map(({ point, color, stones, isDead, lives, dies }) => {
    expect(resultOf(isDead ? dies : lives)).toBe(resultOf(game.score!));
    const which = `${color} ${formatPoint(point, width, height)}, ${String(stones)}${isDead ? ' dead' : ''}`;
    return `${which}: lives ${both(lives)}, dies ${both(dies)}`;
  });
}

test.each<[string, [name: string, re: string | undefined, asked: string], string[]]>([
  ['nothing is in doubt', ['s1-aga', undefined, ''], []],
  [
    'a group explains a contradicted result',
    ['winner-flips', 'W+4.5', ''],
    ['white D6, 2 dead: lives W+4.5 W+4.5, dies B+0.5 B+0.5'],
  ],
  [
    'a group is asked about, by any of its stones',
    ['winner-flips', undefined, 'D5'],
    ['white D5, 2 dead: lives W+4.5 W+4.5, dies B+0.5 B+0.5'],
  ],
  ['an empty point is asked about', ['winner-flips', undefined, 'J1'], []],
  [
    'the same group twice',
    ['winner-flips', 'W+4.5', 'D5 D6'],
    ['white D5, 2 dead: lives W+4.5 W+4.5, dies B+0.5 B+0.5'],
  ],
  [
    'a group that lives',
    ['winner-flips', undefined, 'A1'],
    ['black A1, 22: lives B+0.5 B+0.5, dies W+87.5 W+87.5'],
  ],
  [
    'the one that decides most comes first',
    ['winner-flips', undefined, 'D6 A1'],
    [
      'black A1, 22: lives B+0.5 B+0.5, dies W+87.5 W+87.5',
      'white D6, 2 dead: lives W+4.5 W+4.5, dies B+0.5 B+0.5',
    ],
  ],
])('%s', (_, [name, re, asked], outcomes) => {
  expect(outcomesOf(name, re, asked)).toEqual(outcomes);
});

test('stones in doubt are said to change the margin by as much as the sheet of their group shows', () => {
  const corner =
    '(;SZ[5]RU[Japanese]KM[6.5]AB[ca][cb][cc][cd][ce][bc]AW[da][db][dc][dd][de][ac][ad][bd];B[];W[])';
  const [report] = analyze(corner).games;
  const outcomes = groupOutcomes(report!);
  const doubtful = report!.findings.filter(({ code }) => code === 'dead/uncertain');
  expect(doubtful.length).toBeGreaterThan(0);
  for (const { point, args } of doubtful) {
    const { lives, dies } = outcomes.find((one) => one.point === point)!;
    expect(args).toMatchObject({ points: Math.abs(lives.resultHalves - dies.resultHalves) / 2 });
  }
});

const DOUBTFUL =
  '(;SZ[5]RU[Japanese]KM[6.5]AB[ca][cb][cc][cd][ce][bc]AW[da][db][dc][dd][de][ac][ad][bd];B[];W[])';
const counted = resultOf(analyze(DOUBTFUL).games[0]!.score!);
test.each([
  ['the margin that is counted', counted, false],
  ['another margin', 'B+20.5', true],
  ['the winner alone', `${counted[0]!}+`, true],
])('players who declare the count knew how their groups stood: %s', (_, re, isInDoubt) => {
  const [report] = analyze(DOUBTFUL.replace('KM', `RE[${re}]KM`), { keepBoard: true }).games;
  expect(report!.findings.some(({ code }) => code === 'dead/uncertain')).toBe(isInDoubt);
  expect(finalPicture(report!).uncertain!.some((doubt) => doubt > 0)).toBe(isInDoubt);
});

test('stones in doubt that live or die together are told once', () => {
  const twoChains =
    '(;SZ[5]RU[Japanese]KM[6.5]AB[aa][ba][ca][bb][cb][bc][bd][ee]AW[ea][db][eb][ac][cc][dc][cd][dd][ed];B[];W[])';
  const [report] = analyze(twoChains).games;
  const doubtful = report!.findings.filter(({ code }) => code === 'dead/uncertain');
  const told = doubtful.flatMap(({ point }) => groupInDoubt(report!.score!, point!).stones);
  expect(doubtful.length).toBeGreaterThan(0);
  expect(told.length).toBe(new Set(told).size);
});

/** White E2 closes the border of White's five points: it lives with the other stones, and RE is right if it alone is dead. */
const BORDER =
  '(;GM[1]FF[4]SZ[5]RU[Japanese]KM[0.5]RE[B+5.5]PB[Black]PW[White]AB[ab][bb][cb][db][eb][ec]AW[ac][bc][cc][dc][ed];B[];W[])';

describe('the group that the question names', () => {
  const estimated = { deadStones: () => ({ points: [], source: 'estimated' as const }), keepBoard: true };
  const game = analyze(BORDER, estimated).games[0]!;
  const score = game.score!;
  const e2 = parsePoint('E2', 5, 5)!;
  const unitOf = (point: string): number =>
    unitAt(score, parsePoint(point, 5, 5)!, groupsInQuestion(game)).stones.length;

  test('is the one that sheet and decision judge otherwise', () => {
    expect(game.settlement?.explanation).toBe('it would be true if White E2 (1 stone) were dead');
    const [outcome] = groupOutcomes(game);
    expect([outcome!.stones, resultOf(outcome!.lives), resultOf(outcome!.dies)]).toEqual([
      1,
      'W+4.5',
      'B+5.5',
    ]);
    const digest = movesDigest(game.record);
    const decisions = [{ game: digest, name: 'R', date: '2026-11-22', reason: 'r', dead: ['E2'] }];
    const decided = analyze(BORDER, { ...estimated, decisions }).games[0]!;
    expect(resultOf(decided.score!)).toBe('B+5.5');
  });

  test('is one to click, as the others of its group are together', () => {
    expect([unitOf('E2'), unitOf('A3')]).toEqual([1, 5]);
  });

  test('is the same after a click, and lives again after another', () => {
    const turned = flipped(score, unitAt(score, e2, groupsInQuestion(game)));
    expect(turned.dead).toEqual([e2]);
    const dead = Uint8Array.from(score.life.dead);
    dead[e2] = 1;
    const life = { ...score.life, dead };
    expect(flipped({ life }, groupsInQuestion(game)[0]!).dead).toEqual([]);
  });
});

test.each<[string, doubtful: string, at: string, stones: string]>([
  ['one stone of a group that lives is in doubt: it alone', 'E2', 'E2', 'E2'],
  ['two chains of it with a point between them: both', 'E2 A3', 'E2', 'A3 B3 C3 D3 E2'],
  ['a chain whose verdict is sure, as a bent four: it alone', '', 'A3', 'A3 B3 C3 D3'],
])('%s', (_, doubtful, at, stones) => {
  const report = analyze(BORDER, {
    deadStones: () => ({ points: [], source: 'estimated' }),
    keepBoard: true,
  });
  const score = report.games[0]!.score!;
  const pointOf = (text: string): number => parsePoint(text, 5, 5)!;
  const inDoubt = doubtful === '' ? [] : doubtful.split(' ').map(pointOf);
  const chains = score.life.chains.map((chain) => ({
    ...chain,
    probability: inDoubt.includes(chain.point) ? 0.6 : 0.9,
  }));
  const group = groupInDoubt({ ...score, life: { ...score.life, chains } }, pointOf(at));
  expect(group.stones.map((point) => formatPoint(point, 5, 5)).join(' ')).toBe(stones);
});
