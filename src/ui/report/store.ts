import {
  unpackRow,
  withFinding,
  withQuestion,
  LINE,
  movesOf,
  sgfOfLine,
  OPEN_MARK,
  STONE_MARK,
  type PackedRow,
  type Detail,
  type FileNote,
  type CountsLine,
} from '../../report/output/html/report-data.js';
import { OPEN_PAREN } from '../../core/bytes.js';
import type { Actions, MainLine } from '../../core/line.js';
import type { BoardSize } from '../../core/findings/finding.js';
import type { Crosstable } from '../../report/output/html/report.js';
import type { Picture } from '../../report/picture/picture.js';
import { asksForRuling, moreUrgent, tableQuestion, type PlacedFinding } from '../../referee/judge/report.js';
import { positionAt } from '../../referee/replay/replay.js';
import { rulesetByName } from '../../go/rules/rulesets.js';
import { decodeLegacy, guessCharset } from '../../sgf/decode/charset.js';
import { countUtf8, isDamagedUtf8 } from '../../sgf/decode/utf8.js';
import { readViewedTree, type ViewedTree } from '../../sgf/viewed-tree.js';
import { translated } from '../parts/common.js';
import type { FileFinding } from '../parts/findings.js';
import { lineThrough } from '../parts/game-line.js';
import type { GameRow, ShownGame, ShownScore } from '../parts/games.js';

/** A game's SGF: its own bytes, or its rewritten main line. */
interface GameSgf {
  readonly contents: Uint8Array<ArrayBuffer> | string;
  readonly isOriginal: boolean;
}

/** The games of the report. Rows are read at once, the rest of a game when it is opened. */
export type Store = ReturnType<typeof readStore>;

/** Reads the lines of the report's data. Throws when the last one is missing. */
export function readStore(text: string) {
  const rows: string[] = [];
  const notes: FileNote[] = [];
  // Offsets of the detail and the source of each game; 0: none, as the first line is a row or the counts.
  const details: number[] = [];
  const sources: number[] = [];
  const crosstables: Crosstable[] = [];
  let totals: CountsLine | undefined;
  for (let at = 0; at < text.length;) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    switch (text.charAt(at)) {
      case LINE.row:
        rows.push(text.slice(at + 1, end));
        details.push(0);
        sources.push(0);
        break;
      case LINE.flagged:
      case LINE.plain:
        details[rows.length - 1] = at;
        break;
      case LINE.text:
      case LINE.bytes:
      case LINE.plainText:
      case LINE.plainBytes:
        sources[rows.length - 1] = at;
        break;
      case LINE.file:
        notes.push(JSON.parse(text.slice(at + 1, end)) as FileNote);
        break;
      case LINE.crosstable:
        crosstables.push(JSON.parse(text.slice(at + 1, end)) as Crosstable);
        break;
      case LINE.counts:
        totals = JSON.parse(text.slice(at + 1, end)) as CountsLine;
        break;
      default:
        break;
    }
    at = end + 1;
  }
  if (!totals) throw new Error('the file ends before its last line');
  const jsonAt = (start: number): unknown => {
    const found = text.indexOf('\n', start);
    return JSON.parse(text.slice(start + 1, found < 0 ? text.length : found));
  };
  const detailOf = (row: GameRow): Detail | undefined => {
    const start = details[row.row - 1]!;
    return start > 0 ? (jsonAt(start) as Detail) : undefined;
  };
  const sourceOf = (row: GameRow): GameSgf['contents'] | undefined => {
    const start = sources[row.row - 1]!;
    return start === 0 ? undefined : contentsOf(text.charAt(start), jsonAt(start) as string);
  };
  const all = (JSON.parse(`[${rows.join(',')}]`) as PackedRow[]).map((row, i) => unpackRow(row, i + 1));
  const compared = new ComparedGames(crosstables.length > 0 ? all : []);
  notes.forEach((note) => compared.add(note));
  crosstables.forEach((table) => compared.addTable(table));
  return {
    rows: all,
    totals,
    files: notes.filter(({ game }) => game === undefined).flatMap(fileFindingsOf),
    crosstables,
    /** The row of a game in a file. */
    rowOf: (file: string, game: number) => compared.rowOf(file, game),
    game(row: GameRow): ShownGame {
      const tree = treeOf(sourceOf(row), boardOf(row));
      const game = gameOf(row, detailOf(row), tree);
      return { ...game, findings: [...compared.findingsOf(row), ...game.findings] };
    },
    /** `undefined`: the report does not contain it. */
    sgf(row: GameRow): GameSgf | undefined {
      const contents = sourceOf(row);
      if (contents !== undefined) return { contents, isOriginal: true };
      const { width, height } = boardOf(row);
      const line = lineOf(detailOf(row)?.main);
      return line && { contents: sgfOfLine(line, width, height), isOriginal: false };
    },
  };
}

