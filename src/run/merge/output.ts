import { closeSync, fsyncSync, fstatSync, ftruncateSync, openSync, writeSync, writevSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { FORMATS, type SinkName } from '../../report/output/formats.js';
import { type CsvTable, workbookOfCsv } from '../../report/output/csv-workbook.js';
import { workbook } from '../../report/output/workbook.js';
import { reasonOf, UserError } from '../../core/outcome.js';

/** Where bytes go; whole rows in each call. */
export interface Target {
  readonly write: (bytes: Uint8Array) => Promise<void> | undefined;
  readonly end: () => Promise<void> | undefined;
}

/** An output could not be written, for instance because the disk is full. It ends with a whole row. */
export class OutputError extends UserError {}

/** A format and where its bytes go. */
export interface Output {
  readonly sink: SinkName;
  readonly target: Target;
  /** The text around the rows, where it differs from the format's own. */
  readonly frame?: Frame;
  /** For the report's page: kinds of lines that no longer fit (`Budget.closed`). */
  readonly closed?: readonly number[];
}

/** The text before all rows, between two, and after them; each row carries the separator after it. */
export interface Frame {
  readonly head: (version: string) => string;
  readonly separator: string;
  readonly tail: string;
}

/** Nothing around the rows. */
export const NO_FRAME: Frame = { head: () => '', separator: '', tail: '' };

const BLOCK_BYTES = 256 * 1024;

/** A file, written in large blocks that end with whole rows. Throws when it cannot be opened. */
export function fileTarget(path: string): Target {
  const file = blockFile(path);
  return {
    write(bytes) {
      file.add(bytes);
      return undefined;
    },
    end() {
      file.flush();
      file.close();
      return undefined;
    },
  };
}

/**
 * Writes pieces one after another, from a position on or where the file is, and returns their length. Joining them first
 * would take memory that the system has to clear.
 */
export function writeAll(descriptor: number, pieces: readonly Uint8Array[], position?: number): number {
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  let done = size === 0 ? 0 : writevSync(descriptor, pieces, position);
  // The rest of a short write, which a full disk refuses.
  const bytes = done < size ? Buffer.concat(pieces) : undefined;
  while (bytes && done < size)
    done += writeSync(descriptor, bytes, done, size - done, position === undefined ? null : position + done);
  return size;
}

/** A file that is written in blocks. Its functions throw OutputError. */
export function blockFile(path: string, mode?: number) {
  const descriptor = openSync(path, 'w', mode);
  let held: Uint8Array[] = [];
  let size = 0;
  let length = 0;
  const attempt = (what: () => void): void => {
    try {
      what();
    } catch (error) {
      throw new OutputError(`cannot write ${path}: ${reasonOf(error)}`);
    }
  };
  const flush = (): void => {
    const pieces = held;
    held = [];
    size = 0;
    attempt(() => {
      try {
        length += writeAll(descriptor, pieces);
      } catch (error) {
        if (fstatSync(descriptor).isFile()) ftruncateSync(descriptor, length);
        throw error;
      }
    });
  };
  return {
    flush,
    add(bytes: Uint8Array): void {
      held.push(bytes);
      size += bytes.length;
      if (size >= BLOCK_BYTES) flush();
    },
    /** Flushes, and waits until it is on disk. */
    sync(): void {
      flush();
      attempt(() => fsyncSync(descriptor));
    },
    close: (): void => closeSync(descriptor),
  };
}

/** A stream, such as standard output; waits while its buffer is full. */
export function streamTarget(stream: Writable): Target {
  return {
    write(bytes) {
      if (stream.destroyed || stream.write(bytes)) return undefined;
      return new Promise((resolve) => {
        const done = (): void => {
          for (const event of ['drain', 'close', 'error']) stream.off(event, done);
          resolve();
        };
        for (const event of ['drain', 'close', 'error']) stream.on(event, done);
      });
    },
    end: () => undefined,
  };
}

export type Joiner = Awaited<ReturnType<typeof createJoiner>>;

/** A target that holds all it gets, and writes the workbook that is made of it. */
function workbookTarget(target: Target, made: (text: string) => Promise<Uint8Array> = workbook): Target {
  const held: Uint8Array[] = [];
  return {
    write: (bytes) => void held.push(Buffer.from(bytes)),
    async end() {
      await target.write(await made(Buffer.concat(held).toString('utf8')));
      await target.end();
    },
  };
}

/** A target that gets a table as CSV, with its head, and writes it as a workbook. */
export function csvAsWorkbook(target: Target, table: Omit<CsvTable, 'csv'>): Target {
  return workbookTarget(target, (csv) => workbookOfCsv([{ ...table, csv }]));
}

/** Writes one format: head, rows with separators between them, tail. */
export async function createJoiner(output: Output, version: string) {
  const { head, tail, separator } = output.frame ?? FORMATS[output.sink];
  // Without a frame rows are wanted as they are: the workbook is made of them later.
  const isWorkbook = output.sink.endsWith('xlsx') && output.frame !== NO_FRAME;
  const target = isWorkbook ? workbookTarget(output.target) : output.target;
  const between = Buffer.from(separator);
  let isFirst = true;
  await target.write(Buffer.from(head(version)));
  return {
    sink: output.sink,
    write(part: Uint8Array): Promise<void> | undefined {
      if (part.length === 0) return undefined;
      if (separator === '') return target.write(part);
      const items = part.subarray(0, part.length - between.length);
      const bytes = isFirst ? items : Buffer.concat([between, items]);
      isFirst = false;
      return target.write(bytes);
    },
    async end(): Promise<void> {
      if (tail !== '') await target.write(Buffer.from(tail));
      await target.end();
    },
  };
}
