import { defineConfig } from 'vitest/config';

const TESTS = {
  board: ['test/board/*.test.ts', 'test/replay/*.test.ts', 'test/life/benson.test.ts'],
  score: ['test/score/*.test.ts'],
};

export default defineConfig({
  test: { include: TESTS[process.env.MUTATED_ROOM ?? 'board'], testTimeout: 60_000 },
});
