/** The languages of ruling sheets and of the page, by their own names; each has its words in `TAG.json`. */
export const LANGUAGE_NAMES = {
  en: 'English',
  sv: 'Svenska',
  pl: 'Polski',
  fi: 'Suomi',
  de: 'Deutsch',
  fr: 'Français',
  ja: '日本語',
  zh: '中文',
  ko: '한국어',
} as const;
export type Language = keyof typeof LANGUAGE_NAMES;

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[];
