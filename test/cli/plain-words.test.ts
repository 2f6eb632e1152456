import fc from 'fast-check';
import { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import yargs from 'yargs';
import { auditCommand } from '../../cli/audit.js';
import { plainArguments } from '../../cli/plain-words.js';
import { SHARED_OPTIONS, without } from '../../cli/shared-options.js';
import { gameText, makePlace, type Place } from './harness.js';

const OPTIONS = without('config');
const NAMES = [...Object.keys(SHARED_OPTIONS), 'input'];

/** The arguments that yargs gives the command; `undefined` where it refuses the words or shows the help. */
async function yargsArguments(words: readonly string[]): Promise<Record<string, unknown> | undefined> {
  let seen: Record<string, unknown> | undefined;
  const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });
  const io = { stdin: Readable.from([]), stdout: nowhere(), stderr: nowhere(), cwd: '/nowhere' };
  const context = { io, argv: words, version: '0', finish: () => undefined };
  const command = { ...auditCommand(context), handler: (args: object) => void (seen = { ...args }) };
  try {
    await yargs()
      .command(command)
      .demandCommand(1)
      .strict()
      .help()
      .alias({ help: 'h' })
      .exitProcess(false)
      .fail((message) => {
        throw new Error(message);
      })
      .parseAsync(['audit', ...words], {}, () => undefined);
  } catch {
    return undefined;
  }
  return seen;
}

function told(args: Readonly<Record<string, unknown>> | undefined): unknown {
  return (
    args && Object.fromEntries(NAMES.map((name) => [name, args[name] ?? (name === 'input' ? [] : null)]))
  );
}

const names = fc.constantFrom(...Object.keys(SHARED_OPTIONS));
const values = fc.oneof(
  fc.constantFrom('csv', 'never', 'stands', 'area', '1', '007', '1e3', '0x10', '6.5', 'help', 'version'),
  fc.constantFrom('audit', 'score', 'a=b', 'moves=3,games=4', 'true', 'False', '""', "'a'", 'a b', '\0-'),
  fc.constantFrom(
    '-',
    '--',
    '-x',
    '-1',
    '',
    'ü.sgf',
    'C:\\x',
    '{}',
    '[]',
    '@',
    '#',
    '$0',
    'a.b',
    '__proto__',
  ),
  fc.string({ maxLength: 4 }),
);
const words = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('game.sgf', 'games/', 'a.b.sgf') },
      { weight: 2, arbitrary: values },
      { weight: 4, arbitrary: fc.tuple(names, values).map(([name, value]) => [`--${name}`, value]) },
      { weight: 2, arbitrary: fc.tuple(names, values).map(([name, value]) => `--${name}=${value}`) },
      { weight: 4, arbitrary: fc.constantFrom('--quiet', '--no-score', '--variations', '--no-progress') },
      { weight: 1, arbitrary: fc.constantFrom('--no-rules', '--filesFrom', '--help', '-h', '--version') },
    ),
    { maxLength: 6 },
  )
  .map((some) => some.flat());

describe('words that are read without yargs', () => {
  test('mean what they mean to yargs', async () => {
    let plain = 0;
    await fc.assert(
      fc.asyncProperty(words, async (some) => {
        const args = plainArguments(some, OPTIONS);
        if (args === undefined) return;
        plain++;
        expect(told(args)).toEqual(told(await yargsArguments(some)));
      }),
      { numRuns: 300 },
    );
    expect(plain).toBeGreaterThan(30);
  });

  test.each([
    [['game.sgf']],
    [['game.sgf', 'games/', '\0-', '--no-score', '--fail-on', 'never']],
    [['--files-from', 'list', '--jobs=2', '--format', 'jsonl', '--quiet', '--out', 'report']],
  ])('are usual ones: %j', (some) => {
    expect(plainArguments(some, OPTIONS)).toBeDefined();
  });

  test.each([
    [['--help']],
    [['help']],
    [['game.sgf', '-h']],
    [['--', 'game.sgf']],
    [['--jobs']],
    [['--jobs', 'two']],
    [['--jobs', '1', '--jobs', '2']],
    [['--format', 'word']],
    [['--quiet', 'true']],
    [['--quiet=false']],
    [['--no-rules', 'aga']],
    [['--ignore', 'rules/missing', '--ignore', 'komi/missing']],
    [['--config', 'file.json']],
    [['--filesFrom', 'list']],
    [['--toString', 'list']],
    [['"game.sgf"']],
    [['']],
  ])('are not those that need a second thought: %j', (some) => {
    expect(plainArguments(some, OPTIONS)).toBeUndefined();
  });
});

describe('a file with options in the folder', () => {
  let place: Place;
  beforeEach(() => (place = makePlace()));
  afterEach(() => place.remove());

  test('counts where the words are plain', async () => {
    const file = place.put('game.sgf', gameText(1));
    const before = await place.sgfReferee(['audit', file, '--fail-on', 'never']);
    expect(before.err).not.toBe('');
    place.put('sgf-referee.config.json', JSON.stringify({ quiet: true }));
    const after = await place.sgfReferee(['audit', file, '--fail-on', 'never']);
    expect(after).toEqual({ ...before, err: '' });
  });
});
