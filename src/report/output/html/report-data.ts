import { ACTION, FIRST_NON_MOVE, type MainLine } from '../../../core/line.js';
import { formatPoint, pointFromSgf, pointToSgf, type Point } from '../../../core/point.js';
import type { GameRecord } from '../../../referee/record/record.js';
import type { Decision } from '../../../referee/judge/decisions.js';
import type { GroupOutcome, TakenBack } from '../../../referee/judge/group-outcomes.js';
import type { PassLedger } from '../../../referee/replay/replayed.js';
import type { Ruleset, RulesetSource } from '../../../go/rules/ruleset.js';
import type { GameScore, ScoreBasis, SideCount } from '../../../referee/score/score-types.js';
import type { RunFacts } from '../summary.js';
import { visible } from '../../../core/text.js';
import { FINDING_CODES, type FindingCode, type Finding } from '../../../core/findings/finding.js';
import { RULING_NEEDS, type GameReport, type OpenQuestion } from '../../../referee/judge/report.js';
import { GAME_COLUMNS, tally, type GAME_TABLE, type OnPages } from '../../columns/games.js';

/**
 * The data of a report page, in lines of text: a letter for the kind of the line, then JSON.
 * A game is a row, then, if there is more to show, a detail and the SGF that it was read from.
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
  /** `Crosstable`: a results table that the games are compared with. */
  crosstable: 'X',
  /** `CountsLine`: what the run counted; the last line. */
  counts: 'C',
} as const;

/** One finding: code and severity by number, arguments, then its place in the order of `PLACE_FIELDS`, without trailing gaps. */
export type FoundLine = readonly [
  code: number,
  severity: number,
  args: Readonly<Record<string, unknown>>,
  ...place: readonly unknown[],
];

export const PLACE_FIELDS = [
  'line',
  'column',
  'node',
  'move',
  'color',
  'point',
  'repeatsMove',
  'rule',
  'disposition',
  'variation',
  'ruleSource',
  'dispositionRule',
  'decided',
] as const;

/** Findings about a file or, with `game`, about one of its games that was compared with a results table. */
export interface FileNote {
  readonly file: string;
  readonly game?: number;
  readonly found: readonly FoundLine[];
}

/** The numbers of a score in the order of the lists below: two sides, the score itself, its basis, its ledger of passes. */
export type ScoreNumbers = readonly [
  black: readonly unknown[],
  white: readonly unknown[],
  score: readonly unknown[],
  basis: readonly unknown[],
  ledger: readonly unknown[],
];

export const SIDE_FIELDS = [
  'stones',
  'dead',
  'territory',
  'sekiPoints',
  'fills',
  'prisoners',
  'passes',
] as const satisfies readonly (keyof SideCount)[];

export const SCORE_FIELDS = [
  'dame',
  'areaHalves',
  'territoryHalves',
  'passStonesBlack',
  'passStonesWhite',
  'compensationHalves',
  'komiHalves',
  'komiSource',
  'resultAreaHalves',
  'resultTerritoryHalves',
  'resultHalves',
  'counting',
  'winner',
  'confidence',
] as const satisfies readonly (keyof GameScore)[];

export const BASIS_FIELDS = [
  'area',
  'territory',
  'sekiPoints',
  'deadInSeki',
  'fills',
  'fillsCount',
  'sekiCounts',
  'putBlack',
  'putWhite',
  'setup',
  'handicap',
  'year',
  'firstPass',
  'lastPlay',
  'firstCapture',
  'tax',
  'trailingPasses',
  'resumedAfter',
  'isAgreed',
  'isAsItStands',
  'otherwise',
] as const satisfies readonly (keyof ScoreBasis)[];

export const LEDGER_FIELDS = [
  'black',
  'white',
  'assumedBlack',
  'assumedWhite',
  'impliedBlack',
  'impliedWhite',
] as const satisfies readonly (keyof PassLedger)[];

/** Everything about one game that the table does not show; fields that are empty or do not apply are left out. */
export interface Detail {
  readonly found?: readonly FoundLine[];
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
  readonly score?: ScoreNumbers;
  /** The main line, if there is something to show; see `encodeLine`. */
  readonly main?: string;
  /** Stones of the final board, if it is not the end of the line; see `encodeBytes`. */
  readonly stones?: string;
  /**
   * The final board: owners of empty points (0 to 7), 24 if open; for stones 8, plus 1 if dead, 2 if in seki, and 4 for each degree
   * of doubt.
   */
  readonly marks?: string;
  /** The outcomes of groups in doubt and of taking a move back, and the decisions of referees, for the ruling sheet. */
  readonly groups?: readonly GroupOutcome[];
  readonly back?: TakenBack;
  readonly decisions?: readonly Decision[];
}

