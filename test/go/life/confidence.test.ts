import { describe, expect, test } from 'vitest';
import { CHAINS_RIGHT, MARGIN_RIGHT } from '../../../src/go/life/calibration.js';
import { judgeLife, type LifeOptions } from '../../../src/go/life/judge.js';
import { chanceBy } from '../../../src/go/life/confidence.js';
import { CONFIDENCE_FEATURES } from '../../support/confidence-features.js';
import { position } from './support.js';

const plain: LifeOptions = { marks: undefined, outside: undefined, estimator: 'playouts' };

const FINISHED = `.........
                  XXXXXXXX.
                  OOOOOOOXX
                  ......OOX
                  .......OX
                  .OOOOOOOX
                  OOXXXXXXX
                  OXX......
                  .X.......`;

const feature = (
  life: { confidenceFeatures?: readonly number[] },
  name: (typeof CONFIDENCE_FEATURES)[number],
): number => life.confidenceFeatures![CONFIDENCE_FEATURES.indexOf(name)]!;

describe('confidence features', () => {
  test('every sign has a weight, and the margin’s model has more', () => {
    expect(CHAINS_RIGHT.weights.length).toBe(CONFIDENCE_FEATURES.length);
    const asked = new Set(
      JSON.stringify(MARGIN_RIGHT.trees)
        .match(/(?<=\[)\d+(?=,)/g)
        ?.map(Number),
    );
    expect(Math.max(...asked)).toBeGreaterThanOrEqual(CONFIDENCE_FEATURES.length);
  });

  test('a neutral point and a finished board', () => {
    const life = judgeLife(position(FINISHED), plain);
    expect(life.unfinished).toBe('');
    expect(Math.expm1(feature(life, 'neutral'))).toBeCloseTo(1);
    expect(feature(life, 'kos')).toBe(0);
  });

  test.each([
    ['a ko left standing', '.XO...... X.XO..... .XO......', 1],
    ['a ko filled', '.XO...... XXXO..... .XO......', 0],
    ['an eye is no ko', '.XX...... X.X...O.. .XX......', 0],
  ])('%s', (_name, top, kos) => {
    const rest = '......... '.repeat(6);
    const life = judgeLife(position(`${top} ${rest}`.trim().split(' ').join('\n')), plain);
    expect(feature(life, 'kos')).toBe(kos);
  });

  test('an open board cannot be scored, and says why', () => {
    const life = judgeLife(
      position(`.........
                ..X...O..
                .........
                .........
                ....X....
                .........
                ..O...X..
                .........
                .........`),
      plain,
    );
    expect(life.unfinished).toMatch(/^not played out: \d+ neutral points$/);
  });

  test('a chance rises with a good sign', () => {
    const model = { bias: -1, weights: [1, -2] };
    expect(chanceBy(model, [1, 0])).toBeCloseTo(0.5);
    expect(chanceBy(model, [3, 0])).toBeGreaterThan(chanceBy(model, [3, 1]));
  });
});
