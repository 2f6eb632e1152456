import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { argv, pid } from 'node:process';
import { fileURLToPath } from 'node:url';

const KERNELS = ['splits', 'moves', 'plays', 'playouts', 'products'];
const FLAGS = ['-O3', '--runtime', 'stub', '--enable', 'simd'];
/** Kernels that have a substitute in JavaScript, for pages and for processes that may not reserve memory for WebAssembly. */
const IN_JAVASCRIPT = ['splits', 'moves', 'plays'];
/** The compiler from WebAssembly to JavaScript knows neither SIMD nor operations on much memory at once. */
const PLAIN_FLAGS = ['-O3', '--runtime', 'stub', '--disable', 'bulk-memory'];

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/sgf-referee');

const contents = (path) => readFileSync(join(ROOT, path));
const text = (bytes) => Buffer.from(bytes).toString('base64');

/** Modules made of files that are not JavaScript: written beside the library's, or served to a bundler. */
const MODULES = {
  'src/core/kernels/bytes': async () => {
    return exportsOf(await Promise.all(KERNELS.map(async (kernel) => text(await compiled(kernel, 'wasm')))));
  },
  'src/go/life/weights': () => `export const WEIGHTS = '${text(contents('src/go/life/weights.bin'))}';\n`,
};

async function exportsOf(kernels) {
  const scripts = await Promise.all(IN_JAVASCRIPT.map((kernel) => compiled(kernel, 'js')));
  const exported = KERNELS.map((kernel, i) => {
    const script = IN_JAVASCRIPT.includes(kernel) ? `, inJavaScript: ${kernel}` : '';
    return `export const ${kernel.toUpperCase()} = { wasm: '${kernels[i]}'${script} };\n`;
  });
  return [...scripts.map(String), ...exported].join('');
}

/** A kernel as WebAssembly or JavaScript: compiled when a source or the compiler has changed. */
async function compiled(kernel, form) {
  const hash = createHash('sha256').update(JSON.stringify([FLAGS, PLAIN_FLAGS, versionOf('assemblyscript')]));
  const sources = readdirSync(join(ROOT, 'src/core/kernels'), { recursive: true }).sort();
  for (const name of sources.filter((one) => /\.m?ts$|\.mjs$/.test(one)))
    hash.update(contents(`src/core/kernels/${name}`));
  const kept = join(CACHE, `${kernel}-${hash.digest('hex').slice(0, 16)}.${form}`);
  try {
    return readFileSync(kept);
  } catch {
    const source = `src/core/kernels/${kernel}.ts`;
    const bytes = form === 'js' ? await inJavaScript(kernel, source) : await compile(source, FLAGS);
    mkdirSync(CACHE, { recursive: true });
    // Several builds may run at once: each puts a whole file in place.
    writeFileSync(`${kept}.${pid}`, bytes);
    renameSync(`${kept}.${pid}`, kept);
    return bytes;
  }
}

async function compile(source, flags) {
  const { default: asc } = await import('assemblyscript/asc');
  let bytes;
  const { error, stderr } = await asc.main(
    [source, '--baseDir', ROOT, '--outFile', 'kernel.wasm', ...flags],
    {
      writeFile: (_name, made) => {
        bytes = made;
      },
    },
  );
  if (error) throw new Error(`${source} does not compile\n${stderr.toString()}`);
  return bytes;
}

/** A function that makes a further instance of the kernel. */
async function inJavaScript(kernel, source) {
  const { default: binaryen } = await import('assemblyscript/binaryen');
  const module = binaryen.readBinary(await compile(source, PLAIN_FLAGS));
  const script = module.emitAsmjs();
  const end = script.indexOf('var retasmFunc');
  return script.slice(0, end).replace('function asmFunc(imports)', `function ${kernel}()`);
}

function versionOf(name) {
  return createRequire(import.meta.url)(`${name}/package.json`).version;
}

/** The name in MODULES that an import means, if any. */
function moduleOf(id, importer) {
  if (importer === undefined || !id.startsWith('.')) return undefined;
  const path = join(dirname(importer), id).replaceAll('\\', '/');
  return Object.keys(MODULES).find((name) => path.endsWith(`/${name}.js`));
}

/** For scripts that replay single games: with kernels in JavaScript alone. */
const withoutWebAssembly = () => exportsOf(KERNELS.map(() => ''));

/**
 * Gives bundlers and the test runner these modules: a plugin of Rolldown, Vite and Vitest. `kind`: `plain` leaves out
 * WebAssembly.
 */
export function embedded(kind = 'fast') {
  const modules = kind === 'plain' ? { ...MODULES, 'src/core/kernels/bytes': withoutWebAssembly } : MODULES;
  const PREFIX = '\0embedded:';
  return {
    name: 'embedded',
    enforce: 'pre',
    resolveId(id, importer) {
      const name = moduleOf(id, importer);
      return name === undefined ? null : PREFIX + name;
    },
    load: (id) => (id.startsWith(PREFIX) ? modules[id.slice(PREFIX.length)]() : null),
  };
}

/** `node src/core/kernels/build.mjs FOLDER`: writes them into the folder of what `tsc` compiles. */
if (argv[1] === fileURLToPath(import.meta.url) && argv[2] !== undefined) {
  for (const [name, make] of Object.entries(MODULES)) {
    const file = join(argv[2], `${name}.js`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await make());
  }
}
