import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunIdentity } from '../src/run/journal.js';
import { journalBeside } from '../src/run/resume.js';
import { attempt, isFolder } from './attempt.js';
import { UsageError } from './io.js';

/** Where the journal of a run stands, and what tells that a run is the same. */
export interface RunJournal {
  readonly path: string;
  /** Names and forms of the outputs, as asked for. */
  readonly outputs: RunIdentity[string];
  /** `unless-there`: from the beginning, where no unfinished run would be lost. */
  readonly from: 'go-on' | 'the-beginning' | 'unless-there';
}

/** In the folder of the output, or beside its file. Throws UsageError when the run that should go on has neither. */
export function journalOf(args: {
  readonly out: string | undefined;
  readonly output: string | undefined;
  readonly format: string | undefined;
  readonly resume: boolean;
  readonly force: boolean;
}): RunJournal | undefined {
  const { out, output, format, resume, force } = args;
  if (resume && force) throw new UsageError('--resume goes on and --force begins anew: give one of them');
  if (out !== undefined) isFolder(out);
  const path =
    out === undefined ? output && attempt(output, () => journalBeside(output)) : join(out, 'run.journal');
  if (path === undefined || path === '') {
    if (resume) throw new UsageError('--resume goes on with files: give --out FOLDER or --output FILE');
    return undefined;
  }
  const outputs = JSON.stringify([out ?? '', output ?? '', format ?? '']);
  return { path, outputs, from: resume ? 'go-on' : force ? 'the-beginning' : 'unless-there' };
}

/** Throws UsageError where the run would overwrite an unfinished one without being told to. */
export function checkUnfinished({ path, from }: RunJournal): void {
  if (from !== 'unless-there' || !existsSync(path)) return;
  throw new UsageError(
    `there is an unfinished run (${path}): give --resume to go on with it, or --force to begin anew`,
  );
}
