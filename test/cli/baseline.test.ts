import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { gameText, makePlace, type Place } from './harness.js';

let place: Place;
let games: string;
beforeEach(() => {
  place = makePlace();
  games = join(place.path, 'games');
  for (let i = 0; i < 6; i++) place.put(`games/${String(i)}.sgf`, withoutKomi(i));
  place.put('games/copy-1.sgf', withoutKomi(4));
  place.put('games/picture.sgf', Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'));
});
afterEach(() => place.remove());

/** Black resigned; komi/missing. */
function withoutKomi(number: number): string {
  return gameText(number).replace('KM[6.5]', '').replace('RE[B+R]', 'DT[2026-11-22]RE[B+R]');
}

async function run(
  command: string,
  ...options: readonly string[]
): Promise<{ code: number; found: string[]; err: string }> {
  const { code, out, err } = await place.sgfReferee([command, games, '--format', 'jsonl', ...options]);
  const rows = out.split('\n').filter((line) => line !== '');
  const found = rows.flatMap((line) => {
    const { file, findings } = JSON.parse(line) as { file: string; findings: readonly { code: string }[] };
    return findings.map(({ code: found }) => `${file.slice(games.length + 1)} ${found}`);
  });
  return { code, found: found.sort(), err };
}

const known = (): string => join(place.path, 'known.json');
const text = (): string => readFileSync(known(), 'utf8');

describe.each(['audit', 'check'])('%s', (command) => {
  const note = command === 'audit' ? ['game/duplicate'] : [];

  test('lists only what is new, wherever the files are, and prunes only what is fixed', async () => {
    const before = await run(command, '--fail-on', 'error');
    expect(before).toMatchObject({ code: 1 });
    expect(before.found).toContain('picture.sgf file/not-sgf');
    expect(before.found.filter((one) => one.endsWith('duplicate'))).toHaveLength(note.length);

    const written = await run(command, '--write-baseline', known());
    expect(written).toMatchObject({ code: 0, found: [] });
    expect(written.err).toContain(`${String(before.found.length)} known findings in ${known()}\n`);

    expect(await run(command, '--baseline', known(), '--jobs', '3')).toMatchObject({ code: 0, found: [] });

    renameSync(join(games, '0.sgf'), join(games, 'renamed.sgf'));
    renameSync(join(games, 'picture.sgf'), join(games, 'photo.sgf'));
    place.put('games/1.sgf', withoutKomi(1).replace(/;B\[(..)\];W\[..\]/, ';B[$1];W[$1]'));
    place.put('games/2.sgf', withoutKomi(2) + withoutKomi(3));
    rmSync(join(games, '3.sgf'));
    place.put('games/5.sgf', gameText(5));
    const after = await run(command, '--baseline', known());
    const several = command === 'check' ? ['2.sgf sgf/several-games'] : [];
    expect(after.found).toEqual(['1.sgf move/occupied', ...several].sort());
    expect(after.code).toBe(1);
    expect(after.err).toContain(
      '1 known finding (1 komi/missing) no longer found; --prune-baseline removes them',
    );

    const lines = text().split('\n');
    const pruned = await run(command, '--baseline', known(), '--prune-baseline');
    expect(pruned.err).toContain('1 known finding (1 komi/missing) removed\n');
    expect(lines.filter((line) => !text().includes(line))).toHaveLength(1);
    expect(await run(command, '--baseline', known())).toMatchObject({ found: after.found });
    expect((await run(command, '--baseline', known())).err).not.toContain('any more');
  });

  test('a further copy of a game is new', async () => {
    await run(command, '--write-baseline', known());
    place.put('games/copy-2.sgf', withoutKomi(4));
    const { found } = await run(command, '--baseline', known());
    expect(found).toEqual(note.map((code) => `copy-2.sgf ${code}`));
  });

  test('summary.json counts known findings', async () => {
    await run(command, '--write-baseline', known());
    const out = join(place.path, 'out');
    await place.sgfReferee([command, games, '--baseline', known(), '--out', out, '-q']);
    const { known: count, findings } = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) as {
      known: number;
      findings: unknown;
    };
    expect(count).toBeGreaterThan(5);
    expect(findings).toEqual({ errors: 0, warnings: 0, notes: 0 });
  });
});

test('on a terminal only games with something new are listed, in files all', async () => {
  const audited = async (...options: readonly string[]): Promise<string> =>
    (await place.sgfReferee(['audit', games, ...options], { tty: 'all' })).out;
  await run('audit', '--write-baseline', known());
  const nothing = await audited('--baseline', known());
  expect(nothing).toBe('7 games without anything new left out of this table\n');
  place.put('games/1.sgf', withoutKomi(1).replace(/;B\[(..)\];W\[..\]/, ';B[$1];W[$1]'));
  const changed = await audited('--baseline', known());
  expect(changed.match(/\d\.sgf/g)).toEqual(['1.sgf']);
  expect(changed).toContain('6 games without anything new left out of this table\n');
  expect((await audited('--baseline', known(), '--format', 'csv')).match(/\.sgf,/g)).toHaveLength(7);
  expect((await audited()).match(/\d\.sgf/g)).toHaveLength(7);
});

test('codes that are not looked for are neither missed nor pruned', async () => {
  await run('check', '--write-baseline', known());
  const before = text();
  const { err } = await run('check', '--baseline', known(), '--ignore', 'komi/', '--prune-baseline');
  expect(err).not.toContain('removed');
  expect(text()).toBe(before);
});

test.each([
  [['--prune-baseline'], '--prune-baseline: give --baseline FILE'],
  [['--baseline', 'KNOWN', '--write-baseline', 'x.json'], 'give one of them'],
  [
    ['--baseline', 'KNOWN', '--resume', '--out', 'o'],
    '--resume: a run with a baseline starts from the beginning',
  ],
  [['--baseline', 'GAME'], 'not valid JSON'],
  [['--write-baseline', 'GAME'], 'exists and is not a baseline that this version reads; nothing was written'],
  [
    ['--write-baseline', 'OTHER'],
    'exists and is not a baseline that this version reads; nothing was written',
  ],
])('%s is refused', async (options, words) => {
  await run('audit', '--write-baseline', known());
  const other = place.put('notes.txt', 'my notes');
  const files = { KNOWN: known(), GAME: join(games, '0.sgf'), OTHER: other };
  const argv = options.map((word) => (word in files ? files[word as 'GAME'] : word));
  const { code, err } = await place.sgfReferee(['audit', games, ...argv]);
  expect([code, err.includes(words)]).toEqual([2, true]);
  expect(readFileSync(other, 'utf8')).toBe('my notes');
});

test('the baseline of another command is used, and not pruned', async () => {
  await run('check', '--write-baseline', known());
  expect((await run('audit', '--baseline', known())).err).not.toContain('any more');
  const { code, err } = await place.sgfReferee(['audit', games, '--baseline', known(), '--prune-baseline']);
  expect([code, err]).toEqual([2, expect.stringContaining('was written by check, not by audit')]);
});

test('a run that was interrupted writes no baseline', async () => {
  const stop = new AbortController();
  stop.abort();
  writeFileSync(known(), '');
  rmSync(known());
  await place.sgfReferee(['check', games, '--write-baseline', known()], { signal: stop.signal });
  expect(() => text()).toThrow('ENOENT');
});
