import { ACTION, type Actions, FIRST_NON_MOVE, type MainLine, pathOf } from '../../core/line.js';
import { visibleLines } from '../../core/text.js';
import { movesOf, type LineMove } from '../../report/output/html/report-data.js';
import type { NodeNotes, ViewedTree } from '../../sgf/viewed-tree.js';

/** One line of a game from the start to its end: the main line, or a variation. */
export interface GameLine {
  readonly line: Actions;
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
  readonly letter: string;
}

/** The main line as judged; it has the nodes of the tree if both have the same moves. */
export function mainLine(line: MainLine | undefined, last: number, tree: ViewedTree | undefined): GameLine {
  const moves = line ? movesOf(line) : [];
  const read = tree && lineThrough(tree, 0);
  const { nodes, counts } = read?.moves.length === moves.length ? read : { nodes: [], counts: [] };
  return { line: line ?? { kinds: [], points: [] }, moves, last, path: '', nodes, counts };
}

/** The line through a node that goes on with the first child of each. */
export function lineThrough(tree: ViewedTree, node: number): GameLine {
  const { parents, childCounts, firstActions } = tree;
  const nodes: number[] = [];
  for (let at = node; at >= 0; at = parents[at]!) nodes.push(at);
  nodes.reverse();
  for (let at = node; childCounts[at]! > 0;) nodes.push(++at);
  const kinds = nodes.flatMap((at) => [...tree.kinds.subarray(firstActions[at], firstActions[at + 1])]);
  const points = nodes.flatMap((at) => [...tree.points.subarray(firstActions[at], firstActions[at + 1])]);
  const moves = movesOf({ kinds, points });
  let count = 0;
  const counts = nodes.map((at) => (count += movesIn(tree, at).length));
  return { line: { kinds, points }, moves, last: count, path: pathOf(tree, nodes.at(-1)!), nodes, counts };
}

function movesIn({ firstActions, kinds, points }: ViewedTree, node: number): readonly LineMove[] {
  const place = [firstActions[node], firstActions[node + 1]] as const;
  return movesOf({ kinds: kinds.subarray(...place), points: points.subarray(...place) });
}

/** The node that a variation begins with; 0 for the main line, and for a path that does not exist. */
export function nodeOf(tree: ViewedTree | undefined, path: string): number {
  const found = tree?.runs.findIndex((run, node) => run === node && pathOf(tree, node) === path) ?? 0;
  return Math.max(0, found);
}

/** The nodes that show the position after a move: those from the move itself to the next one. */
function nodesAt({ nodes, counts }: GameLine, move: number): readonly number[] {
  return nodes.filter((_, i) => counts[i] === move);
}

/** What the record says at a move: comments and labels there, and the last time of each clock so far. */
export function notesAt(tree: ViewedTree | undefined, line: GameLine, move: number): NodeNotes {
  const { notes = NO_NOTES } = tree ?? {};
  const before = line.nodes.filter((_, i) => line.counts[i]! <= move);
  const all = before.flatMap((node) => notes.get(node) ?? []);
  const here = nodesAt(line, move).flatMap((node) => notes.get(node) ?? []);
  const C = here.flatMap((one) => one.C ?? []).join('\n\n');
  return Object.assign({}, ...all, { C, labels: here.flatMap(({ labels = [] }) => labels) }) as NodeNotes;
}

const NO_NOTES: ViewedTree['notes'] = new Map();

/** A comment, and the line and the number of the move that it stands at. */
export interface Comment {
  readonly line: GameLine;
  readonly move: number;
  readonly text: string;
}

/** All comments of a game in the order of the file; those of variations stand behind the main line. */
export function commentsOf(tree: ViewedTree): readonly Comment[] {
  const { notes, runs } = tree;
  const lines = new Map<number, GameLine>();
  return [...notes.keys()]
    .sort((a, b) => Number(runs[a] !== 0) - Number(runs[b] !== 0) || a - b)
    .flatMap((node) => {
      const text = visibleLines(notes.get(node)?.C ?? '').trim();
      if (text === '') return [];
      const run = runs[node]!;
      const line = lines.get(run) ?? lineThrough(tree, run);
      lines.set(run, line);
      return [{ line, move: line.counts[line.nodes.indexOf(node)]!, text }];
    });
}

/** The ways on from a move, if there are several, with letters that no label of the record has there. */
export function branchesAt(tree: ViewedTree | undefined, line: GameLine, move: number): readonly Branch[] {
  if (!tree) return [];
  const { parents, childCounts, rootCount } = tree;
  const parting = new Set(nodesAt(line, move).filter((node) => childCounts[node]! > 1));
  if (move === 0 && rootCount > 1) parting.add(-1);
  if (parting.size === 0) return [];
  const children = Array.from(parents.keys()).filter((node) => parting.has(parents[node]!));
  const taken = new Set(notesAt(tree, line, move).labels?.map(([, text]) => text));
  const letters = LETTERS.filter((letter) => !taken.has(letter));
  return children.map((node, i) => {
    let at = node;
    while (movesIn(tree, at).length === 0 && childCounts[at]! > 0) at++;
    return { node, move: movesIn(tree, at)[0], letter: letters[i] ?? String(i + 1) };
  });
}

/**
 * The way beside the one that a line takes, above (-1) or below (1): at the move that is shown or, where it has none beside it, at the
 * way on from it; in a variation else at the nearest of its forks before.
 */
export function lineBeside(
  tree: ViewedTree | undefined,
  line: GameLine,
  move: number,
  turn: 1 | -1,
): Branch | undefined {
  const parting = line.nodes.findLastIndex((node) => tree?.runs[node] === 0);
  const first = line.path === '' ? move : (line.counts[parting] ?? 0);
  const forks = [move - 1, move];
  for (let at = move - 2; at >= first; at--) forks.push(at);
  let isMet = false;
  for (const fork of forks) {
    const ways = branchesAt(tree, line, fork);
    const at = ways.findIndex(({ node }) => line.nodes.includes(node));
    // The way on is changed only where the move itself has no other beside it.
    if (at < 0 || (fork === move && isMet)) continue;
    isMet = true;
    if (ways[at + turn]) return ways[at + turn];
  }
  return undefined;
}

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** By point: the number of the move that put the last stone there; 0 for setup. */
export function numbersAt(
  { kinds, points, count = kinds.length }: Actions,
  move: number,
  size: number,
): Uint32Array {
  const numbers = new Uint32Array(size);
  let moves = 0;
  for (let i = 0; i < count; i++) {
    const kind = kinds[i]!;
    if (kind < FIRST_NON_MOVE && moves++ === move) break;
    if (kind <= ACTION.playWhite) numbers[points[i]!] = moves;
    else if (kind >= ACTION.addBlack && kind <= ACTION.addEmpty) numbers[points[i]!] = 0;
  }
  return numbers;
}
