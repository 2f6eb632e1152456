/** What a whole game tree holds, variations too. */
export interface TreeCounts {
  readonly nodes: number;
  /** Lines from the root to an end: 1 for a game without variations. */
  readonly variations: number;
  /** Nodes after which the tree splits. */
  readonly branches: number;
  /** Nodes with C that is not empty. */
  readonly comments: number;
  /** Letters in all C values, as they stand in the file. */
  readonly commentCharacters: number;
}

const OPEN = 40;
const CLOSE = 41;
const SEMICOLON = 59;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const UPPER_C = 67;

/** Counts over the bytes of one game, UTF-8 from `(` to `)`; nothing is checked and no tree is made. */
export function countTree(text: Uint8Array, start: number, end: number): TreeCounts {
  let nodes = 0;
  let variations = 0;
  let branches = 0;
  let comments = 0;
  let commentCharacters = 0;
  /** Children that each open tree has so far. */
  const children: number[] = [];
  /** Capital letters of the identifier in front of the value, the first of them, and whether one was met. */
  let letters = 0;
  let isC = false;
  let follows = false;
  for (let at = start; at < end; at++) {
    const byte = text[at]!;
    if (byte === OPEN_BRACKET) {
      const first = at + 1;
      let characters = 0;
      for (at = first; at < end && text[at] !== CLOSE_BRACKET; at++) {
        if (text[at] === BACKSLASH) at++;
        if ((text[at]! & 0xc0) !== 0x80) characters++;
      }
      if (isC && letters === 1 && at > first) {
        if (!follows) comments++;
        commentCharacters += characters;
      }
      follows = true;
      continue;
    }
    if (byte >= 65 && byte <= 90) {
      if (follows) letters = 0;
      if (letters++ === 0) isC = byte === UPPER_C;
      follows = false;
      continue;
    }
    if (byte <= 32 || (byte >= 97 && byte <= 122)) continue;
    letters = 0;
    follows = false;
    if (byte === SEMICOLON) nodes++;
    else if (byte === OPEN) {
      const depth = children.length;
      if (depth > 0 && ++children[depth - 1]! === 2) branches++;
      children.push(0);
    } else if (byte === CLOSE && children.pop() === 0) variations++;
  }
  // Trees that nobody closed end here; only the innermost holds no other.
  if (children.length > 0 && children.at(-1) === 0) variations++;
  return { nodes, variations, branches, comments, commentCharacters };
}
