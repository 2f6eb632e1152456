import { BLACK, EMPTY, WHITE, colorOf, type Content, type Stone } from '../core/color.js';
import type { Finding } from '../core/finding.js';
import { ACTION, FIRST_NON_MOVE } from '../core/line.js';
import type { GameRecord, Origin } from '../record/record.js';
import type { Ruleset } from '../rules/ruleset.js';
import { boardFor, type Board } from '../board/board.js';
import { History, NEVER } from './history.js';
import { judgeRepetition } from './ko.js';
import { PassRuns } from './pass-runs.js';
import type { ReplayOptions } from './replay-types.js';
import { SetupNodes } from './setup-node.js';
import { Verdicts } from './verdicts.js';
import { WalkFields } from './walk-fields.js';

/** What the replay reads of a record. */
export type ReplayedRecord = Pick<GameRecord, 'line' | 'width' | 'height' | 'handicap' | 'result' | 'origin'>;

/** Servers that enforce turns and leave passes out of their records: two moves in a row have a pass between them. */
const PASSES_LEFT_OUT: ReadonlySet<Origin> = new Set(['fox', 'tygem', 'tom', 'korean-news']);

/** One history serves all games, one after the other. */
const sharedHistory = new History();

/**
 * One walk along a main line: executes every action and judges it; the counters are read afterwards.
 * `run` walks all of it; `advance` walks a part, for who takes walks back to where lines part.
 */
export class Walk extends WalkFields {
  readonly board: Board;
  readonly findings: Finding[] = [];
  readonly passes = new PassRuns();
  readonly setup: SetupNodes;
  readonly verdicts: Verdicts;

  private readonly record: ReplayedRecord;
  private readonly ruleset: Ruleset | undefined;
  private readonly options: ReplayOptions;
  private readonly history: History;

  /** The history is to `begin` before the first action. */
  constructor(
    record: ReplayedRecord,
    ruleset: Ruleset | undefined,
    options: ReplayOptions,
    history: History = sharedHistory,
  ) {
    super();
    this.history = history;
    this.record = record;
    this.ruleset = ruleset;
    this.options = options;
    const { line, width, height, handicap } = record;
    this.board = boardFor(width, height);
    this.setup = new SetupNodes(this.board, this.findings);
    this.verdicts = new Verdicts(this.findings, line, ruleset, options.illegal);
    this.freeStones = handicap.how === 'moves' ? handicap.stones : 0;
  }

  run(): void {
    const { count } = this.record.line;
    this.history.begin(count);
    if (this.advance(0, count) === 'over') return;
    if (this.setup.open) this.setup.close(this.moves);
    if (this.moves === 0) this.countStart();
  }

  /** Walks from the action at one index up to the one at another; `over`: nothing behind counts any more. */
  advance(from: number, to: number): 'on' | 'over' {
    const { kinds, points, nodes, offsets } = this.record.line;
    for (let index = from; index < to; index++) {
      const kind = kinds[index]!;
      if (kind < FIRST_NON_MOVE) {
        if (this.setup.open) this.setup.close(this.moves);
        if (this.state === 'won') {
          this.verdicts.remark('move/after-end', { end: 'the first capture' }, index, this.moves + 1);
          return 'over';
        }
        this.move(index, kind, nodes[index]!);
        if (this.state === 'stopped') return 'over';
      } else if (kind <= ACTION.addEmpty) {
        if (this.state === 'won') continue;
        this.openSetup(nodes[index]!);
        this.setup.set(points[index]!, contentOf(kind), nodes[index]!, offsets[index]!, this.moves);
      } else if (kind !== ACTION.force) {
        this.turn = kind === ACTION.turnBlack ? BLACK : WHITE;
        this.turnNode = nodes[index]!;
        if (!this.fresh) this.history.stands(this.turn, this.moves);
      }
    }
    return 'on';
  }

  private openSetup(node: number): void {
    this.fresh = true;
    this.setupNode = node;
    if (this.turnNode !== node) this.turn = 0;
    if (this.moves > 0) this.editedMidGame = true;
  }

