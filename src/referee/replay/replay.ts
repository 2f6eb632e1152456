import { BLACK, colorOf, EMPTY, WHITE, type Color, type Content, type Stone } from '../../core/color.js';
import { type Board, boardFor } from '../../go/board/board.js';
import { ACTION, type Actions, FIRST_NON_MOVE, type MainLine } from '../../core/line.js';
import * as AT from '../../core/kernels/layout.js';
import type { Ruleset } from '../../go/rules/ruleset.js';
import { BoardPlays, recordsNoPasses, type ReplayedRecord } from './board-plays.js';
import type { ReplayOptions, Replay } from './replayed.js';

/**
 * Executes a main line as SGF demands and judges every move.
 * Without a ruleset, what every ruleset forbids and the basic ko are applied, and other repetitions are notes.
 * Findings: `move/*` and `setup/*`; every violation, not only the first. Not checked: handicap, komi, who should start, the end of
 * the game. The board of the result is shared by all replays.
 */
export function replay(record: ReplayedRecord, ruleset: Ruleset | undefined, options: ReplayOptions): Replay {
  const walk = new Walk(record, ruleset, options);
  walk.run();
  const { passes, setup } = walk;
  return {
    board: walk.board,
    moves: walk.moves,
    playsBlack: walk.playsBlack,
    playsWhite: walk.playsWhite,
    passesBlack: walk.passesBlack,
    passesWhite: walk.passesWhite,
    setupBlack: setup.black,
    setupWhite: setup.white,
    startBlack: walk.startBlack,
    startWhite: walk.startWhite,
    trailingPasses: passes.run,
    firstTrailingPass: named(passes.first),
    lastPlay: named(walk.lastPlay),
    lastMove: named(walk.lastMove),
    lastPlayPoint: walk.lastPlayPoint < 0 ? undefined : walk.lastPlayPoint,
    firstEnd: passes.firstEnd,
    resumedAfter: passes.resumedAfter,
    longestPassRun: passes.longest,
    editedMidGame: walk.editedMidGame,
    illegal: walk.verdicts.illegal,
    stoppedAt: walk.stoppedAt,
    firstCapture: walk.firstCapture,
    findings: walk.findings,
  };
}

function named(stone: Stone | 0): Color | undefined {
  return stone === 0 ? undefined : colorOf(stone);
}

/**
 * One walk along a main line: executes every action and judges it; the counters are read afterwards.
 * `run` walks all of it; `advance` walks a part, for `judgeVariations`, which goes back to where lines branch.
 */
export class Walk extends BoardPlays {
  /** Whether the board's kernel makes runs of plays. */
  private isFast = false;

  run(): void {
    const { line } = this.record;
    const { count } = line;
    this.history.begin(count);
    this.board.take(line);
    this.isFast = !this.isKoFight && !this.takesBothBack;
    if (this.advance(0, count) === 'over') return;
    if (this.setup.open) this.setup.close(this.moves);
    if (this.moves === 0) this.countStart();
  }

  /** Walks from the action at one index up to the one at another; `over`: no later action counts. */
  advance(from: number, to: number): 'on' | 'over' {
    const { kinds } = this.record.line;
    let index = from;
    while (index < to) {
      const next = this.playTurns(index, to);
      if (this.isStopped) return 'over';
      if (next > index) {
        index = next;
        continue;
      }
      const kind = kinds[index]!;
      index++;
      if (kind >= FIRST_NON_MOVE) this.prepare(next, kind);
      else if (this.move(next, kind) === 'over') return 'over';
    }
    return 'on';
  }

