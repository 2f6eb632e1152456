import { ACTION, FIRST_NON_MOVE } from '../../core/line.js';
import type { DeclaredResult, GameRecord } from '../../referee/record/record.js';
import { lineKey } from '../../core/line-key.js';
import type { RawGame } from '../../sgf/raw.js';
import { createKeyIndex } from '../../core/key-index.js';
import { SKETCH_WORDS, writeSketch } from './sketch.js';

/**
 * Offsets of the words of one game, 32 bits each: all that the search for duplicates keeps of it.
 * `stones`: moves, passes and setup stones, from which the keys of its line are made. `bytes`: the first four words of the
 * SHA-256 of its text. `beginnings`: keys of the least image's first stones, 0 if the line is shorter.
 */
export const KEY = {
  game: 0,
  moves: 1,
  stones: 2,
  exactLow: 3,
  exactHigh: 4,
  symmetricLow: 5,
  symmetricHigh: 6,
  bytes: 7,
  players: 11,
  occasion: 12,
  terms: 13,
  result: 14,
  beginnings: 15,
} as const;

/** Beginnings that are kept: the first has twice the fewest stones, each further one twice as many as the one before. */
export const BEGINNINGS = 6;

/** The sketch of a long game; zeros where it is short. */
export const SKETCH = KEY.beginnings + BEGINNINGS;

/** Words of one game. */
export const KEY_WORDS = SKETCH + SKETCH_WORDS;

/** Near copies need so many times the fewest stones, and those of the default: shorter games may agree but for a few moves by chance. */
const NEAR_TIMES = 4;

/** The header facts that are compared, each with its word. */
export const HEADER_FACTS = ['players', 'occasion', 'terms', 'result'] as const;

/**
 * The words of a game. `fewest`: many games begin alike, so a game with fewer stones, or one that is not Go, equals another
 * only if all their bytes are equal.
 */
export function gameKeys(
  raw: RawGame,
  record: GameRecord,
  { sha256, fewest }: { readonly sha256: string; readonly fewest: number },
): Uint32Array {
  const words = new Uint32Array(KEY_WORDS);
  for (let i = 0; i < 4; i++) words[KEY.bytes + i] = parseInt(sha256.slice(i * 8, i * 8 + 8), 16);
  words[KEY.game] = raw.game;
  const { kinds, count } = record.line;
  let stones = 0;
  for (let i = 0; i < count; i++) {
    const kind = kinds[i]!;
    if (kind < FIRST_NON_MOVE) words[KEY.moves]!++;
    if (kind <= ACTION.addEmpty) stones++;
  }
  const { black, white, event, round, date, komi, handicap, rulesName, rulesRaw } = record;
  const said = (...idents: string[]): string[] => idents.map((ident) => raw.header.get(ident) ?? '');
  const komiText = komi.kind === 'komi' ? String(komi.halves) : (komi.raw ?? '');
  const terms = [komiText, String(handicap.declared ?? handicap.stones), rulesName ?? rulesRaw ?? ''];
  words[KEY.players] = textWord([black, white, ...said('BR', 'WR', 'BT', 'WT')]);
  words[KEY.occasion] = textWord([event, round, date, ...said('PC')]);
  words[KEY.terms] = textWord([...terms, ...said('TM', 'OT')]);
  words[KEY.result] = textWord([resultOf(record.result)]);
  if (!record.isGo || stones < fewest) {
    words.copyWithin(KEY.exactLow, KEY.bytes, KEY.bytes + 2);
    words.copyWithin(KEY.symmetricLow, KEY.bytes, KEY.bytes + 2);
    return words;
  }
  words[KEY.stones] = stones;
  const key = lineKey(record.line, record.width, record.height, (reached, _low, _high, least, leastHigh) => {
    // Setup stones come all at once, so a beginning may have more stones than its level; it does in both games.
    for (let i = levelOf(reached, fewest); i >= 0 && words[KEY.beginnings + i] === 0; i--) {
      words[KEY.beginnings + i] = beginningWord(least, leastHigh);
    }
  });
  if (stones >= NEAR_TIMES * Math.max(fewest, MIN_STONES))
    writeSketch(words, SKETCH, record.line, record.width, record.height);
  words[KEY.exactLow] = key.exactLow;
  words[KEY.exactHigh] = key.exactHigh;
  words[KEY.symmetricLow] = key.symmetricLow;
  words[KEY.symmetricHigh] = key.symmetricHigh;
  return words;
}

/**
 * The last beginning that a line of that many stones has; -1 for none. More games share a beginning than a whole main line, so
 * a beginning needs twice as many stones.
 */
export function levelOf(stones: number, fewest: number): number {
  let level = -1;
  for (let least = 2 * fewest; least <= stones && level < BEGINNINGS - 1; least *= 2) level++;
  return level;
}

/** Never 0, which means none. */
function beginningWord(low: number, high: number): number {
  return (low ^ ((high << 16) | (high >>> 16))) >>> 0 || 1;
}

/** One text for results that are written differently but mean the same. */
function resultOf(result: DeclaredResult): string {
  switch (result.kind) {
    case 'margin':
      return String(result.marginHalves);
    case 'winner':
      return `${result.winner} wins`;
    case 'ended':
      return `${result.winner} ${result.by}`;
    case 'malformed':
      return result.raw;
    case 'missing':
    case 'unknown':
    case 'void':
    case 'both-lose':
    case 'jigo':
      return result.kind;
  }
}

