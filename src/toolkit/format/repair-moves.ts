import type { BoardSize } from '../../core/findings/finding.js';
import { pointToSgf, symmetriesOf } from '../../core/point.js';
import type { GameRecord } from '../../referee/record/record.js';
import { openingOf, type Edit } from '../../referee/repair/edits.js';
import { LIKELY, type RecordRepair } from '../../referee/repair/repair.js';
import { repairFromText, repairText } from '../../referee/repair/repair-text.js';
import {
  escaped,
  type FormatNode,
  type FormatTree,
  makeNode,
  makeProperty,
  mainLineOf,
  propertyOf,
} from './tree.js';
import { pointOf } from './operations.js';

/** The move of a node; none where both move. */
function moveOf(node: FormatNode) {
  const moves = node.properties.filter(({ ident }) => ident === 'B' || ident === 'W');
  return moves.length === 1 ? moves[0] : undefined;
}

export function addComment(node: FormatNode, text: string): void {
  const comment = propertyOf(node, 'C');
  const line = escaped(text);
  if (comment) comment.values = [comment.values[0] === '' ? line : `${comment.values[0]!}\n${line}`];
  else node.properties.push(makeProperty('C', [line]));
}

/** What became of the moves of a record. */
export interface MoveRepair {
  /** The repair that was written, as the column `repair` has it; '' for none. */
  readonly repair: string;
  /** The record that has the moves of this one with the repair. */
  readonly copy?: string;
  /** A repair that was not written: its chance is below that of "probably", or a node of the main line has two moves. */
  readonly proposal?: { readonly repair: string; readonly chance: number };
}

const UNTOUCHED: MoveRepair = { repair: '' };

/**
 * Writes what a record should be: as it was `decided`, else what the referee proposes for one with illegal moves (`record/misprint`).
 * A comment at each changed move has what was written. Nothing is changed if the chance is below that of "probably", or a node of the
 * main line has two moves.
 */
export function repairMoves(
  tree: FormatTree,
  record: GameRecord,
  decided: string | undefined,
  proposed: RecordRepair | undefined,
): MoveRepair {
  const opening = openingOf(record.line, record.width, record.height);
  const edits = decided === undefined ? proposed?.edits : opening && repairFromText(decided, opening);
  if (!opening || !edits || edits.length === 0) return UNTOUCHED;
  const repair = repairText(opening, edits);
  const two = (node: FormatNode): boolean =>
    node.properties.filter(({ ident }) => ident === 'B' || ident === 'W').length > 1;
  const chance = decided === undefined ? proposed!.confidence : 1;
  if (chance < LIKELY || mainLineOf(tree).some(two)) return { repair: '', proposal: { repair, chance } };
  const probably = decided === undefined ? 'probably ' : '';
  for (const edit of edits) repairMove(tree, record, edit, probably);
  return { repair };
}

/** Writes one edit. `probably`: how sure the comment is. */
export function repairMove(
  tree: FormatTree,
  { width, height }: GameRecord,
  edit: Edit,
  probably: string,
): void {
  const nodes = mainLineOf(tree).filter((node) => moveOf(node));
  const node = nodes[edit.at];
  const move = node && moveOf(node);
  if (!move) return;
  const number = String(edit.at + 1);
  const written = move.values[0]!;
  switch (edit.kind) {
    case 'point':
      move.values = [pointToSgf(edit.point, width)];
      addComment(node, `sgf-referee: move ${number} was ${move.ident}[${written}], ${probably}a misprint`);
      return;
    case 'swap': {
      const other = moveOf(nodes[edit.with]!)!;
      move.values = other.values;
      other.values = [written];
      addComment(node, `sgf-referee: moves ${number} and ${String(edit.with + 1)} were ${probably}exchanged`);
      return;
    }
    case 'extra':
      node.properties = node.properties.filter((one) => one !== move);
      if (edit.turned) turnColors(nodes, edit.at + 1);
      addComment(node, `sgf-referee: here was a move ${move.ident}[${written}], ${probably}one too many`);
      return;
    case 'lost': {
      const color = edit.turned ? move.ident : move.ident === 'B' ? 'W' : 'B';
      if (edit.turned) turnColors(nodes, edit.at);
      const point = pointToSgf(edit.point, width);
      const lost = makeNode([makeProperty(color, [point])], [node]);
      addComment(lost, `sgf-referee: the record lacked move ${number}, ${probably}${color}[${point}]`);
      const before = mainLineOf(tree)[mainLineOf(tree).indexOf(node) - 1];
      if (before) before.children[0] = lost;
      return;
    }
    case 'mirrored': {
      const to = symmetriesOf(width, height)[edit.symmetry]!;
      for (const later of nodes.slice(edit.at)) turnPoint(later, to, { width, height });
      addComment(node, `sgf-referee: from move ${number} on the points were ${probably}mirrored or turned`);
      return;
    }
    case 'cut': {
      // The main line ends here; what came is its variation.
      const end = makeNode();
      const from = probably === '' ? `move ${number}` : `about move ${number}`;
      addComment(end, `sgf-referee: from ${from} on the moves are ${probably}those of another game`);
      const line = mainLineOf(tree);
      line[line.indexOf(node) - 1]?.children.unshift(end);
      return;
    }
    case 'colors':
      turnColors(nodes, edit.at);
      addComment(node, `sgf-referee: from move ${number} on the colors were ${probably}exchanged`);
  }
}

function turnColors(nodes: readonly FormatNode[], from: number): void {
  for (const node of nodes.slice(from)) {
    const move = moveOf(node)!;
    move.ident = move.ident === 'B' ? 'W' : 'B';
  }
}

function turnPoint(node: FormatNode, to: Uint16Array, board: BoardSize): void {
  const move = moveOf(node)!;
  const point = pointOf(move.values[0]!, board);
  if (point !== undefined) move.values = [pointToSgf(to[point]!, board.width)];
}
