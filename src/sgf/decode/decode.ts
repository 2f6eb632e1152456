import {
  BACKSLASH,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  isWhitespace,
  LETTER_B,
  LETTER_W,
  OPEN_BRACKET,
  OPEN_PAREN,
  SEMICOLON,
} from '../../core/bytes.js';
import { finding, type Finding } from '../../core/findings/finding.js';
import { isGib, isNgf, readGib, readNgf } from '../foreign/korean.js';
import type { ForeignFormat, ForeignGame, Translation } from '../foreign/lines.js';
import { isOgs, readOgs } from '../foreign/ogs.js';
import { isUgf, readUgf } from '../foreign/ugf.js';
import { latin } from '../properties.js';
import type { CharsetEvidence } from '../raw.js';
import { encodedTwice } from './encoded-twice.js';
import {
  charsetOf,
  decodeIso2022Kr,
  decodeLegacy,
  guessCharset,
  iso2022In,
  scoreAs,
  singleBytesOfIso2022,
} from './charset.js';
import {
  countUtf8,
  decodeWide,
  firstLost,
  firstNonAscii,
  isDamagedUtf8,
  isWide,
  lowByte,
  unitBytes,
  utf8Mark,
  wideMark,
  wideWithoutMark,
} from './utf8.js';

/** Offset of the next parenthesis in the original bytes; -1 after the last. */
type NextParenthesis = (from: number) => number;

/**
 * Parentheses in a charset: in units of UTF-16 and UTF-32, among the bytes of ISO-2022 that are characters by themselves; in all
 * others the bytes 28 and 29 always are parentheses. Offsets are those of units.
 */
function parenthesesOf(bytes: Uint8Array, charset: string): NextParenthesis {
  const [unit, low] = isWide(charset) ? [unitBytes(charset), lowByte(charset)] : [1, 0];
  const single = charset.startsWith('iso-2022') ? singleBytesOfIso2022(bytes) : undefined;
  return (from) => {
    for (let at = Math.ceil(from / unit) * unit; at + unit <= bytes.length; at += unit)
      if (isParenthesis(bytes[at + low]!) && single?.[at] !== 0 && isAscii(bytes, at, unit)) return at;
    return -1;
  };
}

/** Whether exactly one byte of a unit is not zero. */
function isAscii(bytes: Uint8Array, at: number, unit: number): boolean {
  let others = 0;
  for (let i = 0; i < unit; i++) if (bytes[at + i] !== 0) others++;
  return others === 1;
}

/**
 * Maps offsets of the transcoded text to the original bytes. Transcoding keeps the number and order of parentheses,
 * so the k-th of the text is the k-th of the file. An offset that is neither at nor directly after a parenthesis maps
 * to the end of the previous one, the end of the text to the end of the file.
 * Linear over all calls if their offsets rise.
 */
function offsetMap(
  text: Uint8Array,
  originalLength: number,
  width: number,
  next: NextParenthesis,
): (textOffset: number) => number {
  let textAt = 0;
  let originalAt = 0;
  return (textOffset) => {
    if (textOffset >= text.length) return originalLength;
    if (textOffset < textAt) {
      textAt = 0;
      originalAt = 0;
    }
    for (; textAt < textOffset; textAt++) {
      if (!isParenthesis(text[textAt]!)) continue;
      const found = next(originalAt);
      originalAt = found < 0 ? originalLength : found + width;
    }
    if (!isParenthesis(text[textOffset]!) || (textOffset > 0 && isParenthesis(text[textOffset - 1]!)))
      return originalAt;
    const found = next(originalAt);
    return found < 0 ? originalLength : found;
  };
}

function isParenthesis(byte: number): boolean {
  return byte === OPEN_PAREN || byte === CLOSE_PAREN;
}

