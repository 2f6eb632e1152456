import type { Readable, Writable } from 'node:stream';

/** A stream that may be a terminal. */
type Output = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Whether to use colors: NO_COLOR, FORCE_COLOR, TERM and CI decide. */
  readonly hasColors?: () => boolean;
};

/** Everything the command touches besides files; tests pass their own. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  /** Environment variables. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The folder that may hold `sgf-referee.config.json`. */
  readonly cwd: string;
  /** Fires when the user interrupts the run. */
  readonly signal?: AbortSignal;
  /** Script of the worker threads; default: the built one. */
  readonly workerUrl?: URL;
  /** Milliseconds between checkpoints; default: the usual interval. */
  readonly keptMs?: number;
  /** Milliseconds that the lock of a queue's job lasts; default: the usual time. */
  readonly lockMs?: number;
}
