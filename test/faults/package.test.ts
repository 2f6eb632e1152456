import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

interface Manifest {
  readonly files: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(read('package.json')) as Manifest;

test('each dependency has its line in the README, and no line is left over', () => {
  const table = /## Dependencies\n([^]*?)\n## /.exec(read('README.md'))![1]!;
  const named = [...table.matchAll(/^\| (?!package|---)([^|]+) \| [^|]+ \|$/gm)].flatMap(([, names]) =>
    names!.split(', '),
  );
  expect(named.sort()).toEqual(Object.keys(manifest.dependencies).sort());
});

test('installing runs no script of ours, and of others only those that SECURITY.md tells', () => {
  const ours = ['preinstall', 'install', 'postinstall', 'prepare'].filter((name) => name in manifest.scripts);
  expect(ours).toEqual([]);
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { hasInstallScript?: true; dev?: true; optional?: true }>;
  };
  const scripted = Object.entries(lock.packages).filter(
    ([, one]) => one.hasInstallScript === true && one.dev !== true,
  );
  const names = scripted.map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(names).toEqual(['classic-level']);
  for (const name of names) expect(read('SECURITY.md')).toContain(`\`${name}\``);
});

test('what a user must know is in the package', () => {
  for (const name of ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE', 'docs'])
    expect(manifest.files).toContain(name);
});
