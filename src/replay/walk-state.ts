import type { HistoryMark, RewindableHistory } from './rewindable-history.js';
import type { Walk } from './walk.js';

/** How a walk stood between two nodes. */
export interface WalkState {
  readonly own: object;
  readonly passes: object;
  readonly setup: object;
  readonly illegal: number;
  /** Length of the board's changes. */
  readonly changes: number;
  readonly history: HistoryMark;
}

/**
 * How the walk stands now, with no setup under way. What it counts and remembers is a field of it or of its parts, and copied;
 * the board and the history keep logs by which they go back.
 */
export function stateOf(walk: Walk, history: RewindableHistory): WalkState {
  return {
    own: Object.assign({}, walk),
    passes: Object.assign({}, walk.passes),
    setup: Object.assign({}, walk.setup),
    illegal: walk.verdicts.illegal,
    changes: walk.board.changes.length,
    history: history.mark(),
  };
}

/** Brings the walk back to a state it had; states it had later are void then. The board's prisoners are not taken back. */
export function goBack(walk: Walk, history: RewindableHistory, state: WalkState): void {
  Object.assign(walk, state.own);
  Object.assign(walk.passes, state.passes);
  Object.assign(walk.setup, state.setup);
  walk.verdicts.illegal = state.illegal;
  walk.board.rewind(state.changes);
  history.rewind(state.history);
}
