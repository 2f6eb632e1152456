import { BLACK, EMPTY, WHITE, colorOf, type Stone } from '../core/color.js';
import type { Finding } from '../findings/finding.js';
import type { GameRecord, Origin } from '../record/record.js';
import type { Ruleset } from '../rules/ruleset.js';
import { boardFor, type Board } from '../board/board.js';
import { History, NEVER } from '../board/history.js';
import { isForbidden, judgeRepetition, type KoFight } from './ko.js';
import { Verdicts } from './verdicts.js';
import { PassRuns, SetupNodes, WalkState } from './walk-state.js';
import type { ReplayOptions } from './replay.js';

/** What the replay reads of a record. */
export type ReplayedRecord = Pick<GameRecord, 'line' | 'width' | 'height' | 'handicap' | 'result' | 'origin'>;

/** Servers that enforce turns and leave passes out of their records: two moves in a row have a pass between them. */
const PASSES_LEFT_OUT: ReadonlySet<Origin> = new Set(['fox', 'tygem', 'tom', 'korean-news']);

export function recordsNoPasses(origin: Origin): boolean {
  return PASSES_LEFT_OUT.has(origin);
}

/** Passes in a row that stop play where no ruleset says. */
const USUAL_PASSES = 2;

/** Passes in a row after which no move counts any more; 0 where the rules let play go on. */
function passesThatEnd(ruleset: Ruleset | undefined): number {
  if (ruleset === undefined) return 0;
  return ruleset.passesAllAlive || (ruleset.resumption === 'never' ? ruleset.passesToEnd : 0);
}

/** The board plays of a walk, one by one: each is executed, judged and recorded, or refused. */
export class BoardPlays extends WalkState {
  readonly board: Board;
  readonly findings: Finding[] = [];
  readonly passes = new PassRuns();
  readonly setup: SetupNodes;
  readonly verdicts: Verdicts;

  protected readonly record: ReplayedRecord;
  protected readonly ruleset: Ruleset | undefined;
  protected readonly options: ReplayOptions;
  protected readonly history: History;

  /** `history`: that of the board to play on; call its `begin` before the first action. */
  constructor(
    record: ReplayedRecord,
    ruleset: Ruleset | undefined,
    options: ReplayOptions,
    history = new History(boardFor(record.width, record.height)),
  ) {
    super();
    this.record = record;
    this.ruleset = ruleset;
    this.options = options;
    const { line, handicap } = record;
    this.board = history.board;
    this.history = history;
    this.setup = new SetupNodes(this.board, this.findings, options.faults ?? 'one');
    const isSettled = record.result.kind === 'void' || record.result.kind === 'jigo';
    this.verdicts = new Verdicts(this.findings, line, ruleset, options, isSettled);
    this.freeStones = handicap.how === 'moves' ? handicap.stones : 0;
  }

  /** Executes one board play, legal or not. */
  protected play(index: number, stone: Stone, move: number): void {
    const { board, passes } = this;
    const point = this.record.line.points[index]!;
    if (passes.run > 0) this.afterPasses(index, move);
    const replaced = board.at(point);
    if (replaced !== EMPTY && this.options.illegal !== 'stands') {
      this.forbidOccupied(replaced, index, move);
      this.refuse(stone, move);
      return;
    }
    const mark = board.arena.changes;
    board.play(point, stone);
    this.settle(index, stone, move, replaced, mark);
  }

  /**
   * Judges a board play that was executed, and records it or takes it back. `replaced`: the content of its point before;
   * `mark`: length of the board's changes before it.
   */
  protected settle(index: number, stone: Stone, move: number, replaced: number, mark: number): void {
    const { board } = this;
    const before = this.history.found;
    if (!this.stays(index, stone, move, replaced, mark)) return;
    if (replaced !== EMPTY) this.setup.replaced(replaced);
    this.passes.play();
    if (stone === BLACK) {
      this.playsBlack++;
      if (this.freeStones > 0) this.freeStones--;
    } else {
      this.playsWhite++;
      this.freeStones = 0;
    }
    this.lastPlay = stone;
    this.lastPlayPoint = this.record.line.points[index]!;
    this.previousPlayer = stone;
    this.previousPosition = before;
    this.previousTook = board.captured;
    this.previousMove = this.positionMove;
    this.positionMove = move;
    if (board.captured > 0 && this.firstCapture === undefined) this.capturedFirst(stone, move);
  }

  /** Judges a board play that was executed; records its position, or takes it back as the option says. */
  private stays(index: number, stone: Stone, move: number, replaced: number, mark: number): boolean {
    const { board, history } = this;
    const repeated = history.seek();
    if (repeated || replaced !== EMPTY || board.selfCaptured > 0 || this.isOutOfTurn(index, stone)) {
      const forbidden = this.judge(index, stone, move, replaced, repeated);
      const isAccepted = repeated && this.options.accepted?.has(move) === true;
      if (forbidden && !isAccepted && this.options.illegal !== 'stands') {
        board.undo(mark, stone);
        history.seek();
        this.refuse(stone, move);
        return false;
      }
    }
    this.hasRestored = repeated;
    if (repeated) history.madeAgain(stone, move);
    else history.enter(stone, move);
    return true;
  }

