import type { FindingCode } from './catalogue.js';
import { count, type Family, type Severity } from './family.js';

/** Findings of a game that are counted and not listed, of one code and severity. */
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
      `${count(a.count, `more ${a.severity}`)} ${a.code} in this game ${a.count === 1 ? 'is' : 'are'} counted and not listed`,
    title: 'More findings of the same kind',
    means:
      'The game has more findings of one code and severity than are listed. It stands where the first of the others does and tells how many they are. All counts, as in games.csv and summary.json, are of all findings, listed or not; this one is not counted, and it cannot be ignored.',
    rule: '`--max-per-code N`: 100 unless you say otherwise; 0 lists all.',
    example:
      'A record of 500 moves that repeats one position again and again: 100 repetitions and one of these.',
    todo: 'Look at the first ones: most often one mistake makes them all. `--max-per-code 0` lists every one.',
  },
  'internal/fault': {
    severity: 'error',
    sentence: (a: { readonly what: string }) => `The referee failed on this record: ${a.what}`,
    title: 'The referee itself failed',
    means: 'A mistake in this program, not in the record. The run went on with the next game.',
    rule: 'None.',
    example: 'None is known.',
    todo: 'Please report it with the record.',
  },
  'internal/worker-lost': {
    severity: 'error',
    sentence: (a: { readonly reason: string }) => `The worker that held this file was lost: ${a.reason}`,
    title: 'A worker stopped',
    means:
      'The thread that held this file ended unexpectedly, mostly for lack of memory. The file was not judged.',
    rule: 'None.',
    example: 'A machine that runs out of memory.',
    todo: 'Run the file alone, or with fewer --jobs.',
  },
} satisfies Family;
