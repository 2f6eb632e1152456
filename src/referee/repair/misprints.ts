import type { Stone } from '../../core/color.js';
import { formatPoint, type Point } from '../../core/point.js';
import { Board } from '../../go/board/board.js';
import {
  edited,
  type Edit,
  type LikelyPoints,
  type Moves,
  type Opening,
  PASS,
  type Search,
  searchEdits,
  Trial,
} from './edits.js';
import WEIGHTS from './edit-weights.json' with { type: 'json' };
import { IMPOSSIBLE, type MoveModel, moveModel } from './move-chances.js';

/** Moves after the first changed one whose chances tell whether an edit makes sense: the next ones, and those after them. */
const NEXT = 4;
const WINDOW = 16;
const MANY = 60;

/** Candidates whose further moves are looked at, the likeliest by their own. */
const LOOKED_AT = 100;
/** Of the second of two edits, those that are looked at. */
const LOOKED_AT_SECOND = 25;
/** Of those, the ones with the likeliest next moves are read on from there. */
const READ_ON = 15;

/** Signs of an edit, in the order of its weights. */
export const EDIT_SIGNS = [
  'neighbor', 'diagonal', 'two away', 'same line', 'transposed', 'mirrored point', 'elsewhere',
  'swap', 'swap of a move apart', 'lost', 'lost, colors turned', 'extra, doubled', 'extra', 'extra, colors turned', 'mirrored', 'colors',
  'new', 'old', 'next', 'later', 'delay', 'at the fault', 'stone in the way', 'moves out of turn',
] as const; // prettier-ignore
const SIGN = Object.fromEntries(EDIT_SIGNS.map((name, i) => [name, i])) as Record<
  (typeof EDIT_SIGNS)[number],
  number
>;

/** Weights with which candidates are chosen whose further moves are looked at. */
const FIRST_WEIGHTS: Readonly<Partial<Record<(typeof EDIT_SIGNS)[number], number>>> = {
  neighbor: 3, diagonal: 1, 'two away': 1, transposed: 2, mirrored: 3, colors: 3, 'lost, colors turned': 3, 'extra, doubled': 3, new: 0.7, old: -0.5, delay: -0.3, elsewhere: -2, 'moves out of turn': -5,
}; // prettier-ignore

/** An edit, and its signs. */
export interface Candidate {
  readonly edit: Edit;
  readonly signs: Float64Array;
}

/** One or two edits with which every move of a record can be played (for a tail of another game: every move before it), and the chance that they are what was meant. */
export interface Repair {
  readonly edits: readonly Edit[];
  readonly chance: number;
}

/** What is wrong with the moves of a record. */
export interface Diagnosis {
  /** Index of the first move that cannot be played. */
  readonly fault: number;
  /** It stands on a stone or nowhere; else every ruleset forbids it. */
  readonly isImpossible: boolean;
  /** The likeliest first; none where neither one edit nor two mend the record. */
  readonly repairs: readonly Repair[];
}

let model: MoveModel | undefined;

/** The search for a second edit after each likely first plays at most so large a part of the moves of the first search. */
const SECOND = 0.1;
/** First edits after which a second is searched. */
const FIRST_EDITS = 6;
/** Most repairs that are told. */
const TOLD = 6;

/**
 * Edits that make a record with a move on a stone, off the board, or forbidden by every ruleset legal; `undefined` where all moves
 * are. `isSelfCaptureAllowed`: of several stones. `most`: moves that are played in the search for one edit. Not looked for: more than two edits, and edits of setup.
 */
export function diagnose(
  opening: Opening,
  isSelfCaptureAllowed: boolean,
  most: number,
): Diagnosis | undefined {
  const { moves } = opening;
  const trial = new Trial(opening, isSelfCaptureAllowed);
  const fault = trial.firstFault(moves, 0);
  if (fault === moves.points.length) return undefined;
  trial.goTo(fault);
  const isImpossible = trial.isImpossible(moves.points[fault]!);
  const search = searchEdits(trial, moves, fault, most, likelyPoints(opening));
  const found = candidatesOf(opening, search.whole, fault).map(({ edit, signs }) => ({
    edits: [edit],
    score: scoreOf(signs),
  }));
  const all =
    found.length > 0 ? found : pairs(opening, trial, fault, { partly: search.partly, most: SECOND * most });
  const repairs = all.length > 0 ? withChances(all) : foreignTail(opening, fault);
  const trusted = repairs.map((one) => ({ ...one, chance: one.chance * trustIn(opening, one.edits) }));
  return { fault, isImpossible, repairs: trusted.sort((a, b) => b.chance - a.chance) };
}

