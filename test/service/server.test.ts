import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { makeZip } from '../batch/make-zip.js';
import { makeFolder, makeServer, makeService, tinyGame, waitForJob, type JobLook } from './support.js';

const BIN = fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url));

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = makeFolder();
  folders.push(folder);
  return folder;
}

function zipOf(games: number): Uint8Array<ArrayBuffer> {
  const entries = Array.from({ length: games }, (_, i) => ({
    name: `${String(i)}.sgf`,
    contents: tinyGame(`P${String(i)}`),
  }));
  return new Uint8Array(makeZip(entries));
}

const ZIP = { 'content-type': 'application/zip' };

/** The command until it says something that is asked for, or ends. */
async function serve(
  words: readonly string[],
  until: RegExp,
): Promise<{ readonly said: string; readonly ended: Promise<number | null>; readonly stop: () => void }> {
  const child = spawn(process.execPath, [BIN, 'serve', ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let said = '';
  for await (const block of child.stderr) {
    said += String(block);
    if (until.test(said)) break;
  }
  return { said, ended, stop: () => child.kill('SIGTERM') };
}

test('SIGTERM ends the command with 0', async () => {
  const folder = newFolder();
  const server = await serve(['--port', '0', '--data', folder], /listening on/);
  expect(server.said).toMatch(/listening on http:\/\/127\.0\.0\.1:\d+/);
  expect(server.said).toContain(`jobs, their uploads and results are in ${folder}\n`);
  server.stop();
  expect(await server.ended).toBe(0);
});

test.each([
  ['an address that others reach needs tokens', ['--host', '0.0.0.0'], /give --tokens FILE/],
  ['a token that is short', ['--token', 'short'], /a token is 16 to 200/],
  ['a limit that is none', ['--max-games', '0'], /--max-games: must be a whole number from 1/],
])('%s', async (_name, words, why) => {
  const server = await serve(['--port', '0', '--data', newFolder(), ...words], why);
  expect(server.said).toMatch(why);
  expect(await server.ended).toBe(2);
});

test('a port that is taken is told in a line', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const port = String((other.address() as AddressInfo).port);
  const server = await serve(['--port', port, '--data', newFolder()], /cannot serve/);
  expect(server.said).toContain(`port ${port} is in use; name another with --port`);
  expect(await server.ended).toBe(2);
  other.close();
});

test('a data folder that another server has is told in a line', async () => {
  const folder = newFolder();
  const first = await makeService({ folder });
  const second = await serve(['--port', '0', '--data', folder], /cannot serve/);
  expect(second.said).toContain('the data folder is in use by another server');
  expect(second.said).toContain('may be in another window, or name another folder with --data FOLDER');
  expect(await second.ended).toBe(2);
  await first.close();
});

test.each([
  ['', 'it is a file, not a folder'],
  ['/data', 'a file is where a folder should be'],
])('a data folder that cannot be made is told in a line: FILE%s', async (below, reason) => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  const server = await serve(['--port', '0', '--data', file + below], /cannot/);
  expect(server.said).toBe(`sgf-referee: cannot write ${file}${below}: ${reason}\n`);
  expect(await server.ended).toBe(2);
});

test('a request in work is answered whole when the server closes; no further one is taken', async () => {
  const server = await makeServer();
  const asked = fetch(`${server.url}/v1/audit?format=jsonl`, {
    method: 'POST',
    headers: ZIP,
    body: zipOf(400),
  });
  const response = await asked; // its lines are still being made
  const closed = server.remove();
  const text = await response.text();
  expect(text.trim().split('\n')).toHaveLength(400);
  await closed;
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
});

test('who follows a job that a closing server leaves unfinished does not take a part for all', async () => {
  const server = await makeServer();
  const body = zipOf(3000);
  const created = await fetch(`${server.url}/v1/jobs?name=a.zip`, { method: 'POST', headers: ZIP, body });
  const { id } = (await created.json()) as JobLook;
  const followed = fetch(`${server.url}/v1/jobs/${id}/results?follow=true`).then((response) =>
    response.text(),
  );
  const broken = expect(followed).rejects.toThrow();
  await waitForJob(
    (path) => fetch(server.url + path),
    id,
    ({ progress }) => progress.games > 0,
  );
  await server.remove();
  await broken;
});

test('bodies that a killed server left behind are removed', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'bodies'));
  writeFileSync(join(folder, 'bodies', 'left'), 'x');
  const service = await makeService({ folder });
  expect(readdirSync(join(folder, 'bodies'))).toEqual([]);
  await service.close();
});

test('bodies count against the disk limit while they are received, and leave nothing', async () => {
  const service = await makeService({ limits: { diskBytes: 50_000, memoryBytes: 1000 } });
  const send = async (bytes: number): Promise<number> => {
    const body = ' '.repeat(bytes);
    const headers = { 'content-type': 'text/plain' };
    return (await service.ask('/v1/audit', { method: 'POST', headers, body })).status;
  };
  expect(await send(50_001)).toBe(507);
  expect(await send(40_000)).toBe(200);
  expect(await send(40_000)).toBe(200);
  expect(readdirSync(join(service.folder, 'bodies'))).toEqual([]);
  await service.remove();
});
