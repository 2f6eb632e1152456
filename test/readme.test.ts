import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksOf, expectShown, printed, ROOT } from './support/documents.js';

/** Fenced blocks of one language. */
const blocks = (language: string, page = 'README.md'): string[] =>
  blocksOf(page)
    .filter((block) => block.language === language)
    .map(({ text }) => text);

/** `$ command` and the output under it. */
const examples = ['README.md', 'docs/decisions.md'].flatMap((page) =>
  blocks('console', page).map((block) => {
    const [first, ...rest] = block.split('\n');
    return { page, command: first!.replace(/^\$ /, ''), output: rest.join('\n') };
  }),
);

/** Splits at blanks outside of quotes, which is all that the examples need of a shell. */
function words(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2]!);
}

describe('README and pages with examples', () => {
  it('has examples', () => {
    expect(examples.length).toBeGreaterThanOrEqual(5);
  });

  it.each(examples)('$page: $command', ({ page, command, output }) => {
    const [name, ...argv] = words(command);
    expect(name).toBe('sgf-referee');
    const ran = spawnSync(process.execPath, ['dist/cli/bin.js', ...argv], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, COLUMNS: '80', NO_COLOR: '1' },
    });
    expect(ran.stderr).toBe('');
    expectShown(page, output, ran.stdout);
  });

  it('has the two set-up commands that CI runs', () => {
    const ci = readFileSync(join(ROOT, '.ci/run'), 'utf8').replaceAll(' --no-audit --no-fund', '');
    expect(blocks('sh')).toContain('npm ci && npm run samples\n');
    expect(blocks('sh')).toContain('npm ci && npm test\n');
    expect(ci).toContain('\nnpm ci && npm run samples\n');
    expect(ci).toMatch(/^npm ci\n[^]*^CI=true npm run test:all /m);
  });

  it('shows a library example that runs as it stands', () => {
    const { out, err } = printed(blocks('ts')[0]!);
    expect(err).toBe('');
    expect(out).toContain('move/superko-situational Move 6 (White K3) restores the starting position');
  });

  it('shows a ruleset of a user that is accepted', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-readme-'));
    try {
      const file = join(folder, 'club.json');
      writeFileSync(file, blocks('json')[0]!);
      const ran = spawnSync(process.execPath, ['dist/cli/bin.js', 'rules', file], {
        cwd: ROOT,
        encoding: 'utf8',
      });
      expect(ran.stderr).toBe('');
      expect(ran.stdout).toContain('club: Our club');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
