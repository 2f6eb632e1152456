import { finding, type Finding } from '../findings/finding.js';
import type { AnalyzeOptions } from './options.js';
import type { GameRecord } from '../record/record.js';
import { judgeVariations } from '../replay/variations.js';
import type { Ruleset } from '../rules/ruleset.js';
import type { RawFile, RawGame } from '../sgf/raw.js';
import { scanTree } from '../sgf/scan-tree.js';

const NOTHING: readonly Finding[] = [];

/** What all games of one file share. */
interface FileContext {
  readonly file: Pick<RawFile, 'text'>;
  readonly options: Pick<AnalyzeOptions, 'illegal' | 'limits'>;
  readonly valueAt: (offset: number) => string;
}

/**
 * Findings about the moves of a game outside its main line, in the order of the file. The board that replays of this size
 * share is used anew. A game that is not Go, or without variations, has none.
 */
export function findInVariations(
  game: RawGame,
  record: GameRecord,
  ruleset: Ruleset | undefined,
  { file, options, valueAt }: FileContext,
): readonly Finding[] {
  if (game.branches === 0 || !record.isGo) return NOTHING;
  const { illegal, limits } = options;
  const tree = scanTree(file.text, game, limits);
  const found = judgeVariations(record, tree, ruleset, { illegal, valueAt });
  // The scan has told the limit of depth, and that of nodes where the main line hit it.
  if (tree.cutAt < 0 || tree.nodeCount < limits.nodesPerGame || game.line.nodeCount === tree.nodeCount)
    return found;
  const cut = { limit: 'nodesPerGame', value: limits.nodesPerGame };
  return [...found, finding('sgf/limit', cut, { offset: tree.cutAt })];
}
