import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import fi from './fi.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import ko from './ko.json' with { type: 'json' };
import type { Language } from './languages.js';
import pl from './pl.json' with { type: 'json' };
import sv from './sv.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };

/**
 * Labels of a sheet; `{move}` is the number of a move, `{point}` a point of a group. The terms are those of each
 * country's rule texts (docs/decisions.md).
 */
export type SheetWords = Readonly<Record<keyof typeof en.sheet, string>>;

const WORDS: Readonly<Record<Language, SheetWords>> = {
  en: en.sheet,
  sv: sv.sheet,
  pl: pl.sheet,
  fi: fi.sheet,
  de: de.sheet,
  fr: fr.sheet,
  ja: ja.sheet,
  zh: zh.sheet,
  ko: ko.sheet,
};

/** The words of a sheet in a language. */
export function sheetWords(language: Language): SheetWords {
  return WORDS[language];
}

/** The English text of a label of the page. Data, messages and codes are not translated. */
export type Label = keyof typeof sv.page;

/** Labels by their English text. Forms for different numbers are separated by `|`: one, few, many, as the language has them. */
export type Translations = Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<Label, string>>>>;

export const TRANSLATIONS: Translations = {
  sv: sv.page,
  pl: pl.page,
  fi: fi.page,
  de: de.page,
  fr: fr.page,
  ja: ja.page,
  zh: zh.page,
  ko: ko.page,
};
