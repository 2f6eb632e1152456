import { spawnSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeGzip, makeZip } from '../../batch/make-zip.js';
import type { AttackCase, Place } from '../case.js';

const GAME = '(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5]PB[a]PW[b];B[aa];W[bb])';
const BIN = fileURLToPath(new URL('../../../../dist/cli/bin.js', import.meta.url));

/** A folder of small games. */
function games(folder: string, count: number): string {
  const path = join(folder, 'games');
  mkdirSync(path, { recursive: true });
  for (let i = 0; i < count; i++)
    writeFileSync(join(path, `${String(i)}.sgf`), GAME.replace('PB[a]', `PB[${String(i)}]`));
  return path;
}

/** Runs within a limit and without, which must give the same rows and exit code. */
async function sameWithin({ run, folder }: Place, before: string, words: readonly string[]): Promise<string> {
  const given = [...words, games(folder, 300), '--quiet', '--fail-on', 'never'];
  const [limited, free] = [await run(given, { before }), await run(given)];
  if (limited.code !== free.code)
    return `${before}: exit code ${String(limited.code)}, not ${String(free.code)}`;
  return limited.out === free.out ? '' : `${before}: other rows`;
}

/** Runs a command over one game; what it finds there is no matter. */
async function readWith({ run, folder }: Place, command: string, text: string): Promise<string> {
  const path = join(folder, 'a.sgf');
  writeFileSync(path, text);
  const { code } = await run([...command.split(' '), path, '--quiet'], { stdout: '/dev/null' });
  return code > 1 ? `exit code ${String(code)}` : '';
}

