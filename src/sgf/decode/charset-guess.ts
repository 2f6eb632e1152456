import { TextDecoder as LegacyDecoder } from '@exodus/bytes/encoding-browser.js';
import { scoreOf, type Script } from './charset-score.js';

/** Candidates with the script their text is scored as, and what a tie costs: rarer charsets need more evidence. */
const CANDIDATES: readonly (readonly [charset: string, script: Script, handicap: number])[] = [
  ['gb18030', 'chinese', 0],
  ['big5', 'chinese', 0.4],
  ['shift_jis', 'japanese', 0.4],
  ['euc-jp', 'japanese', 0.4],
  ['euc-kr', 'korean', 0],
  ['windows-1252', 'latin', 0],
  ['windows-1251', 'cyrillic', 0.6],
  ['koi8-r', 'cyrillic', 0.6],
  ['macintosh', 'latin', 1],
];

/** A guess with the share of evidence it has over the next best one. */
export interface Guess {
  readonly charset: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Mean score of a byte that is not ASCII; below 0 the text looks like nothing known. */
  readonly score: number;
}

/** Bytes of text that are scored; more would not change a decision. */
const SAMPLE = 8192;

const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const LINE_FEED = 10;

/**
 * Guesses the charset of the property values of a file from the words in them.
 * Values only: markup is ASCII in every candidate and would be no evidence.
 */
export function guessCharset(bytes: Uint8Array): Guess {
  const sample = valuesWithText(bytes);
  const high = Math.max(1, countHigh(sample));
  const scores = CANDIDATES.map(([charset, script, handicap]) => ({
    charset,
    score: (scoreOf(decodeLegacy(sample, charset), script) - handicap) / high,
  })).sort((a, b) => b.score - a.score);
  const best = scores[0]!;
  const next = scores[1]!;
  if (best.score <= 0) return { charset: 'windows-1252', confidence: 0, score: best.score };
  const lead = (best.score - Math.max(0, next.score)) / best.score;
  const amount = 1 - 1 / (1 + high / 6);
  return {
    charset: best.charset,
    confidence: Math.min(0.99, Math.max(0.05, lead * amount + lead * (1 - lead) * 0.5)),
    score: best.score,
  };
}

/** Mean score of a byte that is not ASCII when the values are read as `charset`; `undefined` for a charset that is no candidate. */
export function scoreAs(bytes: Uint8Array, charset: string): number | undefined {
  const candidate = CANDIDATES.find(([name]) => name === charset);
  if (candidate === undefined) return undefined;
  const sample = valuesWithText(bytes);
  return scoreOf(decodeLegacy(sample, charset), candidate[1]) / Math.max(1, countHigh(sample));
}

/** Decodes by the Encoding Standard: in browsers by their own decoder, in Node, which deviates from it, by one that does not. */
export function decodeLegacy(bytes: Uint8Array, charset: string): string {
  return new LegacyDecoder(charset).decode(bytes);
}

/** Values that hold bytes beyond ASCII, one a line. Brackets are taken as ASCII: a second byte 5D cuts a value short, no more. */
function valuesWithText(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE);
  let length = 0;
  let start = 0;
  let isText = false;
  for (let at = 0; at < bytes.length && length < SAMPLE - 1; at++) {
    const byte = bytes[at]!;
    if (byte >= 0x80) isText = true;
    else if (byte === OPEN_BRACKET && !isText) start = at + 1;
    else if (byte === CLOSE_BRACKET && isText) {
      const value = bytes.subarray(start, Math.min(at, start + SAMPLE - 1 - length));
      sample.set(value, length);
      length += value.length;
      sample[length++] = LINE_FEED;
      isText = false;
      start = at + 1;
    }
  }
  return length > 0 ? sample.subarray(0, length) : bytes.subarray(0, SAMPLE);
}

function countHigh(bytes: Uint8Array): number {
  let high = 0;
  for (const byte of bytes) if (byte >= 0x80) high++;
  return high;
}
