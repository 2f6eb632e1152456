import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FORMAT_NAMES } from '../../src/report/output/formats.js';
import { DATA_FORMATS } from '../../src/report/output/rows.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND = 'dist/cli/bin.js';
const GAMES = 'samples/ko';
const GAME = 'samples/first-capture/won.sgf';

const withFormats = (words: readonly string[], formats: readonly string[]): string[][] =>
  formats.map((format) => [...words, '--format', format]);

/** Every command, in every form that it writes to standard output. */
const WORDS: readonly (readonly string[])[] = [
  ['--version'],
  ['--help'],
  ['audit', '--help'],
  ['rules'],
  ['rules', 'aga'],
  ['rules', 'aga', 'japanese'],
  ['explain'],
  ['explain', 'move/ko'],
  ['show', GAME],
  ['format', GAME],
  ['format', GAMES, '--check'],
  ['format', GAMES, '--diff'],
  ['format', GAMES, '--join', '-'],
  ...withFormats(['audit', GAMES], FORMAT_NAMES),
  ...withFormats(['check', GAMES], FORMAT_NAMES),
  ...withFormats(['score', GAMES], DATA_FORMATS),
  ...withFormats(['convert', GAMES, '--to', 'aga'], DATA_FORMATS),
  ...withFormats(['list', GAMES], DATA_FORMATS),
  ['list', GAMES, '--count'],
  ['list', GAMES, '--files'],
  ...withFormats(['duplicates', GAMES], DATA_FORMATS),
  ['duplicates', 'samples', '--files'],
];

const named = WORDS.map((words) => [words.join(' '), words] as const);

test.each(named)('%s: a full disk is reported, and exits 2', (_name, words) => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...words], {
    cwd: ROOT,
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect(stderr).toMatch(/^(.*\n)*sgf-referee: cannot write standard output: the disk is full\n$/);
  expect(stderr.match(/cannot write/g)).toHaveLength(1);
  expect(status).toBe(2);
});

const bash = (script: string): ReturnType<typeof spawnSync> =>
  spawnSync('bash', ['-c', script, process.execPath, COMMAND], { cwd: ROOT, encoding: 'utf8' });

test.each(named)('%s: a reader that goes away is no fault', (_name, words) => {
  const { stderr, stdout } = bash(`"$0" "$1" ${words.join(' ')} | true; echo "\${PIPESTATUS[0]}"`);
  expect(stderr).not.toMatch(/cannot write|internal fault|Error/);
  expect(stdout).toMatch(/^[01]\n$/);
});

test('a write that only half fits is reported', () => {
  const script = `file=$(mktemp) && (ulimit -f 4; "$0" "$1" audit samples > $file; echo $?; wc -c < $file); rm $file`;
  const { stdout, stderr } = bash(script);
  expect(stdout).toBe('2\n4096\n');
  expect(stderr).toBe('sgf-referee: cannot write standard output: the file would be larger than allowed\n');
});

test('a pipe that is read late gets all of a long output', () => {
  const audit = '"$0" "$1" audit samples --format json --fail-on never --quiet';
  expect(bash(`${audit} | (sleep 1; wc -c)`).stdout).toBe(bash(`${audit} | wc -c`).stdout);
  expect(Number(bash(`${audit} | wc -c`).stdout)).toBeGreaterThan(64 * 1024);
});

test('an unwritable standard error changes nothing', () => {
  const { stdout } = bash('"$0" "$1" audit samples/first-capture 2> /dev/full > /dev/null; echo $?');
  expect(stdout).toBe('0\n');
});

test.each(['audit', 'score', 'convert --to aga', 'list', 'check', 'duplicates', 'duplicates --files'])(
  '%s: a full disk under --output is reported, and exits 2',
  (command) => {
    const { stdout, stderr } = bash(`"$0" "$1" ${command} samples --output /dev/full; echo $?`);
    expect(stdout).toBe('2\n');
    expect(stderr).toMatch(/^sgf-referee: cannot write \/dev\/full: the disk is full\n/m);
  },
);
