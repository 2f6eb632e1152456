import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { makeZip } from '../batch/make-zip.js';

const MEBIBYTE = 1024 * 1024;

/** A stream of zeros, deflated: one deflated block again and again, which costs no time to make. */
function deflatedZeros(mebibytes: number): { readonly packed: Buffer; readonly crc: number } {
  const zeros = Buffer.alloc(MEBIBYTE);
  const block = deflateRawSync(zeros, { finishFlush: constants.Z_FULL_FLUSH, level: 9 });
  let crc = 0;
  for (let i = 0; i < mebibytes; i++) crc = crc32(zeros, crc);
  const last = Buffer.from([3, 0]);
  return { packed: Buffer.concat([...Array.from({ length: mebibytes }, () => block), last]), crc };
}

/** A zip64 of one entry of zeros. `declared`: the size that its directory tells. */
export function zeroZip(name: string, mebibytes: number, declared = mebibytes * MEBIBYTE): Buffer {
  const { packed, crc } = deflatedZeros(mebibytes);
  const label = Buffer.from(name);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(45, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc, 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(0xffffffff, 18);
  common.writeUInt16LE(label.length, 22);
  common.writeUInt16LE(12, 24);
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(declared), 4);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, label, extra, packed]);
  const directory = Buffer.concat([
    Buffer.from('PK\u0001\u0002'),
    Buffer.from([45, 3]),
    common,
    Buffer.alloc(14),
    label,
    extra,
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
}

/** The same as one gzip member, whose size nothing tells beforehand. */
export function zeroGzip(mebibytes: number): Buffer {
  const { packed, crc } = deflatedZeros(mebibytes);
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(crc, 0);
  tail.writeUInt32LE((mebibytes * MEBIBYTE) % 2 ** 32, 4);
  return Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), packed, tail]);
}

/** Zips in zips, sixteen in each, five levels above 4 GiB of zeros: 4.5 PB in all, like the well-known 42.zip. */
export function nestedBomb(): Buffer {
  let inner = zeroZip('0.sgf', 4 * 1024);
  for (let level = 0; level < 5; level++) {
    const contents = inner;
    inner = makeZip(
      Array.from({ length: 16 }, (_, i) => ({ name: `${String(i)}.zip`, contents, method: 8 as const })),
    );
  }
  return inner;
}

/** Writes pieces one after another. */
export function writePieces(path: string, pieces: Iterable<Buffer>): void {
  const descriptor = openSync(path, 'w');
  try {
    for (const piece of pieces) for (let at = 0; at < piece.length;) at += writeSync(descriptor, piece, at);
  } finally {
    closeSync(descriptor);
  }
}

export function* repeated(
  piece: string,
  times: number,
  around: readonly [string, string] = ['', ''],
): Generator<Buffer> {
  const perBlock = Math.max(1, Math.floor(MEBIBYTE / piece.length));
  yield Buffer.from(around[0]);
  const block = Buffer.from(piece.repeat(Math.min(perBlock, times)));
  let left = times;
  for (; left >= perBlock; left -= perBlock) yield block;
  yield Buffer.from(piece.repeat(left) + around[1]);
}

/** A game of random points; few of its moves are legal once the board is full. */
export function* randomMoves(nodes: number, random: () => number): Generator<Buffer> {
  yield Buffer.from('(;GM[1]SZ[19]');
  const letter = (): string => String.fromCharCode(97 + Math.floor(random() * 19));
  for (let done = 0; done < nodes;) {
    let text = '';
    for (let i = 0; i < 10_000 && done < nodes; i++, done++)
      text += `;${done % 2 ? 'W' : 'B'}[${letter()}${letter()}]`;
    yield Buffer.from(text);
  }
  yield Buffer.from(')');
}

export function manyFiles(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < count; i++) {
    writeFileSync(join(folder, `${String(i)}.sgf`), `(;GM[1]SZ[9]PB[${String(i)}];B[aa];W[bb])`);
  }
}
