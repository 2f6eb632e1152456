/**
 * Part of the build, `node licenses.mjs FILE`: writes the licenses of everything that npm installs with the package, by the lock file,
 * and of what is built into its own files, by what the bundlers noted in dist/bundled. Fails where a package has no text.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NOTES = join(ROOT, 'dist/bundled');

/** Packages that are published without the file of their license, which is that of another package with these notices. */
const WITHOUT_FILE = {
  '@hono/zod-openapi': { text: 'hono' },
  '@hono/zod-validator': { text: 'hono' },
  saxes: {
    text: 'yaml',
    notices: [
      'Copyright (c) Contributors',
      'Copyright (c) Isaac Z. Schlueter and Contributors (sax, from which saxes was forked)',
    ],
  },
};
/** Builds for machines have the license of the package that loads them. */
const BUILD = /^(@resvg\/resvg-js)-.+$/;

/** A plugin of Rolldown and Vite that notes which packages a bundle contains. `name`: where they are then, in words. */
export const bundled = (name) => ({
  name: 'bundled-packages',
  generateBundle(_options, bundle) {
    const paths = new Set();
    for (const chunk of Object.values(bundle))
      for (const id of Object.keys(chunk.modules ?? {})) {
        const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id) ?? [];
        if (folder?.startsWith(ROOT) && existsSync(join(folder, 'package.json')))
          paths.add(folder.slice(ROOT.length));
      }
    mkdirSync(NOTES, { recursive: true });
    writeFileSync(join(NOTES, `${name}.json`), JSON.stringify([...paths].sort()));
  },
});

/** The paths of the packages that npm installs with ours, by the lock file. */
export function installed() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.keys(packages).filter((path) => path !== '' && packages[path].dev !== true);
}

/** What the kernels are written in has functions of its own in them. */
const KERNELS = 'node_modules/assemblyscript';

/** The text of the file, for packages by path, with the words for where they are. */
export function licensesText(places) {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const byText = new Map();
  // Texts that differ little stand together, so that they pack small.
  const key = ([path]) => `${packages[path].license} ${nameOf(path)}`;
  for (const [path, where] of [...places].sort((one, other) => (key(one) < key(other) ? -1 : 1))) {
    const { version, license } = packages[path];
    const text = textOf(path);
    const heads = byText.get(text) ?? byText.set(text, []).get(text);
    heads.push(`${nameOf(path)} ${version} (${license}): ${where.join(', ')}`);
  }
  const sections = [...byText].map(([text, heads]) => `${heads.join('\n')}\n\n${text}\n`);
  const own = readFileSync(join(ROOT, 'LICENSE'), 'utf8');
  return [ABOUT, own, ...sections].join(`\n${'-'.repeat(80)}\n\n`);
}

const ABOUT = `sgf-referee is under the license below, with the weights of its nets, its kernels, words, pictures and samples. Then follow the
licenses of the packages that npm installs with it ("installed") and of those whose code is in its own files.
`;

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

function textOf(path) {
  const name = nameOf(path);
  const build = BUILD.exec(name);
  if (build) return textOf(`node_modules/${build[1]}`);
  const { text, notices = [] } = WITHOUT_FILE[name] ?? {};
  if (text !== undefined) {
    const other = textOf(`node_modules/${text}`);
    return notices.length === 0 ? other : [...notices, other.slice(other.indexOf('\n') + 1)].join('\n');
  }
  const folder = join(ROOT, path);
  const files = readdirSync(folder).filter((one) => /^(licen[cs]e|notice)/i.test(one));
  if (!files.some((one) => /^licen/i.test(one))) throw new Error(`${path} has no file with its license`);
  const texts = files
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  return texts.join('\n\n');
}

/** Where each package is, by its path. The site is none of the package's files, and has no need of those of the page. */
export function places(output = '') {
  const left = /^site\b/.test(output) ? /page\.json$/ : /site\.json$/;
  const found = new Map(installed().map((path) => [path, ['installed']]));
  const add = (path, where) => found.set(path, [...(found.get(path) ?? []), where]);
  for (const file of readdirSync(NOTES)
    .filter((one) => !left.test(one))
    .sort())
    for (const path of JSON.parse(readFileSync(join(NOTES, file), 'utf8')))
      add(path, `in the ${file.slice(0, -'.json'.length)}`);
  add(KERNELS, 'in the kernels');
  return found;
}

const [script, output] = process.argv.slice(1);
if (script === fileURLToPath(import.meta.url)) {
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, licensesText(places(output)));
}
