/**
 * A baseline holds known findings, so that a run lists only others. It is JSON with an entry a line, sorted, so that git can
 * show and merge changes: a game by its moves and its header, where it was, and each code with the places where it is known.
 *
 *     {"baseline":1,"command":"check","entries":[
 *     ["4f0c91d2a7e35b68","9b1f03c2d4e5","51d2e07a","komi/missing","move/repetition 120 131"],
 *     []]}
 *
 * The last line never changes, so that every entry ends with a comma and two branches that add entries can be joined.
 */
import { failure, type Outcome, success } from '../core/outcome.js';
import { placeInJson } from '../core/json.js';
import type { FindingCode } from '../findings/catalogue.js';
import { ALWAYS } from '../findings/selection.js';
import type { GameReport, PlacedFinding } from './report.js';

/** What a baseline calls a game, or a file without games. */
export interface KnownName {
  /** Key of the main line: its moves, setup and size. Of a file without games: the digest of its bytes, or its name. */
  readonly moves: string;
  readonly header: string;
  /**
   * Of its file and its number there. A game is known wherever it is; only one that has changed and cannot be told from others is
   * looked for in its place. '' for a file, and for a game without one.
   */
  readonly where: string;
  /** Whether moves or header alone tell the game from others, so that it is found again when the other has changed. */
  readonly isFoundBy: { readonly moves: boolean; readonly header: boolean };
}

const WHERE_DIGITS = 8;

/** Games with fewer moves and setup stones agree by chance. */
const FEWEST_ACTIONS = 10;

export function knownNameOf({
  record,
  lineKey,
  file,
  game,
}: Pick<GameReport, 'record' | 'lineKey' | 'file' | 'game'>): KnownName {
  const { black, white, ranks, event, round, date, rulesRaw, komi, handicap, result } = record;
  const written = [rulesRaw, komi.raw, handicap.raw, 'raw' in result ? result.raw : undefined];
  const values = [black, white, ranks.black, ranks.white, event, round, date, ...written];
  const header = digestOf(values.map((value) => value ?? '').join('\n'));
  const moves = hex(lineKey.exactHigh) + hex(lineKey.exactLow);
  const where = file === '' ? '' : digestOf(`${file}\n${String(game)}`).slice(0, WHERE_DIGITS);
  const isNamed = black !== '' && white !== '' && date !== '';
  return { moves, header, where, isFoundBy: { moves: record.line.count >= FEWEST_ACTIONS, header: isNamed } };
}

/** The name of a file that has no games, by its bytes, or by its name where they cannot be read. */
export function knownFile(bytesOrName: Uint8Array | string): KnownName {
  const isName = typeof bytesOrName === 'string';
  const text = isName ? bytesOrName : `${String(bytesOrName.length)} ${latin1(bytesOrName)}`;
  const moves = digestOf(text) + digestOf(`\n${text}`).slice(0, 4);
  const header = isName ? 'name' : 'file';
  return { moves, header, where: '', isFoundBy: { moves: false, header: false } };
}

/** Enough of a file to tell it from others, as text. */
function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}

/** 12 hexadecimal digits of a text. */
function digestOf(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x2545f491;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    a ^= a >>> 15;
    b = Math.imul(b ^ unit, 0x9e3779b1);
    b ^= b >>> 13;
  }
  return hex(Math.imul(a, 0x85ebca6b) ^ b) + hex(Math.imul(b, 0xc2b2ae35) ^ (a >>> 7)).slice(0, 4);
}

/** One code at one place, and how many findings of it are there. */
interface Known {
  readonly code: string;
  readonly place: string;
  readonly count: number;
}

const LONGEST_PLACE = 20;
/** For the game as a whole, where the code is known at other places too. */
const NO_PLACE = '-';

/** Node, and variation if it is in one. Lines, columns and points are no part of it: they change with the text before them. */
function placeOf({ node, variation }: PlacedFinding): string {
  const at = node === undefined ? '' : String(node);
  if (variation === undefined) return at;
  const place = `${at}@${variation}`;
  return place.length <= LONGEST_PLACE ? place : `${at}@${digestOf(variation)}`;
}

/** Faults of the program, and notes that stand for other findings, are never known. */
export function canBeKnown({ code }: PlacedFinding): boolean {
  return !ALWAYS.has(code);
}

