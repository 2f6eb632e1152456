import { longer } from '../../core/bytes.js';
import { instantiate } from '../../core/webassembly.js';
import { SPLITS } from '../../core/kernels/bytes.js';
import {
  BREAKS,
  CHARACTERS,
  CUT,
  DEPTH,
  GAMES,
  GAMES_AT_CUT,
  IN_VALUE,
  LOOKAHEAD,
  MAX_SPLIT,
  ODD,
  OUTSIDE_BYTES,
  SPLIT_TEXT,
} from '../../core/kernels/layout.js';

/** A part of a file that ends where a game ends (or the file does); `firstLine` and `firstColumn` (1-based, in characters) are the place of its first byte. */
export interface Chunk {
  readonly bytes: Uint8Array;
  /** Number of its first game in the file; exact where parentheses are balanced. */
  readonly firstGame: number;
  /**
   * How many games a reader finds in it, if its text is UTF-8; `undefined` if that is not certain: its parentheses or brackets
   * are not balanced, it has text outside games or a value in which a game may begin, or it ends the file.
   */
  readonly games: number | undefined;
  readonly firstLine: number;
  readonly firstColumn: number;
  /** Offset of the first byte in the file. */
  readonly start: number;
}

/** Takes a file in blocks and returns it in chunks. */
export interface Splitter {
  /** Adds a block, which is copied; returns the chunks that are complete now. */
  push(block: Uint8Array): readonly Chunk[];
  /** The rest of the file; nothing may be pushed afterwards. */
  end(): readonly Chunk[];
}

/**
 * Splits a collection of any size at the ends of its games, in memory for one chunk and one game, in linear time.
 * Works on bytes, so it is for ASCII, UTF-8 and charsets whose second bytes are never brackets or parentheses; a file in
 * another charset or in UTF-16 must be read as a whole. If parentheses are not balanced, `(;` at the start of a line with
 * FF or GM after it also ends a game, so that one unclosed game does not include all that follow.
 * A chunk ends at the first end of a game at or after `chunkBytes`; a larger game is one chunk. Of very long text outside games, only the end is returned.
 */
export function createSplitter(
  { chunkBytes }: { readonly chunkBytes: number },
  kernel = sharedKernel(),
): Splitter {
  return new GameSplitter(chunkBytes, kernel);
}

const NOTHING = new Uint8Array(0);

/** Memory of a splitter that has ended, for the next one: with new memory for each file V8 collects garbage far more often. */
let spare = NOTHING;
const MAX_SPARE = 4 * 1024 * 1024;

class GameSplitter implements Splitter {
  readonly #chunkBytes: number;
  #held = NOTHING;
  #length = 0;
  #scanned = 0;
  #depth = 0;
  #inValue = 0;
  #start = 0;
  #line = 1;
  #column = 1;
  /** Offsets in the held bytes: the end of what was returned, and of the last game. */
  #given = 0;
  #cut = 0;
  /** Games that start after what was returned: all, and those before the cut. */
  #games = 0;
  #gamesAtCut = 0;
  /** 1 if something makes their number uncertain. */
  #odd = 0;
  #firstGame = 1;
  readonly #kernel: SplitKernel;

  constructor(chunkBytes: number, kernel: SplitKernel) {
    this.#chunkBytes = Math.max(1, chunkBytes);
    this.#kernel = kernel;
  }

  push(block: Uint8Array): readonly Chunk[] {
    this.#append(block);
    return this.#scan();
  }

  end(): readonly Chunk[] {
    this.#odd = 1;
    const last = this.#length > this.#given ? [this.#take(this.#length)] : [];
    if (this.#held.length <= MAX_SPARE) spare = this.#held;
    this.#held = NOTHING;
    this.#length = this.#given = this.#scanned = 0;
    return last;
  }

  #scan(): readonly Chunk[] {
    const chunks: Chunk[] = [];
    // Reading looks ahead, so the last bytes of a block wait for the next block.
    const end = this.#length - LOOKAHEAD;
    while (this.#scanned < end) {
      this.#read(end);
      this.#give(chunks);
    }
    this.#compact();
    return chunks;
  }

