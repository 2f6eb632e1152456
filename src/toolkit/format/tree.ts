import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js';
import { createSinglebyteEncoder } from '@exodus/bytes/single-byte.js';
import { CLOSE_PAREN, isWhitespace, OPEN_PAREN } from '../../core/bytes.js';
import { wrongValue } from '../../core/checks.js';
import type { Limits } from '../../core/limits.js';
import { PROPERTIES, decodeValue, type ValueKind } from '../../sgf/properties.js';
import type { RawGame } from '../../sgf/raw.js';
import { identAt, PROPERTY_WORDS, readPlaces, type TreeFault, type TreePlaces } from '../../sgf/tree.js';
import type { LossKind, FormatOptions } from './format-types.js';
import { charsetOf } from '../../sgf/decode/charset.js';

/** One property of a node; `values` keep the escapes of the file, soft line breaks are gone, every line break is `\n`. */
export interface FormatProperty {
  /** In FF[4] form, capitals only. */
  ident: string;
  /** As the file has it, with the lower-case letters of FF[1] to FF[3]. */
  readonly written: string;
  values: string[];
}

/** One node; order of properties and children is that of the file. */
export interface FormatNode {
  properties: FormatProperty[];
  children: FormatNode[];
}

/** One game as `format` works on it: every node, uninterpreted. */
export interface FormatTree {
  root: FormatNode;
  /** Columns and rows of the board. */
  width: number;
  height: number;
}

export function makeNode(properties: FormatProperty[] = [], children: FormatNode[] = []): FormatNode {
  return { properties, children };
}

/** A property that the file did not have. Values need their escapes. */
export function makeProperty(ident: string, values: string[]): FormatProperty {
  return { ident, written: ident, values };
}

/** Calls `visit` for every node, parents before children, first children first; trees of any depth. */
export function everyNode(tree: FormatTree, visit: (node: FormatNode) => void): void {
  const open: FormatNode[] = [tree.root];
  for (let node = open.pop(); node; node = open.pop()) {
    visit(node);
    for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i]!);
  }
}

/** The root and the first child all the way down. */
export function mainLineOf(tree: FormatTree): readonly FormatNode[] {
  const line: FormatNode[] = [];
  for (let node: FormatNode | undefined = tree.root; node; node = node.children[0]) line.push(node);
  return line;
}

/** The first property of this name in a node. */
export function propertyOf(node: FormatNode, ident: string): FormatProperty | undefined {
  return node.properties.find((property) => property.ident === ident);
}

const BACKSLASH = 92;
const RETURN = 13;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Escapes and line breaks of a value: an escaped character, a soft line break, a line break, a backslash that the end cut off. */
const RAW_PARTS = /\\(\r\n|\n\r|[^])|\\$|\r\n|\n\r|\r/gu;

/** The value in [start, end) with its escapes, soft line breaks removed, every line break as `\n`. */
function rawValue(text: Uint8Array, start: number, end: number): string {
  for (let at = start; at < end; at++) {
    const byte = text[at]!;
    if (byte !== BACKSLASH && byte !== RETURN) continue;
    return decoder.decode(text.subarray(start, end)).replace(RAW_PARTS, (found, escaped?: string) => {
      if (escaped === undefined) return found === '\\' ? '' : '\n';
      return escaped.startsWith('\n') || escaped.startsWith('\r') ? '' : found;
    });
  }
  return decodeValue(text, start, end);
}

/** The text of a whole raw value. */
export function unescaped(raw: string): string {
  return raw.includes('\\') ? raw.replace(/\\([^])/gu, '$1') : raw;
}

/** A text as a raw value; `:` is escaped as well where it would divide a composed value. */
export function escaped(text: string, form: 'text' | 'part' = 'text'): string {
  return form === 'part' ? text.replace(/[\\\]:]/gu, '\\$&') : text.replace(/[\\\]]/gu, '\\$&');
}