/** What a clumsy hand does to the command: full disks, low limits, files that must not be replaced. */
export const CASES: readonly AttackCase[] = [
  ...['audit', 'list', 'check', 'score', 'convert --to chinese', 'format'].map((command): AttackCase => ({
    name: `a full disk behind the output of ${command}`,
    by: 'command',
    mostMb: 400,
    attack({ folder }) {
      writeFileSync(join(folder, 'a.sgf'), GAME);
      const words = [...command.split(' '), join(folder, 'a.sgf')];
      // The command's own file: it tells what became of standard output at the very end.
      const { status } = spawnSync('bash', [
        '-c',
        '"$@" > /dev/full',
        'bash',
        process.execPath,
        BIN,
        ...words,
      ]);
      return Promise.resolve(status === 2 ? '' : `exit code ${String(status)}`);
    },
  })),
  {
    name: 'an output that is an input',
    by: 'command',
    mostMb: 400,
    async attack({ run, folder }) {
      const path = join(folder, 'a.sgf');
      writeFileSync(path, GAME);
      const { code } = await run(['audit', path, '--output', path]);
      if (code !== 2) return `exit code ${String(code)}`;
      return readFileSync(path, 'utf8') === GAME ? '' : 'the game is gone';
    },
  },
  {
    name: 'a file as --out',
    by: 'command',
    mostMb: 400,
    async attack({ run, folder }) {
      const path = join(folder, 'a.sgf');
      writeFileSync(path, GAME);
      const { code } = await run(['audit', path, '--out', path]);
      return code === 2 ? '' : `exit code ${String(code)}`;
    },
  },
  {
    name: '32 descriptors, 16 jobs',
    by: 'command',
    mostMb: 600,
    attack: (place) => sameWithin(place, 'ulimit -n 32', ['audit', '--jobs', '16']),
  },
  {
    name: 'four gigabytes of addresses, no scores',
    by: 'command',
    mostMb: 600,
    attack: (place) => sameWithin(place, 'ulimit -v 4000000', ['audit', '--no-score']),
  },
  {
    name: '36 gigabytes of addresses',
    by: 'command',
    mostMb: 600,
    attack: (place) => sameWithin(place, 'ulimit -v 36000000', ['audit']),
  },
  {
    name: 'read-only files and hard links under format --write',
    by: 'command',
    mostMb: 400,
    async attack({ run, folder }) {
      const [locked, linked] = [join(folder, 'a.sgf'), join(folder, 'b.sgf')];
      for (const path of [locked, linked]) writeFileSync(path, '(;GM[1])');
      chmodSync(locked, 0o444);
      linkSync(linked, join(folder, 'c.sgf'));
      const { code } = await run(['format', '--write', locked, linked]);
      const isKept = [locked, linked].every((path) => readFileSync(path, 'utf8') === '(;GM[1])');
      return code === 2 && isKept ? '' : `exit code ${String(code)}, ${isKept ? 'kept' : 'replaced'}`;
    },
  },
  {
    name: 'two runs into one folder at once',
    by: 'command',
    mostMb: 400,
    async attack({ run, folder }) {
      const words = [
        'audit',
        games(folder, 3000),
        '--out',
        join(folder, 'out'),
        '--quiet',
        '--fail-on',
        'never',
      ];
      const codes = (await Promise.all([run(words), run(words)])).map(({ code }) => code).sort();
      const rows = readFileSync(join(folder, 'out/games.csv'), 'utf8').trimEnd().split('\n').length - 1;
      return codes.join() === '0,2' && rows === 3000
        ? ''
        : `exit codes ${codes.join()}, ${String(rows)} rows`;
    },
  },
  {
    name: 'names that look like options, after --',
    by: 'command',
    mostMb: 400,
    async attack({ run, folder }) {
      writeFileSync(join(folder, '-x.sgf'), GAME);
      const { code, out } = await run(['audit', '--quiet', '--fail-on', 'never', '--', '-x.sgf'], {
        cwd: folder,
      });
      return code === 0 && out.includes('-x.sgf,1,') ? '' : `exit code ${String(code)}`;
    },
  },
  {
    name: 'a folder as standard input',
    by: 'command',
    mostMb: 400,
    attack({ folder }) {
      const { status } = spawnSync('bash', ['-c', '"$@" < .', 'bash', process.execPath, BIN, 'audit', '-'], {
        cwd: folder,
      });
      return Promise.resolve(status === 2 ? '' : `exit code ${String(status)}`);
    },
  },
  {
    name: 'standard input in pieces of one byte: the same rows and findings as at once',
    by: 'command',
    mostMb: 400,
    async attack({ run }) {
      const text = `text before\n${GAME}\n\n  text after`;
      const whole = await run(['check', '-', '--quiet', '--fail-on', 'never'], { input: Buffer.from(text) });
      const pieces = spawnSync(
        'bash',
        [
          '-c',
          'while IFS= read -r -N1 c; do printf %s "$c"; done | "$@"',
          'bash',
          process.execPath,
          BIN,
        ].concat(['check', '-', '--quiet', '--fail-on', 'never']),
        { input: text, encoding: 'utf8' },
      );
      return pieces.stdout === whole.out && whole.out !== '' ? '' : 'other findings';
    },
  },
  {
    name: 'a zip between other bytes, and UTF-32 without a mark',
    by: 'command',
    mostMb: 400,
    async attack({ run, folder }) {
      const zip = makeZip([{ name: 'a.sgf', contents: GAME }]);
      writeFileSync(
        join(folder, 'a.zip'),
        Buffer.concat([Buffer.from('#!/bin/sh\n'), zip, Buffer.alloc(100)]),
      );
      const wide = Buffer.concat(Array.from(GAME, (letter) => Buffer.from([letter.charCodeAt(0), 0, 0, 0])));
      writeFileSync(join(folder, 'wide.sgf'), wide);
      const words = [
        'audit',
        join(folder, 'a.zip'),
        join(folder, 'wide.sgf'),
        '--quiet',
        '--fail-on',
        'never',
      ];
      const { code, out } = await run(words);
      const rows = out.trimEnd().split('\n').length - 1;
      return code === 0 && rows === 2 ? '' : `exit code ${String(code)}, ${String(rows)} rows`;
    },
  },
  {
    name: '500,000 empty members in a gzip file',
    by: 'command',
    mostMb: 400,
    async attack({ run, folder }) {
      const path = join(folder, 'a.sgf.gz');
      const empty = makeGzip('');
      writeFileSync(path, Buffer.concat([...Array.from({ length: 500_000 }, () => empty), makeGzip(GAME)]));
      const { code, out } = await run(['audit', path, '--quiet', '--fail-on', 'never']);
      return code === 0 && out.includes('a.sgf') ? '' : `exit code ${String(code)}`;
    },
  },
  ...['audit --no-score', 'audit --no-score --variations', 'check', 'format', 'list', 'duplicates'].flatMap(
    (command): AttackCase[] => [
      {
        name: `900,000 variations inside each other: ${command}`,
        by: 'command',
        mostMb: 500,
        attack: (place) => readWith(place, command, '(;B[aa]'.repeat(900_000) + ')'.repeat(900_000)),
      },
      {
        name: `900,000 variations beside each other: ${command}`,
        by: 'command',
        // Their nodes are really read; format has each of them twice.
        mostMb: command === 'format' ? 1200 : 600,
        attack: (place) => readWith(place, command, `(;GM[1]SZ[9];B[aa]${'(;W[bb])'.repeat(900_000)})`),
      },
    ],
  ),
];
