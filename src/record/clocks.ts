import { finding, type Finding } from '../findings/finding.js';
import { parseReal } from './header-values.js';
import type { RawClock } from '../sgf/raw.js';
import type { ClockReading } from './record.js';
import { secondsOnClock } from './time-text.js';

const NONE: readonly ClockReading[] = [];
const IDENTS = { time: { black: 'BL', white: 'WL' }, count: { black: 'OB', white: 'OW' } } as const;

/**
 * What the clocks show, node by node. Values that are no numbers are left out, with one `time/malformed` for all of
 * them, at the first. Whether the clocks can be right is not looked at.
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
