import type { Severity } from '../findings/finding.js';
import { namesOf } from '../columns/column.js';
import { FINDING_COLUMNS, findingCells, NO_BOARD } from '../columns/findings.js';
import { GAME_COLUMNS, gameCells } from '../columns/games.js';
import { CONVERT_FORMATS, CONVERT_SINKS } from './convert-table.js';
import { addNote, csvLine, writeCsvLine } from './csv.js';
import {
  addFinding,
  addFindingToLine,
  fileLine,
  fileObject,
  gameLine,
  gameObject,
  jsonItem,
} from './json.js';
import { messageOf } from '../findings/messages.js';
import { pageRow, withPageNote } from '../columns/page-rows.js';
import { fileLine as pageNote, gameLines, withNote } from './html/game-lines.js';
import { gameTable, PLAIN_TERMINAL } from './game-table.js';
import { JUNIT_HEAD, JUNIT_TAIL, junitFile, junitGame, junitWithNote } from './junit.js';
import type { GameReport, PlacedFinding } from '../referee/report.js';
import { SARIF_TAIL, sarifHead, sarifResult } from './sarif.js';
import { SCORE_FORMATS, SCORE_SINKS } from './score-text.js';
import { fileFindingLine, findingLine } from './text.js';

/** What `--format` offers. */
export const FORMAT_NAMES = ['csv', 'jsonl', 'json', 'sarif', 'junit', 'text'] as const;

/** All forms of output: the formats, findings.csv, the table for a terminal, lines about files for standard error, and those of commands. */
export const SINK_NAMES = [
  ...FORMAT_NAMES,
  'findings',
  'table',
  'talk',
  'html',
  'page',
  ...SCORE_SINKS,
  ...CONVERT_SINKS,
] as const;
export type SinkName = (typeof SINK_NAMES)[number];

/**
 * One form of output, made in parts: workers make the part of each game and of each file, the main thread joins
 * them in order. A part is a run of items that each end with `separator`; the last separator before the tail is left out.
 */
export interface Format {
  readonly head: (version: string) => string;
  readonly tail: string;
  /** Left out behind the last item; '' when items end themselves. */
  readonly separator: string;
  readonly game: (report: GameReport) => string;
  /** Where the part of a game is an item for each of its findings: that item. */
  readonly finding?: (report: GameReport, found: PlacedFinding) => string;
  /** The same in UTF-8 behind `at`, and where it ends; -1 where there is no room, or `game` must do it. */
  readonly write?: (report: GameReport, bytes: Uint8Array, at: number) => number;
  /** Findings of a file that belong to no game. */
  readonly file: (file: string, findings: readonly PlacedFinding[]) => string;
  /** The part of a game with one more note, about the whole game. */
  readonly withNote: (part: string, file: string, game: number, found: PlacedFinding) => string;
}

const NOTES_COLUMN = namesOf(GAME_COLUMNS).indexOf('notes');
const COMMA = ',\n';

function nothing(): string {
  return '';
}

/** For forms of output that tell nothing of copies of games. */
export function unchanged(part: string): string {
  return part;
}

function joined(findings: readonly PlacedFinding[], item: (found: PlacedFinding) => string): string {
  let text = '';
  for (const found of findings) text += item(found);
  return text;
}

function findingRow({ file, game, record }: GameReport, found: PlacedFinding): string {
  return csvLine(findingCells(file, game, found, record));
}

function writeFindings(report: GameReport, bytes: Uint8Array, at: number): number {
  const { file, game, record } = report;
  let end = at;
  for (const found of report.findings) {
    end = writeCsvLine(findingCells(file, game, found, record), bytes, end);
    if (end < 0) return -1;
  }
  return end;
}

function sarifItem({ file, game, record }: GameReport, found: PlacedFinding): string {
  return sarifResult(file, game, found, record) + COMMA;
}

function lineOf({ file, game, record, place }: GameReport, found: PlacedFinding): string {
  return findingLine(file, game, found, { width: record.width, height: record.height, place });
}

