import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FOUND_OPTIONS } from '../../src/options/read.js';
import { gameText, makePlace, type Place } from './harness.js';
import { pageLines } from '../support/page-data.js';

const NAME = 'sgf-referee.config.json';
/** A game with an illegal move: exit code 1. */
const ILLEGAL = gameText(0)
  .replace(/;W\[..\]/, ';W[aa]')
  .replace(/;B\[..\]/, ';B[aa]');

let place: Place;
beforeEach(() => {
  place = makePlace();
  place.put('event/alice/1.sgf', ILLEGAL);
  place.put('event/bob/2.sgf', gameText(1));
});
afterEach(() => place.remove());

const event = (): string => join(place.path, 'event');
const check = (...words: readonly string[]): ReturnType<Place['sgfReferee']> =>
  place.sgfReferee(['check', ...words, '--no-progress']);
/** Runs git in the event's folder. */
function git(...words: readonly string[]): void {
  const { status, stderr } = spawnSync(
    'git',
    ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words],
    {
      cwd: event(),
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(stderr);
}

test('may set only what judges and shows', () => {
  expect([...FOUND_OPTIONS].sort()).toEqual(
    [
      ...['conventions', 'counting', 'default-rules', 'estimator', 'fail-on', 'format', 'ignore', 'illegal'],
      ...[
        'komi',
        'lenient',
        'max-per-code',
        'only',
        'progress',
        'repair',
        'rules',
        'score',
        'statistics',
        'strict',
      ],
      'variations',
    ].sort(),
  );
});

test.each([
  ['output', 'victim'],
  ['out', 'victim'],
  ['write-baseline', 'victim'],
  ['since', '--output=victim'],
  ['changed', true],
  ['files-from', 'victim'],
  ['cache', 'victim'],
  ['baseline', 'victim'],
  ['dead', 'victim'],
  ['decisions', 'victim'],
  ['event', 'victim'],
  ['estimator', 'gtp:touch victim'],
  ['rules', 'rules.json'],
  ['rules', '/dev/zero'],
  ['default-rules', 'aga,/dev/zero'],
  ['limit', 'secondsPerGame=86400'],
  ['jobs', 256],
  ['quiet', true],
])('%s: %j is passed over, and the run says how to allow it', async (option, value) => {
  place.put('victim', 'precious');
  place.put(join('event', NAME), JSON.stringify({ [option]: value, strict: true }));
  const command = ['estimator', 'dead', 'event'].includes(option) ? 'audit' : 'check';
  const { code, err } = await place.sgfReferee([command, event(), '--no-progress']);
  if (option === 'write-baseline') {
    expect([code, err]).toEqual([2, expect.stringContaining('unknown option write-baseline')]);
  } else {
    expect(code).toBe(1);
    expect(err).toContain(`${NAME}: may not set ${option}, as it was only found; --config `);
  }
  expect(place.read('victim')).toBe('precious');
});

describe('is looked for', () => {
  const home = (): string => join(place.path, 'home');
  test.each([
    ['in the folder of the inputs', 'home/a/b/event', true],
    ['in the home of the user', 'home', true],
    ['above the home', '.', false],
  ])('%s', async (_, folder, isApplied) => {
    place.put('home/a/b/event/1.sgf', ILLEGAL);
    place.put(join(folder, NAME), '{"ignore":["move/"]}');
    const { code } = await place.sgfReferee(['check', join(home(), 'a/b/event'), '-q'], {
      env: { HOME: home() },
    });
    expect(code).toBe(isApplied ? 0 : 1);
  });

  test.each([
    ['the folder of the inputs', 'event', true],
    ['the folder above it', '.', false],
  ])('outside of the home in %s: %s', async (_, folder, isApplied) => {
    place.put(join(folder, NAME), '{"ignore":["move/"]}');
    mkdirSync(join(place.path, 'other'));
    const { code } = await place.sgfReferee(['check', event(), '-q'], { cwd: 'other' });
    expect(code).toBe(isApplied ? 0 : 1);
  });

  test('up to the repository, and in nothing below it', async () => {
    git('init', '-q');
    place.put(join('event/alice', NAME), '{"ignore":["move/"]}');
    expect((await check(join(event(), 'alice/1.sgf'))).code).toBe(1);
    place.put(join('event', NAME), '{"ignore":["move/"]}');
    expect((await check(join(event(), 'alice/1.sgf'))).code).toBe(0);
  });

  test.runIf(process.getuid?.() === 0)('but not of another user', async () => {
    const path = place.put(join('event', NAME), '{"ignore":["move/"]}');
    chownSync(path, 12_345, 12_345);
    const { code, err } = await check(event());
    expect([code, err]).toEqual([1, expect.stringContaining('belongs to another user')]);
  });
});

describe('below the inputs', () => {
  test('decides nothing, and the run says so', async () => {
    place.put(join('event/alice', NAME), '{"ignore":["move/"],"exclude":["*.sgf"]}');
    const { code, err } = await place.sgfReferee(['audit', event(), '--out', join(place.path, 'out')]);
    expect([code, err]).toEqual([1, expect.stringContaining(join('alice', NAME))]);
    const said = JSON.parse(place.read('out/summary.json')) as object;
    expect(said).toMatchObject({
      configurations: [
        { file: join(event(), 'alice', NAME), refused: expect.stringContaining('"nested": true') as string },
      ],
    });
  });

  test('decides where the configuration of the run allows it, and everything says so', async () => {
    place.put(join('event', NAME), '{"nested":true,"exclude":["bob"]}');
    place.put(join('event/alice', NAME), '{"ignore":["move/"],"out":"elsewhere"}');
    const { code, err } = await place.sgfReferee(['audit', event(), '--out', join(place.path, 'out')]);
    expect(code).toBe(0);
    expect(JSON.parse(place.read('out/summary.json'))).toMatchObject({
      configurations: [
        { file: join(event(), NAME), excluded: 1 },
        {
          file: join(event(), 'alice', NAME),
          sets: { ignore: ['move/'] },
          refused: expect.stringContaining('may not set out') as string,
        },
      ],
    });
    expect(err).toContain('excludes 1 file');
    expect(err).toContain('ignores move/');
    expect(pageLines(place.read('out/index.html'))).toContain('"ignore":["move/"]');
    expect(existsSync(join(place.path, 'elsewhere'))).toBe(false);
  });

  test('is the same in a plan as in an audit', async () => {
    place.put(join('event', NAME), '{"exclude":["bob"],"ignore":["time/"]}');
    place.put(join('event/alice', NAME), '{"ignore":["move/"]}');
    const [job, one, merged] = ['job', 'one', 'merged'].map((name) => join(place.path, name));
    await place.sgfReferee(['audit', event(), '--out', one!, '-q']);
    for (const words of [
      `plan ${event()} --chunks 2 --out ${job!}`,
      `work --plan ${job!}`,
      `merge ${job!} --out ${merged!}`,
    ])
      await place.sgfReferee(words.split(' '));
    expect(place.read('merged/summary.json')).toBe(place.read('one/summary.json'));
    expect(place.read('one/summary.json')).toContain('"excluded": 1');
  });

  test.each<[string, (path: string) => void]>([
    ['half of it', (path) => void place.put(path, '{"ignore":')],
    ['a FIFO', (path) => void spawnSync('mkfifo', [join(place.path, path)])],
    [
      'a link to a FIFO',
      (path) => {
        spawnSync('mkfifo', [join(place.path, 'fifo')]);
        symlinkSync(join(place.path, 'fifo'), join(place.path, path));
      },
    ],
    ['a link to a device', (path) => symlinkSync('/dev/zero', join(place.path, path))],
    [
      'a folder',
      (path) => {
        mkdirSync(join(place.path, path));
      },
    ],
    ['a megabyte', (path) => void place.put(path, ' '.repeat(1024 * 1024))],
    [
      'lists without end',
      (path) => void place.put(path, `{"rules":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
    ],
    ['a ruleset that is none', (path) => void place.put(path, '{"rules":"nobody"}')],
  ])('%s is a finding of its folder', async (_, make) => {
    make(join('event/bob', NAME));
    expect((await check(event(), '-q')).out).not.toContain('file/configuration');
    place.put(join('event', NAME), '{"nested":true,"ignore":["move/"]}');
    const { code, out } = await check(event(), '--quiet', '--format', 'csv');
    expect(code).toBe(1);
    expect(out.match(/,file\/configuration,/g)).toHaveLength(1);
    expect(out).not.toContain(',move/');
  });
});

describe('git in a folder from elsewhere', () => {
  const evil = (): string => {
    const path = place.put('evil.sh', `#!/bin/sh\ntouch ${join(place.path, 'hacked')}\ncat\n`);
    chmodSync(path, 0o755);
    return path;
  };
  beforeEach(() => {
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'games');
  });

  test.each<[string, (program: string) => void]>([
    ['core.fsmonitor', (program) => git('config', 'core.fsmonitor', program)],
    ['diff.external', (program) => git('config', 'diff.external', program)],
    [
      'a filter',
      (program) => {
        place.put('event/.gitattributes', '*.sgf filter=a=b\n');
        git('config', 'filter.a=b.clean', program);
        git('config', 'filter.a=b.required', 'true');
      },
    ],
    [
      'a hook',
      (program) => {
        git('config', 'core.hooksPath', join(place.path, 'hooks'));
        mkdirSync(join(place.path, 'hooks'));
        symlinkSync(program, join(place.path, 'hooks/post-index-change'));
      },
    ],
  ])('runs no program that it names: %s', async (_, set) => {
    set(evil());
    place.put('event/alice/1.sgf', ILLEGAL);
    for (const option of ['--changed', '--since=HEAD'])
      expect((await check(event(), option, '-q')).code).toBeLessThan(2);
    expect(existsSync(join(place.path, 'hacked'))).toBe(false);
  });

  test.each(['--output=victim', '-h'])('--since=%s is no option of git', async (since) => {
    const { code, err } = await check(event(), `--since=${since}`);
    expect([code, err]).toEqual([2, expect.stringContaining('neither begins with -')]);
    expect(existsSync(join(event(), 'victim'))).toBe(false);
  });
});