/** Games compared with results tables, and the findings of the comparison. */
export class ComparedGames {
  private readonly rows = new Map<string, GameRow>();
  private readonly findings = new Map<GameRow, PlacedFinding[]>();

  /** If an archive has two entries with the same name, the first is compared. */
  constructor(rows: readonly GameRow[]) {
    for (const row of rows.toReversed()) this.rows.set(keyOf(row.file, row.game), row);
  }

  /** Adds the findings of a note about a game to its row. */
  add({ file, game, found }: FileNote): void {
    const row = game === undefined ? undefined : this.rowOf(file, game);
    if (!row) return;
    for (const one of found) Object.assign(row, withFinding(row, one));
    this.findings.set(row, [...this.findingsOf(row), ...found]);
  }

  /** Adds a question to each game whose pairing differs, unless it has a more severe one or a referee has decided. */
  addTable({ pairings }: Crosstable): void {
    for (const { verdict, reason, differed, difference, replaced = [], file, game = 0 } of pairings) {
      if (difference) Object.assign(this.rowOf(file, game) ?? {}, { differed, difference });
      for (const other of replaced) {
        const row = this.rowOf(other.file, other.game);
        if (row) Object.assign(row, { differed: other.because, ...(difference && { difference }) });
      }
      const row = asksForRuling({ verdict, reason }) ? this.rowOf(file, game) : undefined;
      if (!row || row.decided_by !== '') continue;
      const question = tableQuestion(reason);
      const own = row.needs_ruling === '' ? undefined : row.needs_ruling;
      if (moreUrgent(question.need, own) !== own) Object.assign(row, withQuestion(row, question));
    }
  }

  rowOf(file: string, game: number): GameRow | undefined {
    return this.rows.get(keyOf(file, game));
  }

  findingsOf(row: GameRow): readonly PlacedFinding[] {
    return this.findings.get(row) ?? [];
  }
}

function keyOf(file: string, game: number): string {
  return `${String(game)} ${file}`;
}

/** The board of a row, from its size: `19`, or columns x rows. */
function boardOf({ size }: GameRow): BoardSize {
  const [width = 0, height = width] = String(size).split('x').map(Number);
  return { width, height };
}

/** Findings about files. */
export function fileFindingsOf({ file, found }: FileNote): FileFinding[] {
  return found.map((one) => ({ file, found: one }));
}

