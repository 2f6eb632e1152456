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

/** One finding code: its severity, unless the stage that reports the finding gives another, and the type of its arguments. */
export interface FindingRow<Args = None> {
  readonly severity: Severity;
  /** Never there: it carries the type. */
  readonly args?: Args;
}

/**
 * The findings of one family: those whose codes share the part before the slash, or a subject. A family is one file that
 * exports one object, closed with `satisfies Family`, and is listed in the catalogue. A new finding is a row here, its sentence
 * in the words of each language (`core/words`) and the place that reports it. Codes are permanent: never renamed, never reused.
 */
export type Family = Readonly<Record<`${string}/${string}`, FindingRow<unknown>>>;

/** No arguments. */
export type None = Readonly<Record<string, never>>;

/** A row, with the type of the arguments that its sentence takes. */
export function row(severity: Severity): FindingRow;
export function row<Args>(severity: Severity): FindingRow<Args>;
export function row(severity: Severity): FindingRow {
  return { severity };
}
