/**
 * An S3 server on loopback, as a process: node --openssl-legacy-provider object-storage.mjs FOLDER. Prints its port. The option is
 * for the tokens of its listings, which it encrypts with DES.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import S3rver from 's3rver';
import S3Object from 's3rver/lib/models/object.js';

const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: process.argv[2],
  configureBuckets: [{ name: 'games' }],
});

/**
 * An object of S3 is there as a whole or not at all. The store of this server writes it in place, and reads its size, digest and
 * bytes one after another; here nothing else is served between these.
 */
Object.assign(server.store, {
  async putObject({ bucket, key, content, metadata }) {
    const bytes = Buffer.isBuffer(content) ? content : Buffer.concat(await content.toArray());
    const md5 = createHash('md5').update(bytes).digest('hex');
    const path = this.getResourcePath(bucket, key, 'object');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.unfinished`, bytes);
    writeFileSync(`${path}.md5`, md5);
    renameSync(`${path}.unfinished`, path);
    return { size: bytes.length, md5 };
  },

  async getMetadata(bucket, key) {
    const path = this.getResourcePath(bucket, key, 'object');
    const { size, mtime } = statSync(path);
    return {
      etag: JSON.stringify(readFileSync(`${path}.md5`, 'utf8')),
      'last-modified': mtime.toUTCString(),
      'content-length': size,
    };
  },

  async getObject(bucket, key, range) {
    const path = this.getResourcePath(bucket, key, 'object');
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return null;
    const fd = openSync(path);
    const metadata = await this.getMetadata(bucket, key);
    const { start = 0, end = Infinity } = range ?? {};
    const last = Math.max(0, stats.size - 1);
    const content = start > last ? undefined : createReadStream('', { fd, start, end: Math.min(end, last) });
    if (!content) closeSync(fd);
    const object = new S3Object(bucket, key, content, metadata);
    return range?.start === undefined
      ? object
      : Object.assign(object, { range: { start, end: Math.min(end, last) } });
  },
});
const { port } = await server.run();
process.stdout.write(`${port}\n`);
