import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { NOTHING_DONE } from '../../src/service/job.js';
import { JobStore } from '../../src/service/job-store.js';
import { openStore } from '../../src/run/store/folder.js';
import { makeService, tinyGame, waitForJob } from './support.js';

const BIN = fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url));
const ALICE = 'token-of-alice-0001';
const BOB = 'token-of-bob-00000002';

const folders: string[] = [];
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folderOfOwn(): string {
  folders.push(mkdtempSync(join(tmpdir(), 'sgf-referee-mends-')));
  return folders.at(-1)!;
}

/** Starts the built server with a file of tokens; `said` resolves when it has said something like `what`. */
function serve(tokens: string): { child: ChildProcess; said: (what: RegExp) => Promise<RegExpExecArray> } {
  const words = ['serve', '--port', '0', '--data', folderOfOwn(), '--tokens', tokens];
  const child = spawn(process.execPath, [BIN, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  children.push(child);
  let text = '';
  child.stderr.on('data', (block) => (text += String(block)));
  return {
    child,
    async said(what) {
      for (;;) {
        const match = what.exec(text);
        if (match) return match;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

test.each([
  ['nothing', ''],
  ['blank lines', '\n  \n\r\n'],
  ['comments', '# who may use it\n\n'],
])('a file of tokens with %s: no server', async (_, text) => {
  const tokens = join(folderOfOwn(), 'tokens.txt');
  writeFileSync(tokens, text);
  const { child, said } = serve(tokens);
  await said(/has no token/);
  expect(child.exitCode ?? (await new Promise((resolve) => child.once('exit', resolve)))).toBe(2);
});

test('SIGHUP reads the tokens again; a file without any leaves the earlier ones', async () => {
  const tokens = join(folderOfOwn(), 'tokens.txt');
  writeFileSync(tokens, `# two\n${ALICE} alice\n`);
  const { child, said } = serve(tokens);
  const [, url = ''] = await said(/listening on (\S+)/);
  const states = async (): Promise<number[]> =>
    Promise.all(
      [ALICE, BOB].map(async (token) => {
        const { status } = await fetch(`${url}/v1/jobs`, { headers: { authorization: `Bearer ${token}` } });
        return status;
      }),
    );
  expect(await states()).toEqual([200, 401]);
  writeFileSync(tokens, `${BOB} bob\n`);
  child.kill('SIGHUP');
  await said(/read again/);
  expect(await states()).toEqual([401, 200]);
  writeFileSync(tokens, '\n');
  child.kill('SIGHUP');
  await said(/the earlier tokens still count/);
  expect(await states()).toEqual([401, 200]);
});

test.each(['', '{', 'null', '{"id":1}'])(
  'a shared job whose record is %j: only it cannot be read',
  async (text) => {
    const objects = await openStore(folderOfOwn());
    const store = new JobStore(objects, folderOfOwn());
    const good = {
      id: crypto.randomUUID(),
      owner: 'alice',
      command: 'audit',
      query: {},
      files: [],
      state: 'waiting',
    };
    await store.accept({ ...good, created: '2026-11-23' } as never);
    const id = crypto.randomUUID();
    await objects.put(`jobs/${id}.json`, Buffer.from(text));
    expect((await store.statuses()).map(({ job }) => [job.id, job.state])).toEqual([
      [id, 'failed'],
      [good.id, 'waiting'],
    ]);
    expect(await store.status(id)).toMatchObject({ job: { owner: '', problem: { status: 500 } } });
    await store.remove(id);
    expect((await store.statuses()).map(({ job }) => job.id)).toEqual([good.id]);
  },
);

test('the server ended twice with a job that has made no step: it fails, and the server serves', async () => {
  const folder = folderOfOwn();
  const first = await makeService({ folder });
  const made = await first.ask('/v1/jobs?name=a.sgf', { method: 'POST', body: tinyGame('A') });
  const { id } = (await made.json()) as { id: string };
  await waitForJob(first.ask, id);
  await first.close();
  // As the store is after two ends in the middle of the first step.
  const objects = await openStore(folder);
  const text = (await objects.get(`jobs/${id}.json`))!.toString();
  const { job } = JSON.parse(text) as { readonly job: object };
  await objects.deleteFolder(`data/${id}/parts`);
  const status = { job: { ...job, state: 'running', begun: { step: 0, times: 2 } }, at: NOTHING_DONE };
  for (const key of [`jobs/${id}.json`, `data/${id}/status.json`])
    await objects.put(key, Buffer.from(JSON.stringify(status)));
  const second = await makeService({ folder });
  expect(await waitForJob(second.ask, id)).toMatchObject({ state: 'failed', problem: { status: 500 } });
  await second.close();
});
