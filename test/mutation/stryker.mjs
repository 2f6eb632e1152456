// Mutation testing of the rooms that decide verdicts: `npm run mutation:board`, `npm run mutation:score`.
const ROOMS = {
  board: [
    'src/go/board/*.ts',
    'src/referee/replay/verdicts.ts',
    'src/go/board/history.ts',
    'src/go/life/benson.ts',
  ],
  score: ['src/referee/score/*.ts'],
};
const room = process.env.MUTATED_ROOM ?? 'board';

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.mjs' },
  mutate: ROOMS[room],
  coverageAnalysis: 'perTest',
  // Tables that are made once when a module is loaded cannot be told apart by test.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 12_000,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: `reports/mutation-${room}.json` },
  tempDirName: 'reports/mutation-work',
  ignorePatterns: ['dist', 'dist-test', 'site', 'out', 'samples', 'src/ui'],
};