  private move(index: number, kind: number, node: number): void {
    const stone: Stone = kind & 1 ? WHITE : BLACK;
    if (this.fresh) this.startHistory(stone);
    const move = ++this.moves;
    if (node === this.moveNode) this.secondInNode(index, stone, node, move);
    this.moveNode = node;
    if (node === this.setupNode) {
      this.verdicts.remark('move/with-setup', {}, index, move);
      this.setupNode = -1;
    }
    if (kind <= ACTION.playWhite) this.play(index, stone, this.record.line.points[index]!, move);
    else if (kind <= ACTION.passWhite) this.pass(index, stone, move);
    else this.bad(index, stone, move);
    if (this.state === 'stopped') return;
    this.lastMove = stone;
    this.turn = stone === BLACK ? WHITE : BLACK;
  }

  private startHistory(stone: Stone): void {
    if (this.moves === 0) this.countStart();
    const toMove = this.turn === 0 ? stone : this.turn;
    this.history.restart(
      this.board,
      toMove,
      this.moves,
      this.verdicts.rules.startCounts ? 'counts' : 'apart',
    );
    this.fresh = false;
    this.previousPlayer = 0;
  }

  private countStart(): void {
    this.startBlack = this.board.stonesBlack;
    this.startWhite = this.board.stonesWhite;
  }

  private secondInNode(index: number, stone: Stone, node: number, move: number): void {
    if (this.lastMove === stone || this.bothReported === node) return;
    this.bothReported = node;
    this.verdicts.remark('move/both-colors', {}, index, move);
  }

  private play(index: number, stone: Stone, point: number, move: number): void {
    const { board, passes, history } = this;
    if (passes.run > 0) this.afterPasses(index, move);
    const replaced = board.at(point);
    if (replaced !== EMPTY && this.options.illegal !== 'stands') {
      this.forbidOccupied(replaced, index, move);
      this.refuse(stone, move);
      return;
    }
    const mark = board.changes.length;
    const low = board.hashLow;
    const high = board.hashHigh;
    board.play(point, stone);
    const repeated = history.seek(board);
    if (repeated || replaced !== EMPTY || board.selfCaptured > 0 || this.isOutOfTurn(index, stone)) {
      const forbidden = this.judge(index, stone, move, replaced, repeated);
      if (forbidden && this.options.illegal !== 'stands') {
        board.undo(mark, stone);
        history.seek(board);
        this.refuse(stone, move);
        return;
      }
    }
    if (repeated) history.madeAgain(board, stone, move);
    else history.enterMade(board, stone, move);
    if (replaced !== EMPTY) this.setup.replaced(replaced);
    passes.play();
    if (stone === BLACK) {
      this.playsBlack++;
      if (this.freeStones > 0) this.freeStones--;
    } else {
      this.playsWhite++;
      this.freeStones = 0;
    }
    this.lastPlay = stone;
    this.lastPlayPoint = point;
    this.previousPlayer = stone;
    this.previousLow = low;
    this.previousHigh = high;
    this.previousMark = mark;
    if (board.captured > 0 && this.firstCapture === undefined) this.capturedFirst(stone, move);
  }

  /** Judges a board play that was executed and looked up but not yet taken down; reports at most one violation. */
  private judge(index: number, stone: Stone, move: number, replaced: number, repeated: boolean): boolean {
    const { board, verdicts } = this;
    if (replaced !== EMPTY) {
      this.forbidOccupied(replaced, index, move);
      return true;
    }
    const stones = board.selfCaptured;
    const { selfCapture } = verdicts.rules;
    const repetition = repeated
      ? judgeRepetition(this.history, stone, this.koFrom(stone, move), verdicts.rules)
      : undefined;
    if (stones > 0 && (selfCapture === 'forbidden' || (selfCapture === 'multi' && stones === 1))) {
      // Where self-capture as such is allowed, a single stone is forbidden because it repeats the position.
      if (selfCapture === 'multi' && repetition && repetition.verdict !== 'allowed') {
        verdicts.repetition(repetition, index, move);
      } else verdicts.forbid('move/self-capture', { stones }, index, move, 'self-capture');
      return true;
    }
    // Most rulesets forbid it; when none is known that is worth a note, but no ruling.
    if (stones > 0 && this.ruleset === undefined) verdicts.note('move/self-capture', { stones }, index, move);
    if (repetition?.verdict === 'ko' && PASSES_LEFT_OUT.has(this.record.origin)) {
      // The server refuses such a move; two passes before it are not in the record.
      verdicts.note('move/ko', {}, index, move);
    } else if (repetition && verdicts.repetition(repetition, index, move) === 'forbidden') return true;
    return this.isOutOfTurn(index, stone) && this.outOfTurn(index, move);
  }

