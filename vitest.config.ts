import { defineConfig } from 'vitest/config';
import { embedded } from './src/kernels/build.mjs';

/** Tests of the built command, its worker threads and its pages. Everything else runs on the source, without a build. */
const BUILT = [
  'test/{batch,bench,browser,cli,faults,first-hour,fuzz,package,queue,samples,service,variations}/**/*.test.ts',
  'test/{readme,readme-pictures,library-page,events-page}.test.ts',
  'test/life/judge.test.ts',
  'test/report/{budget,sarif}.test.ts',
];

export default defineConfig({
  plugins: [embedded()],
  test: {
    testTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'source', include: ['test/**/*.test.ts'], exclude: BUILT } },
      { extends: true, test: { name: 'built', include: BUILT, globalSetup: ['test/support/build.ts'] } },
    ],
  },
});
