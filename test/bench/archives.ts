import { once } from 'node:events';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { makeTar, makeZip } from '../batch/make-zip.js';
import { sampleOf } from './files.js';

/** Entries that a zip without 64-bit fields can hold, less some. */
const MAX_ENTRIES = 60_000;

/** Bytes of the large collection. */
const LARGE = 500_000_000;

/** The same files as a zip and a tar.gz, and one large collection of them: what each is called, and its path. */
export async function archivesOf(
  files: readonly string[],
  into: string,
): Promise<readonly (readonly [string, string])[]> {
  const { zip, tarGz } = packed(files, into);
  return [
    ['zip', zip],
    ['tar.gz', tarGz],
    ['one collection of 500 MB', await collection(files, LARGE, into)],
  ];
}

/** The files as a zip and as a tar.gz: their paths. */
export function packed(files: readonly string[], into: string): { zip: string; tarGz: string } {
  const entries = sampleOf(files, MAX_ENTRIES).map((path, i) => ({
    name: `games/${String(i).padStart(6, '0')}.sgf`,
    contents: readFileSync(path, 'utf8'),
  }));
  const zip = join(into, 'games.zip');
  const tarGz = join(into, 'games.tar.gz');
  writeFileSync(zip, makeZip(entries));
  writeFileSync(tarGz, gzipSync(makeTar(entries), { level: 6 }));
  return { zip, tarGz };
}

/** One collection of at least so many bytes made of the files, again and again; returns its path. */
async function collection(files: readonly string[], bytes: number, into: string): Promise<string> {
  const path = join(into, 'collection.sgf');
  const stream = createWriteStream(path);
  const contents = sampleOf(files, 5000).map((file) => readFileSync(file));
  let written = 0;
  let games = 0;
  while (written < bytes) {
    const one = contents[games++ % contents.length]!;
    written += one.length;
    if (!stream.write(one)) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
  return path;
}
