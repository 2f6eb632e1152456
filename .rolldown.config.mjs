import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'rolldown';
import { bundled } from './deploy/release/licenses.mjs';
import { embedded } from './src/core/kernels/build.mjs';
import { parserOnly } from './src/sgf/parser-only.mjs';
import reportPage from './src/ui/report/bundle.mjs';

/** The command, and the library. What `tsc` writes to `dist/src` is for the tests, and for the library's types. */
const COMMAND = 'dist/cli';
const LIBRARY = 'dist/lib';

/**
 * Modules that few runs need, and what is taken from them: each is loaded at the first call, in the middle of whatever
 * runs, which an `import()` could not do.
 */
const LATE = [
  {
    from: '@exodus/bytes/encoding-browser.js',
    // What that one is in Node.
    module: '@exodus/bytes/encoding.js',
    functions: ['normalizeEncoding'],
    classes: ['TextDecoder'],
  },
  { from: '@exodus/bytes/multi-byte.js', functions: ['createMultibyteEncoder'] },
  { from: '@exodus/bytes/single-byte.js', functions: ['createSinglebyteEncoder'] },
  { from: 'node:child_process', functions: ['spawn', 'spawnSync'] },
  { from: 'node:crypto', functions: ['createHash', 'hash', 'randomBytes'] },
  {
    from: 'node:fs/promises',
    functions: [
      ...['access', 'copyFile', 'cp', 'link', 'mkdir', 'mkdtemp', 'open', 'readdir', 'readFile', 'rename'],
      ...['rm', 'stat', 'unlink', 'utimes', 'writeFile'],
    ],
  },
  { from: 'node:timers/promises', functions: ['setTimeout'] },
  { from: 'node:v8', functions: ['deserialize', 'serialize'] },
  { from: 'string-width', functions: ['default'] },
  // Browsers need these; Node has its own.
  { from: '@noble/hashes/sha2.js', functions: ['sha256'] },
  { from: '@noble/hashes/utils.js', functions: ['bytesToHex'] },
  { from: '@sabaki/sgf/src/parse.js', functions: ['parseTokens'] },
  { from: 'saxes', classes: ['SaxesParser'] },
];

const BY_IMPORT = new Map(LATE.map((one) => [one.from, one]));
const PREFIX = '\0late:';
const resolve = { extensionAlias: { '.js': ['.ts', '.js'] } };

/** Puts functions and classes that load their module when called in its place. */
const late = {
  name: 'late',
  // Packages get what they ask for: it may be another version, and `require` gives them another shape than `import`.
  resolveId: (id, importer = '', { kind }) =>
    BY_IMPORT.has(id) && !importer.includes('/node_modules/') && kind !== 'dynamic-import'
      ? PREFIX + id
      : null,
  load(id) {
    if (!id.startsWith(PREFIX)) return null;
    const { from, module = from, functions = [], classes = [] } = BY_IMPORT.get(id.slice(PREFIX.length));
    const named = (name) => (name === 'default' ? 'default function' : `function ${name}`);
    return [
      `import { createRequire } from 'node:module';`,
      `let loaded;`,
      `function load() { return (loaded ??= createRequire(import.meta.url)('${module}')); }`,
      ...functions.map((name) => `export ${named(name)}(...given) { return load().${name}(...given); }`),
      ...classes.map((name) => `export ${named(name)}(...given) { return new (load().${name})(...given); }`),
    ].join('\n');
  },
};

/**
 * The package has the net's weights once, as a module of the library, from whose text the command reads them when a position
 * is to be judged.
 */
const NET_WEIGHTS = /\/src\/go\/life\/net-weights\.ts$/;
const weightsOfLibrary = {
  name: 'weights-of-library',
  load: (id) =>
    NET_WEIGHTS.test(id)
      ? `import { readFileSync } from 'node:fs';
         import { weightsOfBase64 } from './net.js';
         export function netWeights() {
           const text = readFileSync(new URL('../lib/weights.js', import.meta.url), 'latin1');
           const start = text.search(/['"\`]/);
           return weightsOfBase64(text.slice(start + 1, text.indexOf(text[start], start + 1)));
         }`
      : null,
};

/** Files of words, by name: explanations, and the languages but English. The package has each once, as a module of the library. */
const wordFiles = readdirSync('src/core/words')
  .filter((file) => file.endsWith('.json') && file !== 'en.json')
  .map((file) => file.slice(0, -'.json'.length));
