/** Terms of an event that the header of a record must meet: its days, and the handicap that ranks give. */
import type { GameRecord } from '../../referee/record/record.js';

/** ISO dates; '' if unknown. */
interface EventDays {
  readonly begins: string;
  readonly ends: string;
}

/** Days before the first day of an event and after its last that a record may still have, because of time zones. */
const DAYS_AROUND = 1;
/** Days after the first on which its games may be, if the table does not state when the event ended. */
const DAYS_AFTER_BEGIN = 14;
const DAY = 24 * 60 * 60 * 1000;

/** Whether a record's date is among the days of an event; `unknown` if either has no date. */
export function isInEvent(date: string, { begins, ends }: EventDays): 'yes' | 'no' | 'unknown' {
  const day = dayOf(date);
  if (day === undefined || begins === '') return 'unknown';
  const first = Date.parse(begins) - DAYS_AROUND * DAY;
  const last =
    ends === '' ? Date.parse(begins) + DAYS_AFTER_BEGIN * DAY : Date.parse(ends) + DAYS_AROUND * DAY;
  return day >= first && day <= last ? 'yes' : 'no';
}

/** The first whole date of a DT text, as milliseconds; `undefined` if it is no day of the calendar. */
export function dayOf(date: string): number | undefined {
  const [, year, month, day] = /(?<!\d)(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)/.exec(date) ?? [];
  const time = year === undefined ? NaN : Date.UTC(Number(year), Number(month) - 1, Number(day));
  return new Date(time).getUTCMonth() === Number(month) - 1 ? time : undefined;
}

/** Whether an event lasts only days, so that its rounds were played in order. */
export function isShort({ begins, ends }: EventDays): boolean {
  return begins !== '' && ends !== '' && Date.parse(ends) - Date.parse(begins) <= DAYS_AFTER_BEGIN * DAY;
}

/**
 * The difference of ranks minus `reduction`, at most `most` stones; ranks above `evenFrom` count as that rank, so that players of
 * that rank and above play even.
 */
export interface HandicapByRanks {
  readonly reduction?: number;
  readonly most?: number;
  readonly evenFrom?: string;
}

/** Steps above 1k: 0 for 1k, 1 for 1d; `undefined` for professionals and anything else. */
export function stepsOf(rank: string): number | undefined {
  const [, number, kind] = /^(\d{1,2})\s*([kd])/i.exec(rank.trim()) ?? [];
  if (number === undefined || Number(number) === 0) return undefined;
  return kind!.toLowerCase() === 'd' ? Number(number) : 1 - Number(number);
}

/** The handicap between players of these ranks, and by how many ranks White is stronger; `undefined` unless both are kyu or dan. */
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
