import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('object-storage.mjs', import.meta.url));

/** An S3 server with an empty bucket, `games`. */
export interface ObjectStorage {
  readonly port: number;
  /** Variables that lead to it. */
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Starts s3rver on loopback, in a process and a temporary folder of its own. */
export async function startObjectStorage(): Promise<ObjectStorage> {
  const folder = mkdtempSync(join(tmpdir(), 'sgf-referee-s3-'));
  const server = spawn(process.execPath, ['--openssl-legacy-provider', SCRIPT, folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()));
  let said = '';
  for await (const block of server.stdout as AsyncIterable<Buffer>) {
    said += block.toString();
    if (said.includes('\n')) break;
  }
  const port = Number(said);
  return {
    port,
    env: {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${String(port)}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      AWS_REGION: 'us-east-1',
    },
    async close() {
      server.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
