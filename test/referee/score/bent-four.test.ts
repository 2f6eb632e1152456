import { describe, expect, test } from 'vitest';
import { componentsOf } from '../../../src/go/board/position.js';
import type { Life } from '../../../src/go/life/life.js';
import { scoreGame } from '../../../src/referee/score/score.js';
import { parseDiagram } from '../../support/diagram.js';
import { caseOf, ruleset } from './support.js';

/** White's bent four in the corner, and below, White's seki around three stones of Black. */
const BESIDE_A_SEKI = `
  XX.OX....
  XOOOX....
  .OXXX....
  OOX......
  XXX......
  .........
  XXXXXXXXX
  XOOOOOOOX
  XO.XXX.OX`;
/** The same without White's stones below. */
const ALONE = BESIDE_A_SEKI.replace(/XO+X$/m, 'X.......X')
  .replace('XOOOOOOOX', 'X.......X')
  .replace('XO.XXX.OX', 'X..XXX..X');

/** The board as an estimator judges it: White's corner is dead, everything else alive. */
function judged(diagram: string, rules: string, source: Life['source']): ReturnType<typeof scoreGame> {
  const { points: stones, width, height } = parseDiagram(diagram);
  const setup = (color: number): string =>
    [...stones.keys()]
      .filter((p) => stones[p] === color)
      .map((p) => `[${String.fromCharCode(97 + (p % width), 97 + Math.floor(p / width))}]`)
      .join('');
  const one = caseOf(`(;GM[1]FF[4]SZ[9]KM[6.5]AB${setup(1)}AW${setup(2)};B[];W[])`);
  const components = componentsOf({ width, height, stones });
  const corner = components.of[3]!;
  const dead = stones.map((_, p) => (components.of[p] === corner ? 1 : 0));
  const chain = {
    point: components.first[corner]!,
    stones: components.size[corner]!,
    color: 'white' as const,
    dead: true,
    source,
    probability: 0.9,
  };
  const life: Life = {
    dead,
    seki: new Uint8Array(stones.length),
    ownership: undefined,
    chains: [chain],
    source,
    confidence: 0.9,
    unfinished: '',
    findings: [],
  };
  return scoreGame(one.record, one.replayed, one.stones, life, ruleset(rules), {});
}

describe('bent four in the corner', () => {
  test.each([
    ['beside a seki, by area rules: undecided', BESIDE_A_SEKI, 'chinese', 'estimated', ['dead/uncertain']],
    ['beside a seki, by AGA rules: undecided', BESIDE_A_SEKI, 'aga', 'estimated', ['dead/uncertain']],
    ['beside a seki, by Japanese rules: dead', BESIDE_A_SEKI, 'japanese', 'estimated', []],
    ['beside a seki, agreed by the players: dead', BESIDE_A_SEKI, 'chinese', 'marked', []],
    ['without a seki, by area rules: dead, threats can be removed', ALONE, 'chinese', 'estimated', []],
  ] as const)('%s', (_, diagram, rules, source, codes) => {
    const { life } = judged(diagram, rules, source);
    expect(life.findings.map(({ code }) => code)).toEqual(codes);
    expect(life.confidence).toBe(codes.length > 0 ? 0.5 : 0.9);
    expect(life.dead[3]).toBe(1);
  });
});
