import type { Finding } from '../../core/findings/finding.js';
import type { RawClock, RawGame, RawHeader } from '../raw.js';
import { FIRST_NON_MOVE, type MainLine, type TerritoryMarks } from '../../core/line.js';
import type { Decoded } from '../decode/decode.js';
import { identCode, decodeValue } from '../properties.js';
import type { NodeValues } from './node-values.js';
import type { GameScanner } from './scan-game.js';
import type { Scratch } from './scratch.js';

/** Numbers kept for each header value: ident code, offset of the value, offset after it. */
const HEADER_FIELDS = 3;

const NOTHING: readonly string[] = [];

/**
 * Header over value extents: a value becomes a string only when it is read.
 * `extents` holds HEADER_FIELDS numbers per value, in the order of the file, between two indices.
 */
class LazyHeader implements RawHeader {
  private readonly text: Uint8Array;
  private readonly extents: Int32Array;
  private readonly start: number;
  private readonly end: number;

  constructor(text: Uint8Array, extents: Int32Array, start: number, end: number) {
    this.text = text;
    this.extents = extents;
    this.start = start;
    this.end = end;
  }

  get(ident: string): string | undefined {
    const at = this.find(identCode(ident), this.start);
    return at < 0 ? undefined : this.value(at);
  }

  all(ident: string): readonly string[] {
    const code = identCode(ident);
    let at = this.find(code, this.start);
    if (at < 0) return NOTHING;
    const values: string[] = [];
    for (; at >= 0; at = this.find(code, at + HEADER_FIELDS)) values.push(this.value(at));
    return values;
  }

  offset(ident: string): number {
    const at = this.find(identCode(ident), this.start);
    return at < 0 ? -1 : this.extents[at + 1]!;
  }

  private find(code: number, from: number): number {
    const { extents, end } = this;
    for (let at = from; at < end; at += HEADER_FIELDS) if (extents[at] === code) return at;
    return -1;
  }

  private value(at: number): string {
    return decodeValue(this.text, this.extents[at + 1]!, this.extents[at + 2]!);
  }
}

/** `copy`: the game has arrays of its own; `hold`: line and header stay in the scratch arrays until the next file is read. */
export type LineKeeping = 'copy' | 'hold';

/** Where a game is in the scanned text, and its number. */
interface Extent {
  readonly game: number;
  readonly start: number;
  readonly end: number;
}

const NO_FINDINGS: readonly Finding[] = [];
const NO_CLOCKS: readonly RawClock[] = [];

/** Makes a game from the scanner's last results. */
export function makeGame(
  decoded: Decoded,
  scanner: GameScanner,
  scratch: Scratch,
  extent: Extent,
  keeping: LineKeeping,
): RawGame {
  const { values } = scanner;
  const header = headerOf(decoded.text, scratch, keeping);
  if (!values.sizeDeclared) reportSize(header, scratch);
  if (scanner.missing > 0) {
    scratch.report('sgf/unclosed-tree', { missing: scanner.missing }, { offset: extent.start });
  }
  if (scratch.count > scratch.base && scratch.nodes[scratch.base] === 0) reportMoveInRoot(scratch);
  const marks = marksOf(values, scratch);
  const line = lineOf(scratch, scanner.nodeCount, keeping);
  return new ScannedGame(decoded, extent, scanner, header, line, marks, scratch);
}

class ScannedGame implements RawGame {
  readonly game: number;
  readonly start: number;
  readonly end: number;
  readonly textStart: number;
  readonly textEnd: number;
  readonly header: LazyHeader;
  readonly width: number;
  readonly height: number;
  readonly sizeDeclared: boolean;
  readonly line: MainLine;
  readonly marks: TerritoryMarks | undefined;
  readonly clocks: readonly RawClock[];
  readonly branches: number;
  readonly findings: readonly Finding[];
  private readonly text: Uint8Array;
  private readonly commentStart: number;
  private readonly commentEnd: number;

  constructor(
    decoded: Decoded,
    extent: Extent,
    { values, state }: GameScanner,
    header: LazyHeader,
    line: MainLine,
    marks: TerritoryMarks | undefined,
    { clocks, findings }: Scratch,
  ) {
    this.game = extent.game;
    this.start = decoded.originalOffset(extent.start);
    this.end = decoded.originalOffset(extent.end);
    this.textStart = extent.start;
    this.textEnd = extent.end;
    this.header = header;
    this.width = values.width;
    this.height = values.height;
    this.sizeDeclared = values.sizeDeclared;
    this.line = line;
    this.marks = marks;
    this.clocks = clocks.length > 0 ? clocks : NO_CLOCKS;
    this.branches = state.branches;
    this.findings = findings.length > 0 ? findings : NO_FINDINGS;
    this.text = decoded.text;
    this.commentStart = values.commentStart;
    this.commentEnd = values.commentEnd;
  }

  get lastComment(): string {
    const { text, commentStart, commentEnd } = this;
    return commentStart < 0 ? '' : decodeValue(text, commentStart, commentEnd);
  }
}

function reportSize(header: LazyHeader, scratch: Scratch): void {
  const declared = header.get('SZ');
  if (declared !== undefined)
    scratch.report('game/size', { value: declared }, { offset: header.offset('SZ') });
}

function lineOf(scratch: Scratch, nodeCount: number, keeping: LineKeeping): MainLine {
  const { base, count: end } = scratch;
  if (keeping === 'hold' && scratch.hold()) {
    if (base === 0) {
      const { kinds, points, nodes, offsets } = scratch;
      return { count: end, kinds, points, nodes, offsets, nodeCount };
    }
    return {
      count: end - base,
      kinds: scratch.kinds.subarray(base, end),
      points: scratch.points.subarray(base, end),
      nodes: scratch.nodes.subarray(base, end),
      offsets: scratch.offsets.subarray(base, end),
      nodeCount,
    };
  }
  return {
    count: end - base,
    kinds: scratch.kinds.slice(base, end),
    points: scratch.points.slice(base, end),
    nodes: scratch.nodes.slice(base, end),
    offsets: scratch.offsets.slice(base, end),
    nodeCount,
  };
}

function headerOf(text: Uint8Array, scratch: Scratch, keeping: LineKeeping): LazyHeader {
  const { header, headerBase, headerLength } = scratch;
  if (keeping === 'hold') return new LazyHeader(text, header, headerBase, headerLength);
  return new LazyHeader(text, header.slice(headerBase, headerLength), 0, headerLength - headerBase);
}

function reportMoveInRoot(scratch: Scratch): void {
  for (let i = scratch.base; i < scratch.count && scratch.nodes[i] === 0; i++) {
    if (scratch.kinds[i]! < FIRST_NON_MOVE) {
      scratch.report('sgf/move-in-root', {}, { node: 0, offset: scratch.offsets[i]! });
      return;
    }
  }
}

function marksOf(values: NodeValues, scratch: Scratch): TerritoryMarks | undefined {
  if (values.marksNode < 0) return undefined;
  const { marksBlack: black, marksWhite: white, marksNode: node, marksOffset: offset } = values;
  if (values.marksOutside > 0) {
    const value = `${values.marksOutside.toString()} outside`;
    scratch.report('sgf/bad-point', { ident: 'TB', value }, { node, offset });
  }
  return { black, white, node, offset };
}
