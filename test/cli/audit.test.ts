import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FINDING_CODES } from '../../src/core/findings/finding.js';
import { RULING_NEEDS } from '../../src/referee/judge/report.js';
import { CONVENTIONS } from '../../src/referee/score/conventions.js';
import { GAME_COLUMNS } from '../../src/report/columns/games.js';
import { inTerminal } from '../support/terminal.js';
import { makeGzip, makeTar, makeZip } from '../batch/make-zip.js';
import { gameText, makePlace, rowsOf, type Place } from './harness.js';

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

const column = (name: string): number => GAME_COLUMNS.findIndex((one) => one.name === name);
const names = (csv: string): string[] => rowsOf(csv).map((row) => row[0]!.slice(place.path.length + 1));
const audit = (...argv: string[]): ReturnType<Place['sgfReferee']> =>
  place.sgfReferee(['audit', '--no-score', '--jobs', '1', ...argv]);
const OCCUPIED = '(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]RE[B+R];B[aa];W[aa];B[bb])';

describe('what is read', () => {
  test('a folder in byte order of its names, archives and all, names of other files left alone', async () => {
    place.put('b.sgf', gameText(1));
    place.put('B.SGF', gameText(2));
    place.put('a/c.sgf', gameText(3));
    place.put('a.sgf', gameText(4));
    place.put('readme.txt', 'no game');
    place.put('x.sgf/inside.sgf', gameText(5));
    place.put(
      'z.zip',
      makeZip([
        { name: 'in/1.sgf', contents: gameText(6) },
        { name: 'in/readme.txt', contents: 'x' },
      ]),
    );
    const { out, code } = await audit(place.path);
    expect(names(out)).toEqual(['B.SGF', 'a/c.sgf', 'a.sgf', 'b.sgf', 'x.sgf/inside.sgf', 'z.zip!/in/1.sgf']);
    expect(code).toBe(0);
  });

  test('tar, gzipped tar, gzip, zip in zip', async () => {
    const tar = makeTar([
      { name: 'one.sgf', contents: gameText(1) },
      { name: 'two.txt', contents: 'no' },
    ]);
    place.put('a.tar', tar);
    place.put('b.tgz', makeGzip(tar.toString('latin1')));
    place.put('c.sgf.gz', makeGzip(gameText(2), gameText(3)));
    place.put(
      'd.zip',
      makeZip([{ name: 'e.zip', contents: makeZip([{ name: 'f.sgf', contents: gameText(4) }]) }]),
    );
    const { out } = await audit(place.path);
    expect(names(out)).toEqual([
      'a.tar!/one.sgf',
      'b.tgz!/one.sgf',
      'c.sgf.gz',
      'c.sgf.gz',
      'd.zip!/e.zip!/f.sgf',
    ]);
  });

  test('a quoted glob, sorted, and a list of names', async () => {
    const b = place.put('b.sgf', gameText(1));
    place.put('a.sgf', gameText(2));
    expect(names((await audit(`${place.path}/*.sgf`)).out)).toEqual(['a.sgf', 'b.sgf']);
    const list = place.put('list', `${b}\n`);
    expect(names((await audit('--files-from', list)).out)).toEqual(['b.sgf']);
  });

  test('standard input, also when it is an archive', async () => {
    const plain = await place.sgfReferee(['audit', '--no-score', '-'], { stdin: Buffer.from(gameText(1)) });
    expect(rowsOf(plain.out).map((row) => row[0])).toEqual(['-']);
    const zip = makeZip([{ name: 'a.sgf', contents: gameText(1) }]);
    const zipped = await place.sgfReferee(['audit', '--no-score', '-'], { stdin: zip });
    expect(rowsOf(zipped.out).map((row) => row[0])).toEqual(["'-!/a.sgf"]);
  });

  test('a file that was named is read whatever its name', async () => {
    const { out, code } = await audit(place.put('game.txt', gameText(1)));
    expect(names(out)).toEqual(['game.txt']);
    expect(code).toBe(0);
  });

  test('names of an old Windows zip: GBK, with a backslash as half a character', async () => {
    // 0x815C is one character in GBK; a path separator only for who looks at bytes.
    const name = Buffer.concat([
      Buffer.from([0xce, 0xa7, 0xc6, 0xe5, 0x5c, 0x81, 0x5c]),
      Buffer.from('.sgf'),
    ]);
    const zip = place.put('a.zip', makeZip([{ name, contents: gameText(1), flags: 0 }]));
    expect(names((await audit(zip)).out)).toEqual([
      'a.zip!/围棋/乗.sgf'.replace('乗', new TextDecoder('gb18030').decode(new Uint8Array([0x81, 0x5c]))),
    ]);
  });

  test('a collection larger than a part: games, numbers and lines as if read whole', async () => {
    const games: string[] = [];
    for (let i = 0; games.length < 14_000; i++) games.push(gameText(i, 20 + (i % 9)));
    games[9000] = OCCUPIED;
    const file = place.put('big.sgf', games.join('\n'));
    const found = join(place.path, 'found.jsonl');
    const { out } = await audit(file, '--output', found, '--ignore', 'game/duplicate');
    expect(out).toBe('');
    const rows = readFileSync(found, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { game: number; findings: { code: string; line: number }[] });
    expect(rows.map((row) => row.game)).toEqual(games.map((_, i) => i + 1));
    expect(rows[9000]!.findings.find(({ code }) => code === 'move/occupied')?.line).toBe(9001);
  });
});

