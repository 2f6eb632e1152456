import { joined } from '../../core/bytes.js';
import { wrongValue } from '../../core/checks.js';
import { trimmed } from '../../core/text.js';
import type { Limits } from '../../core/limits.js';
import { charsetOf, decodeLegacy } from '../../sgf/decode/charset.js';
import { decodeFile } from '../../sgf/decode/decode.js';
import { decodeWide, isReplacement, isWide } from '../../sgf/decode/utf8.js';
import { LineIndex, type RawFile, type RawGame } from '../../sgf/raw.js';
import { scanFile } from '../../sgf/scan/scan-file.js';
import { sequenceLength } from '../../sgf/properties.js';
import {
  formatOptions,
  type FormatOptions,
  type FormatResult,
  type FormattedGame,
  type Loss,
  type LossKind,
} from './format-types.js';
import { addObsolete, convertOldProperties, namesOf, operate, orderProperties } from './operate.js';
import type { Rulings } from './rulings.js';
import {
  readTree,
  repairRoot,
  setCharset,
  outputOf,
  writeTree,
  type FormatTree,
  type Output,
} from './tree.js';

const NOTHING = new Uint8Array(0);

/** What the parts of one call share. */
interface Run {
  readonly file: RawFile;
  readonly options: FormatOptions;
  readonly output: Output;
  readonly losses: Losses;
}

/**
 * Rewrites the games of a file as FF[4]. Options left out are those of `FAITHFUL`: nothing but the form changes, every node, property and value has
 * the meaning it had (old properties that FF[4] has under another name get that name), and rewriting the result gives the same bytes.
 * What cannot be kept is listed in `losses`; if there are any and `lossy` is `refused`, there is no text. Findings are those of the scan.
 * Throws UserError for an option that there is not, and for a wrong value of one. Not checked: the meaning of anything that the options do not
 * touch; what records of other formats hold beyond what their readers know.
 */
export function formatFile(bytes: Uint8Array, given?: Partial<FormatOptions>): FormatResult {
  const options = formatOptions(bytes, given);
  const file = readInput(bytes, options.charsetIn, options.limits);
  const losses = new Losses(file);
  const run: Run = { file, options, output: outputOf(options.charsetOut), losses };
  losses.addUndecoded();
  losses.addForeign();
  losses.addBeyond();
  const wanted = options.games === 'all' ? undefined : new Set(options.games);
  const outside = wanted || options.strip.includes('illegalTail') ? undefined : textOutside(file);
  const games: FormattedGame[] = [];
  const obsolete = new Set<string>();
  const parts: Part[] = [];
  for (const [i, raw] of file.games.entries()) {
    if (wanted && !wanted.has(raw.game)) continue;
    if (outside?.[i]) parts.push(encode(run, outside[i] + '\n', undefined));
    const { tree, text, ...repaired } = formatGame(run, raw);
    if (options.root === 'repaired') addObsolete(tree, obsolete);
    const part = encode(run, text, raw);
    parts.push(part);
    games.push({
      number: raw.game,
      text: part.bytes,
      names: namesOf(tree),
      findings: raw.findings,
      ...repaired,
    });
  }
  const tail = outside?.[file.games.length];
  if (tail && games.length > 0) parts.push(encode(run, tail + '\n', undefined));
  const text = collection(run, parts, games[0]?.number ?? 1);
  const lost = losses.all.filter(({ game }) =>
    game === 0 ? outside !== undefined : !wanted || wanted.has(game),
  );
  const refused = options.lossy === 'refused' && lost.length > 0;
  return {
    games: refused ? games.map((game) => ({ ...game, text: NOTHING })) : games,
    text: refused ? NOTHING : text,
    losses: lost,
    refused,
    obsolete: [...obsolete].sort(),
    findings: file.findings,
    charset: file.charset,
    source: file.translation?.format ?? 'sgf',
  };
}

function formatGame(run: Run, raw: RawGame): Rulings & { readonly tree: FormatTree; readonly text: string } {
  const { file, options, output, losses } = run;
  const { tree, lost } = readTree(file.text, raw, options.limits);
  for (const { kind, start, end } of lost) losses.add(kind, raw.game, start, end);
  losses.addPasted(raw);
  if (options.root === 'repaired') convertOldProperties(tree);
  const repaired = operate(tree, file, raw, options);
  if (options.root === 'repaired') repairRoot(tree.root, output.name);
  const text = writeInOrder(tree, options);
  const isRight = options.root === 'repaired' || !setCharset(tree.root, output.name, text);
  return { tree, text: isRight ? text : writeInOrder(tree, options), ...repaired };
}

function writeInOrder(tree: FormatTree, options: FormatOptions): string {
  if (options.order === 'ff4') orderProperties(tree);
  return writeTree(tree, options.identifiers);
}

