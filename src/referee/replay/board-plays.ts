import { boardFor, type Board } from '../../go/board/board.js';
import { EMPTY, WHITE, BLACK, colorOf, type Color, type Content, type Stone } from '../../core/color.js';
import { finding, type Finding, type FindingArgs, type Place } from '../../core/findings/finding.js';
import type { GameRecord, Origin } from '../record/record.js';
import type { Ruleset } from '../../go/rules/ruleset.js';
import { History, NEVER } from '../../go/board/history.js';
import { isForbidden, judgeRepetition, type KoFight } from './verdicts.js';
import { Verdicts } from './verdicts.js';
import type { ReplayOptions } from './replayed.js';

/** The fields of a walk that change from move to move, without its component objects, the board and the history. */
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
  /** `won`: a first-capture game is over; `stopped`: at an illegal move, as requested. */
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
  /** Stones that the preceding move took. This and the next are valid only where the kernel makes no runs of plays. */
  protected previousTook = 0;
  /** The preceding board play restored a position. */
  protected hasRestored = false;
  /** Move number of the play, pass or setup since which the position is the present one, and of that before the preceding board play. */
  protected positionMove = 0;
  protected previousMove = 0;

  /** Copies every field of another. */
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
  /** Passes in a row up to now. */
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

  /** Copies every field of another. */
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
 * Carries out setup node by node: sums what it adds and removes, and reports points set twice with different
 * contents, chains left without liberties, and setup after the first move.
 */
class SetupNodes {
  /** Stones that setup put on the board less those it took off. */
  black = 0;
  white = 0;
  /** A node's setup has started and is not complete. */
  open = false;
  private node = 0;
  private offset = 0;
  /** Points whose content differs from that before the node. */
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
    const stones = board.stonesWithoutLiberty(
      (point) => stamps[point] === stamp && contents[point] !== EMPTY,
    );
    if (stones > 0) findings.push(finding('setup/no-liberty', { stones }, place));
  }

  private add(content: number, by: 1 | -1): void {
    if (content === WHITE) this.white += by;
    else this.black += by;
  }
}

/** What the replay reads of a record. */
export type ReplayedRecord = Pick<GameRecord, 'line' | 'width' | 'height' | 'handicap' | 'result' | 'origin'>;

/** Servers that enforce turns and leave passes out of their records: two moves in a row have a pass between them. */
const PASSES_LEFT_OUT: ReadonlySet<Origin> = new Set(['fox', 'tygem', 'tom', 'korean-news']);

export function recordsNoPasses(origin: Origin): boolean {
  return PASSES_LEFT_OUT.has(origin);
}

/** Passes in a row that stop play if no ruleset is known. */
const USUAL_PASSES = 2;

/** Passes in a row after which no move counts; 0 where the rules let play go on. */
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

  /** `history`: the history of the board to play on; call its `begin` before the first action. */
  constructor(
    record: ReplayedRecord,
    ruleset: Ruleset | undefined,
    options: ReplayOptions,
    history = new History(boardFor(record.width, record.height, record.line.count)),
  ) {
    super();
    this.record = record;
    this.ruleset = ruleset;
    this.options = options;
    const { line, handicap } = record;
    this.board = history.board;
    this.history = history;
    this.setup = new SetupNodes(this.board, this.findings, options.faults ?? 'one');
    this.verdicts = new Verdicts(this.findings, line, ruleset, options, record.result);
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
    const mark = board.changes;
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
      const isAccepted = replaced === EMPTY && this.options.accepted?.has(move) === true;
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
    // Most rulesets forbid it; if none is known, it deserves a note but no ruling.
    if (stones > 0 && this.ruleset === undefined) verdicts.note('move/self-capture', { stones }, index, move);
    if (repetition?.verdict === 'ko' && recordsNoPasses(this.record.origin)) {
      // The server refuses such a move; two passes before it are not in the record.
      verdicts.note('move/ko', { passLeftOut: true }, index, move);
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
    const ground = this.hasStopped ? 'who-resumes' : 'out-of-turn';
    this.verdicts.forbid('move/out-of-turn', this.turnArgs(index), index, move, ground);
    return true;
  }

  /**
   * The second of just three moves of one color in a row may have the wrong color; said of the main line only, because where lines
   * branch a move has several after it.
   */
  private turnArgs(index: number): FindingArgs['move/out-of-turn'] {
    const { line } = this.record;
    const { kinds, count } = line;
    const isSame = (at: number): boolean => at >= 0 && at < count && kinds[at] === kinds[index];
    const isBetween =
      !('parents' in line) &&
      isSame(index - 1) &&
      isSame(index + 1) &&
      !isSame(index - 2) &&
      !isSame(index + 2);
    const expected = colorOf(this.turn as Stone);
    return { expected, passLeftOut: false, ...(isBetween && { isBetween }) };
  }

  private remarkOutOfTurn(index: number, stone: Stone, move: number): void {
    if (!this.isOutOfTurn(index, stone) || recordsNoPasses(this.record.origin) || this.mayEitherPlay) return;
    this.verdicts.remark('move/out-of-turn', this.turnArgs(index), index, move);
  }

  private forbidOccupied(by: number, index: number, move: number): void {
    this.verdicts.forbid('move/occupied', { by: colorOf(by as Stone) }, index, move, 'occupied');
  }

  /** The rules depend on what a ko is about: more is recorded of each move, and the kernel makes no runs. */
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
    return this.hasStopped && this.ruleset?.resumption !== 'opponent-of-last-passer';
  }

  private get hasStopped(): boolean {
    const toStop = this.ruleset?.passesToEnd ?? USUAL_PASSES;
    return toStop > 0 && this.passes.run >= toStop;
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
