import type { GameRecord } from '../record/record.js';
import { pointOf, type Board } from './points.js';
import { mainLineOf, makeNode, makeProperty, type FormatNode, type FormatTree } from './tree.js';
import { unescaped } from './values.js';

/** Passes that end a game. */
const TO_END = 2;

type Mover = 'B' | 'W';

/** What a line has had up to a node. */
interface Before {
  readonly last: Mover | undefined;
  /** Both have moved: what came before may have been handicap. */
  readonly bothMoved: boolean;
}

/**
 * Adds the passes that a record implies: where one color moves twice in a row with no setup between, after both have moved; and
 * at the end of a main line whose result is a margin, so that two passes stand there. Nodes get a B or W without a point.
 */
export function addPasses(tree: FormatTree, record: GameRecord): void {
  betweenMoves(tree);
  if (record.result.kind === 'margin') atTheEnd(tree);
}

function betweenMoves(tree: FormatTree): void {
  const start: Before = { last: undefined, bothMoved: false };
  const open: { node: FormatNode; before: Before }[] = [
    { node: tree.root, before: behind(tree.root, start) },
  ];
  for (let one = open.pop(); one; one = open.pop()) {
    const { node, before } = one;
    for (const [i, child] of node.children.entries()) {
      const mover = moverOf(child);
      if (mover && before.bothMoved && mover === before.last) node.children[i] = pass(other(mover), [child]);
      open.push({ node: child, before: behind(child, before) });
    }
  }
}

function atTheEnd(tree: FormatTree): void {
  const line = mainLineOf(tree);
  const end = line.at(-1)!;
  const moves = line.filter(moverOf);
  const last = moves.at(-1);
  if (!last) return;
  const mark = moves.findLastIndex((node) => !isPass(node, tree));
  let color = other(moverOf(last)!);
  let parent = end;
  for (let missing = TO_END - (moves.length - 1 - mark); missing > 0; missing--) {
    const added = pass(color, []);
    parent.children.unshift(added);
    parent = added;
    color = other(color);
  }
}

function behind(node: FormatNode, before: Before): Before {
  const mover = moverOf(node);
  if (mover)
    return {
      last: mover,
      bothMoved: before.bothMoved || (before.last !== undefined && before.last !== mover),
    };
  return hasSetup(node) ? { last: undefined, bothMoved: before.bothMoved } : before;
}

/** The color of a node with one move; none where both move. */
function moverOf(node: FormatNode): Mover | undefined {
  const moves = node.properties.filter(({ ident }) => ident === 'B' || ident === 'W');
  return moves.length === 1 ? (moves[0]!.ident as Mover) : undefined;
}

function isPass(node: FormatNode, board: Board): boolean {
  return node.properties.some(
    ({ ident, values }) =>
      (ident === 'B' || ident === 'W') && isPassValue(unescaped(values[0]!).trim(), board),
  );
}

/** `tt` is a pass where there is no such point. */
function isPassValue(value: string, board: Board): boolean {
  return value === '' || (value === 'tt' && pointOf(value, board) === undefined);
}

function hasSetup(node: FormatNode): boolean {
  return node.properties.some(({ ident }) => ['AB', 'AW', 'AE', 'PL', 'B', 'W'].includes(ident));
}

function other(mover: Mover): Mover {
  return mover === 'B' ? 'W' : 'B';
}

function pass(mover: Mover, children: FormatNode[]): FormatNode {
  return makeNode([makeProperty(mover, [''])], children);
}
