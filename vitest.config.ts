import { defineConfig } from 'vitest/config';
import { embedded } from './src/core/kernels/build.mjs';

/** Tests that take long: kills again and again, servers of queues, terminals and browsers by the dozen, installs. Only `npm run test:all` has them. */
const LONG = [
  'test/batch/{addresses,plan,plan-changed,result-cache}.test.ts',
  'test/go/board/exhaustion-large.test.ts',
  'test/browser/{axe,layout,page}.test.ts',
  'test/ci/bare-machine.test.ts',
  'test/cli/{terminal,ulimit}.test.ts',
  'test/core/patterns.test.ts',
  'test/docs/site.test.ts',
  'test/faults/{killed-formats,resume,standard-output,workers}.test.ts',
  'test/first-hour/*.test.ts',
  'test/package/checks.test.ts',
  'test/queue/*.test.ts',
  'test/referee/replay/long-games.test.ts',
  'test/service/restart.test.ts',
];

/** Tests of the built command, its worker threads and its pages. Everything else runs on the source, without a build. */
const BUILT = [
  'test/{batch,bench,browser,cli,faults,fuzz,kept,package,samples,service,variations}/**/*.test.ts',
  'test/{readme,readme-pictures,library-page,events-page}.test.ts',
  'test/go/life/judge.test.ts',
  'test/report/{budget,sarif}.test.ts',
];

const globalSetup = ['test/support/build.ts'];

export default defineConfig({
  plugins: [embedded()],
  test: {
    testTimeout: 60_000,
    reporters: ['default', './test/support/left-out.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'source', include: ['test/**/*.test.ts'], exclude: [...BUILT, ...LONG] },
      },
      { extends: true, test: { name: 'built', include: BUILT, exclude: LONG, globalSetup } },
      { extends: true, test: { name: 'long', include: LONG, globalSetup } },
    ],
  },
});
