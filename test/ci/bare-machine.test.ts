import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROGRAMS } from '../support/left-out.js';
import { pathOfProgram } from '../support/programs.js';
import { ROOT } from '../support/documents.js';

/** What a machine has on which Node, npm and git were installed, as far as tests call it. */
const PLAIN = [
  ...[
    'node',
    'npm',
    'npx',
    'git',
    'sh',
    'bash',
    'env',
    'cat',
    'cp',
    'head',
    'ls',
    'mkdir',
    'mkfifo',
    'mktemp',
  ],
  ...['mv', 'rm', 'sed', 'sleep', 'tail', 'touch', 'wc', 'printf', 'true', 'false', 'dirname', 'uname', 'ps'],
];

/** Files with tests that need a program, and how many of them. */
const FILES = [
  'test/cli/shells',
  'test/cli/python',
  'test/cli/terminal',
  'test/queue/queue',
  'test/queue/servers',
];
const LEFT_OUT = { fish: 13, zsh: 9, groff: 1, python3: 4, 'redis-server': 15 };

let path: string;
beforeAll(() => {
  path = mkdtempSync(join(tmpdir(), 'sgf-referee-bare-'));
  mkdirSync(join(path, 'bin'));
  for (const name of PLAIN) {
    const program = pathOfProgram(name);
    if (program !== undefined) symlinkSync(program, join(path, 'bin', name));
  }
});
afterAll(() => rmSync(path, { recursive: true }));

/** Runs tests where no program of `PROGRAMS` is. */
function tested(files: readonly string[], env: Readonly<Record<string, string>>) {
  const words = ['node_modules/vitest/vitest.mjs', 'run', ...files.map((file) => `${file}.test.ts`)];
  const { status, stdout } = spawnSync(process.execPath, words, {
    cwd: ROOT,
    env: { ...process.env, CI: '', VITEST: '', NO_COLOR: '1', PATH: join(path, 'bin'), ...env },
    encoding: 'utf8',
  });
  return { status, stdout };
}

it('leaves out the tests of each program that is missing, and says which', { timeout: 300_000 }, () => {
  const { status, stdout } = tested(FILES, {});
  const lines = stdout.split('\n').filter((line) => line.startsWith('left out: '));
  expect(lines.sort()).toEqual(
    Object.entries(LEFT_OUT)
      .map(([program, count]) => {
        const tests = count === 1 ? '1 test' : `${String(count)} tests`;
        return `left out: ${tests}, for want of ${program} (apt-get install ${PROGRAMS[program as 'fish']})`;
      })
      .sort(),
  );
  expect(status, stdout.slice(-2000)).toBe(0);
});

it('fails where CI is set', { timeout: 120_000 }, () => {
  const { status, stdout } = tested(['test/cli/shells'], { CI: 'true' });
  expect(stdout).toContain('23 failed');
  expect(stdout).not.toContain('left out: ');
  expect(status).toBe(1);
});

it('and .ci/run installs every one of them', () => {
  const script = readFileSync(join(ROOT, '.ci/run'), 'utf8');
  for (const name of Object.values(PROGRAMS)) expect(script).toContain(name);
});
