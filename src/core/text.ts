import type { Color } from './color.js';

/**
 * Text from a file must not control a terminal or reverse a line: control characters and those that set a direction (embeddings,
 * overrides, isolates and the bare marks) become a question mark.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, '?');
}

/** Lines of text, for a terminal: as `visible`, but line breaks, tabs and the zero bytes after file names stay. */
export function visibleLines(text: string): string {
  return text.replace(UNSEEN, (unit, at: number) =>
    unit === '\n' || unit === '\t' || unit === '\0' || (unit === '\r' && text[at + 1] === '\n') ? unit : '?',
  );
}

const UNSEEN =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** The value of a name that comes from outside; the names that every object inherits (`constructor`) have none. */
export function valueAt<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** What each word means, by a table of the words with one meaning, separated by commas: `{ jigo: 'draw, tie' }`. */
export function meaningOf<M extends string>(words: { readonly [W in M]?: string }): ReadonlyMap<string, M> {
  const entries = Object.entries(words) as [M, string][];
  return new Map(
    entries.flatMap(([meaning, all]) => all.split(', ').map((word) => [word, meaning] as const)),
  );
}

/**
 * The candidate that a mistyped or shortened word most likely means: one that ends with it (`ko` for `move/ko`), begins with it
 * (`jap` for `japanese`), differs in few letters, or has its letters in their order (`fmt` for `format`). `undefined`: none.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const low = word.toLowerCase();
  const whose = (matches: (candidate: string) => boolean): string | undefined =>
    candidates.find((candidate) => matches(candidate.toLowerCase()));
  return (
    whose((one) => one.endsWith(`/${low}`)) ??
    (low.length > 1 ? whose((one) => one.startsWith(low)) : undefined) ??
    closest(low, candidates) ??
    // Almost any long word has three given letters in their order: `file/configuration` those of `foo`.
    (low.length > 1
      ? whose((one) => one[0] === low[0] && one.length <= 4 * low.length && holdsInOrder(one, low))
      : undefined)
  );
}

/** `; did you mean X?`, or '' if no candidate is close. */
export function suggestion(word: string, candidates: readonly string[], shown = ''): string {
  const meant = nearest(word, candidates);
  return meant === undefined ? '' : `; did you mean ${shown}${meant}?`;
}

/** `confirmd is not known; did you mean confirmed?`, of a word that is none of these. */
export function unknownChoice(word: string, choices: readonly string[]): string {
  const shown = word.slice(0, 60);
  // A word of two letters is close to every other.
  const advice = (shown.length > 2 && suggestion(shown, choices)) || `; there are ${choices.join(', ')}`;
  return `${shown} is not known${advice}`;
}

function closest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  // With two of three letters replaced, any word would match any other.
  let least = Math.max(word.length > 3 ? 2 : 1, Math.ceil(word.length / 4)) + 1;
  for (const candidate of candidates) {
    const apart = distance(word, candidate.toLowerCase());
    if (apart < least) {
      least = apart;
      best = candidate;
    }
  }
  return best;
}

