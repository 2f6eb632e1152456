/** An event's results table as its file states it: players, pairings, conditions; and how readers make one. */
import type { Color } from '../../core/color.js';
import { finding, type FindingArgs, type FindingCode } from '../../core/findings/finding.js';
import type { EndedBy } from '../../referee/record/declared-result.js';
import type { PlacedFinding, TextPlace } from '../../referee/judge/report.js';
import { rulesetFromRU } from '../../go/rules/rulesets.js';
import type { EventConditions } from './conditions.js';
import { stepsOf } from './terms.js';

/** Formats of results tables, each with the ending of its files. `read-table.ts` has their readers. */
export const TABLE_ENDINGS = {
  h9: '.h9',
  tou: '.tou',
  aga: '.txt',
  tde: '.tde',
  opengotha: '.xml',
  macmahon: '.xml',
  pairgoth: '.tour',
  csv: '.csv',
} as const;
export type TableFormat = keyof typeof TABLE_ENDINGS;
export const TABLE_FORMATS = Object.keys(TABLE_ENDINGS) as readonly TableFormat[];

/** Whether a pairing and its record agree. */
export const PAIRING_VERDICTS = ['agrees', 'differs', 'no-record', 'cannot-tell'] as const;
export type PairingVerdict = (typeof PAIRING_VERDICTS)[number];

/** A place in one of the table's files. */
export interface TablePlace extends TextPlace {
  readonly file: string;
}

export interface Player {
  /** What the pairings of the file call the player: place, id, or the name itself. */
  readonly key: string;
  /** As the table writes it; surname first in all formats except our CSV, where the author chooses. */
  readonly name: string;
  /** `3k`, `1d`, `2p`, a rating; '' when the table does not say. */
  readonly rank: string;
  readonly country: string;
  readonly club: string;
  /** EGF PIN, FFG licence and AGA id, as far as known. */
  readonly ids: readonly string[];
  /** The place among the players that the table states, or that follows from its criteria. */
  readonly standing?: number;
  /** What the place rests on, in the order of `Table.criteria`. */
  readonly criteria?: readonly string[];
  readonly place: TablePlace;
}

/** `both-win`, `both-lose`: decided by the referee; `void`: cancelled; `unknown`: not played, or not entered yet. */
export type TableOutcome = Color | 'jigo' | 'both-lose' | 'both-win' | 'void' | 'unknown';

export interface TableResult {
  readonly outcome: TableOutcome;
  /** Points by which the winner won, if the table has them. */
  readonly margin?: number;
  /** How the game ended without a count, if the table says so. */
  readonly by?: EndedBy;
  /** What is written, where that is no result: the outcome is unknown. */
  readonly unread?: string;
}

/** One player's entry in a wall list; two entries make a pairing. */
export interface Half {
  /** Index of the player whose line it is, and of the opponent it names. */
  readonly player: number;
  readonly opponent: number;
  readonly score: 'won' | 'lost' | 'jigo' | 'unknown';
  readonly color: Color | undefined;
  readonly handicap: number | undefined;
  readonly byDefault: boolean;
  /** As it is written: `3+/b7`. */
  readonly text: string;
  readonly place: TablePlace;
}

export interface Pairing {
  /** From 1; 0 when the table does not say. */
  readonly round: number;
  /** Board number; `undefined` when the table does not say. */
  readonly table: number | undefined;
  /** Indexes into the players. If the colors are not known, the two are in any order. */
  readonly black: number;
  readonly white: number;
  readonly knowsColors: boolean;
  /** Stones; 1 is Black's first move without komi, or nothing at all. */
  readonly handicap: number | undefined;
  /** White's points in this game, if the table has a komi for each. */
  readonly komi: number | undefined;
  readonly result: TableResult;
  /** One of the two did not come, or lost by decision. */
  readonly byDefault: boolean;
  /** The record that the table itself names; '' when it names none. */
  readonly file: string;
  readonly place: TablePlace;
  /** Of a wall list: both entries, or the only one that could be read. */
  readonly halves?: readonly Half[];
  /** The two entries contradict each other, so that the pairing is only one reading of them. */
  readonly disagrees?: boolean;
}

