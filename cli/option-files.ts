import { existsSync, readFileSync } from 'node:fs';
import { reasonOf } from '../src/core/reason.js';
import { BadValue, type Source } from '../src/options/kinds.js';
import { parseDeadRows } from '../src/input/dead-rows.js';

/** Reads the files that options name. */
export interface OptionFiles extends Source {
  /** Those that were read, and others that the caller adds. */
  readonly paths: string[];
}

export function optionFiles(): OptionFiles {
  const paths: string[] = [];

  function textOf(path: string, hint = ''): string {
    paths.push(path);
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      throw new BadValue(`cannot read ${path}: ${reasonOf(error)}${hint}`);
    }
  }

  return {
    paths,
    json: (path) => (existsSync(path) ? textOf(path) : undefined),
    dead(path) {
      const table = parseDeadRows(textOf(path, '; expected CSV with the columns file, game, points'));
      if (table.ok) return table.value;
      throw new BadValue(`${path}: ${table.error}`);
    },
  };
}
