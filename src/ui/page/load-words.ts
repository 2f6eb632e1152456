import type { Language } from '../../core/words/languages.js';
import { ENGLISH_WORDS, type OtherLanguage, type Words } from '../../core/words/words.js';

/** The library's modules of words, which the package contains once. */
const FILES: Readonly<Record<OtherLanguage, URL>> = {
  sv: new URL('../../../dist/lib/words/sv.js', import.meta.url),
  pl: new URL('../../../dist/lib/words/pl.js', import.meta.url),
  fi: new URL('../../../dist/lib/words/fi.js', import.meta.url),
  de: new URL('../../../dist/lib/words/de.js', import.meta.url),
  fr: new URL('../../../dist/lib/words/fr.js', import.meta.url),
  ja: new URL('../../../dist/lib/words/ja.js', import.meta.url),
  zh: new URL('../../../dist/lib/words/zh.js', import.meta.url),
  ko: new URL('../../../dist/lib/words/ko.js', import.meta.url),
};

/** The words of one language, whose file the page loads when it is chosen. */
export async function loadWords(language: Language): Promise<Words> {
  if (language === 'en') return ENGLISH_WORDS;
  const loaded = (await import(/* @vite-ignore */ FILES[language].href)) as { readonly default: Words };
  return loaded.default;
}
