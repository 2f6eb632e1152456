import { PassRuns } from './pass-runs.js';
import type { HistoryMark, RewindableHistory } from '../board/rewindable-history.js';
import { WalkFields } from './walk-fields.js';
import type { Walk } from './walk.js';

/** How a walk stood between two nodes, with no setup under way. */
export class WalkState {
  private readonly fields = new WalkFields();
  private readonly passes = new PassRuns();
  private readonly setupBlack: number;
  private readonly setupWhite: number;
  private readonly illegal: number;
  private readonly impossible: number;
  /** Length of the board's changes: the board and the history keep logs by which they go back. */
  private readonly changes: number;
  private readonly mark: HistoryMark;

  constructor(walk: Walk, history: RewindableHistory) {
    this.fields.copy(walk);
    this.passes.copy(walk.passes);
    this.setupBlack = walk.setup.black;
    this.setupWhite = walk.setup.white;
    this.illegal = walk.verdicts.illegal;
    this.impossible = walk.verdicts.impossible;
    this.changes = walk.board.changes.length;
    this.mark = history.mark();
  }

  /** Brings the walk back; states it had later are void then. The board's prisoners are not taken back. */
  restore(walk: Walk, history: RewindableHistory): void {
    walk.copy(this.fields);
    walk.passes.copy(this.passes);
    walk.setup.black = this.setupBlack;
    walk.setup.white = this.setupWhite;
    walk.verdicts.illegal = this.illegal;
    walk.verdicts.impossible = this.impossible;
    walk.board.rewind(this.changes);
    history.rewind(this.mark);
  }
}