  /** Judges a board play that was executed and looked up but not yet recorded; reports at most one violation. */
  private judge(index: number, stone: Stone, move: number, replaced: number, repeated: boolean): boolean {
    const { board, verdicts } = this;
    if (replaced !== EMPTY) {
      this.forbidOccupied(replaced, index, move);
      if (this.options.faults === 'every') this.remarkOutOfTurn(index, stone, move);
      return true;
    }
    const stones = board.selfCaptured;
    const { selfCapture } = verdicts.rules;
    const repetition = repeated
      ? judgeRepetition(this.history, stone, this.koFrom(stone), verdicts.rules, this.koFight())
      : undefined;
    if (stones > 0 && (selfCapture === 'forbidden' || (selfCapture === 'multi' && stones === 1))) {
      // Where self-capture as such is allowed, a single stone is forbidden because it repeats the position.
      if (selfCapture === 'multi' && repetition && isForbidden(repetition)) {
        verdicts.repetition(repetition, index, move, this.passes.last);
      } else verdicts.forbid('move/self-capture', { stones }, index, move, 'self-capture');
      return true;
    }
    // Most rulesets forbid it; when none is known that is worth a note, but no ruling.
    if (stones > 0 && this.ruleset === undefined) verdicts.note('move/self-capture', { stones }, index, move);
    if (repetition?.verdict === 'ko' && recordsNoPasses(this.record.origin)) {
      // The server refuses such a move; two passes before it are not in the record.
      verdicts.note('move/ko', {}, index, move);
    } else if (repetition && verdicts.repetition(repetition, index, move, this.passes.last) === 'forbidden')
      return true;
    return this.isOutOfTurn(index, stone) && this.outOfTurn(index, move, 'play');
  }

  /**
   * Reports a move out of turn; returns whether it is forbidden. A server that records no passes may have left one out, and after the
   * passes that stop play the text may let either player go on first, or not say who.
   */
  protected outOfTurn(index: number, move: number, kind: 'play' | 'pass'): boolean {
    const expected = colorOf(this.turn as Stone);
    if (recordsNoPasses(this.record.origin)) {
      this.verdicts.remark('move/out-of-turn', { expected, passLeftOut: true }, index, move);
      return false;
    }
    if (this.mayEitherPlay) {
      const { resumption } = this.ruleset ?? { resumption: 'unstated' };
      if (kind === 'play' && resumption !== 'opponent-of-requester' && resumption !== 'never') {
        const args = { expected, passLeftOut: false, isResumption: true };
        this.verdicts.note('move/out-of-turn', args, index, move, 'resumed');
      }
      return false;
    }
    this.verdicts.forbid('move/out-of-turn', { expected, passLeftOut: false }, index, move, 'out-of-turn');
    return true;
  }

  private remarkOutOfTurn(index: number, stone: Stone, move: number): void {
    if (!this.isOutOfTurn(index, stone) || recordsNoPasses(this.record.origin) || this.mayEitherPlay) return;
    const args = { expected: colorOf(this.turn as Stone), passLeftOut: false };
    this.verdicts.remark('move/out-of-turn', args, index, move);
  }

  private forbidOccupied(by: number, index: number, move: number): void {
    this.verdicts.forbid('move/occupied', { by: colorOf(by as Stone) }, index, move, 'occupied');
  }

  /** The rules depend on what a ko is about: more is kept of each move, and the arena makes none. */
  protected get isKoFight(): boolean {
    return this.verdicts.rules.superko === 'fighting-disturbing';
  }

  private koFight(): KoFight | undefined {
    return this.isKoFight
      ? { hasCycled: this.hasRestored, isAfterPause: this.previousTook === 0 }
      : undefined;
  }

  /** Move number before the opponent's board play just made, when the board is again as it was then; else NEVER. */
  private koFrom(stone: Stone): number {
    const restores = this.previousPlayer === 3 - stone && this.previousPosition === this.history.found;
    return restores && this.board.captured === 1 ? this.previousMove : NEVER;
  }

  /** A PL in the node of the move may mean the turn before it or after it, and handicap stones may come as Black moves. */
  protected isOutOfTurn(index: number, stone: Stone): boolean {
    return (
      this.turn !== 0 &&
      this.turn !== stone &&
      !(stone === BLACK && this.freeStones > 0) &&
      this.turnNode !== this.record.line.nodes[index]
    );
  }

  /** After the passes that stop play: only some texts say that the opponent of the last passer goes on. */
  private get mayEitherPlay(): boolean {
    const { ruleset, passes } = this;
    const toStop = ruleset?.passesToEnd ?? USUAL_PASSES;
    return toStop > 0 && passes.run >= toStop && ruleset?.resumption !== 'opponent-of-last-passer';
  }

  /** What becomes of a forbidden move that does not stand. */
  protected refuse(stone: Stone, move: number): void {
    if (this.options.illegal === 'stop') {
      this.state = 'stopped';
      this.stoppedAt = move;
      this.moves--;
    } else if (!(this.takesBothBack && this.lastMove === stone)) {
      this.takePass(stone, move, this.positionMove);
    }
  }

  /** Two moves in a row are taken back as one pass. */
  protected get takesBothBack(): boolean {
    return this.options.illegal === 'pass' && this.ruleset?.doubleMove === 'both';
  }

  /** A pass, or a move that counts as one: `since` is the move after which the other is first to move in the position. */
  protected takePass(stone: Stone, move: number, since = move): void {
    if (stone === BLACK) this.passesBlack++;
    else this.passesWhite++;
    this.passes.pass(stone, move);
    this.previousPlayer = 0;
    this.previousTook = 0;
    this.positionMove = since;
    this.history.recordToMove(stone === BLACK ? WHITE : BLACK, since);
  }

  private afterPasses(index: number, move: number): void {
    const { run } = this.passes;
    const end = passesThatEnd(this.ruleset);
    if (end > 0 && run >= end) {
      this.verdicts.remark('move/after-end', { end: `${run} passes in a row` }, index, move);
    }
  }

  private capturedFirst(stone: Stone, move: number): void {
    this.firstCapture = colorOf(stone);
    if (this.ruleset?.scoring !== 'first-capture') return;
    this.state = 'won';
    this.stoppedAt = move;
  }
}
