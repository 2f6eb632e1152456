/** A baseline that was read, and which findings of a run it knows. */
import { checkArgument, isAnyText, listOf, must, oneOf } from '../../core/checks.js';
import { COMMA } from '../../core/bytes.js';
import { append } from '../../core/key-index.js';
import { newerFormat, placeInJson } from '../../core/json.js';
import { failure, type Outcome, success } from '../../core/outcome.js';
import type { FindingCode } from '../../core/findings/finding.js';
import {
  baselineLine,
  baselineText,
  BaselineText,
  canBeKnown,
  COPY,
  type EntryWords,
  gameOf,
  hasWhere,
  type Known,
  knownIn,
  type KnownName,
  knownNameOf,
  lineOf,
  placeOf,
  WHERE_DIGITS,
} from './baseline-text.js';
import { type GameReport, isReport, type PlacedFinding } from './report.js';

/** A code at a place. `index`: among all of the baseline; `others`: indices of the same pair in other entries that may match. */
interface KnownPair extends Known {
  readonly index: number;
  readonly others?: readonly number[];
}

/** What is known of one game or file: each code and place once. */
export type KnownOfGame = readonly KnownPair[];

/** Makes the function that finds the position of a code and place in a list, -1 if it is not there. */
function finder(known: readonly Known[]): (code: string, place: string) => number {
  const positions = new Map<string, number>();
  for (let i = known.length - 1; i >= 0; i--) positions.set(`${known[i]!.code} ${known[i]!.place}`, i);
  return (code, place) => positions.get(`${code} ${place}`) ?? -1;
}

/**
 * The findings of a game or file that are not known. `met` is called with the index of each pair of code and place that is
 * known, and with its number of findings.
 */
export function unknownAmong(
  findings: readonly PlacedFinding[],
  pairs: KnownOfGame,
  met: (index: number, count: number) => void = () => undefined,
): readonly PlacedFinding[] {
  if (findings.length === 0 || pairs.length === 0) return findings;
  const positionOf = finder(pairs);
  const used = pairs.map(() => 0);
  const others = findings.filter((found) => {
    const at = canBeKnown(found) ? positionOf(found.code, placeOf(found)) : -1;
    if (at < 0 || used[at]! >= pairs[at]!.count) return true;
    used[at]!++;
    return false;
  });
  used.forEach((count, at) => {
    if (count === 0) return;
    const { index, others: more = [] } = pairs[at]!;
    met(index, count);
    for (const other of more) met(other, count);
  });
  return others.length === findings.length ? findings : others;
}

/** 1-based index of the pair that counts copies of a game, 0 if there is none. */
export function copiesIn(pairs: KnownOfGame): number {
  return (pairs.find(({ code, place }) => code === COPY && place === '')?.index ?? -1) + 1;
}

/** The findings of a report that a baseline does not have. The report should have all its findings: `maxPerCode: 0`. */
export function unknownFindings(report: GameReport, baseline: Baseline): readonly PlacedFinding[] {
  checkArgument('report', report, isReport);
  checkArgument(
    'baseline',
    baseline,
    must('a baseline of parseBaseline', (value) => value instanceof Baseline),
  );
  return unknownAmong(report.findings, baseline.of(knownNameOf(report)));
}

/** The text of a baseline with all findings of some reports. The reports should have all their findings: `maxPerCode: 0`. */
export function baselineOf(reports: readonly GameReport[], command: 'audit' | 'check'): string {
  checkArgument('reports', reports, listOf(isReport));
  checkArgument('command', command, oneOf(['audit', 'check']));
  const text = new BaselineText();
  for (const report of reports) text.add(baselineLine(knownNameOf(report), report.findings));
  return text.text(command);
}

/** A baseline that was read. Its entries stay lines of text: a run finds most games by the start of their line. */
export class Baseline {
  readonly command: string;
  /** Sorted, each ending with a comma. */
  private readonly lines: readonly string[];
  /** Index of the first code and place of each entry among all of the baseline, and their number at the end. */
  private readonly firsts: Uint32Array;
  private headers: ReadonlyMap<string, readonly number[]> | undefined;
  private places: ReadonlyMap<string, readonly number[]> | undefined;

  private constructor(command: string, lines: readonly string[]) {
    this.command = command;
    this.lines = lines;
    this.firsts = new Uint32Array(lines.length + 1);
    lines.forEach((line, i) => {
      this.firsts[i + 1] = this.firsts[i]! + pairsInLine(line);
    });
  }

  static of(command: string, entries: readonly EntryWords[]): Baseline {
    return new Baseline(command, entries.map((entry) => `${JSON.stringify(entry)},`).sort());
  }

