const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Year first, with the signs that people put between: `2016/12/4`, `2016.12`, `2016年12月4日`, `2016년 12월 4일`. */
const YEAR_FIRST = /^(\d{4})\s*[-/.年년]\s*(\d{1,2})(?:\s*[-/.月월]\s*(\d{1,2}))?\s*[日일月월.]?$/u;
const DIGITS = /^(\d{4})(\d\d)(\d\d)$/u;
const DAY_MONTH_YEAR = /^(?:(\d{1,2})(?:st|nd|rd|th)?[\s.-]+)?([a-z]{3,9})\.?[\s,.-]+(\d{4})$/iu;
const MONTH_DAY_YEAR = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/iu;

/**
 * A date as FF[4] writes it (`2016-12-04`, `2016-12`); `undefined` where the order of day and month is open, or more is told
 * than one date.
 */
export function dateText(text: string): string | undefined {
  const numeric = YEAR_FIRST.exec(text) ?? DIGITS.exec(text);
  if (numeric) return iso(numeric[1]!, Number(numeric[2]), numeric[3]);
  const dayFirst = DAY_MONTH_YEAR.exec(text);
  if (dayFirst) return iso(dayFirst[3]!, monthOf(dayFirst[2]!), dayFirst[1]);
  const monthFirst = MONTH_DAY_YEAR.exec(text);
  if (monthFirst) return iso(monthFirst[3]!, monthOf(monthFirst[1]!), monthFirst[2]);
  return undefined;
}

/** 0 for a word that is no month. */
function monthOf(word: string): number {
  return MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1;
}

function iso(year: string, month: number, day: string | undefined): string | undefined {
  if (month < 1 || month > MONTHS.length) return undefined;
  const start = `${year}-${String(month).padStart(2, '0')}`;
  if (day === undefined) return start;
  const isDay = Number(day) >= 1 && Number(day) <= daysIn(Number(year), month);
  return isDay ? `${start}-${day.padStart(2, '0')}` : undefined;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