/** A file as UTF-8, and how it was read. */
export interface Decoded {
  /** UTF-8; the same object as the input if that was ASCII or UTF-8, even damaged. */
  readonly text: Uint8Array;
  readonly evidence: CharsetEvidence;
  /** Offset in the original bytes of a parenthesis of the text, or of the offset after one. */
  readonly originalOffset: (textOffset: number) => number;
  readonly findings: readonly Finding[];
  /** Set if the file is not SGF. */
  readonly translation?: Translation;
}

const ESCAPE = 0x1b;
const NO_FINDINGS: readonly Finding[] = [];
const encoder = new TextEncoder();
const same = (offset: number): number => offset;

/** A declared charset is used unless the words in the file are clearly in another one. */
const DOUBT = 0.8;

/**
 * The SGF text of a file: decoded, and translated into SGF if it is a GIB, NGF, UGF or OGS record.
 * Findings: those of decoding, `file/read-as`, `file/bad-line`.
 */
export function decodeFile(bytes: Uint8Array, known?: CharsetEvidence): Decoded {
  const decoded = decodeText(bytes, known);
  const foreign = known === undefined ? readForeign(decoded.text) : undefined;
  if (!foreign) return decoded;
  return {
    text: foreign.text,
    evidence: decoded.evidence,
    // The one game is the whole file.
    originalOffset: (offset) => (offset <= 0 ? 0 : bytes.length),
    findings: [...decoded.findings, ...foreign.findings],
    translation: foreign,
  };
}

/**
 * Finds the charset and decodes. Order: byte order mark, UTF-16 or UTF-32 without one, ASCII, UTF-8 (also damaged), ISO-2022
 * escapes, CA as a claim, a guess from the words, windows-1252. `known`: evidence from an earlier part of the file,
 * used for a part that is not plain ASCII or UTF-8.
 * Findings: encoding/declared-wrong, encoding/guessed, encoding/lossy (at the first character that is lost).
 */
function decodeText(bytes: Uint8Array, known?: CharsetEvidence): Decoded {
  const marked = known !== undefined ? undefined : utf8Mark(bytes) > 0 ? 'utf-8' : wideMark(bytes);
  const declared = known === undefined ? declaredCharset(bytes) : known.declared;
  if (marked !== undefined && marked !== 'utf-8') return transcode(bytes, declared, marked, 'bom', 1);
  if (known !== undefined && isWide(known.used)) {
    return transcode(bytes, declared, known.used, known.how, known.confidence);
  }
  const wide = known === undefined && marked === undefined ? wideWithoutMark(bytes) : undefined;
  if (wide !== undefined) return transcode(bytes, declared, wide, 'guessed', 0.95);
  const first = firstNonAscii(bytes, 0);
  const escape = bytes.indexOf(ESCAPE);
  if (escape >= 0) {
    const iso = iso2022In(bytes, escape);
    if (iso !== undefined) return transcode(bytes, declared, iso, 'escapes', 0.99);
  }
  if (first === bytes.length) return asTheyAre(bytes, declared, 'ascii', 1, 0, 0);
  const text = asUtf8(bytes, declared, first, marked !== undefined);
  if (text !== undefined) return text;
  if (known !== undefined && known.how !== 'ascii' && known.used !== 'utf-8') {
    return transcode(bytes, declared, known.used, known.how, known.confidence);
  }
  return legacy(bytes, declared);
}

/** The text as UTF-8, even damaged; `undefined` if it is in another charset. The bytes before `first` are ASCII. */
function asUtf8(
  bytes: Uint8Array,
  declared: string | undefined,
  first: number,
  isMarked: boolean,
): Decoded | undefined {
  const count = countUtf8(bytes, first);
  if (!isMarked && count.badBytes > 0 && !isDamagedUtf8(count)) return undefined;
  const confidence =
    isMarked || count.badBytes === 0 ? 1 : 1 - count.badRuns / (count.longer + count.two + count.badRuns);
  return asTheyAre(
    bytes,
    declared,
    isMarked ? 'bom' : 'utf-8',
    confidence,
    count.badRuns,
    count.replacements,
  );
}

