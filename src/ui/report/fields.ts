import { ENDINGS } from '../../record/record.js';
import { VERDICTS } from '../../score/score-types.js';
import { FINDING_CODES, type FindingCode } from '../../findings/catalogue.js';
import type { Row } from '../../output/html/report-data.js';

/** A row with names for its places. */
export interface Game {
  readonly file: string;
  readonly game: number;
  readonly black: string;
  readonly white: string;
  readonly date: string;
  readonly width: number;
  readonly height: number;
  readonly handicap: number;
  readonly komi: string;
  readonly ruleset: string;
  readonly moves: number;
  readonly ending: string;
  readonly declared: string;
  readonly result: string;
  readonly verdict: string;
  readonly illegal: number;
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  readonly codes: readonly FindingCode[];
  readonly event: string;
}

export function gameOf(row: Row): Game {
  const [file, game, black, white, date, width, height, handicap, komi, ruleset] = row;
  return {
    ...{ file, game, black, white, date, width, height, handicap, komi, ruleset },
    moves: row[10],
    ending: ENDINGS[row[11]] ?? '',
    declared: row[12],
    result: row[13],
    verdict: VERDICTS[row[14]] ?? '',
    illegal: row[15],
    errors: row[16],
    warnings: row[17],
    notes: row[18],
    codes: row[19].map((code) => FINDING_CODES[code]!),
    event: row[20],
  };
}

export function sizeOf({ width, height }: Pick<Game, 'width' | 'height'>): string {
  return width === height ? String(width) : `${String(width)}x${String(height)}`;
}