  /** A baseline from its text, as another thread sends it. */
  static from(text: string): Baseline {
    const [head = '', ...lines] = text.split('\n');
    const { command } = JSON.parse(`${head}]}`) as { readonly command: string };
    return new Baseline(command, lines.slice(0, -2));
  }

  text(): string {
    return baselineText(this.command, this.lines);
  }

  private entry(i: number): EntryWords {
    return JSON.parse(this.lines[i]!.slice(0, -1)) as EntryWords;
  }

  /** Number of pairs of code and place. */
  get size(): number {
    return this.firsts.at(-1)!;
  }

  /**
   * What is known of a game or file: the entry with the same moves and header, else the one with the same moves or header in the
   * same place, else those with the same moves, else what all entries with the same header share, where these identify a game.
   */
  of(name: KnownName): KnownOfGame {
    const { entries, isAnyOf } = this.entriesOf(name);
    const known = entries.map((entry) => this.pairsOf(entry));
    if (known.length === 1) return known[0]!;
    return isAnyOf ? inAllOf(known) : inAnyOf(known);
  }

  /** Indices of the entries that may match a game. `isAnyOf`: which of them does is unknown. */
  private entriesOf(name: KnownName): {
    readonly entries: readonly number[];
    readonly isAnyOf: boolean;
  } {
    const { moves, header, isFoundBy } = name;
    const exact = this.startingWith(`["${moves}","${header}"`);
    if (exact.length > 0) return { entries: exact, isAnyOf: false };
    const same = this.startingWith(`["${moves}"`);
    this.places ??= this.indexed((entry) => (hasWhere(entry) ? entry[2]!.split(' ') : []));
    const there = this.places.get(name.where)?.filter((i) => {
      const entry = this.entry(i);
      return entry[0] === moves || entry[1] === header;
    });
    if (there?.length === 1) return { entries: there, isAnyOf: false };
    if (isFoundBy.moves && same.length > 0) return { entries: same, isAnyOf: false };
    if (!isFoundBy.header) return { entries: [], isAnyOf: false };
    this.headers ??= this.indexed((entry) => [entry[1]]);
    const alike = this.headers.get(header) ?? [];
    return { entries: alike, isAnyOf: alike.length > 1 };
  }

