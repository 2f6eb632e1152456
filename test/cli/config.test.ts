import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { matcherOf } from '../../cli/config-file.js';
import { gameText, makePlace, type Place } from './harness.js';

let place: Place;
beforeEach(() => {
  place = makePlace();
  ['fox', 'kgs', 'ogs'].forEach((folder, i) => place.put(`games/${folder}/1.sgf`, game(i)));
});
afterEach(() => place.remove());

/** rules/missing, komi/missing */
function game(number: number): string {
  return gameText(number).replace('RU[Japanese]KM[6.5]', '').replace('B+R', 'W+R');
}
const NAME = 'sgf-referee.config.json';

function configure(folder: string, config: object): void {
  place.put(join(folder, NAME), JSON.stringify(config));
}

/** Ruleset and codes of each game. */
async function judged(...options: readonly string[]): Promise<Record<string, string>> {
  const games = join(place.path, 'games');
  const argv = ['audit', games, '--no-score', '--format', 'jsonl', '-q', ...options];
  const { code, out, err } = await place.sgfReferee(argv);
  if (code === 2) throw new Error(err);
  const rows = out.split('\n').filter((line) => line !== '');
  return Object.fromEntries(
    rows.map((line) => {
      const { file, ruleset, findings } = JSON.parse(line) as {
        file: string;
        ruleset: string;
        findings: readonly { code: string }[];
      };
      return [
        file.slice(games.length + 1),
        [ruleset, ...findings.map(({ code: one }) => one).sort()].join(' '),
      ];
    }),
  );
}

test.each(['1', '3'])(
  'each game is judged by the configuration of its own file, with %s jobs',
  async (jobs) => {
    configure('games/fox', { rules: 'chinese', ignore: ['komi/'] });
    configure('games', {
      nested: true,
      'default-rules': 'aga',
      overrides: [{ files: ['kgs/**'], rules: 'japanese', only: ['rules/'] }],
    });
    expect(await judged('--jobs', jobs)).toEqual({
      'fox/1.sgf': 'chinese rules/missing',
      'kgs/1.sgf': 'japanese rules/missing',
      'ogs/1.sgf': 'aga komi/missing rules/missing',
    });
  },
);

describe('precedence, from the last to the first', () => {
  const steps: readonly (readonly [string, () => readonly string[], string])[] = [
    ['the default', () => [], 'unknown'],
    ['the file of the current folder', () => (configure('.', { rules: 'aga', nested: true }), []), 'aga'],
    ['a file nearer to the game', () => (configure('games', { rules: 'japanese' }), []), 'japanese'],
    [
      'an override',
      () => (
        configure('games', { rules: 'japanese', overrides: [{ files: ['fox'], rules: 'chinese' }] }),
        []
      ),
      'chinese',
    ],
    [
      'a later override',
      () => {
        const overrides = [
          { files: ['fox'], rules: 'chinese' },
          { files: ['*.sgf'], rules: 'new-zealand' },
        ];
        configure('games', { rules: 'japanese', overrides });
        return [];
      },
      'new-zealand',
    ],
    [
      'the file that --config names, alone',
      () => ['--config', place.put('other.json', '{"rules":"korean"}')],
      'korean',
    ],
    ['the command line', () => ['--rules', 'ing'], 'ing'],
  ];

  test.each(steps.map(([name], i) => [name, i] as const))('%s', async (_, last) => {
    let options: readonly string[] = [];
    for (const [, set] of steps.slice(0, last + 1)) options = [...options, ...set()];
    const { 'fox/1.sgf': fox } = await judged(...options);
    expect(fox!.split(' ')[0]).toBe(steps[last]![2]);
  });

  test('a nearer file alone counts: nothing of the one above it', async () => {
    configure('.', { ignore: ['komi/'], nested: true });
    configure('games', { rules: 'aga' });
    expect((await judged())['fox/1.sgf']).toContain('komi/missing');
  });
});

test('copies are not looked for where they are ignored', async () => {
  place.put('games/kgs/1.sgf', game(0));
  place.put('games/ogs/1.sgf', game(0));
  configure('.', { nested: true });
  configure('games/kgs', { ignore: ['game/duplicate'] });
  const { 'kgs/1.sgf': kgs, 'ogs/1.sgf': ogs } = await judged();
  expect([kgs, ogs].map((codes) => codes!.includes('game/duplicate'))).toEqual([false, true]);
});

test('exclude', async () => {
  configure('games', { exclude: ['kgs', 'fox/2.*'] });
  place.put('games/fox/2.sgf', game(2));
  expect(Object.keys(await judged())).toEqual(['fox/1.sgf', 'ogs/1.sgf']);
  const { out } = await place.sgfReferee(['list', join(place.path, 'games'), '--count', '-q']);
  expect(out).toBe('2\n');
});

