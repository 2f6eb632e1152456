import { Problem } from './problem.js';

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
