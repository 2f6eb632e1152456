import { readRecord } from '../record/read-record.js';
import type { RawFile, RawGame } from '../sgf/raw.js';
import { addPasses } from './add-passes.js';
import type { FormatOptions } from './format-types.js';
import { normalize, repairKomi } from './normalize.js';
import { rewritePoints } from './points.js';
import { keepMainLine, strip } from './strip.js';
import { swapColors } from './swap-colors.js';
import type { FormatTree } from './tree.js';
import { turnBoard } from './turn-board.js';
import { writeScore } from './write-score.js';

/**
 * Does to one game what the options ask for, but for the root's own properties and the order of all. What a game means (its komi,
 * its score) is read from the file before anything is turned or exchanged.
 */
export function operate(tree: FormatTree, file: RawFile, game: RawGame, options: FormatOptions): void {
  if (options.nodes === 'mainLine' || options.strip.includes('variations')) keepMainLine(tree);
  if (options.strip.length > 0) strip(tree, options.strip);
  if (options.komi === 'repaired' || options.passes === 'added') {
    const record = readRecord(game);
    if (options.komi === 'repaired') repairKomi(tree, record);
    if (options.passes === 'added') addPasses(tree, record);
  }
  if (options.score.length > 0) {
    writeScore(tree, file.text.subarray(game.textStart, game.textEnd), options);
  }
  if (options.normalize.length > 0) normalize(tree, options.normalize);
  if (options.colors === 'swapped') swapColors(tree);
  if (options.symmetry !== 'none') turnBoard(tree, options.symmetry);
  if (options.points !== 'kept') rewritePoints(tree, options.points);
}
