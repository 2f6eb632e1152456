import { instantiate } from '../core/webassembly.js';
import { MOVES } from '../kernels/bytes.js';
import {
  COUNT,
  KINDS,
  LETTERS,
  MOST_ACTIONS,
  MOST_TEXT,
  NODES,
  OFFSETS,
  POINTS,
  TEXT,
} from '../kernels/layout/moves.js';
import { LETTER } from './raw-points.js';
import type { ActionArrays } from './scratch.js';

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly read: (
    at: number,
    end: number,
    count: number,
    last: number,
    node: number,
    width: number,
    height: number,
  ) => number;
}

/** Reads nodes as `readMoveNodes` does, in WebAssembly, from its own copy of a text into its own arrays. */
export interface MoveKernel {
  readonly arrays: ActionArrays;
  /** Longest text that it takes. */
  readonly mostText: number;
  /** Turns to another text. */
  open(text: Uint8Array): void;
  /** See `readMoveNodes`; `count` and `last`: actions so far, and at most. */
  readonly read: Exports['read'];
  /** Actions behind those that were read last. */
  count(): number;
}

let kept: MoveKernel | 'none' | undefined;

/** The one of the thread, made at its first use; `undefined` where the machine has no room for it. */
export function theMoveKernel(): MoveKernel | undefined {
  kept ??= makeMoveKernel() ?? 'none';
  return kept === 'none' ? undefined : kept;
}

function makeMoveKernel(): MoveKernel | undefined {
  let kernel: Exports;
  try {
    kernel = instantiate(MOVES) as unknown as Exports;
  } catch {
    // Each memory reserves gigabytes of addresses, which a process may be denied.
    return undefined;
  }
  const memory = kernel.memory.buffer;
  const counts = new Uint32Array(memory, COUNT, 1);
  const texts = new Uint8Array(memory, TEXT, MOST_TEXT);
  new Uint8Array(memory, LETTERS, LETTER.length).set(LETTER);
  return {
    arrays: {
      kinds: new Uint8Array(memory, KINDS, MOST_ACTIONS),
      points: new Uint16Array(memory, POINTS, MOST_ACTIONS),
      nodes: new Uint32Array(memory, NODES, MOST_ACTIONS),
      offsets: new Uint32Array(memory, OFFSETS, MOST_ACTIONS),
    },
    mostText: MOST_TEXT,
    open: (text) => texts.set(text),
    read: kernel.read,
    count: () => counts[0]!,
  };
}
