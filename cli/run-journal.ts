import { join } from 'node:path';
import type { RunIdentity } from '../src/batch/journal.js';
import { journalBeside } from '../src/batch/resume.js';
import { UsageError } from './io.js';

/** Where the journal of a run stands, and what tells that a run is the same. */
export interface RunJournal {
  readonly path: string;
  /** Names and forms of the outputs, as asked for. */
  readonly outputs: RunIdentity[string];
  readonly from: 'go-on' | 'the-beginning';
}

/** In the folder of the output, or beside its file. Throws UsageError when the run that should go on has neither. */
export function journalOf(args: {
  readonly out: string | undefined;
  readonly output: string | undefined;
  readonly format: string | undefined;
  readonly resume: boolean;
}): RunJournal | undefined {
  const { out, output, format, resume } = args;
  const path = out === undefined ? output && journalBeside(output) : join(out, 'run.journal');
  if (path === undefined || path === '') {
    if (resume) throw new UsageError('--resume goes on with files: give --out FOLDER or --output FILE');
    return undefined;
  }
  const outputs = JSON.stringify([out ?? '', output ?? '', format ?? '']);
  return { path, outputs, from: resume ? 'go-on' : 'the-beginning' };
}
