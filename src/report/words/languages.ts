/** The languages of ruling sheets and of the page; each has its words in `TAG.json`. */
export const LANGUAGES = ['en', 'sv', 'pl', 'fi', 'de', 'fr', 'ja', 'zh', 'ko'] as const;
export type Language = (typeof LANGUAGES)[number];
