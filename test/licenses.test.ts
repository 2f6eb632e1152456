import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { installed, licensesText } from '../deploy/release/licenses.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ANYWHERE = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'];
const IN_TOOLS = [...ANYWHERE, 'MPL-2.0', 'Python-2.0', 'CC-BY-4.0', '(MIT OR CC0-1.0)'];

interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
}

/** Packages of the lock file whose license is none of those above, with it; builds for machines go by the package that has them. */
function others(): { installed: string[]; tools: string[] } {
  const lock = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const found = { installed: new Set<string>(), tools: new Set<string>() };
  for (const [path, { license = 'none', dev = false }] of Object.entries(lock.packages)) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (path === '' || (dev ? IN_TOOLS : ANYWHERE).includes(license)) continue;
    found[dev ? 'tools' : 'installed'].add(`${name.replace(/^(@resvg\/resvg-js)-.*/, '$1')}: ${license}`);
  }
  return { installed: [...found.installed].sort(), tools: [...found.tools].sort() };
}

it('what is installed with the package, and the tools, have the licenses that docs/licenses.md names', () => {
  const [installed, tools] = readFileSync(`${ROOT}docs/licenses.md`, 'utf8')
    .split('\nTools of the development')
    .map((part) => [...part.matchAll(/^\| ([^ ,|]+)[^|]* \| ([^|]+) \|/gm)].slice(1))
    .map((rows) => rows.map(([, name, license]) => `${name!}: ${license!}`).sort());
  expect(others()).toEqual({ installed, tools });
});

it('the list of licenses has a text for each package that npm installs, and is not made where one has none', () => {
  const text = (paths: readonly string[]): string =>
    licensesText(new Map(paths.map((path) => [path, ['installed']])));
  const sections = text(installed())
    .split(`\n${'-'.repeat(80)}\n\n`)
    .slice(2);
  const headed = sections.flatMap((one) => {
    const heads = one.slice(0, one.indexOf('\n\n')).split('\n');
    expect(one.slice(one.indexOf('\n\n'))).toMatch(/permi(t|ssion)|License/i);
    return heads.map((head) => /^(\S+) \d\S* \((\S+)\): installed$/.exec(head)![1]!);
  });
  const names = installed().map((path) => path.slice(path.lastIndexOf('node_modules/') + 13));
  expect(headed.sort()).toEqual(names.sort());
  expect(names).toContain('hono');
  expect(() => text(['node_modules/humanize-number'])).toThrow(
    'node_modules/humanize-number has no file with its license',
  );
});

it('the source asks for jschardet nowhere, and of @sabaki/sgf for its parser alone', () => {
  const files = ['src', 'cli'].flatMap((folder) =>
    readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const importing = (what: RegExp): string[] =>
    files.filter((name) => /\.m?tsx?$/.test(name) && what.test(readFileSync(ROOT + name, 'utf8')));
  expect(importing(/from 'jschardet'/)).toEqual([]);
  expect(importing(/from '@sabaki\/sgf/)).toEqual(['src/sgf/tree.ts']);
  expect(importing(/from '@sabaki\/sgf\/src\/parse\.js'/)).toEqual(['src/sgf/tree.ts']);
});
