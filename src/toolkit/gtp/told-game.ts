import type { Color } from '../../core/color.js';
import type { Finding } from '../../core/findings/finding.js';
import { DEFAULT_LIMITS } from '../../core/limits.js';
import { ACTION, FIRST_NON_MOVE, type MainLine } from '../../core/line.js';
import { failure, type Outcome, success } from '../../core/outcome.js';
import { type Point, pointToSgf } from '../../core/point.js';
import { formatHalves } from '../../core/text.js';
import type { Ruleset } from '../../go/rules/ruleset.js';
import { analyze } from '../../referee/judge/analyze.js';
import type { AnalyzeOptions } from '../../referee/judge/options.js';
import type { GameReport } from '../../referee/judge/report.js';
import { scanFile } from '../../sgf/scan/scan-file.js';

const MAX_SIDE = 25;

/** A declared result that is no count: it stands where nobody told a result. */
export const ANY_MARGIN = 'B+0.125';

/** Whether GTP has names for the points of a board: square ones from 2 to 25 lines, and rectangles. */
export function isGtpSize(width: number, height: number): boolean {
  return Math.min(width, height) >= 1 && Math.max(width, height) <= MAX_SIDE && width * height > 1;
}

/** Root properties of a loaded record that say how it is judged: they tell the rules, the server and the year. */
const KEPT = ['RU', 'KM', 'HA', 'AP', 'SO', 'PC', 'DT', 'GN'] as const;

/** What an action is in SGF, by its kind: the property, and its value where that is no point. */
const IDENTS = ['B', 'W', 'B', 'W', 'B', 'W', 'AB', 'AW', 'AE', 'PL', 'PL', 'KO'];
const VALUES: Readonly<Record<number, string>> = {
  [ACTION.passBlack]: '[]',
  [ACTION.passWhite]: '[]',
  [ACTION.turnBlack]: '[B]',
  [ACTION.turnWhite]: '[W]',
  [ACTION.force]: '[]',
  [ACTION.badBlack]: '[?]',
  [ACTION.badWhite]: '[?]',
};

/** A node after the root. */
interface ToldNode {
  readonly text: string;
  readonly isMove: boolean;
}

/**
 * A game that a program tells move by move. It is kept as the text of a record, so that the referee of records judges it: nothing about
 * the rules is decided here.
 */
export class ToldGame {
  width = 19;
  height = 19;
  rules: Ruleset | 'auto';
  /** `undefined`: as the record says, else as the rules do. */
  komiHalves: number | undefined;
  /** Values of root properties by their names; and the setup of the root. */
  private readonly header = new Map<string, string>();
  private root = '';
  private nodes: ToldNode[] = [];
  /** TB and TW, as long as the position is the one that they were set for. */
  private marks = '';
  /** The last report of each kind. */
  private readonly reports = new Map<string, { readonly of: string; readonly report: GameReport }>();

  constructor(rules: Ruleset | 'auto') {
    this.rules = rules;
  }

  /** An empty board of this size. */
  begin(width = this.width, height = this.height): void {
    this.width = width;
    this.height = height;
    this.header.clear();
    this.root = this.marks = '';
    this.nodes = [];
  }

  /** Handicap stones on an empty board, before any move. */
  place(points: readonly Point[]): void {
    this.header.set('HA', String(points.length));
    this.root = this.property('AB', points);
  }

  /** Adds a move, whatever the rules say; `undefined` is a pass. */
  play(color: Color, point: Point | undefined): void {
    this.marks = '';
    this.nodes.push({ text: this.move(color, point), isMove: true });
  }

  /** Takes the last move back, with the setup after it; false: there is none. */
  undo(): boolean {
    const last = this.nodes.findLastIndex(({ isMove }) => isMove);
    if (last < 0) return false;
    this.marks = '';
    this.nodes.length = last;
    return true;
  }

  /** What the rules have against a move in this position, and nothing else about it; `undefined`: it is legal. */
  objection(color: Color, point: Point | undefined): Finding | undefined {
    const { findings, replay } = this.analyzed(this.move(color, point), { score: false });
    const forbidden = findings.find(
      ({ move, disposition }) => move === replay.moves && disposition !== undefined,
    );
    // After the end of a game, no move counts.
    return (
      forbidden ?? findings.find(({ move = 0, code }) => code === 'move/after-end' && move >= replay.moves)
    );
  }

  /** Everything about the moves so far. */
  replayed(): GameReport {
    return this.kept('moves', () => this.analyzed('', { score: false }));
  }

