import { parseReal } from '../record/number.js';

const UNITS: readonly (readonly [seconds: number, words: RegExp])[] = [
  [3600, /^(?:h|hrs?|hours?|小时|小時|時間|时|時|시간)$/iu],
  [60, /^(?:m|min|mins|minutes?|分|分钟|分鐘|분)$/iu],
  [1, /^(?:s|secs?|seconds?|秒|초)$/iu],
];

const PART = /^(\d+(?:\.\d+)?)\s*([^\d\s,.:]+)\.?(?:\s+|\s*,\s*|$|(?=\d))/u;
const CLOCK = /^(\d{1,2}):(\d\d):(\d\d)$/u;

/** A time as TM has it, in seconds: from `1h30m`, `90 minutes`, `3小时`, `1:30:00`; `undefined` where a part is no time. */
export function secondsText(text: string): string | undefined {
  const plain = parseReal(text);
  if (plain !== undefined) return String(plain === 0 ? 0 : plain);
  const clock = CLOCK.exec(text);
  if (clock) return String(Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3]));
  let rest = text.replace(/^각\s*|\s*(?:each|per player|per side)$/giu, '').trim();
  if (rest === '') return undefined;
  let seconds = 0;
  while (rest !== '') {
    const part = PART.exec(rest);
    const unit = part && UNITS.find(([, words]) => words.test(part[2]!));
    if (!unit) return undefined;
    seconds += Number(part[1]) * unit[0];
    rest = rest.slice(part[0].length);
  }
  return String(seconds);
}
