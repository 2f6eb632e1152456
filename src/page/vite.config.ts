import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { embedded } from '../kernels/build.mjs';
import { parserOnly } from '../sgf/parser-only.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

/** `vite build`: the page of `serve`, into dist/page. `vite build --mode site`: static files, into site. */
export default defineConfig(({ mode }) => {
  const isSite = mode === 'site';
  return {
    root,
    base: './',
    mode: 'production',
    define: { __SITE__: JSON.stringify(isSite) },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    resolve: {
      alias: {
        'csv-stringify/sync': 'csv-stringify/browser/esm/sync',
        // An estimator for comparison only, which reads a file of its own: the page does not offer it.
        '@sabaki/deadstones/js/wasm.js': `${root}no-deadstones.ts`,
      },
    },
    plugins: [embedded(), parserOnly()],
    worker: { format: 'es', plugins: () => [embedded(), parserOnly()] },
    build: {
      outDir: isSite ? '../../site' : '../../dist/page',
      emptyOutDir: true,
      // Pictures stay files: the content policy of the page allows no data addresses.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  };
});
