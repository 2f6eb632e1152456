/**
 * Sentences as data, in the syntax of ICU messages as far as they need it: `{name}` is an argument, `{name, FORM}` an argument
 * in one of the forms below, `{n, plural, one {# stone} other {# stones}}` depends on a number by the rules of the language
 * (`#` is the number), and `{kind, select, ko {...} other {...}}` on a value: its text, `none` where the argument is absent,
 * `empty` where it has no text. `{name, phrase}` inserts a phrase of the language. `a.b` is a field of an argument.
 */

import { opponent, type Color } from '../color.js';
import { chanceText } from '../text.js';

/** The value of an argument by its name; `undefined` where it is absent. */
export type Lookup = (name: string) => unknown;

/** Phrases that sentences of a language share, `black` and `white` among them. */
export type Phrases = Readonly<Record<string, string>>;

/** A language: its tag (BCP 47) and its phrases. */
export interface Wording {
  readonly language: string;
  readonly phrases: Phrases;
  /**
   * English texts that sentences are given, with their translations; `{1}` stands for any text without a semicolon, which is
   * translated in turn. Texts that are missing stay as they are.
   */
  readonly terms?: Readonly<Record<string, string>>;
}

/** A part of a sentence. `number`: of the plural around it. */
type Part = (of: Lookup, wording: Wording, number: number) => string;

const compiled = new Map<string, Part>();

/** The sentence of a template. Throws where the template is not well formed or names no known form. */
export function sentence(template: string, of: Lookup, wording: Wording): string {
  let part = compiled.get(template);
  if (part === undefined) {
    part = new Parser(template).parts();
    compiled.set(template, part);
  }
  return part(of, wording, 0);
}

const FRACTION = /^[+-]?\d{1,9}\.\d{1,9}$/;
const marks = new Map<string, string>();

/** A text that is a number, with the decimal mark of the language. Any other stays, such as a result: `B+6.5`. */
export function numberIn(text: string, language: string): string {
  if (language === 'en' || !FRACTION.test(text)) return text;
  let mark = marks.get(language);
  if (mark === undefined) {
    const parts = new Intl.NumberFormat(language).formatToParts(0.5);
    mark = parts.find(({ type }) => type === 'decimal')!.value;
    marks.set(language, mark);
  }
  return text.replace('.', mark);
}

/** Values in the forms that their places name. */
const FORMS: Readonly<Record<string, (value: unknown, wording: Wording) => string>> = {
  plain: (value, { language }) => numberIn(`${value as number}`, language),
  quote: (value) => quote(value as string),
  sentence: (value) => quote(value as string, LONGEST_SENTENCE),
  hundredths: (value, { language }) => numberIn(chanceText(value as number), language),
  seconds: (value, wording) => {
    const rounded = Math.round((value as number) * 1000) / 1000;
    return sentence(wording.phrases['seconds']!, () => rounded, wording);
  },
  color: (value, { phrases }) => phrases[value as Color]!,
  opponent: (value, { phrases }) => phrases[opponent(value as Color)]!,
  term: (value, wording) => termOf(value as string, wording),
  ruling: (value, wording) => rulingOf(value as string, wording),
  names: (value, { language, terms }) =>
    listed(
      (value as string).split(/, ?/).map((name) => terms?.[name] ?? name),
      language,
    ),
};

type Terms = Readonly<Record<string, string>>;
type Pattern = readonly [english: RegExp, translation: string];
/** Patterns that cite rules, whose numbers are no decimals: `Japanese 1989, article 9.2`. */
const CITED = /, (?:article|comment on rule|rules?) \(/;
const patterns = new WeakMap<Terms, readonly Pattern[]>();

/** The terms that hold for more than one text. */
function patternsOf(terms: Terms): readonly Pattern[] {
  const known = patterns.get(terms);
  if (known) return known;
  const made = Object.entries(terms).flatMap(([english, translation]): Pattern[] => {
    if (!english.includes('{1}')) return [];
    const escaped = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\d\}/g, '([^;]+?)');
    return [[new RegExp(`^${escaped}$`), translation]];
  });
  // The longer one says more: `komi {1} assumed` before `komi {1}`.
  made.sort(([a], [b]) => b.source.length - a.source.length);
  patterns.set(terms, made);
  return made;
}

