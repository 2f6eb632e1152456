import {
  BACKSLASH,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  isContinuation,
  isWhitespace,
  LINE_FEED,
  OPEN_BRACKET,
  OPEN_PAREN,
  RETURN,
  SEMICOLON,
} from '../../src/core/bytes.js';
import * as AT from '../../src/core/kernels/layout.js';
import type { SplitKernel } from '../../src/sgf/scan/split.js';

/** What the kernel of splits does, byte by byte: see `src/core/kernels/splits.ts`. */
export function referenceSplits(): SplitKernel {
  const window = new Uint8Array(AT.MAX_SPLIT);
  const words = new Int32Array(16);
  const startsLine = (at: number): boolean => {
    if (at > 0 && window[at - 1] !== LINE_FEED && window[at - 1] !== RETURN) return false;
    return ['(;FF[', '(;GM['].includes(Buffer.from(window.subarray(at, at + 5)).toString('latin1'));
  };
  return {
    window,
    words,
    scan: (from, end, depth, inValue, cut, chunkEnd, games, gamesAtCut) => {
      let at = from;
      let odd = words[AT.ODD / 4]!;
      const cutAt = (offset: number): void => {
        cut = offset;
        gamesAtCut = games;
      };
      while (at < end) {
        const byte = window[at]!;
        if (inValue === 1) {
          if (byte === BACKSLASH) odd |= window[++at] === OPEN_PAREN ? 1 : 0;
          else if (byte === CLOSE_BRACKET) inValue = 0;
          else if (byte === OPEN_PAREN) {
            const next = window[at + 1]!;
            if (next === SEMICOLON || isWhitespace(next)) odd = 1;
            if (startsLine(at)) {
              inValue = depth = 0;
              odd = 1;
              cutAt(at);
            }
          }
          if (inValue === 1 || byte !== OPEN_PAREN) {
            at++;
            continue;
          }
        }
        if (byte === CLOSE_BRACKET || (depth === 0 && byte !== OPEN_PAREN && !isWhitespace(byte))) odd = 1;
        if (byte === OPEN_BRACKET) inValue = depth > 0 ? 1 : 0;
        else if (byte === OPEN_PAREN) {
          if (depth > 0 && startsLine(at)) {
            depth = 0;
            odd = 1;
            cutAt(at);
          }
          if (depth++ === 0) {
            games++;
            if (window[at + 1] !== SEMICOLON) odd = 1;
          }
        } else if (byte === CLOSE_PAREN && depth > 0 && --depth === 0) cutAt(at + 1);
        at++;
        if (cut >= chunkEnd || (depth === 0 && at - cut > AT.OUTSIDE_BYTES)) break;
      }
      [AT.DEPTH, AT.IN_VALUE, AT.CUT, AT.GAMES, AT.GAMES_AT_CUT, AT.ODD].forEach((word, i) => {
        words[word / 4] = [depth, inValue, cut, games, gamesAtCut, odd][i]!;
      });
      return at;
    },
    advance: (length) => {
      words[AT.BREAKS / 4] = words[AT.CHARACTERS / 4] = 0;
      for (let i = 0; i < length; i++) {
        if (window[i] === LINE_FEED || (window[i] === RETURN && window[i + 1] !== LINE_FEED)) {
          words[AT.BREAKS / 4]!++;
          words[AT.CHARACTERS / 4] = 0;
        } else if (!isContinuation(window[i]!)) words[AT.CHARACTERS / 4]!++;
      }
    },
  };
}
