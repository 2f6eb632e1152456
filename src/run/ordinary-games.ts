import { isUtf8 } from 'node:buffer';
import { type Board, boardFor } from '../board/board.js';
import { History } from '../board/history.js';
import { CLOSE_PAREN, isWhitespace } from '../core/bytes.js';
import type { Stone } from '../core/color.js';
import type { MainLine } from '../core/line.js';
import { KEY_LENGTH, MOST_ACTIONS, TRAITS } from '../kernels/layout/moves.js';
import * as STATE from '../kernels/layout/state.js';
import { hotCsvLine } from '../output/csv.js';
import { FORMATS, type SinkName } from '../output/formats.js';
import { countGame } from '../output/summary.js';
import type { GameReport } from '../referee/report.js';
import { lineKeyIn } from '../replay/line-key.js';
import { type MoveKernel, sharedMoveKernel } from '../sgf/scan/move-nodes.js';
import type { GivenFile } from './file-work.js';
import { usesBaseline } from './known-findings.js';
import { isJudging, type WorkSettings } from './task.js';
import type { TaskOutput } from './work.js';

/** The outputs whose rows are made from those of an earlier game: none says where a finding is. */
const SINKS: ReadonlySet<SinkName> = new Set(['csv', 'stderr']);

/** Headers whose rows are kept; beyond, all are dropped, so that memory stays small. */
const MOST_HEADERS = 2048;

/** What rows of one template differ in, by number; from BLACK to before MOVES the values of `headerWords`, in its order. */
const FILE = 0;
const SHA256 = 1;
const BLACK = 2;
const MOVES = 7;

/** A row in pieces: `texts` around the values with these numbers. */
interface Row {
  readonly texts: readonly string[];
  readonly values: readonly number[];
}

/** A game, and for each sink what its row has in common with those of all games that are judged alike. */
interface Template {
  readonly report: GameReport;
  readonly rows: readonly Row[];
}

/** Games with one header: their size of board, and templates by the colors of the first and the last move. */
interface Header {
  readonly width: number;
  readonly height: number;
  readonly templates: (Template | 'none' | undefined)[];
}

/** The one game of a file, replayed; `end`: where it ends. */
interface Played {
  readonly line: MainLine;
  readonly end: number;
  readonly board: Board;
}

/**
 * Nearly every game gives nothing to judge: a plain header, then plays in turn that repeat no position. Its rows depend on the
 * header, without what only names the game, and on the colors of its first and last move. The first game of each kind is
 * refereed as any other; those after it are read and replayed by kernels alone, and get the rows of the first with
 * their own names, date, moves and digest. So little JavaScript runs for them, which V8 would have to compile first.
 */
export class OrdinaryGames {
  private readonly headers = new Map<string, Header>();
  private readonly kernel: MoveKernel;
  private readonly window: Buffer;
  private readonly keys: Buffer;
  private readonly most: number;
  private readonly sinks: readonly SinkName[];
  private readonly reportsCopies: boolean;
  private readonly out: TaskOutput;

  constructor(kernel: MoveKernel, { options, ignore, sinks }: WorkSettings, out: TaskOutput) {
    const { window, key } = kernel;
    this.kernel = kernel;
    this.window = Buffer.from(window.buffer, window.byteOffset, window.length);
    this.keys = Buffer.from(key.buffer, key.byteOffset, key.length);
    this.most = Math.min(options.limits.movesPerGame, options.limits.nodesPerGame, MOST_ACTIONS);
    this.sinks = sinks;
    this.reportsCopies = !ignore.includes('game/duplicate');
    this.out = out;
  }

  /** Writes the rows of a file that is one game of a known kind; `left`: it is not; `new`: `learn` may help. Nothing was written then. */
  take(file: GivenFile): 'taken' | 'new' | 'left' {
    const { bytes } = file;
    const moves = this.readHeader(bytes);
    if (moves === 0) return 'left';
    const header = this.headers.get(this.key());
    if (header === undefined) return 'new';
    const played = this.play(bytes, moves, header);
    if (played === undefined) return 'left';
    const template = header.templates[colorsOf(played.line)];
    if (template === undefined) return 'new';
    if (template === 'none') return 'left';
    this.write(file, played, template);
    return 'taken';
  }

  /** Keeps the rows of the one game of a file, as far as they are those of every game with its header. */
  learn({ bytes }: GivenFile, report: GameReport): void {
    const moves = this.readHeader(bytes);
    if (moves === 0) return;
    const key = this.key();
    const { width, height } = report.record;
    const header = this.headers.get(key) ?? { width, height, templates: [] };
    const played = this.play(bytes, moves, header);
    if (played === undefined) return;
    if (this.headers.size >= MOST_HEADERS) this.headers.clear();
    this.headers.set(key, header);
    header.templates[colorsOf(played.line)] ??= isByHeader(report)
      ? { report, rows: this.sinks.map((sink) => rowOf(FORMATS[sink].game(marked(report)))) }
      : 'none';
  }

  /** Offset of the first move of a file that may be one ordinary game; 0 for any other. */
  private readHeader(bytes: Uint8Array): number {
    const { kernel } = this;
    kernel.open(bytes);
    const after = kernel.readHeader(0, bytes.length);
    if (after === 0) return 0;
    const traits = kernel.headerWords[TRAITS]!;
    // Where CA names another charset, only ASCII is the same in both.
    return traits % 2 === 0 || (traits === 1 && isIntact(bytes)) ? after : 0;
  }

  private key(): string {
    return this.keys.toString('latin1', 0, this.kernel.headerWords[KEY_LENGTH]);
  }

