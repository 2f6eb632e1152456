import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Options } from 'yargs';
import { ENGINE_PREFIX, SHARED_OPTIONS } from './shared-options.js';
import { UsageError } from './io.js';
import { suggestion } from '../src/core/nearest.js';

export const CONFIG_NAME = 'sgf-referee.config.json';

/** The options of the file that `--config` names, or of the one in this folder; none without a file. */
function readConfig(given: string | undefined, cwd: string): Readonly<Record<string, unknown>> {
  const path = given ?? join(cwd, CONFIG_NAME);
  if (given === undefined && !existsSync(path)) return {};
  const config = parse(path, given ?? CONFIG_NAME);
  const known = Object.keys(SHARED_OPTIONS).filter((name) => name !== 'config');
  for (const key of Object.keys(config)) {
    if (known.includes(key)) continue;
    throw new UsageError(`${path}: unknown option ${key}${suggestion(key, known)}`);
  }
  // A folder of strangers' files may hold such a file: what it names must not be run unasked.
  const { estimator } = config;
  if (given === undefined && typeof estimator === 'string' && estimator.startsWith(ENGINE_PREFIX)) {
    throw new UsageError(
      `${CONFIG_NAME} names an engine to run; if you trust it, give --config ${CONFIG_NAME}`,
    );
  }
  return config;
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
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`${shown} must hold one JSON object with options`);
  }
  return value as Record<string, unknown>;
}

/** What `--config` says, read before all other options, as it holds their defaults. */
function configIn(argv: readonly string[]): string | undefined {
  for (const [i, word] of argv.entries()) {
    if (word === '--') return undefined;
    if (word === '--config') return argv[i + 1];
    if (word.startsWith('--config=')) return word.slice('--config='.length);
  }
  return undefined;
}

/** What the configuration says about options that a command has, and that mean there what they mean everywhere. */
export function configFor(
  { argv, io }: { readonly argv: readonly string[]; readonly io: { readonly cwd: string } },
  options: Readonly<Record<string, Options>>,
): Readonly<Record<string, unknown>> {
  const config = readConfig(configIn(argv), io.cwd);
  return Object.fromEntries(
    Object.entries(config).filter(
      ([name]) =>
        name in options &&
        options[name]!.choices === (SHARED_OPTIONS as Readonly<Record<string, Options>>)[name]!.choices,
    ),
  );
}
