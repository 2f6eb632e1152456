import { readFileSync } from 'node:fs';
import type { Finding } from '../../core/findings/finding.js';
import { itemsOf, type Inputs } from './inputs.js';
import { bytePath, type BytePath, type Item, nameOf, onDisk } from './item.js';
import { createReader, opened, type Reader } from './item-reader.js';

/** A file of any size with all its bytes. */
export interface WholeFile {
  readonly kind: 'whole';
  readonly name: string;
  readonly bytes: Uint8Array;
  /** `undefined` for entries of archives and streams. */
  readonly path: BytePath | undefined;
}

/** An input that cannot be read, or not completely. */
export interface NoFile {
  readonly kind: 'trouble';
  readonly name: string;
  readonly finding: Finding;
}

/** The files of all inputs in their order, one at a time in memory. */
export async function* wholeFiles(inputs: Inputs): AsyncGenerator<WholeFile | NoFile> {
  const reader = createReader();
  try {
    for await (const item of itemsOf({ ...inputs, large: 'whole' })) yield fileOf(item, reader);
  } finally {
    reader.close();
  }
}

function fileOf(item: Item, reader: Reader): WholeFile | NoFile {
  const name = nameOf(item);
  if (item.kind === 'trouble') return { kind: 'trouble', name, finding: item.finding };
  const read = reader.read(item);
  if (!(read instanceof Uint8Array)) return { kind: 'trouble', name, finding: read };
  // The reader reuses its buffer.
  const bytes = item.kind === 'bytes' ? read : Uint8Array.from(read);
  const path = item.kind === 'file' ? item.path : item.kind === 'bytes' ? ownPath(name, bytes) : undefined;
  return { kind: 'whole', name, bytes, path };
}

/** The path of the file with these bytes; a gzipped file has the name of its archive, but other bytes. */
function ownPath(name: string, bytes: Uint8Array): BytePath | undefined {
  if (name === '-') return undefined;
  const path = bytePath(name);
  try {
    return Buffer.compare(
      opened(() => readFileSync(onDisk(path))),
      bytes,
    ) === 0
      ? path
      : undefined;
  } catch {
    return undefined; // an entry of an archive
  }
}
