import { row, type Family, type Severity } from './family.js';

/** Findings about reading: limits, files and archives. */
export const FILE_FINDINGS = {
  'sgf/limit': row<{ readonly limit: string; readonly value: number }>('error'),
  'file/unreadable': row<{ readonly reason: string }>('error'),
  'file/configuration': row<{ readonly reason: string }>('error'),
  /** Its contents changed during a run; `what` says when. */
  'file/changed': row<{ readonly what: string }>('warning'),
  'file/not-sgf': row<{ readonly what: string }>('error'),
  /** The file is in another format that is supported. */
  'file/read-as': row<{ readonly format: string }>('note'),
  /** `lines`: how many were skipped; `value`: the first of them. */
  'file/bad-line': row<{ readonly format: string; readonly lines: number; readonly value: string }>(
    'warning',
  ),
  'archive/damaged': row<{ readonly reason: string }>('error'),
  'archive/entry-skipped': row<{ readonly entry: string; readonly reason: string }>('warning'),
  'archive/name-again': row<{ readonly entry: string }>('warning'),
  /** How many bytes are before and after the archive in its file. */
  'archive/extra-bytes': row<{ readonly before: number; readonly after: number }>('warning'),
} satisfies Family;

/** Findings about the text encoding of a file. */
export const ENCODING_FINDINGS = {
  'encoding/declared-wrong': row<{
    readonly declared: string;
    readonly used: string;
    readonly isKnown: boolean;
  }>('note'),
  'encoding/guessed': row<{
    readonly used: string;
    readonly confidence: number;
    readonly isDeclared: boolean;
  }>('note'),
  'encoding/lossy': row<{ readonly used: string; readonly characters: number }>('warning'),
  /** `words`: how many; `written`, `meant`: the first of them. */
  'encoding/twice': row<{ readonly written: string; readonly meant: string; readonly words: number }>('note'),
} satisfies Family;

/** How many findings of one code and severity are counted but not listed. */
type MoreArgs = {
  readonly code: string;
  readonly severity: Severity;
  readonly count: number;
};

/** Findings about the report itself: what it leaves out, and faults of the program. */
export const INTERNAL_FINDINGS = {
  'findings/more': row<MoreArgs>('note'),
  'internal/fault': row<{ readonly what: string }>('error'),
  'internal/worker-lost': row<{ readonly reason: string }>('error'),
} satisfies Family;
