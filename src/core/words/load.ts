import type { Language } from './languages.js';
import { ENGLISH_WORDS, type OtherLanguage, type Words } from './words.js';

const FILES: Readonly<Record<OtherLanguage, () => Promise<{ readonly default: Words }>>> = {
  sv: () => import('./sv.json', { with: { type: 'json' } }),
  pl: () => import('./pl.json', { with: { type: 'json' } }),
  fi: () => import('./fi.json', { with: { type: 'json' } }),
  de: () => import('./de.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  ja: () => import('./ja.json', { with: { type: 'json' } }),
  zh: () => import('./zh.json', { with: { type: 'json' } }),
  ko: () => import('./ko.json', { with: { type: 'json' } }),
};

/** The words of one language, whose file the page loads when it is chosen. */
export async function loadWords(language: Language): Promise<Words> {
  return language === 'en' ? ENGLISH_WORDS : (await FILES[language]()).default;
}
