import { lowered } from '../../core/findings/family.js';
import { boardFor } from '../../go/board/board.js';
import { type HistoryMark, RewindableHistory } from '../../go/board/history.js';
import { type LineTree, pathOf } from '../../core/line.js';
import { type Disposition, finding, type Finding } from '../../core/findings/finding.js';
import type { Ruleset } from '../../go/rules/ruleset.js';
import { Walk } from './replay.js';
import type { ReplayOptions } from './replayed.js';
import { PassRuns, WalkState, type ReplayedRecord } from './board-plays.js';

/** How much of one tree is examined and reported. */
export interface VariationLimits {
  /** Findings in variations: each holds a path, and a tree of noise has many. */
  readonly findings: number;
  /** Nodes of one line with variations still to come: each takes a few hundred bytes. */
  readonly openBranches: number;
}

export const VARIATION_LIMITS: VariationLimits = { findings: 10_000, openBranches: 250_000 };

/** A node with children still to come, and the state after it. */
interface OpenBranch {
  readonly node: number;
  readonly state: WalkSnapshot;
}

/**
 * Judges the moves of every variation as if each line from the root were a game of its own; shared beginnings are walked once.
 * Findings: `move/*` and `setup/*` with `variation`, one severity lower than on the main line, because a variation is
 * somebody's analysis; nobody has accepted or forfeited anything in it. `sgf/limit` where something was left out.
 * In the order of the file. Not reported: findings on the main line, which `replay` reports.
 */
export function judgeVariations(
  record: Omit<ReplayedRecord, 'line'>,
  tree: LineTree,
  ruleset: Ruleset | undefined,
  options: ReplayOptions,
  limits = VARIATION_LIMITS,
): readonly Finding[] {
  const { nodeCount, parents, firstActions, childCounts, ordinals, runs } = tree;
  const history = new RewindableHistory(boardFor(record.width, record.height, tree.longest));
  const walk = new Walk({ ...record, line: tree }, ruleset, options, history);
  history.begin(tree.longest);
  const found: Finding[] = [];
  /** Nodes after which nothing counts. */
  const isOver = new Uint8Array(nodeCount);
  const branches: OpenBranch[] = [];
  let deepest: Finding | undefined;
  /** Goes back to the state after a node whose other child comes next; false where that state was not kept. */
  function returnTo(parent: number, child: number): boolean {
    const branch = branches.at(-1);
    if (branch?.node !== parent) return false;
    branch.state.restore(walk, history);
    if (ordinals[child] === (parent < 0 ? tree.rootCount : childCounts[parent])) branches.pop();
    return true;
  }

  if (tree.rootCount > 1) branches.push({ node: -1, state: new WalkSnapshot(walk, history) });
  for (let node = 0; node < nodeCount; node++) {
    const parent = parents[node]!;
    if (parent >= 0 && isOver[parent] === 1) {
      isOver[node] = 1;
      continue;
    }
    if (ordinals[node]! > 1 && !returnTo(parent, node)) {
      isOver[node] = 1;
      continue;
    }
    if (walk.advance(firstActions[node]!, firstActions[node + 1]!) === 'over') isOver[node] = 1;
    if (walk.setup.open) walk.setup.close(walk.moves);
    if (walk.findings.length > 0) {
      if (runs[node] !== 0) for (const one of walk.findings) found.push(inVariation(one, tree));
      walk.findings.length = 0;
      if (found.length >= limits.findings) {
        found.push(limitHit('variationFindings', limits.findings, tree, node));
        return found;
      }
    }
    if (childCounts[node]! < 2 || isOver[node] === 1) continue;
    if (branches.length < limits.openBranches)
      branches.push({ node, state: new WalkSnapshot(walk, history) });
    else deepest ??= limitHit('openBranches', limits.openBranches, tree, node);
  }
  if (deepest) found.push(deepest);
  return found;
}

/** Dispositions that follow from the option of the run; the others say what the players did. */
const BY_OPTION: ReadonlySet<Disposition> = new Set(['as-pass', 'stopped']);

function inVariation(one: Finding, tree: LineTree): Finding {
  const node = one.node ?? 0;
  const { disposition, ...rest } = one;
  return {
    ...rest,
    ...(disposition && BY_OPTION.has(disposition) ? { disposition } : {}),
    severity: lowered(one.severity),
    node: tree.depths[node]!,
    variation: pathOf(tree, node),
  };
}

function limitHit(limit: string, value: number, tree: LineTree, node: number): Finding {
  const offset = tree.offsets[Math.min(tree.firstActions[node]!, tree.count - 1)]!;
  const place = { node: tree.depths[node]!, variation: pathOf(tree, node), offset };
  return finding('sgf/limit', { limit, value }, place);
}

/** The state of a walk between two nodes, with no setup in progress. */
class WalkSnapshot {
  private readonly fields = new WalkState();
  private readonly passes = new PassRuns();
  private readonly setup: Pick<Walk['setup'], 'black' | 'white'>;
  private readonly verdicts: Pick<Walk['verdicts'], 'illegal' | 'impossible'>;
  /** Length of the board's changes: the board and the history keep logs by which they go back. */
  private readonly changes: number;
  private readonly mark: HistoryMark;

  constructor(walk: Walk, history: RewindableHistory) {
    this.fields.copy(walk);
    this.passes.copy(walk.passes);
    const { black, white } = walk.setup;
    const { illegal, impossible } = walk.verdicts;
    this.setup = { black, white };
    this.verdicts = { illegal, impossible };
    this.changes = walk.board.changes;
    this.mark = history.mark();
  }

  /** Restores the walk and invalidates later snapshots. The board's prisoners are not restored. */
  restore(walk: Walk, history: RewindableHistory): void {
    walk.copy(this.fields);
    walk.passes.copy(this.passes);
    Object.assign(walk.setup, this.setup);
    Object.assign(walk.verdicts, this.verdicts);
    walk.board.rewind(this.changes);
    history.rewind(this.mark);
  }
}
