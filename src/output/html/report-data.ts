import type { GameRecord } from '../../record/record.js';
import type { Ruleset, RulesetSource } from '../../rules/ruleset.js';
import type { PassLedger } from '../../replay/ledger.js';
import type { GameScore, ScoreBasis, SideCount } from '../../score/score-types.js';

/**
 * What the page of a report is made from: one line of text for each thing, a letter that says what it is, then JSON.
 * A game is its row, then, where there is more to say, a detail and the SGF that it was read from.
 */
export const LINE = {
  /** `PackedRow`. */
  row: 'R',
  /** `FileNote`: findings of a file that belong to no game. */
  file: 'F',
  /** `Detail` of a game with errors or warnings, and of any other. */
  flagged: 'D',
  plain: 'd',
  /** The game's own bytes as text, when they are UTF-8; else each byte as the letter of its number. */
  text: 'S',
  bytes: 'L',
  /** `Told`: what the run counted; the last line. */
  counts: 'C',
} as const;

/** One finding: code and severity by number, arguments, then its place in the order of `PLACE_FIELDS`, without empty ends. */
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
] as const;

export interface FileNote {
  readonly file: string;
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
] as const satisfies readonly (keyof ScoreBasis)[];

export const LEDGER_FIELDS = [
  'black',
  'white',
  'assumedBlack',
  'assumedWhite',
  'impliedBlack',
  'impliedWhite',
] as const satisfies readonly (keyof PassLedger)[];

/** Everything of one game that the table does not show; empty texts and what does not apply are left out. */
export interface Detail {
  readonly found?: readonly FoundLine[];
  readonly sha256?: string;
  readonly round?: string;
  readonly rulesRaw?: string;
  readonly rulesName?: string;
  /** Only a ruleset of the user's own; the row names the others. */
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
  /** Where there is something to show: the main line, see `encodeLine`. */
  readonly main?: string;
  /** Stones of the final board, where it is not the end of the line; see `encodeBytes`. */
  readonly stones?: string;
  /** The final board: owners of empty points (0 to 7); for stones 8, and 1 more if dead, 2 if in seki, 4 for each degree of doubt. */
  readonly marks?: string;
}

/** The first value of a stone in `Detail.marks`. */
export const STONE_MARK = 8;

/** What the run counted. */
export interface Told {
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
  /** Rows, details and texts that the report has no room for. */
  readonly leftOut: { readonly rows: number; readonly details: number; readonly texts: number };
}