  /** Indices of the entries whose lines begin with a text. */
  private startingWith(start: string): number[] {
    const { lines } = this;
    let [low, high] = [0, lines.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (lines[middle]! < start) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (; lines[low]?.startsWith(start) === true; low++) found.push(low);
    return found;
  }

  /** Indices of the entries with each key. */
  private indexed(keysOf: (entry: EntryWords) => readonly string[]): ReadonlyMap<string, readonly number[]> {
    const map = new Map<string, number[]>();
    for (let i = 0; i < this.lines.length; i++) for (const key of keysOf(this.entry(i))) append(map, key, i);
    return map;
  }

  private pairsOf(entry: number): readonly KnownPair[] {
    const first = this.firsts[entry]!;
    const known = knownIn(gameOf(this.entry(entry)).words);
    return known.map(({ code, place, count }, i) => ({ code, place, count, index: first + i }));
  }

  /** Number of known copies of games, by the index of the pair that counts them. */
  copies(): ReadonlyMap<number, number> {
    const copies = new Map<number, number>();
    this.eachPair(
      (line) => line.includes(`"${COPY}`),
      ({ code, count }, index) => code === COPY && copies.set(index, count),
    );
    return copies;
  }

  /** Number of findings of each code that were not met. `used`: how often each pair was; `ignored`: codes that were not checked. */
  unmet(used: Uint32Array, ignored: ReadonlySet<string>): Readonly<Partial<Record<FindingCode, number>>> {
    const unmet: Partial<Record<string, number>> = {};
    const isShort = (line: string, at: number): boolean =>
      used.subarray(this.firsts[at], this.firsts[at + 1]).includes(0) || line.includes('*');
    this.eachPair(isShort, ({ code, count }, index) => {
      const missing = ignored.has(code) ? 0 : count - used[index]!;
      if (missing > 0) unmet[code] = (unmet[code] ?? 0) + missing;
    });
    return unmet;
  }

  /** The text of this baseline without what was not met. */
  pruned(used: Uint32Array, ignored: ReadonlySet<string>): string {
    const text = new BaselineText();
    this.lines.forEach((_, at) => {
      const game = gameOf(this.entry(at));
      const kept = knownIn(game.words)
        .map((known, i) =>
          ignored.has(known.code) ? known : { ...known, count: used[this.firsts[at]! + i]! },
        )
        .filter(({ count }) => count > 0);
      if (kept.length > 0) text.add(lineOf(game, kept));
    });
    return text.text(this.command);
  }

  /** Visits the pairs of the entries for which `isWanted` holds: reading all of a large baseline takes a second. */
  private eachPair(
    isWanted: (line: string, at: number) => boolean,
    visit: (known: Known, index: number) => void,
  ): void {
    this.lines.forEach((line, at) => {
      if (!isWanted(line, at)) return;
      knownIn(gameOf(this.entry(at)).words).forEach((known, i) => {
        visit(known, this.firsts[at]! + i);
      });
    });
  }
}

/** The pairs of all entries of a game, with the largest counts: two branches of git may both have it. */
function inAnyOf(entries: readonly (readonly KnownPair[])[]): readonly KnownPair[] {
  const all = entries.flat().sort((a, b) => b.count - a.count);
  const positionOf = finder(all);
  return all.filter(({ code, place }, i) => positionOf(code, place) === i);
}

/** The pairs that all of some entries have, with the smallest counts. */
function inAllOf([first, ...others]: readonly (readonly KnownPair[])[]): readonly KnownPair[] {
  const inOthers = others.map((other) => {
    const positionOf = finder(other);
    return ({ code, place }: Known) => other[positionOf(code, place)];
  });
  return first!.flatMap((pair) => {
    const same = inOthers.map((find) => find(pair));
    if (!same.every((other) => other !== undefined)) return [];
    const count = Math.min(pair.count, ...same.map((other) => other.count));
    return [{ ...pair, count, others: same.map(({ index }) => index) }];
  });
}

/** How many pairs of code and place the line of an entry has. */
function pairsInLine(line: string): number {
  let pairs = 0;
  // After moves and header; the word that says where copies are has no slash.
  let start = line.indexOf('","', line.indexOf('","') + 3) + 3;
  while (start > 3) {
    const end = line.indexOf('"', start);
    const word = line.slice(start, end);
    if (word.includes('/')) pairs += pairsIn(word);
    start = line.charCodeAt(end + 1) === COMMA ? end + 3 : 0;
  }
  return pairs;
}

/** Number of pairs in a word: one per space, or one for the whole game. */
function pairsIn(word: string): number {
  let spaces = 0;
  for (let at = word.indexOf(' '); at >= 0; at = word.indexOf(' ', at + 1)) spaces++;
  return Math.max(1, spaces);
}

/** Reads a baseline. The error is a line for the user, with its line in the text if that is not JSON. */
export function parseBaseline(json: string): Outcome<Baseline, string> {
  checkArgument('json', json, isAnyText);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    const conflict = /^(?:<{7}|={7}|>{7})(?: |$)/m.exec(json);
    if (!conflict) return failure(`${placeInJson(json, error)}not valid JSON`);
    const line = json.slice(0, conflict.index).split('\n').length;
    return failure(`line ${String(line)}: unresolved merge conflict`);
  }
  const { baseline, command, entries } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const newer = newerFormat(baseline, 1);
  if (newer !== undefined) return failure(newer);
  if (baseline !== 1 || typeof command !== 'string' || !Array.isArray(entries))
    return failure('not a baseline: --write-baseline writes one');
  const lines = (entries as readonly unknown[]).filter((one) => !Array.isArray(one) || one.length > 0);
  const words = new Set<string>();
  const wrong = lines.findIndex((one) => !isEntry(one, words));
  if (wrong >= 0) return failure(`entry ${String(wrong + 1)}: expected moves, header and finding codes`);
  return success(Baseline.of(command, lines as readonly EntryWords[]));
}

const WHERE = new RegExp(`^[0-9a-f]{${String(WHERE_DIGITS)}}( [0-9a-f]{${String(WHERE_DIGITS)}})*$`);

/** Codes unknown to this version are accepted: a later one may have written the baseline. */
const WORD = /^[a-z-]+\/[a-z0-9-]+( [^\s*"\\]+(\*[1-9]\d{0,8})?)*$/;
/** Moves and header need no escapes, so that lines can be compared as text. */
const KEY = /^[^"\\]*$/;

/** `words`: those found valid before, since most entries have the same few. */
function isEntry(value: unknown, words: Set<string>): boolean {
  if (!Array.isArray(value) || value.length < 3) return false;
  return value.every((word: unknown, i) => {
    if (typeof word !== 'string') return false;
    if (i < 2) return KEY.test(word);
    if (words.has(word) || (i === 2 && WHERE.test(word))) return true;
    if (!WORD.test(word)) return false;
    words.add(word);
    return true;
  });
}
