import { csvLine } from './csv.js';
import type { Format } from './formats.js';
import { fileObject, jsonItem, named, type JsonRow } from './json.js';
import type { GameReport } from '../referee/report.js';
import { SCORE_COLUMNS, SCORE_DECIMALS, scoreRows } from '../columns/score-cells.js';
import { scoreText } from './score-text.js';
import { fileFindingLine } from './text.js';

/** Forms of output of `score`. */
export const SCORE_SINKS = ['score-csv', 'score-jsonl', 'score-json', 'score-text'] as const;

const COMMA = ',\n';

function objects(report: GameReport, end: string): string {
  let text = '';
  for (const row of scoreRows(report)) {
    const object: JsonRow = named(SCORE_COLUMNS, row, SCORE_DECIMALS);
    text += jsonItem(object) + end;
  }
  return text;
}

/** A later copy of a game has the same score; `audit` tells of copies. */
const withNote: Format['withNote'] = (part) => part;

export const SCORE_FORMATS: Readonly<Record<(typeof SCORE_SINKS)[number], Format>> = {
  'score-csv': {
    head: () => csvLine(SCORE_COLUMNS),
    tail: '',
    separator: '',
    game: (report) => scoreRows(report).map(csvLine).join(''),
    file: () => '',
    withNote,
  },
  'score-jsonl': {
    head: () => '',
    tail: '',
    separator: '',
    game: (report) => objects(report, '\n'),
    file: (file, findings) => `${jsonItem(fileObject(file, findings))}\n`,
    withNote,
  },
  'score-json': {
    head: () => '[\n',
    tail: '\n]\n',
    separator: COMMA,
    game: (report) => objects(report, COMMA),
    file: (file, findings) => jsonItem(fileObject(file, findings)) + COMMA,
    withNote,
  },
  'score-text': {
    head: () => '',
    tail: '',
    separator: '',
    game: scoreText,
    file: (file, findings) => findings.map((found) => fileFindingLine(file, found)).join(''),
    withNote,
  },
};
