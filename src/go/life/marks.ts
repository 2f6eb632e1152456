import { BLACK, EMPTY, WHITE } from '../../core/color.js';
import { finding, type Finding } from '../../core/findings/finding.js';
import type { TerritoryMarks } from '../../core/line.js';
import {
  type Components,
  neighborsOf,
  type Position,
  withoutDead,
  colorsBeside,
  componentsOf,
} from '../board/position.js';

/** Share of the points surrounded by one color that must have its mark for the marks to be used. */
const USABLE_PART = 0.7;

/** Writers leave out the points that a player must still fill; more unmarked points than this are an omission. */
const MAX_UNMARKED = 4;

/** Dead stones by TB and TW. */
export interface MarkedLife {
  /** False when the marks do not fit the board and must be ignored. */
  readonly usable: boolean;
  readonly dead: Uint8Array;
  /** 1 where the stone surrounds only unmarked points: the marks treat it as in seki. */
  readonly seki: Uint8Array;
  /** 1 on surrounded points that the writer left unmarked, where these are few: no points under territory counting. */
  readonly unmarked: Uint8Array;
  readonly findings: readonly Finding[];
}

/**
 * Reads TB and TW against the board.
 *
 * A chain is dead when most of its stones are inside the other color's marks, or all its liberties are: some programs mark only empty
 * points. Marks on a color's own stones mean
 * that the file marks area instead of territory (OGS, KGS under area rules) and change nothing. Points marked for both
 * colors count for neither. The marks are usable when most points that one color surrounds, with the dead off the board,
 * have that color's mark.
 *
 * Findings: `territory/overlap`, `territory/live-stone-inside` (a chain only partly inside the other's marks),
 * `territory/incomplete` (surrounded points without a mark; reported also when the marks are not usable).
 * FF[4] "Markup": TB, TW.
 */
export function readMarks(position: Position, components: Components, marks: TerritoryMarks): MarkedLife {
  const { mark, overlap } = marksByPoint(position.stones.length, marks);
  const { dead, partly } = deadByMarks(position, components, mark);
  const { right, wrong, missing, seki, unmarked } = compare(position, mark, dead);
  const surrounded = right + wrong + missing;
  const usable =
    marks.black.length + marks.white.length > 0 &&
    surrounded > 0 &&
    right >= USABLE_PART * surrounded &&
    wrong * 10 <= right;
  const place = { node: marks.node, offset: marks.offset };
  const findings: Finding[] = [];
  if (overlap > 0) findings.push(finding('territory/overlap', { points: overlap }, place));
  if (usable && partly > 0) findings.push(finding('territory/live-stone-inside', { points: partly }, place));
  if (missing > 0) findings.push(finding('territory/incomplete', { points: missing }, place));
  const none = new Uint8Array(dead.length);
  if (!usable) return { usable, dead: none, seki: none, unmarked: none, findings };
  return {
    usable,
    dead,
    seki: sekiStones(position, components, dead, seki),
    unmarked: missing <= MAX_UNMARKED ? unmarked : none,
    findings,
  };
}

/** The color that each point is marked for, EMPTY for none or both; and how many are marked for both. */
function marksByPoint(
  points: number,
  { black, white }: TerritoryMarks,
): { readonly mark: Uint8Array; readonly overlap: number } {
  const mark = new Uint8Array(points);
  for (const p of black) if (p < points) mark[p]! |= BLACK;
  for (const p of white) if (p < points) mark[p]! |= WHITE;
  let overlap = 0;
  for (let p = 0; p < points; p++) {
    if (mark[p] !== (BLACK | WHITE)) continue;
    overlap++;
    mark[p] = EMPTY;
  }
  return { mark, overlap };
}

const UNMARKED = 4;

/** The chains that lie in the other color's marks; `partly`: stones marked differently from most of their chain. */
function deadByMarks(
  { width, height, stones }: Position,
  { of, count, content, size }: Components,
  mark: Uint8Array,
): { readonly dead: Uint8Array; readonly partly: number } {
  const near = neighborsOf(width, height);
  /** By chain: bits of the marks on its liberties; 4 for a liberty without one. */
  const liberties = new Uint8Array(count);
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] !== EMPTY) continue;
    for (const q of near[p]!) if (stones[q] !== EMPTY) liberties[of[q]!]! |= mark[p]! || UNMARKED;
  }
  const inside = new Int16Array(count);
  for (let p = 0; p < stones.length; p++) {
    if (stones[p] !== EMPTY && mark[p] === 3 - stones[p]!) inside[of[p]!]!++;
  }
  let partly = 0;
  const isDead = new Uint8Array(count);
  for (let c = 0; c < count; c++) {
    if (content[c] === EMPTY) continue;
    const isAmong = liberties[c] === 3 - content[c]!;
    if (inside[c] === 0) isDead[c] = isAmong ? 1 : 0;
    else {
      isDead[c] = inside[c]! * 2 > size[c]! ? 1 : 0;
      partly += isDead[c] === 1 ? size[c]! - inside[c]! : inside[c]!;
    }
  }
  return { dead: stones.map((_, p) => isDead[of[p]!]!), partly };
}

interface Comparison {
  /** Surrounded points with the right mark, the wrong one, and none. */
  readonly right: number;
  readonly wrong: number;
  readonly missing: number;
  /** Points of one-color regions without any mark. */
  readonly seki: Uint8Array;
  /** Surrounded points without a mark. */
  readonly unmarked: Uint8Array;
}

/** Compares the marks with each region that touches only one color once the dead are off the board. */
function compare({ width, height, stones }: Position, mark: Uint8Array, dead: Uint8Array): Comparison {
  const cleared = { width, height, stones: withoutDead(stones, dead) };
  const regions = componentsOf(cleared);
  const { of, count, size } = regions;
  const beside = colorsBeside(cleared, regions);
  const seki = new Uint8Array(stones.length);
  const marked = new Int16Array(count);
  let right = 0;
  let wrong = 0;
  for (let p = 0; p < stones.length; p++) {
    const region = of[p]!;
    if (mark[p] === EMPTY || !isOneColor(beside[region]!)) continue;
    marked[region]!++;
    if (mark[p] === beside[region]) right++;
    else wrong++;
  }
  let missing = 0;
  for (let region = 0; region < count; region++) {
    if (isOneColor(beside[region]!)) missing += size[region]! - marked[region]!;
  }
  const unmarked = new Uint8Array(stones.length);
  for (let p = 0; p < stones.length; p++) {
    const region = of[p]!;
    if (!isOneColor(beside[region]!)) continue;
    if (marked[region] === 0) seki[p] = 1;
    if (mark[p] === EMPTY) unmarked[p] = 1;
  }
  return { right, wrong, missing, seki, unmarked };
}

function isOneColor(beside: number): boolean {
  return beside === BLACK || beside === WHITE;
}

/** Living chains that touch a region without marks. */
function sekiStones(
  position: Position,
  components: Components,
  dead: Uint8Array,
  eyes: Uint8Array,
): Uint8Array {
  const { width, height, stones } = position;
  const points = width * height;
  const near = neighborsOf(width, height);
  const chain = new Uint8Array(components.count);
  for (let p = 0; p < points; p++) {
    if (eyes[p] === 0) continue;
    for (const q of near[p]!) if (stones[q] !== EMPTY && dead[q] === 0) chain[components.of[q]!] = 1;
  }
  const seki = new Uint8Array(points);
  for (let p = 0; p < points; p++) {
    if (stones[p] !== EMPTY && dead[p] === 0 && chain[components.of[p]!] === 1) seki[p] = 1;
  }
  return seki;
}
