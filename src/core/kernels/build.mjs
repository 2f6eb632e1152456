import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { argv, pid } from 'node:process';
import { fileURLToPath } from 'node:url';

const KERNELS = ['splits', 'plays', 'playouts', 'products'];
const FLAGS = ['-O3', '--runtime', 'stub', '--enable', 'simd'];

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/sgf-referee');

const contents = (path) => readFileSync(join(ROOT, path));
const text = (bytes) => Buffer.from(bytes).toString('base64');

/** Modules made of files that are not JavaScript: written beside the library's, or served to a bundler. */
const MODULES = {
  'src/core/kernels/bytes': async () => {
    const lines = [];
    for (const kernel of KERNELS)
      lines.push(`export const ${kernel.toUpperCase()} = '${text(await compiled(kernel))}';\n`);
    return lines.join('');
  },
  'src/go/life/weights': () => `export const WEIGHTS = '${text(contents('src/go/life/weights.bin'))}';\n`,
};

/** A kernel as WebAssembly: compiled when a source or the compiler has changed. */
async function compiled(kernel) {
  const source = `src/core/kernels/${kernel}.ts`;
  const hash = createHash('sha256').update(JSON.stringify([FLAGS, versionOf('assemblyscript')]));
  const sources = readdirSync(join(ROOT, 'src/core/kernels'), { recursive: true }).sort();
  for (const name of sources.filter((one) => one.endsWith('.ts')))
    hash.update(contents(`src/core/kernels/${name}`));
  const kept = join(CACHE, `${kernel}-${hash.digest('hex').slice(0, 16)}.wasm`);
  try {
    return readFileSync(kept);
  } catch {
    const bytes = await compile(source);
    mkdirSync(CACHE, { recursive: true });
    // Several builds may run at once: each puts a whole file in place.
    writeFileSync(`${kept}.${pid}`, bytes);
    renameSync(`${kept}.${pid}`, kept);
    return bytes;
  }
}

async function compile(source) {
  const { default: asc } = await import('assemblyscript/asc');
  let bytes;
  const { error, stderr } = await asc.main(
    [source, '--baseDir', ROOT, '--outFile', 'kernel.wasm', ...FLAGS],
    {
      writeFile: (_name, made) => {
        bytes = made;
      },
    },
  );
  if (error) throw new Error(`${source} does not compile\n${stderr.toString()}`);
  return bytes;
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

/** For scripts that replay single games: without kernels boards make all moves in JavaScript. */
const withoutKernels = () => KERNELS.map((name) => `export const ${name.toUpperCase()} = '';\n`).join('');

/**
 * Gives bundlers and the test runner these modules: a plugin of Rolldown, Vite and Vitest. `kind`: `plain` leaves out the
 * kernels.
 */
export function embedded(kind = 'fast') {
  const modules = kind === 'plain' ? { ...MODULES, 'src/core/kernels/bytes': withoutKernels } : MODULES;
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
