import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** Fenced blocks of one language. */
function blocks(language: string): string[] {
  return [...readme.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    (match) => match[1]!,
  );
}

/** `$ command` and the output under it. */
const examples = blocks('console').map((block) => {
  const [first, ...rest] = block.split('\n');
  return { command: first!.replace(/^\$ /, ''), output: rest.join('\n') };
});

/** Splits at blanks outside of quotes, which is all that the examples need of a shell. */
function words(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2]!);
}

describe('README', () => {
  it('has examples', () => {
    expect(examples.length).toBeGreaterThanOrEqual(5);
  });

  it.each(examples)('$command', ({ command, output }) => {
    const [name, ...argv] = words(command);
    expect(name).toBe('sgf-referee');
    const ran = spawnSync(process.execPath, ['dist/cli/bin.js', ...argv], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, COLUMNS: '80', NO_COLOR: '1' },
    });
    expect(ran.stderr).toBe('');
    expect(ran.stdout).toBe(output);
  });

  it('shows a library example that runs as it stands', () => {
    const [example] = blocks('ts');
    const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-readme-'));
    try {
      mkdirSync(join(folder, 'node_modules'));
      symlinkSync(root, join(folder, 'node_modules', 'sgf-referee'), 'dir');
      symlinkSync(join(root, 'samples'), join(folder, 'samples'), 'dir');
      writeFileSync(join(folder, 'example.mjs'), example!);
      const ran = spawnSync(process.execPath, ['example.mjs'], { cwd: folder, encoding: 'utf8' });
      expect(ran.stderr).toBe('');
      expect(ran.stdout).toContain(
        'move/superko-situational Move 6 (White K3) restores the starting position',
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('shows a ruleset of a user that is accepted', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-readme-'));
    try {
      const file = join(folder, 'club.json');
      writeFileSync(file, blocks('json')[0]!);
      const ran = spawnSync(process.execPath, ['dist/cli/bin.js', 'rules', file], {
        cwd: root,
        encoding: 'utf8',
      });
      expect(ran.stderr).toBe('');
      expect(ran.stdout).toContain('club: Our club');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('justifies every dependency and no other', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const table = readme.slice(readme.indexOf('## Dependencies'), readme.indexOf('## Working on it'));
    const named = [...table.matchAll(/^\| ([@a-z].*?) \|/gm)]
      .flatMap((match) => match[1]!.split(', '))
      .filter((n) => n !== 'package');
    expect(named.sort()).toEqual(Object.keys(dependencies).sort());
  });
});
