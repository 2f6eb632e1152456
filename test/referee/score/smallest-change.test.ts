import { describe, expect, test } from 'vitest';
import { analyze, DEFAULT_OPTIONS } from '../../../src/referee/judge/analyze.js';
import { gameObject } from '../../../src/report/output/formats.js';
import type { GameReport } from '../../../src/referee/judge/report.js';
import { rulesetByName } from '../../../src/go/rules/rulesets.js';

/** Black 10 points on the left, White 5 on the right; and what was played after it. */
const M = 'B[cc];W[dc];B[cb];W[db];B[cd];W[dd];B[ca];W[da];B[ce];W[de]';
const PASSES = 'B[];W[]';
/** A black stone in White's corner, which the marks call dead: W 6 points, B 10. */
const INVADED = 'B[cc];W[dc];B[cb];W[db];B[cd];W[dd];B[ca];W[da];B[ce];W[de];B[ea];W[]';
const MARKS = 'TB[aa:be]TW[ea:ee]';

function refereed(rules: string, root: string, moves: string): GameReport {
  const ruleset = rulesetByName(rules);
  if (!ruleset) throw new RangeError(`no ruleset ${rules}`);
  const sgf = new TextEncoder().encode(`(;GM[1]FF[4]${root.includes('SZ[') ? '' : 'SZ[5]'}${root};${moves})`);
  return analyze(sgf, { ...DEFAULT_OPTIONS, rules: ruleset, file: 'x.sgf', digest: () => '' }).games[0]!;
}

describe('what would make a contradicted result true', () => {
  test.each([
    // Five points of territory more for Black, less komi.
    ['aga', 'KM[7.5]RE[W+1.5]', `${M};${PASSES}`, 'passes', 'if White had passed once more'],
    ['aga', 'KM[7.5]RE[W+3.5]', `${M};${PASSES}`, 'passes', 'if Black had passed once more'],
    [
      'japanese',
      'KM[6.5]RE[W+2.5]',
      `${M};${PASSES}`,
      'protective-move',
      'if Black had made one protective move more',
    ],
    [
      'japanese',
      'KM[6.5]RE[W+0.5]',
      `${M};${PASSES}`,
      'protective-move',
      'if White had made one protective move more',
    ],
    ['japanese', 'KM[7.5]RE[B+4.5]', `${M};${PASSES}`, 'komi', 'if komi had been 0.5, not 7.5'],
    ['chinese', 'KM[7.5]RE[B+4.5]', `${M};${PASSES}`, 'komi', 'if komi had been 0.5, not 7.5'],
    // Two early passes of White make territory two points more than area for Black.
    [
      'chinese',
      'KM[7.5]RE[W+0.5]',
      'B[cc];W[dc];B[cb];W[db];B[cd];W[];B[aa];W[];B[ba];W[dd];B[ca];W[da];B[ce];W[de];B[];W[]',
      'komi',
      'if komi had been 5.5, not 7.5',
    ],
    ['chinese', 'KM[11]RE[B+6]', `${M};${PASSES}`, 'winner', 'if the winner had the other color'],
    ['chinese', 'KM[10]RE[B+5]', `${M};${PASSES}`, 'komi', 'if komi had been 0, not 10'],
    ['japanese', 'KM[7.5]RE[B+40.5]', `${M};${PASSES}`, 'none', 'no single change makes it true'],
  ])('%s %s after %s: %s', (rules, root, moves, by, text) => {
    const { settlement } = refereed(rules, root, moves);
    expect(settlement?.verdict).toBe('contradicted');
    const { change } = settlement!;
    expect(change === 'none' ? 'none' : change?.by).toBe(by);
    expect(settlement!.explanation).toContain(text);
  });

  test("one group's life, with a stone of it", () => {
    // Alive, the stone in the corner leaves White's points nobody's: five points less, and no prisoner.
    const game = refereed('japanese', 'KM[20.5]RE[W+10.5]', `${INVADED}${MARKS}`);
    expect(game.settlement).toMatchObject({ verdict: 'contradicted', change: { by: 'group' } });
    expect(game.settlement?.explanation).toBe('it would be true if Black E5 (1 stone) were alive');
    expect(gameObject(game)['change']).toEqual({
      by: 'group',
      text: 'if Black E5 (1 stone) were alive',
      point: 'E5',
    });
  });

  test('other verdicts have none', () => {
    const game = refereed('japanese', 'KM[6.5]RE[W+1.5]', `${M};${PASSES}`);
    expect(game.settlement).toEqual({ verdict: 'confirmed', explanation: '', findings: [] });
    expect(gameObject(game)['change']).toBeNull();
  });
});

describe('what the rules decide precedes the count', () => {
  const KO = 'B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ed];W[bb];B[cb];W[bb]';
  const ALL_BLACK = 'TB[aa][ca:ea][bb:eb][ac][cc:ec][ad:dd][ae:ee]';
  const TRIPLE =
    'SZ[12:4]AB[ba][fa][ja][ab][eb][gb][ib][bc][fc][jc]AW[ca][ga][ka][bb][db][hb][jb][lb][cc][gc][kc]';
  const CYCLE = 'B[cb];W[fb];B[kb];W[bb];B[gb];W[jb]';

  test.each([
    [
      'japanese',
      `RE[B+3.5]`,
      `${KO};B[];W[]${ALL_BLACK}`,
      'not-checked',
      'White loses by move 10 (Japanese 1989, article 14), if it is claimed before the result is confirmed; the board would give ',
    ],
    ['finland', `RE[B+3.5]`, `${KO};B[];W[]`, 'not-checked', 'White loses by move 10 '],
    ['finland', `RE[B+R]`, KO, 'not-checked', 'White loses by move 10 '],
    [
      'japanese',
      `${TRIPLE}RE[Void]`,
      CYCLE,
      'explained',
      'no result after the repetition at move 6 (Japanese 1989, article 12)',
    ],
    [
      'chinese',
      `${TRIPLE}RE[Void]`,
      CYCLE,
      'explained',
      'no result after the repetition at move 6 (Chinese 2002, article 20.3)',
    ],
    [
      'chinese',
      `${TRIPLE}RE[0]`,
      CYCLE,
      'explained',
      'a draw after the repetition at move 6 (Chinese 2002, article 20.3)',
    ],
    ['finland', `${TRIPLE}RE[0]`, CYCLE, 'explained', 'a draw after the repetition at move 6'],
    ['tromp-taylor', `${TRIPLE}RE[Void]`, CYCLE, 'not-checked', ''],
    [
      'japanese',
      'RE[Both lose]',
      `${M};${PASSES}`,
      'not-checked',
      'both players can lose (Japanese 1989, article 13)',
    ],
    [
      'aga',
      'RE[Both lose]',
      `${M};${PASSES}`,
      'not-checked',
      'the applied rules have no result in which both players lose',
    ],
  ])('%s %s', (rules, root, moves, verdict, explanation) => {
    const { settlement } = refereed(rules, `KM[6.5]${root}`, moves);
    expect(settlement?.verdict).toBe(verdict);
    expect(settlement?.explanation).toContain(explanation);
  });

  test('a game whose rules take no stone off is scored as it stands, also unfinished (Tromp-Taylor)', () => {
    const stray = refereed('tromp-taylor', 'KM[7.5]', `${M};B[];W[aa];B[];W[]`);
    expect([stray.score?.resultHalves, stray.score?.life.source]).toEqual([-27, 'proved']);
    const open = refereed('tromp-taylor', 'KM[7.5]', 'B[bb];W[dd];B[];W[]');
    expect(open.score?.resultHalves).toBe(-15);
  });
});
