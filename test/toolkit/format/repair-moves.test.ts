import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FAITHFUL } from '../../../src/toolkit/format/format-types.js';
import { formatFile } from '../../../src/toolkit/format/format-file.js';
import { analyze } from '../../../src/referee/judge/analyze.js';

/** A legal game on 9x9, of 48 moves and two passes. */
const GAME = readFileSync(new URL('../../../samples/scored/winner-flips.sgf', import.meta.url), 'utf8');

function repaired(text: string): string {
  const { text: bytes } = formatFile(Buffer.from(text), { ...FAITHFUL, moves: 'repaired' });
  return Buffer.from(bytes).toString('utf8');
}

describe('format --repair', () => {
  test.each([
    [
      'a move written twice',
      ';B[bf];W[hc]',
      ';B[bf];B[bf];W[hc]',
      /C\[sgf-referee: here was a move B\[bf\\\], probably one too many\]/,
    ],
  ])('%s', (_, right, wrong, comment) => {
    const broken = GAME.replace(right, wrong);
    expect(analyze(broken).games[0]!.replay.illegal).toBeGreaterThan(0);
    const text = repaired(broken);
    expect(text).toMatch(comment);
    expect(analyze(text).games[0]!.replay.illegal).toBe(0);
  });

  test('every probable repair makes the game legal, and keeps what was written in a comment', () => {
    let written = 0;
    for (const [, point = ''] of [...GAME.matchAll(/;[BW]\[([a-i]{2})\]/g)].slice(10, 40)) {
      const other =
        point.charAt(0) + String.fromCharCode(point.charCodeAt(1) === 105 ? 104 : point.charCodeAt(1) + 1);
      const broken = GAME.replace(`[${point}]`, `[${other}]`);
      const text = repaired(broken);
      if (!text.includes('sgf-referee: ')) continue;
      written++;
      const codes = analyze(text).games[0]!.findings.map(({ code }) => code);
      expect(codes).not.toContain('move/occupied');
    }
    expect(written).toBeGreaterThan(3);
  });

  test('a whole game is as it was', () => {
    expect(repaired(GAME)).not.toContain('probably');
  });
});
