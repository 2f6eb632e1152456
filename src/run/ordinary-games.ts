import { isUtf8 } from 'node:buffer';
import { type Board, boardFor } from '../board/board.js';
import { History } from '../board/history.js';
import { CLOSE_PAREN } from '../core/bytes.js';
import type { Stone } from '../core/color.js';
import { ACTION, type MainLine } from '../core/line.js';
import { KEY_LENGTH, MOST_ACTIONS, RESULT, TRAITS } from '../kernels/layout/moves.js';
import * as STATE from '../kernels/layout/state.js';
import { hotCsvLine } from '../output/csv.js';
import { FORMATS, type SinkName } from '../output/formats.js';
import { countGame, noCounts } from '../output/summary.js';
import type { GameReport } from '../referee/report.js';
import { lineKeyIn } from '../replay/line-key.js';
import { type MoveKernel, sharedMoveKernel } from '../sgf/scan/move-nodes.js';
import { skipWhitespace } from '../sgf/scan/recover.js';
import type { GivenFile } from './file-work.js';
import { usesBaseline } from './known-findings.js';
import { isJudging, type WorkSettings } from './task.js';
import type { Alike, TaskOutput } from './work.js';

/** Outputs whose rows can be made from those of an earlier game: none says where a finding is. */
const SINKS: ReadonlySet<SinkName> = new Set(['csv', 'stderr']);

/** Headers whose rows are kept; beyond that all are dropped, to bound memory. */
const MOST_HEADERS = 2048;

/**
 * Values in which rows of one template differ, by number; those from BLACK up to MOVES are in the order of `headerWords`.
 * MARGIN: the points of a plain margin.
 */
const FILE = 0;
const GAME = 1;
const SHA256 = 2;
const BLACK = 3;
const DECLARED = 8;
const MARGIN = 9;
const MOVES = 10;
const PASSES_BLACK = 11;
const PASSES_WHITE = 12;

/** A row in pieces: `texts` around the values with these numbers. */
interface Row {
  readonly texts: readonly string[];
  readonly values: readonly number[];
}

/** For each sink, what the row of a game shares with the rows of all games that are judged alike. */
interface Template extends Alike {
  readonly rows: readonly Row[];
}

/** Games with one header: their board size, and templates by what `beginAndEnd` says. */
interface Header {
  readonly width: number;
  readonly height: number;
  readonly templates: (Template | 'none' | undefined)[];
}

/** A game that was replayed; `end`: where it ends. `trailing`: passes at its end. */
interface Played {
  readonly line: MainLine;
  readonly end: number;
  readonly board: Board;
  readonly passesBlack: number;
  readonly passesWhite: number;
  readonly trailing: number;
}

/** More passes in a row are judged, and so is any play after so many. */
const MOST_TRAILING = 2;

/** What a game must be: the whole file, or one of many. */
type Extent = 'file' | 'game';

/** What `take` returns in place of an end. */
export const LEFT = 0;
export const NEW = -1;

