/** ISO dates; '' if unknown. */
export interface EventDays {
  readonly begins: string;
  readonly ends: string;
}

/** Days before the first day of an event and after its last that a record may still have, because of time zones. */
export const DAYS_AROUND = 1;
/** Days after the first on which its games may be, if the table does not state when the event ended. */
export const DAYS_AFTER_BEGIN = 14;
export const DAY = 24 * 60 * 60 * 1000;
/** Whether a record's date is among the days of an event; `unknown` if either has no date. */
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

/** Whether an event lasts only days, so that its rounds were played in order. */
export function isShort({ begins, ends }: EventDays): boolean {
  return begins !== '' && ends !== '' && Date.parse(ends) - Date.parse(begins) <= DAYS_AFTER_BEGIN * DAY;
}
