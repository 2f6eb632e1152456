import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { bundled } from '../../../deploy/release/licenses.mjs';
import { embedded } from '../../core/kernels/build.mjs';
import { SHEET_STYLE } from '../../report/output/sheet-style.js';
import { boardStyle } from '../../report/picture/drawing.js';
import { parserOnly } from '../../sgf/parser-only.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Files of the library and the report that the page loads on demand; the package contains them already. */
const SHARED = /^(weights\.js|\w\w\.js|report\.(js|css))$/;
const assetFileNames = ({ names }: { names: readonly string[] }): string =>
  names.some((name) => SHARED.test(name)) ? 'assets/[name][extname]' : 'assets/[name]-[hash][extname]';

/** Boards have the style of all pictures; sheets have the style of those that the command writes. */
const styledBoards = {
  name: 'styled-boards',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    id.endsWith('/src/ui/style.css') ? boardStyle('page') + SHEET_STYLE + code : null,
};

/** The weights of the net are a separate file here, loaded before the first game is judged. */
const loadedWeights = {
  name: 'loaded-weights',
  enforce: 'pre' as const,
  resolveId: (id: string, importer = '') =>
    id === './net-weights.js' && importer.includes('/src/go/life/') ? `${root}net-weights.ts` : null,
};

/** The worker writes tables, which are English: the words of other languages stay out of it. */
const englishOnly = {
  name: 'english-only',
  enforce: 'pre' as const,
  transform: (_code: string, id: string) => (/\/core\/words\/(?!en\.)\w\w\.json$/.test(id) ? '{}' : null),
};

/** The worker writes UTF-8 alone: the tables of other charsets stay out of it. */
const utf8Only = {
  name: 'utf8-only',
  enforce: 'pre' as const,
  resolveId: (id: string, importer = '') =>
    importer.includes('/toolkit/format/') && id.startsWith('@exodus/bytes/') ? '\0utf8-only' : null,
  load: (id: string) =>
    id === '\0utf8-only' ? 'export let createMultibyteEncoder, createSinglebyteEncoder;' : null,
};

/** `vite build`: the page of `serve`, into dist/page. `vite build --mode site`: static files, into site. */
export default defineConfig(({ mode }) => {
  const isSite = mode === 'site';
  return {
    root,
    base: './',
    mode: 'production',
    define: { __SITE__: JSON.stringify(isSite) },
    // What that one is in browsers.
    resolve: { alias: { 'csv-stringify/sync': 'csv-stringify/browser/esm/sync' } },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    plugins: [
      styledBoards,
      loadedWeights,
      embedded('plain'),
      parserOnly(),
      bundled(isSite ? 'site' : 'page'),
    ],
    worker: {
      format: 'es',
      plugins: () => [
        loadedWeights,
        englishOnly,
        utf8Only,
        embedded(),
        parserOnly(),
        bundled(`worker of the ${isSite ? 'site' : 'page'}`),
      ],
      rolldownOptions: { output: { assetFileNames } },
    },
    build: {
      outDir: isSite ? '../../../site' : '../../../dist/page',
      emptyOutDir: true,
      // Pictures stay files: the content policy of the page forbids data URLs.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { output: { assetFileNames } },
    },
  };
});
