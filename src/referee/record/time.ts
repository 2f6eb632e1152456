import { finding, type Finding } from '../../core/findings/finding.js';
import type { RawClock, RawHeader } from '../../sgf/raw.js';
import { memo } from '../../core/text.js';
import { parseReal, type ClockReading, type Origin, type Overtime, type TimeSystem } from './record.js';

const UNITS: readonly (readonly [seconds: number, words: RegExp])[] = [
  [3600, /^(?:h|hrs?|hours?|小时|小時|時間|时|時|시간)$/u],
  [60, /^(?:m|min|mins|minutes?|分|分钟|分鐘|分間|분)$/u],
  [1, /^(?:s|secs?|seconds?|秒|초)$/u],
];

const PART = /^(\d+(?:\.\d+)?)\s*([^\d\s,.:/+x*()]+)\.?(?:\s+|\s*,\s*|$|(?=\d))/u;
const CLOCK = /^(?:(\d{1,2}):(\d\d)|(\d{1,3})):(\d\d)$/u;
/** Longer texts are more than a time. */
const LONGEST = 100;
/** Words that add nothing: for each player, time to think. */
const EACH = /^(?:각자?|긱|各方?|每方)\s*|\s*(?:each|per player|per side|持ち時間)$/gu;

/** Lower case, one form of digits and signs, single blanks. */
function plain(text: string): string {
  if (text.length > LONGEST) return '';
  return text.normalize('NFKC').toLowerCase().replaceAll('×', 'x').replace(/\s+/gu, ' ').trim();
}

/** Seconds of `90`, `1h30m`, `90 minutes`, `3小时`, `1:30:00`, `1:00` (minutes and seconds); `undefined` if a part is not a time. */
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

/** A time as in TM, in seconds; `undefined` if it is none, says more than FF[4] allows, or could be in hours or in minutes. */
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
  ['fischer', /^(?<t>.+?) ?(?:(?:\/|per |each |a )moves? )?fischer(?:,? (?:max|at most) (?<cap>.+))?$/u],
  ['fischer', /^fischer \+?(?<t>.+?)(?:,? (?:max|at most) (?<cap>.+))?$/u],
  ['simple', /^(?<t>.+?) ?simple$/u],
  // A limit for each move.
  ['simple', /^(?<t>\d.{0,20}?) ?(?:\/|per |each |a )(?:mv|move)s?(?: byo-?yomi)?$/u],
];

const NO_OVERTIME = /^(?:none|no|0 none|-|absolute|sudden death|없음|无|無)$/u;

