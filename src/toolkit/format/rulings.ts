/** What `format` writes of a referee's decisions and of probable repairs, into the tree of a game. */
import { type Finding, finding } from '../../core/findings/finding.js';
import { analyze } from '../../referee/judge/analyze.js';
import {
  decidedText,
  decisionsFor,
  declaredBy,
  type Decision,
  decisionText,
} from '../../referee/judge/decisions.js';
import { fittingDecisions, isCountDecided, komiDecided, misfits } from '../../referee/judge/ruled-result.js';
import type { GameReport } from '../../referee/judge/report.js';
import { formatResult } from '../../referee/record/declared-result.js';
import type { GameRecord } from '../../referee/record/record.js';
import type { RecordRepair } from '../../referee/repair/repair.js';
import type { FormatOptions } from './format-types.js';
import { countedResult, rulesetOf, set } from './operations.js';
import { type MoveRepair, repairMoves } from './repair-moves.js';
import { escaped, type FormatTree, mainLineOf, propertyOf } from './tree.js';

/** What became of the moves of a game and of the decisions about it. */
export interface Rulings extends MoveRepair {
  /** Findings about the parts of decisions that do not fit the game, and are not written. */
  readonly unfit: readonly Finding[];
}

/**
 * Writes the moves as they were decided, or as the referee proposes, and what else was decided. What fits the game, and which repair is
 * sure, is what `audit` says of it. `text`: the game as SGF.
 */
export function writeRulings(
  tree: FormatTree,
  record: GameRecord,
  text: Uint8Array,
  { moves, copyOf, decisions: all, rules: named, limits }: FormatOptions,
): Rulings {
  const { decisions, repair } = decisionsFor(record, all);
  if (moves === 'kept' && decisions.length === 0) return { repair: '', unfit: [] };
  const rules = rulesetOf(named);
  const options = { digest: () => '', rules, places: false, decisions, limits, scores: 'decided' } as const;
  const [game] = analyze(text, options).games;
  const unfit: Finding[] = misfits(decisions, game?.findings ?? []);
  const decided = repair?.repair;
  const proposed = moves === 'repaired' ? game?.repair : undefined;
  const copied = decided === undefined ? copiedRepair(proposed, copyOf) : undefined;
  const repaired = repairMoves(tree, record, decided ?? copied?.repair, proposed);
  if (repair && decided !== undefined && repaired.proposal) {
    const args = { name: repair.name, repair: decided, reason: 'two-moves', move: 0, is: '' } as const;
    unfit.push(finding('decision/no-repair', args));
  }
  writeDecisions(tree, game, fittingDecisions(decisions, unfit));
  return decided === undefined
    ? { ...repaired, ...(copied && repaired.repair !== '' && { copy: copied.copy }), unfit }
    : { repair: repaired.repair, unfit };
}

/** The proposed repair with which a record has the moves of another, if there is one. */
function copiedRepair(
  proposed: RecordRepair | undefined,
  copyOf: FormatOptions['copyOf'],
): { readonly repair: string; readonly copy: string } | undefined {
  for (const { repair, lineKey } of proposed?.lines ?? []) {
    const copy = copyOf?.(lineKey);
    if (copy !== undefined) return { repair, copy };
  }
  return undefined;
}

/** Writes RE, declared or counted with the groups and komi decided; KM; and in GC a line for each decision that it does not have yet. */
function writeDecisions(
  tree: FormatTree,
  game: GameReport | undefined,
  decisions: readonly Decision[],
): void {
  const result = decisions.findLast((one) => one.result !== undefined)?.result;
  const komi = komiDecided(decisions);
  const counted = isCountDecided(decisions) ? game?.score && countedResult(game.score) : undefined;
  const values = {
    RE: result === undefined ? counted : formatResult(declaredBy(result)),
    KM: komi?.toString(),
  };
  const line = mainLineOf(tree);
  for (const [ident, value] of Object.entries(values)) {
    if (value === undefined) continue;
    set(line.find((node) => propertyOf(node, ident)) ?? tree.root, ident, [escaped(value)]);
  }
  for (const one of decisions) {
    const added = escaped(`${decisionText(one)}: ${decidedText([one])}`);
    const before = propertyOf(tree.root, 'GC')?.values[0] ?? '';
    if (!before.split('\n').includes(added))
      set(tree.root, 'GC', [before === '' ? added : `${before}\n${added}`]);
  }
}
