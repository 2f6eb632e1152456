import type { JSX } from 'preact';
import { type Language, LANGUAGES, sheetWords } from '../../output/ruling-words.js';

interface LanguageSelectProps {
  readonly language: Language;
  readonly onChange: (language: Language) => void;
}

/** The choice of a language, each by its own name. */
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
