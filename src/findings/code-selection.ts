import { FINDING_CODES, type FindingCode } from './catalogue.js';
import { suggestion } from '../core/nearest.js';
import { failure, success, type Outcome } from '../core/outcome.js';

/** Reported whatever is asked for, as otherwise nobody would know that there is more, or that the program failed. */
const ALWAYS: ReadonlySet<FindingCode> = new Set(['findings/more', 'internal/fault', 'internal/worker-lost']);

/** The codes that a word names: one code, or all that begin with what stands before a final `/` or `*` (`komi/`, `komi/*`). */
export function codesNamed(word: string): readonly FindingCode[] {
  const [, beginning] = /^(.*\/|.*(?=\*$))\*?$/.exec(word) ?? [];
  return FINDING_CODES.filter(
    (code) => code === word || (beginning !== undefined && code.startsWith(beginning)),
  );
}

/** The codes of several lists of words joined by commas. The error names the word that names none. */
export function codesInLists(lists: readonly string[]): Outcome<FindingCode[], string> {
  const codes = new Set<FindingCode>();
  for (const word of wordsIn(lists)) {
    const named = codesNamed(word);
    if (named.length === 0)
      return failure(`there is no finding code ${word.slice(0, 60)}${codeAdvice(word)}`);
    for (const code of named) codes.add(code);
  }
  return success([...codes]);
}

/** Words joined by commas; empty ones count for nothing. */
export function wordsIn(lists: readonly string[]): string[] {
  return lists
    .flatMap((list) => list.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** The codes that are left out where some are ignored and, given `only`, no others are wanted. */
export function codesLeftOut(
  ignored: readonly FindingCode[],
  only: readonly FindingCode[] | undefined,
): FindingCode[] {
  const left = only
    ? FINDING_CODES.filter((code) => !only.includes(code) || ignored.includes(code))
    : ignored;
  return left.filter((code) => !ALWAYS.has(code));
}

/** `; did you mean X?` for a word that names no code. */
export function codeAdvice(word: string): string {
  const family = `${word.toLowerCase().replace(/[/*]+$/, '')}/`;
  if (FINDING_CODES.some((code) => code.startsWith(family))) return `; did you mean ${family}?`;
  return suggestion(word, [...FINDING_CODES, ...FAMILIES]);
}

const FAMILIES = [...new Set(FINDING_CODES.map((code) => `${code.split('/')[0]!}/`))];
