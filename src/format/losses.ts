import { LineIndex, type RawFile, type RawGame } from '../sgf/raw.js';
import { sequenceLength } from '../sgf/value.js';
import type { Loss, LossKind } from './format-types.js';

/** Bytes of a text that a loss quotes. */
const QUOTED = 60;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Collects what cannot be kept of one file, with its places. */
export class Losses {
  readonly all: Loss[] = [];
  readonly #file: RawFile;
  readonly #lines: LineIndex;

  constructor(file: RawFile) {
    this.#file = file;
    this.#lines = new LineIndex(file);
  }

  /** `start` and `end`: extent in the scanned text. */
  add(kind: LossKind, game: number, start: number, end: number): void {
    const { text } = this.#file;
    this.addText(kind, game, start, decoder.decode(text.subarray(start, Math.min(end, start + QUOTED))));
  }

  addText(kind: LossKind, game: number, start: number, what: string): void {
    this.all.push({ kind, game, ...this.#lines.place(start), what });
  }

  /** A character that the charset of the output does not have; `undefined`: in text outside of games. */
  addMissing(game: RawGame | undefined, character: string): void {
    const { text } = this.#file;
    const start = indexOfBytes(text, encoder.encode(character), game?.textStart ?? 0);
    this.addText('characters', game?.game ?? 0, start, character);
  }

  /** Text pasted over moves that the scan restored. */
  addPasted(game: RawGame): void {
    for (const found of game.findings) {
      if (found.code !== 'sgf/moves-restored') continue;
      this.addText('pasted-text', game.game, found.offset ?? game.textStart, found.args.pasted);
    }
  }

  /** Lines of a record of another format that have no place in SGF. */
  addForeign(): void {
    for (const found of this.#file.findings) {
      if (found.code === 'file/bad-line') this.addText('foreign', 1, found.offset ?? 0, found.args.value);
    }
  }

  /** Games beyond the limit. */
  addBeyond(): void {
    const { findings, games, text } = this.#file;
    const beyond = findings.find(
      (found) => found.code === 'sgf/limit' && found.args.limit === 'gamesPerFile',
    );
    if (beyond) this.add('limit', games.length + 1, beyond.offset ?? text.length, text.length);
  }

  /** Every character that was lost when the file was decoded; those that an earlier program lost do not count. */
  addUndecoded(): void {
    const { text, charset, games } = this.#file;
    if (charset.replaced === 0) return;
    let index = 0;
    for (let at = 0; at < text.length;) {
      const length = charset.used === 'utf-8' ? sequenceLength(text, at, text.length) : 1;
      const isLost = length === 0 || (charset.used !== 'utf-8' && isReplacement(text, at));
      if (isLost) {
        while (index < games.length && games[index]!.textEnd <= at) index++;
        const game = games[index];
        const number = game && game.textStart <= at ? game.game : 0;
        let end = at + 1;
        while (end < text.length && (text[end]! & 0xc0) === 0x80) end++;
        this.add('characters', number, at, end);
        at = end;
      } else at += length;
    }
  }
}

function isReplacement(text: Uint8Array, at: number): boolean {
  return text[at] === 0xef && text[at + 1] === 0xbf && text[at + 2] === 0xbd;
}

/** Offset of the first such bytes at or after `from`, `from` when there are none. */
function indexOfBytes(text: Uint8Array, bytes: Uint8Array, from: number): number {
  for (let at = text.indexOf(bytes[0]!, from); at >= 0; at = text.indexOf(bytes[0]!, at + 1)) {
    if (bytes.every((byte, i) => text[at + i] === byte)) return at;
  }
  return from;
}