/**
 * Nearly every game has nothing to judge: a plain header, then moves in turn that repeat no position. Its rows depend only on
 * the header, without what merely names the game, on the colors of its first and last move, and on its last passes. The first game of each kind
 * is refereed like any other; kernels alone read and replay later ones, which get the rows of the first with their own names,
 * date, moves and digest. So they run little JavaScript, which V8 would have to compile first.
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

  /** Opens a text, or reopens one after other games were refereed. */
  open(bytes: Uint8Array): void {
    this.kernel.open(bytes);
  }

  /**
   * Writes the rows of an ordinary game of a known kind that begins at an offset of the opened text, and returns where it
   * ends. For other games it writes nothing and returns LEFT, or NEW where `learn` may make the kind known.
   */
  take(file: GivenFile, at: number, game: number, extent: Extent): number {
    const { bytes } = file;
    const moves = this.readHeader(bytes, at, extent);
    if (moves === 0) return LEFT;
    const header = this.headers.get(this.key());
    if (header === undefined) return NEW;
    const played = this.play(bytes, moves, header);
    if (played === undefined || (extent === 'file' && !isBlank(bytes, played.end))) return LEFT;
    const template = header.templates[beginAndEnd(played)];
    if (template === undefined) return NEW;
    if (template === 'none') return LEFT;
    this.write(file, at, game, played, template);
    return played.end;
  }

  /** Keeps the rows of the game at an offset for later games of its kind; `unknown` if they cannot be reused. */
  learn(bytes: Uint8Array, at: number, report: GameReport): 'known' | 'unknown' {
    this.open(bytes);
    const moves = this.readHeader(bytes, at, 'game');
    if (moves === 0) return 'unknown';
    const key = this.key();
    const { width, height } = report.record;
    const header = this.headers.get(key) ?? { width, height, templates: [] };
    const played = this.play(bytes, moves, header);
    if (played === undefined) return 'unknown';
    const { kernel } = this;
    if (this.headers.size >= MOST_HEADERS) this.headers.clear();
    this.headers.set(key, header);
    const isMargin = kernel.headerWords[RESULT] !== kernel.headerWords[RESULT + 1];
    const isKnown = isByHeader(report) && (!isMargin || isMarginAlone(report, key));
    header.templates[beginAndEnd(played)] ??= isKnown
      ? templateOf(report, marked(report, isMargin), this.sinks)
      : 'none';
    return isKnown ? 'known' : 'unknown';
  }

  /** Offset of the first move of what may be an ordinary game; 0 for any other. */
  private readHeader(bytes: Uint8Array, at: number, extent: Extent): number {
    const after = this.kernel.readHeader(at, bytes.length);
    // The text of several games was examined before.
    if (after === 0 || extent === 'game') return after;
    const traits = this.kernel.headerWords[TRAITS]!;
    // Where CA names another charset, only ASCII is the same in both.
    return traits % 2 === 0 || (traits === 1 && isIntact(bytes)) ? after : 0;
  }

  private key(): string {
    return this.keys.toString('latin1', 0, this.kernel.headerWords[KEY_LENGTH]);
  }

  /** Reads and replays the moves from an offset on; `undefined` unless all are moves in turn with nothing to judge. */
  private play(bytes: Uint8Array, at: number, { width, height }: Header): Played | undefined {
    const { kernel } = this;
    const after = kernel.read(at, bytes.length, 0, this.most, 0, width, height);
    const count = kernel.count();
    const end = endOfGame(bytes, after);
    if (count === 0 || count >= this.most || end < 0 || kernel.arrays.kinds[0]! > ACTION.playWhite)
      return undefined;
    const board = boardFor(width, height);
    const { arena } = board;
    const { kinds, points, nodes, offsets } = kernel.arrays;
    const line = { count, kinds, points, nodes, offsets, nodeCount: count + 1 };
    const history = new History(board);
    history.begin(count);
    if (arena.take(line) === 'no' || arena.room() < count) return undefined;
    const first = kinds[0]! + 1;
    history.restart(first as Stone, 0, 'counts');
    const passes = [0, 0];
    let trailing = 0;
    for (let at = 0; at < count;) {
      const stone = at % 2 === 0 ? first : 3 - first;
      const next = arena.play(at, count, stone, at, 0, 1);
      if (next > at) {
        if (trailing >= MOST_TRAILING || arena.state[STATE.ENDED] !== STATE.BETWEEN) return undefined;
        trailing = 0;
        at = next;
      } else {
        // Before both have played, passes may belong to a handicap.
        if (at < 2 || kinds[at] !== stone + ACTION.passBlack - 1 || trailing === MOST_TRAILING)
          return undefined;
        passes[stone - 1]!++;
        trailing++;
        at++;
      }
    }
    return { line, end, board, passesBlack: passes[0]!, passesWhite: passes[1]!, trailing };
  }

  private write(
    { bytes, name, index, options }: GivenFile,
    start: number,
    game: number,
    played: Played,
    template: Template,
  ): void {
    const { out, window } = this;
    const { line, end, board, passesBlack, passesWhite } = played;
    const { headerWords } = this.kernel;
    const charset = headerWords[TRAITS]! % 2 === 1 ? 'utf8' : 'latin1';
    const whole = end - start === bytes.length ? bytes : bytes.subarray(start, end);
    const values = [cellOf(name), String(game), options.digest(whole)];
    for (let at = 0; at < 2 * (MARGIN - BLACK); at += 2) {
      const from = headerWords[at]!;
      const to = headerWords[at + 1]!;
      values.push(from === to ? '' : cellOf(window.toString(charset, from, to)));
    }
    values.push(values[DECLARED]!.slice(2), String(line.count), String(passesBlack), String(passesWhite));
    for (let s = 0; s < template.rows.length; s++) out.sinks[s]!.append(filled(template.rows[s]!, values));
    const lineKey = lineKeyIn(board.arena, line, board.width, board.height);
    const plays = line.count - passesBlack - passesWhite;
    out.units.add(index, this.reportsCopies ? { game, plays, lineKey } : undefined);
    out.countAlike(template);
  }
}

