import { describe, expect, it } from 'vitest';
import { analyze, DEFAULT_OPTIONS } from '../../src/referee/judge/analyze.js';
import { pointToSgf } from '../../src/core/point.js';
import { undoPasted } from '../../src/sgf/scan/recover.js';

const encoder = new TextEncoder();
const COLUMN_P = 15;

/** A game that plays every other point of some rows, in the order of the board; column p is met on the way. */
function game(rows: number): string {
  let moves = '';
  let count = 0;
  for (let y = 0; y < rows; y++) {
    for (let x = (y + 1) % 2; x < 19; x += 2) {
      moves += `;${count++ % 2 === 0 ? 'B' : 'W'}[${pointToSgf(y * 19 + x, 19)}]`;
    }
  }
  return `(;GM[1]FF[4]SZ[19]${moves})`;
}

const WHOLE = game(9);
const inColumn = WHOLE.split('[p').length - 1;
const damage = (text: string, name: string): string => text.replaceAll('[p', name);

function report(text: string): ReturnType<typeof analyze>['games'][number] {
  return analyze(encoder.encode(text), { ...DEFAULT_OPTIONS, file: 'a.sgf', digest: () => '' }).games[0]!;
}

describe('a name pasted over every "[p"', () => {
  it('the test game has moves in column p', () => {
    expect(inColumn).toBeGreaterThan(3);
    expect(WHOLE).toContain(`[${pointToSgf(COLUMN_P, 19)}]`);
  });

  it('the bytes of the file stay as they are', () => {
    const bytes = Buffer.from(damage(WHOLE, 'Kim'));
    const before = Buffer.from(bytes);
    expect(undoPasted(bytes)?.pasted).toBe('Kim');
    expect(bytes.equals(before)).toBe(true);
  });

  it.each(['Kim', '이창호', 'xy'])('%s: the moves are those of the whole game', (name) => {
    const found = report(damage(WHOLE, name));
    const whole = report(WHOLE);
    expect([...found.record.line.points]).toEqual([...whole.record.line.points]);
    expect([...found.record.line.kinds]).toEqual([...whole.record.line.kinds]);
    const restored = found.findings.filter(({ code }) => code === 'sgf/moves-restored');
    expect(restored).toMatchObject([{ severity: 'warning', args: { moves: inColumn, pasted: name } }]);
    expect(found.findings.map(({ code }) => code)).not.toContain('sgf/property-without-value');
  });

  it.each<[string, string]>([
    ['another move stands in column p', damage(WHOLE, 'Kim').replace(')', ';B[pa])')],
    ['two different texts', damage(WHOLE, 'Kim').replace('Kim', 'Lee')],
    ['too few moves to say', damage(game(4), 'Kim')],
    ['no letter is left', WHOLE.replaceAll(/\[p./g, 'Kim1')],
    ['nothing is damaged', WHOLE.replaceAll('[p', '[q')],
  ])('not where %s', (_name, text) => {
    expect(undoPasted(encoder.encode(text))).toBeUndefined();
  });
});
