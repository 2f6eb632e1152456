import { sha256 as portable } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Node's modules; browsers have none. */
declare const process:
  | {
      readonly getBuiltinModule?: (id: 'node:crypto') => {
        readonly createHash: (name: 'sha256') => {
          readonly update: (bytes: Uint8Array) => { readonly digest: (form: 'hex') => string };
        };
      };
    }
  | undefined;

/** Hex SHA-256 (FIPS 180-4): by Node's own code where there is some, which is faster. */
export function sha256(bytes: Uint8Array): string {
  const crypto = typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:crypto');
  return crypto ? crypto.createHash('sha256').update(bytes).digest('hex') : portableSha256(bytes);
}

/** The same everywhere. A browser's own is asynchronous, and absent from pages that came without TLS. */
export function portableSha256(bytes: Uint8Array): string {
  return bytesToHex(portable(bytes));
}
