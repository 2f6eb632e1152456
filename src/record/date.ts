/**
 * First year in a DT text, the calendar's if several are written: the first four digits of the first run of at least four
 * (`2016-12-04`, `20060903`, `0800 approx.`). `undefined` when there is none, as in `2단3/02/22`.
 */
export function yearOf(date: string): number | undefined {
  let year = 0;
  let digits = 0;
  for (let i = 0; i < date.length; i++) {
    const digit = date.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) {
      digits = 0;
      year = 0;
      continue;
    }
    year = year * 10 + digit;
    if (++digits === 4) return year;
  }
  return undefined;
}