  /** The game counted as it stands, whether or not it ended by passes. */
  scored(options: Partial<AnalyzeOptions> = {}): GameReport {
    // A margin says that the game was counted; the count never depends on which it is, and no count gives this one.
    const count = (): GameReport => this.analyzed('', { score: true, ...options }, `RE[${ANY_MARGIN}]`);
    return Object.keys(options).length > 0 ? count() : this.kept('score', count);
  }

  /** The game as SGF; `last`: one node more, `result`: RE. */
  text(last = '', result = ''): string {
    const { width, height, header, root, marks, komiHalves } = this;
    const values = new Map(header);
    if (komiHalves !== undefined) values.set('KM', formatHalves(komiHalves));
    const size = width === height ? String(width) : `${String(width)}:${String(height)}`;
    const properties = [...values].map(([ident, value]) => `${ident}[${value.replace(/[\\\]]/g, '\\$&')}]`);
    const nodes = this.nodes.map(({ text }) => text);
    return `(;GM[1]FF[4]CA[UTF-8]SZ[${size}]${[...properties, result, root, ...nodes, last, marks].join('')})`;
  }

  /** Takes the main line of the first game of a file, up to the position before a move. The error is a few words. */
  load(bytes: Uint8Array, beforeMove = Infinity): Outcome<undefined, string> {
    const [game] = scanFile(bytes, { firstGame: 1, limits: DEFAULT_LIMITS }).games;
    if (!game) return failure('no game in it');
    const { width, height, header, line, marks } = game;
    if (!isGtpSize(width, height)) return failure(`a board of ${String(width)}x${String(height)}`);
    this.begin(width, height);
    this.komiHalves = undefined;
    for (const ident of KEPT) {
      const value = header.get(ident);
      if (value !== undefined) this.header.set(ident, value);
    }
    const isWhole = this.takeLine(line, beforeMove) === line.count;
    if (isWhole && marks) this.marks = this.property('TB', marks.black) + this.property('TW', marks.white);
    return success(undefined);
  }

  /** Takes the nodes before a move; returns the index of the first action that was left out. */
  private takeLine(line: MainLine, beforeMove: number): number {
    const { count, nodes, kinds } = line;
    let moves = 0;
    let index = 0;
    while (index < count) {
      let end = index;
      let made = 0;
      for (; end < count && nodes[end] === nodes[index]; end++) if (kinds[end]! < FIRST_NON_MOVE) made++;
      moves += made;
      if (moves >= beforeMove) break;
      const text = this.nodeText(line, index, end);
      if (nodes[index] === 0) this.root += text;
      else this.nodes.push({ text: `;${text}`, isMove: made > 0 });
      index = end;
    }
    return index;
  }

  /** The actions of one node. A move to no point of the board stays such a move. */
  private nodeText({ kinds, points }: MainLine, from: number, to: number): string {
    let text = '';
    let ident = '';
    for (let index = from; index < to; index++) {
      const kind = kinds[index]!;
      if (IDENTS[kind]! !== ident) text += ident = IDENTS[kind]!;
      text += VALUES[kind] ?? `[${pointToSgf(points[index]!, this.width)}]`;
    }
    return text;
  }

  private move(color: Color, point: Point | undefined): string {
    const ident = color === 'black' ? 'B' : 'W';
    return `;${ident}[${point === undefined ? '' : pointToSgf(point, this.width)}]`;
  }

  private property(ident: string, points: readonly Point[]): string {
    const values = points.map((point) => `[${pointToSgf(point, this.width)}]`).join('');
    return values === '' ? '' : ident + values;
  }

  private kept(kind: 'moves' | 'score', make: () => GameReport): GameReport {
    const { rules } = this;
    const of = `${rules === 'auto' ? '' : rules.name}\n${this.text()}`;
    const last = this.reports.get(kind);
    if (last?.of === of) return last.report;
    const report = make();
    this.reports.set(kind, { of, report });
    return report;
  }

  private analyzed(last: string, options: Partial<AnalyzeOptions>, result = ''): GameReport {
    const { rules, komiHalves } = this;
    // A komi that depends on who passes first is that of the rules, whatever was agreed.
    const isSet = rules === 'auto' || !rules.komiByFirstPass;
    const settings = {
      rules,
      komiHalves: isSet ? komiHalves : undefined,
      repair: false,
      keepBoard: true,
      maxPerCode: 0,
      ...options,
    };
    return analyze(this.text(last, result), settings).games[0]!;
  }
}
