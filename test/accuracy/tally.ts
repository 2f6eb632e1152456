/** Outcomes of many games. */
export class Tally<T> {
  readonly #items: T[] = [];

  add(item: T): void {
    this.#items.push(item);
  }

  get count(): number {
    return this.#items.length;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#items[Symbol.iterator]();
  }

  only(test: (item: T) => boolean): Tally<T> {
    const kept = new Tally<T>();
    for (const item of this.#items) if (test(item)) kept.add(item);
    return kept;
  }

  /** Part of the items that pass the test, 0 to 1; NaN of nothing. */
  part(test: (item: T) => boolean): number {
    return this.only(test).count / this.count;
  }

  mean(of: (item: T) => number): number {
    let sum = 0;
    for (const item of this.#items) sum += of(item);
    return sum / this.count;
  }

  quantile(of: (item: T) => number, part: number): number {
    const values = this.#items.map(of).sort((a, b) => a - b);
    return values[Math.min(values.length - 1, Math.floor(values.length * part))] ?? NaN;
  }
}

export function percent(part: number): string {
  return Number.isNaN(part) ? '' : (100 * part).toFixed(1);
}

/** Rows with columns padded to one width, the first to the left and the others to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, cell.length)));
  return rows
    .map((row) =>
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
    )
    .join('\n');
}
