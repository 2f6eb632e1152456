const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const SEMICOLON = 59;
const BLACK = 66;
const WHITE = 87;
const SPACE = 32;
const P = 112;
const LAST_COLUMN = 115;

/** Fewer moves say nothing about a column that none of them has. */
const FEWEST_INTACT = 50;
const LONGEST_NAME = 60;

/** A text with its moves put back, byte for byte as long as the damaged one. */
export interface Restored {
  readonly text: Uint8Array;
  /** How many moves were put back. */
  readonly moves: number;
  /** What stood in their place. */
  readonly pasted: string;
  /** Offset of the first. */
  readonly offset: number;
}

/**
 * Undoes what one news server did to its records: a player's name was pasted over every `[p`, so that `;B[pd]` became
 * `;B`name`d]`. Undone only where the file proves it: every move without a bracket has the same text in its place and one
 * letter of its point left, and no other move of the file stands in column p. `undefined` where that is not so.
 * All 427 damaged records of that server in our corpus agree; with the moves put back their games replay without a fault.
 */
export function undoPasted(text: Uint8Array): Restored | undefined {
  const starts: number[] = [];
  let intact = 0;
  let name: Uint8Array | undefined;
  for (let at = text.indexOf(SEMICOLON); at >= 0; at = text.indexOf(SEMICOLON, at + 1)) {
    const color = text[at + 1];
    if (color !== BLACK && color !== WHITE) continue;
    if (text[at + 2] === OPEN_BRACKET) {
      if (text[at + 3] === P) return undefined;
      intact++;
      continue;
    }
    const end = endOfPasted(text, at + 2);
    if (end < 0) continue;
    const here = text.subarray(at + 2, end);
    if (name && !isSame(name, here)) return undefined;
    name ??= here;
    starts.push(at + 2);
  }
  if (!name || intact < FEWEST_INTACT) return undefined;
  // The slice of a Buffer shares its bytes: the file itself would change.
  const restored = new Uint8Array(text);
  for (const start of starts) {
    restored.fill(SPACE, start, start + name.length - 2);
    restored[start + name.length - 2] = OPEN_BRACKET;
    restored[start + name.length - 1] = P;
  }
  return { text: restored, moves: starts.length, pasted: new TextDecoder().decode(name), offset: starts[0]! };
}

/** Where the last letter of a point stands behind a pasted text that begins at `start`; -1 when none does. */
function endOfPasted(text: Uint8Array, start: number): number {
  const most = Math.min(text.length - 1, start + LONGEST_NAME);
  for (let at = start; at < most; at++) {
    const byte = text[at]!;
    if (byte === OPEN_BRACKET || byte === CLOSE_BRACKET || byte === SEMICOLON) return -1;
    if (text[at + 1] === CLOSE_BRACKET) {
      return at - start >= 2 && byte >= 97 && byte <= LAST_COLUMN ? at : -1;
    }
  }
  return -1;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