/** The findings of a game or file as the words of an entry: sorted by code, then in their order. */
function wordsOf(known: readonly Known[]): string[] {
  const places = new Map<string, string[]>();
  for (const { code, place, count } of known) {
    const times = count === 1 ? '' : `*${String(count)}`;
    const all = places.get(code) ?? [];
    all.push((place === '' ? NO_PLACE : place) + times);
    places.set(code, all);
  }
  return [...places.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, all]) => (all.length === 1 && all[0] === NO_PLACE ? code : [code, ...all].join(' ')));
}

/** The findings that the words of an entry mean. */
function knownIn(words: readonly string[]): Known[] {
  return words.flatMap((word) => {
    const [code = '', ...places] = word.split(' ');
    if (places.length === 0) return [{ code, place: '', count: 1 }];
    return places.map((one) => {
      const [place = '', times = '1'] = one.split('*');
      return { code, place: place === NO_PLACE ? '' : place, count: Number(times) };
    });
  });
}

/** How often each code is at each place. */
function counted(findings: readonly PlacedFinding[]): Known[] {
  const counts = new Map<string, { code: string; place: string; count: number }>();
  for (const found of findings) {
    if (!canBeKnown(found)) continue;
    const place = placeOf(found);
    const key = `${found.code} ${place}`;
    const one = counts.get(key);
    if (one) one.count++;
    else counts.set(key, { code: found.code, place, count: 1 });
  }
  return [...counts.values()];
}

/** As JSON has it. The word after the header says where the game was, if anything does. */
type EntryWords = readonly [moves: string, header: string, ...words: string[]];

/** A game of a baseline. */
interface KnownGame {
  readonly moves: string;
  readonly header: string;
  /** Where copies of the game were, sorted. */
  readonly where: readonly string[];
  readonly words: readonly string[];
}

const WHERE = new RegExp(`^[0-9a-f]{${String(WHERE_DIGITS)}}( [0-9a-f]{${String(WHERE_DIGITS)}})*$`);

function gameOf([moves, header, ...words]: EntryWords): KnownGame {
  const [first = ''] = words;
  return WHERE.test(first)
    ? { moves, header, where: first.split(' '), words: words.slice(1) }
    : { moves, header, where: [], words };
}

/** The line of an entry, with its line feed; without findings it is left out of the text. */
export function baselineLine({ where, ...name }: KnownName, findings: readonly PlacedFinding[]): string {
  return lineOf({ ...name, where: where === '' ? [] : [where] }, counted(findings));
}

function lineOf({ moves, header, where }: Omit<KnownGame, 'words'>, known: readonly Known[]): string {
  const place = where.length === 0 ? [] : [where.join(' ')];
  return `${JSON.stringify([moves, header, ...place, ...wordsOf(known)])},\n`;
}

function gameIn(line: string): KnownGame {
  return gameOf(JSON.parse(line) as EntryWords);
}

/** The line with one more finding of the whole game. */
export function withKnown(line: string, code: FindingCode): string {
  const game = gameIn(line.slice(0, -2));
  return lineOf(game, [...knownIn(game.words), { code, place: '', count: 1 }]);
}

/** Copies are counted over all games: the first of them has no such finding. */
const COPY: FindingCode = 'game/duplicate';

