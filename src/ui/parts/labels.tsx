import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Language, LANGUAGES } from '../../report/words/languages.js';
import type { Label, Translations } from '../../report/words/page.js';
import { type SheetWords, sheetWords } from '../../report/words/sheet.js';

/** Translations; without them labels are English, as in reports, whose files they would enlarge. */
let labels: Translations | undefined;

/** The language chosen for the page, or else preferred by the browser. */
let wanted: Language = LANGUAGES.find((one) => navigator.language.startsWith(one)) ?? 'en';

/** Called once, before anything is drawn. */
export function provideLabels(translations: Translations): void {
  labels = translations;
}

export function wantedLanguage(): Language {
  return wanted;
}

/** The language of the page, and how to change it; for the root, which then draws everything again. */
export function useLanguage(): readonly [Language, (language: Language) => void] {
  const [language, setLanguage] = useState(wanted);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return [language, (chosen) => setLanguage((wanted = chosen))];
}

function shownLanguage(): Language {
  return labels ? wanted : 'en';
}

/** A label in the language of the page. */
export function translated(english: Label): string {
  return labels && wanted !== 'en' ? labels[wanted][english] : english;
}

/** The labels shared with ruling sheets. */
export function words(): SheetWords {
  return sheetWords(shownLanguage());
}

/** The order of the forms of a label: one, few, many. */
const FORMS: readonly Intl.LDMLPluralRule[] = ['one', 'few', 'many'];

/** A label in the form for a number, which replaces `{n}`: `3 games`. */
export function translatedCount(english: Label, count: number): string {
  const forms = translated(english).split('|');
  const at = FORMS.indexOf(new Intl.PluralRules(shownLanguage()).select(count));
  return (forms[at] ?? forms.at(-1)!).replace('{n}', count.toLocaleString('en'));
}

interface LanguageSelectProps {
  readonly language: Language;
  readonly onChange: (language: Language) => void;
}

/** The choice of a language, each listed under its own name. */
export function LanguageSelect({ language, onChange }: LanguageSelectProps): JSX.Element {
  return (
    <label class="language">
      {sheetWords(language).language}
      <select value={language} onChange={({ currentTarget: { value } }) => onChange(value as Language)}>
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {sheetWords(one).name}
          </option>
        ))}
      </select>
    </label>
  );
}