  /**
   * Makes the moves from an index on as long as each is what nearly every move is: a board play in turn, alone in its node,
   * on an empty point, after another board play. The board's kernel makes them, except for what has to be judged. Returns the index of the first action not executed.
   */
  private playTurns(from: number, to: number): number {
    if (!this.isFast || this.isSetUp || this.passes.run > 0 || this.state !== 'running') return from;
    const first = this.turn;
    if (this.record.line.kinds[from]! + 1 !== first) return from;
    const { state, kernel } = this.board;
    const isTakingKnown = this.firstCapture === undefined ? 0 : 1;
    const end = kernel.playTurns(from, to, first, this.moveNode, this.moves - from, isTakingKnown);
    if (end === from) return from;
    const isJudged = state[AT.ENDED] === AT.BETWEEN;
    const last = isJudged ? end : end - 1;
    if (last > from) {
      this.previousPosition = state[AT.BEFORE]!;
      this.playedInTurn(from, last);
    }
    if (!isJudged) {
      const stone = this.turn as Stone;
      this.moves++;
      this.moveNode = this.record.line.nodes[last]!;
      this.settle(last, stone, this.moves, EMPTY, state[AT.MARK]!);
      if (!this.isStopped) this.tookTurn(stone);
    }
    return end;
  }

  /** Counts the board plays between two indices, made in turn. */
  private playedInTurn(from: number, to: number): void {
    const { points, nodes } = this.record.line;
    const first = this.turn;
    const plays = to - from;
    const byOther = plays >> 1;
    const byFirst = plays - byOther;
    const last: Stone = plays & 1 ? (first as Stone) : ((3 - first) as Stone);
    this.moves += plays;
    this.playsBlack += first === BLACK ? byFirst : byOther;
    this.playsWhite += first === BLACK ? byOther : byFirst;
    this.freeStones = first === BLACK && plays === 1 ? Math.max(0, this.freeStones - 1) : 0;
    this.lastPlay = this.lastMove = this.previousPlayer = last;
    this.lastPlayPoint = points[to - 1]!;
    this.moveNode = nodes[to - 1]!;
    this.previousMove = plays > 1 ? this.moves - 1 : this.positionMove;
    this.positionMove = this.moves;
    this.turn = (3 - last) as Stone;
  }

  /** Anything but a move: setup, PL or KO. */
  private prepare(index: number, kind: number): void {
    const { points, nodes, offsets } = this.record.line;
    const node = nodes[index]!;
    if (kind <= ACTION.addEmpty) {
      if (this.state === 'won') return;
      this.openSetup(node);
      this.setup.set(points[index]!, contentOf(kind), node, offsets[index]!, this.moves);
    } else if (kind !== ACTION.force) {
      this.turn = kind === ACTION.turnBlack ? BLACK : WHITE;
      this.turnNode = node;
      if (!this.isSetUp) this.history.recordToMove(this.turn, this.positionMove);
    }
  }

  private openSetup(node: number): void {
    this.isSetUp = true;
    this.setupNode = node;
    if (this.turnNode !== node) this.turn = 0;
    if (this.moves > 0) this.editedMidGame = true;
  }

  private move(index: number, kind: number): 'on' | 'over' {
    if (this.setup.open) this.setup.close(this.moves);
    if (this.state === 'won') {
      this.verdicts.remark('move/after-end', { end: 'the first capture' }, index, this.moves + 1);
      return 'over';
    }
    const node = this.record.line.nodes[index]!;
    const stone: Stone = kind & 1 ? WHITE : BLACK;
    if (this.isSetUp) this.startHistory(stone);
    const move = ++this.moves;
    if (node === this.moveNode) this.secondInNode(index, stone, node, move);
    this.moveNode = node;
    if (node === this.setupNode) {
      this.verdicts.remark('move/with-setup', {}, index, move);
      this.setupNode = -1;
    }
    if (this.isTakenBackWithNext(index, stone)) this.takePass(stone, move, this.positionMove);
    else if (kind <= ACTION.playWhite) this.play(index, stone, move);
    else if (kind <= ACTION.passWhite) this.pass(index, stone, move);
    else this.bad(index, stone, move);
    if (this.isStopped) return 'over';
    this.tookTurn(stone);
    return 'on';
  }

