import de from './de.json' with { type: 'json' };
import fi from './fi.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import ko from './ko.json' with { type: 'json' };
import type { Language } from './languages.js';
import pl from './pl.json' with { type: 'json' };
import sv from './sv.json' with { type: 'json' };
import { ENGLISH_WORDS, type Words } from './words.js';
import zh from './zh.json' with { type: 'json' };

/** All languages at once, for the command and the library; the page loads the one that it shows. */
export const WORDS: Readonly<Record<Language, Words>> = { en: ENGLISH_WORDS, sv, pl, fi, de, fr, ja, zh, ko };
