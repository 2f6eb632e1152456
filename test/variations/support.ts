import type { Finding } from '../../src/core/findings/finding.js';
import type { LineTree } from '../../src/core/line.js';
import { DEFAULT_LIMITS } from '../../src/core/limits.js';
import { replay } from '../../src/referee/replay/replay.js';
import type { IllegalPolicy } from '../../src/referee/replay/replayed.js';
import { judgeVariations, type VariationLimits } from '../../src/referee/replay/judge-variations.js';
import type { Ruleset } from '../../src/go/rules/ruleset.js';
import type { RawFile, RawGame } from '../../src/sgf/raw.js';
import { readLineTree } from '../../src/sgf/tree.js';
import { valueAt } from '../../src/sgf/properties.js';
import { scanFile } from '../../src/sgf/scan/scan-file.js';
import { recordOf } from '../support/steps.js';

const encoder = new TextEncoder();

export function scanText(sgf: string): RawFile {
  return scanFile(encoder.encode(sgf));
}

/** The first game of a text with its tree. */
export function treeOf(
  sgf: string,
  limits = DEFAULT_LIMITS,
): { tree: LineTree; game: RawGame; text: Uint8Array } {
  const { text, games } = scanFile(encoder.encode(sgf), { limits });
  return { tree: readLineTree(text, games[0]!, limits), game: games[0]!, text };
}

export interface Judging {
  readonly ruleset?: Ruleset;
  readonly illegal?: IllegalPolicy;
  /** Black moves that may be handicap stones. */
  readonly freeStones?: number;
  readonly limits?: VariationLimits;
}

/** Findings in the variations of a text's first game. */
export function findAside(sgf: string, judging: Judging = {}): readonly Finding[] {
  const { tree, game, text } = treeOf(sgf);
  const record = recordOf([], game.width, game.height, judging.freeStones);
  const options = {
    illegal: judging.illegal ?? ('stands' as const),
    valueAt: (offset: number) => valueAt(text, offset),
  };
  return judgeVariations(record, tree, judging.ruleset, options, judging.limits);
}

/** Findings of a text's first game along its main line. */
export function findOnLine(sgf: string, judging: Judging = {}): readonly Finding[] {
  const { game, text } = treeOf(sgf);
  const record = { ...recordOf([], game.width, game.height, judging.freeStones), line: game.line };
  const options = {
    illegal: judging.illegal ?? ('stands' as const),
    valueAt: (offset: number) => valueAt(text, offset),
  };
  return replay(record, judging.ruleset, options).findings;
}