function legacy(bytes: Uint8Array, declared: string | undefined): Decoded {
  const claim = declared === undefined ? undefined : charsetOf(declared);
  const guess = guessCharset(bytes);
  if (claim !== undefined && isLegacy(claim)) {
    const score = scoreAs(bytes, claim);
    const isDoubtful = score !== undefined && score < 0 && guess.score > DOUBT;
    if (claim === guess.charset || !isDoubtful) return transcode(bytes, declared, claim, 'declared', 0.95);
  }
  const how = guess.confidence > 0 ? 'guessed' : 'fallback';
  return transcode(bytes, declared, guess.charset, how, guess.confidence);
}

function isLegacy(charset: string): boolean {
  return !charset.startsWith('utf-') && !charset.startsWith('iso-2022');
}

function asTheyAre(
  bytes: Uint8Array,
  declared: string | undefined,
  how: CharsetEvidence['how'],
  confidence: number,
  replaced: number,
  damage: number,
): Decoded {
  const evidence: CharsetEvidence = { declared, used: 'utf-8', how, confidence, replaced };
  const isUnknown = declared !== undefined && charsetOf(declared) === undefined;
  const isPlain = how === 'ascii' ? !isUnknown : declared === undefined && replaced + damage === 0;
  const findings = isPlain ? NO_FINDINGS : findingsOf(evidence, damage, bytes);
  const twice = how === 'ascii' ? undefined : encodedTwice(bytes);
  return { text: bytes, evidence, originalOffset: same, findings: twice ? [...findings, twice] : findings };
}

function transcode(
  bytes: Uint8Array,
  declared: string | undefined,
  used: string,
  how: CharsetEvidence['how'],
  confidence: number,
): Decoded {
  const string = decodeAs(bytes, used);
  const text = encoder.encode(string);
  const claim = declared ?? declaredCharset(text);
  const evidence: CharsetEvidence = {
    declared: claim,
    used,
    how,
    confidence,
    replaced: string.split('\ufffd').length - 1,
  };
  const width = isWide(used) ? unitBytes(used) : 1;
  const originalOffset = offsetMap(text, bytes.length, width, parenthesesOf(bytes, used));
  return { text, evidence, originalOffset, findings: findingsOf(evidence, 0, text) };
}

function decodeAs(bytes: Uint8Array, charset: string): string {
  if (charset === 'iso-2022-kr') return decodeIso2022Kr(bytes);
  if (isWide(charset)) return decodeWide(bytes, charset);
  return decodeLegacy(bytes, charset);
}

function findingsOf(evidence: CharsetEvidence, damage: number, text: Uint8Array): readonly Finding[] {
  const { declared, used, how, confidence } = evidence;
  const findings: Finding[] = [];
  const claim = declared === undefined ? undefined : charsetOf(declared);
  if (
    declared !== undefined &&
    declared.trim() !== '' &&
    claim !== used &&
    !isOfEitherOrder(declared, used)
  ) {
    findings.push(finding('encoding/declared-wrong', { declared, used, isKnown: claim !== undefined }));
  }
  if (how === 'guessed' || how === 'fallback')
    findings.push(
      finding('encoding/guessed', {
        used,
        confidence,
        isDeclared: declared !== undefined && declared.trim() !== '',
      }),
    );
  const characters = evidence.replaced + damage;
  if (characters > 0) {
    findings.push(finding('encoding/lossy', { used, characters }, { offset: firstLost(text) }));
  }
  return findings;
}

/** Whether the label names the charset that is used, without its byte order. */
function isOfEitherOrder(label: string, used: string): boolean {
  return isWide(used) && label.trim().toLowerCase() === used.slice(0, -2);
}

const LONGEST_NAME = 40;
/** Bytes in which CA is sought: it is in the root. */
const HEADER_BYTES = 4096;

