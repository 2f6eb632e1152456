import { expect, test } from 'vitest';
import { analyze } from '../../src/referee/judge/analyze.js';
import {
  actionsOf,
  afterWords,
  movesOf,
  moveWords,
  sgfOfLine,
} from '../../src/report/output/html/report-data.js';
import { movePictures } from '../../src/report/output/game-picture.js';
import { DEFAULT_OPTIONS } from '../../src/referee/judge/options.js';

/** A play, a pass, and two values that are neither. */
const GAME = '(;FF[4]GM[1]SZ[9];B[ee];W[];B[c];W[zz])';

function first(text: string) {
  const options = { ...DEFAULT_OPTIONS, file: 'a.sgf', digest: () => '', score: false };
  return analyze(new TextEncoder().encode(text), options).games[0]!;
}

test('a value that is no point is never told as a pass', () => {
  const report = first(GAME);
  const moves = movesOf(report.record.line);
  const words = [0, 1, 2, 3, 4, 5].map((number) => moveWords(moves, number, 9, 9));
  expect(words).toEqual([
    'the start',
    'move 1, Black E5',
    'move 2, White pass',
    'move 3, Black without a point',
    'move 4, White without a point',
    'the start',
  ]);
  expect(words.slice(0, 2).map(afterWords)).toEqual(['at the start', 'after move 1, Black E5']);
  expect(movePictures(report, 3, 'stands')[0]!.label).toBe('after move 3, Black without a point');
});

test('a line that is written anew has as many passes as before', () => {
  const { line } = first(GAME).record;
  const written = sgfOfLine(actionsOf(line), 9, 9);
  expect(written.match(/[BW]\[\]/g)).toEqual(['W[]']);
  expect(movesOf(first(written).record.line)).toEqual(movesOf(line));
});
