import { BLACK, EMPTY, WHITE, type Stone } from '../core/color.js';
import { componentsOf, type Components } from '../life/position.js';
import type { DividedBoard } from './divided-board.js';
import { groupEyes, TWO_EYES } from './groups.js';

/** The groups of a board after the forced fills. */
export interface Groups {
  readonly components: Components;
  /** By component: a component that stands for its group. */
  readonly of: Int16Array;
  /** Per point: 1 on the stones and in the territory of a group in seki. */
  readonly inSeki: Uint8Array;
}

/**
 * Joins chains to groups and finds those in seki. Chains that a common dame would join are one group: they could have been joined.
 * A group is in seki when its territory gives less than two eyes (`filled` points give none)
 * and it shares a region of dame with an opposing group of the same kind. Against a group with two eyes it would be dead, not in seki,
 * so that a thin but living group is not taxed for its unfilled dame.
 */
export function sekiGroups(divided: DividedBoard, filled: Uint8Array): Groups {
  const board = afterFills(divided, filled);
  const { owner, components, near } = board;
  const { of: group, eyes } = groupEyes(board);
  const weak = (component: number): boolean => eyes[group[component]!]! < TWO_EYES;
  // By region of dame: the colors of weak groups that it touches, as bits.
  const touchedBy = new Uint8Array(components.count);
  eachDameNeighbor((region, chain, color) => {
    if (weak(chain)) touchedBy[region]! |= color;
  });
  const seki = new Uint8Array(components.count);
  eachDameNeighbor((region, chain) => {
    if (touchedBy[region] === (BLACK | WHITE) && weak(chain)) seki[group[chain]!] = 1;
  });
  const points = new Uint8Array(owner.length);
  for (let p = 0; p < owner.length; p++) {
    points[p] = seki[group[components.of[p]!]!]!;
  }
  return { components, of: group, inSeki: points };

  function eachDameNeighbor(visit: (region: number, chain: number, color: Stone) => void): void {
    const content = board.stones;
    for (let p = 0; p < owner.length; p++) {
      if (owner[p] !== 3) continue;
      for (let d = p * 4, end = d + 4; d < end; d++) {
        const q = near[d]!;
        if (q < 0 || content[q] === EMPTY) continue;
        visit(components.of[p]!, components.of[q]!, content[q] as Stone);
      }
    }
  }
}

/** The board with a stone of its owner on every point that must be filled. */
function afterFills(board: DividedBoard, filled: Uint8Array): DividedBoard {
  if (!filled.includes(1)) return board;
  const stones = board.stones.map((content, p) => (filled[p] === 1 ? board.owner[p]! : content));
  return { ...board, stones, components: componentsOf({ width: board.width, height: board.height, stones }) };
}
