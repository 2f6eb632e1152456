import { isUtf8 } from 'node:buffer';
import type { Arena } from '../board/arena.js';
import { boardFor } from '../board/board.js';
import { bySize } from '../core/point.js';
import { KEY_LENGTH, MOST_IN_GAME, RESULT, TRAITS } from '../kernels/layout/plays.js';
import * as STATE from '../kernels/layout/state.js';
import { hotCsvLine } from '../output/csv.js';
import { FORMATS, type SinkName } from '../output/formats.js';
import { countGame, noCounts } from '../output/summary.js';
import type { GameReport } from '../referee/report.js';
import { keyIn } from '../replay/line-key.js';
import { type Exports, MoveKernel } from '../sgf/scan/move-nodes.js';
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
 * Values in which rows of one template differ, by number; those from BLACK up to MARGIN are in the order of `headerWords`.
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

/** A board, and a kernel that reads games on it. */
interface Size {
  readonly arena: Arena;
  readonly reader: MoveKernel;
  readonly window: Buffer;
  readonly keys: Buffer;
}

/** Games with one header: their size, and templates by KIND (see `game` in `kernels/plays`). */
interface Header {
  readonly size: Size;
  readonly templates: (Template | 'none' | undefined)[];
}

/** What a game must be: the whole file, or one of many. */
type Extent = 'file' | 'game';

/** What `take` returns in place of an end. */
export const LEFT = 0;
export const NEW = -1;

/**
 * Nearly every game has nothing to judge: a plain header, then moves in turn that repeat no position. Its rows depend only on
 * the header, without what merely names the game, on the colors of its first and last move, and on its last passes. The
 * first game of each kind is refereed like any other; a kernel alone reads and replays later ones, which get the rows of the
 * first with their own names, date, margin, moves and digest. So they run little JavaScript, which V8 would have to compile first.
 */
export class OrdinaryGames {
  private readonly headers = new Map<string, Header>();
  private size: Size;
  private bytes: Uint8Array = new Uint8Array();
  private readonly most: number;
  private readonly sinks: readonly SinkName[];
  private readonly reportsCopies: boolean;
  private readonly out: TaskOutput;

  constructor(size: Size, { options, ignore, sinks }: WorkSettings, out: TaskOutput) {
    this.size = size;
    this.most = Math.min(options.limits.movesPerGame, options.limits.nodesPerGame, MOST_IN_GAME);
    this.sinks = sinks;
    this.reportsCopies = !ignore.includes('game/duplicate');
    this.out = out;
  }

  /** Opens a text. */
  open(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.size.reader.open(bytes);
  }

  /**
   * Writes the rows of an ordinary game of a known kind that begins at an offset of the opened text, and returns where it
   * ends. For other games it writes nothing and returns LEFT, or NEW where `learn` may make the kind known.
   */
  take(file: GivenFile, at: number, game: number, extent: Extent): number {
    const { bytes } = this;
    let moves = this.readHeader(at, extent);
    if (moves === 0) return LEFT;
    const header = this.headers.get(this.key());
    if (header === undefined) return NEW;
    if (header.size !== this.size) moves = this.readAgain(at, header.size);
    const end = this.play(moves);
    if (end === 0 || (extent === 'file' && !isBlank(bytes, end))) return LEFT;
    const template = header.templates[this.size.arena.state[STATE.KIND]!];
    if (template === undefined) return NEW;
    if (template === 'none') return LEFT;
    this.write(file, end - at === bytes.length ? bytes : bytes.subarray(at, end), game, template);
    return end;
  }

  /** Keeps the rows of the game at an offset for later games of its kind; `unknown` if they cannot be reused. */
  learn(at: number, report: GameReport): 'known' | 'unknown' {
    const size = sizeOf(report.record.width, report.record.height);
    if (size === 'none') return 'unknown';
    const moves = this.readAgain(at, size);
    if (moves === 0 || this.play(moves) === 0) return 'unknown';
    const key = this.key();
    const header = this.headers.get(key) ?? { size, templates: [] };
    if (this.headers.size >= MOST_HEADERS) this.headers.clear();
    this.headers.set(key, header);
    const { headerWords } = size.reader;
    const isMargin = headerWords[RESULT] !== headerWords[RESULT + 1];
    const isKnown = isByHeader(report) && (!isMargin || isMarginAlone(report, key));
    header.templates[size.arena.state[STATE.KIND]!] ??= isKnown
      ? templateOf(report, isMargin, this.sinks)
      : 'none';
    return isKnown ? 'known' : 'unknown';
  }