/** What OT says; `undefined` if it is not understood. */
function overtimeOf(text: string): Overtime | undefined {
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

/** No game with short periods has that much main time in hours: the writer meant minutes. */
const MIN_WRONG_HOURS = 10;
const LONGEST_SHORT_PERIOD = 120;
const KOREAN_HOURS = /^(\d+)시간$/u;

/** What TM says. `isRepaired`: the text cannot be meant literally. */
interface MainTime extends Partial<TimeSystem> {
  readonly isRepaired?: true;
}

/**
 * What TM says: a main time, or a main time and overtime, as in `10:00(5x1:00)`, `30:00+30:00/25`, `3시간60초5회`.
 * `undefined` if it is not understood.
 */
function mainTimeOf(text: string): MainTime | undefined {
  const words = plain(text).replace(EACH, '').trim();
  if (/^(?:없음|无|無)$/u.test(words)) return { main: 0 };
  if (/^(?:none|unlimited|no limit)$/u.test(words)) return { overtime: { kind: 'no-limit' } };
  const main = duration(words);
  if (main !== undefined) return { main };
  for (let end = words.length - 1; end > 0; end--) {
    const first = words.slice(0, end).trim();
    const seconds = duration(first);
    if (seconds === undefined) continue;
    const rest = words.slice(end).replace(/^[\s,;+(]+(?:(?:plus|then|and) )?|[)\s]+$/gu, '');
    const overtime = /^\d+$/u.test(rest) ? undefined : overtimeOf(rest);
    if (overtime === undefined) continue;
    const hours = Number(KOREAN_HOURS.exec(first)?.[1] ?? 0);
    const isShort = overtime.kind === 'byo-yomi' && overtime.seconds <= LONGEST_SHORT_PERIOD;
    if (hours >= MIN_WRONG_HOURS && isShort) return { main: hours * 60, overtime, isRepaired: true };
    return { main: seconds, overtime };
  }
  return undefined;
}

/** A number of seconds or of times, with or without its unit: `30`, `30초`, `5회`. */
function numberWithUnit(text: string): number | undefined {
  const words = plain(text).replace(/ ?(?:회|번|次|回|times|periods)$/u, '');
  return words === '' ? undefined : duration(words);
}

/** A clock: seconds, or hours, minutes and seconds with colons; below zero once the time is used up. */
function secondsOnClock(text: string): number | undefined {
  const seconds = parseReal(text);
  if (seconds !== undefined) return seconds;
  return CLOCK.test(text) ? duration(text) : undefined;
}

/** `3 hours`, `90 minutes`, `45 seconds`: in the largest unit that gives a whole number. */
function durationWords(seconds: number): string {
  for (const [length, name] of [
    [3600, 'hour'],
    [60, 'minute'],
  ] as const) {
    const count = seconds / length;
    if (count >= 1 && Number.isInteger(count)) return `${String(count)} ${name}${count === 1 ? '' : 's'}`;
  }
  return `${String(seconds)} second${seconds === 1 ? '' : 's'}`;
}

/**
 * The time limits of a game: TM; overtime from TM, else from OT, TC and TT (Fox: periods, seconds of each), LC and LT (Korean: the
 * same), or OM and OP (FF[3]: moves, seconds). `clocks` show whether a bare number in TM is minutes, as in old files.
 * Findings: `time/unknown-system`, `time/repaired`. `undefined`: the header has no time limit.
 */
export function readTimeSystem(
  header: RawHeader,
  origin: Origin,
  clocks: readonly ClockReading[],
  found: Finding[],
): TimeSystem | undefined {
  const main = header.get('TM') ?? '';
  const overtime = header.get('OT') ?? '';
  const said = main === '' || main === '-' ? NOTHING : mainTime(main);
  const { main: mainInOvertime, overtime: after } =
    overtime === '' ? overtimeElsewhere(header) : overtimeSaid(overtime);
  if (said === NOTHING && after === undefined) return undefined;
  if (!said) reportUnknown('TM', main, header, found);
  else if (after === UNKNOWN && !said.overtime) reportUnknown('OT', overtime, header, found);
  const system = settled(
    { main: said?.main ?? mainInOvertime, overtime: said?.overtime ?? after ?? (said ? UNSTATED : UNKNOWN) },
    main,
    header,
    origin,
  );
  const repaired = said?.isRepaired ? system : minutesMeant(system, main, origin, clocks);
  if (!repaired) return system;
  const place = { offset: header.offset('TM'), rule: 'FF[4] TM' };
  found.push(finding('time/repaired', { value: main, meant: durationWords(repaired.main!) }, place));
  return repaired;
}

function reportUnknown(ident: string, value: string, header: RawHeader, found: Finding[]): void {
  const place = { offset: header.offset(ident), rule: `FF[4] ${ident}` };
  found.push(finding('time/unknown-system', { value }, place));
}

const NOTHING: MainTime = {};
const UNSTATED: Overtime = { kind: 'unstated' };
const UNKNOWN: Overtime = { kind: 'unknown' };
const ABSOLUTE: Overtime = { kind: 'absolute' };

const mainTime = memo(mainTimeOf);
/** OT says overtime, and sometimes, as TM should, the main time before it. */
const overtimeSaid = memo((text): MainTime => {
  const overtime = overtimeOf(text);
  const both = overtime ? undefined : mainTimeOf(text);
  return both?.main !== undefined && both.overtime ? both : { overtime: overtime ?? UNKNOWN };
});
const numberIn = memo(numberWithUnit);

/** Overtime that properties other than OT give in numbers. */
function overtimeElsewhere(header: RawHeader): MainTime {
  const overtime =
    inNumbers(header, 'TT', 'TC', 'byo-yomi') ??
    inNumbers(header, 'LT', 'LC', 'byo-yomi') ??
    inNumbers(header, 'OP', 'OM', 'canadian');
  return overtime ? { overtime } : NOTHING;
}

/** `length`, `count`: the properties with the seconds of a period, and with the number of periods or of moves in one. */
function inNumbers(
  header: RawHeader,
  length: string,
  count: string,
  kind: 'byo-yomi' | 'canadian',
): Overtime | undefined {
  const period = header.get(length);
  if (period === undefined) return undefined;
  const seconds = numberIn(period);
  const times = numberIn(header.get(count) ?? '');
  if (seconds === undefined || times === undefined || !Number.isInteger(times)) return undefined;
  if (times <= 0 || seconds <= 0) return ABSOLUTE;
  return kind === 'canadian' ? { kind, moves: times, seconds } : { kind, periods: times, seconds };
}

/** Writes OT wherever there is overtime. */
const KGS_CLIENT = /^CGoban:[23]/u;
/** A server that has no overtime. */
const CGOS = /\bCGOS\b/u;
const MINUTE = 60;

/** What is known from the habits of servers, apart from the text. */
function settled(system: TimeSystem, main: string, header: RawHeader, origin: Origin): TimeSystem {
  const { overtime } = system;
  if (overtime.kind === 'unstated') {
    const isWhole = KGS_CLIENT.test(header.get('AP') ?? '') || CGOS.test(header.get('PC') ?? '');
    return isWhole ? { ...system, overtime: ABSOLUTE } : system;
  }
  // Newspapers write 10 for ten minutes and 3 for three hours.
  const isBare = origin === 'korean-news' && Number(main) > 0 && Number(main) < MINUTE;
  return isBare ? { ...system, main: undefined } : system;
}

/** Programs and people, not servers, may write minutes. */
const MAY_BE_MINUTES: ReadonlySet<Origin> = new Set(['other', 'gnugo', 'cgoban', 'gogod']);
const MAX_MINUTES = 600;

/** The system with TM in minutes, if the first clocks of both players show more than half of that many minutes but no more than all. */
function minutesMeant(
  system: TimeSystem,
  main: string,
  origin: Origin,
  clocks: readonly ClockReading[],
): TimeSystem | undefined {
  const minutes = system.main;
  if (clocks.length === 0 || !MAY_BE_MINUTES.has(origin) || !/^\d+$/u.test(main)) return undefined;
  if (minutes === undefined || minutes === 0 || minutes > MAX_MINUTES) return undefined;
  const meansMinutes = (['black', 'white'] as const).every((color) => {
    const left = clocks.find((one) => one.color === color && one.count === undefined)?.left ?? 0;
    return left > (minutes * MINUTE) / 2 && left <= minutes * MINUTE + 1;
  });
  return meansMinutes ? { ...system, main: minutes * MINUTE } : undefined;
}

const NONE: readonly ClockReading[] = [];
const IDENTS = { time: { black: 'BL', white: 'WL' }, count: { black: 'OB', white: 'OW' } } as const;

/**
 * What the clocks show, node by node. Values that are not numbers are left out, with one `time/malformed` for all of
 * them, at the first. Not checked: whether the clocks can be right.
 */
export function readClocks(raw: readonly RawClock[], found: Finding[]): readonly ClockReading[] {
  if (raw.length === 0) return NONE;
  const readings: ClockReading[] = [];
  let malformed = 0;
  let first: RawClock | undefined;
  let black: Reading | undefined;
  let white: Reading | undefined;
  let node = raw[0]!.node;
  const take = (): void => {
    if (black) readings.push(black);
    if (white) readings.push(white);
    black = white = undefined;
  };
  for (const value of raw) {
    if (value.node !== node) take();
    node = value.node;
    const number = value.of === 'time' ? secondsOnClock(value.text.trim()) : countOf(value.text.trim());
    if (number === undefined) {
      malformed++;
      first ??= value;
      continue;
    }
    const { color, offset } = value;
    const own = color === 'black' ? black : white;
    const reading = own ?? { color, node, offset, left: undefined, count: undefined };
    if (value.of === 'time') reading.left = number;
    else reading.count = number;
    if (color === 'black') black = reading;
    else white = reading;
  }
  take();
  if (first) {
    const args = { ident: IDENTS[first.of][first.color], value: first.text, values: malformed };
    found.push(finding('time/malformed', args, { node: first.node, offset: first.offset, rule: 'FF[4] BL' }));
  }
  return readings;
}

type Reading = { -readonly [Field in keyof ClockReading]: ClockReading[Field] };

/** A whole number, also with zeros after a decimal point. */
function countOf(text: string): number | undefined {
  const count = parseReal(text);
  return count !== undefined && Number.isInteger(count) && count >= 0 ? count : undefined;
}
