import { ACTION, type MainLine } from '../../src/core/line.js';
import type { IllegalPolicy, ReplayOptions } from '../../src/referee/replay/replayed.js';
import type { ReplayedRecord } from '../../src/referee/replay/board-plays.js';
import type { Rows, Sign, Spot } from './reference-board.js';

/** One action of a main line, readable. Steps with the same `node` share one; without it each has its own. */
export type Step = { readonly node?: number } & (
  | { readonly kind: 'play'; readonly sign: Sign; readonly spot: Spot }
  | { readonly kind: 'pass' | 'bad' | 'turn'; readonly sign: Sign }
  | { readonly kind: 'set'; readonly content: '.' | Sign; readonly spot: Spot }
  | { readonly kind: 'force' }
);

const KINDS = {
  play: { X: ACTION.playBlack, O: ACTION.playWhite },
  pass: { X: ACTION.passBlack, O: ACTION.passWhite },
  bad: { X: ACTION.badBlack, O: ACTION.badWhite },
  turn: { X: ACTION.turnBlack, O: ACTION.turnWhite },
  set: { X: ACTION.addBlack, O: ACTION.addWhite, '.': ACTION.addEmpty },
};

function kindOf(step: Step): number {
  if (step.kind === 'force') return ACTION.force;
  return step.kind === 'set' ? KINDS.set[step.content] : KINDS[step.kind][step.sign];
}

export function lineOf(steps: readonly Step[], width: number): MainLine {
  let node = -1;
  const nodes = steps.map((step) => (node = step.node ?? node + 1));
  return {
    count: steps.length,
    kinds: Uint8Array.from(steps, kindOf),
    points: Uint16Array.from(steps, (step) => ('spot' in step ? step.spot.y * width + step.spot.x : 0)),
    nodes: Uint32Array.from(nodes),
    offsets: Uint32Array.from(steps, (_, index) => index),
    nodeCount: node + 1,
  };
}

export function recordOf(
  steps: readonly Step[],
  width: number,
  height: number,
  freeStones = 0,
): ReplayedRecord {
  return {
    line: lineOf(steps, width),
    width,
    height,
    handicap: {
      raw: undefined,
      declared: undefined,
      stones: freeStones,
      how: freeStones > 0 ? 'moves' : 'none',
      implied: [],
    },
    result: { kind: 'missing' },
    origin: 'other',
  };
}

/** Setup of a whole diagram in node 0. */
export function setupOf(rows: Rows): Step[] {
  return rows.flatMap((row, y) =>
    Array.from(row).flatMap((content, x): Step[] =>
      content === 'X' || content === 'O' ? [{ kind: 'set', content, spot: { x, y }, node: 0 }] : [],
    ),
  );
}

/** Reads `B e4, W pass`: columns are letters from a, rows count from the top, as RULES writes its cases. */
export function movesOf(text: string): Step[] {
  return text
    .split(/,\s*/)
    .filter((part) => part !== '')
    .map((part): Step => {
      const [color, where = ''] = part.trim().split(/\s+/);
      const sign = color === 'B' ? 'X' : 'O';
      if (where === 'pass') return { kind: 'pass', sign };
      return { kind: 'play', sign, spot: { x: where.charCodeAt(0) - 97, y: Number(where.slice(1)) - 1 } };
    });
}

/** Replay options for lines made here, whose values have no text unless the test gives it by step. */
export function optionsFor(illegal: IllegalPolicy, values: readonly string[] = []): ReplayOptions {
  return { illegal, valueAt: (offset) => values[offset] ?? '' };
}
