import { symlinkSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { gameText, makePlace } from './harness.js';

const place = makePlace();
afterAll(place.remove);

const first = gameText(1, 24);
const retold = first.replace('RE[B+R]', 'RE[W+R]');
const short = gameText(1, 21);
place.put('a.sgf', first);
place.put('b/copy.sgf', first);
place.put('b/more.sgf', gameText(2) + retold);
place.put('c, d.sgf', short);
place.put('e.sgf', gameText(3));

async function duplicates(...words: string[]): Promise<string> {
  const { code, out, err } = await place.sgfReferee(['duplicates', place.path, '--quiet', ...words]);
  expect([code, err]).toEqual([0, '']);
  return out.replaceAll(`${place.path}/`, '');
}

const CSV = `group,kind,file,game,of_file,of_game,moves,differs
1,first,a.sgf,1,,,24,
1,exact,b/copy.sgf,1,a.sgf,1,24,
1,result,b/more.sgf,2,a.sgf,1,24,result
1,prefix,"c, d.sgf",1,a.sgf,1,21,
`;

describe('forms of output', () => {
  it('is CSV, the same for any number of jobs', async () => {
    expect(await duplicates()).toBe(CSV);
    expect(await duplicates('--jobs', '3')).toBe(CSV);
  });

  it('is JSON, or a line of JSON each', async () => {
    const rows = JSON.parse(await duplicates('--format', 'json')) as Record<string, unknown>[];
    expect(rows.map(({ kind }) => kind)).toEqual(['first', 'exact', 'result', 'prefix']);
    expect(rows[2]).toEqual({
      group: 1,
      kind: 'result',
      file: 'b/more.sgf',
      game: 2,
      of_file: 'a.sgf',
      of_game: 1,
      moves: 24,
      differs: 'result',
    });
    const lines = await duplicates('--format', 'jsonl', '--kind', 'exact');
    expect(
      lines
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([rows[0], rows[1]]);
    expect(await duplicates('--format', 'json', '--kind', 'symmetric')).toBe('[\n\n]\n');
  });

  it('is text that a person reads', async () => {
    expect(await duplicates('--format', 'text')).toBe(
      [
        'group 1: 24 moves',
        '  first     a.sgf',
        '  exact     b/copy.sgf',
        '            of a.sgf',
        '  result    b/more.sgf game 2',
        '            of a.sgf',
        '            differs: result',
        '  prefix    c, d.sgf',
        '            21 moves, the beginning of a.sgf',
        '',
      ].join('\n'),
    );
  });

  it('tells at the end how many games repeat others', async () => {
    const { err } = await place.sgfReferee(['duplicates', place.path, '--kind', 'exact,result']);
    expect(err).toBe('2 of 6 games repeat others\n');
  });
});

describe('--files names files that can be deleted', () => {
  const named = first.replace('PB[', 'PB[Mr ');
  const turned = first.replace(/\[([a-s])([a-s])\]/g, '[$2$1]');
  it.each<[situation: string, files: Record<string, string>, deletable: string[]]>([
    ['an equal copy', { a: first, b: first }, ['b']],
    ['another comment', { a: first, b: `${first.slice(0, -1)}C[so])` }, ['b']],
    ['a longer name of a player', { a: first, b: named }, ['b']],
    ['another result', { a: first, b: retold }, []],
    ['two results, each twice', { a: first, b: retold, c: retold, d: first }, ['c', 'd']],
    ['cut short', { a: first, b: short }, []],
    ['the shorter one first', { a: short, b: first }, []],
    ['a mirrored board', { a: first, b: turned }, []],
    ['another game in the same file', { a: first, b: first + gameText(2) }, []],
    ['a copy of one game, the beginning of another', { a: first, b: first + short }, []],
    ['two games, kept in two files', { a: first, b: gameText(2), c: gameText(2) + first }, ['c']],
    ['two files with the same two games', { a: first + gameText(2), b: gameText(2) + first }, ['b']],
    ['twice in one file', { a: first + first }, []],
  ])('%s', async (situation, files, deletable) => {
    const folder = `of/${situation}`;
    for (const [name, text] of Object.entries(files)) place.put(`${folder}/${name}.sgf`, text);
    const { out } = await place.sgfReferee(['duplicates', `${place.path}/${folder}`, '--files']);
    const names = out.split('\n').slice(0, -1);
    expect(names).toEqual(deletable.map((name) => `${place.path}/${folder}/${name}.sgf`));
  });

  it('never the only file: one that is named twice, a link to it, a copy of standard input', async () => {
    const one = place.put('one/a.sgf', first);
    symlinkSync(one, `${place.path}/one/link.sgf`);
    for (const words of [
      [one, `${place.path}/one`],
      ['-', one],
      [`${place.path}/one`, one, '-'],
    ]) {
      const stdin = Buffer.from(first);
      expect(await place.sgfReferee(['duplicates', ...words, '--files'], { stdin })).toMatchObject({
        out: '',
      });
    }
  });

  it.each(['near', 'part'])(
    'never of the kind %s: which of two records is right cannot be told',
    async (kind) => {
      const { code, out, err } = await place.sgfReferee([
        'duplicates',
        place.path,
        '--kind',
        kind,
        '--files',
      ]);
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain('records of the kinds near and part differ: compare them without it');
    },
  );

  it('of the kinds that are asked for', async () => {
    expect(await duplicates('--files', '-0', '--kind', 'prefix')).toBe('c, d.sgf\0');
  });
});

it('reads standard input, which can be read only once', async () => {
  const { out } = await place.sgfReferee(['duplicates', '-', '--quiet'], {
    stdin: Buffer.from(`${short}\n${first}`),
  });
  expect(out.split('\n').slice(1, -1)).toEqual(['1,first,-,2,,,24,', '1,prefix,-,1,-,2,21,']);
});

it('goes on past files that cannot be read', async () => {
  const png = place.put('other/picture.sgf', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  const { code, out, err } = await place.sgfReferee([
    'duplicates',
    `${place.path}/a.sgf`,
    png,
    `${place.path}/b`,
  ]);
  expect([code, out.split('\n').length]).toEqual([1, 5]);
  expect(err).toContain('file/not-sgf');
});

it.each([
  [['--kind', 'same'], '--kind: same is not known'],
  [['--min-moves', '0'], '--min-moves: must be a whole number from 1'],
  [['-0'], '--null: needs --files'],
])('%j is refused', async (words, said) => {
  const { code, err } = await place.sgfReferee(['duplicates', place.path, ...words]);
  expect(code).toBe(2);
  expect(err).toContain(said);
});