test('--output - is standard output', async () => {
  const file = place.put('one.sgf', gameText(1));
  const { out } = await audit(file, '--output', '-');
  expect(out).toMatch(/^file,game,.*\n.*one\.sgf,1,/);
  expect(out).toBe((await audit(file)).out);
});

describe('what cannot be read is reported, and the run goes on', () => {
  const good = { name: 'good.sgf', contents: gameText(1) };
  const zipOf = (bad: Parameters<typeof makeZip>[0][number]): Buffer => makeZip([bad, good]);

  test.each([
    ['empty file', 'x.sgf', '', 'sgf/no-game'],
    ['PNG renamed', 'x.sgf', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), 'file/not-sgf'],
    ['cut zip', 'x.zip', makeZip([good]).subarray(0, 90), 'archive/damaged'],
    ['no zip at all', 'x.zip', 'text', 'archive/damaged'],
    ['wrong CRC', 'x.zip', zipOf({ ...good, name: 'bad.sgf', crc: 1 }), 'archive/entry-skipped'],
    ['size that lies', 'x.zip', zipOf({ ...good, name: 'bad.sgf', unpacked: 3 }), 'archive/entry-skipped'],
    ['path out of the archive', 'x.zip', zipOf({ ...good, name: '../bad.sgf' }), 'archive/entry-skipped'],
    [
      'unknown compression',
      'x.zip',
      zipOf({ ...good, name: 'bad.sgf', method: 12 }),
      'archive/entry-skipped',
    ],
    ['encrypted entry', 'x.zip', zipOf({ ...good, name: 'bad.sgf', flags: 0x801 }), 'archive/entry-skipped'],
    [
      'link in a zip',
      'x.zip',
      zipOf({ ...good, name: 'bad.sgf', unixMode: 0o120777 }),
      'archive/entry-skipped',
    ],
    ['bomb', 'x.zip', zipOf({ name: 'bad.sgf', contents: Buffer.alloc(3_000_000) }), 'archive/entry-skipped'],
    [
      'junk behind gzip data',
      'x.sgf.gz',
      Buffer.concat([makeGzip(gameText(2)), Buffer.from('junk')]),
      'archive/damaged',
    ],
    ['cut gzip', 'x.sgf.gz', makeGzip(gameText(2)).subarray(0, -6), 'archive/damaged'],
    [
      'cut tar',
      'x.tar',
      makeTar([{ name: 'a.sgf', contents: gameText(2) }]).subarray(0, 600),
      'archive/damaged',
    ],
  ])('%s', async (_, name, contents, code) => {
    place.put(name, contents);
    place.put('y.sgf', gameText(3));
    const folder = join(place.path, 'out');
    const { err } = await audit(place.path, '--out', folder, '--limit', 'archiveRatio=100');
    const codes = rowsOf(readFileSync(join(folder, 'findings.csv'), 'utf8')).map((row) => row[2]);
    expect(codes).toContain(code);
    const games = names(readFileSync(join(folder, 'games.csv'), 'utf8'));
    expect(games).toContain('y.sgf');
    if (name === 'x.zip' && code === 'archive/entry-skipped') expect(games).toContain('x.zip!/good.sgf');
    if (name === 'x.sgf.gz') expect(games).toContain('x.sgf.gz');
    expect(err).not.toMatch(/ {4}at /);
  });

  test('links in a circle, a pipe that is no file', async () => {
    mkdirSync(join(place.path, 'a'));
    symlinkSync('..', join(place.path, 'a', 'up'));
    symlinkSync('nowhere.sgf', join(place.path, 'gone.sgf'));
    spawnSync('mkfifo', [join(place.path, 'pipe.sgf')]);
    place.put('y.sgf', gameText(3));
    const { out, err, code } = await audit(place.path);
    expect(names(out)).toEqual(['y.sgf']);
    expect(err).toMatch(/gone\.sgf: error: .* \[file\/unreadable\]/);
    expect(err).toMatch(/pipe\.sgf: error: .* \[file\/unreadable\]/);
    expect(err).toMatch(/up: error: .* \[file\/unreadable\]/);
    expect(code).toBe(1);
  });

  test('a named file that cannot be opened', async () => {
    symlinkSync('loop.sgf', join(place.path, 'loop.sgf'));
    place.put('y.sgf', gameText(1));
    const { code, out, err } = await audit(join(place.path, 'loop.sgf'), join(place.path, 'y.sgf'));
    expect(err).toMatch(/leads to itself/);
    expect(names(out)).toEqual(['y.sgf']);
    expect(code).toBe(2);
  });

  test.each([
    ['a glob that matches nothing', 'none*.sgf', /nothing matches/],
    ['a folder without SGF', '', /no SGF file/],
    ['no such file', 'absent.sgf', /no such file/],
  ])('%s is exit 2', async (_, name, message) => {
    const { code, err } = await audit(join(place.path, name));
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });
});

