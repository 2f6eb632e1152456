import type { SheetQuestion } from '../outcomes.js';
import { joined } from '../../../core/bytes.js';
import { ACTION, type Actions, FIRST_NON_MOVE, type MainLine } from '../../../core/line.js';
import { formatPoint, pointToSgf, type Point } from '../../../core/point.js';
import type { GameRecord } from '../../../referee/record/record.js';
import type { Decision } from '../../../referee/judge/decisions.js';
import type { GroupOutcome, TakenBack } from '../../../referee/judge/group-outcomes.js';
import type { Ruleset, RulesetSource } from '../../../go/rules/ruleset.js';
import type { GameScore, ScoreBasis } from '../../../referee/score/score-types.js';
import type { TableDifference } from '../../../toolkit/event/difference.js';
import type { Counts, RunFacts } from '../summary.js';
import { visible } from '../../../core/text.js';
import { type BoardSize, SEVERITIES, type Finding, type Severity } from '../../../core/findings/finding.js';
import {
  type GameReport,
  openQuestion,
  type OpenQuestion,
  type PlacedFinding,
} from '../../../referee/judge/report.js';
import { cellsOf, type Column, columnsOf, pick } from '../../columns/column.js';
import { GAME_TABLE, PAGE_COLUMNS, tally, type Tally } from '../../columns/games.js';

/**
 * The data of a report page, in lines of text: a letter for the kind of the line, then JSON.
 * A game is a row, then, if there is more to show, a detail and the SGF that it was read from.
 * In the page the lines are cut into blocks, each of which is deflated and then written in base64 on a line of its own.
 */
export const LINE = {
  /** `PackedRow`. */
  row: 'R',
  /** `FileNote`: findings of a file that belong to no game. */
  file: 'F',
  /** `Detail` of a game with errors or warnings, and of any other. */
  flagged: 'D',
  plain: 'd',
  /** The game's own bytes as text, if they are UTF-8; else each byte as the character with its code. */
  text: 'S',
  bytes: 'L',
  /** The bytes of a game without errors or warnings that has comments, clocks or variations, likewise. */
  plainText: 's',
  plainBytes: 'l',
  /** `Crosstable`: a results table that the games are compared with. */
  crosstable: 'X',
  /** `CountsLine`: what the run counted; the last line. */
  counts: 'C',
} as const;

