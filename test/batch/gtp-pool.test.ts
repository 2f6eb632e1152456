import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  splitCommand,
  createEnginePool,
  type EnginePool,
  type FinalPosition,
} from '../../src/run/engine/engine-pool.js';
import { formatPoint } from '../../src/core/point.js';
import { allGone, makeEnginePlace, type EnginePlace } from './gtp-support.js';

let place: EnginePlace;
let pools: EnginePool[];

beforeEach(() => {
  place = makeEnginePlace();
  pools = [];
});
afterEach(() => {
  for (const pool of pools) pool.close();
  place.remove();
});

function poolOf(habit: string, given: { seconds?: number; engines?: number } = {}): EnginePool {
  const pool = createEnginePool({
    engine: { command: place.command(habit), seconds: given.seconds ?? 60 },
    engines: given.engines ?? 1,
  });
  pools.push(pool);
  return pool;
}

function positionOf(...rows: readonly string[]): FinalPosition {
  const stones = Uint8Array.from(rows.join(''), (letter) => '.XO'.indexOf(letter));
  return { width: rows[0]!.length, height: rows.length, stones };
}

/** `dead: B4` or the reason why there is no answer. */
async function asked(pool: EnginePool, position: FinalPosition): Promise<string> {
  const answer = await pool.ask(position);
  if (!answer.ok) return answer.error;
  const names = answer.value.map((point) => formatPoint(point, position.width, position.height));
  return `dead: ${names.sort().join(' ')}`;
}

const calm = positionOf('..XO.', '.OXO.', '..XO.', '..XO.', '..XO.');
const triggering = positionOf('..XO.', '.OXO.', '..XO.', '..XO.', 'O.XO.');

describe('answers', () => {
  test('stones of both colors reach the engine, more of one than of the other', async () => {
    const pool = poolOf('answers');
    expect(await asked(pool, calm)).toBe('dead: B4');
    expect(await asked(pool, positionOf('XXXX', 'X.X.', 'XXX.', '.X.X'))).toBe('dead: D1');
    expect(await asked(pool, positionOf('OOO', '.O.', 'OOO'))).toBe('dead: ');
  });

  test('one engine serves game after game', async () => {
    const pool = poolOf('answers');
    for (let i = 0; i < 4; i++) expect(await asked(pool, calm)).toBe('dead: B4');
    expect(place.starts()).toBe(1);
  });

  test('games asked together share the engines', async () => {
    const pool = poolOf('answers', { engines: 2 });
    const found = await Promise.all([calm, triggering, calm, triggering].map((one) => asked(pool, one)));
    expect(found).toEqual(['dead: B4', 'dead: A1 B4', 'dead: B4', 'dead: A1 B4']);
    expect(place.starts()).toBe(2);
  });

  test('no engine starts before a question', () => {
    poolOf('answers');
    expect(place.starts()).toBe(0);
  });

  test('an engine that starts slowly is waited for, whatever the time for a game', async () => {
    expect(await asked(poolOf('starts-slowly', { seconds: 1.5 }), calm)).toBe('dead: B4');
  });
});

describe('no answer', () => {
  const rows: readonly (readonly [habit: string, reason: string])[] = [
    ['crashes', 'it stopped with exit code 3'],
    ['is-killed', 'it was stopped by SIGSEGV'],
    ['answers-prose', 'unexpected answer "all the stones", expected points'],
    ['names-an-empty-point', 'it calls the empty point B2 dead'],
    ['refuses', 'it refused: "cannot score"'],
    ['never-stops', 'its answer does not end'],
  ];
  test.each(rows)('of an engine that %s; the next game has one', async (habit, reason) => {
    const pool = poolOf(habit);
    expect(await asked(pool, calm)).toBe('dead: B4');
    expect(await asked(pool, triggering)).toBe(reason);
    expect(await asked(pool, calm)).toBe('dead: B4');
  });

  test.each(['hangs', 'forgets-the-sign'])(
    'of an engine that %s; it is ended, and the next game has one',
    async (habit) => {
      const pool = poolOf(habit, { seconds: 2 });
      expect(await asked(pool, triggering)).toBe('no answer within 2 seconds');
      await allGone(place);
      expect(await asked(pool, calm)).toBe('dead: B4');
    },
  );

  test('of an engine that refuses the board', async () => {
    const pool = poolOf('answers');
    const large = { width: 21, height: 21, stones: new Uint8Array(441) };
    expect(await asked(pool, large)).toBe('boardsize 21: it refused: "unacceptable size"');
    expect(await asked(pool, positionOf('X.O', '.X.'))).toBe('it supports only square boards');
    expect(await asked(pool, calm)).toBe('dead: B4');
    expect(place.starts()).toBe(1);
  });

  test.each([
    ['never-starts', 'it stopped with exit code 4'],
    ['knows-no-status', 'it does not support final_status_list'],
  ])('of an engine that %s, and it is not tried for ever', async (habit, reason) => {
    const pool = poolOf(habit);
    for (let i = 0; i < 6; i++) expect(await asked(pool, calm)).toBe(reason);
    expect(place.starts()).toBe(3);
  });

  test('of a program that is not there', async () => {
    const pool = createEnginePool({
      engine: { command: ['./no-such-engine'], seconds: 60 },
      engines: 1,
    });
    expect(await asked(pool, calm)).toBe('it could not be started: no such file');
  });

  test('after the pool is closed, and no engine stays', async () => {
    const pool = poolOf('hangs');
    const open = asked(pool, triggering);
    await expect.poll(() => place.questions(), { timeout: 20_000 }).toBe(1);
    pool.close();
    expect(await open).toBe('the run has ended');
    expect(await asked(pool, calm)).toBe('the run has ended');
    await allGone(place);
  });
});

describe('a game does not suffer from the games before it', () => {
  test.each(['tires', 'greets', 'chatters'])('when the engine %s', async (habit) => {
    const pool = poolOf(habit);
    for (let i = 0; i < 3; i++) expect(await asked(pool, calm)).toBe('dead: B4');
  });
});

describe('a command in words', () => {
  const rows: readonly (readonly [string, readonly string[] | string])[] = [
    ['gnugo --mode gtp', ['gnugo', '--mode', 'gtp']],
    ['  /usr/games/gnugo\t--level  1 ', ['/usr/games/gnugo', '--level', '1']],
    ['\'/my engines/go\' -c "a b"', ['/my engines/go', '-c', 'a b']],
    ['go --name=\'a "b"\'c', ['go', '--name=a "b"c']],
    ['go "a \\"b\\" \\\\ \\c"', ['go', 'a "b" \\ \\c']],
    ['my\\ engine \\"x', ['my engine', '"x']],
    ['go \'\' ""', ['go', '', '']],
    ['go $HOME *.sgf | tee', ['go', '$HOME', '*.sgf', '|', 'tee']],
    ["go 'a b", "the quote ' is not closed"],
    ['go "a \\"', 'the quote " is not closed'],
    ['  ', 'there is no command'],
    ["'' a", 'there is no command'],
  ];
  test.each(rows)('%j', (text, expected) => {
    const words = splitCommand(text);
    expect(words.ok ? words.value : words.error).toEqual(expected);
  });
});
