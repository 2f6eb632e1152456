import { finding, type Finding } from '../../core/findings/finding.js';

/** Formats other than SGF that are read as games, by file extension; UGI is UGF with a review, OGS is JSON (`.ogs.json`). `decode.ts` has their readers. */
export const FOREIGN_FORMATS = ['gib', 'ngf', 'ugf', 'ugi', 'ogs'] as const;
export type ForeignFormat = Exclude<(typeof FOREIGN_FORMATS)[number], 'ugi'>;

/** A translation into SGF. */
export interface Translation {
  readonly format: ForeignFormat;
  /** By 0-based line of the translation: the line of the original that it came from, also 0-based. */
  readonly lines: readonly number[];
}

/** A game of another format written as SGF: UTF-8, each property and move on a line that came from its own. */
export interface ForeignGame extends Translation {
  readonly text: Uint8Array;
  readonly findings: readonly Finding[];
}

const encoder = new TextEncoder();
const LINE_END = /\r\n|\r|\n/;

/**
 * Collects what each line of the original becomes. A property is written once, with its first value.
 * Findings: `file/read-as`, and `file/bad-line` at the first line that cannot be read.
 */
export class ForeignLines {
  private readonly format: ForeignFormat;
  private readonly lines: string[];
  private readonly written = new Set<string>();
  private bad = 0;
  private badAt = -1;
  private badText = '';

  constructor(format: ForeignFormat, count: number) {
    this.format = format;
    this.lines = new Array<string>(Math.max(1, count)).fill('');
    this.lines[0] = '(;GM[1]FF[4]CA[UTF-8]';
  }

  /** Writes a root property unless it is empty or has been written. */
  property(line: number, ident: string, value: string): void {
    const text = value.trim();
    if (text === '' || this.written.has(ident)) return;
    this.written.add(ident);
    this.append(line, `${ident}[${escaped(text)}]`);
  }

  /** Writes the points of a root property that holds several. */
  points(line: number, ident: string, points: readonly string[]): void {
    this.written.add(ident);
    this.append(line, `${ident}${points.map((point) => `[${point}]`).join('')}`);
  }

  /** Writes a node with a move; '' is a pass. */
  move(line: number, color: 'B' | 'W', point: string): void {
    this.append(line, `;${color}[${point}]`);
  }

  /** Records a line that cannot be read. */
  unexpected(line: number, text: string): void {
    if (this.bad++ > 0) return;
    this.badAt = line;
    this.badText = text;
  }

  /** Writes the caller's SGF text. */
  write(line: number, text: string): void {
    if (text !== '') this.append(line, text);
  }

  private append(line: number, text: string): void {
    this.lines[line] = `${this.lines[line] ?? ''}${text}`;
  }

  finish(): ForeignGame {
    const { format, bad, lines } = this;
    lines.push(`${lines.pop() ?? ''})`);
    const name = format.toUpperCase();
    const found: Finding[] = [finding('file/read-as', { format: name })];
    if (bad > 0) {
      const before = lines.slice(0, this.badAt);
      const offset = encoder.encode(before.join('\n')).length + (this.badAt > 0 ? 1 : 0);
      found.push(finding('file/bad-line', { format: name, lines: bad, value: this.badText }, { offset }));
    }
    // A value may span several lines.
    const origins = lines.flatMap((text, line) => text.split(LINE_END).map(() => line));
    return { format, lines: origins, text: encoder.encode(lines.join('\n')), findings: found };
  }
}

/** A point in SGF letters from 0-based column and row; `undefined` if SGF has no letters for it. */
export function sgfPoint(column: number, row: number): string | undefined {
  const x = LETTERS[column];
  const y = LETTERS[row];
  return x === undefined || y === undefined ? undefined : x + y;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Fixed handicap stones of both servers on 19x19 in the order of placement; `undefined` for numbers other than 2 to 9. */
export function serverHandicap(stones: number): readonly string[] | undefined {
  if (stones < 2 || stones > 9) return undefined;
  const corners = ['dp', 'pd', 'dd', 'pp'].slice(0, stones);
  const sides = stones >= 6 ? ['dj', 'pj'] : [];
  const ends = stones >= 8 ? ['jd', 'jp'] : [];
  const center = stones >= 5 && stones % 2 === 1 ? ['jj'] : [];
  return [...corners, ...sides, ...ends, ...center];
}

/** `9D`, `9DP`, `5K`, also with a star for a rank that counts, in SGF's form. Other ranks stay as they are. */
export function rankOf(text: string): string {
  const known = /^(\d+)\s*(DP|[DKP])\*?$/i.exec(text.trim());
  if (!known) return text;
  const letter = known[2]!.toLowerCase();
  return known[1]! + (letter === 'dp' ? 'p' : letter);
}

/** RE for `White wins by resign!`, `white 3.5 win`, `Black lose on time`; anything else stays as it is, for the reader of results. */
export function resultOfWords(text: string): string {
  const named = /\b(white|black)\b[^,;]{0,40}?\b(win|lose|loss)/i.exec(text);
  if (!named) return text;
  const isBlack = (named[1]!.toLowerCase() === 'black') === (named[2]!.toLowerCase() === 'win');
  const color = isBlack ? 'B' : 'W';
  if (/resign/i.test(text)) return `${color}+R`;
  if (/time/i.test(text)) return `${color}+T`;
  return `${color}+${/\d+(?:\.\d+)?/.exec(text)?.[0] ?? ''}`;
}

/** A text escaped as a value. */
function escaped(text: string): string {
  return text.replace(/[\\\]]/g, '\\$&');
}

/** A node of a record in another format, while its tree is built. */
export class TreeNode {
  /** The next node of the line, and the first nodes of other variations. */
  next: TreeNode | undefined;
  readonly asides: TreeNode[] = [];
  /** Line of the original. */
  readonly line: number;
  private readonly properties = new Map<string, string[]>();

  constructor(line: number) {
    this.line = line;
  }

  /** Adds a value; joins comments, and ignores an empty value that is not a pass. */
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

  /** Takes over comments, labels and variations of an equal node. */
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

/** A node and all nodes below it as SGF; trees of any depth. */
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
