import { describe, expect, test } from 'vitest';
import { analyze } from '../../../src/referee/judge/analyze.js';

const script: string = new URL('../../golden/games.mjs', import.meta.url).href;
const { filesOf } = (await import(/* @vite-ignore */ script)) as {
  filesOf: (seed: number, count: number) => { name: string; bytes: Buffer }[];
};

describe('a game whose misprint is looked for', () => {
  const options = { estimator: 'none', keepBoard: true } as const;
  const games = filesOf(7, 60).flatMap(({ name, bytes }) => {
    const plain = analyze(bytes, { ...options, repair: false }).games;
    return analyze(bytes, options).games.map((game, i) => ({ name, game, plain: plain[i]! }));
  });
  const searched = games.filter(({ game }) => game.replay.illegal > 0 && !game.repair);

  test('is counted on its own board where none is proposed', () => {
    const differing = searched.filter(
      ({ game, plain }) =>
        game.score?.resultHalves !== plain.score?.resultHalves ||
        String(game.finalBoard) !== String(plain.finalBoard),
    );
    expect(differing.map(({ name }) => name)).toEqual([]);
    expect(searched.filter(({ game }) => game.score).length).toBeGreaterThan(5);
  });

  test('fails no identity', () => {
    const faults = games.filter(({ game }) => game.findings.some(({ code }) => code === 'internal/fault'));
    expect(faults.map(({ name }) => name)).toEqual([]);
  });
});
