import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, rolldown } from 'rolldown';
import { embedded } from './src/kernels/build.mjs';
import { parserOnly } from './src/sgf/parser-only.mjs';
import reportPage from './src/report/html/page/bundle.mjs';

/** Beside the library, which `tsc` writes module by module to `dist/src`. */
const OUT = 'dist/cli';

/**
 * Modules that few runs need, and what is taken from them: each becomes a file of its own that is loaded at the first
 * call, in the middle of whatever runs, which an `import()` could not do.
 */
const LATE = [
  {
    file: 'charsets',
    from: '@exodus/bytes/encoding-browser.js',
    // What that one is in Node.
    module: '@exodus/bytes/encoding.js',
    functions: ['normalizeEncoding'],
    classes: ['TextDecoder'],
  },
  { file: 'string-width', from: 'string-width', functions: ['default'] },
];

const BY_IMPORT = new Map(LATE.map((one) => [one.from, one]));
const PREFIX = '\0late:';
const resolve = { extensionAlias: { '.js': ['.ts', '.js'] } };

/** Puts functions and classes that load their module when called in its place. */
const late = {
  name: 'late',
  // Packages get what they ask for: it may be another version, and `require` gives them another shape than `import`.
  resolveId: (id, importer = '') =>
    BY_IMPORT.has(id) && !importer.includes('/node_modules/') ? PREFIX + id : null,
  load(id) {
    if (!id.startsWith(PREFIX)) return null;
    const { file, functions = [], classes = [] } = BY_IMPORT.get(id.slice(PREFIX.length));
    const named = (name) => (name === 'default' ? 'default function' : `function ${name}`);
    return [
      `import { createRequire } from 'node:module';`,
      `let loaded;`,
      `function load() { return (loaded ??= createRequire(import.meta.url)('./${file}.cjs')); }`,
      ...functions.map((name) => `export ${named(name)}(...given) { return load().${name}(...given); }`),
      ...classes.map((name) => `export ${named(name)}(...given) { return new (load().${name})(...given); }`),
    ].join('\n');
  },
};

/** The net's weights, unpacked, in a file of bytes beside the command: unpacking takes longer than an audit of one game. */
const NET_WEIGHTS = 'net-weights.bin';
const unpackedWeights = {
  name: 'unpacked-weights',
  resolveId: (id) => (id === './net-weights.js' ? '\0net-weights' : null),
  async load(id) {
    if (id !== '\0net-weights') return null;
    const weights = await packedWeights();
    this.emitFile({ type: 'asset', fileName: NET_WEIGHTS, source: new Uint8Array(weights.buffer) });
    return `import { readFileSync } from 'node:fs';
      export function netWeights() {
        const bytes = readFileSync(new URL('./${NET_WEIGHTS}', import.meta.url));
        return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
      }`;
  },
};

/** The weights as the library has them. */
async function packedWeights() {
  const bundle = await rolldown({ input: 'src/life/net-weights.ts', resolve, plugins: [embedded()] });
  const { output } = await bundle.generate({ format: 'esm' });
  const { netWeights } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  return netWeights();
}

/** What this package exports is a promise, which only a plain `require` hands on as it is. */
const DEADSTONES = '@sabaki/deadstones/js/wasm.js';
const deadstones = {
  name: 'deadstones',
  resolveId: (id) => (id === DEADSTONES ? '\0deadstones' : null),
  load: (id) =>
    id === '\0deadstones'
      ? `import { createRequire } from 'node:module';
         export default createRequire(import.meta.url)('${DEADSTONES}');`
      : null,
};

/** yargs measures the help of every command that runs, wanted or not; ours is ASCII, where a character is a column. */
const asciiHelp = {
  name: 'ascii-help',
  resolveId: (id, importer) =>
    id === 'string-width' && /node_modules\/(yargs|cliui|wrap-ansi)\//.test(importer ?? '')
      ? '\0ascii-width'
      : null,
  load: (id) => (id === '\0ascii-width' ? 'export default (text) => text.length;' : null),
};

/** The service's worker lies beside the command's, and needs a name of its own. */
const workerNames = {
  name: 'worker-names',
  transform: (code, id) =>
    id.endsWith('/src/service/server.ts') ? code.replace("'./worker.js'", "'./service-worker.js'") : null,
};

/** One byte a character, so that a file need not be decoded. Escapes mean the same in strings, names and expressions. */
const ascii = {
  name: 'ascii',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      if (/\\[^\0-\x7f]/.test(chunk.code))
        throw new Error(`${chunk.fileName}: a character behind a backslash`);
      chunk.code = chunk.code.replace(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};

/** The library beside the command is of modules, the command is not. */
const scripts = {
  name: 'scripts',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
  },
};

/** The packages' licenses go with their code. */
const licenses = (fileName) => ({
  name: 'licenses',
  generateBundle(_options, bundle) {
    const packages = new Map();
    for (const chunk of Object.values(bundle)) {
      for (const id of Object.keys(chunk.modules ?? {})) {
        const [folder, name] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
        if (folder !== undefined && existsSync(join(folder, 'package.json'))) packages.set(name, folder);
      }
    }
    const texts = [...packages].sort().map(([name, folder]) => {
      const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
      const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
      return `${name} ${version} (${license})\n\n${text.trim()}\n`;
    });
    this.emitFile({ type: 'asset', fileName, source: texts.join('\n----\n\n') });
  },
});

/**
 * The command in few files: Node opens some five instead of three hundred, and only those that a run needs. They are
 * loaded by a `require` of our own, which finds the compiled code that `.code-cache.mjs` puts beside them.
 */
export default defineConfig([
  {
    input: { bin: 'cli/bin.ts', worker: 'src/batch/worker.ts', 'service-worker': 'src/service/worker.ts' },
    platform: 'node',
    external: ['@resvg/resvg-js', 'classic-level'],
    resolve,
    // yargs asks where an extended configuration lies; ours know no `extends`.
    transform: { define: { 'import.meta.resolve': 'undefined' } },
    plugins: [
      asciiHelp,
      late,
      unpackedWeights,
      embedded(),
      parserOnly(),
      deadstones,
      workerNames,
      ascii,
      scripts,
      licenses('LICENSES.txt'),
    ],
    output: {
      dir: OUT,
      cleanDir: true,
      format: 'cjs',
      // V8 forgets with the code that it kept who does an import.
      dynamicImportInCjs: false,
      intro: ({ isEntry }) =>
        isEntry ? "require = require('./cached-require.cjs').cachedRequire(__dirname);" : '',
      chunkFileNames: '[name].js',
      codeSplitting: {
        groups: [
          { name: 'version', test: /\/cli\/version/ },
          { name: 'yargs', test: /node_modules\/(yargs|yargs-parser|cliui|wrap-ansi|y18n|ansi-styles)\// },
          {
            name: 'referee',
            test: /\/(src\/(?!service|page|batch\/pool)|cli\/(?!version))/,
            minShareCount: 2,
          },
          { name: 'pool', test: /\/src\/batch\/pool\.ts$/ },
        ],
      },
    },
  },
  {
    input: {
      'cached-require': 'cli/cached-require.ts',
      ...Object.fromEntries(LATE.map(({ file, from, module = from }) => [file, module])),
    },
    platform: 'node',
    resolve,
    plugins: [licenses('LICENSES-late.txt')],
    output: {
      dir: OUT,
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name].cjs',
      exports: 'named',
    },
  },
  reportPage,
]);
