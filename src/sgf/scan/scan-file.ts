import { CLOSE_PAREN, isContinuation, isWhitespace, OPEN_PAREN, SEMICOLON } from '../../core/bytes.js';
import { finding, type Finding } from '../../core/findings/finding.js';
import { DEFAULT_LIMITS, type Limits } from '../../core/limits.js';
import { type Decoded, decodeFile } from '../decode/decode.js';
import { makeGame, type LineKeeping } from './scanned-game.js';
import { Scratch } from './scratch.js';
import { type Restored, skipWhitespace, startsGame, startsUnopened, undoPasted } from './recover.js';
import type { CharsetEvidence, RawFile, RawGame } from '../raw.js';
import { GameScanner } from './scan-game.js';

export { valueAt } from '../properties.js';

/**
 * `firstGame`: number of the first game (default 1). `charset`: known from an earlier part of the same file.
 * `lines`: `hold` avoids copies, for callers that need the games only until the next file is scanned (default `copy`).
 */
export interface ScanOptions {
  readonly firstGame?: number;
  readonly charset?: CharsetEvidence | undefined;
  readonly limits?: Limits;
  readonly lines?: LineKeeping;
}

const scratch = new Scratch();
const scanner = new GameScanner(scratch);

/**
 * Reads the main line of every game of a file straight from its bytes.
 * A damaged game does not affect the others: findings with byte offsets say what was repaired or left out.
 * Not checked: legality, dates, komi and the like, and everything inside variations.
 */
export function scanFile(bytes: Uint8Array, options: ScanOptions = {}): RawFile {
  const decoded = decodeFile(bytes, options.charset);
  const file = scanDecoded(decoded, options);
  const restored = file.games.some(hasLostMoves) ? undoPasted(decoded.text) : undefined;
  return restored ? scanDecoded({ ...decoded, text: restored.text }, options, restored) : file;
}

/** Whether B or W, or a name that begins with it, has no value somewhere. */
function hasLostMoves({ findings }: RawGame): boolean {
  return findings.some((one) => one.code === 'sgf/property-without-value' && /^[BW]/u.test(one.args.ident));
}

function scanDecoded(decoded: Decoded, options: ScanOptions, restored?: Restored): RawFile {
  const limits = options.limits ?? DEFAULT_LIMITS;
  const text = decoded.text;
  const end = text.length;
  const keeping = options.lines ?? 'copy';
  scratch.restart();
  scanner.open(text, limits);
  const games: RawGame[] = [];
  const outside = new Outside(decoded.findings);
  const firstGame = options.firstGame ?? 1;
  for (let at = outside.skip(text, startOfText(text)); at < end;) {
    if (firstGame - 1 + games.length >= limits.gamesPerFile) {
      outside.findings.push(
        finding('sgf/limit', { limit: 'gamesPerFile', value: limits.gamesPerFile }, { offset: at }),
      );
      break;
    }
    let after = scanner.scan(at, end);
    const { state } = scanner;
    if (state.candidate >= 0 && scanner.missing > 0 && !state.stopsAtGame) {
      state.stopsAtGame = true;
      after = scanner.scan(at, state.candidate);
    }
    if (restored && restored.offset >= at && restored.offset < after) {
      const { moves, pasted, offset } = restored;
      scratch.report('sgf/moves-restored', { moves, pasted }, { offset });
    }
    const extent = { game: firstGame + games.length, start: at, end: after };
    games.push(makeGame(decoded, scanner, scratch, extent, keeping));
    at = outside.skip(text, after);
  }
  const file = {
    text,
    charset: decoded.evidence,
    games,
    findings: outside.finish(text, firstGame - 1 + games.length),
  };
  return decoded.translation ? { ...file, translation: decoded.translation } : file;
}

/** The text outside the games. */
class Outside {
  findings: Finding[];
  #characters = 0;
  #charactersAt = -1;
  /** Open parentheses of the text itself. */
  #open = 0;
  #surplus = 0;
  #surplusAt = -1;

  constructor(findings: readonly Finding[]) {
    this.findings = findings.length === 0 ? [] : [...findings];
  }

  /** Reads the text from `from` to the next game; returns where that starts, or the end of the text. */
  skip(text: Uint8Array, from: number): number {
    const end = text.length;
    let at = from;
    while (at < end) {
      const byte = text[at]!;
      if (byte === OPEN_PAREN) {
        if (startsGame(text, at, end)) return at;
        for (; at < end && text[at] === OPEN_PAREN; at = skipWhitespace(text, at + 1, end))
          this.character(at, OPEN_PAREN);
        continue;
      }
      if (byte === SEMICOLON && startsUnopened(text, at, end)) return at;
      if (byte === CLOSE_PAREN) this.closes(at);
      else if (!isWhitespace(byte)) this.character(at, byte);
      at++;
    }
    return end;
  }

  character(at: number, byte: number): void {
    if (this.#charactersAt < 0) this.#charactersAt = at;
    if (!isContinuation(byte)) this.#characters++;
    if (byte === OPEN_PAREN) this.#open++;
  }

  closes(at: number): void {
    if (this.#open > 0) {
      this.#open--;
      this.character(at, CLOSE_PAREN);
    } else if (this.#surplus++ === 0) this.#surplusAt = at;
  }

  /** `games`: including those of earlier parts of the file. */
  finish(text: Uint8Array, games: number): Finding[] {
    if (games === 0) {
      this.findings.push(finding('sgf/no-game', { what: whatIs(text) }, { offset: 0 }));
      return this.findings;
    }
    if (this.#characters > 0) {
      this.findings.push(
        finding('sgf/text-outside', { characters: this.#characters }, { offset: this.#charactersAt }),
      );
    }
    if (this.#surplus > 0) {
      this.findings.push(
        finding('sgf/surplus-parenthesis', { count: this.#surplus }, { offset: this.#surplusAt }),
      );
    }
    return this.findings;
  }
}

function startOfText(text: Uint8Array): number {
  return text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? 3 : 0;
}

const SIGNATURES: readonly (readonly [what: string, start: string])[] = [
  ['PNG picture', '\x89PNG'],
  ['JPEG picture', '\xff\xd8\xff'],
  ['GIF picture', 'GIF8'],
  ['PDF document', '%PDF'],
  ['ZIP archive', 'PK\x03\x04'],
  ['gzip archive', '\x1f\x8b'],
  ['HTML page', '<!DOCTYPE'],
  ['HTML page', '<html'],
  ['XML document', '<?xml'],
  ['GIB record', '\\HS'],
];

/** What a file without games seems to be. */
function whatIs(text: Uint8Array): string {
  if (text.every(isWhitespace)) return 'empty file';
  const start = String.fromCharCode(...text.subarray(0, 16));
  return SIGNATURES.find(([, signature]) => start.startsWith(signature))?.[0] ?? 'text without a game';
}
