import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COMMAND_NAMES } from '../../cli/run.js';
import { optionsOf } from '../../src/options/read.js';

const FOLDER = new URL('../../deploy/', import.meta.url);

/** The words after the program in lists of YAML and in lines of scripts and comments. */
function commandLines(text: string): string[][] {
  const lists = [...text.matchAll(/(?:command|args):\s*\[([^\]]+)\]/g)].map(([, list = '']) =>
    list.split(',').map((word) => word.trim().replace(/^'(.*)'$/, '$1')),
  );
  const lines = [...text.matchAll(/\bsgf-referee ([a-z]+ [^\n;]*--[^\n;]*)/g)].map(([, line = '']) =>
    line.split(' '),
  );
  return [...lists, ...lines].filter(([program]) => program !== 'redis-server');
}

it.each(readdirSync(FOLDER).filter((name) => name !== 'Dockerfile' && name !== 'release'))(
  '%s: commands and options exist',
  (name) => {
    const lines = commandLines(readFileSync(new URL(name, FOLDER), 'utf8'));
    expect(lines).not.toEqual([]);
    for (const [command = '', ...words] of lines) {
      expect(COMMAND_NAMES).toContain(command);
      const known = optionsOf(command).map((row) => `--${row.name}`);
      for (const word of words.filter((one) => one.startsWith('--'))) expect(known).toContain(word);
    }
  },
);

it('the image runs the built command, and not as root', () => {
  const text = readFileSync(new URL('Dockerfile', FOLDER), 'utf8');
  const { bin } = JSON.parse(readFileSync(new URL('../package.json', FOLDER), 'utf8')) as {
    readonly bin: Readonly<Record<string, string>>;
  };
  expect(text).toContain(`sgf-referee/${bin['sgf-referee']!} /usr/local/bin/sgf-referee`);
  expect(text.trim().split('\n').slice(-4)[0]).toBe('USER node');
});

it('the examples of the Action and of pre-commit name what there is', () => {
  const read = (name: string): string => readFileSync(new URL(`../${name}`, FOLDER), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  const examples = [...read('docs/archives.md').matchAll(/^```yaml\n(.+?)^```$/gms)].map(([, text]) => text!);
  const [workflow, config] = examples as [string, string];
  const keysIn = (text: string, block: RegExp): string[] =>
    [...block.exec(text)![1]!.matchAll(/^ +([\w-]+):/gm)].map(([, key]) => key!);
  const inputs = keysIn(read('action.yml').replace(/^ {4}.*\n/gm, ''), /^inputs:\n((?: .*\n)+)/m);
  const given = keysIn(workflow, /sgf-referee@.*\n +with:\n((?: {10}.*\n)+)/);
  expect(given.length).toBeGreaterThan(3);
  expect(inputs).toEqual(expect.arrayContaining(given));
  expect(workflow).toContain(`uses: OWNER/sgf-referee@v${version}\n`);
  expect(config).toContain(`rev: v${version}\n`);
  const ids = config.match(/- id: \S+$|- id: \S+(?= )/gm)!;
  expect(ids).toHaveLength(2);
  expect(read('.pre-commit-hooks.yaml').match(/^- id: \S+/gm)).toEqual(expect.arrayContaining(ids));
});

it('whatever runs elsewhere has an exact version', () => {
  const root = new URL('../', FOLDER);
  const { version, devDependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
    readonly version: string;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const read = (name: string): string => readFileSync(new URL(name, root), 'utf8');
  const [hooks, action] = [read('.pre-commit-hooks.yaml'), read('action.yml')];
  expect(hooks.match(/npx --yes \S+/g)).toEqual(Array(2).fill(`npx --yes sgf-referee@${version}`));
  expect(action).toContain(`default: ${version}`);
  for (const [, pinned] of action.matchAll(/uses: \S+@(\S+)/g)) expect(pinned).toMatch(/^[0-9a-f]{40}$/);
  const docker = read('deploy/Dockerfile');
  for (const name of ['bullmq', 'ioredis'])
    expect(docker).toContain(` ${name}@${devDependencies[name]!.replace(/^\D/, '')}`);
  const workflows = readdirSync(new URL('.github/workflows/', root)).map(
    (name) => `.github/workflows/${name}`,
  );
  const lines = [docker, action, read('docs/many-machines.md'), ...workflows.map(read)].flatMap((text) => [
    ...text.matchAll(/(?:node:|node-version: '?)(\d+)/g),
  ]);
  // Executables are built by the first line that can; what runs elsewhere has a line that gets fixes for long.
  expect(new Set(lines.map(([, line]) => line))).toEqual(new Set(['24', '26']));
  const images = [docker, read('deploy/compose.yaml'), read('deploy/kubernetes.yaml')].flatMap((text) => [
    ...text.matchAll(/^(?:ARG NODE=| *image: )(\S+)$/gm),
  ]);
  expect(images).toHaveLength(4);
  for (const [, image] of images)
    expect(image).toMatch(/:\d+\.\d+\.\d+(?:-[\w-]+)?(?:@sha256:[0-9a-f]{64})?$/);
});
