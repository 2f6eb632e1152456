import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { gameText, makePlace, type Place } from './harness.js';

let place: Place;
beforeEach(() => (place = makePlace()));
afterEach(() => place.remove());

describe('an option that holds one value, given twice', () => {
  test.each([
    ['audit', 'rules', 'aga', 'japanese'],
    ['audit', 'estimator', 'none', 'playouts'],
    ['audit', 'jobs', '1', '2'],
    ['score', 'rules', 'aga', 'japanese'],
    ['convert', 'to', 'aga', 'japanese'],
  ])('%s --%s is wrong usage', async (command, option, first, second) => {
    const file = place.put('game.sgf', gameText(1));
    const twice = [`--${option}`, first, `--${option}`, second];
    const { code, err } = await place.sgfReferee([command, file, ...twice]);
    expect(code).toBe(2);
    expect(err).toContain(`--${option}: may be given only once`);
  });

  test('lists may come several times', async () => {
    const file = place.put('game.sgf', gameText(1));
    const lists = ['--ignore', 'game/duplicate', '--ignore', 'rules/missing,komi/missing'];
    const { code } = await place.sgfReferee(['audit', file, file, ...lists, '--fail-on', 'never', '--quiet']);
    expect(code).toBe(0);
  });
});
