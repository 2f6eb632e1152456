/** A store keeps bytes by keys: in a folder, or in a bucket of object storage. */
import { UserError } from '../../core/outcome.js';

/** A stored object. */
export interface StoredObject {
  readonly key: string;
  readonly size: number;
  /** Differs after each change of its bytes. */
  readonly tag: string;
  /** When it was written, in milliseconds since 1970. */
  readonly time: number;
}

/**
 * Keys are names joined by `/`. Every call throws StoreError if the store cannot be reached or refuses. An object is written
 * whole or not at all, and is then visible to every reader; of two writers the last one wins.
 */
export interface Store {
  /** As the user gave it. */
  readonly address: string;
  /** The bytes of an object; `undefined` where there is none. */
  readonly get: (key: string) => Promise<Buffer | undefined>;
  /** `length` bytes from `position` on, fewer at the end; `undefined` where there is no such object. */
  readonly range: (key: string, position: number, length: number) => Promise<Buffer | undefined>;
  readonly find: (key: string) => Promise<StoredObject | undefined>;
  readonly put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Stores the bytes of a file, which must not be written to afterwards. */
  readonly putFile: (key: string, path: string) => Promise<void>;
  /** Stores the files of a folder, each with its name after the key and a slash. The folder may be gone afterwards. */
  readonly putFolder: (key: string, path: string) => Promise<void>;
  /** The objects whose keys begin with a text, in byte order of their keys. `after`: those with later keys. */
  readonly list: (prefix: string, after?: string) => AsyncGenerator<StoredObject>;
  /** Does nothing if there is no such object. */
  readonly delete: (key: string) => Promise<void>;
  /** Deletes all objects whose keys begin with a key and a slash. */
  readonly deleteFolder: (key: string) => Promise<void>;
}

/** Why a store or address cannot be read or written: one line without credentials. */
export class StoreError extends UserError {}

/** Variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a name is the address of an object or bucket. */
export function isBucketAddress(name: string): boolean {
  return name.startsWith('s3://');
}