  /** Offset of the first move of what may be an ordinary game; 0 for any other. */
  private readHeader(at: number, extent: Extent): number {
    const { bytes } = this;
    const { reader } = this.size;
    const after = reader.readHeader(at, bytes.length);
    // The text of several games was examined before.
    if (after === 0 || extent === 'game') return after;
    const traits = reader.headerWords[TRAITS]!;
    // Where CA names another charset, only ASCII is the same in both.
    return traits % 2 === 0 || (traits === 1 && isIntact(bytes)) ? after : 0;
  }

  /** Reads a header by the kernel of its size. */
  private readAgain(at: number, size: Size): number {
    this.size = size;
    size.reader.open(this.bytes);
    return this.readHeader(at, 'game');
  }

  private key(): string {
    const { keys, reader } = this.size;
    return keys.toString('latin1', 0, reader.headerWords[KEY_LENGTH]);
  }

  /** Reads and replays the moves from an offset on; returns where the game ends, 0 if it has anything to judge. */
  private play(at: number): number {
    const { arena, reader } = this.size;
    const { from, to } = reader;
    const end = arena.game(at - from, to - from, this.most);
    return end === 0 ? 0 : end + from;
  }

  /** `text`: the game alone. */
  private write(
    { name, index, options }: GivenFile,
    text: Uint8Array,
    game: number,
    template: Template,
  ): void {
    const { out } = this;
    const { window, reader, arena } = this.size;
    const { headerWords } = reader;
    const { state } = arena;
    const charset = headerWords[TRAITS]! % 2 === 1 ? 'utf8' : 'latin1';
    const values = [cellOf(name), String(game), options.digest(text)];
    for (let at = 0; at < 2 * (MARGIN - BLACK); at += 2) {
      const from = headerWords[at]!;
      const to = headerWords[at + 1]!;
      values.push(from === to ? '' : cellOf(window.toString(charset, from, to)));
    }
    const moves = state[STATE.MOVES]!;
    const byBlack = state[STATE.PASSES_BLACK]!;
    const byWhite = state[STATE.PASSES_WHITE]!;
    values.push(values[DECLARED]!.slice(2), String(moves), String(byBlack), String(byWhite));
    for (let s = 0; s < template.rows.length; s++) out.sinks[s]!.append(filled(template.rows[s]!, values));
    const plays = moves - byBlack - byWhite;
    out.units.add(index, this.reportsCopies ? { game, plays, lineKey: keyIn(state) } : undefined);
    out.countAlike(template);
  }
}

/** By size, for all runs of the thread; `none` where the board has no kernel. */
const sizeOf = bySize((width, height): Size | 'none' => {
  const { arena } = boardFor(width, height);
  if (arena.kernel === undefined) return 'none';
  const reader = new MoveKernel(arena.kernel as unknown as Exports);
  const { window, key } = reader;
  return {
    arena,
    reader,
    window: Buffer.from(window.buffer, window.byteOffset, window.length),
    keys: Buffer.from(key.buffer, key.byteOffset, key.length),
  };
});

/** The fast path for ordinary games; `undefined` where every game needs more: a score, other outputs, people's decisions. */
export function ordinaryGames(settings: WorkSettings, out: TaskOutput): OrdinaryGames | undefined {
  const { options, check, event, dead, decisions, sinks } = settings;
  const isMore = check ?? event ?? dead ?? decisions ?? options.accounts;
  if (isMore !== undefined || isJudging(settings) || usesBaseline(settings)) return undefined;
  if (!sinks.every((sink) => SINKS.has(sink))) return undefined;
  const size = sizeOf(19, 19);
  return size === 'none' ? undefined : new OrdinaryGames(size, settings, out);
}

/** Whether a text is valid UTF-8 without replacement characters. */
export function isIntact(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('\ufffd');
}

function isBlank(bytes: Uint8Array, from: number): boolean {
  return skipWhitespace(bytes, from, bytes.length) === bytes.length;
}

/** Whether the rows of a game depend only on its header and its KIND. */
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

/** `isMargin`: it has a plain margin, which the templates leave open. */
function templateOf(report: GameReport, isMargin: boolean, sinks: readonly SinkName[]): Template {
  const counts = noCounts();
  countGame(counts, report);
  const marks = marked(report, isMargin);
  const rows = sinks.map((sink) => {
    const text = FORMATS[sink].game(marks);
    return rowOf(isMargin ? text.replace(String(ANY_MARGIN), `${MARK}${String(MARGIN)}${MARK}`) : text);
  });
  return { counts, uncounted: 0, rows };
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

/** Cells that need neither quotes nor an apostrophe, like nearly all. */
const PLAIN_CELL = /^[\p{L}\p{N}/.][^",\r\n]*$/u;

/** A cell of a row as text. */
function cellOf(text: string): string {
  return PLAIN_CELL.test(text) ? text : hotCsvLine([text]).slice(0, -1);
}
