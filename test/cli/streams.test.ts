import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { BUILT_COMMAND } from '../support/terminal.js';

const SAMPLES = fileURLToPath(new URL('../../samples', import.meta.url));

/** Runs the built command through the shell, which gives it a standard input; nobody reads what it writes. */
function unread(stdin: string, words: string): Promise<{ code: number | null; err: string }> {
  return new Promise((resolve) => {
    const line = `"$0" "$1" ${words} ${stdin}`;
    const child = spawn('/bin/sh', ['-c', line, process.execPath, BUILT_COMMAND], { cwd: SAMPLES });
    child.stdout.destroy();
    child.stdin.end('(;GM[1])');
    let err = '';
    child.stderr.on('data', (block: Buffer) => (err += block.toString()));
    child.on('close', (code) => resolve({ code, err }));
  });
}

const COMMANDS = [
  '--version',
  '--help',
  'explain',
  'rules',
  'audit . --quiet',
  'list . --quiet',
  'show ko/after-two-passes-aga.sgf',
];
const STDINS = ['', '< /dev/null', '< expected.csv', '<&-'];

it.each(COMMANDS.flatMap((words) => STDINS.map((stdin) => [words, stdin] as const)))(
  'says nothing when its output is not read: %s %s',
  async (words, stdin) => {
    expect(await unread(stdin, words)).toEqual({ code: 0, err: '' });
  },
);

it('says nothing when what it tells is not read', async () => {
  expect(await unread('2>&1', 'audit . --fail-on never')).toEqual({ code: 0, err: '' });
});
