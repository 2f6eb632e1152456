import {
  BACKSLASH,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  isContinuation,
  LINE_FEED,
  longer,
  OPEN_BRACKET,
  OPEN_PAREN,
  RETURN,
  SEMICOLON,
} from '../../core/bytes.js';

/** A part of a file that ends where a game ends (or the file does); `firstLine` and `firstColumn` (1-based, in characters) are the place of its first byte. */
export interface Chunk {
  readonly bytes: Uint8Array;
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

/** `chunkBytes`: a chunk ends at the first end of a game at or after this size. */
export interface SplitOptions {
  readonly chunkBytes: number;
}

/**
 * Splits a collection of any size at the ends of its games, in memory for one chunk and one game, in linear time.
 * Works on bytes, so it is for ASCII, UTF-8 and charsets whose second bytes are never brackets or parentheses; a file in
 * another charset or in UTF-16 must be read as a whole. If parentheses are not balanced, `(;` at the start of a line with
 * FF or GM after it also ends a game, so that one open game does not join all that follow.
 * A game larger than `chunkBytes` is one chunk. Of very long text outside of games only the end is returned.
 */
export function createSplitter(options: SplitOptions): Splitter {
  return new GameSplitter(options.chunkBytes);
}

class GameSplitter implements Splitter {
  readonly #chunkBytes: number;
  #held = new Uint8Array(0);
  #length = 0;
  #scanned = 0;
  #depth = 0;
  #inValue = 0;
  #start = 0;
  #line = 1;
  #column = 1;
  /** Offsets in the held bytes: the end of what was given out, and of the last game. */
  #given = 0;
  #cut = 0;

  constructor(chunkBytes: number) {
    this.#chunkBytes = Math.max(1, chunkBytes);
  }

  push(block: Uint8Array): readonly Chunk[] {
    this.#append(block);
    return this.#scan();
  }

  end(): readonly Chunk[] {
    return this.#length > this.#given ? [this.#take(this.#length)] : [];
  }

  #scan(): readonly Chunk[] {
    const chunks: Chunk[] = [];
    let at = this.#scanned;
    // The bytes ahead are needed too; the last ones of a block wait for the next block.
    while (at < this.#length - LOOKAHEAD) {
      const byte = this.#held[at]!;
      if (this.#inValue === 1) {
        if (byte === BACKSLASH) at++;
        else if (byte === CLOSE_BRACKET) this.#inValue = 0;
        else if (byte === OPEN_PAREN && this.#startsLine(at)) this.#inValue = this.#cutBefore(at);
        if (this.#inValue === 1 || byte !== OPEN_PAREN) {
          at++;
          continue;
        }
      }
      if (byte === OPEN_BRACKET) this.#inValue = this.#depth > 0 ? 1 : 0;
      else if (byte === OPEN_PAREN) {
        if (this.#depth > 0 && this.#startsLine(at)) this.#cutBefore(at);
        this.#depth++;
      } else if (byte === CLOSE_PAREN && this.#depth > 0 && --this.#depth === 0) this.#cut = at + 1;
      at++;
      this.#give(at, chunks);
    }
    this.#scanned = at;
    this.#compact();
    return chunks;
  }

  /** Gives out a chunk that is complete at `at`. Here, not once a block: the chunks must not depend on the blocks. */
  #give(at: number, chunks: Chunk[]): void {
    if (this.#cut - this.#given >= this.#chunkBytes) chunks.push(this.#take(this.#cut));
    if (this.#depth > 0 || at - this.#cut <= OUTSIDE_BYTES) return;
    if (this.#cut > this.#given) chunks.push(this.#take(this.#cut));
    this.#skip(at - KEPT_BYTES);
  }

  /** Text outside of games need not be held: whatever its length, it takes no more memory. */
  #skip(end: number): void {
    this.#advance(end);
    this.#start += end - this.#given;
    this.#given = end;
    this.#cut = end;
  }

  /** Whether `(;FF[` or `(;GM[` is here at the start of a line. */
  #startsLine(at: number): boolean {
    const held = this.#held;
    if (at > 0 && held[at - 1] !== LINE_FEED && held[at - 1] !== RETURN) return false;
    if (held[at + 1] !== SEMICOLON || held[at + 4] !== OPEN_BRACKET) return false;
    return (held[at + 2] === 70 && held[at + 3] === 70) || (held[at + 2] === 71 && held[at + 3] === 77);
  }

  #cutBefore(at: number): 0 {
    this.#depth = 0;
    this.#cut = at;
    return 0;
  }

  #take(end: number): Chunk {
    const bytes = this.#held.slice(this.#given, end);
    const chunk = { bytes, firstLine: this.#line, firstColumn: this.#column, start: this.#start };
    this.#advance(end);
    this.#start += bytes.length;
    this.#given = end;
    return chunk;
  }

  /** Counts lines (LF, CR LF and a lone CR end one) and the characters of the last one. */
  #advance(end: number): void {
    const held = this.#held;
    for (let i = this.#given; i < end; i++) {
      const byte = held[i]!;
      if (byte === LINE_FEED || (byte === RETURN && (i + 1 === this.#length || held[i + 1] !== LINE_FEED))) {
        this.#line++;
        this.#column = 1;
      } else if (!isContinuation(byte)) this.#column++;
    }
  }

  /** Once a block, whatever the number of its chunks: the work stays linear. */
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
    if (needed > this.#held.length) this.#held = longer(this.#held, needed);
    this.#held.set(block, this.#length);
    this.#length = needed;
  }
}

const LOOKAHEAD = 5;
/** Of text outside of games that is longer than the first, only the second is kept. */
const OUTSIDE_BYTES = 1024 * 1024;
const KEPT_BYTES = 64 * 1024;
