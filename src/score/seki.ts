import { BLACK, EMPTY, WHITE, type Stone } from '../core/color.js';
import { componentsOf, type Components } from '../life/position.js';
import type { DividedBoard } from './divided-board.js';
import { lostByFilling } from './dame-fills.js';
import { coresOf } from './cores.js';
import { groupEyes, TWO_EYES } from './groups.js';

/** The groups of a board after the forced fills. */
export interface Groups {
  readonly components: Components;
  /** By component: a component that stands for its group. */
  readonly of: Int16Array;
  /** Per point: 1 on the stones and in the territory of a group in seki. */
  readonly inSeki: Uint8Array;
}

/** What eyes are that hold only while a dame stays open: none, so that their group is in seki, or eyes all the same. */
export type FalseEyes = 'none' | 'eyes';

/**
 * Joins chains to groups and finds those in seki. Chains that a common dame would join are one group: they could have been joined.
 * A group is in seki when it shares a region of dame with an opposing group, and both have
 * less than two eyes (`filled` points give none) or only false ones: no chain lives without its dame (`coresOf`), and its color cannot
 * fill the dame. Against a group that lives without its dame it would be dead, not in seki, so that a thin but living group is not
 * taxed for its unfilled dame.
 */
export function sekiGroups(divided: DividedBoard, filled: Uint8Array, falseEyes: FalseEyes): Groups {
  const board = afterFills(divided, filled);
  const { owner, components, near } = board;
  const { of: group, eyes } = groupEyes(board);
  const alive = falseEyes === 'eyes' ? undefined : livingGroups();
  const isWeak = (chain: number): boolean => eyes[group[chain]!]! < TWO_EYES;
  const mayNeed = (chain: number): boolean => isWeak(chain) || alive?.[group[chain]!] === 0;
  const dame = dameBetween(mayNeed);
  const seki = new Uint8Array(components.count);
  if (dame.length > 0) {
    const lost = ([BLACK, WHITE] as const).map((color) => lostByFilling(board, dame, color));
    const needs = (chain: number, color: Stone): boolean =>
      isWeak(chain) || (mayNeed(chain) && lost[color - 1]![chain] === 1);
    const needed = colorsAt(needs);
    eachDameNeighbor((region, chain, color) => {
      if (needed[region] === (BLACK | WHITE) && needs(chain, color)) seki[group[chain]!] = 1;
    });
  }
  const points = new Uint8Array(owner.length);
  for (let p = 0; p < owner.length; p++) {
    points[p] = seki[group[components.of[p]!]!]!;
  }
  return { components, of: group, inSeki: points };

  /** By component: 1 for groups with a chain that lives without its dame. */
  function livingGroups(): Uint8Array {
    const cores = coresOf(board);
    const lives = new Uint8Array(components.count);
    for (let p = 0; p < cores.length; p++) if (cores[p] === 1) lives[group[components.of[p]!]!] = 1;
    return lives;
  }

  /** By region of dame: the colors of the chains beside it that count, as bits. */
  function colorsAt(counts: (chain: number, color: Stone) => boolean): Uint8Array {
    const colors = new Uint8Array(components.count);
    eachDameNeighbor((region, chain, color) => {
      if (counts(chain, color)) colors[region]! |= color;
    });
    return colors;
  }

  /** The points of dame regions beside chains of both colors that count. */
  function dameBetween(counts: (chain: number) => boolean): number[] {
    const colors = colorsAt(counts);
    const found: number[] = [];
    for (let p = 0; p < owner.length; p++) {
      if (owner[p] === 3 && board.stones[p] === EMPTY && colors[components.of[p]!] === (BLACK | WHITE))
        found.push(p);
    }
    return found;
  }

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
