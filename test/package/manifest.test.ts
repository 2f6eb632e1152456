import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { explain, FINDING_CODES } from '../../src/core/findings/finding.js';
import { OPTIONS } from '../../src/options/table.js';
import { ROOT } from '../support/documents.js';

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

interface Manifest {
  readonly files: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(read('package.json')) as Manifest;

/** Packages in the tables of docs/development.md, in their order. */
const tables = [
  ...read('docs/development.md').matchAll(/^\| package \| for \|\n\|---\|---\|\n((?:\|.*\|\n)+)/gm),
].map(([, rows]) =>
  [...rows!.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names]) => names!.split(', ')).sort(),
);

/** Packages that files of the product import. */
function imported(): string[] {
  const found = new Set<string>();
  for (const folder of ['src', 'cli'])
    for (const name of readdirSync(new URL(`../../${folder}/`, import.meta.url), {
      recursive: true,
      encoding: 'utf8',
    })) {
      if (!/(?<!\.d|\.config)\.tsx?$/.test(name)) continue;
      const imports = read(`${folder}/${name}`).matchAll(
        /^(?:(?:import|export|\}) .*from |.*await import\()'((?:@[^/']+\/)?[a-z][^/']*)/gm,
      );
      for (const [, id] of imports) if (!id!.startsWith('node:')) found.add(id!);
    }
  return [...found].sort();
}

/** Files of the package. */
function packed(): string[] {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = spawnSync('npm', words, { cwd: ROOT, encoding: 'utf8' });
  const [{ files }] = JSON.parse(stdout) as [{ files: readonly { path: string }[] }];
  return files.map(({ path }) => path);
}

test('each dependency has its line in docs/development.md, and no line is left over', () => {
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  const [brought, optional, wanted, builtIn] = tables;
  expect(brought).toEqual(Object.keys(dependencies).sort());
  expect(optional).toEqual(Object.keys(optionalDependencies).sort());
  expect(wanted).toEqual(Object.keys(peerDependencies).sort());
  const others = [...brought!, ...optional!, ...wanted!];
  expect(builtIn!.filter((name) => name !== 'zod')).toEqual(
    imported().filter((name) => !others.includes(name)),
  );
});

test('installing runs no script, neither of ours nor of others', () => {
  const ours = ['preinstall', 'install', 'postinstall', 'prepare'].filter((name) => name in manifest.scripts);
  expect(ours).toEqual([]);
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { hasInstallScript?: true; dev?: true; optional?: true }>;
  };
  const scripted = Object.entries(lock.packages).filter(
    ([, one]) => one.hasInstallScript === true && one.dev !== true,
  );
  const names = scripted.map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(names).toEqual([]);
});

test('README says that nothing is reported, and no command opens a connection', () => {
  expect(read('README.md')).toContain('There is no telemetry');
  const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-test-'));
  const preload = join(folder, 'preload.cjs');
  writeFileSync(
    preload,
    `const said = (what) => () => { require('node:fs').writeSync(2, 'asked for ' + what + '\\n'); throw new Error(what); };
     require('node:net').Socket.prototype.connect = said('a connection');
     require('node:dns').lookup = said('an address');
     globalThis.fetch = said('a page');`,
  );
  const ran = (...words: readonly string[]) =>
    spawnSync(process.execPath, ['--require', preload, ...words], { cwd: folder, encoding: 'utf8' });
  const command = join(ROOT, 'dist/cli/bin.js');
  const samples = join(ROOT, 'samples');
  try {
    // The preload sees what is asked.
    expect(ran('--eval', "require('node:net').connect(1)").stderr).toContain('asked for a connection');
    for (const words of [
      ['audit', samples, '--out', 'out', '--jobs', '2'],
      ['score', join(samples, 'scored')],
      ['check', samples],
      ['list', samples],
      ['explain', 'move/ko'],
      ['--help'],
    ]) {
      const { status, stderr } = ran(command, ...words);
      expect(status).toBeLessThan(2);
      expect(stderr).not.toContain('asked for');
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('what a user must know is in the package', () => {
  for (const name of ['README.md', 'SECURITY.md', 'LICENSE', 'docs']) expect(manifest.files).toContain(name);
});

test('a page that a page of the package links is in the package', () => {
  const files = packed();
  const pages = files.filter((path) => path.endsWith('.md'));
  const dead = pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+\.(?:md|svg|png|txt))/g)]
      .map(([, to]) => join(dirname(page), to!))
      .filter((to) => !files.includes(to))
      .map((to) => `${page}: ${to}`),
  );
  expect(dead).toEqual([]);
});

test('a page of the package says where the tests, sources and scripts are that it names', () => {
  const silent = packed().filter((path) => {
    const text = path.endsWith('.md') ? readFileSync(join(ROOT, path), 'utf8') : '';
    const named = text.match(/`[^`\n]*\b(?:src|test)\/[\w-]|`[^`\n]*(?:npm run|npx vitest) /g) ?? [];
    return named.length > 0 && !text.includes('repository');
  });
  expect(silent).toEqual([]);
});

test('a page that help and explain name is in the package', () => {
  const texts = [...OPTIONS.map(({ about }) => about), ...FINDING_CODES.map((code) => explain(code))];
  const named = JSON.stringify(texts).match(/[\w./-]+\.(?:md|html)\b/g) ?? [];
  expect(named).toContain('docs/limits.md');
  expect(named.filter((page) => page.includes('/') && !packed().includes(page))).toEqual([]);
});