/** Whether a property name may start there: after a value, a semicolon or a parenthesis, not inside a text. */
function startsProperty(bytes: Uint8Array, start: number): boolean {
  let at = start - 1;
  while (at >= 0 && (isWhitespace(bytes[at]!) || bytes[at] === 0)) at--;
  const before = bytes[at];
  return at < 0 || before === CLOSE_BRACKET || before === SEMICOLON || before === OPEN_PAREN;
}

/** Value of the first CA of the file if it comes before the first move; Lang of a UGF record. */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const end = Math.min(bytes.length - 3, HEADER_BYTES);
  if (bytes[0] === OPEN_BRACKET) return /^Lang=(\w+)\s*$/m.exec(latin(bytes, 0, end))?.[1];
  for (let at = 0; at < end; at++) {
    const byte = bytes[at];
    if (
      byte === SEMICOLON &&
      bytes[at + 2] === OPEN_BRACKET &&
      (bytes[at + 1] === LETTER_B || bytes[at + 1] === LETTER_W)
    )
      return undefined;
    if (byte !== 67 || bytes[at + 1] !== 65 || bytes[at + 2] !== OPEN_BRACKET) continue;
    if (!startsProperty(bytes, at)) continue;
    let name = '';
    for (
      let next = at + 3;
      next < bytes.length && bytes[next] !== CLOSE_BRACKET && name.length < LONGEST_NAME;
      next++
    ) {
      name += String.fromCharCode(bytes[next]!);
    }
    return name;
  }
  return undefined;
}

const HASH = 35;
const OPEN_BRACE = 123;
const G = 71;
const I = 73;

/** How a format is recognized and read. */
interface ForeignReader {
  /** Whether a text may be in this format, by its first bytes: a fast check, as nearly every file is SGF. `start`: after white space. */
  readonly mayBe: (text: Uint8Array, start: number) => boolean;
  readonly is: (text: string) => boolean;
  readonly read: (text: string) => ForeignGame;
}

const FOREIGN_READERS: Readonly<Record<ForeignFormat, ForeignReader>> = {
  ogs: { mayBe: (text, start) => text[start] === OPEN_BRACE, is: isOgs, read: readOgs },
  gib: { mayBe: (text, start) => text[start] === BACKSLASH, is: isGib, read: readGib },
  ugf: {
    mayBe: (text, start) => text[start] === OPEN_BRACKET || text[start] === HASH,
    is: isUgf,
    read: readUgf,
  },
  // A title may begin with anything; in SGF hardly any second line is a number alone.
  ngf: {
    mayBe: (text, start) => hasNumberLine(text) || (text[start] === G && text[start + 1] === I),
    is: isNgf,
    read: readNgf,
  },
};
const ALL = Object.values(FOREIGN_READERS);

const decoder = new TextDecoder();

/** The game of a text in a format other than SGF, `undefined` for every other text. `text` is UTF-8. */
function readForeign(text: Uint8Array): ForeignGame | undefined {
  let start: number = utf8Mark(text);
  while (start < text.length && text[start]! <= 0x20) start++;
  for (const { mayBe, is, read } of ALL) {
    if (start === text.length || !mayBe(text, start)) continue;
    const game = decoder.decode(text);
    if (is(game)) return read(game);
  }
  return undefined;
}

const LONGEST_TITLE = 512;

/** Whether the second line holds only a number of one or two digits. */
function hasNumberLine(text: Uint8Array): boolean {
  const end = text.indexOf(10);
  if (end < 0 || end > LONGEST_TITLE) return false;
  let digits = 0;
  for (let at = end + 1; at < text.length && at <= end + 8; at++) {
    const byte = text[at]!;
    if (byte === 10) break;
    if (byte >= 0x30 && byte <= 0x39) digits++;
    else if (byte > 0x20) return false;
  }
  return digits === 1 || digits === 2;
}
