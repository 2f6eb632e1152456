import { describe, expect, it } from 'vitest';
import { analyze, DEFAULT_OPTIONS } from '../../../src/referee/judge/analyze.js';

/** Findings `code severity` of a game, and how many moves count as illegal. */
function told(sgf: string): { readonly found: readonly string[]; readonly illegal: number } {
  const options = { ...DEFAULT_OPTIONS, file: 'a.sgf', digest: () => '', score: false };
  const game = analyze(new TextEncoder().encode(sgf), options).games[0]!;
  const found = game.findings
    .filter(({ code }) => /^(move|handicap)\//u.test(code))
    .map(({ code, severity }) => `${code} ${severity}`);
  return { found, illegal: game.replay.illegal };
}

describe('behind a lost move nobody is accused', () => {
  const rows: readonly (readonly [string, string, readonly string[], number])[] = [
    ['occupied, nothing lost', ';B[aa];W[aa];B[bb]', ['move/occupied error'], 1],
    ['occupied behind a lost move', ';B;W[aa];B[bb];W[aa];B[cc]', ['move/occupied warning'], 0],
    [
      'occupied before a lost move',
      ';B[aa];W[aa];B;W[bb]',
      ['move/occupied error', 'move/out-of-turn note'],
      1,
    ],
    ['White first', ';W[aa];B[bb]', ['handicap/first-player warning'], 0],
    ['White first behind a lost move of Black', ';B;W[aa];B[bb]', [], 0],
    ['twice in a row', ';B[aa];W[bb];W[cc]', ['move/out-of-turn warning'], 1],
    ['twice in a row behind a lost move', ';B[aa];W[bb];B;W[cc]', ['move/out-of-turn note'], 0],
    ['the resigner moved last', 'RE[W+R];B[aa];W[bb];B[cc]', ['move/resigner-moved-last note'], 0],
    ['the same where a move was lost', 'RE[W+R];B[aa];W;B[cc]', ['move/out-of-turn note'], 0],
  ];
  it.each(rows)('%s', (_name, moves, found, illegal) => {
    expect(told(`(;SZ[5]RU[Japanese]${moves})`)).toEqual({ found, illegal });
  });
});
