import {
  CLOSE_PAREN,
  isContinuation,
  isWhitespace,
  LINE_FEED,
  OPEN_PAREN,
  SEMICOLON,
} from '../../core/bytes.js';
import { finding, type Finding } from '../../core/findings/finding.js';
import { DEFAULT_LIMITS, type Limits } from '../../core/limits.js';
import { ACTION, FIRST_NON_MOVE, type MainLine, type TerritoryMarks } from '../../core/line.js';
import { type Decoded, decodeFile } from '../decode/decode.js';
import { utf8Mark } from '../decode/utf8.js';
import { decodeValue, identCode } from '../properties.js';
import type { CharsetEvidence, RawClock, RawFile, RawGame, RawHeader } from '../raw.js';
import type { NodeValues } from './node-values.js';
import { lastVisible, mendBrackets } from './brackets.js';
import { spellPoints } from './coordinates.js';
import {
  beginsUnopened,
  skipWhitespace,
  startsGame,
  startsMove,
  startsUnopened,
  undoPasted,
} from './recover.js';
import { GameScanner } from './scan-game.js';
import { Scratch } from './scratch.js';

/**
 * `firstGame`: number of the first game (default 1). `charset`: known from an earlier part of the same file.
 * `lines`: `hold` avoids copies, for callers that need the games only until the next file is scanned (default `copy`).
 */
export interface ScanOptions {
  readonly firstGame?: number;
  readonly charset?: CharsetEvidence | undefined;
  readonly limits?: Limits;
  readonly lines?: LineKeeping;
}

const scratch = new Scratch();
const scanner = new GameScanner(scratch);

/**
 * Reads the main line of every game of a file straight from its bytes.
 * A damaged game does not affect the others: findings with byte offsets say what was repaired or left out.
 * Not checked: legality, dates, komi and the like, and everything inside variations.
 */
export function scanFile(bytes: Uint8Array, options: ScanOptions = {}): RawFile {
  const decoded = decodeFile(bytes, options.charset);
  const scanned = scanDecoded(decoded, options);
  const { file, tail } = scanned;
  const restored = file.games.some(hasLostMoves) ? undoPasted(decoded.text) : undefined;
  if (restored) {
    const { moves, pasted, offset } = restored;
    const found = finding('sgf/moves-restored', { moves, pasted }, { offset });
    return scanDecoded({ ...decoded, text: restored.text }, options, [found]).file;
  }
  if (tail === 0 && !file.games.some(isBroken)) return file;
  const mended = scanMended(decoded, scanned, options);
  const spelled = spellPoints(mended.file);
  if (!spelled) return mended.file;
  return scanDecoded({ ...mended.decoded, text: spelled.text }, options, [
    ...mended.found,
    ...spelled.findings,
  ]).file;
}

/** Passes of mending: one takes all brackets, but a single `)` that cuts a game off. */
const MAX_PASSES = 8;

/** A file as it was read at last: the text that its games are in, and what was mended of it. */
interface MendedFile {
  readonly file: RawFile;
  readonly decoded: Decoded;
  readonly found: readonly Finding[];
}

/** The file with the brackets of its moves mended, as far as that gives its games more moves. */
function scanMended(decoded: Decoded, first: Scanned, options: ScanOptions): MendedFile {
  let [best, { file, tail }] = [decoded, first];
  let moves = countMoves(file.games);
  const found: Finding[] = [];
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const mended = mendBrackets(best.text, tail);
    if (!mended) break;
    const { places, written, read, offset } = mended;
    const before = best;
    const originalOffset = (at: number): number => before.originalOffset(mended.offsetBefore(at));
    const better = { ...before, text: mended.text, originalOffset };
    const told = finding('sgf/brackets-mended', { places, written, read }, { offset });
    const scanned = scanDecoded(better, options, [...found, told]);
    const more = countMoves(scanned.file.games);
    // The lines of a scan may last only until the next one.
    if (more <= moves) return { file: scanDecoded(before, options, found).file, decoded: before, found };
    [best, { file, tail }, moves] = [better, scanned, more];
    found.push(told);
  }
  return { file, decoded: best, found };
}