  /** Reports a move out of turn; tells whether it is forbidden. A server that records no passes may have left one out. */
  private outOfTurn(index: number, move: number): boolean {
    const expected = colorOf(this.turn as Stone);
    if (PASSES_LEFT_OUT.has(this.record.origin)) {
      this.verdicts.remark('move/out-of-turn', { expected, passLeftOut: true }, index, move);
      return false;
    }
    this.verdicts.forbid('move/out-of-turn', { expected, passLeftOut: false }, index, move, 'out-of-turn');
    return true;
  }

  private forbidOccupied(by: number, index: number, move: number): void {
    this.verdicts.forbid('move/occupied', { by: colorOf(by as Stone) }, index, move, 'occupied');
  }

  /** Move number before the opponent's board play just made, when the board is again as it was then; else NEVER. */
  private koFrom(stone: Stone, move: number): number {
    const { board } = this;
    return this.previousPlayer === 3 - stone &&
      this.previousLow === board.hashLow &&
      this.previousHigh === board.hashHigh &&
      board.changes.cancelOut(this.previousMark, board.changes.length)
      ? move - 2
      : NEVER;
  }

  /** A PL in the node of the move may mean the turn before it or after it, and handicap stones may come as Black moves. */
  private isOutOfTurn(index: number, stone: Stone): boolean {
    return (
      this.turn !== 0 &&
      this.turn !== stone &&
      !(stone === BLACK && this.freeStones > 0) &&
      this.turnNode !== this.record.line.nodes[index]
    );
  }

  private pass(index: number, stone: Stone, move: number): void {
    if (this.isOutOfTurn(index, stone) && this.outOfTurn(index, move) && this.options.illegal === 'stop') {
      this.refuse(stone, move);
      return;
    }
    this.takePass(stone, move);
  }

  private takePass(stone: Stone, move: number): void {
    if (stone === BLACK) this.passesBlack++;
    else this.passesWhite++;
    this.passes.pass(stone, move);
    this.previousPlayer = 0;
    this.history.stands(stone === BLACK ? WHITE : BLACK, move);
  }

  /** A value that is neither a point of the board nor a pass: nothing happens on the board. */
  private bad(index: number, stone: Stone, move: number): void {
    const value = this.options.valueAt?.(this.record.line.offsets[index]!) ?? '';
    if (isTwoLetters(value)) {
      this.verdicts.forbid('move/off-board', { value }, index, move, 'off-board');
      if (this.options.illegal !== 'stands') {
        this.refuse(stone, move);
        return;
      }
    } else {
      this.verdicts.remark('move/malformed', { value }, index, move);
    }
    this.passes.interrupt();
    this.previousPlayer = 0;
    this.history.stands(stone === BLACK ? WHITE : BLACK, move);
  }

  /** What becomes of a forbidden move that does not stand. */
  private refuse(stone: Stone, move: number): void {
    if (this.options.illegal === 'stop') {
      this.state = 'stopped';
      this.stoppedAt = move;
      this.moves--;
    } else {
      this.takePass(stone, move);
    }
  }

  private afterPasses(index: number, move: number): void {
    const { run } = this.passes;
    const enough = this.ruleset?.passesAllAlive ?? 0;
    if (enough > 0 && run >= enough)
      this.verdicts.remark('move/after-end', { end: `${run} passes in a row` }, index, move);
  }

  private capturedFirst(stone: Stone, move: number): void {
    this.firstCapture = colorOf(stone);
    if (this.ruleset?.scoring !== 'first-capture') return;
    this.state = 'won';
    this.stoppedAt = move;
  }
}

function contentOf(kind: number): Content {
  return kind === ACTION.addBlack ? BLACK : kind === ACTION.addWhite ? WHITE : EMPTY;
}

function isTwoLetters(value: string): boolean {
  return /^[A-Za-z]{2}$/.test(value);
}