const DECIDED = 'decided by ';
const BEFORE_DECIDED = /(?:^|, |; )(?=decided by )/;
const ON_A_DAY = / on (\d{4}-\d\d-\d\d): /;

/** What one decision says (`decidedText`) in a language: name, date and reason stay as they were written. */
export function rulingOf(text: string, wording: Wording): string {
  const written = writtenIn(text);
  return written ? withWritten('decided by {1} on {2}: {3}', written, wording) : text;
}

/** Name, date and reason of a decision. */
function writtenIn(text: string): readonly string[] | undefined {
  const day = ON_A_DAY.exec(text);
  if (!day || !text.startsWith(DECIDED)) return undefined;
  return [text.slice(DECIDED.length, day.index), day[1]!, text.slice(day.index + day[0].length)];
}

/** A term whose places hold what people wrote. */
function withWritten(term: string, written: readonly string[], { terms }: Wording): string {
  return (terms?.[term] ?? term).replace(/\{(\d)\}/g, (_, at: string) => written[Number(at) - 1]!);
}

/** A text that ends with decisions, whose result may stand before them; `undefined` for others. */
function ruledText(text: string, wording: Wording): string | undefined {
  const found = BEFORE_DECIDED.exec(text);
  if (!found) return undefined;
  const [before, between] = [text.slice(0, found.index), found[0]];
  const [first = '', ...others] = text.slice(before.length + between.length).split(`; ${DECIDED}`);
  const decisions = [first];
  for (const other of others) {
    if (ON_A_DAY.test(other)) decisions.push(DECIDED + other);
    else decisions.push(`${decisions.pop()!}; ${DECIDED}${other}`);
  }
  const written = writtenIn(decisions[0]!);
  if (!written) return undefined;
  const said = decisions.map((one) => rulingOf(one, wording));
  if (between === ', ')
    said[0] = withWritten('{1}, decided by {2} on {3}: {4}', [termOf(before, wording), ...written], wording);
  else said[0] = (before && termOf(before, wording)) + between + said[0]!;
  return said.join('; ');
}

/** What the sentences of an account rest on, before any of them. */
const BASIS = /^(?:declared|computed): /;

/** What an item of an account changes. */
const POINTS = / \(([+-][\d.]{1,9})\)$/;

/** Longer texts are not ours. */
const LONGEST_TERM = 1000;

/** A text that is made in English, such as the reason of a verdict, in a language: each part between semicolons by the terms. */
export function termOf(text: string, wording: Wording): string {
  const { terms } = wording;
  if (terms === undefined) return text;
  const ruled = ruledText(text, wording);
  if (ruled !== undefined) return ruled;
  if (text.length > LONGEST_TERM) return text;
  if (Object.hasOwn(terms, text)) return terms[text]!;
  const basis = BASIS.exec(text)?.[0] ?? '';
  const based = basis === '' ? undefined : terms[`${basis}{1}`];
  if (based !== undefined) return based.replace('{1}', () => termOf(text.slice(basis.length), wording));
  const items = text.split('; ');
  if (items.every((item) => POINTS.test(item)))
    return items
      .map((item) => {
        const points = numberIn(POINTS.exec(item)![1]!, wording.language);
        return `${termOf(item.replace(POINTS, ''), wording)} (${points})`;
      })
      .join('; ');
  for (const [english, translation] of patternsOf(terms)) {
    const found = english.exec(text);
    if (!found) continue;
    const isCited = CITED.test(english.source);
    return translation.replace(/\{(\d)\}/g, (_, at: string) => {
      const said = termOf(found[Number(at)]!, wording);
      return isCited ? said : numberIn(said, wording.language);
    });
  }
  return items.length > 1 ? items.map((part) => termOf(part, wording)).join('; ') : text;
}

