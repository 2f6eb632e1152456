import { DEFAULT_LIMITS } from '../core/limits.js';
import { decodeFile } from '../sgf/decode.js';
import type { RawFile, RawGame } from '../sgf/raw.js';
import type { FormatOptions, FormatResult, FormattedGame } from './format-types.js';
import { readInput } from './input.js';
import { Losses } from './losses.js';
import { namesOf } from './names.js';
import { operate } from './operate.js';
import { orderProperties } from './order.js';
import { outputOf, type Output } from './output.js';
import { textOutside } from './outside.js';
import { readTree } from './read-tree.js';
import { repairRoot, tellCharset } from './root.js';
import type { FormatTree } from './tree.js';
import { writeTree } from './write-tree.js';

const NOTHING = new Uint8Array(0);

/** What the parts of one call share. */
interface Run {
  readonly file: RawFile;
  readonly options: FormatOptions;
  readonly output: Output;
  readonly losses: Losses;
}

/**
 * Rewrites the games of a file as FF[4]. With `FAITHFUL` nothing but the form changes: every node, property and value has
 * the meaning it had, and rewriting the result gives the same bytes. What cannot be kept is told in `losses`; where there is
 * any, and `lossy` is `refused`, there is no text. Findings are those of the scan.
 * Throws a RangeError for an unknown charset or ruleset in the options. Not checked: the meaning of anything that the options do not
 * touch; what GIB and NGF records tell beyond what their readers know.
 */
export function formatFile(bytes: Uint8Array, options: FormatOptions): FormatResult {
  const file = readInput(bytes, options.charsetIn);
  const losses = new Losses(file);
  const run: Run = { file, options, output: outputOf(options.charsetOut), losses };
  losses.addUndecoded();
  losses.addForeign();
  const wanted = options.games === 'all' ? undefined : new Set(options.games);
  const outside = wanted || options.strip.includes('illegalTail') ? [] : textOutside(file);
  const games: FormattedGame[] = [];
  const texts: string[] = [];
  for (const [i, raw] of file.games.entries()) {
    if (wanted && !wanted.has(raw.game)) continue;
    if (outside[i]) texts.push(outside[i] + '\n');
    const { tree, text } = formatGame(run, raw);
    texts.push(text);
    games.push({
      number: raw.game,
      text: encode(run, text, raw),
      names: namesOf(tree),
      findings: raw.findings,
    });
  }
  const tail = outside[file.games.length];
  if (tail) texts.push(tail + '\n');
  const text = games.length === 0 ? NOTHING : encodeWhole(run, texts.join(''), games);
  const refused = options.lossy === 'refused' && losses.all.length > 0;
  return {
    games: refused ? games.map((game) => ({ ...game, text: NOTHING })) : games,
    text: refused ? NOTHING : text,
    losses: losses.all,
    refused,
    findings: file.findings,
    charset: file.charset,
    source: file.format ?? 'sgf',
  };
}

function formatGame(run: Run, raw: RawGame): { readonly tree: FormatTree; readonly text: string } {
  const { file, options, output, losses } = run;
  const { tree, lost } = readTree(file.text, raw, DEFAULT_LIMITS);
  for (const { kind, start, end } of lost) losses.add(kind, raw.game, start, end);
  losses.addPasted(raw);
  operate(tree, file, raw, options);
  if (options.root === 'repaired') repairRoot(tree.root, output.name);
  const text = writeInOrder(tree, options);
  const isTold = options.root === 'repaired' || !tellCharset(tree.root, output.name, text);
  return { tree, text: isTold ? text : writeInOrder(tree, options) };
}

function writeInOrder(tree: FormatTree, options: FormatOptions): string {
  if (options.order === 'ff4') orderProperties(tree);
  return writeTree(tree, options.identifiers);
}

/** A game in the output's charset; a character that this does not have is a loss, at its first place in the game. */
function encode({ output, losses }: Run, text: string, raw: RawGame): Uint8Array {
  const { bytes, missing } = output.encode(text);
  for (const character of missing) losses.addMissing(raw, character);
  return bytes;
}

/** The collection in the output's charset, read back where that is not UTF-8: it may look like another one. */
function encodeWhole({ output, losses }: Run, text: string, games: readonly FormattedGame[]): Uint8Array {
  const { bytes } = output.encode(text);
  if (output.name === 'UTF-8') return bytes;
  const back = new TextDecoder().decode(decodeFile(bytes).text);
  if (back !== text && losses.all.length === 0)
    losses.addText('characters', games[0]!.number, 0, output.name);
  return bytes;
}