/** In `Detail.marks`: the first value of a stone, and the value of an open point. */
export const STONE_MARK = 8;
export const OPEN_MARK = 24;

/** The counts of a run. */
export interface CountsLine {
  readonly version: string;
  readonly files: number;
  readonly games: number;
  readonly scored: number;
  readonly illegal: number;
  readonly interrupted: boolean;
  readonly severities: Readonly<Record<string, number>>;
  readonly codes: Readonly<Record<string, number>>;
  readonly endings: Readonly<Record<string, number>>;
  readonly rulesets: Readonly<Record<string, number>>;
  readonly verdicts: Readonly<Record<string, number>>;
  readonly configurations?: RunFacts['configurations'];
  /** Rows, details and texts that did not fit into the report. */
  readonly leftOut: { readonly rows: number; readonly details: number; readonly texts: number };
}

/** What a picture of a line needs: setup and moves, without nodes and text offsets. */
interface Actions {
  readonly count: number;
  readonly kinds: Uint8Array;
  readonly points: Uint16Array;
}

/**
 * A main line as text: two SGF letters for a play by the player to move, Black first; for any other action a digit, its kind in
 * ACTION, then two letters if it has a point. PL and KO are left out: they change no stone.
 */
export function encodeLine({ count, kinds, points }: MainLine, width: number): string {
  let text = '';
  let next: number = ACTION.playBlack;
  for (let i = 0; i < count; i++) {
    const kind = kinds[i]!;
    if (kind > ACTION.addEmpty) continue;
    if (kind !== next) text += String(kind);
    if (hasPoint(kind)) text += pointToSgf(points[i]!, width);
    if (kind <= ACTION.playWhite) next = 1 - kind;
  }
  return text;
}

/** Reads what `encodeLine` wrote, for a board of the same size. */
export function decodeLine(text: string, width: number, height: number): Actions {
  const kinds = new Uint8Array(text.length);
  const points = new Uint16Array(text.length);
  let count = 0;
  let next: number = ACTION.playBlack;
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at) - DIGIT_ZERO;
    const isDigit = unit >= 0 && unit <= 9;
    const kind = isDigit ? unit : next;
    if (isDigit) at++;
    kinds[count] = kind;
    if (hasPoint(kind)) {
      points[count] = pointFromSgf(text.slice(at, at + 2), width, height) ?? 0;
      at += 2;
    }
    if (kind <= ACTION.playWhite) next = 1 - kind;
    count++;
  }
  return { count, kinds: kinds.subarray(0, count), points: points.subarray(0, count) };
}

const DIGIT_ZERO = 48;

function hasPoint(kind: number): boolean {
  return kind <= ACTION.playWhite || (kind >= ACTION.addBlack && kind <= ACTION.addEmpty);
}

/** Written for a value that is not a point: an empty one would be a pass. */
const NO_POINT = '?';

/** The line as SGF: size, setup and moves, nothing else. */
export function sgfOfLine({ count, kinds, points }: Actions, width: number, height: number): string {
  const size = width === height ? String(width) : `${String(width)}:${String(height)}`;
  let text = `(;GM[1]FF[4]CA[UTF-8]SZ[${size}]`;
  let isSetup = true;
  for (let i = 0; i < count; i++) {
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

/** One byte per point, run-length encoded: a letter for a value below 26, then the length of its run if above 1. */
export function encodeBytes(bytes: ArrayLike<number>): string {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const value = bytes[at]!;
    let end = at + 1;
    while (end < bytes.length && bytes[end] === value) end++;
    text += String.fromCharCode(LETTER_A + value) + (end - at > 1 ? String(end - at) : '');
    at = end;
  }
  return text;
}

/** Reads what `encodeBytes` wrote; what is beyond `length` is ignored. */
export function decodeBytes(text: string, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const [, letter, run] of text.matchAll(/([a-z])(\d*)/g)) {
    const end = at + (run === '' ? 1 : Number(run));
    bytes.fill(letter!.charCodeAt(0) - LETTER_A, at, end);
    at = end;
  }
  return bytes;
}

const LETTER_A = 97;

/** A B or W property of a main line. */
export interface LineMove {
  readonly color: 'Black' | 'White';
  /** `bad`: a value that is neither a point of the board nor a pass. */
  readonly kind: 'play' | 'pass' | 'bad';
  /** The point of a play. */
  readonly point: Point | undefined;
}

