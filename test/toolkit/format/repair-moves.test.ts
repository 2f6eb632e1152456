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

  // The groups and captures of a game whose colors were exchanged from a move on: its first fault is a self-capture.
  test.each(['colors', 'points'])('what audit proposes is what is written or named: %s', (fault) => {
    const moves = [...GAME.matchAll(/;[BW]\[([a-i]{2})\]/g)];
    const firsts = new Set<string>();
    let sure = 0;
    for (let i = 5; i < 40; i += 5) {
      const at = moves[i]!.index;
      const end = GAME.slice(at);
      const broken =
        GAME.slice(0, at) +
        (fault === 'colors'
          ? end.replace(/;([BW])(?=\[)/g, (_, c) => (c === 'B' ? ';W' : ';B'))
          : end.replace(moves[i]![1]!, moves[(i * 7) % 40]![1]!));
      const { repair, findings } = analyze(broken).games[0]!;
      const game = formatFile(Buffer.from(broken), { moves: 'repaired' }).games[0]!;
      const proposed = game.proposal?.repair ?? game.repair;
      expect([i, proposed]).toEqual([i, repair?.text ?? '']);
      if (game.repair !== '') sure++;
      firsts.add(findings.find(({ code }) => /self-capture|occupied/.test(code))?.code ?? '');
    }
    expect(sure).toBeGreaterThan(0);
    if (fault === 'colors') expect(firsts).toContain('move/self-capture');
  });
});
