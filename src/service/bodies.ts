import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from './problem.js';

/** A file takes at least this of the disk, however little is in it. */
const LEAST_FILE_BYTES = 4096;

/** A file of a body while it is received. */
export interface BodyFile {
  readonly path: string;
  /** Throws Problem when the disk has no room. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The files of one request: they live as long as it, or move to a job. */
export interface BodyFolder {
  readonly path: string;
  /** Bytes that its files take on the disk. */
  readonly bytes: () => number;
  /** One more file; they are numbered from 0. Throws Problem when the disk has no room. */
  readonly open: () => Promise<BodyFile>;
  readonly remove: () => Promise<void>;
  /** Gives all files away; their bytes are no longer counted here. */
  readonly move: (to: string) => Promise<void>;
}

/** Bodies that are too large for memory. */
export interface Bodies {
  /** A folder under a name that nobody can guess; it is made with its first file. */
  readonly folder: (tenant: string) => BodyFolder;
  /** Takes a folder of a job in, so that it is gone at once and for good, also when the server is killed. Returns what removes it. */
  readonly takeIn: (path: string) => Promise<() => Promise<void>>;
}

/** Removes what a server that was killed has left behind. */
export async function openBodies(folder: string, space: DiskSpace): Promise<Bodies> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true, recursive: true });
  const unused = (): string => join(folder, crypto.randomUUID());
  return {
    folder: (tenant) => bodyFolder(unused(), tenant, space),
    async takeIn(path) {
      const taken = unused();
      await rename(path, taken);
      return () => rm(taken, { force: true, recursive: true });
    },
  };
}

function bodyFolder(path: string, tenant: string, space: DiskSpace): BodyFolder {
  let bytes = 0;
  let files = 0;
  const charge = (more: number): void => {
    space.check(more, tenant);
    space.set(path, (bytes += more), tenant);
  };
  return {
    path,
    bytes: () => bytes,
    async open() {
      charge(LEAST_FILE_BYTES);
      if (files === 0) await mkdir(path, { mode: 0o700 });
      const name = join(path, String(files++));
      return bodyFile(name, await open(name, 'wx', 0o600), charge);
    },
    async remove() {
      if (files > 0) await rm(path, { force: true, recursive: true });
      space.drop(path);
    },
    async move(to) {
      await rename(path, to);
      space.drop(path);
    },
  };
}

function bodyFile(path: string, handle: FileHandle, charge: (bytes: number) => void): BodyFile {
  let size = 0;
  return {
    path,
    async write(bytes) {
      const before = Math.max(size, LEAST_FILE_BYTES);
      size += bytes.length;
      charge(Math.max(size, LEAST_FILE_BYTES) - before);
      await handle.writeFile(bytes);
    },
    close: () => handle.close(),
  };
}

/** The disk space of a server: what its jobs take, and what bodies take while they are received and in work. */
export interface DiskSpace {
  /** Throws Problem when there is no room for so many bytes more of a tenant. */
  readonly check: (bytes: number, tenant: string) => void;
  /** Notes how many bytes something of a tenant takes now. */
  readonly set: (key: string, bytes: number, tenant: string) => void;
  readonly drop: (key: string) => void;
  readonly used: () => number;
}

interface Kept {
  readonly bytes: number;
  readonly tenant: string;
}

/** `most`: bytes of all together; `mostOfOne`: of one tenant. */
export function createDiskSpace(most: number, mostOfOne: number): DiskSpace {
  const kept = new Map<string, Kept>();
  const ofTenant = new Map<string, number>();
  let used = 0;

  function add(bytes: number, tenant: string): void {
    used += bytes;
    const own = (ofTenant.get(tenant) ?? 0) + bytes;
    if (own === 0) ofTenant.delete(tenant);
    else ofTenant.set(tenant, own);
  }

  function drop(key: string): void {
    const one = kept.get(key);
    if (!one) return;
    kept.delete(key);
    add(-one.bytes, one.tenant);
  }

  return {
    check(bytes, tenant) {
      const refuse = (limit: number, whose: string): never => {
        throw new Problem('disk-limit', `${whose} may take ${String(limit)} bytes; delete a job`);
      };
      if (used + bytes > most) refuse(most, 'uploads and results');
      if ((ofTenant.get(tenant) ?? 0) + bytes > mostOfOne) refuse(mostOfOne, 'your uploads and results');
    },
    set(key, bytes, tenant) {
      drop(key);
      kept.set(key, { bytes, tenant });
      add(bytes, tenant);
    },
    drop,
    used: () => used,
  };
}