function contentsOf(kind: string, letters: string): GameSgf['contents'] {
  const isText = kind === LINE.text || kind === LINE.plainText;
  return isText ? letters : Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

/** All lines of a game from its SGF; `undefined` where the report has none, or the record in another format. */
function treeOf(source: GameSgf['contents'] | undefined, size: BoardSize): ViewedTree | undefined {
  if (source === undefined) return undefined;
  const letters = typeof source === 'string' ? source : decoded(source);
  const text = new TextEncoder().encode(letters);
  const textStart = text.indexOf(OPEN_PAREN);
  return /^\s*\(/.test(letters)
    ? readViewedTree(text, { ...size, textStart, textEnd: text.length })
    : undefined;
}

/** Bytes that are not UTF-8, or were and are damaged. */
function decoded(bytes: Uint8Array): string {
  if (isDamagedUtf8(countUtf8(bytes, 0))) return new TextDecoder().decode(bytes);
  return decodeLegacy(bytes, guessCharset(bytes).charset);
}

function lineOf(main: Actions | undefined): MainLine | undefined {
  if (main === undefined) return undefined;
  const { kinds, points } = main;
  return {
    ...{ count: kinds.length, kinds: Uint8Array.from(kinds), points: Uint16Array.from(points) },
    ...{ nodes: new Uint32Array(0), offsets: new Uint32Array(0), nodeCount: 0 },
  };
}

/** One game as the interface shows it. Without a detail there is only its row. */
function gameOf(row: GameRow, found: Detail | undefined, tree: ViewedTree | undefined): ShownGame {
  const { handicap, ruleset, verdict } = row;
  const detail: Detail = found ?? { rulesetSource: 'unknown' };
  const line = lineOf(detail.main ?? (tree && lineThrough(tree, 0).line));
  const last = line ? movesOf(line).length : 0;
  return {
    findings: detail.found ?? [],
    ruleset: detail.ruleset ?? rulesetByName(ruleset),
    rulesetSource: detail.rulesetSource,
    notScoredBecause: detail.because ?? '',
    record: recordOf(row, detail),
    sha256: detail.sha256 ?? '',
    settlement: verdict === '' ? undefined : { verdict, explanation: detail.explanation ?? '' },
    score: detail.score && scoreOf(detail.score, detail.deadSource ?? ''),
    counted: detail.marks !== undefined && line ? countedOf(row, detail, line, last) : undefined,
    ...{ handicap, line, last, tree },
    ...{ groups: detail.groups ?? [], back: detail.back, before: detail.before, repairs: detail.repairs },
    decisions: detail.decisions ?? [],
  };
}

function recordOf(row: GameRow, detail: Detail): ShownGame['record'] {
  return {
    ...{ ...boardOf(row), rulesRaw: detail.rulesRaw, rulesName: detail.rulesName },
    komi: detail.komi ?? { kind: 'missing', raw: undefined },
    result: detail.result ?? { kind: 'missing' },
    round: detail.round ?? '',
  };
}

function scoreOf(score: NonNullable<Detail['score']>, source: string): ShownScore {
  // Accounts never read the board of the basis.
  const basis = { ...score.basis, stones: new Uint8Array(0), width: 0, height: 0 };
  return { ...score, basis, life: { source: source as ShownScore['life']['source'] } };
}

/** The board with its marks: as counted, or with open points. */
function countedOf(row: GameRow, detail: Detail, line: MainLine, last: number): Picture {
  const { width, height } = boardOf(row);
  const points = width * height;
  const marks = Uint8Array.from(detail.marks ?? new Uint8Array(points));
  const ofStones = (pick: (mark: number) => number): Uint8Array =>
    marks.map((mark) => (mark < STONE_MARK || mark === OPEN_MARK ? 0 : pick(mark - STONE_MARK)));
  return {
    ...{ width, height, title: '', label: translated('the final board'), captions: [] },
    stones:
      detail.stones === undefined ? positionAt(line, width, height, last) : Uint8Array.from(detail.stones),
    owner: marks.map((mark) => (mark < STONE_MARK ? mark : 0)),
    dead: ofStones((mark) => mark & 1),
    seki: ofStones((mark) => (mark >> 1) & 1),
    uncertain: ofStones((mark) => mark >> 2),
    open: marks.map((mark) => (mark === OPEN_MARK ? 1 : 0)),
    lastMove: movesOf(line).findLast(({ kind }) => kind === 'play')?.point,
  };
}
