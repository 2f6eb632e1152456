import type { MainLine } from '../../core/line.js';
import { ACTION, FIRST_NON_MOVE, pathOf } from '../../core/line.js';
import type { Point } from '../../core/point.js';
import { movesOf, type LineMove } from '../../report/output/html/report-data.js';
import type { NodeNotes, ViewedTree } from '../../sgf/viewed-tree.js';

/** One line of a game from the start to its end: the main line, or a variation. */
export interface GameLine {
  readonly line: MainLine;
  readonly moves: readonly LineMove[];
  /** The last move that is shown. */
  readonly last: number;
  /** Path of the variation, as findings have it; '' for the main line. */
  readonly path: string;
  /** Nodes of the line, and how many moves come before the end of each; empty without a tree. */
  readonly nodes: readonly number[];
  readonly counts: readonly number[];
}

/** A way on from a move, where there are several. */
export interface Branch {
  readonly node: number;
  /** The next move; `undefined`: none comes. */
  readonly move: LineMove | undefined;
  /** `A` for the first. */
  readonly letter: string;
}

/** The main line as judged; it has the nodes of the tree where both agree. */
export function mainLine(line: MainLine, last: number, tree: ViewedTree | undefined): GameLine {
  const moves = movesOf(line);
  const read = tree && lineThrough(tree, 0);
  const { nodes, counts } = read?.moves.length === moves.length ? read : { nodes: [], counts: [] };
  return { line, moves, last, path: '', nodes, counts };
}

/** The line through a node that goes on with the first child of each. */
export function lineThrough(tree: ViewedTree, node: number): GameLine {
  const { parents, childCounts, firstActions } = tree;
  const nodes: number[] = [];
  for (let at = node; at >= 0; at = parents[at]!) nodes.push(at);
  nodes.reverse();
  for (let at = node; childCounts[at]! > 0;) nodes.push(++at);
  const kinds: number[] = [];
  const points: number[] = [];
  const counts: number[] = [];
  let moves = 0;
  for (const at of nodes) {
    for (let action = firstActions[at]!; action < firstActions[at + 1]!; action++) {
      kinds.push(tree.kinds[action]!);
      points.push(tree.points[action]!);
      if (tree.kinds[action]! < FIRST_NON_MOVE) moves++;
    }
    counts.push(moves);
  }
  const none = new Uint32Array(0);
  const line: MainLine = {
    ...{ count: kinds.length, kinds: Uint8Array.from(kinds), points: Uint16Array.from(points) },
    ...{ nodes: none, offsets: none, nodeCount: nodes.length },
  };
  return { line, moves: movesOf(line), last: moves, path: pathOf(tree, nodes.at(-1)!), nodes, counts };
}

/** The node that a variation begins with; `undefined` for the main line, and for a path that does not exist. */
export function nodeOf(tree: ViewedTree | undefined, path: string): number | undefined {
  if (!tree || path === '') return undefined;
  const found = tree.runs.findIndex((run, node) => run === node && pathOf(tree, node) === path);
  return found < 0 ? undefined : found;
}

/** The nodes that show the position after a move: those from the move itself to the next one. */
function nodesAt({ nodes, counts }: GameLine, move: number): readonly number[] {
  return nodes.filter((_, i) => counts[i] === move);
}

/** What the record says at a move: comments and labels there, and the last time of each clock so far. */
export function notesAt(tree: ViewedTree | undefined, shown: GameLine, move: number): NodeNotes {
  if (!tree) return {};
  const here = nodesAt(shown, move).flatMap((node) => tree.notes.get(node) ?? []);
  const notes: Record<string, string> = {};
  for (let i = shown.counts.findLastIndex((count) => count <= move); i >= 0; i--) {
    const { C: _, labels: __, ...clocks } = tree.notes.get(shown.nodes[i]!) ?? {};
    for (const [ident, value] of Object.entries(clocks)) notes[ident] ??= value;
  }
  const comments = here.flatMap(({ C }) => C ?? []);
  return { ...notes, C: comments.join('\n\n'), labels: here.flatMap(({ labels }) => labels ?? []) };
}

/** The ways on from a move, if there are several. */
export function branchesAt(tree: ViewedTree | undefined, shown: GameLine, move: number): readonly Branch[] {
  if (!tree) return [];
  const { parents, childCounts, rootCount } = tree;
  const parting = nodesAt(shown, move).filter((node) => childCounts[node]! > 1);
  const isParted = (node: number): boolean => parting.includes(parents[node]!);
  const children =
    parting.length > 0 || (move === 0 && rootCount > 1)
      ? Array.from(parents.keys()).filter(
          (node) => isParted(node) || (move === 0 && parents[node]! < 0 && rootCount > 1),
        )
      : [];
  return children.map((node, i) => ({ node, move: nextMove(tree, node), letter: letterOf(i) }));
}

const A = 65;
const LETTERS = 26;

function letterOf(index: number): string {
  return index < LETTERS ? String.fromCharCode(A + index) : String(index + 1);
}

/** The first move of a line from a node on. */
function nextMove(
  { childCounts, firstActions, kinds, points }: ViewedTree,
  node: number,
): LineMove | undefined {
  for (let at = node; ; at++) {
    const from = firstActions[at]!;
    const to = firstActions[at + 1]!;
    const [move] = movesOf({
      count: to - from,
      kinds: kinds.subarray(from, to),
      points: points.subarray(from, to),
    });
    if (move || childCounts[at] === 0) return move;
  }
}

/** By point: the number of the move that put the last stone there; 0 for setup. */
export function numbersAt(
  { line: { count, kinds, points } }: GameLine,
  move: number,
  size: number,
): Uint32Array {
  const numbers = new Uint32Array(size);
  let moves = 0;
  for (let i = 0; i < count; i++) {
    const kind = kinds[i]!;
    if (kind < FIRST_NON_MOVE && moves++ === move) break;
    if (kind <= ACTION.playWhite) numbers[points[i] as Point] = moves;
    else if (kind >= ACTION.addBlack && kind <= ACTION.addEmpty) numbers[points[i] as Point] = 0;
  }
  return numbers;
}
