import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeZip } from '../batch/make-zip.js';
import { gameText, makePlace, type Place } from './harness.js';

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

const format = (...argv: string[]): ReturnType<Place['sgfReferee']> => place.sgfReferee(['format', ...argv]);
const read = (...parts: string[]): string => fs.readFileSync(join(place.path, ...parts), 'utf8');
const names = (folder = ''): string[] =>
  fs.readdirSync(join(place.path, folder), { recursive: true, encoding: 'utf8' }).sort();

const OLD = '(;SZ[9]PB[Lee]PW[Cho]DT[1990-05-04];B[ee];W[gc])';
const LOSSY = '(;FF[4]GM[1]SZ[9];B[ee]\nxyz W[gc])';

/** What the command makes of a text. */
async function formatted(text: string, ...argv: string[]): Promise<string> {
  const said = await place.sgfReferee(['format', '-', ...argv], { stdin: Buffer.from(text) });
  expect(said.err).toBe('');
  expect(said.code).toBe(0);
  return said.out;
}

describe('standard output', () => {
  it('has one file, as FF[4] in UTF-8; a second time nothing changes', async () => {
    const text = await formatted(OLD);
    expect(text).toMatch(/FF\[4\]/);
    expect(text).toMatch(/CA\[UTF-8\]/);
    expect(await formatted(text)).toBe(text);
    const file = place.put('a.sgf', OLD);
    expect((await format(file)).out).toBe(text);
    expect(read('a.sgf')).toBe(OLD);
  });

  it('says which moves were repaired, but for --quiet', async () => {
    const broken = fs
      .readFileSync(new URL('../../samples/scored/winner-flips.sgf', import.meta.url), 'utf8')
      .replace(';B[bf];W[hc]', ';B[bf];B[bf];W[hc]');
    expect(broken).toContain(';B[bf];B[bf]');
    const file = place.put('broken.sgf', broken);
    expect((await format(file, '--repair')).err).toMatch(/broken\.sgf \(1\): moves repaired: -\d+:B4\n$/);
    expect((await format(file, '--repair', '--quiet')).err).toBe('');
    expect((await format(file)).err).toBe('');
    const whole = place.put('whole.sgf', OLD);
    const { err } = await format(file, whole, '--repair', '--check');
    expect(err).toMatch(/\n2 files, 2 would change, moves of 1 game would be repaired\n$/);
  });

  it('names a charset that is hardly more than a guess: what is written cannot be guessed again', async () => {
    const head = Buffer.from('(;GM[1]FF[4]SZ[9]PB[Ond\xf8ej \x8ailt]PW[\x8eák];B[ee])', 'latin1');
    const file = place.put('czech.sgf', head);
    expect((await format(file)).err).toMatch(
      /czech\.sgf: read as \S+, a guess \(confidence 0\.\d\d\): --charset-in/,
    );
    expect((await format(file, '--charset-in', 'windows-1250')).err).toBe('');
    expect((await format(file, '--charset-in', 'windows-1250')).out).toContain('Ondřej Šilt');
  });

  it('calls the tail of another game no repaired moves, and its place roughly known', async () => {
    const sound = fs.readFileSync(new URL('../../samples/scored/winner-flips.sgf', import.meta.url), 'utf8');
    const nodes = sound.match(/;[BW]\[[a-i]{2}\]/g)!;
    const tail = nodes.slice(0, 26).map((node) => node.replace(/\[(.)(.)\]/, '[$2$1]'));
    const joined = `(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]RE[B+R]${nodes.slice(0, 28).join('')}${tail.join('')})`;
    const { out, err } = await format(place.put('joined.sgf', joined), '--repair');
    expect(err).toMatch(
      /\(1\): the tail from about move 29 on, probably of another game, is kept as a variation\n$/,
    );
    expect(out).toMatch(/from about move 29 on the moves are probably those of another game/);
  });

  it('writes the repair with which a broken record has the moves of a sound one, though another is likelier', async () => {
    const sound = fs.readFileSync(new URL('../../samples/scored/winner-flips.sgf', import.meta.url), 'utf8');
    const broken = place.put('broken.sgf', sound.replace(';W[ge]', ';W[he]'));
    expect((await format(broken, '--repair')).err).toMatch(/moves repaired: 9:H5>G5\n$/);
    place.put('whole/sound.sgf', sound);
    const { err } = await format(broken, join(place.path, 'whole'), '--repair', '--write');
    expect(err).toMatch(/broken\.sgf \(1\): moves repaired: 14:H5>G5, as in .*sound\.sgf\n/);
    const plays = (text: string): string[] => text.match(/;[BW]\[[a-i]{0,2}\]/g) ?? [];
    expect(plays(read('broken.sgf'))).toEqual(plays(sound));
    expect(read('broken.sgf')).toContain('move 14 was W[he\\], a misprint');
  });

  it('does not take for a sound record what an earlier run wrote', async () => {
    const sound = fs.readFileSync(new URL('../../samples/scored/winner-flips.sgf', import.meta.url), 'utf8');
    place.put('in/broken.sgf', sound.replace(';W[ge]', ';W[he]'));
    place.put('in/done/earlier.sgf', sound);
    const folder = join(place.path, 'in');
    const { err, code } = await format(folder, '--repair', '--out', join(folder, 'done'));
    expect([code, err]).toEqual([0, expect.stringMatching(/moves repaired: 9:H5>G5\n1 file, 1 changed/)]);
    expect(names('in/done')).toEqual(['broken.sgf', 'earlier.sgf']);
  });

  it('says which repair is too unsure to be written, and how to have it', async () => {
    const moves = fs.readFileSync(new URL('../../samples/scored/winner-flips.sgf', import.meta.url), 'utf8');
    const file = place.put('unsure.sgf', moves.replace('W[eg]', 'W[ec]'));
    const { err, out } = await format(file, '--repair');
    expect(err).toMatch(
      /unsure\.sgf \(1\): moves not repaired: the chance of (\S+) is 0\.[3-7]\d, below 0\.8; --decisions with "repair": "\1" for this game/,
    );
    expect(out).not.toContain('probably');
  });

  it('says what of a decision does not fit, and exits with 1; what fits is written', async () => {
    const file = place.put('old.sgf', OLD);
    const list = await place.sgfReferee(['list', file, '--columns', 'moves_digest', '-q']);
    const by = { game: list.out.trim().split('\n')[1], name: 'Ed', date: '2026-11-26', reason: 'late' };
    const decisions = [{ ...by, repair: '2:S2>J2', result: 'W+F' }];
    const { code, out, err } = await format(
      file,
      '--decisions',
      place.put('d.json', JSON.stringify({ decisions })),
      '--quiet',
    );
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/\(1\): not written: .* S2 is not a point of this/),
    ]);
    expect(out).toContain('GC[result W+F: decided by Ed');
  });

  it('reads no more than --limit allows', async () => {
    const two = place.put('two.sgf', OLD + OLD);
    expect((await format(two, '--limit', 'gamesPerFile=2')).code).toBe(0);
    const said = await format(two, '--limit', 'gamesPerFile=1');
    expect(said).toMatchObject({ code: 1, out: '' });
    expect(said.err).toContain('would be lost: data beyond a limit');
    const wrong = await format(two, '--limit', 'gamesPerFil=1');
    expect(wrong).toMatchObject({ code: 2, out: '' });
    expect(wrong.err).toContain('did you mean gamesPerFile?');
  });

  it('does not take several files', async () => {
    const said = await format(place.put('a.sgf', OLD), place.put('b.sgf', OLD));
    expect(said).toMatchObject({ code: 2, out: '' });
    expect(said.err).toContain('several files: give --write');
  });

  it.each<[string, string[], RegExp]>([
    ['swapped colors', ['--swap-colors'], /PB\[Cho\][^]*;W\[ee\]/],
    ['a turned board', ['--symmetry', 'mirror-horizontal'], /W\[cc\]/],
    ['dates', ['--normalize', 'all'], /DT\[1990-05-04\]/],
    ['another charset', ['--charset', 'gb18030'], /CA\[GB18030\]/i],
    ['a root as it was', ['--root', 'kept'], /^\(;(?!.*FF\[4\])/],
  ])('%s', async (_, argv, expected) => {
    expect(await formatted(OLD, ...argv)).toMatch(expected);
  });

  it('one game of a collection, without variations and comments', async () => {
    const two = `${OLD}(;SZ[9];B[aa]C[hm](;W[bb])(;W[cc]))`;
    const text = await formatted(two, '--game', '2', '--main-line', '--strip', 'comments');
    expect(text).toContain('B[aa]');
    expect(text).not.toMatch(/hm|W\[cc\]|Lee/);
  });
});

