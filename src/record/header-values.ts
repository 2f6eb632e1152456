import {
  severityOf,
  finding,
  type FindingArgs,
  type FindingCode,
  type Finding,
} from '../findings/finding.js';

const VULGAR: Readonly<Record<string, number>> = { '¼': 0.25, '½': 0.5, '¾': 0.75 };

/** An FF[4] real number: optional sign, digits, optional decimals. `undefined` for anything else, the empty text included. */
export function parseReal(text: string): number | undefined {
  let dots = 0;
  let digits = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) digits++;
    else if (code === 46) dots++;
    else if (i > 0 || (code !== 43 && code !== 45)) return undefined;
  }
  return digits > 0 && dots <= 1 ? Number(text) : undefined;
}

/**
 * A number as people write it: `3.5`, `3,5`, `3 1/2`, `3又1/2`, `1/4`, `3½`, `½`.
 * `undefined` unless the whole text is one.
 */
export function parseLooseNumber(text: string): number | undefined {
  const plain = parseReal(text.replace(',', '.'));
  if (plain !== undefined) return plain;
  const parts = /^(\d+)?\s*(?:又|と)?\s*(?:(\d+)\s*\/\s*(\d+)|([¼½¾]))$/.exec(text);
  if (!parts) return undefined;
  const whole = Number(parts[1] ?? 0);
  if (parts[4] !== undefined) return whole + VULGAR[parts[4]]!;
  // `11/2` would match as 1 and 1/2: a space or a word has to part the whole from the fraction.
  if (parts[1] !== undefined && !/\d\s+\d|又|と/.test(text)) return undefined;
  const denominator = Number(parts[3]);
  return denominator === 0 ? undefined : whole + Number(parts[2]) / denominator;
}

/** Values kept for one reader: enough for the texts that return in every file, too few to matter in memory. */
const MOST_KEPT = 2048;
/** Longer texts are not usual header values and are not kept. */
const LONGEST_KEPT = 64;

/**
 * The same function with its results cached by text; once the cache is full, further texts are computed each time.
 * Header values repeat from game to game, so most games read theirs without parsing.
 */
export function memo<T>(read: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined || kept.has(text)) return known as T;
    const value = read(text);
    if (kept.size < MOST_KEPT && text.length <= LONGEST_KEPT) kept.set(text, value);
    return value;
  };
}

/** One object for all games: nothing in them depends on the game. */
export const RULES_MISSING = finding('rules/missing', {});
export const KOMI_MISSING = finding('komi/missing', {});
export const RESULT_MISSING = finding('result/missing', {});

/**
 * A finding about the value of a header property at byte `offset`; `rule` such as `FF[4] KM`.
 * Most games have one or two of these, so the object is written out instead of being merged from parts.
 */
export function headerFinding<C extends FindingCode>(
  code: C,
  args: FindingArgs[C],
  offset: number,
  rule: string,
): Finding {
  return { offset, rule, code, severity: severityOf(code), args, line: 0, column: 0 } as unknown as Finding;
}