/** Moves at the start that may be stones of a handicap, laid one after another. */
const HANDICAP = 10;

/** Of a repair after which a player still moves twice: that leaves a lost move elsewhere, and none of six that were surer than 0.8 was right. */
const MOVES_TWICE = 0.5;
/** Of a lost move after which colors turn: not every place and point is tried, and 27 of 46 that were surer than 0.8 were right. */
const LOST_TURNED = 0.6;
/** Of a move too many after which colors turn, if it is no move written twice: of 24 that were surer than 0.8 none was, a move was lost. */
const EXTRA_TURNED = 0.1;
/** Of two edits: a third error, or another pair, may be what is wrong, and 44 of 60 pairs that were surer than 0.8 were right. */
const TWO_EDITS = 0.75;

/**
 * Of another point anywhere, which no slip of the hand is: where a line of moves is missing, such a point often mends the record. Of 58 records
 * that lack two to ten moves and break, 20 had a repair surer than 0.8, 10 of these such a point.
 */
const ELSEWHERE = 0.75;

/** How far the chances of a repair, among those that were tried, can be trusted: docs/accuracy.md. */
function trustIn(opening: Opening, edits: readonly Edit[]): number {
  const { moves, width, height } = opening;
  const { colors } = edits.reduce((made, edit) => edited(made, edit, width, height), moves);
  const isBroken = colors.some((color, i) => i >= HANDICAP && color === colors[i - 1]);
  const signs = edits.map((edit) => EDIT_SIGNS[signOfKind(opening, edit)]);
  if (signs.includes('extra, colors turned')) return EXTRA_TURNED;
  if (signs.includes('lost, colors turned')) return LOST_TURNED;
  if (isBroken) return MOVES_TWICE;
  if (edits.some((edit, i) => signs[i] === 'elsewhere' && moves.points[edit.at]! >= 0)) return ELSEWHERE;
  return edits.length > 1 ? TWO_EDITS : 1;
}

