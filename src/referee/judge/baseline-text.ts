/**
 * A baseline holds known findings, so that a run lists only new ones. It is JSON with one entry per line, sorted, so that git
 * can show and merge changes. An entry identifies a game by its moves and header, says where it was, and lists each code with
 * the places where it is known.
 *
 *     {"baseline":1,"command":"check","entries":[
 *     ["4f0c91d2a7e35b68","9b1f03c2d4e5","51d2e07a","komi/missing","move/repetition 120 131"],
 *     []]}
 *
 * The last line never changes, so that every entry ends with a comma and two branches that add entries can be joined.
 */
import { append } from '../../core/key-index.js';
import { ALWAYS, type FindingCode } from '../../core/findings/finding.js';
import type { GameReport, PlacedFinding } from './report.js';

/** How a baseline identifies a game, or a file without games. */
export interface KnownName {
  /** Key of the main line: its moves, setup and size. Of a file without games: the digest of its bytes, or its name. */
  readonly moves: string;
  readonly header: string;
  /**
   * Digest of its file and its number there. A game is known wherever it is; only one that has changed and cannot be told from
   * others is looked up by its place. '' for a file, and for a game without one.
   */
  readonly where: string;
  /** Whether moves or header alone identify the game, so that it is found again when the other has changed. */
  readonly isFoundBy: { readonly moves: boolean; readonly header: boolean };
}

export const WHERE_DIGITS = 8;

/** Games with fewer moves and setup stones may agree by chance. */
const MIN_ACTIONS = 10;

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
  const isNamed = black !== '' && white !== '' && date !== '';
  return {
    moves,
    header,
    get where() {
      return file === '' ? '' : digestOf(`${file}\n${String(game)}`).slice(0, WHERE_DIGITS);
    },
    isFoundBy: { moves: record.line.count >= MIN_ACTIONS, header: isNamed },
  };
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
export interface Known {
  readonly code: string;
  readonly place: string;
  readonly count: number;
}

const LONGEST_PLACE = 20;
/** Place of findings about the whole game, if the code is known at other places too. */
const NO_PLACE = '-';

/** Node, and variation if it is in one. Lines, columns and points are not part of it: they change with the text before them. */
export function placeOf({ node, variation }: PlacedFinding): string {
  const at = node === undefined ? '' : String(node);
  if (variation === undefined) return at;
  const place = `${at}@${variation}`;
  return place.length <= LONGEST_PLACE ? place : `${at}@${digestOf(variation)}`;
}

/** Faults of the program, and notes that count other findings, are never known. */
export function canBeKnown({ code }: PlacedFinding): boolean {
  return !ALWAYS.has(code);
}

/** The words of an entry: sorted by code, the places in their order. */
function wordsOf(all: readonly Known[]): string[] {
  const byCode = new Map<string, Known[]>();
  for (const known of all) append(byCode, known.code, known);
  return [...byCode].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, known]) => textOf(code, known));
}

function textOf(code: string, known: readonly Known[]): string {
  if (known.length === 1 && known[0]!.place === '' && known[0]!.count === 1) return code;
  let text = code;
  for (const { place, count } of known)
    text += ` ${place === '' ? NO_PLACE : place}${count === 1 ? '' : `*${String(count)}`}`;
  return text;
}

/** The findings that the words of an entry mean. */
export function knownIn(words: readonly string[]): Known[] {
  return words.flatMap(knownInWord);
}

function knownInWord(word: string): readonly Known[] {
  const [code = '', ...places] = word.split(' ');
  if (places.length === 0) return [{ code, place: '', count: 1 }];
  return places.map((one) => {
    const [place = '', times = '1'] = one.split('*');
    return { code, place: place === NO_PLACE ? '' : place, count: Number(times) };
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

/** An entry as in the JSON. The word after the header may say where copies of the game were, sorted. */
export type EntryWords = readonly [moves: string, header: string, ...words: string[]];

/** A game of a baseline. */
interface KnownGame {
  readonly moves: string;
  readonly header: string;
  readonly where: readonly string[];
  readonly words: readonly string[];
}

/** Words about findings have a slash. */
export function hasWhere([, , first]: EntryWords): boolean {
  return first !== undefined && !first.includes('/');
}

export function gameOf(entry: EntryWords): KnownGame {
  const [moves, header, first = '', ...others] = entry;
  return hasWhere(entry)
    ? { moves, header, where: first.split(' '), words: others }
    : { moves, header, where: [], words: entry.slice(2) };
}

/** The line of an entry, with its line feed; without findings it is left out of the text. */
export function baselineLine({ where, ...name }: KnownName, findings: readonly PlacedFinding[]): string {
  return lineOf({ ...name, where: where === '' ? [] : [where] }, counted(findings));
}

export function lineOf({ moves, header, where }: Omit<KnownGame, 'words'>, known: readonly Known[]): string {
  const place = where.length === 0 ? [] : [where.join(' ')];
  return `${JSON.stringify([moves, header, ...place, ...wordsOf(known)])},\n`;
}

function gameIn(line: string): KnownGame {
  return gameOf(JSON.parse(line) as EntryWords);
}

/** The line with one more finding about the whole game. */
export function withKnown(line: string, code: FindingCode): string {
  const game = gameIn(line.slice(0, -2));
  return lineOf(game, [...knownIn(game.words), { code, place: '', count: 1 }]);
}

/** Copies are counted over all games: the first of them has no such finding. */
export const COPY: FindingCode = 'game/duplicate';

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
    return baselineText(command, [...this.entries.values()].sort());
  }
}

/** The text of a baseline with these lines, sorted and without their line feeds. */
export function baselineText(command: string, lines: readonly string[]): string {
  const head = `{"baseline":1,"command":${JSON.stringify(command)},"entries":[`;
  return `${[head, ...lines].join('\n')}\n[]]}\n`;
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
