import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePlace, type Place } from './harness.js';

/** Sets the title of a window, clears the screen, the same by one character, and reverses what follows. */
const HOSTILE = '\u001b]0;x\u0007\u001b[2J\u009b2J\u202e';
const NAME = `a${HOSTILE}.sgf`;
// eslint-disable-next-line no-control-regex
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

let place: Place;
beforeAll(() => {
  place = makePlace();
  const text = `(;GM[1]FF[4]CA[UTF-8]SZ[9]\n;B[aa]C[${HOSTILE.replace(']', '\\]')}];W[bb]`;
  for (const name of [NAME, `b${HOSTILE}.sgf`]) place.put(name, text);
});
afterAll(() => place.remove());

describe.each(['terminal', 'pipe'])('on a %s', (stream) => {
  test.each<[line: string, names: 'data' | 'talk']>([
    ['format --diff', 'data'],
    ['format --check', 'data'],
    ['check --fix --diff', 'data'],
    ['list --files', 'data'],
    ['duplicates --files', 'data'],
    ['audit', 'talk'],
    ['check', 'talk'],
    ['list', 'talk'],
    ['show', 'talk'],
    ['audit --rules', 'talk'],
    ['audit --event', 'talk'],
    ['audit --since', 'talk'],
    ['config', 'talk'],
  ])('%s', async (line, names) => {
    const words = [...line.split(' '), `${place.path}/${NAME}`];
    const more = line === 'duplicates --files' ? [`${place.path}/b${HOSTILE}.sgf`] : [];
    const { out, err } = await place.sgfReferee([...words, ...more], {
      ...(stream === 'terminal' && { tty: 'both' as const }),
      env: { TERM: 'dumb' },
    });
    expect(out + err).not.toBe('');
    expect(RAW.test(err)).toBe(false);
    if (stream === 'terminal') expect(RAW.test(out)).toBe(false);
    else if (names === 'data') expect(out).toContain(HOSTILE);
  });
});
