/** Nodes of one tree in the order of the file, in arrays that grow and serve one tree after the other. */
export class TreeNodes {
  count = 0;
  rootCount = 0;
  parents = new Int32Array(256);
  firstActions = new Uint32Array(257);
  childCounts = new Uint32Array(256);
  ordinals = new Uint32Array(256);
  depths = new Uint32Array(256);
  runs = new Uint32Array(256);

  reset(): void {
    this.count = 0;
    this.rootCount = 0;
  }

  /** Adds a node whose actions begin at an index; `parent` -1: it has none. Returns its number. */
  add(parent: number, firstAction: number): number {
    const node = this.count;
    if (node === this.parents.length) this.grow();
    const ordinal = parent < 0 ? ++this.rootCount : ++this.childCounts[parent]!;
    this.parents[node] = parent;
    this.firstActions[node] = firstAction;
    this.childCounts[node] = 0;
    this.ordinals[node] = ordinal;
    this.depths[node] = parent < 0 ? 0 : this.depths[parent]! + 1;
    this.runs[node] = parent >= 0 && ordinal === 1 ? this.runs[parent]! : node;
    this.count = node + 1;
    return node;
  }

  /** Most actions on one line, once the end of the last node's actions stands in `firstActions`. */
  longest(): number {
    const { count, parents, firstActions } = this;
    const upTo = new Uint32Array(count);
    let longest = 0;
    for (let node = 0; node < count; node++) {
      const parent = parents[node]!;
      const own = firstActions[node + 1]! - firstActions[node]!;
      const sum = (parent < 0 ? 0 : upTo[parent]!) + own;
      upTo[node] = sum;
      if (sum > longest) longest = sum;
    }
    return longest;
  }

  private grow(): void {
    const length = this.parents.length * 2;
    this.parents = widened(this.parents, new Int32Array(length));
    this.firstActions = widened(this.firstActions, new Uint32Array(length + 1));
    this.childCounts = widened(this.childCounts, new Uint32Array(length));
    this.ordinals = widened(this.ordinals, new Uint32Array(length));
    this.depths = widened(this.depths, new Uint32Array(length));
    this.runs = widened(this.runs, new Uint32Array(length));
  }
}

function widened<A extends Int32Array | Uint32Array>(old: A, wider: A): A {
  wider.set(old);
  return wider;
}
