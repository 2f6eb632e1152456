import { valueAt } from '../../core/text.js';
import { type ForeignGame, ForeignLines, sgfPoint, TreeNode, writeLine } from './lines.js';

/** Whether a text is a UGF or UGI record (Pandanet): sections in brackets, the header first; lines with `#` may come before. */
export function isUgf(text: string): boolean {
  return /^\s*(?:#[^\n]*\n\s*)*\[Header\]/.test(text);
}

/**
 * Reads a UGF or UGI record. The format's owner has not described it; this reads what several programs agree on and what
 * records of Panda Egg 9 contain: `[Header]` with names and values, `[Data]` with one line per move (letters of column and row,
 * the row from the bottom if CoordinateType is IGS; column Y or Z is a pass; number 0 is a stone before play), `[Figure]` with
 * comments, labels and diagrams, `[ReviewNode]` with all nodes by number, the board and variations, and `[ReviewComment]`.
 * Fields without a property in SGF go into GC.
 */
export function readUgf(text: string): ForeignGame {
  const lines = text.split(/\r\n|\n|\r/);
  const record = new UgfRecord(lines);
  return record.read();
}

/** Fields of the header whose whole value is that of an SGF property. */
const PLAIN: Readonly<Record<string, string>> = { Place: 'PC', Copyright: 'CP', Commentator: 'AN' };
const RULES: Readonly<Record<string, string>> = { JPN: 'Japanese', CHN: 'Chinese', CH: 'Chinese' };
/** Fields that say how the file is written. */
const ABOUT_FILE: ReadonlySet<string> = new Set(['Lang', 'CoordinateType', 'Size']);

interface Field {
  readonly value: string;
  readonly line: number;
}

/** One record while it is read. */
class UgfRecord {
  private readonly lines: readonly string[];
  private readonly out: ForeignLines;
  private readonly fields = new Map<string, Field>();
  private readonly root = new TreeNode(0);
  /** The main line of `[Data]`, the root first. */
  private readonly line: TreeNode[] = [this.root];
  /** Nodes of `[ReviewNode]` by number. */
  private readonly reviewed = new Map<string, TreeNode>();
  private readonly review = new TreeNode(0);
  private size = 19;
  private isFromBelow = false;
  /** Texts without a property. */
  private readonly rest: string[] = [];
  private readonly seconds: string[] = [];

  constructor(lines: readonly string[]) {
    this.lines = lines;
    this.out = new ForeignLines('ugf', lines.length);
  }

  read(): ForeignGame {
    this.readSections();
    this.writeHeader();
    this.joinReview();
    if (this.seconds.some((text) => text !== '0')) this.rest.push(`Times: ${this.seconds.join(' ')}`);
    const comment = [this.fields.get('Comment')?.value ?? '', ...this.rest].filter((text) => text !== '');
    // One line, so that the moves stay on their own.
    this.root.add('GC', comment.join('; '));
    writeLine(this.root, this.out, this.lines.length - 1);
    return this.out.finish();
  }

  private readSections(): void {
    const { lines } = this;
    let section = '';
    let at = 0;
    while (at < lines.length) {
      const line = lines[at]!.trim();
      const opened = /^\[([A-Za-z]+)\]$/.exec(line);
      if (opened) {
        section = opened[1]!;
        at++;
      } else if (line === '' || (section === '' && line.startsWith('#'))) at++;
      else at = this.readLine(section, line, at);
    }
  }

  /** Reads what begins at a line; returns the line after it. */
  private readLine(section: string, line: string, at: number): number {
    switch (section) {
      case 'Header':
        this.readField(line, at);
        return at + 1;
      case 'Data':
        if (!this.readMove(line, at, this.line)) this.out.unexpected(at, line);
        return at + 1;
      case 'Figure':
        return this.readFigure(line, at);
      case 'ReviewNode':
        this.readNode(line, at);
        return at + 1;
      case 'ReviewComment':
        return this.readComment(line, at);
      case 'Comment':
      case 'MessageLine':
        this.rest.push(line);
        return at + 1;
      default:
        this.out.unexpected(at, line);
        return at + 1;
    }
  }

  private readField(line: string, at: number): void {
    const parts = /^(\w+)=(.*)$/.exec(line);
    if (!parts) {
      this.out.unexpected(at, line);
      return;
    }
    const [, name = '', value = ''] = parts;
    if (this.fields.has(name)) this.rest.push(line);
    else this.fields.set(name, { value: value.trim(), line: at });
    if (name === 'Size' && Number(value) >= 2 && Number(value) <= 52) this.size = Number(value);
    if (name === 'CoordinateType') this.isFromBelow = value.trim() === 'IGS';
  }

  private pointOf(column: number, row: number): string | undefined {
    const { size } = this;
    if (column < 0 || row < 0 || column >= size || row >= size) return undefined;
    return sgfPoint(column, this.isFromBelow ? size - 1 - row : row);
  }

  /** `QP,B1,1,0`, perhaps with the time used so far (`'00:01:15`). A play goes to the end of a line, a stone before play to its first node. */
  private readMove(text: string, at: number, line: TreeNode[]): boolean {
    const parts = /^([A-Z])([A-Z]),(?:([BW])\d|MK),(\d+)(?:,(\d+))?\s*(?:'([\d:]+))?/.exec(text);
    if (!parts) return false;
    const [, x = '', y = '', named, number = '', seconds = '0', total] = parts;
    const color = named ?? (line.length % 2 === 1 ? 'B' : 'W');
    const isPass = x >= 'Y' && this.size < 25;
    const point = isPass ? '' : this.pointOf(x.charCodeAt(0) - 65, y.charCodeAt(0) - 65);
    if (point === undefined) return false;
    if (number === '0') {
      if (isPass) return false;
      line[0]!.add(`A${color}`, point);
      return true;
    }
    const node = new TreeNode(at);
    node.add(color, point);
    line.at(-1)!.next = node;
    line.push(node);
    if (line === this.line) this.seconds.push(total ?? seconds);
    return true;
  }

  /** `.Text,12` to `.EndText`: a comment of a move. `.Fig,12,...` to `.EndFig`: a diagram, written as a variation of the root. */
  private readFigure(text: string, at: number): number {
    const [kind, number = ''] = text.split(',');
    const node = /^\d+$/.test(number) ? this.line[Number(number)] : undefined;
    if (kind === '.Text') {
      if (!node) this.rest.push(text);
      return this.readText(at + 1, node ?? this.root);
    }
    if (kind !== '.Fig') {
      this.out.unexpected(at, text);
      return at + 1;
    }
    const first = new TreeNode(at);
    first.add('N', text.split(',')[6] ?? '');
    first.add('C', text);
    this.root.asides.push(first);
    const line = [first];
    for (let next = at + 1; next < this.lines.length;) {
      const move = this.lines[next]!.trim();
      if (move.startsWith('[')) return next;
      if (move === '.EndFig') {
        this.clearRoot(first);
        return next + 1;
      }
      if (move === '.Text') next = this.readText(next + 1, line.at(-1)!);
      else {
        if (move !== '' && !this.readMove(move, next, line)) this.out.unexpected(next, move);
        next++;
      }
    }
    return this.lines.length;
  }

  /** Removes the root's setup stones that a diagram does not have. */
  private clearRoot(first: TreeNode): void {
    const kept = new Set([...first.valuesOf('AB'), ...first.valuesOf('AW')]);
    for (const ident of ['AB', 'AW'])
      for (const point of this.root.valuesOf(ident)) if (!kept.has(point)) first.add('AE', point);
  }

  private readText(from: number, node: TreeNode): number {
    const words: string[] = [];
    let at = from;
    for (; at < this.lines.length; at++) {
      const line = this.lines[at]!;
      if (line.startsWith('[') || line.trim() === '.EndFig') break;
      if (line.trim() === '.EndText') {
        at++;
        break;
      }
      const label = /^\.#,(\d+),(\d+),(.*)$/.exec(line.trim());
      const point = label && this.pointOf(Number(label[1]) - 1, Number(label[2]) - 1);
      if (label && point) node.add('LB', `${point}:${label[3]!}`);
      else words.push(line.trimEnd());
    }
    node.add('C', words.join('\n').trim());
    return at;
  }

  /** Current place in `[ReviewNode]`: the node that the next one follows, and those to which variations return. */
  private at = this.review;
  private hasRoot = false;
  private isFirst = false;
  private readonly open: TreeNode[] = [];

  private readNode(text: string, at: number): void {
    const [kind, number = '', color, x, y] = text.split(',');
    if (kind === 'VARIATION') {
      this.open.push(this.at);
      this.isFirst = true;
    } else if (kind === 'VARIATIONEND') {
      this.at = this.open.pop() ?? this.at;
      this.isFirst = false;
    } else if (kind !== 'NODE') this.out.unexpected(at, text);
    else if (!this.hasRoot && color === '0') {
      this.hasRoot = true;
      this.reviewed.set(number, this.review);
    } else {
      const node = new TreeNode(this.lines.length - 1);
      const ident = color === '1' ? 'B' : color === '2' ? 'W' : undefined;
      if (ident) node.add(ident, this.pointOf(Number(x) - 1, Number(y) - 1) ?? '');
      if (this.isFirst || this.at.next) this.at.asides.push(node);
      else this.at.next = node;
      this.isFirst = false;
      this.reviewed.set(number, node);
      this.at = node;
    }
  }

  private readComment(text: string, at: number): number {
    const node = this.reviewed.get(/^\.Comment,(\d+)/.exec(text)?.[1] ?? '');
    if (!node) {
      this.out.unexpected(at, text);
      return at + 1;
    }
    const words: string[] = [];
    let next = at + 1;
    for (; next < this.lines.length; next++) {
      const line = this.lines[next]!;
      if (/^\.Comment,\d|^\[[A-Za-z]+\]\s*$/.test(line)) break;
      words.push(line.trimEnd());
    }
    node.add('C', words.join('\n').trim());
    return next;
  }

  /** Merges the nodes of the review into the moves of `[Data]`; where their main lines differ, the review becomes a variation. */
  private joinReview(): void {
    let mine: TreeNode = this.root;
    let theirs: TreeNode | undefined = this.review;
    for (;;) {
      mine.take(theirs);
      const [here, there]: (TreeNode | undefined)[] = [mine.next, theirs.next];
      if (!there) return;
      if (!here) {
        if (!there.isBare()) mine.next = there;
        return;
      }
      if (!here.isSameMove(there)) {
        mine.asides.push(there);
        return;
      }
      mine = here;
      theirs = there;
    }
  }

  private writeHeader(): void {
    const { out, root } = this;
    for (const [name, { value, line }] of this.fields) {
      if (value === '' || name === 'Comment' || this.isPlayer(name)) continue;
      const ident = valueAt(PLAIN, name);
      if (ident) out.property(line, ident, value);
      else if (!this.writeField(name, value, line) && !ABOUT_FILE.has(name))
        this.rest.push(`${name}=${value}`);
    }
    out.property(0, 'SZ', String(this.size));
    this.writePlayers('B');
    this.writePlayers('W');
    for (const ident of ['AB', 'AW']) {
      const points = root.valuesOf(ident);
      if (points.length > 0) out.points(0, ident, points);
    }
  }

  /** Writes a field. Returns whether its whole value has a property. */
  private writeField(name: string, value: string, line: number): boolean {
    const { out } = this;
    const parts = value.split(',').map((part) => part.trim());
    switch (name) {
      case 'Title':
        out.property(line, 'EV', parts.filter((part) => part !== '').join(', '));
        return true;
      case 'Rule':
        out.property(line, 'RU', valueAt(RULES, value) ?? value);
        return true;
      case 'Writer':
        out.property(line, 'AP', value.replace(/\s{1,9}ver\s{1,9}/i, ':'));
        return true;
      case 'Winner':
        out.property(line, 'RE', resultOfLetters(parts[0] ?? '', parts[1] ?? ''));
        return /^[BW],(?:[CTF]|\d+(?:\.\d+)?)$|^[DON],?$/.test(value);
      case 'Hdcp': {
        const [stones = '', komi = ''] = parts;
        if (Number(stones) >= 2) out.property(line, 'HA', stones);
        if (/^-?\d+(?:\.\d+)?$/.test(komi)) out.property(line, 'KM', String(Number(komi)));
        return parts.length === 2 && /^\d+,-?\d+(?:\.\d+)?$/.test(value);
      }
      case 'Date': {
        const dates = [parts[0], parts[2]].map((date) => /^\d{4}\/\d\d\/\d\d$/.exec(date ?? '')?.[0]);
        const days = new Set(dates.flatMap((date) => (date ? [date.replaceAll('/', '-')] : [])));
        out.property(line, 'DT', [...days].join(','));
        return parts.length === 1 && days.size === 1;
      }
      case 'Ptime': {
        const minutes = parts.slice(0, 2).map((part) => part.split(';')[1]);
        if (Number(minutes[0]) > 0 && minutes[0] === minutes[1])
          out.property(line, 'TM', String(60 * Number(minutes[0])));
        return !/[1-9]/.test(value);
      }
      default:
        return false;
    }
  }

  private isPlayer(name: string): boolean {
    return /^Player[BW]\d?$|^[BW]Memb\d$/.test(name);
  }

  /** Name and rank of each player of a color; teams have several. What comes after the rank has no property. */
  private writePlayers(color: 'B' | 'W'): void {
    const names: string[] = [];
    const ranks: string[] = [];
    let at = 0;
    for (const [name, { value, line }] of this.fields) {
      if (!this.isPlayer(name) || !(name.startsWith(`Player${color}`) || name.startsWith(`${color}Memb`)))
        continue;
      const [player = '', rank = '', ...more] = value.split(',').map((part) => part.trim());
      if (player !== '') names.push(player);
      if (rank !== '') ranks.push(rank);
      if (more.some((part) => part !== '')) this.rest.push(`${name}=${value}`);
      at = line;
    }
    this.out.property(at, `P${color}`, names.join(' & '));
    this.out.property(at, `${color}R`, ranks.join(' & '));
  }
}

/** RE of `B,C` (resignation), `W,T`, `B,2.50`, `D` (draw), `O` (both lose), `N` (no result); '' for anything else. */
function resultOfLetters(winner: string, how: string): string {
  const others: Readonly<Record<string, string>> = { D: 'Draw', O: 'Both lose', N: 'Void' };
  if (winner !== 'B' && winner !== 'W') return others[winner.slice(0, 1)] ?? '';
  const ends: Readonly<Record<string, string>> = { C: 'R', T: 'T', F: 'F' };
  const end = ends[how.slice(0, 1)] ?? (/^\d+(?:\.\d+)?$/.test(how) ? String(Number(how)) : '');
  return `${winner}+${end}`;
}
