/** Repeated measurements of one thing: on a busy machine the least tells most, the median what to expect. */
export interface Spread {
  readonly least: number;
  readonly median: number;
  readonly most: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return { least: sorted[0]!, median: sorted[sorted.length >> 1]!, most: sorted[sorted.length - 1]! };
}

/** `12.3 (12.0 to 14.1)`: the median between the least and the most. */
export function told({ least, median, most }: Spread, digits = 1): string {
  return `${median.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}

/** One line of the report: what, the figure, and the bar it is held against. */
export function line(what: string, figure: string, bar = ''): void {
  console.log(`${what.padEnd(46)} ${figure.padEnd(30)} ${bar}`.trimEnd());
}
