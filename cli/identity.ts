import { createHash } from 'node:crypto';
import type { RunIdentity } from '../src/run/journal.js';
import type { WorkSettings } from '../src/run/settings.js';

/** What must be equal for a run to go on where another stopped; the number of jobs need not. */
export function identityOf(run: {
  readonly version: string;
  readonly names: Iterable<string>;
  readonly settings: Omit<WorkSettings, 'sinks'>;
  /** Names and forms of the outputs, as asked for. */
  readonly outputs: string;
}): RunIdentity {
  const { options, ignore, dead, engine, check } = run.settings;
  return {
    version: run.version,
    inputs: hashOfNames(run.names),
    judging: hashOf([options, engine, check]),
    ignore: [...ignore].sort().join(' '),
    dead: hashOf([...(dead ?? [])].map(([file, games]) => [file, [...games]])),
    output: run.outputs,
  };
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function hashOfNames(names: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${JSON.stringify(name)}\n`);
  return hash.digest('hex');
}
