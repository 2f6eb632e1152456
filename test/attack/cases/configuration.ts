import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AttackCase, Place } from '../case.js';

const NAME = 'sgf-referee.config.json';
/** Black plays on Black's own stone: exit code 1. */
const ILLEGAL = '(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5];B[aa];W[bb];B[aa])';
const MAX_MS = 60_000;

/** A folder as somebody may send it, with a player's folder in it. */
function event(folder: string): string {
  const path = join(folder, 'event');
  mkdirSync(join(path, 'alice'), { recursive: true });
  writeFileSync(join(path, 'alice/1.sgf'), ILLEGAL);
  return path;
}

function git(folder: string, ...words: readonly string[]): void {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.example'];
  const { status, stderr } = spawnSync('git', [...who, ...words], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

const check = ({ run }: Place, words: readonly string[], cwd: string): ReturnType<Place['run']> =>
  run(['check', ...words], { cwd, mostMs: MAX_MS });

/** Files that the audited folder brings along, none of which may decide. */
const BROUGHT: readonly (readonly [what: string, make: (path: string) => void])[] = [
  ['ignores move/', (path) => writeFileSync(path, '{"ignore":["move/"]}')],
  ['excludes all files', (path) => writeFileSync(path, '{"exclude":["*"]}')],
  ['fails never', (path) => writeFileSync(path, '{"fail-on":"never"}')],
  ['is half of one', (path) => writeFileSync(path, '{')],
  ['is a FIFO', (path) => void spawnSync('mkfifo', [path])],
  ['is a device', (path) => symlinkSync('/dev/zero', path)],
  ['has twelve stars', (path) => writeFileSync(path, `{"exclude":["${'*a'.repeat(12)}"]}`)],
];

/** What a configuration that was found must not do. */
const CONFIGURED: readonly (readonly [option: string, value: unknown])[] = [
  ['output', '../victim'],
  ['out', '../made'],
  ['since', '--output=../victim'],
  ['changed', true],
  ['files-from', '../victim'],
  ['cache', '../made'],
  ['estimator', 'gtp:touch ../made'],
  ['rules', '/dev/zero'],
];

/** What a configuration or a repository in a downloaded folder may decide. */
export const CASES: readonly AttackCase[] = [
  ...BROUGHT.flatMap(([what, make]): AttackCase[] =>
    [false, true].map((isAllowed) => ({
      name: `a configuration in a player's folder ${what}${isAllowed ? ', with "nested": true' : ''}`,
      by: 'command',
      mostMb: 400,
      async attack(place) {
        const folder = event(place.folder);
        writeFileSync(join(folder, '2.sgf'), ILLEGAL);
        make(join(folder, 'alice', NAME));
        if (isAllowed) writeFileSync(join(folder, NAME), '{"nested":true}');
        const { code, out, err } = await check(place, ['.'], folder);
        if (code !== 1) return `exit code ${String(code)}`;
        // A pattern that matches nothing changes nothing.
        const isIdle = isAllowed && what.includes('stars');
        return isIdle || (out + err).includes(`alice/${NAME}`) ? '' : 'nothing was said';
      },
    })),
  ),
  ...CONFIGURED.map(([option, value]): AttackCase => ({
    name: `a configuration that is found sets ${option}`,
    by: 'command',
    mostMb: 400,
    async attack(place) {
      const folder = event(place.folder);
      const victim = join(place.folder, 'victim');
      writeFileSync(victim, 'precious');
      writeFileSync(join(folder, NAME), JSON.stringify({ [option]: value }));
      const { code, err } = await place.run(['audit', '.'], { cwd: folder, mostMs: MAX_MS });
      if (readFileSync(victim, 'utf8') !== 'precious') return 'a file outside is overwritten';
      if (existsSync(join(place.folder, 'made'))) return 'something was made outside';
      if (!err.includes(`may not set ${option}`)) return 'nothing was said';
      return code === 1 ? '' : `exit code ${String(code)}`;
    },
  })),
  ...['core.fsmonitor', 'diff.external', 'filter.a=b.clean', 'filter.a=b.process'].map((key): AttackCase => ({
    name: `a repository whose ${key} is a program`,
    by: 'command',
    mostMb: 400,
    async attack(place) {
      const folder = event(place.folder);
      const program = join(place.folder, 'evil.sh');
      const made = join(place.folder, 'made');
      writeFileSync(program, `#!/bin/sh\ntouch ${made}\n`);
      chmodSync(program, 0o755);
      git(folder, 'init', '-q');
      git(folder, 'add', '.');
      git(folder, 'commit', '-q', '-m', 'games');
      git(folder, 'config', key, program);
      writeFileSync(join(folder, '.gitattributes'), '*.sgf filter=a=b\n');
      writeFileSync(join(folder, 'alice/1.sgf'), `${ILLEGAL}\n`);
      writeFileSync(join(folder, NAME), '{"changed":true}');
      for (const words of [['.'], ['.', '--changed'], ['.', '--since', 'HEAD']]) {
        const { code } = await check(place, words, folder);
        if (existsSync(made)) return `${words.join(' ')} ran it`;
        if (code !== 1) return `${words.join(' ')}: exit code ${String(code)}`;
      }
      return '';
    },
  })),
  {
    name: '--since with an option of git',
    by: 'command',
    mostMb: 400,
    async attack(place) {
      const folder = event(place.folder);
      git(folder, 'init', '-q');
      const { code } = await check(place, ['.', '--since=--output=made'], folder);
      return code === 2 && !existsSync(join(folder, 'made')) ? '' : `exit code ${String(code)}`;
    },
  },
];
