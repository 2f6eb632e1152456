/** What an event needs of a game: facts, which are plain data and small enough to keep for every game; its round, day and handicap. */
import { FIRST_NON_MOVE } from '../core/line.js';
import type { DeclaredKomi, DeclaredResult, GameRecord } from '../record/record.js';
import { openQuestion, type GameReport, type RulingNeed } from '../referee/report.js';
import type { MatchGame } from './candidates.js';

/** A game as its record tells it, with our count. JSON holds it without loss. */
export interface GameFacts extends MatchGame {
  readonly game: number;
  readonly result: DeclaredResult;
  readonly komi: DeclaredKomi;
  /** HA, and the stones on the board where they differ; absent where White begins and nothing is said. */
  readonly handicap?: readonly [number, ...number[]];
  readonly hasMoves: boolean;
  readonly count?: Pick<NonNullable<GameReport['score']>, 'resultHalves' | 'winner' | 'confidence'>;
  /** Something that is known to make such differences explains the declared result. */
  readonly isExplained: boolean;
  /** Why the record itself needs a ruling. */
  readonly need?: RulingNeed;
  /** A referee has decided the game. */
  readonly isDecided?: true;
}

export function factsOf(report: GameReport): GameFacts {
  const { file, game, record, score, settlement, decisions } = report;
  const { black, white, round, date, result, komi } = record;
  const handicap = handicapOf(record);
  const need = openQuestion(report)?.need;
  return {
    ...{ file, game, black, white, round, date, result, komi, hasMoves: movesOf(record).length > 0 },
    ...(handicap && { handicap }),
    ...(score && {
      count: { resultHalves: score.resultHalves, winner: score.winner, confidence: score.confidence },
    }),
    isExplained:
      settlement?.verdict === 'explained' ||
      (settlement?.verdict === 'not-checked' && settlement.explanation !== ''),
    ...(need && { need }),
    ...(decisions && { isDecided: true }),
  };
}

/** Kinds of the moves of the main line. */
function movesOf({ line }: GameRecord): Uint8Array {
  return line.kinds.subarray(0, line.count).filter((kind) => kind < FIRST_NON_MOVE);
}

function handicapOf(record: GameRecord): readonly [number, ...number[]] | undefined {
  const { declared, stones } = record.handicap;
  if (declared !== undefined) return declared === stones ? [declared] : [declared, stones];
  if (stones > 0) return [stones];
  const moves = movesOf(record);
  // The lowest bit is the color: Black, then White, is how an even game begins.
  return moves.length > 1 && (moves[0]! & 1) === 0 && (moves[1]! & 1) === 1 ? [0] : undefined;
}

const ROUND_WORD = '(?:rounds?|rnd|rd|runde|runda|ronde|kolo|kierros|r)';
const AFTER_WORD = new RegExp(`(?:^|[^\\p{L}])${ROUND_WORD}[\\s._:#-]*0*(\\d{1,2})(?!\\d)`, 'giu');
const BEFORE_WORD =
  /(?:^|\D)0*(\d{1,2})\s*(?:st|nd|rd|th|\.)?\s*(?:round|runde|runda|ronde|kolo|kierros|回戦|回)/iu;
const NUMBER_ALONE = /^[\s#第]*0*(\d{1,2})\s*(?:st|nd|rd|th|\.|回|回戦)?\s*(?:[(/].*)?$/iu;

interface GameRound {
  /** RO says it, or a folder or file name in so many words. */
  readonly round?: number;
  /** What a file name such as `3-12.sgf` may mean. */
  readonly hint?: { readonly round: number; readonly table: number };
}

/** The round of a record; `undefined` where RO and the path contradict each other. */
export function roundOf({ round, file }: { readonly round: string; readonly file: string }): GameRound {
  const words = [...round.matchAll(AFTER_WORD)].map((match) => match[1]!);
  const told = words[0] ?? BEFORE_WORD.exec(round)?.[1] ?? NUMBER_ALONE.exec(round)?.[1];
  const path = [...file.matchAll(AFTER_WORD)].at(-1)?.[1];
  const [, first, second] = /(?:^|[\\/])0*(\d{1,2})[-_.]0*(\d{1,3})(?:\D[^\\/]*)?$/.exec(file) ?? [];
  const hint = first === undefined ? {} : { hint: { round: Number(first), table: Number(second) } };
  if (told !== undefined && path !== undefined && Number(told) !== Number(path)) return hint;
  const known = told ?? path;
  return known === undefined ? hint : { ...hint, round: Number(known) };
}

/** ISO dates; '' where they are not known. */
interface EventDays {
  readonly begins: string;
  readonly ends: string;
}

/** Days before the first day of an event and after its last that a record may still have: clocks of other time zones. */
const DAYS_AROUND = 1;
/** The same after the first day, where the table does not say when the event ended. */
const DAYS_AFTER_BEGIN = 14;
const DAY = 24 * 60 * 60 * 1000;

/** Whether a record's date is among the days of an event; `unknown` where one of them does not say. */
export function isInEvent(date: string, { begins, ends }: EventDays): 'yes' | 'no' | 'unknown' {
  const day = dayOf(date);
  if (day === undefined || begins === '') return 'unknown';
  const first = Date.parse(begins) - DAYS_AROUND * DAY;
  const last =
    ends === '' ? Date.parse(begins) + DAYS_AFTER_BEGIN * DAY : Date.parse(ends) + DAYS_AROUND * DAY;
  return day >= first && day <= last ? 'yes' : 'no';
}

/** The first whole date of a DT text, as milliseconds. */
export function dayOf(date: string): number | undefined {
  const [, year, month, day] = /(?<!\d)(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)/.exec(date) ?? [];
  const time = year === undefined ? NaN : Date.UTC(Number(year), Number(month) - 1, Number(day));
  return Number.isNaN(time) ? undefined : time;
}

/** Whether an event is over within days, so that its rounds were played in their order. */
export function isShort({ begins, ends }: EventDays): boolean {
  return begins !== '' && ends !== '' && Date.parse(ends) - Date.parse(begins) <= DAYS_AFTER_BEGIN * DAY;
}

/**
 * The difference of ranks less `reduction`, at most `most` stones; ranks above `evenFrom` count as that rank, so that players of it and
 * above play even.
 */
export interface HandicapByRanks {
  readonly reduction?: number;
  readonly most?: number;
  readonly evenFrom?: string;
}

/** Steps above 1k: 0 for it, 1 for 1d; `undefined` for professionals and anything else. */
export function stepsOf(rank: string): number | undefined {
  const [, number, kind] = /^(\d{1,2})\s*([kd])/i.exec(rank.trim()) ?? [];
  if (number === undefined || Number(number) === 0) return undefined;
  return kind!.toLowerCase() === 'd' ? Number(number) : 1 - Number(number);
}

/** The stones of players of these ranks, and how much stronger White is; `undefined` where a rank is none. */
export function handicapByRanks(
  { reduction = 0, most = 9, evenFrom }: HandicapByRanks,
  ranks: GameRecord['ranks'],
): { readonly stones: number; readonly difference: number } | undefined {
  const [black, white] = [stepsOf(ranks.black), stepsOf(ranks.white)];
  if (black === undefined || white === undefined) return undefined;
  const cap = evenFrom === undefined ? Infinity : stepsOf(evenFrom)!;
  const difference = Math.min(white, cap) - Math.min(black, cap);
  return { stones: Math.min(Math.max(Math.abs(difference) - reduction, 0), most), difference };
}
