import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeZip } from '../batch/make-zip.js';
import { gameText, makePlace, type Place } from './harness.js';

const COMMAND = fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url));
const ODD = ['-x.sgf', '--quiet', "'q'.sgf", 'help', '"in quotes"'];

let place: Place;
beforeEach(() => (place = makePlace()));
afterEach(() => place.remove());

function run(words: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const options = { cwd: place.path, encoding: 'utf8', input: gameText(9) } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...words], options);
  return { status, stdout, stderr };
}

test.each(ODD)('all behind -- are inputs, whatever they look like: %s', (name) => {
  place.put(name, gameText(1));
  const listed = run(['list', '--columns', 'file', '--', name]);
  expect(listed).toEqual({ status: 0, stdout: `file\n${csv(name)}\n`, stderr: '' });
  for (const command of [
    ['audit', '--fail-on', 'never'],
    ['score'],
    ['check'],
    ['duplicates'],
    ['show'],
    ['format'],
  ]) {
    const { status, stderr } = run([...command, '--', name]);
    expect([command[0], status, /sgf-referee:/.test(stderr)]).toEqual([command[0], 0, false]);
  }
});

/** A cell of CSV; one that a spreadsheet would run begins with an apostrophe. */
function csv(name: string): string {
  const text = /^[-=+@]/.test(name) ? `'${name}` : name;
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
}

test('options before -- hold, and standard input has its name behind it too', () => {
  place.put('-x.sgf', gameText(1));
  const { stdout } = run(['list', '--columns', 'file,game', '--', '-', '-x.sgf']);
  expect(stdout).toBe("file,game\n-,1\n'-x.sgf,1\n");
});

test('without -- a name like an option is one', () => {
  place.put('-x.sgf', gameText(1));
  for (const name of ['-x.sgf', '--x.sgf']) {
    const { status, stderr } = run(['audit', name]);
    expect(status).toBe(2);
    expect(stderr).toContain(`there is no option ${name}; give a file of that name after --`);
  }
});

test('rules and codes too', () => {
  place.put('-r.json', '{"name":"mine","base":"aga"}');
  expect(run(['rules', '--', '-r.json']).stdout).toContain('mine');
  expect(run(['explain', '--', 'move/ko']).stdout).toContain('move/ko (');
});

test('an entry of an archive is an input of every command that takes game files', async () => {
  const entries = ['in/b.sgf', 'c.sgf'].map((name, i) => ({ name, contents: gameText(i + 1) }));
  const zip = place.put('entries/a.zip', makeZip(entries));
  for (const command of ['audit', 'score', 'check', 'list', 'format', 'duplicates', 'convert --to aga']) {
    const { out, err, code } = await place.sgfReferee([...command.split(' '), `${zip}!/in/b.sgf`]);
    expect([command, code, err]).toEqual([command, 0, expect.not.stringContaining('2 games in') as string]);
    expect(out).not.toContain('c.sgf');
    const missing = await place.sgfReferee([...command.split(' '), `${zip}!/x.sgf`]);
    expect([command, missing.code, missing.err]).toEqual([
      command,
      2,
      expect.stringContaining(`${zip} has no entry x.sgf`) as string,
    ]);
  }
});
