import type { Finding } from '../core/finding.js';
import { ACTION, FIRST_NON_MOVE, type MainLine, type TerritoryMarks } from '../core/line.js';
import type { Point } from '../core/point.js';
import type { Decoded } from './decode.js';
import { LazyHeader } from './header.js';
import type { RawGame } from './raw.js';
import { RAW_TT } from './raw-points.js';
import type { GameScanner } from './scan-game.js';
import type { Scratch } from './scratch.js';
import { parseSize, STANDARD_SIZE } from './size.js';
import { decodeValue, valueAt } from './value.js';

/** Boards up to this size have `tt` as a pass (FF[3] and before). */
const LARGEST_WITH_TT = 19;

/** Makes the game out of what the scanner found last; everything kept is copied out of the scratch arrays. */
export function makeGame(
  text: Uint8Array,
  scanner: GameScanner,
  scratch: Scratch,
  game: number,
  textStart: number,
  textEnd: number,
  decoded: Decoded,
): RawGame {
  const header = new LazyHeader(text, scratch.header.slice(0, scratch.headerLength));
  const declared = header.get('SZ');
  const size = declared === undefined ? undefined : parseSize(declared);
  const { width, height } = size ?? STANDARD_SIZE;
  if (declared !== undefined && size === undefined) {
    scratch.report('game/size', { value: declared }, { offset: header.offset('SZ') });
  }
  if (scanner.missing > 0) {
    scratch.report('sgf/unclosed-tree', { missing: scanner.missing }, { offset: textStart });
  }
  const line = makeLine(text, scratch, scanner.nodeCount, width, height);
  const comment: CommentExtent = { text, start: scanner.commentStart, end: scanner.commentEnd };
  return new ScannedGame(
    game,
    decoded.originalOffset(textStart),
    decoded.originalOffset(textEnd),
    textStart,
    textEnd,
    header,
    width,
    height,
    size !== undefined,
    line,
    makeMarks(scanner, scratch, width, height),
    scanner.branches,
    comment,
    scratch.findings.length > 0 ? scratch.findings : NO_FINDINGS,
  );
}

const NO_FINDINGS: readonly Finding[] = [];

interface CommentExtent {
  readonly text: Uint8Array;
  readonly start: number;
  readonly end: number;
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
  readonly branches: number;
  readonly findings: readonly Finding[];
  readonly #comment: CommentExtent;

  constructor(
    game: number,
    start: number,
    end: number,
    textStart: number,
    textEnd: number,
    header: LazyHeader,
    width: number,
    height: number,
    sizeDeclared: boolean,
    line: MainLine,
    marks: TerritoryMarks | undefined,
    branches: number,
    comment: CommentExtent,
    findings: readonly Finding[],
  ) {
    this.game = game;
    this.start = start;
    this.end = end;
    this.textStart = textStart;
    this.textEnd = textEnd;
    this.header = header;
    this.width = width;
    this.height = height;
    this.sizeDeclared = sizeDeclared;
    this.line = line;
    this.marks = marks;
    this.branches = branches;
    this.#comment = comment;
    this.findings = findings;
  }

  get lastComment(): string {
    const { text, start, end } = this.#comment;
    return start < 0 ? '' : decodeValue(text, start, end);
  }
}

/** Turns raw points into points of this board, drops setup outside it, and copies the actions out. */
function makeLine(
  text: Uint8Array,
  scratch: Scratch,
  nodeCount: number,
  width: number,
  height: number,
): MainLine {
  const { count, kinds, points, nodes, offsets } = scratch;
  const hasTt = width <= LARGEST_WITH_TT && height <= LARGEST_WITH_TT;
  if (count > 0 && nodes[0] === 0) reportMoveInRoot(scratch);
  let dropped = 0;
  for (let i = 0; i < count; i++) {
    const kind = kinds[i]!;
    if (kind > ACTION.addEmpty || (kind > ACTION.playWhite && kind < ACTION.addBlack)) continue;
    const raw = points[i]!;
    const x = raw >> 8;
    const y = raw & 255;
    if (x < width && y < height) points[i] = y * width + x;
    else if (kind <= ACTION.playWhite) {
      kinds[i] = kind + (raw === RAW_TT && hasTt ? ACTION.passBlack : ACTION.badBlack);
      points[i] = 0;
    } else {
      reportOutside(text, scratch, i);
      kinds[i] = DROPPED;
      dropped++;
    }
  }
  const kept = dropped > 0 ? withoutDropped(scratch) : count;
  return {
    count: kept,
    kinds: kinds.slice(0, kept),
    points: points.slice(0, kept),
    nodes: nodes.slice(0, kept),
    offsets: offsets.slice(0, kept),
    nodeCount,
  };
}

/** Kind of an action that does not reach the game. */
const DROPPED = 255;

/** Moves the actions that stay to the front; returns how many there are. */
function withoutDropped(scratch: Scratch): number {
  const { count, kinds, points, nodes, offsets } = scratch;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (kinds[i] === DROPPED) continue;
    kinds[kept] = kinds[i]!;
    points[kept] = points[i]!;
    nodes[kept] = nodes[i]!;
    offsets[kept] = offsets[i]!;
    kept++;
  }
  return kept;
}

/** One finding a value: a rectangle may have many points outside. */
function reportOutside(text: Uint8Array, scratch: Scratch, i: number): void {
  const offset = scratch.offsets[i]!;
  if (offset === scratch.lastOutside) return;
  scratch.lastOutside = offset;
  const ident = SETUP_IDENTS[scratch.kinds[i]! - ACTION.addBlack]!;
  scratch.report(
    'sgf/bad-point',
    { ident, value: valueAt(text, offset) },
    { node: scratch.nodes[i]!, offset },
  );
}

const SETUP_IDENTS = ['AB', 'AW', 'AE'] as const;

function reportMoveInRoot(scratch: Scratch): void {
  for (let i = 0; i < scratch.count && scratch.nodes[i] === 0; i++) {
    if (scratch.kinds[i]! < FIRST_NON_MOVE) {
      scratch.report('sgf/move-in-root', {}, { node: 0, offset: scratch.offsets[i]! });
      return;
    }
  }
}

function makeMarks(
  scanner: GameScanner,
  scratch: Scratch,
  width: number,
  height: number,
): TerritoryMarks | undefined {
  if (scanner.marksNode < 0) return undefined;
  const black = pointsOnBoard(scanner.marksBlack, width, height);
  const white = pointsOnBoard(scanner.marksWhite, width, height);
  const node = scanner.marksNode;
  const offset = scanner.marksOffset;
  const lost = scanner.marksBlack.length - black.length + scanner.marksWhite.length - white.length;
  if (lost > 0)
    scratch.report('sgf/bad-point', { ident: 'TB', value: `${lost.toString()} outside` }, { node, offset });
  return { black, white, node, offset };
}

function pointsOnBoard(raw: readonly number[], width: number, height: number): readonly Point[] {
  const points: Point[] = [];
  for (const point of raw) {
    const x = point >> 8;
    const y = point & 255;
    if (x < width && y < height) points.push(y * width + x);
  }
  return points;
}