/** The moves of a line in order: move 1 is the first. */
export function movesOf({
  count,
  kinds,
  points,
}: Pick<MainLine, 'count' | 'kinds' | 'points'>): readonly LineMove[] {
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
const ROW_COLUMNS = GAME_COLUMNS.filter((one) => 'isOnPages' in one);
const placeOf = (column: keyof RowCells): number => ROW_COLUMNS.findIndex(({ name }) => name === column);
/** The counts of findings by severity. */
const COUNTS = { error: placeOf('errors'), warning: placeOf('warnings'), note: placeOf('notes') };
const CODES = ROW_COLUMNS.length;

type GameTable = typeof GAME_TABLE;
type RowCells = {
  readonly [Name in keyof GameTable as GameTable[Name] extends OnPages ? Name : never]: ReturnType<
    GameTable[Name]['of']
  >;
};

/** One game, as the table of games shows it. */
export interface PageRow extends RowCells {
  /** Its number in the run or report, from 1. It distinguishes games: an archive may contain two entries with the same name. */
  readonly row: number;
  /** Codes of the findings, each once; that of the most severe finding first. */
  readonly codes: readonly string[];
  /** Why the game was not scored; '' where it was, or where the row does not say. */
  readonly because: string;
}

/** A row as written: cells, with names from a list as numbers (-1: empty); numbers of codes; `because`, if present. */
export type PackedRow = readonly (string | number | readonly number[])[];

const NUMBERS: ReadonlyMap<string, number> = new Map(FINDING_CODES.map((code, i) => [code, i]));

export function numberOfCode(code: FindingCode): number {
  return NUMBERS.get(code)!;
}

/** `file`: the file name that the row shows. `because`: whether the row says why there is no score. */
export function packRow(report: GameReport, file: string, because: 'with-reason' | 'short'): PackedRow {
  const counts = tally(report.findings);
  const codes = new Set(counts.first ? [numberOfCode(counts.first.code)] : []);
  for (const { code } of report.findings) codes.add(numberOfCode(code));
  const cells = ROW_COLUMNS.map(({ name, kind, of }) => {
    const cell = name === 'file' ? file : of(report, counts);
    if (typeof kind !== 'string') return kind.indexOf(String(cell));
    if (typeof cell !== 'string' || name === 'file') return cell;
    return shown(cell, SENTENCES.includes(name) ? LONGEST_SENTENCE : LONGEST);
  });
  const reason = because === 'with-reason' && !report.score ? [report.notScoredBecause] : [];
  return [...cells, [...codes], ...reason];
}

/** Decodes cells on access: a report has up to 200,000 rows, and a table shows a few dozen of them. */
class Row {
  readonly row: number;
  packed: PackedRow;

  constructor(packed: PackedRow, row: number) {
    this.packed = packed;
    this.row = row;
  }

  get codes(): readonly string[] {
    return (this.packed[CODES] as readonly number[]).map((code) => FINDING_CODES[code]!);
  }

  get because(): string {
    return (this.packed[CODES + 1] as string | undefined) ?? '';
  }
}

for (const [i, { name, kind }] of ROW_COLUMNS.entries()) {
  Object.defineProperty(Row.prototype, name, {
    get(this: Row) {
      const cell = this.packed[i]!;
      return typeof kind === 'string' ? cell : (kind[Number(cell)] ?? '');
    },
  });
}

/** Reads what `packRow` made. `row`: the number of the row. */
export function unpackRow(packed: PackedRow, row: number): PageRow {
  return new Row(packed, row) as unknown as PageRow;
}

/** The row of a game with one more finding about the whole game. */
export function withFindingInRow(packed: PackedRow, { code, severity }: Finding): PackedRow {
  const row = [...packed];
  const count = COUNTS[severity];
  row[count] = Number(row[count]) + 1;
  const codes = row[CODES] as readonly number[];
  const moreSevere = {
    error: ['error'],
    warning: ['error', 'warning'],
    note: ['error', 'warning', 'note'],
  } as const;
  const isGravest = moreSevere[severity].every((one) => Number(packed[COUNTS[one]]) === 0);
  const own = numberOfCode(code);
  row[CODES] = [...new Set(isGravest ? [own, ...codes] : [...codes, own])];
  return row;
}

/** Adds a finding to an unpacked row. */
export function addFindingToRow(row: PageRow, found: Finding): void {
  const known = row as unknown as Row;
  known.packed = withFindingInRow(known.packed, found);
}

const NEED = placeOf('needs_ruling');
const QUESTION = placeOf('question');

/** Replaces the question about the game in an unpacked row. */
export function askInRow(row: PageRow, { need, text }: OpenQuestion): void {
  const known = row as unknown as Row;
  const packed = [...known.packed];
  packed[NEED] = RULING_NEEDS.indexOf(need);
  packed[QUESTION] = shown(text, LONGEST_SENTENCE);
  known.packed = packed;
}

/** Most characters of a name or value from the file; the CSV files have it in full. */
const LONGEST = 120;
/** Columns with a higher limit: they cite rules or give several reasons. */
const SENTENCES: readonly string[] = ['question', 'counts_because'];
const LONGEST_SENTENCE = 400;

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