/** The parts of a composed value, raw; one part where nothing divides it. Only the first colon divides. */
export function partsOf(raw: string): [first: string] | [first: string, second: string] {
  for (let at = 0; at < raw.length; at++) {
    const code = raw.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === 58) return [raw.slice(0, at), raw.slice(at + 1)];
  }
  return [raw];
}

const TEXTS: readonly ValueKind[] = ['text', 'simple-text', 'simple-text-list'];
const POINTS: readonly ValueKind[] = ['move', 'point', 'points', 'points-or-none', 'point-pairs'];
const COMPOSED: readonly ValueKind[] = ['labels', 'composed-text', 'figure'];

/** How escapes of a property's values are written: those of unknown ones stay where they may mean something. */
type EscapeForm = 'text' | 'composed' | 'unknown';

/** Identifiers of properties whose values are points. */
const POINTED = new Set<string>();
const FORMS = new Map<string, EscapeForm>();
for (const [ident, { value }] of PROPERTIES) {
  if (TEXTS.includes(value)) FORMS.set(ident, 'text');
  else if (COMPOSED.includes(value)) FORMS.set(ident, 'composed');
  else if (POINTS.includes(value)) POINTED.add(ident);
}

/** A value that ends like this would be read as one that lost its bracket and ran into the next game. */
const GAME_START = /\((\s*);(?=\s*(?:FF|GM|CA|AP|SZ)\[)/gu;

/** The value as FF[4] has it: every escape that is needed and no other. */
function writtenValue(ident: string, raw: string): string {
  const hasEscapes = raw.includes('\\');
  const form = FORMS.get(ident) ?? 'unknown';
  let value = raw;
  if (POINTED.has(ident)) value = withoutBlanks(raw);
  else if (form === 'composed') value = composed(raw);
  else if (hasEscapes) value = form === 'text' ? escaped(unescaped(raw)) : withoutNeedless(raw);
  // A bracket in the value of a move would be read as a slip (`mendBrackets`) that the file did not have.
  if ((ident === 'B' || ident === 'W') && value.includes('[')) value = value.replace(/\\?\[/gu, '\\[');
  return value.includes('(') ? value.replace(GAME_START, '($1\\;') : value;
}

const ONE_OR_TWO_POINTS = /^[A-Za-z]{2}(?::[A-Za-z]{2})?$/;

/** Points and rectangles are letters only; other values stay as they are. */
export function withoutBlanks(raw: string): string {
  if (raw.length === 2) return raw;
  const letters = raw.replace(/\s|\\(?!\\)/gu, '');
  return ONE_OR_TWO_POINTS.test(letters) ? letters : withoutNeedless(raw);
}

function composed(raw: string): string {
  if (!raw.includes('\\') && raw.indexOf(':') === raw.lastIndexOf(':')) return raw;
  return partsOf(raw)
    .map((part) => escaped(unescaped(part), 'part'))
    .join(':');
}

function withoutNeedless(raw: string): string {
  return raw.replace(/\\([^])/gu, (found, character: string) =>
    '\\]:'.includes(character) ? found : character,
  );
}

/** The format that is written. */
const FORMAT = '4';
const GO = '1';

/** Gives the root FF[4], GM (1 where there is none or an empty one) and CA, each once; those that it has keep their places. */
export function repairRoot(root: FormatNode, charset: string): void {
  const game = propertyOf(root, 'GM')?.values[0]?.trim() ?? '';
  const first = [
    setProperty(root, 'FF', FORMAT),
    setProperty(root, 'GM', game === '' ? GO : game),
    setProperty(root, 'CA', escaped(charset)),
  ];
  root.properties.unshift(...first.filter((property) => property !== undefined));
}

/** Sets CA to the charset of the output, unless the root has none and the text is ASCII. Returns whether anything changed. */
export function setCharset(root: FormatNode, charset: string, text: string): boolean {
  const value = escaped(charset);
  const property = propertyOf(root, 'CA');
  if (property ? property.values[0] === value : isAscii(text)) return false;
  const added = setProperty(root, 'CA', value);
  if (added) root.properties.unshift(added);
  return true;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x80) return false;
  return true;
}

/** Sets the one value of a property that the root has, and drops its repetitions; returns a new property if it has none. */
function setProperty(
  root: FormatNode,
  ident: string,
  value: string,
): ReturnType<typeof makeProperty> | undefined {
  const property = propertyOf(root, ident);
  if (!property) return makeProperty(ident, [value]);
  property.values = [value];
  root.properties = root.properties.filter((other) => other.ident !== ident || other === property);
  return undefined;
}

/** Something missing from the tree: its extent in the text that was read. */
interface LostText {
  readonly kind: LossKind;
  readonly start: number;
  readonly end: number;
}

/** A game's tree, and what of its text has no place in one. */
interface ReadTree {
  readonly tree: FormatTree;
  readonly lost: readonly LostText[];
}

/** Reads every node of a game that the scan found, to be changed and written again. Several roots get an empty common root. */
export function readTree(text: Uint8Array, game: RawGame, limits: Limits): ReadTree {
  const { parents, places, faults } = readPlaces(text, game, limits);
  const made = parents.map((_, node) => makeNode(propertiesOf(text, places, node)));
  for (const [node, parent] of parents.entries()) if (parent >= 0) made[parent]!.children.push(made[node]!);
  const roots = made.filter((_, node) => parents[node]! < 0);
  const { width, height } = game;
  const root = roots.length === 1 ? roots[0]! : makeNode([], roots);
  const lost = faults.flatMap(({ kind, start, end }): LostText[] =>
    isRepaired(kind) || (kind === 'limit' && !hasContent(text, start, end)) ? [] : [{ kind, start, end }],
  );
  return { tree: { root, width, height }, lost };
}

/** Whether nothing is lost by a fault: writing the tree repairs it. */
function isRepaired(kind: TreeFault['kind']): kind is Exclude<TreeFault['kind'], LossKind> {
  return kind === 'missing-semicolon' || kind === 'variation-start' || kind === 'empty-variation';
}

function propertiesOf(text: Uint8Array, places: TreePlaces, node: number): FormatProperty[] {
  const { firstProperties, properties, firstValues } = places;
  const found: FormatProperty[] = [];
  for (let property = firstProperties[node]!; property < firstProperties[node + 1]!; property++) {
    const [start, end] = [properties[property * PROPERTY_WORDS]!, properties[property * PROPERTY_WORDS + 1]!];
    const values: string[] = [];
    for (let value = firstValues[property]!; value < firstValues[property + 1]!; value++)
      values.push(rawValue(text, places.values[2 * value]!, places.values[2 * value + 1]!));
    const written = decoder.decode(text.subarray(start, end));
    found.push({ ident: identAt(text, start, end), written, values });
  }
  return found;
}

function hasContent(text: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = text[at]!;
    if (byte !== OPEN_PAREN && byte !== CLOSE_PAREN && !isWhitespace(byte)) return true;
  }
  return false;
}

/** Lines break before this column, unless a value is longer. */
const WIDTH = 78;

/** A game as FF[4] text that ends with a line feed. Lines break between nodes, properties and values, never inside a value. */
export function writeTree(tree: FormatTree, identifiers: FormatOptions['identifiers']): string {
  return new TreeWriter(identifiers).write(tree.root);
}

class TreeWriter {
  readonly #parts: string[] = [];
  readonly #identifiers: FormatOptions['identifiers'];
  #column = 0;

  constructor(identifiers: FormatOptions['identifiers']) {
    this.#identifiers = identifiers;
  }

  write(root: FormatNode): string {
    /** What is still to be written: variations, and `undefined` for the `)` of one. */
    const open: (FormatNode | undefined)[] = [root];
    while (open.length > 0) {
      const first = open.pop();
      if (!first) {
        this.#unit(')');
        continue;
      }
      if (first !== root) this.#break();
      this.#add('(');
      let node = first;
      this.#node(node);
      if (node === root && node.children.length === 1) this.#break();
      while (node.children.length === 1) {
        node = node.children[0]!;
        this.#node(node);
      }
      open.push(undefined);
      for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i]);
    }
    this.#parts.push('\n');
    return this.#parts.join('');
  }

  /** A node is written on one line if it fits, else property by property. */
  #node(node: FormatNode): void {
    const { properties } = node;
    if (properties.length === 0) {
      this.#unit(';');
      return;
    }
    const values = properties.map((property) =>
      property.values.map((raw) => `[${writtenValue(property.ident, raw)}]`),
    );
    let length = 1;
    for (const [i, property] of properties.entries()) {
      length += property.ident.length;
      for (const value of values[i]!) length += value.length;
    }
    if (this.#column > 1 && this.#column + length > WIDTH) this.#break();
    for (const [i, property] of properties.entries()) {
      const name = (i === 0 ? ';' : '') + this.#name(property);
      this.#property(name, values[i]!);
    }
  }

  #property(name: string, values: readonly string[]): void {
    for (const [i, value] of values.entries()) this.#unit(i === 0 ? name + value : value);
  }

  #name({ ident, written }: FormatProperty): string {
    const isKept = this.#identifiers === 'kept' && written.replace(/[a-z]/gu, '') === ident;
    return isKept ? written : ident;
  }

  /** Text that no line break may divide. */
  #unit(unit: string): void {
    if (this.#column > 1 && this.#column + unit.length > WIDTH) this.#break();
    this.#add(unit);
  }

  #break(): void {
    if (this.#column === 0) return;
    this.#parts.push('\n');
    this.#column = 0;
  }

  #add(text: string): void {
    this.#parts.push(text);
    const lineFeed = text.lastIndexOf('\n');
    this.#column = lineFeed < 0 ? this.#column + text.length : text.length - lineFeed - 1;
  }
}

