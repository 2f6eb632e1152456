import { spawnSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
];
