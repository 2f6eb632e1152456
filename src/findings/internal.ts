import type { FindingCode } from './catalogue.js';
import { count, type Family, type Severity } from './family.js';

/** How many findings of one code and severity are counted but not listed. */
type MoreArgs = {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly count: number;
};

/** Findings about the report itself: what it leaves out, and faults of the program. */
export const INTERNAL_FINDINGS = {
  'findings/more': {
    severity: 'note',
    sentence: (a: MoreArgs): string =>
      `${count(a.count, `more ${a.severity}`)} ${a.code} in this game ${a.count === 1 ? 'is' : 'are'} counted but not listed`,
    title: 'More findings of the same kind',
    means:
      'The game has more findings of one code and severity than are listed. This one has the place of the first that is not listed and says how many there are. All counts, as in games.csv and summary.json, include every finding, listed or not; this one is not counted, and it cannot be ignored.',
    rule: '`--max-per-code N`: 100 by default; 0 lists all.',
    example:
      'A record of 500 moves that repeats one position again and again: 100 repetitions and one of these.',
    todo: 'Look at the first ones: usually one mistake causes them all. `--max-per-code 0` lists every one.',
  },
  'internal/fault': {
    severity: 'error',
    sentence: (a: { readonly what: string }) => `The referee failed on this record: ${a.what}`,
    title: 'The referee itself failed',
    means: 'A bug in this program, not a mistake in the record. The run continued with the next game.',
    rule: 'None.',
    example: 'None is known.',
    todo: 'Please report it with the record.',
  },
  'internal/worker-lost': {
    severity: 'error',
    sentence: (a: { readonly reason: string }) => `The worker stopped on this file: ${a.reason}`,
    title: 'A worker stopped',
    means:
      'The worker thread that was reading this file ended unexpectedly, usually for lack of memory. The file was not judged.',
    rule: 'None.',
    example: 'A machine that runs out of memory.',
    todo: 'Run the file alone, or with fewer --jobs.',
  },
} satisfies Family;