describe('what is written', () => {
  test('the same bytes for 1 and 4 jobs, in every format', async () => {
    for (let i = 0; i < 300; i++)
      place.put(`${String(i % 3)}/${String(i)}.sgf`, i % 50 === 7 ? OCCUPIED : gameText(i % 300));
    place.put(
      'z.zip',
      makeZip(Array.from({ length: 300 }, (_, i) => ({ name: `${String(i)}.sgf`, contents: gameText(i) }))),
    );
    for (const format of ['csv', 'jsonl', 'json', 'sarif', 'text']) {
      const said = await Promise.all(
        ['1', '4'].map((jobs) =>
          place.sgfReferee([
            'audit',
            '--no-score',
            place.path,
            '--quiet',
            '--jobs',
            jobs,
            '--format',
            format,
          ]),
        ),
      );
      expect(said[0]!.out.length).toBeGreaterThan(1000);
      expect(said[1]!.out).toBe(said[0]!.out);
      if (format === 'json' || format === 'sarif')
        expect(() => JSON.parse(said[0]!.out) as unknown).not.toThrow();
    }
  });

  test('a copy of a game, also a mirrored one, is a note on the later game', async () => {
    const mirrored = gameText(1).replace(/;([BW])\[(.)(.)\]/g, ';$1[$3$2]');
    place.put('a.sgf', gameText(1));
    place.put('b.sgf', gameText(1).replace('black 1', 'another'));
    place.put('c.sgf', mirrored);
    place.put('d.sgf', gameText(2, 4));
    place.put('e.sgf', gameText(2, 4));
    // Nine board plays agree by chance, ten do not.
    for (const name of ['f', 'g']) place.put(`${name}.sgf`, gameText(3, 9));
    for (const name of ['h', 'i']) place.put(`${name}.sgf`, gameText(4, 10));
    const { out } = await audit(place.path, '--format', 'json');
    const rows = JSON.parse(out) as {
      notes: number;
      first_code: string;
      findings: { code: string; args: { file: string; symmetric: boolean } }[];
    }[];
    const copies = rows.map(({ findings }) => findings.filter(({ code }) => code === 'game/duplicate'));
    expect(copies.map((list) => list.length)).toEqual([0, 1, 1, 0, 0, 0, 0, 0, 1]);
    expect(copies[1]![0]!.args).toMatchObject({ file: join(place.path, 'a.sgf'), symmetric: false });
    expect(copies[2]![0]!.args).toMatchObject({ file: join(place.path, 'a.sgf'), symmetric: true });
    for (const { notes, findings } of rows) expect(notes).toBe(findings.length);
  });

  test('a broken record is named with the sound one of the same game, in whatever order', async () => {
    const moves = 'ee gc cg cc gg ec dd dc hc gd ge hd cd bd be bc ce he hf fe ge fd ff ef df'.split(' ');
    const text = (changed: Readonly<Record<number, string>>): string =>
      `(;GM[1]SZ[9]${moves.map((point, i) => `;${i % 2 === 0 ? 'B' : 'W'}[${changed[i + 1] ?? point}]`).join('')})`;
    const broken = place.put('broken.sgf', text({}));
    // Not the likeliest repair, which would be of move 21.
    const sound = place.put('sound.sgf', text({ 11: 'gf' }));
    const said = async (...files: readonly string[]) => {
      const { out } = await audit(...files, '--format', 'json');
      const rows = JSON.parse(out) as { findings: { code: string; message: string }[] }[];
      return rows.map(({ findings }) =>
        findings.flatMap(({ code, message }) => (code === 'game/duplicate' ? [message] : [])),
      );
    };
    expect(await said(sound, broken)).toEqual([
      [],
      [`With 11:G5>G4, the same moves as game 1 of ${sound}: that record shows what was meant`],
    ]);
    expect(await said(broken, sound)).toEqual([
      [],
      [`Same moves as game 1 of ${broken} would have with 11:G5>G4: this record shows what was meant there`],
    ]);
    expect(await said(broken, sound, '--no-repair')).toEqual([[], []]);
  });

  test('copies in one file of many games are each named with their first', async () => {
    const letters = Array.from('abcdefghijklmno');
    const tail = ';W[qc];B[dq];W[pp];B[cc];W[nq];B[jp];W[qj];B[cj];W[kd];B[fc];W[qq]';
    const games = letters.flatMap((x) =>
      letters.slice(0, 10).map((y) => `(;GM[1]SZ[19];B[${x}${y}]${tail})`),
    );
    const file = place.put('many.sgf', [...games, ...games].join('\n'));
    const { out } = await audit(file, '--format', 'json');
    const rows = JSON.parse(out) as { game: number; findings: { code: string; args: { game: number } }[] }[];
    const firsts = rows.map(
      ({ findings }) => findings.find(({ code }) => code === 'game/duplicate')?.args.game,
    );
    expect(rows.map(({ game }) => game)).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
    expect(firsts).toEqual(Array.from({ length: 300 }, (_, i) => (i < 150 ? undefined : i - 149)));
  });

  test('a folder with games, findings and a summary', async () => {
    const file = place.put('a.sgf', OCCUPIED);
    const folder = join(place.path, 'out');
    const { code, out } = await audit(file, '--out', folder);
    expect(out).toBe('');
    expect(code).toBe(1);
    const [row] = rowsOf(readFileSync(join(folder, 'games.csv'), 'utf8'));
    expect([row![column('illegal')], row![column('first_code')], row![column('first_move')]]).toEqual([
      '1',
      'move/occupied',
      '2',
    ]);
    const summary = JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8')) as Record<string, unknown>;
    expect(summary).toMatchObject({ files: 1, games: 1, games_with_illegal_moves: 1, interrupted: false });
  });

  test('a run that replaces the report of other games says so, but with --quiet', async () => {
    const [one, other] = [place.put('one/a.sgf', gameText(1)), place.put('other/b.sgf', gameText(2))];
    const folder = join(place.path, 'out');
    const said = async (...argv: string[]): Promise<string | undefined> => {
      const { code, err } = await audit(...argv, '--out', folder);
      expect(code).toBe(0);
      return /out.games\.csv was the table of other games \((.*)\); it is replaced/.exec(err)?.[1];
    };
    expect(await said(one)).toBeUndefined();
    expect(await said(other)).toBe(one);
    expect(await said(one)).toBe(other);
    expect(await said(join(place.path, 'one/'))).toBeUndefined();
    place.put('one/c.sgf', gameText(3));
    for (const again of [join(place.path, 'one'), `${place.path}/one/*.sgf`, place.path])
      expect(await said(again)).toBeUndefined();
    const list = place.put('list.txt', `${one}\n`);
    expect(await said('--files-from', list)).toBeUndefined();
    expect(await said(other, '--quiet')).toBeUndefined();
  });

  test('what other commands left in the folder is named, and no file of the user', async () => {
    const one = place.put('a.sgf', gameText(1));
    const table = place.put('t.csv', 'white,black,result\nwhite 1,black 1,B+R\n');
    const folder = join(place.path, 'out');
    const left = async (...argv: string[]): Promise<string | undefined> => {
      const { err } = await place.sgfReferee([...argv, '--out', folder]);
      return /out: of an earlier run, not of this one: (.*)\n/.exec(err)?.[1];
    };
    expect(await left('audit', one)).toBeUndefined();
    expect(await left('crosscheck', one, '--table', table)).toBeUndefined();
    expect(await left('audit', one)).toBe('pairings.csv');
    expect(await left('audit', one, '--quiet')).toBeUndefined();
    expect(await left('score', one)).toBe('games.csv, pairings.csv, index.html');
    for (const to of ['--to', '--table']) {
      await left('convert', one, to, 'aga');
      expect(await left('check', one)).toContain('conversions.csv');
    }
    place.put('out/pairings.csv', 'round,table,black,white,handicap,komi,result,file\n');
    place.put('out/games.csv', 'file,game,points\n');
    place.put('out/conversions.csv', 'a\n');
    place.put('out/index.html', '<!doctype html>\n<html lang="en">\n<head>\n<title>My club</title>');
    expect(await left('score', one)).toBeUndefined();
  });

  test('names that are not UTF-8: a folder is read whole, and a glob says which files it could not', async () => {
    place.put('games/a.sgf', gameText(1));
    writeFileSync(
      Buffer.concat([Buffer.from(`${place.path}/games/`), Buffer.from([0xc6, 0xe5]), Buffer.from('.sgf')]),
      gameText(2),
    );
    expect(names((await audit(join(place.path, 'games'))).out)).toEqual([
      'games/a.sgf',
      'games/\ufffd\ufffd.sgf',
    ]);
    for (const glob of ['games/*.sgf', 'games/\ufffd\ufffd.sgf']) {
      const { code, err } = await audit(join(place.path, glob));
      expect([code, err]).toEqual([
        2,
        expect.stringContaining('games/\ufffd\ufffd.sgf: its name is not UTF-8'),
      ]);
    }
  });

  test('--table belongs to another command, which is named', async () => {
    const { code, err } = await audit(place.put('a.sgf', gameText(1)), '--table', 'x.csv');
    expect([code, err]).toEqual([2, expect.stringContaining('sgf-referee crosscheck INPUT --table FILE')]);
  });

  test('a cell that a spreadsheet would run is escaped', async () => {
    const { out } = await audit(place.put('a.sgf', gameText(1).replace('black 1', '=1+1')));
    expect(rowsOf(out)[0]![column('black')]).toBe("'=1+1");
  });

  test('on a terminal a table, no line wider than 80', async () => {
    place.put(`${'long'.repeat(20)}棋.sgf`, OCCUPIED);
    const { out, err } = await place.sgfReferee(['audit', '--no-score', place.path], { tty: 'both' });
    expect(out).toMatch(/move\/occupied/);
    for (const line of `${out}${err}`.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});

test('on a terminal, findings about files stand below the games, of each code the first', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `in/${name}.sgf`);
  for (const name of names) place.put(name, Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  place.put('in/h.zip', Buffer.from('PK\x03\x04junk', 'latin1'));
  place.put('in/z.sgf', gameText(1));
  const pictures = names.map((name) => `${name}: error: The file is not SGF: a PNG picture [file/not-sgf]`);
  const archive = 'in/h.zip: error: The archive is damaged: it has no zip directory [archive/damaged]';

  const shown = await inTerminal('sgf-referee audit --no-score --no-progress in', { cwd: place.path });
  const lines = shown.text.split('\r\n');
  expect(lines[2]).toMatch(/^in\/z\.sgf /);
  expect(lines.slice(3, 10)).toEqual([
    ...pictures.slice(0, 5),
    'and 2 more [file/not-sgf]; --out FOLDER writes them all to findings.csv',
    archive,
  ]);
  // A file that takes standard error gets every line.
  const { err } = await place.sgfReferee(['audit', '--no-score', join(place.path, 'in')], { tty: 'both' });
  expect(err.replaceAll(`${place.path}/`, '').split('\n').slice(0, 8)).toEqual([...pictures, archive]);
});

test('who reads CSV in a pager is told of the text, and nobody else', async () => {
  const told = async (tty?: 'both' | 'all' | 'stderr', ...options: readonly string[]): Promise<boolean> =>
    (await place.sgfReferee(['audit', place.path, ...options], tty && { tty })).err.includes(
      'CSV, as for programs',
    );
  place.put('resigned.sgf', gameText(1));
  expect(await told('stderr')).toBe(true);
  expect(await told()).toBe(false);
  expect(await told('all')).toBe(false);
  expect(await told('stderr', '--format', 'csv')).toBe(false);
  expect(await told('stderr', '--quiet')).toBe(false);
});

test('below the table on a terminal stands what its verdicts mean, and nowhere else', async () => {
  place.put('resigned.sgf', gameText(1));
  const { out } = await place.sgfReferee(['audit', place.path], { tty: 'both' });
  expect(out.split('\n').slice(3)).toEqual([
    'not-checked: no count is declared (resignation, time, no result)',
    '',
  ]);
  expect((await audit(place.path)).out).not.toContain('not-checked:');
});

describe('exit codes', () => {
  test.each([
    ['error', OCCUPIED, 1],
    ['never', OCCUPIED, 0],
    ['warning', gameText(1), 0],
  ])('--fail-on %s', async (level, text, code) => {
    expect((await audit(place.put('a.sgf', text), '--fail-on', level)).code).toBe(code);
  });

  test('ignored codes do not count', async () => {
    expect((await audit(place.put('a.sgf', OCCUPIED), '--ignore', 'move/occupied')).code).toBe(0);
  });

  test.each([
    [['audit', 'x', '--bogus'], /bogus/],
    [['audit', 'x', '--where', 'moves=0'], /there is no option --where; list has it/],
    [['audit', 'x', '--rules', 'japanse'], /did you mean japanese/],
    [['audit', 'x', '--komi', 'six'], /--komi: must be a number of points, not six/],
    [['audit', 'x', '--jobs', '0'], /--jobs/],
    [['audit', 'x', '--format', 'xml'], /format/],
    [['audit', 'x', '--ignore', 'move/kos'], /did you mean move\/ko/],
    [['audit', 'x', '--dead', 'A1'], /--dead: cannot read A1: no such file; expected CSV with the columns/],
    [['audit', 'x', '--fmt', 'csv'], /did you mean --format\?/],
    [['audit', '-', '-'], /once/],
    [['explain', 'move/kos'], /did you mean move\/ko/],
    [['explain', 'confirmd'], /nothing is called confirmd; did you mean confirmed\?/],
    [['explain', 'foo'], /nothing is called foo; explain without a word lists all findings$/m],
    [['rules', 'agaa'], /did you mean aga/],
    [['nonsense'], /there is no command nonsense/],
  ])('wrong usage: %j', async (argv, message) => {
    const { code, err, out } = await place.sgfReferee(argv);
    expect(err).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(2);
    expect([code, out]).toEqual([2, '']);
  });

  test('an interrupted run is 130, with whole rows', async () => {
    const stop = new AbortController();
    stop.abort();
    for (let i = 0; i < 300; i++) place.put(`${String(i)}.sgf`, gameText(i));
    const { code, out } = await place.sgfReferee(['audit', '--no-score', '--jobs', '1', place.path], {
      signal: stop.signal,
    });
    expect(code).toBe(130);
    expect(out.endsWith('\n')).toBe(true);
  });

  test('a worker that dies is a finding for the file in work, and the others are read', async () => {
    for (let i = 0; i < 300; i++) place.put(`${String(i + 100)}.sgf`, gameText(i));
    place.put('kill.sgf', gameText(999));
    const workerUrl = new URL('../batch/dying-worker.mjs', import.meta.url);
    // Without scores this thread works too, and might be the one that gets the file.
    const { code, out, err } = await place.sgfReferee(['audit', '--jobs', '2', place.path], { workerUrl });
    expect(err).toMatch(/kill\.sgf: error: .* \[internal\/worker-lost\]/);
    expect(rowsOf(out)).toHaveLength(300);
    expect(code).toBe(3);
  });
});

describe('configuration', () => {
  test('is found by itself; the command line wins', async () => {
    place.put('sgf-referee.config.json', '{ "fail-on": "never" }');
    const file = place.put('a.sgf', OCCUPIED);
    expect((await audit(file)).code).toBe(0);
    expect((await audit(file, '--fail-on', 'error')).code).toBe(1);
  });

  test('with an unknown option is wrong usage', async () => {
    const config = place.put('c.json', '{ "failon": "never" }');
    const { code, err } = await audit(place.path, '--config', config);
    expect(code).toBe(2);
    expect(err).toMatch(/did you mean fail-on/);
  });
});

describe('other commands', () => {
  test('rules: the table, one in full, two side by side with their differences marked', async () => {
    expect((await place.sgfReferee(['rules'])).out).toMatch(/^japanese +territory/m);
    expect((await place.sgfReferee(['rules', 'aga'])).out).toMatch(/^superko +situational +\[/m);
    const { out, code } = await place.sgfReferee(['rules', 'aga', 'japanese']);
    expect(out).toMatch(/^\* superko +situational +none$/m);
    expect(out).toMatch(/^ {2}self-capture +forbidden +forbidden$/m);
    expect(code).toBe(0);
  });

  test('explain: one code, and the list of all', async () => {
    expect((await place.sgfReferee(['explain', 'move/ko'])).out).toMatch(/^move\/ko \(error\)/);
    expect((await place.sgfReferee(['explain', 'passes-missing'])).out).toMatch(/^ending\/passes-missing \(/);
    expect((await place.sgfReferee(['explain', 'dame'])).out).toMatch(
      /^dame \(column of games.csv, score, convert --table\): .*\n[a-z]+\/[a-z-]+ +(error|warning|note) /,
    );
    for (const [words, found] of [
      ['passing', /^ending\/passes-missing .*\n(ending\/.*\n)+/],
      ['captured', /^move\/self-capture \(/],
      ['wrong winner', /^result\/winner-differs /],
      ['Jigo', /^result\/missing /],
      ['time out', /^time\/loss-with-time /],
      ['illegal', /^move\/off-board /m],
      ['agrees', /^agrees \(verdict of crosscheck\): /],
      ['differs', /^differs \(column of duplicates\): [^]*\ndiffers \(verdict of crosscheck\): /],
      ['cannot-tell', /^cannot-tell \(verdict of crosscheck\): /],
      ['undecided', /^undecided \(column of [^]*\ncannot-tell \(verdict of crosscheck\): undecided/],
      ['move/ko move/occupied', /^move\/ko \(error\)[^]*\n\nmove\/occupied \(error\)/],
      ['unsure move/ko', /^unsure \(verdict\)[^]*\n\nmove\/ko \(error\)/],
      ['to_low repair_confidence', /^to_low \(column[^]*\nrepair_confidence \(column/],
    ] as const)
      expect((await place.sgfReferee(['explain', ...words.split(' ')])).out, words).toMatch(found);
    for (const [word, found] of [
      ['to_low', /^to_low \(column of convert\): Smallest margin_to/],
      ['parity', /^parity \(column of convert\): [^]*\nkomi\/result-parity \(/],
      ['needs-ruling', /^needs_ruling \(column of games.csv\): [^]*\nillegal-move \(needs a ruling\)/],
    ] as const)
      expect((await place.sgfReferee(['explain', word])).out).toMatch(found);
    const seki = (await place.sgfReferee(['explain', 'seki'])).out;
    expect(seki).toMatch(/^convention\/seki-points/m);
    expect(seki).toMatch(/^[a-z]+\/[a-z-]+ +(error|warning|note) /);
    const convention = await place.sgfReferee(['explain', 'open-end']);
    expect(convention.out).toMatch(/^convention\/open-end: /);
    expect((await place.sgfReferee(['explain', 'unsure'])).out).toMatch(
      /^unsure \(verdict\): the count differs/,
    );
    expect((await place.sgfReferee(['explain', 'verdict'])).out.match(/ \(verdict\): /g)).toHaveLength(7);
    const [all, needs] = [await place.sgfReferee(['explain', 'needs_ruling']), RULING_NEEDS];
    expect(all.out.match(/^[\w-]+(?= \(needs a ruling\): )/gm)).toEqual([...needs]);
    for (const need of needs) {
      const { code, out } = await place.sgfReferee(['explain', need]);
      expect([code, out]).toEqual([0, expect.stringContaining('Next: sgf-referee ruling FILE --game N')]);
    }
    const list = (await place.sgfReferee(['explain'])).out.split('\n');
    expect(list.filter((line) => line !== '')).toHaveLength(FINDING_CODES.length + CONVENTIONS.length);
  });
});

test('dead stones from a file count as dead', async () => {
  const file = place.put(
    'a.sgf',
    '(;GM[1]FF[4]SZ[5]RU[Japanese]KM[0.5]RE[?]AB[ab][bb][cb][db][eb]AW[ad][bd][cd][dd][ed][aa];B[];W[])',
  );
  const dead = place.put('dead.csv', `file,game,points\n"${file}",1,A5\n`);
  const [row] = rowsOf((await place.sgfReferee(['audit', file, '--dead', dead])).out);
  expect([row![column('dead_source')], row![column('dead_white')], row![column('result')]]).toEqual([
    'given',
    '1',
    'B+0.5',
  ]);
});

describe('dead stones from a file that are none', () => {
  const sgf =
    '(;GM[1]FF[4]SZ[5]RU[Japanese]KM[0.5]RE[?]AB[ab][bb][cb][db][eb]AW[ad][bd][cd][dd][ed][aa];B[];W[])';

  test.each([
    ['1,A5 Z9', '"Z9" is not a point of this board'],
    ['1,A5 C3', '"C3" is empty in the final position'],
    ['1,A5 F1', '"F1" is not a point of this board'],
    ['1,I1', '"I1" is not a point of this board'],
  ])('%s: the game is not scored, and a finding says why', async (cells, reason) => {
    const file = place.put('a.sgf', sgf);
    const dead = place.put('dead.csv', `file,game,points\n"${file}",${cells}\n`);
    const { out, code } = await place.sgfReferee(['audit', file, '--dead', dead, '--format', 'jsonl']);
    const game = JSON.parse(out) as { findings: { code: string; message: string }[] };
    expect(code).toBe(1);
    expect(game).toMatchObject({ scored: false, not_scored_because: 'the given dead stones were refused' });
    const found = game.findings.find((one) => one.code === 'dead/given-refused');
    expect(found?.message).toBe(`The dead stones given in row 2 are rejected: ${reason}`);
  });

  test.each([
    ['b.sgf,1,A5', 'row 2: b.sgf is not in the input'],
    ['a.sgf,2,A5', 'row 2: a.sgf has 1 game, no game 2'],
  ])('%s: refused before anything is read', async (row, reason) => {
    place.put('games/a.sgf', sgf);
    const dead = place.put('dead.csv', `file,game,points\n${row.replace(/^/, place.path + '/games/')}\n`);
    const { code, err, out } = await place.sgfReferee(['audit', `${place.path}/games`, '--dead', dead]);
    expect([code, out]).toEqual([2, '']);
    expect(err.replaceAll(`${place.path}/games/`, '')).toContain(reason);
  });
});

describe('the built command', () => {
  const bin = fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url));

  test('runs as a process, and a closed pipe ends it quietly', () => {
    for (let i = 0; i < 2000; i++) place.put(`${String(i)}.sgf`, gameText(i));
    const run = spawnSync(
      'sh',
      ['-c', `"${process.execPath}" "${bin}" audit --no-score "${place.path}" | head -n 2`],
      { encoding: 'utf8' },
    );
    expect(run.stdout.split('\n')).toHaveLength(3);
    expect(run.stderr).not.toMatch(/EPIPE|Error/);
    const version = spawnSync(process.execPath, [bin, '--version'], { encoding: 'utf8' });
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(version.status).toBe(0);
  });
});
