import { isAscii } from 'node:buffer';
import { CLOSE_PAREN, OPEN_BRACKET, OPEN_PAREN } from '../core/bytes.js';
import { addCounts, noCounts } from '../output/summary.js';
import type { FileReport } from '../referee/analyze.js';
import { endOfValue } from '../sgf/properties.js';
import { skipWhitespace } from '../sgf/scan/recover.js';
import type { CharsetEvidence } from '../sgf/raw.js';
import type { GivenFile } from './file-work.js';
import { isIntact, LEFT, NEW, type OrdinaryGames } from './ordinary-games.js';
import type { TaskOutput } from './work.js';

/** Referees the games of a text in the usual way and writes their rows. */
type Usual = (file: GivenFile) => FileReport;

/** Findings that require reading a text as a whole: where a game ends, or what it says, depends on its neighbors. */
const WHOLE: ReadonlySet<string> = new Set([
  'sgf/unclosed-value',
  'sgf/unclosed-tree',
  'sgf/property-without-value',
  'sgf/limit',
]);

/** Once unusual games outnumber ordinary ones by this many, the rest is refereed at once. */
const MOST_UNUSUAL = 8;

const NUL = 0;
const ESCAPE = 0x1b;

/**
 * Referees a text of many games, the ordinary ones by kernels, the others one by one. Returns its charset; `left` if
 * the text must be read as a whole: then nothing is written. For runs that ignore no finding.
 */
export function gameByGame(
  file: GivenFile,
  ordinary: OrdinaryGames,
  usual: Usual,
  out: TaskOutput,
): CharsetEvidence | 'left' {
  const { bytes, options } = file;
  if (!isPlainText(bytes) || (options.charset && !isUtf8(options.charset))) return 'left';
  const { counts } = out;
  const before = out.units.count;
  const made = noCounts();
  out.counts = made;
  let charset: CharsetEvidence | 'left';
  try {
    charset = walk(file, ordinary, usual);
  } finally {
    out.counts = counts;
  }
  if (charset === 'left') out.units.cutTo(before);
  else addCounts(counts, made);
  return charset;
}

/** The same without undoing what was written. */
function walk(file: GivenFile, ordinary: OrdinaryGames, usual: Usual): CharsetEvidence | 'left' {
  const { bytes, options } = file;
  let { charset, firstGame: game } = options;
  let unusual = 0;
  const first = skipWhitespace(bytes, 0, bytes.length);
  if (bytes[first] !== OPEN_PAREN) return 'left';
  ordinary.open(bytes);
  for (let at = first; at < bytes.length; game++) {
    if (game > options.limits.gamesPerFile) return 'left';
    // The first game of a file determines its charset.
    const taken = charset === undefined ? NEW : ordinary.take(file, at, game, 'game');
    let end = taken;
    if (taken === LEFT || taken === NEW) {
      end = unusual < MOST_UNUSUAL ? endOfTree(bytes, at) : bytes.length;
      if (end < 0) return 'left';
      const part = bytes.subarray(at, end);
      const report = usual({ ...file, bytes: part, options: { ...options, firstGame: game, charset } });
      charset ??= charsetOf(part, report.charset, bytes);
      if (charset === undefined || !isSound(report)) return 'left';
      if (unusual >= MOST_UNUSUAL) break;
      if (report.games.length !== 1) return 'left';
      if (taken === LEFT || ordinary.learn(at, report.games[0]!) === 'unknown') unusual++;
    } else if (unusual > 0) unusual--;
    at = skipWhitespace(bytes, end, bytes.length);
  }
  return charset!;
}

/** The charset of a text whose first game was read; `undefined` where that game does not settle it. */
function charsetOf(
  first: Uint8Array,
  { declared, used }: CharsetEvidence,
  whole: Uint8Array,
): CharsetEvidence | undefined {
  // A CA after the first move of a file is ignored.
  if (!/;[BW]\[/u.test(Buffer.from(first.buffer, first.byteOffset, first.length).toString('latin1')))
    return undefined;
  const how = isAscii(whole) ? 'ascii' : 'utf-8';
  const charset: CharsetEvidence = { declared, used, how, confidence: 1, replaced: 0 };
  return isUtf8(charset) ? charset : undefined;
}

function isUtf8({ declared, used }: CharsetEvidence): boolean {
  return used === 'utf-8' && (declared === undefined || declared.toLowerCase() === 'utf-8');
}

/** Whether a text is ASCII or intact UTF-8, without bytes that suggest another charset. */
function isPlainText(bytes: Uint8Array): boolean {
  // Searching a typed array takes ten times as long.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return !text.includes(NUL) && !text.includes(ESCAPE) && (isAscii(text) || isIntact(text));
}

function isSound({ games, findings }: FileReport): boolean {
  return findings.length === 0 && games.every((game) => game.findings.every(({ code }) => !WHOLE.has(code)));
}

/** Offset after the `)` that closes the `(` at an offset; -1 without one. */
function endOfTree(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === OPEN_BRACKET) at = endOfValue(bytes, at + 1, bytes.length);
    else if (byte === OPEN_PAREN) depth++;
    else if (byte === CLOSE_PAREN && --depth === 0) return at + 1;
    else if (depth === 0) return -1;
  }
  return -1;
}
