import { finding, type Finding } from '../findings/finding.js';
import type { AnalyzeOptions } from '../referee/options.js';
import { FORMATS } from '../output/formats.js';
import { countFindings, noCounts } from '../output/summary.js';
import type { CharsetEvidence } from '../sgf/raw.js';
import { ByteSink } from './byte-sink.js';
import { foreignKind } from '../input/file-kinds.js';
import { nameOf, reasonOf, type Item } from '../input/items.js';
import { createReader } from '../input/reader.js';
import { createOptions, partOf, type WorkSettings } from './settings.js';
import type { Task, TaskResult } from './work.js';

/** What a job says of a file, beside what it puts into the sink. */
export interface Told {
  readonly games: number;
  readonly charset: CharsetEvidence;
  /** Errors of the file that belong to no game, and that it holds none. */
  readonly errors: readonly Finding[];
}

/** Does one file of a run that tells something else than reports on games. */
export type Job = (bytes: Uint8Array, name: string, options: AnalyzeOptions, sink: ByteSink) => Told;

const NOTHING = new Uint32Array(0);
const NO_FINDINGS: TaskResult['outside'] = [];

/** Makes the function that does a job on the files of tasks: what it tells goes into the first sink, errors of files into the others. */
export function createPlainWork(settings: WorkSettings, job: Job): (task: Task) => TaskResult {
  const sinks = settings.sinks.map(() => new ByteSink());
  const reader = createReader();
  const optionsOf = createOptions(settings);
  let counts = noCounts();
  let faults = 0;

  function tell(name: string, found: Finding): void {
    if (found.code === 'internal/fault' || found.code === 'internal/worker-lost') faults++;
    const placed = [{ ...found, line: 0, column: 0 }];
    countFindings(counts, placed);
    for (let i = 1; i < sinks.length; i++) sinks[i]!.append(FORMATS[settings.sinks[i]!].file(name, placed));
  }

  function doItem(item: Item, name: string, task: Task): CharsetEvidence | undefined | 'large' {
    if (item.kind === 'trouble') {
      tell(name, item.finding);
      return undefined;
    }
    const bytes = reader.readSmall(item);
    if (bytes === 'large') return bytes;
    if (item.kind !== 'part' || item.part === 0) counts.files++;
    if (!(bytes instanceof Uint8Array)) {
      tell(name, bytes);
      return undefined;
    }
    counts.bytes += bytes.length;
    const foreign = foreignKind(bytes);
    if (foreign !== undefined) {
      tell(name, finding('file/not-sgf', { what: foreign }));
      return undefined;
    }
    const told = job(bytes, name, optionsOf(name, partOf(item, task.charset)), sinks[0]!);
    counts.games += told.games;
    for (const found of told.errors) tell(name, found);
    return told.charset;
  }

  return (task) => {
    counts = noCounts();
    faults = 0;
    let charset: CharsetEvidence | undefined;
    let left: readonly Item[] = [];
    const names: string[] = [];
    for (const [at, item] of task.items.entries()) {
      const name = nameOf(item);
      names.push(name);
      const before = sinks[0]!.length;
      if (settings.beat) Atomics.add(settings.beat, 0, 1);
      try {
        const found = doItem(item, name, task);
        if (found === 'large') {
          left = task.items.slice(at);
          break;
        }
        charset = found;
      } catch (error) {
        sinks[0]!.cutTo(before);
        tell(name, finding('internal/fault', { what: reasonOf(error) }));
      }
    }
    reader.close();
    const units = {
      ends: NOTHING.slice(),
      keys: NOTHING.slice(),
      games: NOTHING.slice(),
      files: NOTHING.slice(),
    };
    return {
      ...units,
      sinks: sinks.map((sink) => sink.take()),
      names,
      counts,
      charset,
      outside: NO_FINDINGS,
      faults,
      checksum: 0,
      left,
    };
  };
}