/** A hash of texts; consecutive blanks count as one. */
function textWord(texts: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const text of texts) {
    let isBlank = true;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      const blank = unit <= 0x20;
      if (!(blank && isBlank)) hash = Math.imul(hash ^ (blank ? 0x20 : unit), 0x01000193);
      isBlank = blank;
    }
    hash = Math.imul(hash ^ 0x10000, 0x01000193);
  }
  hash ^= hash >>> 16;
  return Math.imul(hash, 0x7feb352d) >>> 0;
}

/**
 * How a game repeats an earlier one, the closest first. `exact`: byte for byte. `moves`: the same moves and header, other
 * text (comments, variations, layout). `headers`: the same moves and result, another header. `result`: the same moves, another
 * result. `symmetric`: the same moves on a mirrored or turned board. `prefix`: its moves are the beginning of a longer game's. `near`: up to
 * three moves are changed, left out or added. `part`: many of its first or last moves are those of another game.
 */
export const DUPLICATE_KINDS = [
  'exact',
  'moves',
  'headers',
  'result',
  'symmetric',
  'prefix',
  'near',
  'part',
] as const;
export type DuplicateKind = (typeof DUPLICATE_KINDS)[number];

/** The kinds with all moves on the same points and the same result. */
export const EQUAL_KINDS = ['exact', 'moves', 'headers'] as const satisfies readonly DuplicateKind[];

/** Fewest moves and setup stones that two records must share to be the same game; twice as many if one is longer. */
export const MIN_STONES = 10;

/** One record of a group of records of the same game. Files by number, in input order. */
export interface DuplicateRow {
  /** From 1, in input order of the first games. */
  readonly group: number;
  /** `first`: the game that others repeat. */
  readonly kind: DuplicateKind | 'first';
  readonly file: number;
  /** 1-based number in its file. */
  readonly game: number;
  /** The game that it repeats, or that begins like it; itself for `first`. */
  readonly ofFile: number;
  readonly ofGame: number;
  readonly moves: number;
  /** What differs between the two: `players`, `occasion`, `terms`, `result`, `turned` (the board), `move 91`: a
   * play of a near copy at which the two differ, `first 90` or `last 120` (the plays that they share), or only `text`. */
  readonly differs: readonly string[];
}

/** Words of one game in the table: its keys, its file, and its place among games with the same line. */
const FILE = KEY_WORDS;
const NEXT = KEY_WORDS + 1;
const LAST = KEY_WORDS + 2;
const WORDS = KEY_WORDS + 3;

const BLOCK_BITS = 12;
const BLOCK_MASK = (1 << BLOCK_BITS) - 1;

/** Keys of all games, 160 bytes per game and no objects. Games with the same least image form a chain; its first is the head. */
export interface KeyTable {
  readonly add: (words: Uint32Array, at: number, file: number) => void;
  readonly count: () => number;
  readonly word: (index: number, field: number) => number;
  readonly file: (index: number) => number;
  /** Whether no earlier game has the same line. */
  readonly isHead: (index: number) => boolean;
  /** The games with the line of a head, in input order, the head first. */
  readonly members: (head: number) => number[];
}

export function createKeyTable(): KeyTable {
  const blocks: Uint32Array[] = [];
  let count = 0;

  function get(index: number, field: number): number {
    return blocks[index >>> BLOCK_BITS]![(index & BLOCK_MASK) * WORDS + field]!;
  }

  function set(index: number, field: number, value: number): void {
    blocks[index >>> BLOCK_BITS]![(index & BLOCK_MASK) * WORDS + field] = value;
  }

  const lines = createKeyIndex(
    (index) => get(index, KEY.symmetricLow),
    (index) => get(index, KEY.symmetricHigh),
  );

  return {
    add(words, at, file) {
      const index = count++;
      if ((index & BLOCK_MASK) === 0) blocks.push(new Uint32Array(WORDS << BLOCK_BITS));
      const block = blocks[index >>> BLOCK_BITS]!;
      const into = (index & BLOCK_MASK) * WORDS;
      for (let i = 0; i < KEY_WORDS; i++) block[into + i] = words[at + i]!;
      block[into + FILE] = file;
      const head = lines.find(get(index, KEY.symmetricLow), get(index, KEY.symmetricHigh));
      if (head < 0) {
        set(index, LAST, index + 1);
        lines.add(index);
      } else {
        set(get(head, LAST) - 1, NEXT, index + 1);
        set(head, LAST, index + 1);
      }
    },
    count: () => count,
    word: get,
    file: (index) => get(index, FILE),
    isHead: (index) => get(index, LAST) !== 0,
    members(head) {
      const found = [head];
      for (let next = get(head, NEXT); next !== 0; next = get(next - 1, NEXT)) found.push(next - 1);
      return found;
    },
  };
}

/** How a game repeats another. */
export interface Relation {
  readonly kind: DuplicateKind;
  readonly of: number;
  readonly turned: boolean;
  /** Of a near copy: its plays at which the two differ. */
  readonly places?: readonly number[];
  /** Of games that share a part: how many of their first and last plays are the same; 0 for too few. */
  readonly alike?: { readonly first: number; readonly last: number };
}

/** Words of one sought line: stones (0 for a whole line whose plays are asked for), then the four halves of its keys. */
export const SOUGHT_WORDS = 5;

/** The lines that others may begin with, then those whose plays are asked for, by their heads. */
export function soughtOf(table: KeyTable, begun: readonly number[], whole: readonly number[]): Uint32Array {
  const fields = [KEY.symmetricLow, KEY.symmetricHigh, KEY.exactLow, KEY.exactHigh];
  const wordsOf = (head: number): number[] => fields.map((field) => table.word(head, field));
  return Uint32Array.from([
    ...begun.flatMap((head) => [table.word(head, KEY.stones), ...wordsOf(head)]),
    ...whole.flatMap((head) => [0, ...wordsOf(head)]),
  ]);
}
