/**
 * An S3 server on loopback, as a process: node --openssl-legacy-provider object-storage.mjs FOLDER. Prints its port. The option is
 * for the tokens of its listings, which it encrypts with DES.
 */
import S3rver from 's3rver';

const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: process.argv[2],
  configureBuckets: [{ name: 'games' }],
});
const { port } = await server.run();
process.stdout.write(`${port}\n`);
