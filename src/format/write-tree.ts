import type { FormatOptions } from './format-types.js';
import type { FormatNode, FormatProperty, FormatTree } from './tree.js';
import { writtenValue } from './values.js';

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
