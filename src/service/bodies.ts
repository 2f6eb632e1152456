import { mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiskSpace } from './disk-space.js';

/** A file of a body while it is received. */
export interface BodyFile {
  readonly path: string;
  /** Throws Problem when the disk has no room. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Bodies that are too large for memory: files that live as long as their request, or move to a job. */
export interface Bodies {
  /** A file that did not exist, under a name that nobody can guess. */
  readonly open: () => Promise<BodyFile>;
  readonly remove: (path: string) => Promise<void>;
  /** Gives a file away; its bytes are no longer counted here. */
  readonly move: (path: string, to: string) => Promise<void>;
}

/** Removes what a server that was killed has left behind. */
export async function openBodies(folder: string, space: DiskSpace): Promise<Bodies> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true });
  return {
    async open() {
      const path = join(folder, crypto.randomUUID());
      return bodyFile(path, await open(path, 'wx', 0o600), space);
    },
    async remove(path) {
      await rm(path, { force: true });
      space.drop(path);
    },
    async move(path, to) {
      await rename(path, to);
      space.drop(path);
    },
  };
}

function bodyFile(path: string, handle: FileHandle, space: DiskSpace): BodyFile {
  let size = 0;
  return {
    path,
    async write(bytes) {
      space.check(bytes.length);
      space.set(path, (size += bytes.length));
      await handle.writeFile(bytes);
    },
    close: () => handle.close(),
  };
}