/** Whether moves of the main line have no value, or they or its setup have one that is no point. */
function isBroken(game: RawGame): boolean {
  const { kinds, count } = game.line;
  if (game.findings.some(({ code }) => code === 'sgf/bad-point')) return true;
  for (let i = 0; i < count; i++)
    if (kinds[i] === ACTION.badBlack || kinds[i] === ACTION.badWhite) return true;
  return hasLostMoves(game);
}

/** Moves of the main lines that have a point or pass. */
function countMoves(games: readonly RawGame[]): number {
  let moves = 0;
  for (const { line } of games)
    for (let i = 0; i < line.count; i++) if (line.kinds[i]! < ACTION.badBlack) moves++;
  return moves;
}

/** Whether B or W, or a name that begins with it, has no value somewhere. */
function hasLostMoves({ findings }: RawGame): boolean {
  return findings.some((one) => one.code === 'sgf/property-without-value' && /^[BW]/u.test(one.args.ident));
}

/** A file, and where moves begin that a `)` cut off a game; 0 for none. */
interface Scanned {
  readonly file: RawFile;
  readonly tail: number;
}

/** `told`: what was mended of the text, with the offsets, which belong to the games that have them. */
function scanDecoded(decoded: Decoded, options: ScanOptions, told: readonly Finding[] = []): Scanned {
  const limits = options.limits ?? DEFAULT_LIMITS;
  const text = decoded.text;
  const end = text.length;
  const keeping = options.lines ?? 'copy';
  scratch.restart();
  scanner.open(text, limits);
  const games: RawGame[] = [];
  const outside = new Outside(decoded.findings);
  const firstGame = options.firstGame ?? 1;
  for (let at = outside.skip(text, utf8Mark(text)); at < end;) {
    if (firstGame - 1 + games.length >= limits.gamesPerFile) {
      outside.findings.push(
        finding('sgf/limit', { limit: 'gamesPerFile', value: limits.gamesPerFile }, { offset: at }),
      );
      break;
    }
    let after = scanner.scan(at, end);
    const { state } = scanner;
    if (state.candidate >= 0 && scanner.missing > 0 && !state.stopsAtGame) {
      state.stopsAtGame = true;
      after = scanner.scan(at, state.candidate);
    }
    for (const one of told) if (one.offset! >= at && one.offset! < after) scratch.findings.push(one);
    const extent = { game: firstGame + games.length, start: at, end: after };
    games.push(makeGame(decoded, scanner, scratch, extent, keeping));
    at = outside.skip(text, after);
  }
  const file = {
    text,
    charset: decoded.evidence,
    games,
    findings: outside.finish(text, firstGame - 1 + games.length),
  };
  const whole = decoded.translation ? { ...file, translation: decoded.translation } : file;
  return { file: whole, tail: outside.tail };
}

/** Whether a `)` stands before `at` in the same line: in lines of their own, moves may be what some program left of a variation. */
function isCutOff(text: Uint8Array, at: number): boolean {
  const before = lastVisible(text, at);
  return text[before] === CLOSE_PAREN && !text.subarray(before, at).includes(LINE_FEED);
}

/** The text outside the games. */
class Outside {
  findings: Finding[];
  #characters = 0;
  #charactersAt = -1;
  #hasMoves = false;
  /** Where moves follow a `)` in its line; 0 for nowhere. */
  tail = 0;
  /** Open parentheses of the text itself. */
  #open = 0;
  #surplus = 0;
  #surplusAt = -1;

  constructor(findings: readonly Finding[]) {
    this.findings = findings.length === 0 ? [] : [...findings];
  }

