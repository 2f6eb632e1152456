import type { TreeShape } from '../core/line.js';
import { DEFAULT_LIMITS } from '../core/limits.js';
import { pointFromSgf, type Point } from '../core/point.js';
import { visible } from '../core/text.js';
import type { BoardSize } from '../core/findings/finding.js';
import { decodeValue, identOfCode } from './properties.js';
import { type PlacedGame, PROPERTY_WORDS, readLineTree, readPlaces, type TreePlaces } from './tree.js';

/** What a node says besides its stones. Values are as written; clocks are the seconds and the stones or periods that are left. */
export interface NodeNotes {
  /** The name of the node (N) and its comment, in lines of their own. */
  readonly C?: string;
  readonly BL?: string;
  readonly WL?: string;
  readonly OB?: string;
  readonly OW?: string;
  /** Points that the node labels or marks, with a letter or sign for each. */
  readonly labels?: readonly (readonly [Point, string])[];
}

/** A game with all its lines, as a viewer shows it. Plain data: a worker can send it. Nodes are numbered in the order of the file. */
export interface ViewedTree extends TreeShape {
  /** As in `LineTree`; one entry of `firstActions` more than there are nodes. */
  readonly kinds: Uint8Array;
  readonly points: Uint16Array;
  readonly firstActions: Uint32Array;
  /** By node, where there are any. */
  readonly notes: ReadonlyMap<number, NodeNotes>;
  /** Whether a limit left out nodes. */
  readonly isCut: boolean;
}

/** Limits above any commented game; a page has to draw what is below them. */
const MAX_NODES = 20_000;
const MAX_COMMENT = 8000;
const MAX_LABEL = 3;

const LIMITS = { ...DEFAULT_LIMITS, nodesPerGame: MAX_NODES };

const TEXTS: readonly string[] = ['N', 'C', 'BL', 'WL', 'OB', 'OW'] satisfies readonly (
  'N' | keyof NodeNotes
)[];
/** Marks by their properties; LB has its own letters. */
const SIGNS: Readonly<Record<string, string>> = { LB: '', TR: '△', SQ: '□', CR: '○', MA: '✕' };

/** Reads the tree of a game whose text is UTF-8 and that a scan found there, or that is all of the text. */
export function readViewedTree(text: Uint8Array, game: PlacedGame): ViewedTree {
  const { count, kinds, points, cutAt, nodeCount, ...tree } = readLineTree(text, game, LIMITS);
  const { places } = readPlaces(text, game, LIMITS);
  const notes = new Map<number, NodeNotes>();
  for (let node = 0; node < nodeCount; node++) {
    const found = notesOf(text, places, node, game);
    if (found) notes.set(node, found);
  }
  const { parents, childCounts, ordinals, depths, runs, rootCount, firstActions } = tree;
  return {
    ...{ parents, childCounts, ordinals, depths, runs, rootCount, firstActions, notes },
    ...{ kinds: kinds.slice(0, count), points: points.slice(0, count), isCut: cutAt >= 0 },
  };
}

function notesOf(
  text: Uint8Array,
  { firstProperties, properties, firstValues, values }: TreePlaces,
  node: number,
  size: BoardSize,
): NodeNotes | undefined {
  const texts: Record<string, string> = {};
  const labels = new Map<Point, string>();
  for (let property = firstProperties[node]!; property < firstProperties[node + 1]!; property++) {
    const ident = identOfCode(properties[property * PROPERTY_WORDS + 2]!);
    const sign = SIGNS[ident];
    if (sign === undefined && !TEXTS.includes(ident)) continue;
    for (let at = firstValues[property]!; at < firstValues[property + 1]!; at++) {
      const value = decodeValue(text, values[2 * at]!, values[2 * at + 1]!).slice(0, MAX_COMMENT);
      const point = pointFromSgf(value.slice(0, 2), size.width, size.height);
      if (sign === undefined) texts[ident] ??= value;
      else if (point !== undefined) labels.set(point, sign || visible(value.slice(3, 3 + MAX_LABEL)));
    }
  }
  const { N = '', C = '', ...clocks } = texts;
  const said = [visible(N), C].filter((one) => one !== '').join('\n');
  const notes = said === '' ? clocks : { C: said, ...clocks };
  if (labels.size > 0) return { ...notes, labels: [...labels] };
  return Object.keys(notes).length > 0 ? notes : undefined;
}
