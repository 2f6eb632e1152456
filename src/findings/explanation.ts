import type { FindingCode } from './catalogue.js';

/** What `explain CODE` prints. */
export interface Explanation {
  /** A heading of a few words. */
  readonly title: string;
  /** What the finding says about the record, and what it does not say. */
  readonly means: string;
  /** The rule text or SGF property it rests on. */
  readonly rule: string;
  /** A smallest case: SGF where it begins with a parenthesis, else words. */
  readonly example: string;
  /** What a reader of the report can do about it. */
  readonly todo: string;
}

/** The codes of some families, by the part before the slash. */
export type CodesOf<Family extends string> = Extract<FindingCode, `${Family}/${string}`>;
export type ExplanationsOf<Family extends string> = { readonly [C in CodesOf<Family>]: Explanation };
