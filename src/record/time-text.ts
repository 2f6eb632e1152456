import { parseReal } from './header-values.js';
import type { Overtime, TimeSystem } from './record.js';

const UNITS: readonly (readonly [seconds: number, words: RegExp])[] = [
  [3600, /^(?:h|hrs?|hours?|小时|小時|時間|时|時|시간)$/u],
  [60, /^(?:m|min|mins|minutes?|分|分钟|分鐘|分間|분)$/u],
  [1, /^(?:s|secs?|seconds?|秒|초)$/u],
];

const PART = /^(\d+(?:\.\d+)?)\s*([^\d\s,.:/+x*()]+)\.?(?:\s+|\s*,\s*|$|(?=\d))/u;
const CLOCK = /^(?:(\d{1,2}):(\d\d)|(\d{1,3})):(\d\d)$/u;
/** Longer texts tell more than a time. */
const LONGEST = 100;
/** Whom the time is for, and what kind of time it is: said of every game. */
const EACH = /^(?:각자?|긱|各方?|每方)\s*|\s*(?:each|per player|per side|持ち時間)$/gu;

/** Small letters, one kind of digits and signs, single blanks. */
function plain(text: string): string {
  if (text.length > LONGEST) return '';
  return text.normalize('NFKC').toLowerCase().replaceAll('×', 'x').replace(/\s+/gu, ' ').trim();
}

/** Seconds of `90`, `1h30m`, `90 minutes`, `3小时`, `1:30:00`, `1:00` (minutes and seconds); `undefined` where a part is no time. */
function duration(text: string): number | undefined {
  const number = parseReal(text);
  if (number !== undefined) return number === 0 ? 0 : number;
  const clock = CLOCK.exec(text);
  if (clock) {
    const [, hours = 0, minutes = 0, alone = 0, seconds] = clock;
    return Number(hours) * 3600 + (Number(minutes) + Number(alone)) * 60 + Number(seconds);
  }
  let rest = text;
  let seconds = 0;
  while (rest !== '') {
    const part = PART.exec(rest);
    const unit = part && UNITS.find(([, words]) => words.test(part[2]!));
    if (!unit) return undefined;
    seconds += Number(part[1]) * unit[0];
    rest = rest.slice(part[0].length);
  }
  return text === '' ? undefined : seconds;
}

/** A time as TM has it, in seconds; `undefined` where it is none, says more than FF[4] has room for, or may be hours or minutes. */
export function secondsOf(text: string): number | undefined {
  const words = plain(text).replace(EACH, '').trim();
  return /^\d+:\d\d$/u.test(words) ? undefined : duration(words);
}

const BYOYOMI = String.raw`(?:\s*(?:japanese )?(?:byo-? ?yomi|japanese|読み|读秒|讀秒))?`;
const CANADIAN = String.raw`(?:\s*canadian(?: overtime| byo-? ?yomi)?)?`;

/** Forms of overtime; `n`: how many periods or moves, `t`: how long, `cap`: the most a clock may hold. */
const FORMS: readonly (readonly [kind: 'byo-yomi' | 'canadian' | 'fischer' | 'simple', form: RegExp])[] = [
  ['byo-yomi', new RegExp(String.raw`^(?<n>\d+) ?[x*] ?(?<t>.+?)${BYOYOMI}$`, 'u')],
  ['byo-yomi', new RegExp(String.raw`^(?<n>\d+) periods? (?:of|x) (?<t>.+?)${BYOYOMI}$`, 'u')],
  ['byo-yomi', /^(?:초읽기 ?)?(?<t>\D*\d+(?:\.\d+)? ?[^\d ]+) ?(?<n>\d+) ?(?:회|번|次|回)(?:读秒|讀秒)?$/u],
  ['byo-yomi', /^(?<n>\d+) ?(?:회|번|次|回) ?(?<t>.+?)(?:读秒|讀秒)?$/u],
  ['canadian', new RegExp(String.raw`^(?<t>\d+:\d\d(?::\d\d)?)/(?<n>\d+)${CANADIAN}$`, 'u')],
  [
    'canadian',
    new RegExp(String.raw`^(?<n>\d+) ?(?:moves?|stones?)? ?(?:/|per|in) ?(?<t>.+?)${CANADIAN}$`, 'u'),
  ],
  ['fischer', /^(?<t>.+?) ?fischer(?:,? (?:max|at most) (?<cap>.+))?$/u],
  ['fischer', /^fischer \+?(?<t>.+?)(?:,? (?:max|at most) (?<cap>.+))?$/u],
  ['simple', /^(?<t>.+?) ?simple$/u],
];

