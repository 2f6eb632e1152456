import type { Color } from '../core/color.js';

/** A number with a decimal point and without exponent, whatever its size; `-0` is `0`. */
export function formatDecimal(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return '0';
  const text = String(value);
  if (!text.includes('e')) return text;
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
}

/** A whole number with commas: `12,345`. Written out, as loading a locale takes longer than refereeing a hundred games. */
export function thousands(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Half points as points: 7 is `3.5`. */
export function formatHalves(halves: number): string {
  // Usual komi: a whole number becomes text in less time than a fraction.
  if (halves > 0 && halves < 1000 && Number.isInteger(halves)) {
    const whole = String(halves >> 1);
    return (halves & 1) === 0 ? whole : `${whole}.5`;
  }
  return formatDecimal(halves / 2);
}

/** A margin (Black minus White, half points) as a result: `B+3.5`, `W+0.5`, `0`. */
export function formatResult(marginHalves: number): string {
  if (marginHalves === 0) return '0';
  return (marginHalves > 0 ? 'B+' : 'W+') + formatHalves(Math.abs(marginHalves));
}

/** Half points as signed points: 7 is `+3.5`, -1 is `-0.5`, 0 is `0`. */
export function signed(halves: number): string {
  return halves > 0 ? `+${formatHalves(halves)}` : formatHalves(halves);
}

const PLACES = 1e6;

/** Half points as points, without the rounding errors of odd fractions of komi. */
export function points(halves: number): number {
  return Math.round((halves / 2) * PLACES) / PLACES || 0;
}

/** `B+3.5`; `B+` for a tie that the rules give to Black. */
export function resultText(halves: number, winner: Color | 'jigo'): string {
  if (Math.round(halves * PLACES) !== 0) return formatResult(points(halves) * 2);
  if (winner === 'jigo') return '0';
  return winner === 'black' ? 'B+' : 'W+';
}

/** `1 game`, `1,200 games`. */
export function plural(count: number, noun: string): string {
  return `${thousands(count)} ${noun}${count === 1 || noun === 'dame' ? '' : 's'}`;
}
