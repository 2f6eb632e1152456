import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

/** One entry of a test archive; what is not given is right. */
export interface ZipSource {
  readonly name: string | Buffer;
  readonly contents: Buffer | string;
  readonly crc?: number;
  readonly unpacked?: number;
  readonly method?: number;
  readonly flags?: number;
  readonly unixMode?: number;
  /** The number of an entry before it whose bytes are these. */
  readonly same?: number;
}

/** A zip archive (APPNOTE 6.3), entries in the given order. */
export function makeZip(entries: readonly ZipSource[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const entry of entries) {
    const contents = Buffer.from(entry.contents as string);
    const method = entry.method ?? 8;
    const packed = method === 8 ? deflateRawSync(contents) : contents;
    const name = Buffer.from(entry.name as string);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(entry.flags ?? 0x800, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE((entry.crc ?? crc32(contents)) >>> 0, 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(entry.unpacked ?? contents.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.unixMode ?? 0o100644) * 0x10000) >>> 0, 6);
    offsets.push(entry.same === undefined ? offset : offsets[entry.same]!);
    tail.writeUInt32LE(offsets.at(-1)!, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 3]), common, tail, name]));
    if (entry.same !== undefined) continue;
    locals.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, record) => sum + record.length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

/** A tar archive (ustar) of plain files. */
export function makeTar(entries: readonly { name: string; contents: string | Buffer }[]): Buffer {
  const blocks: Buffer[] = [];
  for (const { name, contents } of entries) {
    const bytes = Buffer.from(contents as string);
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write('0000644\0', 100);
    header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('00000000000\0', 136);
    header.write('        0', 148);
    header.write('ustar\u000000', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    blocks.push(header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512));
  }
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** A gzip file of several members. */
export function makeGzip(...members: readonly string[]): Buffer {
  return Buffer.concat(members.map((member) => gzipSync(member)));
}
