import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '../../cli/run.js';
import { ROOT } from '../support/documents.js';
import { type ObjectStorage, startObjectStorage } from '../support/object-storage.js';
import { withProgram } from '../support/programs.js';
import { type QueueServer, startQueueServer } from '../support/queue-server.js';
import { shellLine } from '../support/terminal.js';
import { gameText, makePlace } from './harness.js';

const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
const EXAMPLES = commands.flatMap(({ name, examples }) =>
  examples.map(([line]) => ({ name, line: line.replaceAll('$0', 'sgf-referee') })),
);

const place = makePlace();
const CHUNKS = 8;
beforeAll(() => {
  const samples = (from: string, to: string): void =>
    cpSync(join(ROOT, 'samples', from), join(place.path, 'files', to), { recursive: true });
  for (const folder of ['games', 'round-3', 'club', 'archive', 'league']) samples('moves', folder);
  samples('scored', 'games/fox');
  samples('events/club-swiss/club.xml', 'open.xml');
  samples('events/online-league/league.csv', 'results.csv');
  samples('events/online-league/nicks.csv', 'nicks.csv');
  samples('decisions.json', 'decisions.json');
  const long = gameText(1, 130);
  for (const name of ['game.sgf', 'old.sgf', 'games/fox/1.sgf']) place.put(`files/${name}`, gameText(2));
  for (let i = 0; i < CHUNKS; i++) place.put(`files/archive/${String(i)}.sgf`, gameText(i));
  for (const name of ['all.sgf', 'round-3.sgf']) place.put(`files/${name}`, long.repeat(4));
  const zip = Buffer.from(zipSync({ 'b.sgf': new TextEncoder().encode(long) }));
  for (const name of ['a.zip', 'archive.zip', 'games.zip']) place.put(`files/${name}`, zip);
  place.put('files/tokens.txt', 'a-token-of-some-length-for-tests\n');
  mkdirSync(join(place.path, 'files/results'));
  const cwd = join(place.path, 'files');
  const plan = shellLine(`sgf-referee plan archive --chunks ${String(CHUNKS)} --out job -q`);
  execFileSync('bash', ['-c', `${plan} && ${shellLine('sgf-referee work --plan job -q')}`], { cwd });
});
afterAll(() => place.remove());

const WORKER_MS = 5000;

/** Ends only when it is stopped. */
const runsOn = (line: string): boolean => / serve\b| --queue .* --store /.test(line);

let count = 0;

/** Runs an example in a folder of its own, which has the files that it names. */
function ran(
  example: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number; err: string }> {
  const cwd = join(place.path, String(count++));
  cpSync(join(place.path, 'files'), cwd, { recursive: true });
  if (/ plan /.test(example)) rmSync(join(cwd, 'job'), { recursive: true });
  const line = / serve\b/.test(example) ? `${example} --port 0` : example;
  const shell = ['zsh', 'fish'].find((one) => line.includes(`completion ${one}`)) ?? 'bash';
  const before = shell === 'zsh' ? 'compdef() { : }; ' : '';
  const child = spawn(shell, ['-c', `${before}${runsOn(line) ? 'exec ' : ''}${shellLine(line)}`], {
    cwd,
    env: { ...process.env, XDG_DATA_HOME: join(cwd, 'data'), XDG_CONFIG_HOME: cwd, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (block: Buffer) => {
    err += block.toString();
    if (err.includes('http:') && !child.killed) child.kill('SIGINT');
  });
  // Workers of servers say nothing while there is no job.
  if (/ work .* --store /.test(line)) setTimeout(() => child.kill('SIGINT'), WORKER_MS);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code: code ?? -1, err })));
}

async function runs(line: string, env?: Readonly<Record<string, string>>): Promise<void> {
  const { code, err } = await ran(line, env);
  expect(err).not.toMatch(/^sgf-referee: (?!listening|open http)/m);
  expect(runsOn(line) ? [0, 130] : [0, 1], err).toContain(code);
}

test('every command has an example, of itself', () => {
  for (const { name, examples } of commands) {
    expect(examples.length, name).toBeGreaterThan(0);
    for (const [line] of examples) expect(line).toContain(`$0 ${name}`);
  }
});

const needs = (...words: readonly string[]) =>
  EXAMPLES.filter(({ line }) => words.some((word) => line.includes(word)));
const remote = needs('redis://', 's3://');
const shells = needs('completion zsh', 'completion fish');

test.each(EXAMPLES.filter((one) => !remote.includes(one) && !shells.includes(one)))('$line', ({ line }) =>
  runs(line),
);
withProgram('zsh', () => test.each(needs('completion zsh'))('$line', ({ line }) => runs(line)));
withProgram('fish', () => test.each(needs('completion fish'))('$line', ({ line }) => runs(line)));

withProgram('redis-server', () => {
  let server: QueueServer;
  let storage: ObjectStorage;
  beforeAll(async () => {
    server = await startQueueServer();
    storage = await startObjectStorage();
  });
  afterAll(async () => {
    await server.close();
    await storage.close();
  });
  test.each(remote)('$line', ({ line }) =>
    runs(line.replace('redis://host', server.url).replace('s3://bucket', 's3://games'), storage.env),
  );
});
