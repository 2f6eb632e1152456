import { expect, test } from 'vitest';
import { createDistinctNames } from '../../src/run/input/file-names.js';

test.each([
  ['names that differ stay', ['r1/t.sgf', 'r2/t.sgf'], ['r1/t.sgf', 'r2/t.sgf']],
  ['a name that comes again gets a number', ['t.sgf', 't.sgf', 't.sgf'], ['t.sgf', 't (2).sgf', 't (3).sgf']],
  [
    'a number that is taken is passed over',
    ['t (2).sgf', 't.sgf', 't.sgf'],
    ['t (2).sgf', 't.sgf', 't (3).sgf'],
  ],
  [
    'a name that another was given is taken',
    ['t.sgf', 't.sgf', 't (2).sgf'],
    ['t.sgf', 't (2).sgf', 't (2) (2).sgf'],
  ],
  ['the ending of an archive stays whole', ['c.tar.gz', 'c.tar.gz'], ['c.tar.gz', 'c (2).tar.gz']],
  ['a folder with a dot is no ending', ['v1.0/game', 'v1.0/game'], ['v1.0/game', 'v1.0/game (2)']],
])('%s', (_name, wanted, given) => {
  expect(wanted.map(createDistinctNames())).toEqual(given);
});
