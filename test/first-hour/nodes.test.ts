import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { drop, openBrowser, openPage } from '../browser/page-support.js';
import { ROOT } from '../support/documents.js';

/** Lines of Node that the package supports besides the one at hand. The registry has each of them as a package. */
const LINES = [20, 22, 24, 26] as const;
const BIN = join(ROOT, 'dist/cli/bin.js');

let place: string;
const nodes = new Map<number, string>();

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'sgf-referee-nodes-'));
  cpSync(join(ROOT, 'samples'), join(place, 'samples'), { recursive: true });
  const name = `node-${process.platform}-${process.arch}`;
  for (const line of LINES) {
    const folder = join(place, String(line));
    const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
    execFileSync('npm', ['install', ...flags, '--prefix', folder, `${name}@${String(line)}`]);
    nodes.set(line, join(folder, 'node_modules', name, 'bin/node'));
  }
}, 300_000);
afterAll(() => rmSync(place, { recursive: true, force: true }), 60_000);

function ran(program: string, words: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd: place,
    encoding: 'utf8',
    env: { ...env, COLUMNS: '100', NO_COLOR: '1' },
    maxBuffer: 2 ** 28,
    timeout: 120_000,
  });
  return { status, stdout, stderr: stderr.replaceAll(/in [\d.]+ s \([\d,.]+ games\/s\)/g, 'in TIME') };
}

const COMMANDS = [
  ['--help'],
  ['audit', 'samples', '--format', 'csv', '--jobs', '2'],
  ['audit', 'samples/scored', '--format', 'jsonl'],
  ['score', 'samples/scored', '--format', 'json'],
  ['convert', 'samples/scored', '--from', 'japanese', '--to', 'aga'],
  ['check', 'samples'],
  ['format', 'samples/format', '--diff'],
  ['duplicates', 'samples'],
  ['show', 'samples/ko/basic-ko-retaken.sgf', '--move', '6'],
  ['list', 'samples/events', '--group-by', 'player'],
  ['explain', 'move/ko'],
  [
    ...[
      'crosscheck',
      'samples/events/online-league/games',
      '--table',
      'samples/events/online-league/league.csv',
    ],
    ...['--aliases', 'samples/events/online-league/nicks.csv', '--format', 'text'],
  ],
];

describe.each(LINES)('the built command on Node %d', (line) => {
  it.each(COMMANDS.map((words) => [words.join(' '), words] as const))(
    '%s: as on the Node at hand, and without warnings',
    (_, words) => {
      const found = ran(nodes.get(line)!, [BIN, ...words]);
      expect(found).toEqual(ran(process.execPath, [BIN, ...words]));
      expect(found.status).toBeLessThan(2);
      expect(found.stderr).not.toMatch(/Warning/);
    },
  );

  it('the library', () => {
    const uses = `import { analyze } from ${JSON.stringify(join(ROOT, 'dist/lib/index.js'))};
      const [game] = analyze('(;GM[1]FF[4]SZ[9]KM[7];B[ee];W[ee])').games;
      console.log(game.findings.map(({ code }) => code).join(' '));`;
    const found = ran(nodes.get(line)!, ['--input-type=module', '--eval', uses]);
    expect(found).toMatchObject({ status: 0, stderr: '' });
    expect(found.stdout).toContain('move/occupied');
  });
});

test('the single executable works where no Node is: audit, the service, and its page in a browser', async () => {
  const tarball = execFileSync('npm', ['pack', '--silent', '--pack-destination', place], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim();
  const program = join(place, 'sgf-referee');
  const script = join(ROOT, 'deploy/release/executable.mjs');
  execFileSync(nodes.get(26)!, [script, join(place, tarball.split('\n').at(-1)!), program], {
    stdio: 'ignore',
  });
  const home = join(place, 'home');
  mkdirSync(home);
  // Nothing is on the path, and a configuration of Node changes nothing.
  const bare = { PATH: '/nonexistent', HOME: home, NODE_OPTIONS: '--require=./nothing.cjs' };
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const licenses = ran(program, ['--licenses'], bare).stdout;
  expect(licenses).toMatch(/^hono \d.*: installed$/m);
  expect(licenses).toMatch(/^Node 26\..*: in the executable\n\nNode\.js is licensed/m);
  expect(ran(program, ['--version'], bare)).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  const audit = ['audit', 'samples', '--format', 'csv'];
  expect(ran(program, audit, bare)).toEqual(ran(process.execPath, [BIN, ...audit]));
  expect(ran(program, ['audit', 'samples', '--out', 'out', '--fail-on', 'never'], bare).status).toBe(0);
  expect(existsSync(join(place, 'out/index.html'))).toBe(true);
  expect(readdirSync(join(home, '.cache/sgf-referee/program'))).toHaveLength(1);

  // As after a double click: no arguments. No browser can be started, so it says which address to open.
  const server = spawn(program, [], { cwd: place, env: bare, stdio: ['ignore', 'ignore', 'pipe'] });
  const browser = await openBrowser();
  try {
    const lines: string[] = [];
    for await (const said of createInterface(server.stderr)) {
      lines.push(said);
      if (said.includes('in a browser')) break;
    }
    const url = /http:\S+/.exec(lines.at(-1)!)![0];
    const { page, wrong } = await openPage(browser, url);
    await drop(page, 'game.sgf', Buffer.from('(;GM[1]FF[4]SZ[9]KM[7];B[ee];W[ee])'));
    await page.getByText('move/occupied').first().waitFor({ timeout: 60_000 });
    expect(wrong).toEqual([]);
  } finally {
    await browser.close();
    server.kill();
    if (server.exitCode === null) await once(server, 'exit');
  }
}, 300_000);