/** Text in the charset of the output. */
interface Encoded {
  readonly bytes: Uint8Array;
  /** Characters that the charset does not have, each once; `?` replaces them. */
  readonly missing: readonly string[];
}

/** A charset to write in. */
export interface Output {
  /** What CA says. */
  readonly name: string;
  readonly encode: (text: string) => Encoded;
}

const utf8 = new TextEncoder();
const NONE: readonly string[] = [];

const UTF8: Output = { name: 'UTF-8', encode: (text) => ({ bytes: utf8.encode(text), missing: NONE }) };

/** The charset that a label means. Throws UserError for one that cannot be written: unknown labels, UTF-16. */
export function outputOf(label: string): Output {
  const charset = charsetOf(label);
  if (charset === 'utf-8') return UTF8;
  const encode = charset === undefined ? undefined : encoderOf(charset);
  if (!encode) throw wrongValue('charsetOut', label, 'the label of a charset that can be written');
  return { name: label, encode: (text) => encodeLegacy(text, encode) };
}

type Encoder = (text: string) => Uint8Array;

function encoderOf(charset: string): Encoder | undefined {
  for (const create of [createSinglebyteEncoder, createMultibyteEncoder]) {
    try {
      return create(charset);
    } catch {
      // Each of the two rejects the other's charsets.
    }
  }
  return undefined;
}

function encodeLegacy(text: string, encode: Encoder): Encoded {
  const whole = encodeAll(text, encode);
  if (whole) return { bytes: whole, missing: NONE };
  const missing = [...new Set(text)].filter((character) => !encodeAll(character, encode));
  const lost = new Set(missing);
  const rest = Array.from(text, (character) => (lost.has(character) ? '?' : character)).join('');
  return { bytes: encode(rest), missing };
}

/** `undefined` if a character is not in the charset: then the encoder throws. */
function encodeAll(text: string, encode: Encoder): Uint8Array | undefined {
  try {
    return encode(text);
  } catch {
    return undefined;
  }
}