/** A round without an opponent. */
export interface Bye {
  readonly round: number;
  readonly player: number;
  readonly score: 'won' | 'lost' | 'jigo' | 'unknown';
}

/** As far as the table says: the reduction of the rank difference, the most stones, the rank from which games are even. */
export interface HandicapPolicy {
  readonly correction?: number;
  readonly ceiling?: number;
  readonly evenFrom?: string;
  /** The table says that handicap is not used at all, or is. */
  readonly isUsed?: boolean;
  /** Whether handicaps go by the difference of scores (McMahon), or of ranks. */
  readonly isByScore?: boolean;
}

export interface TimeLimits {
  readonly system: 'sudden-death' | 'byo-yomi' | 'canadian' | 'fischer' | 'unknown';
  readonly mainSeconds?: number;
  /** Of a byo-yomi or Canadian period. */
  readonly periodSeconds?: number;
  readonly periods?: number;
  /** Moves of a Canadian period. */
  readonly moves?: number;
  readonly incrementSeconds?: number;
  /** Main time with 45 moves of byo-yomi or 60 of Canadian overtime, as the EGF counts it. */
  readonly adjustedMinutes?: number;
}

export interface Table {
  readonly format: TableFormat;
  /** Its files: one, except for formats whose rounds have files of their own. */
  readonly files: readonly string[];
  readonly name: string;
  readonly place: string;
  /** ISO dates; '' when the table does not say. */
  readonly begins: string;
  readonly ends: string;
  /** Rounds of the event, or the highest round with a pairing. */
  readonly rounds: number;
  /** Of even games. */
  readonly komi: number | undefined;
  /** The format cannot hold half points: every komi is cut to a whole number. */
  readonly komiIsWhole: boolean;
  /** As the table words them. */
  readonly rules: string;
  readonly size: number | undefined;
  readonly handicap: HandicapPolicy;
  readonly time: TimeLimits | undefined;
  readonly players: readonly Player[];
  /** Names of the criteria that decide places, the first first; '' for one that the table does not name. */
  readonly criteria: readonly string[];
  readonly pairings: readonly Pairing[];
  readonly byes: readonly Bye[];
  /**
   * The format writes results as `1-0` without a definition of whose win that is: they are given as if it were White's.
   */
  readonly isReadingOpen: boolean;
  readonly findings: readonly TableFinding[];
}

/** What tells a table from others: its name, else that of its file. */
export function tableName({ name, files: [file = ''] }: Table): string {
  return name || file.replace(/^.*[/\\]/, '');
}

/** A finding about a table (`game` 0) or about a game compared with it. */
export interface TableFinding {
  readonly file: string;
  /** 1-based game of the file, 0 if the finding is about the file. */
  readonly game: number;
  readonly finding: PlacedFinding;
}

/** A table while it is being read. */
export type TableDraft = {
  -readonly [K in keyof Table]: Table[K] extends readonly (infer T)[] ? T[] : Table[K];
};

export function emptyTable(format: TableFormat, files: readonly string[]): TableDraft {
  return {
    format,
    files: [...files],
    name: '',
    place: '',
    begins: '',
    ends: '',
    rounds: 0,
    komi: undefined,
    komiIsWhole: false,
    rules: '',
    size: undefined,
    handicap: {},
    time: undefined,
    players: [],
    criteria: [],
    pairings: [],
    byes: [],
    isReadingOpen: false,
    findings: [],
  };
}

/** A finding of the catalogue's severity at a place of the table. */
export function tableFinding<C extends FindingCode>(
  code: C,
  args: FindingArgs[C],
  { file, line, column }: TablePlace,
): TableFinding {
  return { file, game: 0, finding: { ...finding(code, args), line, column } };
}

/** Adds `table/malformed` for something invalid in a table. `expected` completes the sentence "expected ...". */
export function malformed(draft: TableDraft, place: TablePlace, value: string, expected: string): void {
  draft.findings.push(tableFinding('table/malformed', { value, expected }, place));
}

