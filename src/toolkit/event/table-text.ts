import { SaxesParser } from 'saxes';
import { charsetOf, decodeLegacy, guessCharset } from '../../sgf/decode/charset.js';
import {
  countUtf8,
  decodeWide,
  firstNonAscii,
  isDamagedUtf8,
  wideMark,
  wideWithoutMark,
} from '../../sgf/decode/utf8.js';
import { malformed, type TableDraft, type TablePlace } from './table.js';

/** The text of a table's file, the places in it, and its elements if it is XML. */

/** A file of a table as text. `at`: line and column of an offset (UTF-16 units), columns in characters. */
export interface TableText {
  readonly file: string;
  readonly text: string;
  readonly at: (offset: number) => TablePlace;
}

/** A piece of a text, and where it begins. */
export interface Piece {
  readonly text: string;
  readonly offset: number;
}

export function tableText(file: string, text: string): TableText {
  const starts = lineStarts(text);
  // A file may be one line of megabytes: columns are counted from the previous place.
  let known = { offset: 0, column: 1 };
  const columnOf = (offset: number, start: number): number => {
    if (known.offset < start || known.offset > offset) known = { offset: start, column: 1 };
    known = { offset, column: known.column + charactersIn(text, known.offset, offset) };
    return known.column;
  };
  const at = (offset: number): TablePlace => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { file, line: low + 1, column: columnOf(offset, starts[low]!) };
  };
  return { file, text, at };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if (sign === '\n' || (sign === '\r' && text[i + 1] !== '\n')) starts.push(i + 1);
  }
  return starts;
}

function charactersIn(text: string, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i += text.codePointAt(i)! > 0xffff ? 2 : 1) count++;
  return count;
}

/** The lines of a text, without their ends. */
export function linesOf({ text }: TableText): Piece[] {
  return [...text.matchAll(/[^\r\n]+/g)].map((match) => ({ text: match[0], offset: match.index }));
}

/** The words of a piece. */
export function wordsOf(piece: Piece): Piece[] {
  return [...piece.text.matchAll(/\S+/g)].map((match) => ({
    text: match[0],
    offset: piece.offset + match.index,
  }));
}

/** Confidence above which the words of a file outweigh the custom of the formats, which is Latin-9. */
const CLEAR = 0.8;

/**
 * The text of a table's bytes: by byte order mark, in UTF-8, in the encoding that an XML declaration names, in a charset that the
 * words clearly indicate, else in ISO-8859-15, which European programs write, or in windows-1252 if only that has its characters.
 */
export function decodeTable(bytes: Uint8Array): string {
  const wide = wideMark(bytes) ?? wideWithoutMark(bytes);
  if (wide !== undefined) return decodeWide(bytes, wide);
  const count = countUtf8(bytes, firstNonAscii(bytes, 0));
  if (count.badBytes === 0 || isDamagedUtf8(count)) return new TextDecoder().decode(bytes);
  const declared = declaredEncoding(bytes);
  if (declared !== undefined) return decodeLegacy(bytes, declared);
  const guess = guessCharset(bytes);
  if (guess.charset !== 'windows-1252' && guess.confidence > CLEAR) return decodeLegacy(bytes, guess.charset);
  return decodeLegacy(
    bytes,
    bytes.some((byte) => byte >= 0x80 && byte < 0xa0) ? 'windows-1252' : 'iso-8859-15',
  );
}

/** The encoding that an XML declaration names, if it is a charset that can be read. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 200));
  const [, label] = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head) ?? [];
  const charset = label === undefined ? undefined : charsetOf(label);
  return charset === undefined || /^(?:utf|iso-2022)/.test(charset) ? undefined : charset;
}

/**
 * A date as `2026-11-22`, '' if there is none; what is no date is refused, with what was expected. `order`: how dates with slashes
 * are written where the format comes from.
 */
export function dateIn(
  text: string,
  refuse: (expected: string) => void,
  order: 'day-first' | 'month-first' = 'day-first',
): string {
  const read = isoDate(text, order);
  if (read === undefined && text !== '')
    refuse(`a date such as ${order === 'day-first' ? '2026-11-22' : '11/22/2026'}`);
  return read ?? '';
}

function isoDate(text: string, order: 'day-first' | 'month-first'): string | undefined {
  const [, year, month, day] = /^\s*(\d{4})[-./](\d{1,2})[-./](\d{1,2})/.exec(text) ?? [];
  if (year !== undefined) return validDate(year, month!, day!);
  const [, first, second, last] = /^\s*(\d{1,2})[./](\d{1,2})[./](\d{4})/.exec(text) ?? [];
  if (last === undefined) return undefined;
  return order === 'day-first' ? validDate(last, second!, first!) : validDate(last, first!, second!);
}

function validDate(year: string, month: string, day: string): string | undefined {
  if (!(Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31)) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** A number written with digits, a sign and a point or comma; `undefined` for anything else. */
export function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*[+-]?\d+(?:[.,]\d+)?\s*$/.test(text)
    ? Number(text.replace(',', '.'))
    : undefined;
}

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, trimmed. */
  readonly text: string;
  readonly place: TablePlace;
}

export interface XmlDocument {
  readonly root: XmlElement;
  readonly damage: 'whole' | 'damaged';
}

interface Open {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Open[];
  text: string;
  place: TablePlace;
}

/**
 * The root of a document, with what can be read of a damaged one. The parser, saxes, reads no files and expands only the five
 * entities of XML. Findings: `table/malformed` at the first fault, as every later one may follow from it.
 */
export function readXml(source: TableText, draft: TableDraft): XmlDocument {
  const document: Open = { name: '', attributes: {}, children: [], text: '', place: source.at(0) };
  const open = [document];
  const parser = new SaxesParser({ xmlns: false });
  let start = 0;
  let damage = 'whole' as XmlDocument['damage'];
  parser.on('error', ({ message }) => {
    if (damage === 'damaged') return;
    damage = 'damaged';
    const at = source.at(Math.min(parser.position, source.text.length));
    malformed(draft, at, message.replace(/^[\d:]+\s*/, '').replace(/\.$/, ''), 'well-formed XML');
  });
  parser.on('opentagstart', () => {
    start = source.text.lastIndexOf('<', parser.position - 1);
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Open = { name, attributes, children: [], text: '', place: source.at(start) };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    open.at(-1)!.text += text;
  });
  parser.on('closetag', () => {
    const closed = open.length > 1 ? open.pop()! : document;
    closed.text = closed.text.trim();
  });
  parser.write(source.text).close();
  return { root: document.children[0] ?? document, damage };
}

/** Elements below `element` at a path of names. */
export function elementsAt(element: XmlElement, path: string): readonly XmlElement[] {
  return path
    .split('/')
    .reduce<readonly XmlElement[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [element],
    );
}

/** Text of the first such element; '' when there is none. */
export function textAt(element: XmlElement, path: string): string {
  return elementsAt(element, path)[0]?.text ?? '';
}
