import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Language, LANGUAGE_NAMES, LANGUAGES } from '../../core/words/languages.js';
import { numberIn, rulingOf, termOf } from '../../core/words/template.js';
import { type Decision, decidedText } from '../../referee/judge/decisions.js';
import { ENGLISH_WORDS, type Label, labelIn, type SheetWords, type Words } from '../../core/words/words.js';

/** How the words of a language are loaded. */
export type LoadWords = (language: Language) => Promise<Words>;

/** Until it is provided, everything is English. */
let load: LoadWords = () => Promise.resolve(ENGLISH_WORDS);

/** The words of the page. */
let shown = ENGLISH_WORDS;

const LANGUAGE_KEY = 'sgf-referee-language';

/** The language that was chosen last, that of the browser, or English. */
function preferred(): Language {
  const isPreferred = (wanted: string | null) => (one: Language) => wanted?.startsWith(one) === true;
  return (
    LANGUAGES.find(isPreferred(keptLanguage())) ?? LANGUAGES.find(isPreferred(navigator.language)) ?? 'en'
  );
}

function keptLanguage(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY);
  } catch {
    // The browser keeps nothing for this page.
    return null;
  }
}

function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch {
    // Then the choice lasts as long as the page.
  }
}

/** Called once, before anything is drawn: loads the words of the preferred language. */
export async function provideWords(loadWords: LoadWords): Promise<void> {
  load = loadWords;
  shown = await load(preferred());
}

/** The words of the page. */
export function shownWords(): Words {
  return shown;
}

const COLONS: Readonly<Partial<Record<Language, string>>> = { fr: '\u00a0: ', ja: '：', zh: '：' };

/** What stands between a heading and what it is about, in the language of the page. */
export function colon(): string {
  return COLONS[shown.language as Language] ?? ': ';
}

/** Words, and how to change their language, which takes effect when they are loaded. */
export function useWords(start: Words): readonly [Words, (language: Language) => void] {
  const [chosen, setChosen] = useState(start);
  const latest = useRef<Language>();
  const change = (language: Language): void => {
    latest.current = language;
    void load(language).then((loaded) => {
      if (latest.current === language) setChosen(loaded);
    });
  };
  return [chosen, change];
}

/** The language of the page, and how to change it; for the root, which then draws everything again. */
export function useLanguage(): readonly [Words, (language: Language) => void] {
  const [chosen, change] = useWords(shown);
  shown = chosen;
  useEffect(() => {
    document.documentElement.lang = chosen.language;
  }, [chosen]);
  return [
    chosen,
    (language) => {
      keepLanguage(language);
      change(language);
    },
  ];
}

/** A label in the language of the page, with its values in place of their names: `{komi}`. */
export function translated(english: Label, values: Readonly<Record<string, string | number>> = {}): string {
  return labelIn(shown, english, values);
}

/** A text that is a number, with the decimal mark of the language of the page. */
export function shownNumber(text: string): string {
  return numberIn(text, shown.language);
}

/** A text that the rows of games have in English, such as a verdict with its reason, in the language of the page. */
export function termed(english: string): string {
  return termOf(english, shown);
}

/** How a game ended. `passes` includes records that have a margin or marked territory and no passes. */
export function endingName(ending: string): string {
  return termed(ending === 'passes' ? 'counting' : ending);
}

/** Countries that rulesets are named by. */
const COUNTRIES: Readonly<Record<string, string>> = {
  japanese: 'JP',
  chinese: 'CN',
  korean: 'KR',
  french: 'FR',
  'new-zealand': 'NZ',
  sweden: 'SE',
  finland: 'FI',
};

let countries: Intl.DisplayNames | undefined;

/** Names of countries, made once for a language: a table asks for one in each row. */
function countriesIn(language: string): Intl.DisplayNames {
  if (countries?.resolvedOptions().locale !== language)
    countries = new Intl.DisplayNames(language, { type: 'region' });
  return countries;
}

/** The short name of a ruleset; in other languages than English that of its country, where it has one. */
export function rulesName(name: string): string {
  if (shown.language === 'en') return name;
  const known = Object.entries(COUNTRIES).find(([start]) => name.startsWith(start));
  return known ? countriesIn(shown.language).of(known[1])! + name.slice(known[0].length) : termed(name);
}

/** Who decided, when and why, in the language of the page. */
export function ruled(decision: Decision): string {
  return rulingOf(decidedText([decision]), shown);
}

/** Ends of games that are not counted. */
const UNCOUNTED: Readonly<Record<string, Label>> = {
  resign: 'The game ended by resignation: there is nothing to count.',
  time: 'The game ended on time: there is nothing to count.',
  forfeit: 'The game ended by forfeit: there is nothing to count.',
  illegal: 'An illegal move ended the game: there is nothing to count.',
  void: 'The game is declared void: there is nothing to count.',
};

/** Why a game is not scored, as a sentence. */
export function notScored(because: string): string {
  const label = UNCOUNTED[because];
  if (label !== undefined) return translated(label);
  const reason = termed(because) || translated('the report does not say why');
  return translated('Not scored: {reason}', { reason });
}