  /** Reads a window of the text, at most to where a chunk is complete or text outside games is long. */
  #read(end: number): void {
    const { scan, window, words } = this.#kernel;
    const first = Math.max(0, this.#scanned - 1);
    const length = Math.min(window.length, this.#length - first);
    window.set(this.#held.subarray(first, first + length));
    words[ODD / 4] = this.#odd;
    const at = scan(
      this.#scanned - first,
      Math.min(length - LOOKAHEAD, end - first),
      this.#depth,
      this.#inValue,
      this.#cut - first,
      Math.min(this.#given + this.#chunkBytes - first, MAX_I32),
      this.#games,
      this.#gamesAtCut,
    );
    this.#scanned = first + at;
    this.#depth = words[DEPTH / 4]!;
    this.#inValue = words[IN_VALUE / 4]!;
    this.#cut = words[CUT / 4]! + first;
    this.#games = words[GAMES / 4]!;
    this.#gamesAtCut = words[GAMES_AT_CUT / 4]!;
    this.#odd = words[ODD / 4]!;
  }

  /** Adds a chunk if it is complete. Not only once per block: the chunks must not depend on the blocks. */
  #give(chunks: Chunk[]): void {
    const at = this.#scanned;
    if (this.#cut - this.#given >= this.#chunkBytes) chunks.push(this.#take(this.#cut));
    if (this.#depth > 0 || at - this.#cut <= OUTSIDE_BYTES) return;
    if (this.#cut > this.#given) chunks.push(this.#take(this.#cut));
    this.#skip(at - KEPT_BYTES);
  }

  /** Drops text outside games, so that it takes no more memory, whatever its length. */
  #skip(end: number): void {
    this.#advance(end);
    this.#start += end - this.#given;
    this.#given = end;
    this.#cut = end;
  }

  #take(end: number): Chunk {
    const bytes = this.#held.slice(this.#given, end);
    const chunk = {
      bytes,
      firstGame: this.#firstGame,
      games: this.#odd === 1 ? undefined : this.#gamesAtCut,
      firstLine: this.#line,
      firstColumn: this.#column,
      start: this.#start,
    };
    this.#advance(end);
    this.#start += bytes.length;
    this.#given = end;
    this.#firstGame += this.#gamesAtCut;
    this.#games -= this.#gamesAtCut;
    this.#gamesAtCut = 0;
    this.#odd = 0;
    return chunk;
  }

  /** Counts lines (LF, CR LF and a lone CR end one) and the characters of the last one. */
  #advance(end: number): void {
    const { advance, window, words } = this.#kernel;
    // The window includes the byte after the last one, which may complete a line break.
    const most = window.length - 1;
    for (let from = this.#given; from < end; from += most) {
      const length = Math.min(most, end - from);
      window.set(this.#held.subarray(from, from + length));
      window[length] = this.#byteAt(from + length);
      advance(length);
      const breaks = words[BREAKS / 4]!;
      this.#line += breaks;
      this.#column = (breaks > 0 ? 1 : this.#column) + words[CHARACTERS / 4]!;
    }
  }

  /** 0 after the last byte. */
  #byteAt(at: number): number {
    return at < this.#length ? this.#held[at]! : 0;
  }

  /** Called once per block, whatever the number of its chunks, so that the work stays linear. */
  #compact(): void {
    const given = this.#given;
    if (given === 0) return;
    this.#held.copyWithin(0, given, this.#length);
    this.#length -= given;
    this.#scanned -= given;
    this.#cut = Math.max(0, this.#cut - given);
    this.#given = 0;
  }

  #append(block: Uint8Array): void {
    const needed = this.#length + block.length;
    if (this.#held === NOTHING) {
      this.#held = spare;
      spare = NOTHING;
    }
    if (needed > this.#held.length) this.#held = longer(this.#held, needed);
    this.#held.set(block, this.#length);
    this.#length = needed;
  }
}

/** Bytes that are kept at the end of text outside games that is longer than OUTSIDE_BYTES. */
const KEPT_BYTES = 64 * 1024;

const MAX_I32 = 2 ** 31 - 1;

/** Reads windows of text, see `kernels/splits.ts`. */
export interface SplitKernel {
  readonly scan: (
    at: number,
    end: number,
    depth: number,
    inValue: number,
    cut: number,
    chunkEnd: number,
    games: number,
    gamesAtCut: number,
  ) => number;
  readonly advance: (length: number) => void;
  readonly window: Uint8Array;
  /** What a call returns. */
  readonly words: Int32Array;
}

let kept: SplitKernel | undefined;

/** The one kernel of the thread. */
function sharedKernel(): SplitKernel {
  return (kept ??= splitKernel(instantiate(SPLITS)));
}

export function splitKernel(instance: unknown): SplitKernel {
  const { scan, advance, memory } = instance as Pick<SplitKernel, 'scan' | 'advance'> & {
    readonly memory: { readonly buffer: ArrayBuffer };
  };
  const { buffer } = memory;
  return {
    scan,
    advance,
    window: new Uint8Array(buffer, SPLIT_TEXT, MAX_SPLIT),
    words: new Int32Array(buffer, 0, SPLIT_TEXT / 4),
  };
}