  /** Whether the player's next move comes before any of the opponent's, and the rules take both back as one pass. */
  private isTakenBackWithNext(index: number, stone: Stone): boolean {
    if (!this.takesBothBack || this.isOutOfTurn(index, stone) || recordsNoPasses(this.record.origin))
      return false;
    const { kinds, count } = this.record.line;
    let next = index + 1;
    while (next < count && kinds[next] === ACTION.force) next++;
    if (next >= count || kinds[next]! >= FIRST_NON_MOVE) return false;
    const isFree = stone === BLACK && this.freeStones > 1;
    return kinds[index]! <= ACTION.playWhite && (kinds[next]! & 1) === stone - 1 && !isFree;
  }

  private tookTurn(stone: Stone): void {
    this.lastMove = stone;
    this.turn = stone === BLACK ? WHITE : BLACK;
  }

  private startHistory(stone: Stone): void {
    if (this.moves === 0) this.countStart();
    const toMove = this.turn === 0 ? stone : this.turn;
    // With PL a position that was set up is one after a move of the other player.
    const counts = this.verdicts.rules.startCounts || (this.turn !== 0 && this.board.stones > 0);
    this.positionMove = this.moves;
    this.history.restart(toMove, this.moves, counts ? 'counts' : 'apart');
    this.isSetUp = false;
    this.previousPlayer = 0;
    this.previousTook = 0;
    this.hasRestored = false;
  }

  private countStart(): void {
    this.startBlack = this.board.count(BLACK);
    this.startWhite = this.board.count(WHITE);
  }

  private secondInNode(index: number, stone: Stone, node: number, move: number): void {
    if (this.lastMove === stone || this.bothReported === node) return;
    this.bothReported = node;
    this.verdicts.remark('move/both-colors', {}, index, move);
  }

  private pass(index: number, stone: Stone, move: number): void {
    const isForbidden = this.isOutOfTurn(index, stone) && this.outOfTurn(index, move, 'pass');
    if (isForbidden && this.options.illegal === 'stop') this.refuse(stone, move);
    else if (!(isForbidden && this.takesBothBack && this.lastMove === stone)) this.takePass(stone, move);
  }

  /** A value that is neither a point of the board nor a pass: nothing happens on the board. */
  private bad(index: number, stone: Stone, move: number): void {
    const value = this.options.valueAt?.(this.record.line.offsets[index]!) ?? '';
    if (/^[A-Za-z]{2}$/.test(value)) {
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
    this.previousTook = 0;
    this.positionMove = move;
    this.history.recordToMove(stone === BLACK ? WHITE : BLACK, move);
  }
}

function contentOf(kind: number): Content {
  return kind === ACTION.addBlack ? BLACK : kind === ACTION.addWhite ? WHITE : EMPTY;
}

/** The position after a move of a line, one byte per point (EMPTY, BLACK, WHITE), as `boardAt` plays it. */
export function positionAt(line: MainLine, width: number, height: number, moveNumber: number): Uint8Array {
  return boardAt(line, width, height, moveNumber).contents();
}

/**
 * The shared board after a move of a line; 0: the start with its setup. Executes as SGF demands, legal or not; setup between
 * that move and the next is not included, a number beyond the end gives the end.
 */
export function boardAt(line: Actions, width: number, height: number, moveNumber: number): Board {
  const { kinds, points, count = kinds.length } = line;
  const board = boardFor(width, height, count);
  let moves = 0;
  for (let index = 0; index < count; index++) {
    const kind = kinds[index]!;
    const point = points[index]!;
    if (kind < FIRST_NON_MOVE) {
      if (moves === moveNumber) break;
      moves++;
      if (kind <= ACTION.playWhite) board.play(point, (kind + 1) as Stone);
    } else if (moves > 0 && moves === moveNumber) break;
    else if (kind <= ACTION.addEmpty) board.setup(point, contentOf(kind));
  }
  return board;
}

/** The line up to and including a move (passes count); 0: only the setup before the first move. A number beyond the end gives all of it. */
export function cutAfter(line: MainLine, moveNumber: number): MainLine {
  let moves = 0;
  let index = 0;
  for (; index < line.count; index++) {
    const isMove = line.kinds[index]! < FIRST_NON_MOVE;
    if (moves === moveNumber && (isMove || moves > 0)) break;
    if (isMove) moves++;
  }
  return { ...line, count: index };
}