/** Pairs of edits: the likeliest of those that get farther and leave every move its number, and what mends the rest. */
function pairs(
  opening: Opening,
  trial: Trial,
  fault: number,
  { partly, most }: Pick<Search, 'partly'> & { readonly most: number },
): { readonly edits: readonly Edit[]; readonly score: number }[] {
  const { moves, width, height } = opening;
  const firstEdits = partly.filter(({ kind }) => kind !== 'lost' && kind !== 'extra');
  const firsts = candidatesOf(opening, firstEdits, fault)
    .map(({ edit, signs }) => ({ edit, score: scoreOf(signs) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, FIRST_EDITS);
  return firsts.flatMap(({ edit, score }) => {
    const next = { ...opening, moves: edited(moves, edit, width, height) };
    trial.goTo(0);
    const at = trial.firstFault(next.moves, 0);
    const { whole } = searchEdits(trial, next.moves, at, most, likelyPoints(next));
    return candidatesOf(next, whole, at, LOOKED_AT_SECOND).map((second) => ({
      edits: [edit, second.edit],
      score: score + scoreOf(second.signs),
    }));
  });
}

/** Logarithm of the chance of a move of another game. */
const FOREIGN = -5;
/**
 * Logarithm of the chance of a move on a stone: more than a few such moves are no misprints, however well the others read. Further ones on
 * the same point show nothing: programs have written passes so.
 */
const ON_A_STONE = -15;
/** By so much the logarithms of the moves of a tail must be below that, together. */
const MIN_FOREIGN = 20;
/** Divides the logarithms, so that the chances of the places are true: those of moves depend on each other. */
const DAMPED = 3;
/** Moves before and after a place that count as the place; fewest moves before a tail, and in it. */
const [NEAR, HEAD, MIN_TAIL] = [2, 20, 10];

/** From where on a record with many faults makes so little sense that it is another game; none where it makes some. */
function foreignTail(opening: Opening, fault: number): Repair[] {
  const { moves } = opening;
  // A record in which one player often moves twice has another fault.
  if (moves.colors.filter((color, i, all) => color === all[i - 1]).length > moves.colors.length / 10)
    return [];
  const onStones = new Set<Point>();
  const chances = readerOf(opening)
    .own(0, moves.points.length)
    .map((chance, i) => {
      if (chance > IMPOSSIBLE) return chance;
      const isFirst = !onStones.has(moves.points[i]!);
      onStones.add(moves.points[i]!);
      return isFirst ? ON_A_STONE : FOREIGN;
    });
  const sums: number[] = [];
  for (let i = chances.length - 1, sum = 0; i >= HEAD; i--) sums[i] = sum += FOREIGN - chances[i]!;
  const places = sums.slice(0, fault + 1);
  const best = places.reduce((most, sum) => Math.max(most, sum), -Infinity);
  const at = places.indexOf(best);
  // Where the moves before make no sense either, the record is not two games.
  const head = chances.slice(0, at).reduce((sum, chance) => sum + chance - FOREIGN, 0);
  if (best < MIN_FOREIGN || chances.length - at < MIN_TAIL || head < 0) return [];
  let [near, all] = [0, 0];
  for (const [i, sum] of places.entries()) {
    const weight = i < HEAD ? 0 : Math.exp((sum - best) / DAMPED);
    all += weight;
    if (Math.abs(i - at) <= NEAR) near += weight;
  }
  return [{ edits: [{ kind: 'cut', at }], chance: near / all }];
}

function withChances(all: readonly { readonly edits: readonly Edit[]; readonly score: number }[]): Repair[] {
  const top = Math.max(...all.map(({ score }) => score));
  const weights = all.map(({ score }) => Math.exp(score - top));
  const sum = weights.reduce((total, one) => total + one, 0);
  return all
    .map(({ edits }, i) => ({ edits, chance: weights[i]! / sum }))
    .sort((a, b) => b.chance - a.chance)
    .slice(0, TOLD);
}

function scoreOf(signs: Float64Array): number {
  return signs.reduce((sum, value, i) => sum + value * WEIGHTS[i]!, 0);
}

/** Legal edits with their signs: those that are likely by what is seen at the place itself. */
export function candidatesOf(
  opening: Opening,
  edits: readonly Edit[],
  fault: number,
  looked = LOOKED_AT,
): Candidate[] {
  const { moves } = opening;
  const reader = readerOf(opening);
  const stone = moves.points[fault]! < 0 ? -1 : moves.points.lastIndexOf(moves.points[fault]!, fault - 1);
  const score = (signs: Float64Array): number =>
    EDIT_SIGNS.reduce((sum, name, i) => sum + (FIRST_WEIGHTS[name] ?? 0) * signs[i]!, 0);
  const found = edits.map((edit) => {
    const signs = signsOf(opening, edit, fault, reader);
    if (edit.at === stone) signs[SIGN['stone in the way']] = 1;
    return { edit, signs, score: score(signs) };
  });
  found.sort((a, b) => b.score - a.score);
  const kept = found.slice(0, looked);
  const readFrom = (from: number, to: number, some: readonly Candidate[]): void => {
    for (const { edit, signs } of some) readOn(opening, edit, { fault, from, to }, reader, signs);
  };
  readFrom(0, NEXT, kept);
  const likely = kept.sort((a, b) => scoreOf(b.signs) - scoreOf(a.signs)).slice(0, READ_ON);
  readFrom(NEXT, MANY, likely);
  return likely;
}

const readers = new WeakMap<Opening, Reader>();

/** The reader of a record: one, because it keeps the chances that it has looked up. */
function readerOf(opening: Opening): Reader {
  let reader = readers.get(opening);
  if (!reader) readers.set(opening, (reader = new Reader(opening)));
  return reader;
}

/** Points tried for a lost move after which the colors turned. */
const LIKELY_POINTS = 30;

/** The likeliest points for a move that a record lacks. */
export function likelyPoints(opening: Opening): LikelyPoints {
  return (at, color) => {
    const chances = readerOf(opening).at(at, color);
    return [...chances.keys()].sort((a, b) => chances[b]! - chances[a]!).slice(0, LIKELY_POINTS);
  };
}

/** Reads a record as the model of moves sees it. */
class Reader {
  private readonly board: Board;
  private readonly marks: number[] = [];
  private readonly opening: Opening;
  private readonly known = new Map<number, Float32Array>();
  private readonly of: MoveModel;
  /** Moves of the record that are on the board. */
  private played: number;

  constructor(opening: Opening) {
    const { width, height, setup, moves } = opening;
    this.opening = opening;
    this.of = model ??= moveModel();
    this.board = new Board(width, height, 2 * (moves.points.length + setup.length) + width * height);
    for (const [point, content] of setup) this.board.setup(point, content);
    for (const [i, point] of moves.points.entries()) {
      this.marks[i] = this.board.changes;
      if (point >= 0) this.board.play(point, moves.colors[i] as Stone);
    }
    this.marks.push(this.board.changes);
    this.played = moves.points.length;
  }

  /** Logarithms of the chances of all points in place of a move of the record, for one player. */
  at(i: number, color: number): Float32Array {
    const key = 2 * i + color - 1;
    let found = this.known.get(key);
    if (!found) {
      this.goTo(i);
      found = this.chances(this.opening.moves, i, color);
      this.known.set(key, found);
    }
    return found;
  }

  /** Goes to the position before a move of the record. */
  private goTo(move: number): void {
    const { points, colors } = this.opening.moves;
    for (let i = this.played; i < move; i++)
      if (points[i]! >= 0) this.board.play(points[i]!, colors[i] as Stone);
    this.board.rewind(this.marks[move]!);
    this.played = move;
  }

  private chances(moves: Moves, i: number, color: number): Float32Array {
    const { width, height } = this.opening;
    const last = Math.max(-1, moves.points[i - 1] ?? -1);
    const lastOwn = Math.max(-1, moves.points[i - 2] ?? -1);
    return this.of({ width, height, stones: this.board.contents(), color: color as Stone, last, lastOwn });
  }

  /** Of the record's moves from one on, the logarithm of the chance of each. */
  own(from: number, count: number): number[] {
    const { points, colors } = this.opening.moves;
    const end = Math.min(from + count, points.length);
    const found: number[] = [];
    for (let i = from; i < end; i++)
      found.push(points[i]! < 0 ? UNKNOWN : this.at(i, colors[i]!)[points[i]!]!);
    return found;
  }

  /** The chances of some of other moves, of which the first `shared` are those of the record. */
  line(moves: Moves, shared: number, from: number, count: number): number[] {
    this.goTo(shared);
    const found: number[] = [];
    for (let i = shared; i < Math.min(from + count, moves.points.length); i++) {
      const point = moves.points[i]!;
      const color = moves.colors[i]!;
      if (i >= from) found.push(point < 0 ? UNKNOWN : this.chances(moves, i, color)[point]!);
      if (point >= 0) this.board.play(point, color as Stone);
    }
    this.board.rewind(this.marks[shared]!);
    return found;
  }
}

/** Of a pass, and of a move that is nowhere. */
const UNKNOWN = -5;

/** What is seen without reading on: the kind of an error, and how likely the move is as written and as proposed. */
function signsOf(opening: Opening, edit: Edit, fault: number, reader: Reader): Float64Array {
  const { moves, width, height } = opening;
  const { at } = edit;
  const signs = new Float64Array(EDIT_SIGNS.length);
  signs[signOfKind(opening, edit)] = 1;
  const next = edited(moves, edit, width, height);
  const written = moves.points[at] ?? PASS;
  if (edit.kind !== 'lost' && written >= 0 && at !== fault)
    signs[SIGN.old] = reader.at(at, moves.colors[at]!)[written]!;
  if (edit.kind !== 'extra') {
    const proposed = next.points[at]!;
    signs[SIGN.new] = proposed < 0 ? UNKNOWN : reader.at(at, next.colors[at]!)[proposed]!;
  }
  signs[SIGN.delay] = Math.log(1 + Math.abs(fault - at));
  signs[SIGN['at the fault']] = at === fault ? 1 : 0;
  if (next.colors !== moves.colors)
    signs[SIGN['moves out of turn']] = outOfTurn(next.colors) - outOfTurn(moves.colors);
  return signs;
}

/** How often a player moves twice in a row. */
function outOfTurn(colors: Uint8Array): number {
  return colors.reduce((count, color, i) => count + (color === colors[i - 1] ? 1 : 0), 0);
}

/** How much more sense the moves that follow the edit make with it: those of the window whose numbers after it are `from` to `to`. */
function readOn(
  { moves, width, height }: Opening,
  edit: Edit,
  { fault, from, to }: { readonly fault: number; readonly from: number; readonly to: number },
  reader: Reader,
  signs: Float64Array,
): void {
  const { at } = edit;
  const next = edited(moves, edit, width, height);
  const [was, is] = [edit.kind === 'lost' ? at : at + 1, edit.kind === 'extra' ? at : at + 1];
  // Where many moves are changed, all of them up to the fault tell at which one that began.
  const isMany = edit.kind === 'colors' || edit.kind === 'mirrored' || ('turned' in edit && edit.turned);
  const count = isMany ? Math.min(Math.max(WINDOW, fault + NEXT - at), MANY) : WINDOW;
  const part = Math.min(to, count) - from;
  const before = reader.own(was + from, part);
  const after = reader.line(next, at, is + from, part);
  const sign = from < NEXT ? SIGN.next : SIGN.later;
  for (let i = 0; i < Math.min(before.length, after.length); i++) signs[sign]! += after[i]! - before[i]!;
}

function signOfKind(opening: Opening, edit: Edit): number {
  const { moves } = opening;
  switch (edit.kind) {
    case 'point':
      return SIGN[misreading(opening, edit)];
    case 'swap':
      return edit.with - edit.at === 1 ? SIGN.swap : SIGN['swap of a move apart'];
    case 'lost':
      return edit.turned ? SIGN['lost, colors turned'] : SIGN.lost;
    case 'extra':
      if (moves.points.indexOf(moves.points[edit.at]!, Math.max(0, edit.at - 2)) < edit.at)
        return SIGN['extra, doubled'];
      return edit.turned ? SIGN['extra, colors turned'] : SIGN.extra;
    case 'mirrored':
      return SIGN.mirrored;
    case 'colors':
    case 'cut':
      return SIGN.colors;
  }
}

/** How one point may be written for another. */
function misreading(
  { moves, width, height, nowhere }: Opening,
  { at, point }: Extract<Edit, { kind: 'point' }>,
) {
  const written = moves.points[at]!;
  const [u, v] = [point % width, Math.floor(point / width)];
  if (written < 0) return misreadingOf(nowhere?.get(at) ?? '', [u, v], [width, height]);
  return misreadingFor([written % width, Math.floor(written / width)], [u, v], [width, height]);
}

type Pair = readonly [number, number];

/** How a value that is no point may be written for one: a letter beyond the board, or one too many, too few or of another kind. */
function misreadingOf(value: string, meant: Pair, size: Pair) {
  const letters = value.toLowerCase();
  const [column, row] = meant.map((one) => String.fromCharCode(FIRST_LETTER + one)) as [string, string];
  if (/^[a-z]{2}$/.test(letters)) {
    if (letters === column + row) return 'neighbor';
    const [x, y] = [letters.charCodeAt(0) - FIRST_LETTER, letters.charCodeAt(1) - FIRST_LETTER];
    return misreadingFor([x, y], meant, size);
  }
  if (value.toUpperCase() === formatPoint(meant[1] * size[0] + meant[0], ...size)) return 'neighbor';
  if (letters.length > 2) return isWithin(column + row, letters) ? 'neighbor' : 'elsewhere';
  return letters.startsWith(column) || letters.endsWith(row) ? 'same line' : 'elsewhere';
}

const FIRST_LETTER = 97;

/** Whether letters stand in a value in their order. */
function isWithin([first, second]: string, value: string): boolean {
  const at = value.indexOf(first!);
  return at >= 0 && value.includes(second!, at + 1);
}

function misreadingFor([x, y]: Pair, [u, v]: Pair, [width, height]: Pair) {
  const [dx, dy] = [Math.abs(x - u), Math.abs(y - v)];
  if (dx + dy === 1) return 'neighbor';
  if (dx === 1 && dy === 1) return 'diagonal';
  if (dx + dy === 2) return 'two away';
  if (dx === 0 || dy === 0) return 'same line';
  if (x === v && y === u) return 'transposed';
  if ((u === width - 1 - x || u === x) && (v === height - 1 - y || v === y)) return 'mirrored point';
  return 'elsewhere';
}