const WORD_FILE = new RegExp(`/src/core/words/(${wordFiles.join('|')})\\.json$`);
const BEFORE_WORDS = 'export default ';

const wordsOfLibrary = {
  name: 'words-of-library',
  resolveId(id, importer = '') {
    const [, name] = WORD_FILE.exec(join(dirname(importer), id)) ?? [];
    return name ? { id: `./words/${name}.js`, external: 'absolute' } : null;
  },
  transform: (code, id) =>
    id.endsWith('.ts') ? code.replace(/(\.json') with \{ type: 'json' \}/g, '$1') : null,
  generateBundle() {
    for (const name of wordFiles) {
      const words = JSON.parse(readFileSync(`src/core/words/${name}.json`, 'utf8'));
      this.emitFile({
        type: 'asset',
        fileName: `words/${name}.js`,
        source: BEFORE_WORDS + JSON.stringify(words),
      });
    }
  },
};

/** The command reads words from the text of those modules, when they are asked for. */
const ALL_WORDS = /\/src\/core\/words\/all\.ts$/;
const EXPLANATIONS = /\/src\/core\/words\/explanations\.json$/;
const LATE_DATA = `import { readFileSync } from 'node:fs';
  function read(name) {
    const text = readFileSync(new URL('../lib/words/' + name + '.js', import.meta.url), 'utf8');
    return JSON.parse(text.slice(${BEFORE_WORDS.length}));
  }`;
const lateWords = {
  name: 'late-words',
  load(id) {
    if (EXPLANATIONS.test(id)) {
      const code = `${LATE_DATA}
        let all;
        export default new Proxy({}, { get: (_, code) => (all ??= read('explanations'))[code] });`;
      return { code, moduleType: 'js' };
    }
    if (!ALL_WORDS.test(id)) return null;
    return `${LATE_DATA}
      import { LANGUAGES } from './languages.js';
      import { ENGLISH_WORDS } from './words.js';
      export const WORDS = { en: ENGLISH_WORDS };
      for (const tag of LANGUAGES.slice(1)) {
        let words;
        Object.defineProperty(WORDS, tag, { get: () => (words ??= read(tag)) });
      }`;
  },
};

/** What the library does on many machines is code of the command, and so in the package once. */
const manyMachines = {
  name: 'many-machines',
  generateBundle() {
    const source = "export { merge, plan, PlanError, work } from '../cli/many-machines.js';\n";
    this.emitFile({ type: 'asset', fileName: 'many-machines.js', source });
  },
};

/** A file of data as declarations know it, by the names of what it holds: such files are not in the package. */
const withoutData = (source, folder) =>
  source.replace(/^import (?:type )?(\w+) from '([^']+\.json)'.*;$/gm, (_, name, path) => {
    const held = Object.entries(JSON.parse(readFileSync(join('src', folder, path), 'utf8')));
    const names = held.filter(([, value]) => typeof value === 'object').map(([key]) => `'${key}'`);
    return `declare const ${name}: Readonly<Record<${names.join(' | ')}, Readonly<Record<string, string>>>>;`;
  });

/** Declarations of the library's entries and of what they name, as `tsc` wrote them. */
const types = (entries) => ({
  name: 'types',
  generateBundle() {
    const found = new Set(entries.map((entry) => `${entry}.d.ts`));
    for (const file of found) {
      const source = withoutData(readFileSync(join('dist/src', file), 'utf8'), dirname(file));
      for (const [, id] of source.matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g))
        found.add(join(dirname(file), `${id}.d.ts`));
      this.emitFile({ type: 'asset', fileName: `types/${file}`, source });
    }
  },
});

/** yargs measures the help; ours is ASCII, where a character is a column. */
const asciiHelp = {
  name: 'ascii-help',
  resolveId: (id, importer) =>
    id === 'string-width' && /node_modules\/(yargs|cliui|wrap-ansi)\//.test(importer ?? '')
      ? '\0ascii-width'
      : null,
  load: (id) => (id === '\0ascii-width' ? 'export default (text) => text.length;' : null),
};

