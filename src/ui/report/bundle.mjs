import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { embedded } from '../../core/kernels/build.mjs';

/** The words of languages other than English. */
const PACKED = /\/core\/words\/(?!en\.)\w\w\.json$/;

/** Libraries that reports do without, and what takes their place. */
const REPLACED = {
  '@exodus/bytes/encoding-browser.js':
    'export const TextDecoder = globalThis.TextDecoder, normalizeEncoding = undefined;',
  '@sabaki/sgf/src/parse.js': 'export const parseTokens = undefined;',
};

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** The report as one script and one style sheet, which every report contains. */
export default {
  input: here('main.tsx'),
  platform: 'browser',
  resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
  output: {
    file: here('../../../dist/report/report.js'),
    format: 'iife',
    minify: true,
    // Reports are shared without the package's list of licenses.
    banner: '/*! Contains Preact, copyright (c) 2015-present Jason Miller, MIT License */',
  },
  plugins: [
    embedded('plain'),
    {
      // Reports decode with the browser's decoder, and read trees without the parser's nodes.
      name: 'no-libraries',
      resolveId: (id) => (Object.hasOwn(REPLACED, id) ? `\0${id}` : null),
      load: (id) => REPLACED[id.slice(1)] ?? null,
    },
    {
      // Every report contains all languages; packed, they take a third of the space.
      name: 'packed-words',
      load: (id) =>
        PACKED.test(id)
          ? {
              code: `export default "${deflateRawSync(readFileSync(id), { level: 9 }).toString('base64')}"`,
              moduleType: 'js',
            }
          : null,
    },
    {
      name: 'style',
      generateBundle() {
        const style = readFileSync(here('../style.css'), 'utf8');
        this.emitFile({ type: 'asset', fileName: 'report.css', source: compressed(style) });
      },
    },
  ],
};

/** Removes comments and insignificant blanks. */
function compressed(style) {
  return style
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1');
}
