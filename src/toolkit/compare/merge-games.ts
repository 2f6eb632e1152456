/** One record out of two. */
import { DEFAULT_LIMITS } from '../../core/limits.js';
import { UserError } from '../../core/outcome.js';
import type { GameReport } from '../../referee/judge/report.js';
import { edited, type Edit, type Moves, Trial } from '../../referee/repair/edits.js';
import { repairText } from '../../referee/repair/repair-text.js';
import { scanFile } from '../../sgf/scan/scan-file.js';
import { PROPERTIES } from '../../sgf/properties.js';
import { namesOf } from '../format/operate.js';
import { addComment, repairMove } from '../format/repair-moves.js';
import {
  escaped,
  type FormatTree,
  makeProperty,
  propertyOf,
  readTree,
  repairRoot,
  writeTree,
} from '../format/tree.js';
import { compareGames, type GameComparison, isBroken, sideBySide } from './compare-games.js';

/**
 * One record out of two of one game, as SGF in UTF-8: that whose moves are legal, else that whose result its board confirms, else the longer
 * one. From the other it takes the header values that it lacks, RE where only that fits the board, and edits that let its moves be played
 * farther. A comment of the root names what comes from where. Both reports need their `source`. Throws UserError where they are not one game,
 * and for an argument that is no report.
 */
export function mergeGames(first: GameReport, second: GameReport): string {
  return merged(first, second).text;
}

/** As `mergeGames`; `because`: which record it begins with, and why. */
export function merged(
  first: GameReport,
  second: GameReport,
): { readonly text: string; readonly because: string } {
  const comparison = compareGames(first, second);
  for (const { source } of [first, second])
    if (!source)
      throw new UserError('a merge needs reports with their source: analyze with keepSource: true');
  if (comparison.notOneGame !== '')
    throw new UserError(`these are not records of one game: ${comparison.notOneGame}`);
  const { isFirst, because } = better(comparison);
  const [base, other] = isFirst ? [first, second] : [second, first];
  const [tree, from] = [treeOf(base), treeOf(other)];
  const fits = isFirst ? 'first' : 'second';
  const isResultOther =
    comparison.fits !== 'both' && comparison.fits !== fits && ['first', 'second'].includes(comparison.fits);
  const taken = takeHeader(tree, from, isResultOther);
  const { opening, alignment } = sideBySide(base, other).found!;
  const isBaseBroken = isBroken(comparison.records[isFirst ? 0 : 1]);
  const edits = isBaseBroken ? helpful(opening, alignment.edits) : [];
  for (const edit of edits.toReversed()) repairMove(tree, base.record, edit, '');
  taken.push(...edits.map((edit) => repairText(opening, [edit])));
  const more = taken.length > 0 ? `; from ${nameOf(other)}: ${taken.join(', ')}` : '';
  addComment(tree.root, `sgf-referee: merged from ${nameOf(base)}${more}`);
  repairRoot(tree.root, 'UTF-8');
  return { text: writeTree(tree, 'repaired'), because: `merged from ${nameOf(base)}: ${because}` };
}

/** Whether the first record is the one to begin with, and why. */
function better({ legal, fits, records: [one, other] }: GameComparison): {
  readonly isFirst: boolean;
  readonly because: string;
} {
  if (legal === 'first' || legal === 'second')
    return { isFirst: legal === 'first', because: 'only its moves are legal' };
  if (fits === 'first' || fits === 'second')
    return { isFirst: fits === 'first', because: 'only its result fits the board' };
  if (one.moves !== other.moves) return { isFirst: one.moves > other.moves, because: 'it has more moves' };
  return {
    isFirst: true,
    because: 'it was named first, and neither legality, result nor length prefers one',
  };
}

const nameOf = ({ file, game }: GameReport): string => `${file}, game ${String(game)}`;

function treeOf({ source = new Uint8Array(0), file }: GameReport): FormatTree {
  const scanned = scanFile(source, { limits: DEFAULT_LIMITS });
  const [game] = scanned.games;
  if (!game) throw new UserError(`${file}: this record cannot be merged`);
  return readTree(scanned.text, game, DEFAULT_LIMITS).tree;
}

/** Adds header values that a record lacks, and sets RE if it is wanted. Returns their properties. */
function takeHeader({ root }: FormatTree, from: FormatTree, takesResult: boolean): string[] {
  const own = namesOf({ root, width: 0, height: 0 });
  const taken: string[] = [];
  for (const [ident, value] of Object.entries(namesOf(from))) {
    if (PROPERTIES.get(ident)?.class !== 'game-info' || value === '') continue;
    if ((own[ident] ?? '') !== '' && !(ident === 'RE' && takesResult)) continue;
    const property = propertyOf(root, ident);
    if (property) property.values = [escaped(value)];
    else root.properties.push(makeProperty(ident, [escaped(value)]));
    taken.push(ident);
  }
  return taken;
}

/** Of edits in order, those after each of which the first move that cannot be played comes later. */
function helpful(opening: Parameters<typeof repairText>[0], all: readonly Edit[]): Edit[] {
  const { width, height } = opening;
  const taken: Edit[] = [];
  const moves = (edits: readonly Edit[]): Moves =>
    edits.reduceRight((made, edit) => edited(made, edit, width, height), opening.moves);
  const reach = (edits: readonly Edit[]): number => {
    const made = moves(edits);
    const fault = new Trial({ ...opening, moves: made }, true).firstFault(made, 0);
    return fault === made.points.length ? Infinity : fault;
  };
  let [reached, outOfTurn] = [reach([]), timesOutOfTurn(opening.moves)];
  for (const edit of all) {
    const next = reach([...taken, edit]);
    const turns = timesOutOfTurn(moves([...taken, edit]));
    if (next <= reached || turns > outOfTurn) continue;
    taken.push(edit);
    [reached, outOfTurn] = [next, turns];
  }
  return taken;
}

/** Moves by the player who has just moved. */
function timesOutOfTurn({ colors }: Moves): number {
  return colors.filter((color, i) => i > 0 && color === colors[i - 1]).length;
}
