/** What is stored of the results of a job: for each task its records, as parts of plans hold them, and texts between them. */
import type { PlacedFinding } from '../referee/judge/report.js';
import type { SinkName } from '../report/output/formats.js';
import { type Copies, withNotes } from '../run/merge/writer.js';
import { type RecordLine, recordOf, resultOf } from '../run/parts/result-record.js';
import type { TaskResult } from '../run/tasks/task.js';
import { storeDamaged } from './job.js';

/** The line before the records of a task; `copies`: of each record, games that repeat earlier ones, by the number of their unit. */
interface TaskLine {
  readonly key: string;
  readonly records: number;
  readonly copies: readonly (readonly (readonly [number, PlacedFinding])[])[];
}

/** The line before texts that belong to no task, one for each sink; their lengths. */
interface TextLine {
  readonly texts: readonly number[];
}

/** The results of a task, by its key, or texts of all sinks. */
export type Results =
  | { readonly key: string; readonly results: readonly TaskResult[]; readonly copies: readonly Copies[] }
  | { readonly texts: readonly Uint8Array[] };

/** The bytes of results, in pieces. */
export function bytesOfResults(given: Results): Uint8Array[] {
  if ('texts' in given) {
    const line: TextLine = { texts: given.texts.map(({ length }) => length) };
    return [lineOf(line), ...given.texts];
  }
  const { key, results, copies } = given;
  const line: TaskLine = { key, records: results.length, copies: copies.map((one) => [...one]) };
  return [lineOf(line), ...results.flatMap(recordOf)];
}

function lineOf(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** The results in some bytes, for a job with that many sinks. Throws Problem if they are damaged. */
export function* resultsOfBytes(bytes: Buffer, sinks: number): Generator<Results> {
  let at = 0;
  const take = (length: number): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(bytes.subarray(at, (at += length)));
  const line = (): unknown => {
    const start = at;
    at = bytes.indexOf(10, at) + 1;
    return JSON.parse(bytes.toString('utf8', start, at));
  };
  const record = (): TaskResult => {
    const result = resultOf(line() as RecordLine, sinks, take);
    if (!result) throw storeDamaged();
    return result;
  };
  try {
    while (at < bytes.length) {
      const head = line() as TaskLine | TextLine;
      if ('texts' in head) yield { texts: head.texts.map(take) };
      else
        yield {
          key: head.key,
          results: Array.from({ length: head.records }, record),
          copies: head.copies.map((one) => new Map(one)),
        };
    }
  } catch (error) {
    const isStrange = [SyntaxError, TypeError, RangeError].some((kind) => error instanceof kind);
    throw isStrange ? storeDamaged() : error;
  }
}

/** The rows of one sink. */
export function rowsOfResults(given: Results, sinks: readonly SinkName[], sink: SinkName): Uint8Array {
  const s = sinks.indexOf(sink);
  if ('texts' in given) return given.texts[s] ?? new Uint8Array();
  return Buffer.concat(given.results.map((one, i) => withNotes(one, given.copies[i]!, sinks, s)));
}