/** Standard error tells what was not read; what was read imperfectly stands in the findings. */
function isError(severity: Severity): boolean {
  return severity === 'error';
}

/** For callers that tell nothing of their terminal. */
const TABLE = gameTable(PLAIN_TERMINAL);

export const FORMATS: Readonly<Record<SinkName, Format>> = {
  csv: {
    head: () => csvLine(namesOf(GAME_COLUMNS)),
    tail: '',
    separator: '',
    game: (report) => csvLine(gameCells(report)),
    write: (report, bytes, at) => writeCsvLine(gameCells(report), bytes, at),
    file: nothing,
    withNote: (part, _file, _game, found) => addNote(part, found.code, NOTES_COLUMN),
  },
  findings: {
    head: () => csvLine(namesOf(FINDING_COLUMNS)),
    tail: '',
    separator: '',
    game: (report) => joined(report.findings, (found) => findingRow(report, found)),
    finding: findingRow,
    write: writeFindings,
    file: (file, findings) => joined(findings, (found) => csvLine(findingCells(file, '', found, NO_BOARD))),
    withNote: (part, file, game, found) => csvLine(findingCells(file, game, found, NO_BOARD)) + part,
  },
  jsonl: {
    head: nothing,
    tail: '',
    separator: '',
    game: gameLine,
    file: fileLine,
    withNote: (part, _file, _game, found) => addFindingToLine(part, found),
  },
  json: {
    head: () => '[\n',
    tail: '\n]\n',
    separator: COMMA,
    game: (report) => jsonItem(gameObject(report)) + COMMA,
    file: (file, findings) => jsonItem(fileObject(file, findings)) + COMMA,
    withNote: (part, _file, _game, found) => addFinding(part.slice(0, -COMMA.length), found) + COMMA,
  },
  sarif: {
    head: sarifHead,
    tail: SARIF_TAIL,
    separator: COMMA,
    game: (report) => joined(report.findings, (found) => sarifItem(report, found)),
    finding: sarifItem,
    file: (file, findings) => joined(findings, (found) => sarifResult(file, undefined, found) + COMMA),
    withNote: (part, file, game, found) => sarifResult(file, game, found) + COMMA + part,
  },
  junit: {
    head: () => JUNIT_HEAD,
    tail: JUNIT_TAIL,
    separator: '',
    game: junitGame,
    file: junitFile,
    withNote: (part, _file, _game, found) => junitWithNote(part, found),
  },
  text: {
    head: nothing,
    tail: '',
    separator: '',
    game: (report) => joined(report.findings, (found) => lineOf(report, found)),
    finding: lineOf,
    file: (file, findings) => joined(findings, (found) => findingLine(file, undefined, found)),
    withNote: (part, file, game, found) => findingLine(file, game, found) + part,
  },
  table: {
    head: () => TABLE.head,
    tail: '',
    separator: '',
    game: TABLE.row,
    file: nothing,
    withNote: unchanged,
  },
  talk: {
    head: nothing,
    tail: '',
    separator: '',
    game: nothing,
    file: (file, findings) =>
      joined(findings, (found) => (isError(found.severity) ? fileFindingLine(file, found) : '')),
    withNote: unchanged,
  },
  page: {
    head: nothing,
    tail: '',
    separator: '',
    game: (report) => `${JSON.stringify(pageRow(report))}\n`,
    file: (file, findings) => {
      const told = findings.map((found) => {
        const { severity, code } = found;
        return { severity, code, message: messageOf(found, NO_BOARD) };
      });
      return `${JSON.stringify({ file, game: 0, findings: told })}\n`;
    },
    withNote: (part, _file, _game, found) => withPageNote(part, found),
  },
  // The lines of the page alone: what stands around them needs what the run counted.
  html: {
    head: nothing,
    tail: '',
    separator: '',
    game: gameLines,
    file: pageNote,
    withNote: (part, _file, _game, found) => withNote(part, found),
  },
  ...SCORE_FORMATS,
  ...CONVERT_FORMATS,
};
