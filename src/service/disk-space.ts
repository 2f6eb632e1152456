import { Problem } from './problem.js';

/** The disk space of a server: what its jobs take, and what bodies take while they are received and in work. */
export interface DiskSpace {
  /** Throws Problem when there is no room for so many bytes more. */
  readonly check: (bytes: number) => void;
  /** Notes how many bytes something takes now. */
  readonly set: (key: string, bytes: number) => void;
  readonly drop: (key: string) => void;
  readonly used: () => number;
}

/** `most`: bytes of all together. */
export function createDiskSpace(most: number): DiskSpace {
  const sizes = new Map<string, number>();
  let used = 0;
  return {
    check(bytes) {
      if (used + bytes > most) {
        throw new Problem('disk-limit', `uploads and results may take ${String(most)} bytes; delete a job`);
      }
    },
    set(key, bytes) {
      used += bytes - (sizes.get(key) ?? 0);
      sizes.set(key, bytes);
    },
    drop(key) {
      used -= sizes.get(key) ?? 0;
      sizes.delete(key);
    },
    used: () => used,
  };
}
