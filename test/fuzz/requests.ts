import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_LIMITS } from '../support/service-limits.js';
import { openService, type Service } from '../../src/service/server.js';
import type { Choices } from './random.js';

const PATHS = [
  '/v1/audit',
  '/v1/score',
  '/v1/convert',
  '/v1/check',
  '/v1/findings',
  '/v1/jobs',
  '/v1/jobs/none/results',
  '/v1/rulesets',
  '/v1/jobs/none/game',
  '/',
  '/../../etc/passwd',
];
const QUERIES = [
  '',
  '?rules=japanese',
  '?rules=%00',
  '?komi=1e999&score=perhaps',
  '?to=aga&format=html',
  '?name=../../x.sgf',
];
const TYPES = [
  'application/x-go-sgf',
  'application/json',
  'application/zip',
  'multipart/form-data; boundary=b',
  'multipart/form-data',
  'text/plain; charset=gbk',
  '',
];

/** A request as bytes: a line of JSON that tells what is asked, then the body. */
export function request(random: Choices, contents: Uint8Array): Uint8Array {
  const type = random.pick(TYPES);
  const method = random.onceIn(6) ? random.pick(['GET', 'PUT', 'DELETE', 'OPTIONS']) : 'POST';
  const asked = { method, path: random.pick(PATHS) + random.pick(QUERIES), type };
  const body = type.includes('boundary') && !random.onceIn(4) ? form(random, contents) : contents;
  return Buffer.concat([Buffer.from(`${JSON.stringify(asked)}\n`), body]);
}

function form(random: Choices, contents: Uint8Array): Uint8Array {
  const names = ['file', 'files', 'rules', '__proto__', 'dead'];
  const files = ['a.sgf', '../a.sgf', 'b.zip', '\u0000', 'x'.repeat(5000)];
  const head = `--b\r\nContent-Disposition: form-data; name="${random.pick(names)}"; filename="${random.pick(files)}"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), contents, Buffer.from(random.onceIn(3) ? '' : '\r\n--b--\r\n')]);
}

let opened: Promise<{ readonly service: Service; readonly folder: string }> | undefined;

/** The workers as compiled beside this module, or as built where this module is no JavaScript. */
function workerUrl(): URL {
  const compiled = new URL('../../src/run/tasks/worker.js', import.meta.url);
  return existsSync(compiled) ? compiled : new URL('../../dist/src/run/tasks/worker.js', import.meta.url);
}

async function open(): Promise<{ readonly service: Service; readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-fuzz-service-'));
  const service = await openService({
    folder,
    workers: 1,
    limits: SERVICE_LIMITS,
    guard: { tokens: new Map() },
    version: 'fuzz',
    pageFolder: undefined,
    workerUrl: workerUrl(),
  });
  return { service, folder };
}

/** Whatever is asked, the answer is no fault of the server and, where it is no success, a problem document. */
export async function faultOfRequest(bytes: Uint8Array): Promise<string> {
  const first = await answered(bytes);
  if (!first.text.includes('problem:jobs-limit')) return first.fault;
  // The jobs of the inputs before fill the server: this one gets a fresh one, where it must be taken.
  await closeService();
  return (await answered(bytes)).fault;
}

async function answered(bytes: Uint8Array): Promise<{ readonly text: string; readonly fault: string }> {
  const end = bytes.indexOf(10);
  const asked = JSON.parse(Buffer.from(bytes.subarray(0, Math.max(end, 0))).toString()) as {
    method: string;
    path: string;
    type: string;
  };
  const { service } = await (opened ??= open());
  const body = asked.method === 'GET' ? {} : { body: new Uint8Array(bytes.subarray(end + 1)) };
  const headers = { host: 'localhost', ...(asked.type === '' ? {} : { 'content-type': asked.type }) };
  const { app } = service;
  const url = `http://localhost${asked.path}`;
  const answer = await app.fetch(new Request(url, { method: asked.method, headers, ...body }));
  const text = await answer.text();
  return { text, fault: faultOfAnswer(answer, text) };
}

function faultOfAnswer({ status, headers }: Response, text: string): string {
  if (status >= 500) return `status ${String(status)}: ${text.slice(0, 200)}`;
  const kind = headers.get('content-type') ?? '';
  return status >= 400 && !kind.includes('problem+json') ? `status ${String(status)} as ${kind}` : '';
}

/** Closes the service that the requests went to. */
export async function closeService(): Promise<void> {
  if (!opened) return;
  const { service, folder } = await opened;
  opened = undefined;
  await service.close();
  rmSync(folder, { recursive: true, force: true });
}