describe('a file of which something cannot be kept', () => {
  it('is refused with the place, and stays; --lossy writes it', async () => {
    const file = place.put('a.sgf', LOSSY);
    const refused = await format(file, '--write');
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/a\.sgf:2:1: would be lost: text between properties: xyz/);
    expect(refused.err).toContain('1 refused');
    expect(read('a.sgf')).toBe(LOSSY);
    const written = await format(file, '--write', '--lossy');
    expect(written.code).toBe(0);
    expect(written.err).toMatch(/a\.sgf:2:1: is lost/);
    expect(read('a.sgf')).not.toContain('xyz');
  });
});

describe('--check, --diff and --write', () => {
  it('list, show and change the same files', async () => {
    const text = await formatted(OLD);
    const done = place.put('games/done.sgf', text);
    const old = place.put('games/old.sgf', OLD);
    const games = join(place.path, 'games');
    const check = await format(games, '--check');
    expect(check).toEqual({ code: 1, out: `${old}\n`, err: '2 files, 1 would change\n' });
    const diff = await format(games, '--diff', '--quiet');
    expect(diff.code).toBe(0);
    expect(diff.out).toBe(
      `--- a/${old}\n+++ b/${old}\n@@ -1 +1${text.split('\n').length > 2 ? `,${String(text.split('\n').length - 1)}` : ''} @@\n-${OLD}\n\\ No newline at end of file\n${text.replace(/^(?=.)/gm, '+')}`,
    );
    expect((await format(games, '--write', '--backup', 'bak')).err).toBe('2 files, 1 changed\n');
    expect([fs.readFileSync(done, 'utf8'), fs.readFileSync(old, 'utf8')]).toEqual([text, text]);
    expect(names('games')).toEqual(['done.sgf', 'old.sgf', 'old.sgf.bak']);
    expect(read('games', 'old.sgf.bak')).toBe(OLD);
    expect(await format(games, '--check')).toMatchObject({ code: 0, out: '' });
  });

  it('changes files from a list, and one of many parts', async () => {
    const games = Array.from({ length: 2500 }, (_, i) => gameText(i, 40));
    const large = place.put('large.sgf', games.join('\n'));
    expect(fs.statSync(large).size).toBeGreaterThan(512 * 1024);
    const list = place.put('list', `${large}\n`);
    expect(await format('--files-from', list, '--write')).toMatchObject({ code: 0 });
    expect(read('large.sgf').match(/PB\[black \d+\]/g)).toHaveLength(2500);
    expect(await format(large, '--check')).toMatchObject({ code: 0 });
  });

  it('never writes into archives', async () => {
    const zip = place.put('a.zip', makeZip([{ name: 'in/a.sgf', contents: OLD }]));
    const before = fs.readFileSync(zip);
    const said = await format(zip, '--write');
    expect(said.code).toBe(2);
    expect(said.err).toContain('extract it first, or give --out DIR');
    expect(fs.readFileSync(zip)).toEqual(before);
  });

  it('tells once of an input that is not there', async () => {
    const said = await format('no-such.sgf', '--check', '--quiet');
    expect(said.code).toBe(2);
    expect(said.err.split('\n')).toHaveLength(2);
  });
});

