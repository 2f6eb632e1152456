import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js';
import { createSinglebyteEncoder } from '@exodus/bytes/single-byte.js';
import { charsetOf } from '../sgf/decode/charset.js';
import type { FormatOptions } from './format-types.js';
import { type FormatNode, type FormatProperty, type FormatTree, writtenValue } from './tree.js';

/** Lines break before this column, where no value is longer. */
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

  /** A node goes on the line as a whole where it fits, else property by property. */
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

  /** Something that no line break may divide. */
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
export interface Encoded {
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

/** The charset that a label means. Throws a RangeError for one that cannot be written: unknown labels, UTF-16. */
export function outputOf(label: string): Output {
  const charset = charsetOf(label);
  if (charset === 'utf-8') return UTF8;
  const encode = charset === undefined ? undefined : encoderOf(charset);
  if (!encode) throw new RangeError(`no charset to write in: ${label}`);
  return { name: label, encode: (text) => encodeLegacy(text, encode) };
}

type Encoder = (text: string) => Uint8Array;

function encoderOf(charset: string): Encoder | undefined {
  for (const create of [createSinglebyteEncoder, createMultibyteEncoder]) {
    try {
      return create(charset);
    } catch {
      // Each of the two knows the other's charsets as unsupported.
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

/** `undefined` where a character is not in the charset: then the encoder throws. */
function encodeAll(text: string, encode: Encoder): Uint8Array | undefined {
  try {
    return encode(text);
  } catch {
    return undefined;
  }
}
