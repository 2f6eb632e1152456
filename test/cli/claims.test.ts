import { spawn, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { thisProcess } from '../../src/run/parts/run-lock.js';
import { gameText, makePlace, type Place } from './harness.js';

const COMMAND = fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url));

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

/** A path in the folder of the test. */
const at = (name: string): string => join(place.path, name);

/** Every file and its contents. */
function contents(folder: string): Record<string, string> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => fs.statSync(join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, fs.readFileSync(join(folder, name), 'utf8')]));
}

const COMMANDS = ['audit', 'score', 'check', 'list', 'duplicates', 'convert --to aga'];

describe('an output that is an input', () => {
  const CASES: readonly (readonly [string, (command: string) => readonly string[]])[] = [
    ['the same name', () => [at('games/a.sgf'), '--output', at('games/a.sgf')]],
    ['another name of the same path', () => [at('games/a.sgf'), '--output', at('games/../games/a.sgf')]],
    ['a symbolic link to it', () => [at('games/a.sgf'), '--output', at('link')]],
    ['a hard link to it', () => [at('games/a.sgf'), '--output', at('hard')]],
    ['read through a link', () => [at('link'), '--output', at('games/a.sgf')]],
    ['in a folder that is read', () => [at('games'), '--output', at('games/a.sgf')]],
    ['behind a link in a folder that is read', () => [at('linked'), '--output', at('outside')]],
    ['matched by a glob', () => [at('*/a.sgf'), '--output', at('hard')]],
    ['in a list', () => ['--files-from', at('list'), '--output', at('hard')]],
    ['the list itself', () => ['--files-from', at('list'), '--output', at('list')]],
    ['an archive', () => [at('games.zip'), '--output', at('games.zip')]],
    [
      'new, with the name of a game, in a folder that is read',
      () => [at('games'), '--output', at('games/n.sgf')],
    ],
    ['new, with the name of a game, below a glob', () => [at('games/*.sgf'), '--output', at('games/n.sgf')]],
  ];

  beforeEach(() => {
    place.put('games/a.sgf', gameText(1));
    place.put('outside', gameText(2));
    place.put('list', `${at('games/a.sgf')}\n`);
    place.put('games.zip', 'PK\u0003\u0004');
    fs.symlinkSync('games/a.sgf', at('link'));
    fs.linkSync(at('games/a.sgf'), at('hard'));
    fs.mkdirSync(at('linked'));
    fs.symlinkSync('../outside', at('linked/b.sgf'));
  });

  describe.each(COMMANDS)('%s', (command) => {
    it.each(CASES)('is refused before anything is written: %s', async (_name, words) => {
      const before = contents(place.path);
      const { code, err, out } = await place.sgfReferee([...command.split(' '), ...words(command)]);
      expect(err).toMatch(/^sgf-referee: cannot write \S+: it (is an input|would be read)/);
      expect([code, out]).toEqual([2, '']);
      expect(contents(place.path)).toEqual(before);
    });
  });

  it.each(['games.csv', 'findings.csv', 'summary.json', 'index.html', 'run.parts'])(
    'is refused also as the %s of --out',
    async (name) => {
      fs.mkdirSync(at('out'));
      fs.linkSync(at('games/a.sgf'), at(`out/${name}`));
      const { code, err } = await place.sgfReferee(['audit', at('games'), '--out', at('out')]);
      expect(err).toContain(`cannot write ${at(`out/${name}`)}: it is an input, as ${at('games/a.sgf')}`);
      expect(code).toBe(2);
      expect(fs.readdirSync(at('out'))).toEqual([name]);
      expect(fs.readFileSync(at('games/a.sgf'), 'utf8')).toBe(gameText(1));
    },
  );

  it('is refused when it comes by standard input', () => {
    const before = contents(place.path);
    const stdin = fs.openSync(at('games/a.sgf'), 'r');
    const words = [COMMAND, 'audit', '-', '--output', at('games/a.sgf')];
    const child = spawn(process.execPath, words, { stdio: [stdin, 'ignore', 'ignore'] });
    fs.closeSync(stdin);
    return new Promise<void>((resolve) => {
      child.on('close', (code) => {
        expect(code).toBe(2);
        expect(contents(place.path)).toEqual(before);
        resolve();
      });
    });
  });

  it('is refused as a picture of show', async () => {
    for (const option of ['--svg', '--png']) {
      const { code, err } = await place.sgfReferee(['show', at('link'), option, at('games/a.sgf')]);
      expect(err).toContain('it is an input');
      expect(code).toBe(2);
    }
    expect(fs.readFileSync(at('games/a.sgf'), 'utf8')).toBe(gameText(1));
  });

  it('may lie beside the games in their folder, and be written again', async () => {
    const words = [
      'audit',
      at('games'),
      '--out',
      at('games'),
      '--output',
      at('games/more.jsonl'),
      '--fail-on',
      'never',
    ];
    expect((await place.sgfReferee(words)).code).toBe(0);
    expect((await place.sgfReferee(words)).code).toBe(0);
  });

  it('cannot be written twice', async () => {
    const words = ['audit', at('games'), '--out', at('out'), '--output', at('out/../out/games.csv')];
    const { code, err } = await place.sgfReferee(words);
    expect(err).toContain('twice; nothing was written');
    expect(code).toBe(2);
    expect(fs.existsSync(at('out'))).toBe(false);
  });
});