describe('--out, --split and --join', () => {
  it('names a record of another format after it, so that the SGF beside it keeps its name', async () => {
    place.put('games/x.gib', '\\HS\n\\HE\n\\GS\n2 1 0\n119 0 &4\nINI 0 1 0 &4\nSTO 0 2 1 3 3\n\\GE\n');
    place.put('games/x.sgf', OLD);
    const said = await format(join(place.path, 'games'), '--out', join(place.path, 'new'), '--quiet');
    expect(said.code).toBe(0);
    expect(names('new')).toEqual(['x.gib.sgf', 'x.sgf']);
    expect(read('new', 'x.sgf')).toContain('PB[Lee]');
  });

  it('keep the folders of the inputs, those of archives too, and overwrite nothing', async () => {
    place.put('games/2020/a.sgf', OLD);
    place.put('games/b.zip', makeZip([{ name: 'in/c.sgf', contents: OLD }]));
    const argv = [join(place.path, 'games'), '--out', join(place.path, 'new'), '--quiet'];
    expect(await format(...argv)).toEqual({ code: 0, out: '', err: '' });
    expect(names('new')).toEqual(['2020', '2020/a.sgf', 'b.zip', 'b.zip/in', 'b.zip/in/c.sgf']);
    const again = await format(...argv);
    expect(again.code).toBe(2);
    expect(again.err).toContain('already exists');
  });

  it('name games by their headers, safely, with numbers where names repeat', async () => {
    const evil = '(;SZ[9]PB[../../etc]PW[CON]DT[1990])';
    const file = place.put('all.sgf', OLD + OLD.replace('Lee', 'LEE') + evil);
    const out = join(place.path, 'new');
    await format(file, '--split', '--out', out, '--name', '{date}_{black}-{white}.sgf');
    expect(names('new')).toEqual([
      '1990-05-04_LEE-Cho-2.sgf',
      '1990-05-04_Lee-Cho.sgf',
      '1990_.._.._etc-CON.sgf',
    ]);
    expect(names()).toEqual(['all.sgf', 'new', ...names('new').map((name) => `new/${name}`)].sort());
    const joined = join(place.path, 'joined.sgf');
    expect((await format(out, '--join', joined)).err).toContain('3 files');
    expect(read('joined.sgf').match(/PB\[/g)).toHaveLength(3);
  });
});

describe('options that make no sense', () => {
  it.each<[string[], string]>([
    [['--write', '--out', 'x'], 'one of --write'],
    [['--backup', '.bak'], 'needs --write'],
    [['--write', '--backup', '.sgf'], 'name a suffix that no game record has'],
    [['--write', '--backup', 'sgf'], 'name a suffix that no game record has'],
    [['--keep-times'], 'needs --write'],
    [['--split'], 'needs --out'],
    [['--split', '--out', 'x', '--name', '{player}'], '{player} is not a field'],
    [['--split', '--out', 'x', '--name', 'a/{black}'], 'cannot contain a folder'],
    [['--strip', 'coments'], 'did you mean comments'],
    [['--charset', 'klingon'], 'klingon'],
    [['--rules', 'klingon'], 'klingon'],
    [['--game', '0'], 'whole number'],
  ])('%j', async (argv, expected) => {
    const said = await format('x.sgf', ...argv);
    expect(said.code).toBe(2);
    expect(said.err).toContain(expected);
  });
});
