import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { finding, type Finding } from '../core/finding.js';
import { onDisk, reasonOf, type BytePath, type Item } from './items.js';
import { bytesOfFile, type ArchiveBytes } from './zip-directory.js';
import { readEntry } from './zip-entry.js';

const READ_BYTES = 256 * 1024;

/** Reads items one after another. It keeps the archive that it read last open until it is closed. */
export interface Reader {
  /** The bytes are valid until the next call. What cannot be read is a finding. */
  read(item: Exclude<Item, { kind: 'trouble' }>): Uint8Array | Finding;
  /** Gives the file descriptor back; reading may go on afterwards. */
  close(): void;
}

export function createReader(): Reader {
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  let archive: { path: BytePath; descriptor: number; bytes: ArchiveBytes } | undefined;

  function archiveAt(path: BytePath): ArchiveBytes {
    if (archive?.path !== path) {
      close();
      const descriptor = openSync(onDisk(path), 'r');
      archive = { path, descriptor, bytes: bytesOfFile(descriptor, 0) };
    }
    return archive.bytes;
  }

  function close(): void {
    if (archive) closeSync(archive.descriptor);
    archive = undefined;
  }

  function read(item: Exclude<Item, { kind: 'trouble' }>): Uint8Array | Finding {
    if (item.kind === 'bytes' || item.kind === 'part') return item.bytes;
    try {
      if (item.kind === 'file') return readWhole(item.path, buffer);
      const contents = readEntry(archiveAt(item.archive), item.entry);
      if (contents.ok) return contents.value;
      const entry = item.name.slice(item.name.lastIndexOf('!/') + 2);
      return finding('archive/entry-skipped', { entry, reason: contents.error }, {}, 'error');
    } catch (error) {
      return finding('file/unreadable', { reason: reasonOf(error) });
    }
  }

  return { read, close };
}

/** A file in the given buffer, or in a new one when it does not fit. */
function readWhole(path: BytePath, buffer: Buffer): Buffer {
  const descriptor = openSync(onDisk(path), 'r');
  try {
    let length = 0;
    for (;;) {
      const more = readSync(descriptor, buffer, length, buffer.length - length, null);
      length += more;
      // A read that does not fill the buffer has met the end of a regular file.
      if (more === 0 || length < buffer.length) return buffer.subarray(0, length);
      if (length === buffer.length) return readFileSync(onDisk(path));
    }
  } finally {
    closeSync(descriptor);
  }
}