const WITHOUT_FINDINGS = /^\["[^"]*","[^"]*"(,"[^"/]*")?\],$/;

/** Joins the lines of games into the text of a baseline. */
export class BaselineText {
  private readonly entries = new Map<string, string>();

  /** Whole lines. */
  add(lines: string): undefined {
    for (const line of lines.split('\n')) {
      if (line === '' || WITHOUT_FINDINGS.test(line)) continue;
      const key = line.slice(0, line.indexOf(',', line.indexOf(',') + 1));
      const before = this.entries.get(key);
      this.entries.set(
        key,
        before === undefined || before === line ? withCopies(before, line) : joined(before, line),
      );
    }
  }

  text(command: string): string {
    const lines = [...this.entries.values()].sort().map((line) => `${line}\n`);
    return `{"baseline":1,"command":${JSON.stringify(command)},"entries":[\n${lines.join('')}[]]}\n`;
  }
}

/** Equal lines are one entry; only copies add up. */
function withCopies(before: string | undefined, line: string): string {
  return before === undefined || !line.includes(COPY) ? line : joined(before, line);
}

function joined(one: string, other: string): string {
  const [game, copy] = [gameIn(one.slice(0, -1)), gameIn(other.slice(0, -1))];
  const all = new Map(knownIn(game.words).map((known) => [`${known.code} ${known.place}`, known]));
  for (const known of knownIn(copy.words)) {
    const key = `${known.code} ${known.place}`;
    const before = all.get(key)?.count ?? 0;
    const count = known.code === COPY ? before + known.count : Math.max(before, known.count);
    all.set(key, { ...known, count });
  }
  const inOrder = [...all.values()].sort((a, b) => (parseInt(a.place) || 0) - (parseInt(b.place) || 0));
  const where = [...new Set([...game.where, ...copy.where])].sort();
  return lineOf({ ...game, where }, inOrder).slice(0, -1);
}

/** A code at a place: its index among all such pairs, and how many findings. `others`: indices of the same in other entries that may be meant. */
interface KnownPair {
  readonly index: number;
  readonly count: number;
  readonly others?: readonly number[];
}

/** What is known of one game or file, by code and place. */
export type KnownOfGame = ReadonlyMap<string, KnownPair>;

const NOTHING: KnownOfGame = new Map();

/**
 * The findings of a game or file that are not known. `met` is called with the index of each pair of code and place that is
 * known, and with how many of its findings are there.
 */
export function unknownAmong(
  findings: readonly PlacedFinding[],
  known: KnownOfGame,
  met: (index: number, count: number) => void = () => undefined,
): readonly PlacedFinding[] {
  if (known.size === 0 || findings.length === 0) return findings;
  const used = new Map<KnownPair, number>();
  const others = findings.filter((found) => {
    const one = canBeKnown(found) ? known.get(`${found.code} ${placeOf(found)}`) : undefined;
    const before = one ? (used.get(one) ?? 0) : 0;
    if (one === undefined || before >= one.count) return true;
    used.set(one, before + 1);
    return false;
  });
  used.forEach((count, { index, others: more = [] }) => {
    met(index, count);
    for (const other of more) met(other, count);
  });
  return others.length === findings.length ? findings : others;
}

/** Index from 1 of the pair that counts copies of a game, 0 where there is none. */
export function copiesIn(known: KnownOfGame): number {
  return (known.get(`${COPY} `)?.index ?? -1) + 1;
}

/** The findings of a report that a baseline does not have. The report should have all: `maxPerCode: 0`. */
export function unknownFindings(report: GameReport, baseline: Baseline): readonly PlacedFinding[] {
  return unknownAmong(report.findings, baseline.of(knownNameOf(report)));
}

/** The text of a baseline with all findings of some reports. The reports should have all: `maxPerCode: 0`. */
export function baselineOf(reports: readonly GameReport[], command: 'audit' | 'check'): string {
  const text = new BaselineText();
  for (const report of reports) text.add(baselineLine(knownNameOf(report), report.findings));
  return text.text(command);
}

interface Entry extends KnownGame {
  /** Index of its first finding among all of the baseline. */
  readonly first: number;
}

/** A baseline that was read. */
export class Baseline {
  readonly command: string;
  /** Code and place pairs in it. */
  readonly size: number;
  private readonly entries: readonly Entry[];
  private readonly exact = new Map<string, Entry[]>();
  private readonly byMoves = new Map<string, Entry[]>();
  private readonly byHeader = new Map<string, Entry[]>();
  private readonly byPlace = new Map<string, Entry[]>();

  constructor(command: string, lines: readonly EntryWords[]) {
    this.command = command;
    let size = 0;
    this.entries = lines.map((line) => {
      const entry: Entry = { ...gameOf(line), first: size };
      const { moves, header, where } = entry;
      for (const word of entry.words) size += Math.max(1, word.split(' ').length - 1);
      addTo(this.exact, `${moves} ${header}`, entry);
      addTo(this.byMoves, moves, entry);
      addTo(this.byHeader, header, entry);
      for (const place of where) addTo(this.byPlace, place, entry);
      return entry;
    });
    this.size = size;
  }

  /**
   * What is known of a game or file: the entry of the same moves and header, else that of the same moves or the same header in
   * the same place, else those of the same moves, else what all entries of the same header have, where these tell games apart.
   */
  of({ moves, header, where, isFoundBy }: KnownName): KnownOfGame {
    let entries = this.exact.get(`${moves} ${header}`) ?? this.changedIn(where, moves, header);
    if (isFoundBy.moves) entries ??= this.byMoves.get(moves);
    if (!entries && isFoundBy.header) {
      const alike = this.byHeader.get(header) ?? [];
      if (alike.length > 1) return inAllOf(alike);
      entries = alike;
    }
    if (!entries) return NOTHING;
    const known = new Map<string, KnownPair>();
    for (const { words, first } of entries) {
      knownIn(words).forEach(({ code, place, count }, i) => {
        const key = `${code} ${place}`;
        // Two branches of git may both have an entry of the game.
        if (count > (known.get(key)?.count ?? 0)) known.set(key, { index: first + i, count });
      });
    }
    return known;
  }

  private changedIn(where: string, moves: string, header: string): Entry[] | undefined {
    const same = this.byPlace.get(where)?.filter((one) => one.moves === moves || one.header === header);
    return same?.length === 1 ? same : undefined;
  }

  /** How many findings of each pair of code and place are known, by index. */
  counts(): Uint32Array {
    return Uint32Array.from(this.entries.flatMap(({ words }) => knownIn(words).map(({ count }) => count)));
  }

  /** How many findings of each code were not met. `used`: how often each pair was; `ignored`: codes that nobody looked for. */
  unmet(used: Uint32Array, ignored: ReadonlySet<string>): Readonly<Partial<Record<FindingCode, number>>> {
    const unmet: Partial<Record<string, number>> = {};
    this.eachPair(({ code, count }, index) => {
      const missing = ignored.has(code) ? 0 : count - used[index]!;
      if (missing > 0) unmet[code] = (unmet[code] ?? 0) + missing;
    });
    return unmet;
  }

  /** The text of this baseline without what was not met. */
  pruned(used: Uint32Array, ignored: ReadonlySet<string>): string {
    const text = new BaselineText();
    for (const game of this.entries) {
      const { words, first } = game;
      const kept = knownIn(words)
        .map((known, i) => (ignored.has(known.code) ? known : { ...known, count: used[first + i]! }))
        .filter(({ count }) => count > 0);
      if (kept.length > 0) text.add(lineOf(game, kept));
    }
    return text.text(this.command);
  }

  private eachPair(visit: (known: Known, index: number) => void): void {
    for (const { words, first } of this.entries)
      knownIn(words).forEach((known, i) => visit(known, first + i));
  }
}

/** The pairs that all of some entries have, with the smallest counts. */
function inAllOf(entries: readonly Entry[]): KnownOfGame {
  const [first, ...others] = entries.map(
    ({ words, first: start }): KnownOfGame =>
      new Map(
        knownIn(words).map(({ code, place, count }, i) => [`${code} ${place}`, { index: start + i, count }]),
      ),
  );
  const common = new Map<string, KnownPair>();
  for (const [key, { index, count }] of first!) {
    const same = others.map((other) => other.get(key));
    if (!same.every((pair) => pair !== undefined)) continue;
    const counts = same.map((pair) => pair.count);
    common.set(key, { index, count: Math.min(count, ...counts), others: same.map((pair) => pair.index) });
  }
  return common;
}

function addTo(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const all = map.get(key);
  if (all) all.push(entry);
  else map.set(key, [entry]);
}

/** Reads a baseline. The error is a line for the user, with its line in the text where that is no JSON. */
export function parseBaseline(json: string): Outcome<Baseline, string> {
  const conflict = /^(?:<{7}|={7}|>{7})(?: |$)/m.exec(json);
  if (conflict)
    return failure(
      `line ${String(json.slice(0, conflict.index).split('\n').length)}: unresolved merge conflict`,
    );
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return failure(`${placeInJson(json, error)}not valid JSON`);
  }
  const { baseline, command, entries } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (baseline !== 1 || typeof command !== 'string' || !Array.isArray(entries))
    return failure('not a baseline: --write-baseline writes one');
  const lines = (entries as readonly unknown[]).filter((one) => !Array.isArray(one) || one.length > 0);
  const wrong = lines.findIndex((one) => !isEntry(one));
  if (wrong >= 0) return failure(`entry ${String(wrong + 1)}: expected moves, header and finding codes`);
  return success(new Baseline(command, lines as readonly EntryWords[]));
}

function isEntry(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 3) return false;
  return (
    value.every((one) => typeof one === 'string') &&
    gameOf(value as unknown as EntryWords).words.every(isWord)
  );
}

const WORD = /^[a-z-]+\/[a-z0-9-]+( [^\s*]+(\*[1-9]\d{0,8})?)*$/;

/** Codes that this version does not have are no fault: a later one may have written the baseline. */
function isWord(word: string): boolean {
  return WORD.test(word);
}
