import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installed } from '../../deploy/release/licenses.mjs';
import { ROOT } from '../support/documents.js';

test.each([
  ['command', 'dist/cli', 20],
  ['library', 'dist/lib', 4],
  ['page', 'dist/page/assets', 4],
  ['static site', 'site/assets', 4],
])('the %s is built without the libraries of charsets that come with @sabaki/sgf', (_, path, files) => {
  const scripts = readdirSync(join(ROOT, path)).filter((name) => /\.c?js$/.test(name));
  expect(scripts.length).toBeGreaterThanOrEqual(files);
  for (const name of scripts) {
    const text = readFileSync(join(ROOT, path, name), 'utf8');
    expect(text, name).not.toMatch(/jschardet|UniversalDetector|iconv-lite|from '@sabaki\/sgf/);
  }
});

test('an error of the library that nobody catches shows its statement, and no whole file of minified code', () => {
  const code = "import { analyze } from './dist/lib/index.js'; analyze('(;)', { rules: 'nope' });";
  const given = ['--input-type=module', '--eval', code];
  const { status, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8', cwd: ROOT });
  expect(status).toBe(1);
  expect(stderr).toContain('\nUserError: rules is "nope" but must be "auto" or a ruleset');
  expect(stderr.length).toBeLessThan(2000);
});

/** The packages that LICENSES.txt names for a place. */
function licensed(place: string): string[] {
  const text = readFileSync(join(ROOT, 'dist/LICENSES.txt'), 'utf8');
  const heads = [...text.matchAll(/^(\S+) \d\S* \([^)]+\): (.+)$/gm)];
  return heads.filter(([, , where]) => where!.split(', ').includes(place)).map(([, name]) => name!);
}

test('of other packages the command contains yargs alone, with what that needs, and the library a parser', () => {
  expect(licensed('in the command').sort()).toEqual([
    ...['ansi-regex', 'ansi-styles', 'cliui', 'escalade', 'get-caller-file', 'strip-ansi', 'wrap-ansi'],
    ...['y18n', 'yargs', 'yargs-parser'],
  ]);
  expect(licensed('in the library')).toEqual(['@sabaki/sgf']);
});

test('the licenses of all that is in the package are in one file, which --licenses shows', () => {
  expect(licensed('in the report')).toEqual(['preact']);
  expect(licensed('in the page')).toEqual(['csv-stringify', 'fflate', 'preact', 'write-excel-file']);
  expect(licensed('in the kernels')).toEqual(['assemblyscript']);
  expect(licensed('installed').sort()).toEqual(
    installed()
      .map((path) => path.slice(path.lastIndexOf('node_modules/') + 13))
      .sort(),
  );
  const text = readFileSync(join(ROOT, 'dist/LICENSES.txt'), 'utf8');
  const given = [join(ROOT, 'dist/cli/bin.js'), '--licenses'];
  expect(spawnSync(process.execPath, given, { encoding: 'utf8' })).toMatchObject({ status: 0, stdout: text });
  expect(text).toContain(readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
  expect(readFileSync(join(ROOT, 'site/LICENSES.txt'), 'utf8')).toMatch(
    /^preact .*: in the report, in the site$/m,
  );
  // No other file of this kind is in the folders that the build empties.
  const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { files: string[] };
  expect(files).toContain('dist/LICENSES.txt');
  for (const folder of ['cli', 'lib', 'page'])
    expect(readdirSync(join(ROOT, 'dist', folder))).not.toContain('LICENSES.txt');
});

test('the list of parts of a release has every package that the list of licenses has', () => {
  const script = join(ROOT, 'deploy/release/sbom.mjs');
  const list = JSON.parse(execFileSync(process.execPath, [script], { cwd: ROOT, encoding: 'utf8' })) as {
    readonly metadata: { readonly component: { readonly name: string } };
    readonly components: readonly { readonly name: string; readonly version: string }[];
  };
  expect(list.metadata.component.name).toBe('sgf-referee');
  const text = readFileSync(join(ROOT, 'dist/LICENSES.txt'), 'utf8');
  const heads = [...text.matchAll(/^(\S+) (\d\S*) \([^)]+\): .+$/gm)];
  expect(list.components.map(({ name, version }) => `${name} ${version}`).sort()).toEqual(
    heads.map(([, name, version]) => `${name!} ${version!}`).sort(),
  );
});

test('what the command and the library load is among the dependencies', () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const own = ['@sabaki/sgf', 'p-limit', 'csv-stringify', '@hono/zod-openapi', 'saxes', 'string-width'];
  for (const name of own) expect(Object.keys(dependencies)).toContain(name);
});

test('an audit of one game with plain names loads neither string-width nor tables of charsets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-test-'));
  const preload = join(folder, 'preload.cjs');
  writeFileSync(
    preload,
    `const Module = require('node:module'), load = Module._load, names = [];
     Module._load = function (name, ...rest) { names.push(name); return load.call(this, name, ...rest); };
     process.on('exit', () => require('node:fs').writeSync(2, names.map((name) => 'loaded ' + name + '\\n').join('')));`,
  );
  const game = join(ROOT, 'samples/scored/s1-aga.sgf');
  const words = ['--require', preload, join(ROOT, 'dist/cli/bin.js'), 'audit', game, '--fail-on', 'never'];
  const { stderr, status } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(status).toBe(0);
  // The preload sees what is loaded.
  expect(stderr).toMatch(/^loaded node:crypto$/m);
  expect(stderr).not.toMatch(/^loaded .*(string-width|@exodus)/m);
});
