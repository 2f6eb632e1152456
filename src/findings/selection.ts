import { failure, type Outcome, success } from '../core/outcome.js';
import { suggestion } from '../core/text.js';
import { FINDING_CODES, type FindingArgs, type FindingCode } from './catalogue.js';
import type { Finding } from './finding.js';

/** Always reported: otherwise it would not be known that there is more, or that the program failed. */
export const ALWAYS: ReadonlySet<FindingCode> = new Set([
  'findings/more',
  'internal/fault',
  'internal/worker-lost',
]);

/** The codes that a word names: one code, or all that begin with the text before a final `/` or `*` (`komi/`, `komi/*`). */
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

/** Findings of one code and severity that are listed for a game, unless the caller asks for more. */
export const MAX_PER_CODE = 100;

/**
 * The first `most` findings of each code and severity, and in place of the others one `findings/more` that tells how many there
 * are, where the first of them stands. 0: all are listed. One that is there already counts those that were not made.
 */
export function capFindings<F extends Finding>(found: readonly F[], most: number): readonly F[] {
  if (most === 0 || found.length <= most) return found;
  const met = new Map<string, { count: number; more?: MutableMore }>();
  const listed: F[] = [];
  for (const one of found) {
    const more = one.code === 'findings/more' ? one.args : undefined;
    const { code, severity } = more ?? one;
    const count = more?.count ?? 1;
    const key = `${code} ${severity}`;
    const kind = met.get(key) ?? { count: 0 };
    met.set(key, kind);
    if (++kind.count <= most) listed.push(one);
    else if (kind.more) kind.more.count += count;
    else {
      kind.more = { code, severity, count };
      listed.push(moreFrom(one, kind.more));
    }
  }
  return listed;
}

type MutableMore = { -readonly [K in keyof FindingArgs['findings/more']]: FindingArgs['findings/more'][K] };

/** `findings/more` at the place of a finding. */
function moreFrom<F extends Finding>(one: F, args: FindingArgs['findings/more']): F {
  const { node, move, offset, variation, line, column } = one;
  const place = { node, move, offset, variation, line, column };
  const known = Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));
  return { ...known, code: 'findings/more', severity: 'note', args } as unknown as F;
}