/** The lines of the report's data, which are deflated in blocks, each in base64 on a line. Throws where a block is damaged. */
export async function linesOf(data: string): Promise<string> {
  const blocks: Uint8Array[] = [];
  for (const line of data.split('\n')) {
    if (line.trim() === '') continue;
    const bytes = Uint8Array.from(atob(line), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    blocks.push(new Uint8Array(await new Response(stream).arrayBuffer()));
  }
  return new TextDecoder().decode(joined(blocks));
}

/** Findings about a file or, with `game`, about one of its games that was compared with a results table. */
export interface FileNote {
  readonly file: string;
  readonly game?: number;
  readonly found: readonly PlacedFinding[];
}

/** The numbers of a score that pages show, without its boards. */
export interface PageScore extends Pick<
  GameScore,
  | 'black'
  | 'white'
  | 'dame'
  | 'areaHalves'
  | 'territoryHalves'
  | 'passStonesBlack'
  | 'passStonesWhite'
  | 'compensationHalves'
  | 'komiHalves'
  | 'komiSource'
  | 'resultAreaHalves'
  | 'resultTerritoryHalves'
  | 'resultHalves'
  | 'counting'
  | 'winner'
  | 'confidence'
> {
  readonly basis: Omit<ScoreBasis, 'stones' | 'width' | 'height'>;
}

/** Everything about one game that the table does not show; fields that are empty or do not apply are left out. */
export interface Detail {
  readonly found?: readonly PlacedFinding[];
  readonly sha256?: string;
  readonly round?: string;
  readonly rulesRaw?: string;
  readonly rulesName?: string;
  /** Only a custom ruleset; the row names the others. */
  readonly ruleset?: Ruleset;
  readonly rulesetSource: RulesetSource;
  /** Why there is no score. */
  readonly because?: string;
  readonly explanation?: string;
  /** With a score. */
  readonly result?: GameRecord['result'];
  readonly komi?: GameRecord['komi'];
  readonly deadSource?: string;
  readonly score?: PageScore;
  /** The setup and moves of the main line of a game of Go. */
  readonly main?: Actions<readonly number[]>;
  /** Stones of the final board, if it is not the end of the line. */
  readonly stones?: readonly number[];
  /**
   * The final board: owners of empty points (0 to 7), 24 if open; for stones 8, plus 1 if dead, 2 if in seki, and 4 for each degree
   * of doubt.
   */
  readonly marks?: readonly number[];
  /** The outcomes of groups in doubt and of taking a move back, and the decisions of referees, for the ruling sheet. */
  readonly groups?: readonly GroupOutcome[];
  readonly back?: TakenBack;
  readonly before?: SheetQuestion;
  readonly repairs?: GameReport['repairs'];
  readonly decisions?: readonly Decision[];
}

/** In `Detail.marks`: the first value of a stone, and the value of an open point. */
export const STONE_MARK = 8;
export const OPEN_MARK = 24;

/** The counts of a run. */
export interface CountsLine extends Readonly<Pick<Counts, 'files' | 'games' | 'scored' | 'severities'>> {
  readonly version: string;
  /** Games with illegal moves. */
  readonly illegal: number;
  readonly interrupted: boolean;
  readonly configurations?: RunFacts['configurations'];
  readonly leftOut: LeftOut;
}

/** The setup and moves of a main line. PL and KO are left out: they change no stone. */
export function actionsOf({ count, kinds, points }: MainLine): Actions<readonly number[]> {
  const actions = { kinds: [] as number[], points: [] as number[] };
  for (let i = 0; i < count; i++) {
    if (kinds[i]! > ACTION.addEmpty) continue;
    actions.kinds.push(kinds[i]!);
    actions.points.push(points[i]!);
  }
  return actions;
}

function hasPoint(kind: number): boolean {
  return kind <= ACTION.playWhite || (kind >= ACTION.addBlack && kind <= ACTION.addEmpty);
}

/** Written for a value that is not a point: an empty one would be a pass. */
const NO_POINT = '?';

/** The line as SGF: size, setup and moves, nothing else. */
export function sgfOfLine({ kinds, points }: Actions, width: number, height: number): string {
  const size = width === height ? String(width) : `${String(width)}:${String(height)}`;
  let text = `(;GM[1]FF[4]CA[UTF-8]SZ[${size}]`;
  let isSetup = true;
  for (let i = 0; i < kinds.length; i++) {
    const kind = kinds[i]!;
    const isBad = kind === ACTION.badBlack || kind === ACTION.badWhite;
    const point = hasPoint(kind) ? pointToSgf(points[i]!, width) : isBad ? NO_POINT : '';
    const isAdding = kind >= ACTION.addBlack;
    if (isAdding && !isSetup) text += '\n;';
    if (!isAdding) text += i % 10 === 0 ? '\n;' : ';';
    text += `${PROPERTIES[kind] ?? 'B'}[${point}]`;
    isSetup = isAdding;
  }
  return `${text})\n`;
}

const PROPERTIES = ['B', 'W', 'B', 'W', 'B', 'W', 'AB', 'AW', 'AE'] as const;

/** A B or W property of a main line. */
export interface LineMove {
  readonly color: 'Black' | 'White';
  /** `bad`: a value that is neither a point of the board nor a pass. */
  readonly kind: 'play' | 'pass' | 'bad';
  /** The point of a play. */
  readonly point: Point | undefined;
}

/** The moves of a line in order: move 1 is the first. */
export function movesOf(line: Actions): readonly LineMove[] {
  const { kinds, points, count = kinds.length } = line;
  const moves: LineMove[] = [];
  for (let i = 0; i < count; i++) {
    const action = kinds[i]!;
    if (action >= FIRST_NON_MOVE) continue;
    const kind = action <= ACTION.playWhite ? 'play' : action <= ACTION.passWhite ? 'pass' : 'bad';
    moves.push({
      color: action % 2 === 0 ? 'Black' : 'White',
      kind,
      point: kind === 'play' ? points[i]! : undefined,
    });
  }
  return moves;
}

const WHERE = { pass: 'pass', bad: 'without a point' } as const;

/** `move 12, Black Q16`; `the start` for 0 and for numbers beyond the end. */
export function moveWords(moves: readonly LineMove[], number: number, width: number, height: number): string {
  const move = moves[number - 1];
  if (!move) return START;
  const { color, kind, point } = move;
  const where = kind === 'play' ? formatPoint(point!, width, height) : WHERE[kind];
  return `move ${String(number)}, ${color} ${where}`;
}

/** `after move 12, Black Q16`; `at the start`. */
export function afterWords(words: string): string {
  return `${words === START ? 'at' : 'after'} ${words}`;
}

const START = 'the start';

/** The columns that the pages show of each game; `codes` come after them. */
const ROW_TABLE = pick(GAME_TABLE, ...PAGE_COLUMNS);
const ROW_COLUMNS = columnsOf<Column<GameReport, Tally>>(ROW_TABLE);
/** The counts of findings by severity. */
const COUNTS = { error: 'errors', warning: 'warnings', note: 'notes' } as const;
const CODES = ROW_COLUMNS.length;
const FILE = ROW_COLUMNS.findIndex(({ name }) => name === 'file');

type RowCells = {
  readonly [Name in keyof typeof ROW_TABLE]: ReturnType<(typeof ROW_TABLE)[Name]['of']>;
};

/** One game, as the table of games shows it. */
export interface PageRow extends RowCells {
  /** Its number in the run or report, from 1. It distinguishes games: an archive may contain two entries with the same name. */
  readonly row: number;
  /** Codes of the findings, each once; that of the most severe finding first. */
  readonly codes: readonly string[];
  readonly severities: Severities;
  /** Why the game was not scored; '' where it was, or where the row does not say. */
  readonly because: string;
  /** The finding that `question` says in English, for other languages; absent where no finding does. */
  readonly asked?: Asked;
  /** How a results table differed before a referee decided the game. */
  readonly differed?: string;
  /** What that table says. */
  readonly difference?: TableDifference;
}

/** Codes with the severity of their gravest finding, that of the most severe one first. */
export type Severities = Readonly<Record<string, Severity>>;

/** The more severe of two; without the first, the second. */
export function graver(one: Severity | undefined, other: Severity): Severity {
  return SEVERITIES.find((severity) => severity === one || severity === other)!;
}

/** A finding with the size of its board. */
interface Asked extends BoardSize {
  readonly found: PlacedFinding;
}

/** A row as written: cells; severities by code; `because` and `asked`, if present. */
export type PackedRow = readonly (string | number | Severities | Asked)[];

/** `file`: the file name that the row shows. `because`: whether the row says why there is no score. */
export function packRow(report: GameReport, file: string, because: 'with-reason' | 'short'): PackedRow {
  const counts = tally(report.findings);
  const severities: Record<string, Severity> = {};
  if (counts.first) severities[counts.first.code] = counts.first.severity;
  for (const { code, severity } of report.findings) severities[code] = graver(severities[code], severity);
  const cells = cellsOf(ROW_COLUMNS, report, counts);
  for (let i = 0; i < CODES; i++) {
    const cell = cells[i]!;
    if (i === FILE) cells[i] = file;
    else if (typeof cell === 'string') cells[i] = shown(cell, LONGEST_CELLS[i]);
  }
  const reason = because === 'with-reason' && !report.score ? report.notScoredBecause : undefined;
  const { width, height } = report.record;
  const found = report.replay.illegal === 0 ? undefined : openQuestion(report)?.found;
  const asked = found && { found: cutFinding(found), width, height };
  return [
    ...cells,
    severities,
    ...(reason === undefined && !asked ? [] : [reason ?? '']),
    ...(asked ? [asked] : []),
  ];
}

/** Reads what `packRow` made. `row`: the number of the row. */
export function unpackRow(packed: PackedRow, row: number): PageRow {
  const cells = Object.fromEntries(ROW_COLUMNS.map(({ name }, i) => [name, packed[i]]));
  const [severities, because = '', asked] = packed.slice(CODES);
  const found = { severities, codes: Object.keys(severities as Severities) };
  return { ...cells, ...found, row, because, ...(asked !== undefined && { asked }) } as unknown as PageRow;
}

/** The row of a game with one more finding about the whole game. */
export function withFindingInRow(packed: PackedRow, found: Finding): PackedRow {
  const row = withFinding(unpackRow(packed, 0), found);
  const cells = ROW_COLUMNS.map(({ name }) => row[name as keyof RowCells]);
  return [...cells, row.severities, ...packed.slice(CODES + 1)];
}

/** A row with one more finding. */
export function withFinding(row: PageRow, { code, severity }: Finding): PageRow {
  const asSevere = SEVERITIES.slice(0, SEVERITIES.indexOf(severity) + 1);
  const isGravest = asSevere.every((one) => row[COUNTS[one]] === 0);
  const count = COUNTS[severity];
  const worst = graver(row.severities[code], severity);
  const severities = { ...(isGravest && { [code]: worst }), ...row.severities, [code]: worst };
  return { ...row, [count]: row[count] + 1, codes: Object.keys(severities), severities };
}

/** A row with another question about the game. */
export function withQuestion(row: PageRow, { need, text }: OpenQuestion): PageRow {
  const { asked: _, ...others } = row;
  return { ...others, needs_ruling: need, question: shown(text, LONGEST_SENTENCE) };
}

/** Most characters of a file name; its end is kept, which distinguishes files. */
export const LONGEST_FILE = 400;

/** Cuts values from the file that a finding quotes, as names are cut. */
export function cutFinding(found: PlacedFinding): PlacedFinding {
  let args = found.args as Readonly<Record<string, unknown>>;
  for (const name in args) {
    const value = args[name];
    const cut = typeof value === 'string' ? shown(value, LONGEST_FILE) : value;
    if (cut !== value) args = { ...args, [name]: cut };
  }
  return args === found.args ? found : ({ ...found, args } as PlacedFinding);
}

/** Most characters of a name or value from the file; the CSV files have it in full. */
const LONGEST = 120;
/** Columns with a higher limit: they cite rules or give several reasons. */
const SENTENCES: readonly string[] = ['question', 'counts_because'];
const LONGEST_SENTENCE = 400;
const LONGEST_CELLS = ROW_COLUMNS.map(({ name }) => (SENTENCES.includes(name) ? LONGEST_SENTENCE : LONGEST));

/** A text from the file, as the pages show it: cut, and without control characters. */
export function shown(text: string, longest = LONGEST): string {
  if (text.length <= longest && !SPECIAL.test(text)) return text;
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return visible(cut.replace(LONE_SURROGATE, '\ufffd'));
}

/** Rare characters that need a closer check: control characters, bidirectional ones included, and surrogates. */
// eslint-disable-next-line no-control-regex
const SPECIAL = /[\u0000-\u001f\u007f-\u009f\u061c\u200e-\u206f\ud800-\udfff]/;

const LONE_SURROGATE = /[\ud800-\udfff]/gu;

/** Most rows and most bytes of everything else on one page, so that a browser opens it without delay. */
const PAGE_LIMITS = {
  rows: 200_000,
  flaggedBytes: 15_000_000,
  plainBytes: 24_000_000,
  textBytes: 4_000_000,
  plainTextBytes: 1_000_000,
} as const;

/** Games beyond this number are not on the page at all. */
export const MAX_ROWS: number = PAGE_LIMITS.rows;

export type PageLimits = { readonly [Name in keyof typeof PAGE_LIMITS]: number };

/** What did not fit: games without a row, rows without their detail, details without their SGF. */
export interface LeftOut {
  readonly rows: number;
  readonly details: number;
  readonly texts: number;
}

/** Limited kinds of lines, by their index in `closed`. */
export const CLOSED = { rows: 0, flagged: 1, plain: 2, texts: 3, plainTexts: 4 } as const;

const LIMITED: readonly (readonly [limit: keyof PageLimits, left: keyof LeftOut])[] = [
  ['rows', 'rows'],
  ['flaggedBytes', 'details'],
  ['plainBytes', 'details'],
  ['textBytes', 'texts'],
  ['plainTextBytes', 'texts'],
];

const KINDS: Readonly<Record<string, number>> = {
  [LINE.row]: CLOSED.rows,
  [LINE.flagged]: CLOSED.flagged,
  [LINE.plain]: CLOSED.plain,
  [LINE.text]: CLOSED.texts,
  [LINE.bytes]: CLOSED.texts,
  [LINE.plainText]: CLOSED.plainTexts,
  [LINE.plainBytes]: CLOSED.plainTexts,
};

/**
 * Passes lines on in order while their kind has space left: first come, first served. A kind is closed for good once one of its
 * lines does not fit, so that no more need be made.
 */
export interface Budget {
  /** Takes whole lines in UTF-8 and returns those that fit. */
  readonly take: (lines: Uint8Array) => Uint8Array;
  /** Shortens lines to what a later budget needs, one that has taken more lines before these. */
  readonly shorten: (lines: Uint8Array) => Uint8Array;
  readonly leftOut: () => LeftOut;
  /** 1 for a closed kind, by `CLOSED`. The letter of such a line is enough to count it. */
  readonly closed: readonly number[];
}

/** Lines that belong to no game. */
const ALWAYS: readonly string[] = [LINE.file, LINE.crosstable, LINE.counts];

const LINE_FEED = 10;
/** A letter and a line feed. */
const BARE_LENGTH = 2;

/** `page`: whether the lines before have used up the limits, as those of MAX_ROWS games do. */
export function createBudget(limits: PageLimits = PAGE_LIMITS, page: 'open' | 'full' = 'open'): Budget {
  const none = { rows: 0, flaggedBytes: 0, plainBytes: 0, textBytes: 0, plainTextBytes: 0 };
  const used = page === 'full' ? { ...limits } : none;
  const left = { rows: 0, details: 0, texts: 0 };
  const closed = LIMITED.map(([limit]) => (used[limit] >= limits[limit] ? 1 : 0));

  function fits(letter: string, length: number): boolean {
    const kind = KINDS[letter];
    // Lines after a row that did not fit belong to its game.
    if (left.rows > 0 && kind !== CLOSED.rows) return ALWAYS.includes(letter);
    if (kind === undefined) return true;
    const [limit, count] = LIMITED[kind]!;
    // Of a line that was left out, only the letter remains.
    const size = length <= BARE_LENGTH ? Infinity : kind === CLOSED.rows ? 1 : length;
    const after = used[limit] + size;
    used[limit] = Math.min(after, limits[limit]);
    if (used[limit] === limits[limit]) closed[kind] = 1;
    if (after > limits[limit]) left[count]++;
    return after <= limits[limit];
  }

  /** Bytes of a line that a later budget needs: none after a row that did not fit; of a closed kind only the letter, to count it. */
  function needed(letter: string, length: number): number {
    const kind = KINDS[letter];
    if (left.rows > 0 && kind !== CLOSED.rows)
      return letter === LINE.file || letter === LINE.counts ? length : 0;
    // The line that closes its kind stays whole: shortened, it might fit.
    return kind !== undefined && closed[kind] === 1 ? 1 : length;
  }

  /** The lines, each cut to the bytes that `keptOf` returns. */
  function fitting(lines: Uint8Array, keptOf: (letter: string, length: number) => number): Uint8Array {
    const pieces: Uint8Array[] = [];
    let start = 0;
    for (let at = 0; at < lines.length;) {
      const found = lines.indexOf(LINE_FEED, at);
      const end = found < 0 ? lines.length : found + 1;
      const kept = keptOf(String.fromCharCode(lines[at]!), end - at);
      if (kept < end - at) {
        if (at + kept > start) pieces.push(lines.subarray(start, at + kept));
        start = kept === 0 ? end : end - 1; // a shortened line keeps its line feed
      }
      at = end;
    }
    if (start === 0) return lines;
    pieces.push(lines.subarray(start));
    return joined(pieces);
  }

  return {
    take: (lines) => fitting(lines, (letter, length) => (fits(letter, length) ? length : 0)),
    shorten: (lines) =>
      fitting(lines, (letter, length) => {
        const kept = needed(letter, length);
        fits(letter, length);
        return kept;
      }),
    leftOut: () => ({ ...left }),
    closed,
  };
}
