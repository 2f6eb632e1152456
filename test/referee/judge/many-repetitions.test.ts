import { describe, expect, test } from 'vitest';
import { checkFile } from '../../../src/toolkit/check/check-file.js';
import { analyze } from '../../../src/referee/judge/analyze.js';
import type { GameReport } from '../../../src/referee/judge/report.js';
import { countFindings, noCounts } from '../../../src/report/output/summary.js';

const ROWS = ['.XO..XO..XO.', 'XO.OX.XOXO.O', '.XO..XO..XO.'];
const stones = (mark: string): string =>
  ROWS.flatMap((row, y) =>
    row.split('').map((one, x) => (one === mark ? `[${letter(x)}${letter(y)}]` : '')),
  ).join('');
const letter = (at: number): string => String.fromCharCode(97 + at);
/** Three kos, taken in turn: from the second round on every move repeats a position. */
const ROUND = ';B[cb];W[fb];B[kb];W[bb];B[gb];W[jb]';
const gameOf = (rounds: number, more = ''): string =>
  `(;FF[4]GM[1]SZ[12:4]AB${stones('X')}AW${stones('O')}${ROUND.repeat(rounds)}${more})`;

const READERS: readonly (readonly [string, (text: string, options: object) => GameReport])[] = [
  ['analyze', (text, options) => analyze(text, { score: false, ...options }).games[0]!],
  ['checkFile', (text, options) => checkFile(text, options).games[0]!],
];

/** Repetitions that are listed, and how many `findings/more` counts at which move. */
function seen({ findings }: GameReport): readonly unknown[] {
  const listed = findings.filter(({ code }) => code === 'move/repetition').length;
  const more = findings.filter(({ code }) => code === 'findings/more');
  return [listed, ...more.map(({ args, move, line }) => [args, move, line])];
}

describe.each(READERS)('repetitions beyond the listed ones, by %s', (_, read) => {
  test.each([
    ['all', 0, [25]],
    ['as many as there are', 25, [25]],
    ['one fewer', 24, [24, [{ code: 'move/repetition', severity: 'note', count: 1 }, 30, 1]]],
    ['one', 1, [1, [{ code: 'move/repetition', severity: 'note', count: 24 }, 7, 1]]],
  ])('%s', (_name, maxPerCode, expected) => {
    expect(seen(read(gameOf(5), { maxPerCode }))).toEqual(expected);
  });

  test('are counted as if they were listed', () => {
    const [all, few] = [0, 3].map((maxPerCode) => {
      const counts = noCounts();
      countFindings(counts, read(gameOf(50, ';B[ad]ZZ[1]'), { maxPerCode }).findings);
      return counts;
    });
    expect(few).toEqual(all);
    expect(all!.codes['move/repetition']).toBe(295);
  });

  test('are not counted where the code is ignored', () => {
    const ignore = new Set(['move/repetition'] as const);
    expect(seen(read(gameOf(5), { maxPerCode: 3, ignore }))).toEqual([0]);
  });
});

test('of main line and variations together, at most so many are listed', () => {
  const text = gameOf(3, `(${ROUND})(${ROUND.repeat(3)})`);
  for (const maxPerCode of [0, 5, 20]) {
    const report = checkFile(text, { maxPerCode, variations: true }).games[0]!;
    const counts = noCounts();
    countFindings(counts, report.findings);
    expect(counts.codes['move/repetition'], String(maxPerCode)).toBe(19 + 18);
    expect(seen(report)).toHaveLength(maxPerCode === 0 ? 1 : 2);
  }
});