  /** Reads and replays the moves from an offset on; `undefined` where they are not all plays in turn without anything to judge, or more follows. */
  private play(bytes: Uint8Array, at: number, { width, height }: Header): Played | undefined {
    const { kernel } = this;
    const after = kernel.read(at, bytes.length, 0, this.most, 0, width, height);
    const count = kernel.count();
    const end = endOfFile(bytes, after);
    if (count === 0 || count >= this.most || end < 0) return undefined;
    const board = boardFor(width, height);
    const { arena } = board;
    const { kinds, points, nodes, offsets } = kernel.arrays;
    const line = { count, kinds, points, nodes, offsets, nodeCount: count + 1 };
    const history = new History(board);
    history.begin(count);
    if (arena.take(line) === 'no' || arena.room() < count) return undefined;
    const first = (kinds[0]! + 1) as Stone;
    history.restart(first, 0, 'counts');
    const isPlayed = arena.play(0, count, first, 0, 0, 1) === count;
    return isPlayed && arena.state[STATE.ENDED] === STATE.BETWEEN ? { line, end, board } : undefined;
  }

  private write({ bytes, name, index, options }: GivenFile, played: Played, template: Template): void {
    const { out, window } = this;
    const { line, end, board } = played;
    const { headerWords } = this.kernel;
    const charset = headerWords[TRAITS] === 1 ? 'utf8' : 'latin1';
    const values = [cellOf(name), options.digest(end === bytes.length ? bytes : bytes.subarray(0, end))];
    for (let at = 0; at < 2 * (MOVES - BLACK); at += 2) {
      const start = headerWords[at]!;
      const stop = headerWords[at + 1]!;
      values.push(start === stop ? '' : cellOf(window.toString(charset, start, stop)));
    }
    values.push(String(line.count));
    for (let s = 0; s < template.rows.length; s++) out.sinks[s]!.append(filled(template.rows[s]!, values));
    const lineKey = lineKeyIn(board.arena, line, board.width, board.height);
    out.units.add(index, this.reportsCopies ? { game: 1, plays: line.count, lineKey } : undefined);
    countGame(out.counts, template.report);
  }
}

/** The way of ordinary games in a run, `undefined` where every game needs more: a score, other outputs, decisions of people. */
export function ordinaryGames(settings: WorkSettings, out: TaskOutput): OrdinaryGames | undefined {
  const { options, check, event, dead, decisions, sinks } = settings;
  const isMore = check ?? event ?? dead ?? decisions ?? options.accounts;
  if (isMore !== undefined || isJudging(settings) || usesBaseline(settings)) return undefined;
  if (!sinks.every((sink) => SINKS.has(sink))) return undefined;
  const kernel = sharedMoveKernel();
  return kernel && new OrdinaryGames(kernel, settings, out);
}

/** Whether a text is UTF-8 without a character that says that another was lost. */
function isIntact(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('\ufffd');
}

/** Offset after the `)` that is the rest of a file but for white space; -1 where it is not. */
function endOfFile(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isWhitespace(bytes[at]!)) at++;
  if (bytes[at] !== CLOSE_PAREN) return -1;
  const end = at + 1;
  for (at = end; at < bytes.length; at++) if (!isWhitespace(bytes[at]!)) return -1;
  return end;
}

/** Number of a line's colors: of the first move, and of the last. */
function colorsOf({ kinds, count }: MainLine): number {
  return kinds[0]! * 2 + kinds[count - 1]!;
}

/** Whether nothing in the rows of a game depends on anything but its header and its colors. */
function isByHeader({ record, replay, ruleset, findings }: GameReport): boolean {
  // Setup, that of handicaps left out included, is in the line without being a move.
  const isMovesAlone = replay.moves === record.line.count && !record.marks && record.clocks.length === 0;
  // Rules under which the kernel of plays would have to stop.
  const isKernels = ruleset?.scoring !== 'first-capture' && ruleset?.superko !== 'fighting-disturbing';
  const isInHeader = findings.every(({ node, move }) => node === undefined && move === undefined);
  return isMovesAlone && isKernels && isInHeader && replay.illegal === 0;
}

const MARK = '\u0001';

/** A game whose free values are marks with their numbers; no header that was read as plain has such characters. */
function marked(report: GameReport): GameReport {
  const mark = (value: number): string => `${MARK}${String(value)}${MARK}`;
  const { record, replay } = report;
  const [black, white, event, round, date] = [0, 1, 2, 3, 4].map((value) => mark(BLACK + value));
  const names = { black: black!, white: white!, event: event!, round: round!, date: date! };
  return {
    ...report,
    file: mark(FILE),
    sha256: mark(SHA256),
    record: { ...record, ...names },
    // A cell is written as it is, number or text.
    replay: { ...replay, moves: mark(MOVES) as unknown as number },
  };
}

function rowOf(text: string): Row {
  const pieces = text.split(MARK);
  return {
    texts: pieces.filter((_, i) => i % 2 === 0),
    values: pieces.filter((_, i) => i % 2 === 1).map(Number),
  };
}

function filled({ texts, values }: Row, given: readonly string[]): string {
  let text = texts[0]!;
  for (let i = 0; i < values.length; i++) text += given[values[i]!]! + texts[i + 1]!;
  return text;
}

/** Cells that need neither quotes nor an apostrophe, as nearly all. */
const PLAIN_CELL = /^[\p{L}\p{N}/.][^",\r\n]*$/u;

/** A cell of a row as text. */
function cellOf(text: string): string {
  return PLAIN_CELL.test(text) ? text : hotCsvLine([text]).slice(0, -1);
}
