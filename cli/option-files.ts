import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suggestion } from '../src/core/text.js';
import { reasonOf } from '../src/core/outcome.js';
import { parseDeadRows } from '../src/input/dead-rows.js';
import { BadValue, namesEngine, type Source } from '../src/options/kinds.js';
import { CONFIG_OPTIONS, optionsOf } from '../src/options/read.js';
import { UsageError } from './command.js';

const CONFIG_NAME = 'sgf-referee.config.json';

/** The options that a configuration file sets. */
export interface Config {
  /** Its name, for messages. */
  readonly path: string;
  /** Options by name, unread: only their names are checked. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The options of a command in the configuration at a path, or else in that of the folder. Throws UsageError. */
export function configFor(command: string, given: string | undefined, cwd: string): Config {
  const path = given ?? join(cwd, CONFIG_NAME);
  if (given === undefined && !existsSync(path)) return { path: CONFIG_NAME, values: {} };
  const { $schema: _schema, ...config } = parse(path, given ?? CONFIG_NAME);
  for (const name of Object.keys(config)) {
    if (CONFIG_OPTIONS.includes(name)) continue;
    throw new UsageError(`${path}: unknown option ${name}${suggestion(name, CONFIG_OPTIONS)}`);
  }
  // A downloaded folder may contain such a file: the program that it names must not run unasked.
  if (given === undefined && namesEngine(config['estimator'])) {
    throw new UsageError(
      `${CONFIG_NAME} names an engine to run; if you trust it, give --config ${CONFIG_NAME}`,
    );
  }
  const own = optionsOf(command).filter((row) => row.config === 'yes' && Object.hasOwn(config, row.name));
  return { path, values: Object.fromEntries(own.map(({ name }) => [name, config[name]])) };
}

function parse(path: string, shown: string): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new UsageError(`cannot read the configuration ${shown}`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${shown} is not valid JSON`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new UsageError(`${shown} must hold one JSON object with options`);
}

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
