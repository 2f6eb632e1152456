import { seededRandom } from '../accuracy/random.js';

/** Seeded choices; the same seed and the same calls give the same answers. */
export class Choices {
  private readonly next: () => number;

  constructor(seed: number) {
    this.next = seededRandom(seed);
    // The first numbers of neighbouring seeds are alike.
    for (let i = 0; i < 8; i++) this.next();
  }

  /** A whole number from 0 to `count` - 1. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** True once in `times`. */
  onceIn(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** A length: mostly small, at times up to `most`. */
  length(most: number): number {
    return this.onceIn(8) ? this.below(most + 1) : this.below(Math.min(most, 4) + 1);
  }
}
