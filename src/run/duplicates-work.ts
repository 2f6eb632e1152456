import { createProbe } from '../duplicates/beginnings.js';
import { beginningsOfFile, keysOfFile } from '../duplicates/find-duplicates.js';
import { recordOf } from './key-records.js';
import { createPlainWork } from './plain-work.js';
import type { WorkSettings } from './settings.js';
import type { Task, TaskResult } from './work.js';

/**
 * How a run compares games instead of reporting on them. First all keys; then, for prefixes, which games begin with the
 * lines that are `sought`.
 */
export interface DuplicatesSettings {
  readonly fewest: number;
  readonly sought?: Uint32Array | undefined;
}

/** Makes the function that tells records of files: length of the name, number of words, the name, the words. */
export function createDuplicatesWork(
  settings: WorkSettings,
  { fewest, sought }: DuplicatesSettings,
): (task: Task) => TaskResult {
  const probe = sought && createProbe(sought);
  return createPlainWork(settings, (bytes, name, options, sink) => {
    if (probe) {
      const { found, ...told } = beginningsOfFile(bytes, probe, options);
      const words = found.flatMap(({ game, sought, board }) => [game, sought, board === 'turned' ? 1 : 0]);
      sink.appendBytes(recordOf(name, Uint32Array.from(words)));
      return told;
    }
    const { keys, ...told } = keysOfFile(bytes, { ...options, fewest });
    sink.appendBytes(recordOf(name, keys));
    return told;
  });
}
