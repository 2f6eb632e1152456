/**
 * Writes the command as one executable for the system at hand: `node executable.mjs TARBALL FILE`, with Node 25.5 or later, which is
 * then in it. What is in the executable is the package with the packages of package-lock.json, without declarations, maps and texts
 * that no run reads. Its list of licenses has that of Node at its end.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const [tarball, output] = process.argv.slice(2);
if (output === undefined) throw new Error('usage: node executable.mjs TARBALL FILE');

/** What a run reads: code, data, pages, samples, native code, and the licenses. */
const READ = /\.(js|cjs|mjs|json|node|wasm|css|html|svg|sgf|csv|md|1|bin)$|\/licen[cs]e[^/]*$/i;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The license of the Node that runs this, with those of all that is in it: beside its `bin` folder, or beside itself on Windows. */
function licenseOfNode() {
  const folder = dirname(process.execPath);
  const file = [join(folder, '../LICENSE'), join(folder, 'LICENSE')].find((one) => existsSync(one));
  const text = file && readFileSync(file, 'utf8');
  if (!text?.startsWith('Node.js is licensed'))
    throw new Error(`no LICENSE of Node is beside ${process.execPath}: take Node as its release has it`);
  return text;
}
const UNREAD =
  /\/dist\/lib\/types\/|node_modules\/(?!sgf-referee\/).*(\.md|\.html|\/(test|tests|docs?|example|examples|src)\/(?!.*\.(c|m)?js$).*)$/;

const stage = mkdtempSync(join(tmpdir(), 'sgf-referee-executable-'));
try {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(ROOT, name), join(stage, name));
  execFileSync(npm, ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: stage,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const own = join(stage, 'node_modules/sgf-referee');
  mkdirSync(own);
  execFileSync('tar', ['-xz', '--strip-components', '1'], { cwd: own, input: readFileSync(tarball) });
  const line = '-'.repeat(80);
  const node = `\n${line}\n\nNode ${process.versions.node}: in the executable\n\n${licenseOfNode()}`;
  appendFileSync(join(own, 'dist/LICENSES.txt'), node);
  writeFileSync(join(stage, 'start.cjs'), "import('./node_modules/sgf-referee/dist/cli/bin.js');\n");
  const paths = readdirSync(stage, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) =>
      join(one.parentPath, one.name)
        .slice(stage.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => READ.test(`/${path}`) && !UNREAD.test(`/${path}`) && !path.includes('/.bin/'))
    .sort();
  const contents = paths.map((path) => readFileSync(join(stage, path)));
  const files = JSON.stringify(paths.map((path, i) => ({ path, size: contents[i].length })));
  const whole = Buffer.concat(contents);
  const asset = (name, bytes) => {
    writeFileSync(join(stage, name), bytes);
    return join(stage, name);
  };
  const config = {
    main: join(dirname(fileURLToPath(import.meta.url)), 'start.cjs'),
    output: resolve(output),
    disableExperimentalSEAWarning: true,
    // A configuration beside the executable, or in its environment, must not change what it runs.
    execArgvExtension: 'none',
    assets: {
      files: asset('files.asset', files),
      package: asset(
        'package.asset',
        brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      ),
      digest: asset(
        'digest.asset',
        createHash('sha256').update(files).update(whole).digest('hex').slice(0, 32),
      ),
    },
  };
  writeFileSync(join(stage, 'sea.json'), JSON.stringify(config));
  const built = spawnSync(process.execPath, ['--build-sea', join(stage, 'sea.json')], { stdio: 'inherit' });
  if (built.status !== 0) throw new Error('Node cannot build the executable: it has to be 25.5 or later');
  process.stdout.write(`${output}: ${String(paths.length)} files, ${(whole.length / 1e6).toFixed(1)} MB\n`);
} finally {
  rmSync(stage, { recursive: true, force: true });
}
