import { crc32 } from 'node:zlib';

const LIMIT = 2 ** 48;

/** CRC-32 of a file's or part's bytes with its name before them, so that two files that change places differ. */
export function checksumOf(name: string, bytes: Uint8Array): number {
  return crc32(bytes, crc32(name));
}

/** Checksums of many files in one number below 2^48, whatever groups they were read in. */
export function addChecksums(a: number, b: number): number {
  return (a + b) % LIMIT;
}

/** What became more between two such sums. */
export function checksumBetween(before: number, after: number): number {
  return (after - before + LIMIT) % LIMIT;
}
