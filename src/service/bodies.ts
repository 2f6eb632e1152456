import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from './problem.js';

/** Least disk space of a file. */
const LEAST_FILE_BYTES = 4096;

/** A file of a body that is being received. */
export interface BodyFile {
  readonly path: string;
  /** Throws Problem when the disk quota is used up. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The files of one request, which are removed with it or move to a job. */
export interface BodyFolder {
  readonly path: string;
  /** Disk space of its files, in bytes. */
  readonly bytes: () => number;
  /** Creates a file; they are numbered from 0. Throws Problem when the disk quota is used up. */
  readonly open: () => Promise<BodyFile>;
  readonly remove: () => Promise<void>;
  /** Moves all files to another folder; their bytes are no longer counted here. */
  readonly move: (to: string) => Promise<void>;
}

/** Bodies on disk. */
export interface Bodies {
  /** A folder with an unguessable name; it is created with its first file. */
  readonly folder: (tenant: string) => BodyFolder;
  /** Takes over the folder of a job, which is then gone even if the server is killed. Returns a function that removes it. */
  readonly takeIn: (path: string) => Promise<() => Promise<void>>;
}

/** Opens the folder for bodies, and removes what a killed server has left there. */
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

/** The disk quota of a server, for its jobs and for the bodies of requests in progress. */
export interface DiskSpace {
  /** Throws Problem when a tenant's further bytes would exceed a quota. */
  readonly check: (bytes: number, tenant: string) => void;
  /** Sets the bytes that a tenant's item takes. */
  readonly set: (key: string, bytes: number, tenant: string) => void;
  readonly drop: (key: string) => void;
  readonly used: () => number;
}

interface Kept {
  readonly bytes: number;
  readonly tenant: string;
}

/** `most`: bytes of all tenants together; `mostOfOne`: of one tenant. */
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