/** yargs lays out the help of every command that runs, in case that it fails; ours reports its failures itself. */
const HELP_IN_ADVANCE = 'cachedHelpMessage = this.help();';
const noHelpInAdvance = {
  name: 'no-help-in-advance',
  transform(code, id) {
    if (!/\/node_modules\/yargs\/build\/lib\/usage\.js$/.test(id)) return null;
    if (!code.includes(HELP_IN_ADVANCE)) this.error(`${id}: no ${HELP_IN_ADVANCE}`);
    return code.replace(HELP_IN_ADVANCE, '');
  },
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

/** A statement of a module on a line: Node prints the whole line of an error that nobody catches. */
const lines = {
  name: 'lines',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const { code } = chunk;
      const starts = this.parse(code).body.map(({ start }) => start);
      chunk.code = starts.map((start, i) => code.slice(i === 0 ? 0 : start, starts[i + 1])).join('\n');
    }
  },
};

/** Finds the modules that every run over games loads; others are loaded by what needs them. */
const loadedFirst = new Set();
const findLoadedFirst = {
  name: 'find-loaded-first',
  buildEnd() {
    const add = (id) => {
      if (loadedFirst.has(id)) return;
      loadedFirst.add(id);
      this.getModuleInfo(id)?.importedIds.forEach(add);
    };
    const starts = /\/(cli\/(run|referee)|src\/run\/tasks\/worker)\.ts$/;
    [...this.getModuleIds()].filter((id) => starts.test(id)).forEach(add);
  },
};

/** The threads of the service bring those of a run with them. */
const SHARED = /\/(src\/(?!service|ui|run\/(tasks\/(pool|shared-pool)|merge\/version))|cli\/)/;

/** What the command and the library load from their own installed packages. */
const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
const installed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
const INSTALLED = new RegExp(`^(${installed.join('|')})(/|$)`);

/**
 * The command in few files: Node opens some five instead of three hundred, and only those that a run needs. yargs is in them,
 * as its fifty files would take 25 to 30 ms of every start.
 */
export default defineConfig([
  {
    input: {
      bin: 'cli/bin.ts',
      run: 'cli/run.ts',
      worker: 'src/run/tasks/worker.ts',
      reader: 'src/service/reader.ts',
      'many-machines': 'src/many-machines.ts',
    },
    platform: 'node',
    external: (id) => INSTALLED.test(id) && !BY_IMPORT.has(id),
    resolve,
    // yargs asks where an extended configuration lies; ours know no `extends`.
    transform: { define: { 'import.meta.resolve': 'undefined' } },
    plugins: [
      asciiHelp,
      noHelpInAdvance,
      findLoadedFirst,
      late,
      weightsOfLibrary,
      lateWords,
      embedded(),
      ascii,
      bundled('command'),
    ],
    output: {
      dir: COMMAND,
      cleanDir: true,
      format: 'esm',
      minify: true,
      chunkFileNames: '[name].js',
      codeSplitting: {
        groups: [
          { name: 'version', test: /\/run\/merge\/version/ },
          { name: 'yargs', test: /node_modules\/(yargs|yargs-parser|cliui|wrap-ansi|y18n|ansi-styles)\// },
          { name: 'referee', test: (id) => loadedFirst.has(id) && SHARED.test(id), minShareCount: 2 },
          { name: 'others', test: SHARED, minShareCount: 2 },
          { name: 'pool', test: /\/src\/run\/tasks\/(shared-)?pool\.ts$/ },
        ],
      },
    },
  },
  {
    input: { index: 'src/index.ts', legality: 'src/legality.ts' },
    platform: 'neutral',
    external: (id) => INSTALLED.test(id) && !id.startsWith('@sabaki/'),
    // saxes has a `main` and no `exports`.
    resolve: { ...resolve, mainFields: ['module', 'main'] },
    plugins: [
      embedded(),
      parserOnly(),
      wordsOfLibrary,
      types(['index', 'legality', 'many-machines']),
      manyMachines,
      lines,
      bundled('library'),
    ],
    output: {
      dir: LIBRARY,
      cleanDir: true,
      format: 'esm',
      chunkFileNames: '[name].js',
      minifyInternalExports: false,
      // Comments are in the declarations; names of functions and classes stay, for stack traces.
      minify: { compress: true, mangle: { keepNames: true } },
      codeSplitting: {
        groups: [
          { name: 'weights', test: /life\/weights/ },
          { name: 'referee', minShareCount: 2 },
        ],
      },
    },
  },
  { ...reportPage, plugins: [...reportPage.plugins, bundled('report')] },
]);