function placeOf(path: readonly string[], form: string, options: ReadonlyMap<string, Part>): Part {
  const [name = '', field] = path;
  const valueIn = (of: Lookup): unknown => {
    const value = of(name);
    return field === undefined ? value : (value as Readonly<Record<string, unknown>> | undefined)?.[field];
  };
  const chosen = (key: string): Part => options.get(key) ?? options.get('other')!;
  if (form === 'phrase') return (of, wording) => sentence(wording.phrases[name]!, of, wording);
  if (form === 'select') return (of, wording, number) => chosen(keyOf(valueIn(of)))(of, wording, number);
  if (form === 'plural')
    return (of, wording) => {
      const number = valueIn(of) as number;
      return chosen(pluralOf(number, wording.language))(of, wording, number);
    };
  const inForm = FORMS[form];
  if (!inForm) throw new Error(`no form ${form}`);
  return (of, wording) => inForm(valueIn(of), wording);
}

/** The key of a value among the options of a `select`. */
function keyOf(value: unknown): string {
  if (value === undefined) return 'none';
  return value === '' ? 'empty' : `${value as number}`;
}

const plurals = new Map<string, Intl.PluralRules>();

function pluralOf(number: number, language: string): string {
  // Made for each of many findings; the rules of English are the common case.
  if (language === 'en') return number === 1 ? 'one' : 'other';
  const rules = plurals.get(language) ?? new Intl.PluralRules(language);
  plurals.set(language, rules);
  return rules.select(number);
}

/** `a, b and c`. */
function listed(names: readonly string[], language: string): string {
  if (language !== 'en') return new Intl.ListFormat(language).format(names);
  const last = names.at(-1)!;
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}

/** A sentence of a rule text is quoted in full. */
const LONGEST_SENTENCE = 300;

// Line breaks and other control characters would split one finding over several lines of a terminal or a log.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** A value of the file in double quotes, on one line, cut after `longest` characters. */
export function quote(value: string, longest = 60): string {
  const line = value.replace(CONTROL, ' ');
  const letters = Array.from(line.slice(0, 4 * longest));
  return letters.length > longest ? `"${letters.slice(0, longest).join('')}..."` : `"${line}"`;
}

/** Reads a template, which is our own and nests a few levels deep. */
class Parser {
  private at = 0;
  private readonly template: string;

  constructor(template: string) {
    this.template = template;
  }

  /** Up to the end, or to the brace that closes an option. */
  parts(isOption = false, isPlural = false): Part {
    const parts: Part[] = [];
    let start = this.at;
    const addText = (): void => {
      const text = this.template.slice(start, this.at);
      if (text !== '') parts.push(() => text);
    };
    for (; this.at < this.template.length && this.template[this.at] !== '}'; this.at++) {
      const isNumber = isPlural && this.template[this.at] === '#';
      if (!isNumber && this.template[this.at] !== '{') continue;
      addText();
      parts.push(isNumber ? (_of, _wording, number) => String(number) : this.place(isPlural));
      start = this.at + 1;
    }
    if (isOption !== this.at < this.template.length) throw new Error(`braces of "${this.template}"`);
    addText();
    if (parts.length === 1) return parts[0]!;
    return (of, wording, number) => {
      let text = '';
      for (const part of parts) text += part(of, wording, number);
      return text;
    };
  }

  /** From a brace to the one that closes it, where it stops. */
  private place(isPlural: boolean): Part {
    const [all, name = '', form = 'plain'] = this.next(/\{([\w.]+)(?:, (\w+))?/y) ?? [];
    if (all === undefined) throw new Error(`a place of "${this.template}"`);
    const options = new Map<string, Part>();
    for (let key = this.next(/,? ([\w-]+) \{/y); key; key = this.next(/,? ([\w-]+) \{/y)) {
      options.set(key[1]!, this.parts(true, form === 'plural' || isPlural));
      this.at++;
    }
    const isChoice = form === 'select' || form === 'plural';
    if (this.template[this.at] !== '}' || isChoice !== options.has('other'))
      throw new Error(`options of "${this.template}"`);
    return placeOf(name.split('.'), form, options);
  }

  /** What a sticky pattern finds here, and moves behind it. */
  private next(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.template);
    this.at += found?.[0].length ?? 0;
    return found;
  }
}
