/** The round and the day that a record says it is of. */

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
