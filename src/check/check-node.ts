import type { Color } from '../core/color.js';
import type { LintContext } from './context.js';
import { HAS, MOVE_JUDGEMENTS, POSITION_JUDGEMENTS } from './property-table.js';

const MOVE = HAS.black | HAS.white;
const ANNOTATION = HAS.badMove | HAS.doubtful | HAS.interesting | HAS.tesuji | HAS.force;

/** What the properties of one node say together; `bits` are those of `HAS`, `at` is where the node begins. */
export function checkNode(context: LintContext, bits: number, at: number): void {
  if ((bits & HAS.any) === 0) {
    context.report('sgf/empty-node', {}, at);
    return;
  }
  if (!context.isGo) return;
  const moves = bits & MOVE;
  if (moves !== 0 && !context.isReplayed()) {
    if (moves === MOVE) context.report('move/both-colors', {}, at);
    if ((bits & HAS.setup) !== 0) context.report('move/with-setup', {}, at);
  }
  if (moves === 0 && (bits & ANNOTATION) !== 0) {
    const [, ident] = MOVE_JUDGEMENTS.find(([bit]) => (bits & bit) !== 0) ?? [0, 'KO'];
    context.report('sgf/annotation-without-move', { ident }, at);
  }
  const judged = bits & ANNOTATION & ~HAS.force;
  if (judged === (HAS.badMove | HAS.tesuji)) {
    context.report('sgf/annotation-pair', { first: 'TE', second: 'BM' }, at);
  } else {
    clash(context, MOVE_JUDGEMENTS, bits, at);
  }
  clash(context, POSITION_JUDGEMENTS, bits, at);
}

function clash(
  context: LintContext,
  judgements: readonly (readonly [bit: number, ident: string])[],
  bits: number,
  at: number,
): void {
  let first = '';
  for (const [bit, ident] of judgements) {
    if ((bits & bit) === 0) continue;
    if (first !== '') {
      context.report('sgf/annotation-clash', { first, second: ident }, at);
      return;
    }
    first = ident;
  }
}

/** What a node keeps for the rules between nodes: the color of its move, and whether a node up to it has game information. */
export const KEPT = { black: 1, white: 2, info: 4 } as const;

/**
 * Variations that stand one node too late: their first move has the color of the move before, that of the first child
 * has not. `kept` holds `KEPT` bits by node, `starts` where nodes begin.
 */
export function checkLevels(context: LintContext, kept: Uint8Array, starts: readonly number[]): void {
  const { ordinals, parents } = context.nodes;
  for (let node = 0; node < parents.length; node++) {
    const parent = parents[node]!;
    if (ordinals[node]! < 2 || parent < 0) continue;
    const color = kept[node]! & MOVE;
    const first = kept[parent + 1]! & MOVE;
    if (color === 0 || first === 0 || color === first || color !== (kept[parent]! & MOVE)) continue;
    const args = { expected: colorOf(first), first: colorOf(first) };
    context.report('sgf/variation-level', args, starts[node]!, undefined, node);
  }
}

function colorOf(bit: number): Color {
  return bit === HAS.black ? 'black' : 'white';
}
