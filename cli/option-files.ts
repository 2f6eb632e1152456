import { existsSync, readFileSync } from 'node:fs';
import { reasonOf } from '../src/core/outcome.js';
import { parseDeadRows } from '../src/input/dead-rows.js';
import { BadValue, type Source } from '../src/options/kinds.js';

/** Reads the files that options name. */
export interface OptionFiles extends Source {
  /** The files that were read, and others that the caller adds. */
  readonly paths: string[];
}

export function optionFiles(): OptionFiles {
  const paths: string[] = [];

  function bytesOf(path: string, hint = ''): Buffer {
    paths.push(path);
    try {
      return readFileSync(path);
    } catch (error) {
      throw new BadValue(`cannot read ${path}: ${reasonOf(error)}${hint}`);
    }
  }

  return {
    paths,
    json: (path) => (existsSync(path) ? bytesOf(path).toString('utf8') : undefined),
    bytes: (path) => bytesOf(path),
    dead(path) {
      const table = parseDeadRows(
        bytesOf(path, '; expected CSV with the columns file, game, points').toString('utf8'),
      );
      if (table.ok) return table.value;
      throw new BadValue(`${path}: ${table.error}`);
    },
  };
}