/** A game, or text outside of games, as a string and in the output's charset. */
interface Part {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** A character that the charset lacks is a loss, at its first place in the game. */
function encode({ output, losses }: Run, text: string, raw: RawGame | undefined): Part {
  const { bytes, missing } = output.encode(text);
  for (const character of missing) losses.addMissing(raw, character);
  return { text, bytes };
}

/** The collection; read back where it is not UTF-8, since it may look like another charset. */
function collection({ output, losses }: Run, parts: readonly Part[], firstGame: number): Uint8Array {
  const bytes = joined(parts.map((part) => part.bytes));
  if (output.name === 'UTF-8' || losses.all.length > 0) return bytes;
  const back = new TextDecoder().decode(decodeFile(bytes).text);
  if (back !== parts.map(({ text }) => text).join(''))
    losses.addText('characters', firstGame, 0, output.name);
  return bytes;
}

/** Text before each game, and after the last; '' where there is none. */
export type TextOutside = readonly string[];

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** White space as the scan defines it: after any other character a `(` starts no game. */
const BLANK = /[\t-\r ]/u;
/** Byte order marks as well: one at the start of the output would not be text. */
const MARKS = /^[\ufeff\t-\r ]+/u;

/**
 * The text outside of the games, one part more than there are games, without the white space around it.
 * Parentheses that close nothing are left out where they are alone.
 */
function textOutside(file: RawFile): TextOutside {
  const ends = [0, ...file.games.map(({ textEnd }) => textEnd)];
  return ends.map((end, i) => {
    const next = file.games[i]?.textStart ?? file.text.length;
    const all = end < next ? decoder.decode(file.text.subarray(end, next)) : '';
    const text = trimmed(i === 0 ? all.replace(MARKS, '') : all, BLANK);
    return /[^)\s]/u.test(text) ? text : '';
  });
}

const encoder = new TextEncoder();

/**
 * Finds the games of a file; `charset` is `auto` or the label of the charset that the bytes are in, whatever they look like.
 * Throws UserError for a label that means no charset.
 */
function readInput(bytes: Uint8Array, charset: string, limits: Limits): RawFile {
  if (charset === 'auto') return scanFile(bytes, { limits });
  const used = charsetOf(charset);
  if (used === undefined) throw wrongValue('charsetIn', charset, '"auto" or the label of a charset');
  const string = decoded(bytes, used);
  const file = scanFile(encoder.encode(string), { limits });
  const replaced = string.split('\ufffd').length - 1;
  const { declared } = file.charset;
  return {
    ...file,
    charset: { declared, used, how: 'declared', confidence: 1, replaced },
    findings: file.findings,
  };
}

function decoded(bytes: Uint8Array, charset: string): string {
  if (isWide(charset)) return decodeWide(bytes, charset);
  return charset === 'utf-8' ? new TextDecoder().decode(bytes) : decodeLegacy(bytes, charset);
}

/** Bytes of a text that a loss quotes. */
const QUOTED = 60;

const quoteDecoder = new TextDecoder();

/** Collects what cannot be kept of one file, with its places. */
class Losses {
  readonly all: Loss[] = [];
  readonly #file: RawFile;
  readonly #lines: LineIndex;

  constructor(file: RawFile) {
    this.#file = file;
    this.#lines = new LineIndex(file);
  }

  /** `start` and `end`: extent in the scanned text. */
  add(kind: LossKind, game: number, start: number, end: number): void {
    const { text } = this.#file;
    this.addText(kind, game, start, quoteDecoder.decode(text.subarray(start, Math.min(end, start + QUOTED))));
  }

  addText(kind: LossKind, game: number, start: number, what: string): void {
    this.all.push({ kind, game, ...this.#lines.place(start), what });
  }

  /** A character that the charset of the output lacks; `undefined`: in text outside of games. */
  addMissing(game: RawGame | undefined, character: string): void {
    const { text } = this.#file;
    const start = indexOfBytes(text, encoder.encode(character), game?.textStart ?? 0);
    this.addText('characters', game?.game ?? 0, start, character);
  }

  /** Text pasted over moves that the scan restored. */
  addPasted(game: RawGame): void {
    for (const found of game.findings) {
      if (found.code !== 'sgf/moves-restored') continue;
      this.addText('pasted-text', game.game, found.offset ?? game.textStart, found.args.pasted);
    }
  }

  /** Lines of a record of another format that have no place in SGF. */
  addForeign(): void {
    for (const found of this.#file.findings) {
      if (found.code === 'file/bad-line') this.addText('foreign', 1, found.offset ?? 0, found.args.value);
    }
  }

  /** Games beyond the limit. */
  addBeyond(): void {
    const { findings, games, text } = this.#file;
    const beyond = findings.find(
      (found) => found.code === 'sgf/limit' && found.args.limit === 'gamesPerFile',
    );
    if (beyond) this.add('limit', games.length + 1, beyond.offset ?? text.length, text.length);
  }

  /** Every character that was lost when the file was decoded; those that an earlier program lost do not count. */
  addUndecoded(): void {
    const { text, charset, games } = this.#file;
    if (charset.replaced === 0) return;
    let index = 0;
    for (let at = 0; at < text.length;) {
      const length = charset.used === 'utf-8' ? sequenceLength(text, at, text.length) : 1;
      const isLost = length === 0 || (charset.used !== 'utf-8' && isReplacement(text, at));
      if (isLost) {
        while (index < games.length && games[index]!.textEnd <= at) index++;
        const game = games[index];
        const number = game && game.textStart <= at ? game.game : 0;
        let end = at + 1;
        while (end < text.length && (text[end]! & 0xc0) === 0x80) end++;
        this.add('characters', number, at, end);
        at = end;
      } else at += length;
    }
  }
}

/** Offset of the first such bytes at or after `from`, `from` when there are none. */
function indexOfBytes(text: Uint8Array, bytes: Uint8Array, from: number): number {
  for (let at = text.indexOf(bytes[0]!, from); at >= 0; at = text.indexOf(bytes[0]!, at + 1)) {
    if (bytes.every((byte, i) => text[at + i] === byte)) return at;
  }
  return from;
}