function holdsInOrder(text: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** How many letters to insert, remove, replace or swap with the next to turn one word into the other; above `most`: some number above. */
export function distance(a: string, b: string, most = Infinity): number {
  let above: number[] = [];
  for (let j = 0; j <= b.length; j++) above.push(j);
  let before = above;
  let leastAbove = 0;
  for (let i = 1; i <= a.length; i++) {
    const row = new Array<number>(b.length + 1).fill(Infinity);
    row[0] = i;
    let least = i;
    for (let j = Math.max(1, i - most); j <= Math.min(b.length, i + most); j++) {
      const replaced = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const exchanged = isExchanged ? before[j - 2]! + 1 : Infinity;
      row[j] = Math.min(replaced, exchanged, above[j]! + 1, row[j - 1]! + 1);
      least = Math.min(least, row[j]!);
    }
    if (least > most && leastAbove > most) return least;
    leastAbove = least;
    before = above;
    above = row;
  }
  return above[b.length]!;
}

/** A number in decimal notation without an exponent, whatever its size; `-0` is `0`. */
export function formatDecimal(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return '0';
  const text = String(value);
  if (!text.includes('e')) return text;
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
}

let natural: Intl.Collator | undefined;

/** The order of names with numbers: round-2 before round-10. */
export function naturally(a: string, b: string): number {
  // Made where it is needed: loading a locale takes longer than refereeing a hundred games.
  natural ??= new Intl.Collator('en', { numeric: true });
  return natural.compare(a, b);
}

/** A whole number with commas: `12,345`. Written out, as loading a locale takes longer than refereeing a hundred games. */
export function thousands(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A chance rounded down to hundredths, or other parts: 0.898 is not 0.9 where 0.9 is asked for, nor 0.998 certain. */
export function hundredths(chance: number, parts = 100): number {
  // 100 * 0.29 is a little less than 29.
  return Math.floor(parts * chance + 1e-12) / parts;
}

/** A chance as it is shown: `0.89`. */
export function chanceText(chance: number): string {
  return hundredths(chance).toFixed(2);
}

/** Half points as points: 7 is `3.5`. */
export function formatHalves(halves: number): string {
  // Usual komi: a whole number is faster to format than a fraction.
  if (halves > 0 && halves < 1000 && Number.isInteger(halves)) {
    const whole = String(halves >> 1);
    return (halves & 1) === 0 ? whole : `${whole}.5`;
  }
  return formatDecimal(points(halves));
}

/** A margin (Black minus White, half points) as a result: `B+3.5`, `W+0.5`, `0`; `B+` for a tie, or a game without count, that Black wins. */
export function marginText(halves: number, winner: Color | 'jigo' = 'jigo'): string {
  const size = formatHalves(Math.abs(halves));
  if (size !== '0') return (halves > 0 ? 'B+' : 'W+') + size;
  if (winner === 'jigo') return size;
  return winner === 'black' ? 'B+' : 'W+';
}

/** Half points as signed points: 7 is `+3.5`, -1 is `-0.5`, 0 is `0`. */
export function signed(halves: number): string {
  return halves > 0 ? `+${formatHalves(halves)}` : formatHalves(halves);
}

const PLACES = 1e6;

/** Half points as points. Quarters are exact; what sums with finer fractions of komi leave beyond six places is a rounding error. */
export function points(halves: number): number {
  if (Number.isInteger(halves * 2)) return halves / 2 || 0;
  return Math.round((halves / 2) * PLACES) / PLACES || 0;
}

/** A text without the characters at its ends that match, each by itself. Takes linear time, unlike a pattern that ends with `+$`. */
export function trimmed(text: string, character: RegExp): string {
  let start = 0;
  let end = text.length;
  while (start < end && character.test(text[start]!)) start++;
  while (end > start && character.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/** Lines as one, with a space between those that are not blank. */
export function oneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** `1 game`, `1,200 games`. */
export function plural(count: number, noun: string): string {
  return `${thousands(count)} ${noun}${count === 1 || noun === 'dame' ? '' : 's'}`;
}

/** Values cached for one reader: enough for the texts that recur in every file, too few to matter in memory. */
const MAX_KEPT = 2048;
/** Characters of a header value that are read as a number, name of rules, result or time; no usable one is longer. */
export const MAX_VALUE_LENGTH = 1000;
/** Longer texts are not usual header values and are not cached. */
const LONGEST_KEPT = 64;

/**
 * A function with its results cached by text; once the cache is full, further texts are computed each time.
 * Header values repeat from game to game, so most games read theirs without parsing. Texts are cut to MAX_VALUE_LENGTH;
 * those beyond `longest` are not cached.
 */
export function memo<T>(read: (text: string) => T, longest = LONGEST_KEPT): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined || kept.has(text)) return known as T;
    const value = read(text.length > MAX_VALUE_LENGTH ? text.slice(0, MAX_VALUE_LENGTH) : text);
    if (kept.size < MAX_KEPT && text.length <= longest) kept.set(text, value);
    return value;
  };
}