/** The labels shared with ruling sheets. */
export function words(): SheetWords {
  return shown.sheet;
}

/** The order of the forms of a label: one, few, many. */
const FORMS: readonly Intl.LDMLPluralRule[] = ['one', 'few', 'many'];

/** A label in the form for a number, which replaces `{n}`: `3 games`. */
export function translatedCount(english: Label, count: number): string {
  const forms = translated(english).split('|');
  const at = FORMS.indexOf(new Intl.PluralRules(shown.language).select(count));
  return (forms[at] ?? forms.at(-1)!).replace('{n}', count.toLocaleString('en'));
}

interface LanguageSelectProps {
  /** The words in the language that is shown. */
  readonly shown: Words;
  readonly onChange: (language: Language) => void;
}

/** The choice of a language, each listed under its own name. */
export function LanguageSelect({ shown, onChange }: LanguageSelectProps): JSX.Element {
  return (
    <label class="language">
      {shown.sheet.language}
      <select value={shown.language} onChange={({ currentTarget: { value } }) => onChange(value as Language)}>
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly name?: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onChange: (value: string) => void;
}

/** One of several values. */
export function Choice({ label, name, value, options, onChange }: ChoiceProps): JSX.Element {
  return (
    <label>
      {label}
      <select name={name} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

interface CheckProps {
  readonly checked: boolean;
  readonly title?: string;
  readonly onChange: (checked: boolean) => void;
  readonly children: ComponentChildren;
}

/** A box to check, with its label. */
export function Check({ checked, title, onChange, children }: CheckProps): JSX.Element {
  return (
    <label class="check" title={title}>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {children}
    </label>
  );
}

/** What went wrong; nothing for ''. */
export function Problem({ text }: { readonly text: string }): JSX.Element | null {
  if (text === '') return null;
  return (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}

/** A row of a table of numbers. */
export interface NumbersRow {
  readonly label: string;
  readonly title?: string | undefined;
  readonly isSum?: boolean;
  /** Each with a class besides `number`; of words, instead of it. */
  readonly cells: readonly (readonly [cell: ComponentChildren, style?: 'changed' | 'quiet' | 'text' | ''])[];
}

interface NumbersProps {
  /** The first one is over the labels. */
  readonly heads: readonly string[];
  /** The index of a column of words. */
  readonly words?: number;
  readonly rows: readonly NumbersRow[];
}

/** A table of numbers, which scrolls where it is too wide. */
export function Numbers({ heads, words, rows }: NumbersProps): JSX.Element {
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            {heads.map((head, i) =>
              head === '' ? (
                <td key={i} />
              ) : (
                <th key={i} scope="col" class={i === words ? 'text' : undefined}>
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, title, isSum, cells }) => (
            <tr key={label} class={isSum ? 'sum' : ''}>
              <th scope="row" title={title}>
                {label}
              </th>
              {cells.map(([cell, style = ''], i) => (
                <td key={i} class={style === 'text' ? style : `number ${style}`}>
                  {typeof cell === 'string' ? shownNumber(cell) : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Whether the page is being printed: paper has no scrolling or folding. */
export function useIsPrinted(): boolean {
  const [isPrinted, setIsPrinted] = useState(false);
  useListener('beforeprint', () => setIsPrinted(true));
  useListener('afterprint', () => setIsPrinted(false));
  return isPrinted;
}

/** The part of the address after `#`. */
export function useHash(): string {
  const [hash, setHash] = useState(location.hash);
  useListener('hashchange', () => setHash(location.hash));
  return hash;
}

/** A state that a reload of the page in this tab keeps, where the browser can; that of the beginning is not stored. */
export function useKept<T>(key: string, first: T): readonly [T, (next: T) => void] {
  const [value, setValue] = useState<T>(() => {
    try {
      const kept = sessionStorage.getItem(key);
      if (kept === null) return first;
      const value = JSON.parse(kept) as T;
      // An earlier version of the page may have kept it, without what is new.
      return typeof first === 'object' && typeof value === 'object' ? { ...first, ...value } : value;
    } catch {
      return first;
    }
  });
  const change = (next: T): void => {
    setValue(next);
    try {
      if (next === first) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(next));
    } catch {
      // The browser keeps nothing for this page.
    }
  };
  return [value, change];
}

/** A text of our own: what stands between backticks is code. */
export function Coded({ text }: { readonly text: string }): JSX.Element {
  return <>{text.split('`').map((part, i) => (i % 2 === 0 ? part : <code key={i}>{part}</code>))}</>;
}

/** Listens to an event of the window while the component is shown. */
export function useListener<Type extends keyof WindowEventMap>(
  type: Type,
  listen: (event: WindowEventMap[Type]) => void,
): void {
  const latest = useRef(listen);
  latest.current = listen;
  // At once, as the page may be printed before it is painted; and once, as what is added during an event does not hear it.
  useLayoutEffect(() => {
    const call = (event: WindowEventMap[Type]): void => latest.current(event);
    addEventListener(type, call);
    return () => removeEventListener(type, call);
  }, [type]);
}
