export const SEVERITIES = ['error', 'warning', 'note'] as const;
export type Severity = (typeof SEVERITIES)[number];

const LOWER = { error: 'warning', warning: 'note', note: 'note' } as const;

/** One severity lower; a note stays one. */
export function lowered(severity: Severity): Severity {
  return LOWER[severity];
}

/** What `explain CODE` prints. */
export interface Explanation {
  /** A heading of a few words. */
  readonly title: string;
  /** What the finding says about the record, and what it does not say. */
  readonly means: string;
  /** The rule text or SGF property it rests on. */
  readonly rule: string;
  /** A minimal case: SGF if it begins with a parenthesis, else words. */
  readonly example: string;
  /** What a reader of the report can do about it. */
  readonly todo: string;
}

/** Everything about one finding code but the code itself, which is its key in the family. */
export interface FindingRow extends Explanation {
  /** Severity unless the stage that reports the finding gives another. */
  readonly severity: Severity;
  /**
   * The sentence of a finding: one line, without a full stop. The type written at its first parameter is the type of the
   * finding's arguments (`None`, or no parameter, where the place says it all).
   */
  readonly sentence: (args: never, where: Where) => string;
}

/**
 * The findings of one family: those whose codes share the part before the slash, or a subject. A family is one file that
 * exports one object, closed with `satisfies Family`, and is listed in the catalogue; a new finding is a row here and the
 * place that reports it. Codes are permanent: never renamed, never reused.
 */
export type Family = Readonly<Record<`${string}/${string}`, FindingRow>>;

/** No arguments. */
export type None = Readonly<Record<string, never>>;

/** What a sentence may name besides its arguments. */
export interface Where {
  /** `Move 127 (White R4)`, `Node 12`, or `The record` when the finding has no such place; then `in variation 12.2`. */
  readonly subject: string;
  /** `Setup after move 12`, or `Setup before play`. */
  readonly setup: string;
  /** `the position after move 121`, `the starting position`, or `an earlier position`. */
  readonly earlier: string;
  /** `White`, or `the player` when the finding names no color. */
  readonly player: string;
  /** `19x19`: columns by rows. */
  readonly board: string;
}

// Line breaks and other control characters would split one finding over several lines of a terminal or a log.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** A value of the file in double quotes, on one line, cut after `longest` characters. */
export function quote(value: string, longest = 60): string {
  const line = value.replace(CONTROL, ' ');
  const letters = Array.from(line.slice(0, 4 * longest));
  return letters.length > longest ? `"${letters.slice(0, longest).join('')}..."` : `"${line}"`;
}

/** `1 stone`, `2 stones`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${String(n)} ${n === 1 ? one : many}`;
}