test.each([
  [{ rulez: 'aga' }, 'unknown option rulez; did you mean rules?'],
  [
    { overrides: [{ files: ['a'], rulez: 'aga' }] },
    'overrides[0]: unknown option rulez; did you mean rules?',
  ],
  [{ overrides: [{ files: ['a'], jobs: 2 }] }, 'overrides[0]: jobs is for the run as a whole'],
  [{ overrides: [{ rules: 'aga' }] }, 'overrides[0]: files: must be an array of patterns'],
  [{ overrides: {} }, 'overrides: must be an array of objects'],
  [{ exclude: 'a' }, 'exclude: must be an array of patterns'],
  [{ rules: 'nobody' }, 'rules: there is no ruleset nobody'],
  [{ rules: 5 }, 'rules: must be a text'],
  [
    { rules: 'aga', overrides: [{ files: ['kgs'] }, { files: ['none'], rules: 'nobody' }] },
    ', overrides[1]: rules: there is no ruleset nobody',
  ],
  [{ nested: 1 }, 'nested: must be true or false'],
  [{ rules: { a: 1 } }, 'rules: must be a text, a number, true or false'],
])('%j is refused, with its file; in a folder below it is a finding', async (config, words) => {
  configure('games', config);
  const games = join(place.path, 'games');
  const { code, err } = await place.sgfReferee(['audit', games, '-q']);
  expect([code, err]).toEqual([2, expect.stringContaining(words)]);
  expect(err).toContain(join('games', NAME));

  configure('games', { nested: true, rules: 'aga' });
  configure('games/kgs', config);
  const run = await place.sgfReferee(['audit', games, '--no-score', '--out', join(place.path, 'out'), '-q']);
  expect(run.code).toBe(1);
  const findings = place.read('out/findings.csv').split('\n');
  const broken = findings.filter((row) => row.includes(',file/configuration,'));
  expect(broken).toHaveLength(1);
  expect(broken[0]).toContain(join('kgs', NAME));
  expect(broken[0]!.replaceAll('""', '"')).toContain(words.replace(/^, /, ''));
  expect(place.read('out/games.csv').match(/,aga,option,/g)).toHaveLength(3);
});

test('a configuration of the whole run is refused before anything is written', async () => {
  configure('.', { overrides: [{ files: ['none'], rules: 'nobody' }] });
  const run = await place.sgfReferee(['check', join(place.path, 'games')]);
  expect([run.code, run.out, run.err]).toEqual([2, '', expect.stringContaining('overrides[0]: rules')]);
  place.put(NAME, '{"rules": "aga",\n]');
  expect((await place.sgfReferee(['check', join(place.path, 'games')])).err).toContain(
    `${NAME}: line 2, column 1: not valid JSON`,
  );
});

test('config FILE shows each value and its place', async () => {
  const env = { XDG_CONFIG_HOME: join(place.path, 'user') };
  place.put('user/sgf-referee/config.json', '{"jobs":2,"rules":"ing","cache":"kept"}');
  configure('.', { 'fail-on': 'warning', rules: 'aga', nested: true });
  configure('games', { komi: '6.5', exclude: ['ogs'], overrides: [{ files: ['fox'], rules: 'chinese' }] });
  const file = join(place.path, 'games/fox/1.sgf');
  const { code, out } = await place.sgfReferee(['config', file, '--format', 'json'], { env });
  expect(code).toBe(0);
  const { excluded, options } = JSON.parse(out) as {
    excluded: boolean;
    options: readonly { option: string }[];
  };
  const games = join(place.path, 'games', NAME);
  expect(excluded).toBe(false);
  expect(options).toEqual(
    expect.arrayContaining([
      { option: 'rules', value: 'chinese', source: `${games}, overrides[0]` },
      { option: 'komi', value: '6.5', source: games },
      { option: 'fail-on', value: 'warning', source: NAME },
      { option: 'jobs', value: 2, source: join(env.XDG_CONFIG_HOME, 'sgf-referee/config.json') },
      { option: 'illegal', value: 'stands', source: 'default' },
    ]),
  );
  const { out: text } = await place.sgfReferee(['config', join(place.path, 'games/ogs/1.sgf')], { env });
  expect(text).toMatch(/^fail-on +warning +sgf-referee\.config\.json$/m);
  expect(text).toContain('is excluded');
});

test('plan refuses files with options of their own', async () => {
  configure('.', { nested: true });
  configure('games/fox', { rules: 'chinese' });
  const { code, err } = await place.sgfReferee([
    'plan',
    join(place.path, 'games'),
    '--out',
    join(place.path, 'job'),
  ]);
  expect([code, err]).toEqual([2, expect.stringContaining('a plan judges all files alike')]);
});

describe('patterns', () => {
  test.each([
    ['fox', 'fox/1.sgf', true],
    ['fox/', 'a/fox/1.sgf', true],
    ['fox', 'foxes/1.sgf', false],
    ['*.sgf', 'a/b/1.sgf', true],
    ['/a', 'b/a', false],
    ['a/*.sgf', 'a/1.sgf', true],
    ['a/*.sgf', 'a/b/1.sgf', false],
    ['a/**/*.sgf', 'a/1.sgf', true],
    ['**/b', 'a/b/1.sgf', true],
    ['a/?.sgf', 'a/10.sgf', false],
    ['{fox,kgs}/**', 'kgs/1.sgf', true],
    ['fox.zip', 'fox.zip!/a/1.sgf', true],
    ['fox.zip!/a/**', 'fox.zip!/b/1.sgf', false],
    ['a.b', 'axb', false],
    ['a+(1)', 'a+(1)', true],
    ['黑?', '黑白', true],
    ['𠮷?', '𠮷a', true],
    ['a**b', 'a/x/b', true],
    ['{a,b}{c,d}', 'bc/1.sgf', true],
    ['{a*,b}/{c,}x', 'aq/x', true],
    ['{a', '{a', true],
    ['**', 'a/b', true],
    ['', 'a', false],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(matcherOf([pattern])(path)).toBe(expected);
    expect(matcherOf(['none', pattern, 'nothing/*'])(path)).toBe(expected);
  });

  test.each([
    ['*a'.repeat(500), 'a'.repeat(500) + 'b'],
    ['**/'.repeat(500) + 'x', 'a/'.repeat(300)],
    ['{a,aa,a*a}'.repeat(200), 'a'.repeat(300) + 'b'],
    ['/' + '**a'.repeat(500), '/a'.repeat(300) + 'b'],
  ])('ends', (pattern, path) => {
    expect(matcherOf([pattern])(path)).toBe(false);
  });
});
