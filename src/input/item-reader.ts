import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { finding, type Finding } from '../findings/finding.js';
import { onDisk, UNASKED, type BytePath, type Item } from './item.js';
import { reasonOf } from '../core/outcome.js';
import { opened } from './opening.js';
import { LARGE_BYTES } from './parts.js';
import { type ArchiveBytes, bytesOfFile } from './zip-directory.js';
import { readEntry } from './zip-entry.js';

/** One more than a small file has, so that a read tells a large one. */
const READ_BYTES = LARGE_BYTES + 1;

/** Reads items one after another. It keeps the archive that it read last open until it is closed. */
export interface Reader {
  /** The bytes are valid until the next call. What cannot be read is a finding. */
  read(item: Exclude<Item, { kind: 'trouble' }>): Uint8Array | Finding;
  /** The same, but a file of unasked size that should be read in parts is `large`. */
  readSmall(item: Exclude<Item, { kind: 'trouble' }>): Uint8Array | Finding | 'large';
  /** Gives the file descriptor back; reading may go on afterwards. */
  close(): void;
}

export function createReader(): Reader {
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  let archive: { path: BytePath; descriptor: number; bytes: ArchiveBytes } | undefined;

  function archiveAt(path: BytePath): ArchiveBytes {
    if (archive?.path !== path) {
      close();
      const descriptor = opened(() => openSync(onDisk(path), 'r'));
      archive = { path, descriptor, bytes: bytesOfFile(descriptor, 0) };
    }
    return archive.bytes;
  }

  function close(): void {
    if (archive) closeSync(archive.descriptor);
    archive = undefined;
  }

  function readSmall(item: Exclude<Item, { kind: 'trouble' }>): Uint8Array | Finding | 'large' {
    if (item.kind === 'bytes' || item.kind === 'part') return item.bytes;
    try {
      if (item.kind === 'file') {
        return (
          readInto(item.path, buffer) ??
          (item.size === UNASKED ? 'large' : opened(() => readFileSync(onDisk(item.path))))
        );
      }
      const contents = readEntry(archiveAt(item.archive), item.entry);
      if (contents.ok) return contents.value;
      const entry = item.name.slice(item.name.lastIndexOf('!/') + 2);
      return finding('archive/entry-skipped', { entry, reason: contents.error }, {}, 'error');
    } catch (error) {
      return finding('file/unreadable', { reason: reasonOf(error) });
    }
  }

  function read(item: Exclude<Item, { kind: 'trouble' }>): Uint8Array | Finding {
    const found = readSmall(item);
    if (found !== 'large' || item.kind !== 'file') return found as Uint8Array | Finding;
    return readSmall({ ...item, size: LARGE_BYTES + 1 }) as Uint8Array | Finding;
  }

  return { read, readSmall, close };
}

/** A file in the given buffer; `undefined` when it does not fit. */
function readInto(path: BytePath, buffer: Buffer): Buffer | undefined {
  const descriptor = opened(() => openSync(onDisk(path), 'r'));
  try {
    for (let length = 0; length < buffer.length;) {
      const asked = buffer.length - length;
      const more = readSync(descriptor, buffer, length, asked, null);
      length += more;
      // A read that gives less than it was asked for has met the end of a regular file.
      if (more < asked) return buffer.subarray(0, length);
    }
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}
