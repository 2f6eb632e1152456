import en from './en.json' with { type: 'json' };
import type sv from './sv.json';
import type { Language } from './languages.js';
import { numberIn, type Wording } from './template.js';

/**
 * Labels of a sheet; `{move}` is the number of a move, `{point}` a point of a group. The terms are those of each
 * country's rule texts (docs/decisions.md).
 */
export type SheetWords = Readonly<Record<keyof typeof en.sheet, string>>;

/** The English text of a label of the page. Data and codes are not translated. */
export type Label = keyof typeof sv.page;

/** A language: the contents of its file. */
export interface Words extends Wording {
  /** Sentences of findings, by their codes. */
  readonly findings: Readonly<Record<keyof typeof en.findings, string>>;
  readonly sheet: SheetWords;
  /**
   * Labels of the page by their English text, so that English has none. Forms for different numbers are separated by `|`:
   * one, few, many, as the language has them.
   */
  readonly page?: Readonly<Record<Label, string>>;
}

/** A language that is not English, whose terms are translated as well. */
export type OtherLanguage = Exclude<Language, 'en'>;

export const ENGLISH_WORDS: Words = en;

/** A label of the page in a language, with its values in place of their names: `{komi}`. */
export function labelIn(
  { page, language }: Words,
  english: Label,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const label = page?.[english] ?? english;
  return label.replace(/\{(\w+)\}/g, (name, key: string) => numberIn(String(values[key] ?? name), language));
}
