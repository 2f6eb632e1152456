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

/** One game as `format` works on it: every node, nothing given a meaning. */
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
