import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { embedded } from '../../src/core/kernels/build.mjs';

const TESTS = {
  board: ['test/go/board/*.test.ts', 'test/referee/replay/*.test.ts', 'test/go/life/benson.test.ts'],
  score: ['test/referee/score/*.test.ts'],
};

// One file of a room against the tests that are its own, several times faster than the room as a whole:
// `MUTATED_ROOM=score MUTATED_TESTS=test/referee/score/eyes.test.ts stryker run test/mutation/stryker.mjs --mutate src/referee/score/groups.ts`.
const { MUTATED_ROOM = 'board', MUTATED_TESTS } = process.env;

// The first failing test ends the tests of a change: tables come before random boards, which take seconds.
const RANDOM = /(?:board|convert|replay-random|territory)\.test\.ts$/u;

class TablesFirst extends BaseSequencer {
  async sort(files) {
    const rank = ({ moduleId }) => (RANDOM.test(moduleId) ? 1 : 0);
    return files.toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  plugins: [embedded()],
  test: {
    include: MUTATED_TESTS ? [MUTATED_TESTS] : TESTS[MUTATED_ROOM],
    testTimeout: 60_000,
    sequence: { sequencer: TablesFirst },
  },
});
