import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMMANDS = [
  'audit -',
  'score -',
  'convert - --to aga',
  'check -',
  'list -',
  'duplicates -',
  'format -',
  'show -',
  'audit --files-from -',
];
const STDINS = [
  ['a folder', '< samples', 'a folder, not a file'],
  ['what can only be written to', '0> /dev/null', 'it is not open for this operation'],
] as const;

test.each(COMMANDS.flatMap((words) => STDINS.map((stdin) => [words, ...stdin] as const)))(
  '%s: standard input that is %s cannot be read',
  (words, _, stdin, reason) => {
    const line = `"$0" dist/cli/bin.js ${words} ${stdin}`;
    const { status, stderr } = spawnSync('/bin/sh', ['-c', line, process.execPath], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(stderr).toMatch(new RegExp(`^sgf-referee: .*${reason}\\n`));
    expect(status).toBe(2);
  },
);
