import { escaped, type ForeignLines } from './lines.js';

/** A node of a record in another format, while its tree is put together. */
export class TreeNode {
  /** The node that the line goes on with, and the first nodes of other variations. */
  next: TreeNode | undefined;
  readonly asides: TreeNode[] = [];
  /** Line of the original. */
  readonly line: number;
  private readonly properties = new Map<string, string[]>();

  constructor(line: number) {
    this.line = line;
  }

  /** Adds a value; texts of one property are joined, and an empty value is nothing but a pass. */
  add(ident: string, value: string): void {
    if (value === '' && ident !== 'B' && ident !== 'W') return;
    const values = this.properties.get(ident);
    if (!values) this.properties.set(ident, [value]);
    else if (ident === 'C' || ident === 'GC') values[0] = `${values[0]!}\n\n${value}`;
    else values.push(value);
  }

  valuesOf(ident: string): readonly string[] {
    return this.properties.get(ident) ?? [];
  }

  /** Takes over comments, labels and variations of a node that is the same. */
  take(other: TreeNode): void {
    for (const ident of ['C', 'LB']) for (const value of other.valuesOf(ident)) this.add(ident, value);
    this.asides.push(...other.asides);
  }

  isSameMove(other: TreeNode): boolean {
    return ['B', 'W'].every((ident) => this.valuesOf(ident)[0] === other.valuesOf(ident)[0]);
  }

  /** Whether nothing would be lost without the node. */
  isBare(): boolean {
    return this.properties.size === 0 && this.next === undefined && this.asides.length === 0;
  }

  /** The properties as SGF, without those of `except`. */
  text(except: readonly string[] = []): string {
    let text = '';
    for (const [ident, values] of this.properties)
      if (!except.includes(ident)) text += ident + values.map((value) => `[${escaped(value)}]`).join('');
    return text;
  }

  children(): readonly TreeNode[] {
    return this.next ? [this.next, ...this.asides] : this.asides;
  }
}

/**
 * Writes the tree below a root whose header is written: the main line on the lines of its moves, the variations on the last line,
 * since in SGF they come after what they branch from.
 */
export function writeLine(root: TreeNode, out: ForeignLines, last: number): void {
  const ends: string[] = [];
  for (let node: TreeNode | undefined = root; node; node = node.next) {
    const line: number = node === root ? Math.max(0, (root.next?.line ?? last + 1) - 1) : node.line;
    out.write(line, node === root ? node.text(['AB', 'AW']) : `;${node.text()}`);
    if (node.asides.length === 0) continue;
    // Variations after the last move must not become its continuation.
    node.next ??= new TreeNode(last);
    out.write(line, '(');
    ends.push(`)${node.asides.map((aside) => `(${treeText(aside)})`).join('')}`);
  }
  out.write(last, ends.reverse().join(''));
}

/** A node and all below it as SGF; trees of any depth. */
function treeText(first: TreeNode): string {
  const parts: string[] = [];
  const open: (TreeNode | string)[] = [first];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one === 'string') {
      parts.push(one);
      continue;
    }
    parts.push(`;${one.text()}`);
    const children = one.children();
    if (children.length === 1) open.push(children[0]!);
    else for (let i = children.length - 1; i >= 0; i--) open.push(')', children[i]!, '(');
  }
  return parts.join('');
}