const NO_OVERTIME = /^(?:none|no|0 none|-|absolute|sudden death|없음|无|無)$/u;

/** What OT says; `undefined` where it is not understood. */
export function overtimeOf(text: string): Overtime | undefined {
  const words = plain(text);
  if (NO_OVERTIME.test(words)) return { kind: 'absolute' };
  for (const [kind, form] of FORMS) {
    const { n, t, cap } = form.exec(words)?.groups ?? {};
    const seconds = t === undefined ? undefined : duration(t);
    if (seconds === undefined || seconds <= 0) continue;
    const most = cap === undefined ? undefined : duration(cap);
    if (cap !== undefined && most === undefined) continue;
    const count = Number(n ?? 1);
    if (count === 0) return { kind: 'absolute' };
    if (kind === 'byo-yomi') return { kind, periods: count, seconds };
    if (kind === 'canadian') return { kind, moves: count, seconds };
    return kind === 'simple' ? { kind, seconds } : { kind, seconds, cap: most };
  }
  return undefined;
}

/** Hours of main time that no game with short periods has: there the writer has put hours for minutes. */
const FEWEST_WRONG_HOURS = 10;
const LONGEST_SHORT_PERIOD = 120;
const KOREAN_HOURS = /^(\d+)시간$/u;

/** What TM says, as far as it does. `isRepaired`: what is written cannot be meant. */
export interface MainTime extends Partial<TimeSystem> {
  readonly isRepaired?: true;
}

/**
 * What TM says: a main time, or a main time and overtime, as in `10:00(5x1:00)`, `30:00+30:00/25`, `3시간60초5회`.
 * `undefined` where it is not understood.
 */
export function mainTimeOf(text: string): MainTime | undefined {
  const words = plain(text).replace(EACH, '').trim();
  if (/^(?:없음|无|無)$/u.test(words)) return { main: 0 };
  if (/^(?:none|unlimited|no limit)$/u.test(words)) return { overtime: { kind: 'no-limit' } };
  const main = duration(words);
  if (main !== undefined) return { main };
  for (let end = words.length - 1; end > 0; end--) {
    const first = words.slice(0, end).trim();
    const seconds = duration(first);
    if (seconds === undefined) continue;
    const rest = words.slice(end).replace(/^[\s,;+(]+|[)\s]+$/gu, '');
    const overtime = /^\d+$/u.test(rest) ? undefined : overtimeOf(rest);
    if (overtime === undefined) continue;
    const hours = Number(KOREAN_HOURS.exec(first)?.[1] ?? 0);
    const isShort = overtime.kind === 'byo-yomi' && overtime.seconds <= LONGEST_SHORT_PERIOD;
    if (hours >= FEWEST_WRONG_HOURS && isShort) return { main: hours * 60, overtime, isRepaired: true };
    return { main: seconds, overtime };
  }
  return undefined;
}

/** A number of seconds or of times, with or without its unit: `30`, `30초`, `5회`. */
export function numberWithUnit(text: string): number | undefined {
  const words = plain(text).replace(/ ?(?:회|번|次|回|times|periods)$/u, '');
  return words === '' ? undefined : duration(words);
}

/** A clock: seconds, or hours, minutes and seconds with colons; below zero where the time is overdrawn. */
export function secondsOnClock(text: string): number | undefined {
  const seconds = parseReal(text);
  if (seconds !== undefined) return seconds;
  return CLOCK.test(text) ? duration(text) : undefined;
}

/** `3 hours`, `90 minutes`, `45 seconds`: in the largest unit of which it is a whole number. */
export function durationWords(seconds: number): string {
  for (const [length, name] of [
    [3600, 'hour'],
    [60, 'minute'],
  ] as const) {
    const count = seconds / length;
    if (count >= 1 && Number.isInteger(count)) return `${String(count)} ${name}${count === 1 ? '' : 's'}`;
  }
  return `${String(seconds)} second${seconds === 1 ? '' : 's'}`;
}
