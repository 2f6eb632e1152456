import { finding, type Finding } from '../findings/finding.js';
import type { RawHeader } from '../sgf/raw.js';
import { memo } from './header-values.js';
import type { ClockReading, Origin, Overtime, TimeSystem } from './record.js';
import { durationWords, mainTimeOf, numberWithUnit, overtimeOf, type MainTime } from './time-text.js';

/**
 * The time limits of a game: TM, and for overtime TM too where it says so, else OT, TC and TT (Fox: periods, seconds of each),
 * LC and LT (Korean: the same), OM and OP (FF[3]: moves, seconds). `clocks` tell whether a bare number in TM is minutes, as in old
 * files. Findings: `time/unknown-system`, `time/repaired`. `undefined`: the header says nothing of time.
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
  const after = overtime === '' ? overtimeElsewhere(header) : overtimeSaid(overtime);
  if (said === NOTHING && after === undefined) return undefined;
  const unknown = said === undefined ? 'TM' : after === UNKNOWN && !said.overtime ? 'OT' : undefined;
  if (unknown) {
    const value = unknown === 'TM' ? main : overtime;
    const place = { offset: header.offset(unknown), rule: `FF[4] ${unknown}` };
    found.push(finding('time/unknown-system', { value }, place));
  }
  const system = settled(
    { main: said?.main, overtime: said?.overtime ?? after ?? (said ? UNSTATED : UNKNOWN) },
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

const NOTHING: MainTime = {};
const UNSTATED: Overtime = { kind: 'unstated' };
const UNKNOWN: Overtime = { kind: 'unknown' };
const ABSOLUTE: Overtime = { kind: 'absolute' };

const mainTime = memo(mainTimeOf);
const overtimeSaid = memo((text) => overtimeOf(text) ?? UNKNOWN);
const numberIn = memo(numberWithUnit);

/** Overtime that other properties than OT tell in numbers; `undefined` where none do. */
function overtimeElsewhere(header: RawHeader): Overtime | undefined {
  for (const [length, count] of ELSEWHERE) {
    const seconds = numberIn(header.get(length) ?? '');
    const times = seconds === undefined ? undefined : numberIn(header.get(count) ?? '');
    if (seconds === undefined || times === undefined || !Number.isInteger(times)) continue;
    if (times <= 0 || seconds <= 0) return ABSOLUTE;
    return length === 'OP'
      ? { kind: 'canadian', moves: times, seconds }
      : { kind: 'byo-yomi', periods: times, seconds };
  }
  return undefined;
}

/** Properties that tell how long a period is, and how many there are or how many moves it is for. */
const ELSEWHERE = [
  ['TT', 'TC'],
  ['LT', 'LC'],
  ['OP', 'OM'],
] as const;

/** Writes OT wherever there is overtime. */
const KGS_CLIENT = /^CGoban:[23]/u;
/** A server that has no overtime. */
const CGOS = /\bCGOS\b/u;
const MINUTE = 60;

/** What the habits of servers tell beyond the words. */
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
const MOST_MINUTES = 600;

/** The same with TM in minutes, where both players' first clocks show more than half of so many minutes, and not more than all. */
function minutesMeant(
  system: TimeSystem,
  main: string,
  origin: Origin,
  clocks: readonly ClockReading[],
): TimeSystem | undefined {
  const minutes = system.main;
  if (clocks.length === 0 || !MAY_BE_MINUTES.has(origin) || !/^\d+$/u.test(main)) return undefined;
  if (minutes === undefined || minutes === 0 || minutes > MOST_MINUTES) return undefined;
  const meansMinutes = (['black', 'white'] as const).every((color) => {
    const left = clocks.find((one) => one.color === color && one.count === undefined)?.left ?? 0;
    return left > (minutes * MINUTE) / 2 && left <= minutes * MINUTE + 1;
  });
  return meansMinutes ? { ...system, main: minutes * MINUTE } : undefined;
}

/** Overtime as OT has it: `5x30 byo-yomi`, `25/600 Canadian`, `10 Fischer`, `none`; '' where the record does not say. */
export function overtimeText(overtime: Overtime): string {
  switch (overtime.kind) {
    case 'byo-yomi':
      return `${String(overtime.periods)}x${String(overtime.seconds)} byo-yomi`;
    case 'canadian':
      return `${String(overtime.moves)}/${String(overtime.seconds)} Canadian`;
    case 'fischer': {
      const { seconds, cap } = overtime;
      return `${String(seconds)} Fischer${cap === undefined ? '' : ` max ${String(cap)}`}`;
    }
    case 'simple':
      return `${String(overtime.seconds)} simple`;
    case 'no-limit':
      return 'no limit';
    case 'unstated':
      return '';
    case 'absolute':
    case 'unknown':
      return overtime.kind;
  }
}
