import type { Color, Stone } from '../core/color.js';

/** What of a walk changes from move to move, apart from its parts, the board and the history. */
export class WalkFields {
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

  /** The position was set by hand (or is the start), so that the history begins anew at the next move. */
  protected fresh = true;
  /** Whose turn it is; 0: nobody has said, the next move tells. */
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
  /** Move number of the play, pass or setup since which the present position stands, and of that before the preceding board play. */
  protected positionMove = 0;
  protected previousMove = 0;

  /** Takes over every field of another. */
  copy(from: WalkFields): void {
    this.moves = from.moves;
    this.playsBlack = from.playsBlack;
    this.playsWhite = from.playsWhite;
    this.passesBlack = from.passesBlack;
    this.passesWhite = from.passesWhite;
    this.startBlack = from.startBlack;
    this.startWhite = from.startWhite;
    this.lastPlay = from.lastPlay;
    this.lastMove = from.lastMove;
    this.lastPlayPoint = from.lastPlayPoint;
    this.editedMidGame = from.editedMidGame;
    this.stoppedAt = from.stoppedAt;
    this.firstCapture = from.firstCapture;
    this.state = from.state;
    this.fresh = from.fresh;
    this.turn = from.turn;
    this.turnNode = from.turnNode;
    this.freeStones = from.freeStones;
    this.moveNode = from.moveNode;
    this.bothReported = from.bothReported;
    this.setupNode = from.setupNode;
    this.previousPlayer = from.previousPlayer;
    this.previousPosition = from.previousPosition;
    this.previousTook = from.previousTook;
    this.hasRestored = from.hasRestored;
    this.positionMove = from.positionMove;
    this.previousMove = from.previousMove;
  }
}

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
    this.run = from.run;
    this.first = from.first;
    this.longest = from.longest;
    this.resumedAfter = from.resumedAfter;
    this.firstEnd = from.firstEnd;
    this.last = from.last;
  }

  /** A move that is neither pass nor board play. */
  interrupt(): void {
    this.run = 0;
    this.first = 0;
  }
}
