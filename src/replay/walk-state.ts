import type { Board } from '../board/board.js';
import { type Color, type Content, EMPTY, type Stone, WHITE } from '../core/color.js';
import { finding, type Finding, type Place } from '../findings/finding.js';

/** The part of a walk that changes from move to move, apart from its parts, the board and the history. */
export class WalkState {
  moves = 0;
  playsBlack = 0;
  playsWhite = 0;
  passesBlack = 0;
  passesWhite = 0;
  startBlack = 0;
  startWhite = 0;
  lastPlay: Stone | 0 = 0;
  lastMove: Stone | 0 = 0;
  lastPlayPoint = -1;
  editedMidGame = false;
  stoppedAt = 0;
  firstCapture: Color | undefined;
  /** `won`: a first-capture game is over; `stopped`: at an illegal move, as asked. */
  protected state: 'running' | 'won' | 'stopped' = 'running';

  protected get isStopped(): boolean {
    return this.state === 'stopped';
  }

  /** The position was set up, or is the start: the history starts again at the next move. */
  protected isSetUp = true;
  /** Whose turn it is; 0: not stated, the next move decides. */
  protected turn: Stone | 0 = 0;
  protected turnNode = -1;
  /** Black moves that still may be handicap stones. */
  protected freeStones = 0;
  protected moveNode = -1;
  protected bothReported = -1;
  protected setupNode = -1;
  /** The preceding move when it was a board play: its player, and the position before it as the history knows it. */
  protected previousPlayer: Stone | 0 = 0;
  protected previousPosition = 0;
  /** Stones that the preceding move took. This and the next are right only where the arena makes no moves. */
  protected previousTook = 0;
  /** The preceding board play restored a position. */
  protected hasRestored = false;
  /** Move number of the play, pass or setup since which the position is the present one, and of that before the preceding board play. */
  protected positionMove = 0;
  protected previousMove = 0;

  /** Takes over every field of another. */
  copy(from: WalkState): void {
    const to = this as unknown as Record<string, unknown>;
    const values = from as unknown as Readonly<Record<string, unknown>>;
    for (const field of FIELDS) to[field] = values[field];
  }
}

/** The fields of a state, without those of a walk that extends it. */
const FIELDS = Object.keys(new WalkState());

/** Counts passes in a row. */
export class PassRuns {
  /** Passes in a row just now. */
  run = 0;
  /** Who made the first of them; 0 when there are none. */
  first: Stone | 0 = 0;
  longest = 0;
  /** Longest run of two or more that a board play followed. */
  resumedAfter = 0;
  /** Move number of the first pass that directly followed another; 0: never. */
  firstEnd = 0;
  /** Move number of the last pass; 0: none. */
  last = 0;

  pass(player: Stone, move: number): void {
    this.last = move;
    if (this.run === 0) this.first = player;
    this.run++;
    if (this.run === 2 && this.firstEnd === 0) this.firstEnd = move;
    if (this.run > this.longest) this.longest = this.run;
  }

  play(): void {
    if (this.run === 0) return;
    if (this.run >= 2 && this.run > this.resumedAfter) this.resumedAfter = this.run;
    this.interrupt();
  }

  /** Takes over every field of another. */
  copy(from: PassRuns): void {
    Object.assign(this, from);
  }

  /** A move that is neither pass nor board play. */
  interrupt(): void {
    this.run = 0;
    this.first = 0;
  }
}

const POINTS = 52 * 52;
const stamps = new Uint32Array(POINTS);
const contents = new Uint8Array(POINTS);
let stamp = 0;

/**
 * Carries out the setup of one node after the other: sums what it adds and removes, and reports points set twice with different
 * contents, chains left without liberties, and setup after the first move.
 */
export class SetupNodes {
  /** Stones that setup put on the board less those it took off. */
  black = 0;
  white = 0;
  /** Setup is under way whose node has not been closed. */
  open = false;
  private node = 0;
  private offset = 0;
  /** Points that get another content than they had before the node. */
  private changed = 0;
  private overlaps = 0;
  private mayLackLiberty = 0;
  private redundant = 0;

  private readonly board: Board;
  private readonly findings: Finding[];
  /** `every`: setup that changes nothing is reported. */
  private readonly faults: 'one' | 'every';

  constructor(board: Board, findings: Finding[], faults: 'one' | 'every') {
    this.board = board;
    this.findings = findings;
    this.faults = faults;
  }

  /** Sets one point; `moves` is how many moves were made before. */
  set(point: number, content: Content, node: number, offset: number, moves: number): void {
    const { board } = this;
    if (this.open && node !== this.node) this.close(moves);
    if (!this.open) {
      this.open = true;
      this.node = node;
      this.offset = offset;
      this.changed = this.overlaps = this.mayLackLiberty = this.redundant = 0;
      stamp++;
    }
    const before = board.at(point);
    if (stamps[point] !== stamp) {
      if (before === content) this.redundant++;
      else this.changed++;
    } else if (contents[point] !== content) this.overlaps++;
    stamps[point] = stamp;
    contents[point] = content;
    if (before !== EMPTY) this.add(before, -1);
    if (content !== EMPTY) this.add(content, 1);
    this.mayLackLiberty |= board.setup(point, content);
  }

  /** A stone that a move replaced. */
  replaced(content: number): void {
    this.add(content, -1);
  }

  /** The node's setup is complete. */
  close(moves: number): void {
    this.open = false;
    const { node, offset, findings, board } = this;
    const place: Place = moves > 0 ? { node, offset, move: moves } : { node, offset };
    if (moves > 0 && this.changed > 0)
      findings.push(finding('setup/after-start', { stones: this.changed }, place));
    if (this.overlaps > 0) findings.push(finding('setup/overlap', { points: this.overlaps }, place));
    if (this.redundant > 0 && this.faults === 'every') {
      findings.push(finding('setup/redundant', { points: this.redundant }, place));
    }
    if (this.mayLackLiberty === 0) return;
    const stones = board.stonesWithoutLiberty();
    if (stones > 0) findings.push(finding('setup/no-liberty', { stones }, place));
  }

  private add(content: number, by: 1 | -1): void {
    if (content === WHITE) this.white += by;
    else this.black += by;
  }
}