/** The fast path for ordinary games; `undefined` where every game needs more: a score, other outputs, people's decisions. */
export function ordinaryGames(settings: WorkSettings, out: TaskOutput): OrdinaryGames | undefined {
  const { options, check, event, dead, decisions, sinks } = settings;
  const isMore = check ?? event ?? dead ?? decisions ?? options.accounts;
  if (isMore !== undefined || isJudging(settings) || usesBaseline(settings)) return undefined;
  if (!sinks.every((sink) => SINKS.has(sink))) return undefined;
  const kernel = sharedMoveKernel();
  return kernel && new OrdinaryGames(kernel, settings, out);
}

/** Whether a text is valid UTF-8 without replacement characters. */
export function isIntact(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('\ufffd');
}

/** Offset after the `)` that comes next; -1 where something else does. */
function endOfGame(bytes: Uint8Array, from: number): number {
  const at = skipWhitespace(bytes, from, bytes.length);
  return bytes[at] === CLOSE_PAREN ? at + 1 : -1;
}

function isBlank(bytes: Uint8Array, from: number): boolean {
  return skipWhitespace(bytes, from, bytes.length) === bytes.length;
}

/** Index of a line's template, from the colors of its first and last move, and its last passes. */
function beginAndEnd({ line: { kinds, count }, trailing }: Played): number {
  return trailing * 4 + kinds[0]! * 2 + (kinds[count - 1]! & 1);
}

/** Whether the rows of a game depend only on its header and its colors. */
function isByHeader({ record, replay, ruleset, findings }: GameReport): boolean {
  // Setup, including that of handicaps left out, is in the line but is not a move.
  const isMovesAlone = replay.moves === record.line.count && !record.marks && record.clocks.length === 0;
  // Rules under which the play kernel would have to stop.
  const isKernels = ruleset?.scoring !== 'first-capture' && ruleset?.superko !== 'fighting-disturbing';
  const isInHeader = findings.every(({ node, move }) => node === undefined && move === undefined);
  return isMovesAlone && isKernels && isInHeader && replay.illegal === 0;
}

const MARK = '\u0001';

/** Points that stand for those of a plain margin in a template. */
const ANY_MARGIN = 77_777_777.5;

/** Whether a plain margin appears in no finding, and the points that stand for it appear nowhere else in the rows. */
function isMarginAlone({ record, findings }: GameReport, key: string): boolean {
  const { result } = record;
  if (result.kind !== 'margin' || key.includes(String(ANY_MARGIN))) return false;
  return findings.every(({ args }) => !Object.values(args).includes(result.raw));
}

/** A game whose variable values are numbered marks; no header that was read as plain has such characters. */
function marked(report: GameReport, isMargin: boolean): GameReport {
  const mark = (value: number): string => `${MARK}${String(value)}${MARK}`;
  const { record, replay } = report;
  const [black, white, event, round, date] = [0, 1, 2, 3, 4].map((value) => mark(BLACK + value));
  const names = { black: black!, white: white!, event: event!, round: round!, date: date! };
  const { result } = record;
  const margin = result.kind === 'margin' && {
    result: { ...result, raw: mark(DECLARED), marginHalves: Math.sign(result.marginHalves) * 2 * ANY_MARGIN },
  };
  return {
    ...report,
    file: mark(FILE),
    // A cell is written as it is, number or text.
    game: mark(GAME) as unknown as number,
    sha256: mark(SHA256),
    record: { ...record, ...names, ...(isMargin && margin) },
    replay: {
      ...replay,
      moves: mark(MOVES) as unknown as number,
      passesBlack: mark(PASSES_BLACK) as unknown as number,
      passesWhite: mark(PASSES_WHITE) as unknown as number,
    },
  };
}

/** `marks`: the report with marks in place of values. */
function templateOf(report: GameReport, marks: GameReport, sinks: readonly SinkName[]): Template {
  const counts = noCounts();
  countGame(counts, report);
  return { counts, uncounted: 0, rows: sinks.map((sink) => rowOf(FORMATS[sink].game(marks))) };
}

function rowOf(text: string): Row {
  const pieces = text.replace(String(ANY_MARGIN), `${MARK}${String(MARGIN)}${MARK}`).split(MARK);
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

/** Cells that need neither quotes nor an apostrophe, like nearly all. */
const PLAIN_CELL = /^[\p{L}\p{N}/.][^",\r\n]*$/u;

/** A cell of a row as text. */
function cellOf(text: string): string {
  return PLAIN_CELL.test(text) ? text : hotCsvLine([text]).slice(0, -1);
}
