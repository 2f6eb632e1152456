import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';

const passed = { status: 'passed', fullName: 'a' };
const failed = { status: 'failed', fullName: 'b' };

/** `.ci/run` in a folder of its own, with an npm that only writes vitest's report. */
function ciRun({ tests, fails = 'nothing' }: { tests: readonly object[]; fails?: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-ci-'));
  try {
    cpSync(join(import.meta.dirname, '../../.ci'), join(folder, '.ci'), { recursive: true });
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'reports'));
    writeFileSync(join(folder, 'made.json'), JSON.stringify({ testResults: tests }));
    const npm = [
      '#!/bin/sh',
      'echo "npm $*"',
      'case "$*" in "run test:all"*) cp made.json reports/tests.json;; esac',
      `case "$*" in ${fails}) exit 1;; esac`,
    ];
    writeFileSync(join(folder, 'bin/npm'), npm.join('\n'), { mode: 0o755 });
    for (const name of ['git', 'gnugo', 'apt-get'])
      writeFileSync(join(folder, 'bin', name), '#!/bin/sh\n', { mode: 0o755 });
    const env = {
      ...process.env,
      CHROMIUM: '',
      PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']!}`,
    };
    const { status, stdout } = spawnSync('bash', [join('.ci', 'run')], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    return { status, last: stdout.split('\n').slice(-2) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const good = { name: 'a.test.ts', status: 'passed', assertionResults: [passed, passed] };
const bad = { name: 'b.test.ts', status: 'failed', assertionResults: [passed, failed] };
const unread = { name: 'c.test.ts', status: 'failed', assertionResults: [] };
const skipped = {
  name: 'd.test.ts',
  status: 'passed',
  assertionResults: [{ status: 'skipped', fullName: 'c' }],
};

it.each([
  { what: 'tests that pass', tests: [good], line: '2 passed, 0 failed', status: 0 },
  {
    what: 'a test that fails',
    tests: [good, bad],
    fails: '*test:all*',
    line: '3 passed, 1 failed',
    status: 1,
  },
  {
    what: 'a fault that fuzzing finds',
    tests: [good],
    fails: '*fuzz:short*',
    line: '2 passed, 0 failed',
    status: 1,
  },
  {
    what: 'a file that cannot be read',
    tests: [good, unread],
    fails: '*test:all*',
    line: '2 passed, 1 failed',
    status: 1,
  },
  { what: 'no tests', tests: [], line: '0 passed, 0 failed', status: 1 },
  { what: 'a test that is left out', tests: [good, skipped], line: '2 passed, 0 failed', status: 1 },
  { what: 'a check that fails', tests: [good], fails: '"run check"', line: '0 passed, 0 failed', status: 1 },
])('the last line of .ci/run counts the tests: $what', ({ line, status, ...given }) => {
  expect(ciRun(given)).toEqual({ status, last: [line, ''] });
});