  /** Reads the text from `from` to the next game; returns where that starts, or the end of the text. */
  skip(text: Uint8Array, from: number): number {
    const end = text.length;
    let at = from;
    while (at < end) {
      const byte = text[at]!;
      if (byte === OPEN_PAREN) {
        if (startsGame(text, at, end)) return at;
        for (; at < end && text[at] === OPEN_PAREN; at = skipWhitespace(text, at + 1, end))
          this.character(at, OPEN_PAREN);
        continue;
      }
      if (byte === SEMICOLON && (startsUnopened(text, at, end) || beginsUnopened(text, at, end))) return at;
      if (byte === CLOSE_PAREN) this.closes(at);
      else if (!isWhitespace(byte)) this.character(at, byte);
      if (byte === SEMICOLON && startsMove(text, at, end)) {
        this.#hasMoves = true;
        if (this.tail === 0 && isCutOff(text, at)) this.tail = at;
      }
      at++;
    }
    return end;
  }

  character(at: number, byte: number): void {
    if (this.#charactersAt < 0) this.#charactersAt = at;
    if (!isContinuation(byte)) this.#characters++;
    if (byte === OPEN_PAREN) this.#open++;
  }

  closes(at: number): void {
    if (this.#open > 0) {
      this.#open--;
      this.character(at, CLOSE_PAREN);
    } else if (this.#surplus++ === 0) this.#surplusAt = at;
  }

  /** `games`: including those of earlier parts of the file. */
  finish(text: Uint8Array, games: number): Finding[] {
    if (games === 0) {
      this.findings.push(finding('sgf/no-game', { what: whatIs(text) }, { offset: 0 }));
      return this.findings;
    }
    if (this.#characters > 0) {
      this.findings.push(
        finding(
          'sgf/text-outside',
          { characters: this.#characters, ...(this.#hasMoves && { moves: true as const }) },
          { offset: this.#charactersAt },
          this.#hasMoves ? 'warning' : 'note',
        ),
      );
    }
    if (this.#surplus > 0) {
      this.findings.push(
        finding('sgf/surplus-parenthesis', { count: this.#surplus }, { offset: this.#surplusAt }),
      );
    }
    return this.findings;
  }
}

const SIGNATURES: readonly (readonly [what: string, start: string])[] = [
  ['PNG picture', '\x89PNG'],
  ['JPEG picture', '\xff\xd8\xff'],
  ['GIF picture', 'GIF8'],
  ['PDF document', '%PDF'],
  ['ZIP archive', 'PK\x03\x04'],
  ['gzip archive', '\x1f\x8b'],
  ['HTML page', '<!DOCTYPE'],
  ['HTML page', '<html'],
  ['XML document', '<?xml'],
  ['GIB record', '\\HS'],
];

/** What a file without games seems to be. */
function whatIs(text: Uint8Array): string {
  if (text.every(isWhitespace)) return 'empty file';
  const start = String.fromCharCode(...text.subarray(0, 16));
  return SIGNATURES.find(([, signature]) => start.startsWith(signature))?.[0] ?? 'text without a game';
}

/** Numbers kept for each header value: ident code, offset of the value, offset after it. */
const HEADER_FIELDS = 3;

const NOTHING: readonly string[] = [];

/**
 * Header over value extents: a value becomes a string only when it is read.
 * `extents` holds HEADER_FIELDS numbers per value, in the order of the file, between two indices.
 */
class LazyHeader implements RawHeader {
  private readonly text: Uint8Array;
  private readonly extents: Int32Array;
  private readonly start: number;
  private readonly end: number;

  constructor(text: Uint8Array, extents: Int32Array, start: number, end: number) {
    this.text = text;
    this.extents = extents;
    this.start = start;
    this.end = end;
  }

  get(ident: string): string | undefined {
    const at = this.find(identCode(ident), this.start);
    return at < 0 ? undefined : this.value(at);
  }

  all(ident: string): readonly string[] {
    const code = identCode(ident);
    let at = this.find(code, this.start);
    if (at < 0) return NOTHING;
    const values: string[] = [];
    for (; at >= 0; at = this.find(code, at + HEADER_FIELDS)) values.push(this.value(at));
    return values;
  }

  offset(ident: string): number {
    const at = this.find(identCode(ident), this.start);
    return at < 0 ? -1 : this.extents[at + 1]!;
  }

  private find(code: number, from: number): number {
    const { extents, end } = this;
    for (let at = from; at < end; at += HEADER_FIELDS) if (extents[at] === code) return at;
    return -1;
  }

  private value(at: number): string {
    return decodeValue(this.text, this.extents[at + 1]!, this.extents[at + 2]!);
  }
}

/** `copy`: the game has arrays of its own; `hold`: line and header stay in the scratch arrays until the next file is read. */
type LineKeeping = 'copy' | 'hold';

/** Where a game is in the scanned text, and its number. */
interface Extent {
  readonly game: number;
  readonly start: number;
  readonly end: number;
}

const NO_FINDINGS: readonly Finding[] = [];
const NO_CLOCKS: readonly RawClock[] = [];

/** Makes a game from the scanner's last results. */
function makeGame(
  decoded: Decoded,
  scanner: GameScanner,
  scratch: Scratch,
  extent: Extent,
  keeping: LineKeeping,
): RawGame {
  const { values } = scanner;
  const header = headerOf(decoded.text, scratch, keeping);
  if (!values.sizeDeclared) reportSize(header, scratch);
  if (scanner.missing > 0) {
    scratch.report('sgf/unclosed-tree', { missing: scanner.missing }, { offset: extent.start });
  }
  if (scratch.count > scratch.base && scratch.nodes[scratch.base] === 0) reportMoveInRoot(scratch);
  const marks = marksOf(values, scratch);
  const { commentStart, commentEnd, width, height, sizeDeclared } = values;
  const { clocks, findings } = scratch;
  return {
    game: extent.game,
    start: decoded.originalOffset(extent.start),
    end: decoded.originalOffset(extent.end),
    textStart: extent.start,
    textEnd: extent.end,
    header,
    width,
    height,
    sizeDeclared,
    line: lineOf(scratch, scanner.nodeCount, keeping),
    marks,
    clocks: clocks.length > 0 ? clocks : NO_CLOCKS,
    branches: scanner.state.branches,
    lastComment: commentStart < 0 ? '' : decodeValue(decoded.text, commentStart, commentEnd),
    findings: findings.length > 0 ? findings : NO_FINDINGS,
  };
}

function reportSize(header: LazyHeader, scratch: Scratch): void {
  const declared = header.get('SZ');
  if (declared !== undefined)
    scratch.report('game/size', { value: declared }, { offset: header.offset('SZ') });
}

function lineOf(scratch: Scratch, nodeCount: number, keeping: LineKeeping): MainLine {
  const { base, count: end } = scratch;
  const isHeld = keeping === 'hold' && scratch.hold();
  const part = <A extends Uint8Array | Uint16Array | Uint32Array>(all: A): A => {
    if (!isHeld) return all.slice(base, end) as A;
    return base === 0 ? all : (all.subarray(base, end) as A);
  };
  const { kinds, points, nodes, offsets } = scratch;
  return {
    count: end - base,
    kinds: part(kinds),
    points: part(points),
    nodes: part(nodes),
    offsets: part(offsets),
    nodeCount,
  };
}

function headerOf(text: Uint8Array, scratch: Scratch, keeping: LineKeeping): LazyHeader {
  const { header, headerBase, headerLength } = scratch;
  if (keeping === 'hold') return new LazyHeader(text, header, headerBase, headerLength);
  return new LazyHeader(text, header.slice(headerBase, headerLength), 0, headerLength - headerBase);
}

function reportMoveInRoot(scratch: Scratch): void {
  for (let i = scratch.base; i < scratch.count && scratch.nodes[i] === 0; i++) {
    if (scratch.kinds[i]! < FIRST_NON_MOVE) {
      scratch.report('sgf/move-in-root', {}, { node: 0, offset: scratch.offsets[i]! });
      return;
    }
  }
}

function marksOf(values: NodeValues, scratch: Scratch): TerritoryMarks | undefined {
  if (values.marksNode < 0) return undefined;
  const { marksBlack: black, marksWhite: white, marksNode: node, marksOffset: offset } = values;
  if (values.marksOutside > 0) {
    const value = `${values.marksOutside.toString()} outside`;
    scratch.report('sgf/bad-point', { ident: 'TB', value }, { node, offset });
  }
  return { black, white, node, offset };
}
