import { statSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { addChecksums, checksumOf } from './opening.js';
import { itemsOfLargeFile } from './inputs.js';
import { displayName, nameOf, onDisk, type FileItem, type Item } from './items.js';
import type { Limits } from '../core/limits.js';
import { createReader } from './reader.js';

/** Chains an item to the CRC of those before it: its name, size, and what an archive says of its contents. */
export function chained(listing: number, item: Item): number {
  const name = item.kind === 'file' ? item.path : item.name;
  const crc = item.kind === 'zip-entry' ? item.entry.crc : 0;
  return crc32(`${name}\n${String(item.size)} ${String(crc)}\n`, listing);
}

/** Changes are looked for that long before the run began: clocks of file systems are coarse, and not ours. */
const SLACK_MS = 2000;

/** The items between two points, when they are passed over. */
export interface Span {
  readonly pass: (item: Item) => void;
  /** Names of the files that are not what they were when the run read them, by the checksum of the whole span. */
  readonly changed: (checksum: number) => Promise<readonly string[]>;
}

/** `started`: when the run began, in milliseconds since 1970. */
export function createSpan(started: number, limits: Limits): Span {
  const files: FileItem[] = [];
  const late: string[] = [];
  let known = 0;

  async function checksumOfFile(item: FileItem): Promise<number> {
    const reader = createReader();
    const name = nameOf(item);
    const bytes = reader.readSmall(item);
    if (bytes instanceof Uint8Array) return checksumOf(name, bytes);
    let sum = 0;
    if (bytes !== 'large') return sum;
    for await (const part of itemsOfLargeFile(item.path, limits)) {
      if ('bytes' in part) sum = addChecksums(sum, checksumOf(name, part.bytes));
    }
    return sum;
  }

  return {
    pass(item) {
      if ('bytes' in item) known = addChecksums(known, checksumOf(item.name, item.bytes));
      if (item.kind !== 'file') return;
      files.push(item);
      const stats = statSync(onDisk(item.path), { throwIfNoEntry: false });
      const isLate = !stats || Math.max(stats.mtimeMs, stats.ctimeMs) > started - SLACK_MS;
      if (isLate) late.push(displayName(item.path));
    },
    async changed(checksum) {
      if (late.length === 0) return [];
      let sum = known;
      for (const item of files) sum = addChecksums(sum, await checksumOfFile(item));
      return sum === checksum ? [] : late;
    },
  };
}