describe('a folder or file that another run writes', () => {
  const OUT = [
    ['audit', '--out', 'out', 'out/run.lock'],
    ['score', '--out', 'out', 'out/run.lock'],
    ['format', '--out', 'out', 'out/run.lock'],
    ['audit', '--output', 'out', 'out.lock'],
    ['list', '--output', 'out', 'out.lock'],
    ['duplicates', '--output', 'out', 'out.lock'],
  ] as const;

  /** A run that waits for its standard input, once it has taken its lock. */
  async function waiting(words: readonly string[], lock: string): Promise<ChildProcess> {
    const child = spawn(process.execPath, [COMMAND, ...words], { stdio: ['pipe', 'ignore', 'ignore'] });
    while (!fs.existsSync(lock) || fs.readFileSync(lock, 'utf8') === '')
      await new Promise((resolve) => setTimeout(resolve, 10));
    return child;
  }

  async function killed(child: ChildProcess): Promise<void> {
    const closed = new Promise((resolve) => child.on('close', resolve));
    child.kill('SIGKILL');
    await closed;
  }

  it.each(OUT)(
    'is refused while that run lives, and taken over when it was killed: %s %s',
    async (...row) => {
      const [command, option, name, lock] = row;
      const game = place.put('a.sgf', gameText(1));
      const child = await waiting([command, '-', option, at(name)], at(lock));
      const again = [command, game, option, at(name)];
      if (command !== 'format') again.push('--fail-on', 'never');
      const kinds = command === 'audit' ? [again, [...again, '--resume']] : [again];
      try {
        for (const words of kinds) {
          const { code, err } = await place.sgfReferee(words);
          const who = `process ${String(child.pid)} on ${hostname()}`;
          expect(err).toContain(`cannot write ${at(name)}: another run is writing there (${who})`);
          expect(code).toBe(2);
        }
      } finally {
        await killed(child);
      }
      expect(fs.existsSync(at(lock))).toBe(true);
      expect((await place.sgfReferee(again)).code).toBe(0);
      expect(fs.existsSync(at(lock))).toBe(false);
    },
  );

  /** What a lock tells of its process, and what becomes of it. */
  const own = thisProcess();
  const held =
    /another run may be writing there \(process \d+ on .*\); if it is not, delete \S+out\/run\.lock/;
  const LOCKS: readonly (readonly [string, string, RegExp | undefined])[] = [
    ['this process', JSON.stringify(own), /another run is writing there/],
    ['another machine', JSON.stringify({ ...own, host: 'elsewhere' }), held],
    ['another machine of that name', withSince({ machine: 'other' }), held],
    ['another container of that name', withSince({ namespace: 'pid:[1]' }), held],
    ['before the machine was started again', withSince({ boot: 'other' }), undefined],
    ['an earlier process of that number', withSince({ start: '1' }), undefined],
    ['a process that is gone', JSON.stringify({ host: own.host, pid: 2 ** 22 + 1 }), undefined],
    ['this number, long ago', JSON.stringify({ host: own.host, pid: own.pid }), undefined],
    ['nobody yet', '', /another run has just started/],
    ['another program', 'hands off', /is not a lock of this program/],
  ];

  function withSince(since: object): string {
    return JSON.stringify({ ...own, since: { ...own.since, ...since } });
  }

  it.each(LOCKS)('has a lock of %s', async (_name, lock, refused) => {
    const game = place.put('a.sgf', gameText(1));
    place.put('out/run.lock', lock);
    const { code, err } = await place.sgfReferee(['audit', game, '--out', at('out')]);
    if (refused === undefined) {
      expect(code).toBe(0);
      expect(fs.existsSync(at('out/run.lock'))).toBe(false);
    } else {
      expect(err).toMatch(refused);
      expect(code).toBe(2);
      expect(fs.readdirSync(at('out'))).toEqual(['run.lock']);
      expect(fs.readFileSync(at('out/run.lock'), 'utf8')).toBe(lock);
    }
  });

  it('has a lock that was never written into: taken over when it is old', async () => {
    const game = place.put('a.sgf', gameText(1));
    fs.utimesSync(place.put('out/run.lock', ''), 1, 1);
    expect((await place.sgfReferee(['audit', game, '--out', at('out')])).code).toBe(0);
  });

  it('is written by one of many that begin together', async () => {
    const game = place.put('a.sgf', gameText(1));
    place.put('out/run.lock', withSince({ start: '1' }));
    const children = Array.from({ length: 8 }, () => {
      const child = spawn(process.execPath, [COMMAND, 'audit', '-', game, '--out', at('out')], {
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
      return { child, closed };
    });
    // All but one end by themselves: that one waits for its standard input.
    let ended = 0;
    for (const { closed } of children) void closed.then(() => ended++);
    while (ended < 7) await new Promise((resolve) => setTimeout(resolve, 10));
    for (const { child } of children) child.stdin.on('error', () => undefined).end();
    const codes = await Promise.all(children.map(({ closed }) => closed));
    expect(codes.filter((code) => code === 2)).toHaveLength(7);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
  });
});

describe('--out', () => {
  it.each(['audit', 'score', 'format'])('of %s that names a file is wrong usage', async (command) => {
    const game = place.put('a.sgf', gameText(1));
    for (const [out, reason] of [
      [game, 'it is a file, not a folder'],
      [join(game, 'x'), 'a file is where a folder should be'],
    ] as const) {
      const { code, err } = await place.sgfReferee([command, game, '--out', out]);
      expect(err).toContain(`sgf-referee: cannot write ${out}: ${reason}\n`);
      expect(code).toBe(2);
    }
    expect(fs.readFileSync(game, 'utf8')).toBe(gameText(1));
  });
});