const UNSTATED = {
  table: undefined,
  knowsColors: true,
  handicap: undefined,
  komi: undefined,
  result: { outcome: 'unknown' },
  byDefault: false,
  file: '',
} as const;

/** Adds a pairing of two players. What is not given the table does not say. */
export function addPairing(
  draft: TableDraft,
  given: Pick<Pairing, 'round' | 'black' | 'white' | 'place'> & Partial<Pairing>,
): void {
  draft.pairings.push({ ...UNSTATED, ...given });
}

/** Says that the player of a pairing is not in the table. */
export function unknownPlayer(draft: TableDraft, name: string, place: TablePlace): void {
  draft.findings.push(tableFinding('table/player-unknown', { name, where: 'pairing' }, place));
}

/** Whether a game was played, so that there should be a record. */
export function wasPlayed({ byDefault, result: { outcome } }: Pairing): boolean {
  return !byDefault && outcome !== 'unknown' && outcome !== 'void';
}

/** The table with the results of the other reading (see `isReadingOpen`). */
export function swapped(table: Table): Table {
  const other = { black: 'white', white: 'black' } as const;
  const pairings = table.pairings.map((pairing) => {
    const { outcome } = pairing.result;
    if (outcome !== 'black' && outcome !== 'white') return pairing;
    return { ...pairing, result: { ...pairing.result, outcome: other[outcome] } };
  });
  return { ...table, pairings };
}

/**
 * The table that was read; its rounds include those of all its pairings. A damaged file may have lost players, so it has no
 * `table/player-unknown`.
 */
export function finished(draft: TableDraft, damage: 'whole' | 'damaged' = 'whole'): Table {
  if (damage === 'damaged') {
    draft.findings = draft.findings.filter(({ finding: { code } }) => code !== 'table/player-unknown');
  }
  for (const { round } of [...draft.pairings, ...draft.byes]) draft.rounds = Math.max(draft.rounds, round);
  return draft;
}

/** What a results table states of its event: rules, board size, komi of even games, handicap, days, time limit. */
export function conditionsOf(table: Table): EventConditions {
  const { size, komi, komiIsWhole, begins, ends, time, pairings } = table;
  const name = rulesetFromRU(table.rules);
  const hasStones = pairings.some((pairing) => (pairing.handicap ?? 0) > 1);
  const handicap = handicapCondition(table.handicap, hasStones);
  // Records seldom show a handicap of one stone: komi is then compared only with the game's own pairing.
  const isEven = !pairings.some((pairing) => pairing.handicap === 1);
  return {
    ...(name !== undefined && { rules: name }),
    ...(size !== undefined && { size }),
    ...(komi !== undefined && !komiIsWhole && isEven && { komi }),
    ...(handicap && { handicap }),
    ...(begins !== '' && { from: begins, ...(ends !== '' && { to: ends }) }),
    ...(time && { time: timeCondition(time) }),
  };
}

/**
 * No condition for handicaps by score, which a record cannot show, nor for handicaps of an unknown kind. Ranks are the table's,
 * which records often leave out.
 */
function handicapCondition(
  { isUsed, isByScore, correction, ceiling, evenFrom }: Table['handicap'],
  hasStones: boolean,
): EventConditions['handicap'] {
  if (isUsed === false) return hasStones ? undefined : 'none';
  if (isByScore !== false || correction === undefined) return undefined;
  const known = evenFrom !== undefined && stepsOf(evenFrom) !== undefined;
  return {
    reduction: correction,
    ...(ceiling !== undefined && { most: ceiling }),
    ...(known && { evenFrom }),
    ranks: 'optional',
  };
}

function timeCondition({ system, mainSeconds, periodSeconds, periods, moves, incrementSeconds }: TimeLimits) {
  const seconds = periodSeconds ?? incrementSeconds;
  return {
    ...(system !== 'unknown' && { system: system === 'sudden-death' ? ('absolute' as const) : system }),
    ...(mainSeconds !== undefined && { main: mainSeconds }),
    ...(periods !== undefined && { periods }),
    ...(seconds !== undefined && { seconds }),
    ...(moves !== undefined && { moves }),
  };
}
