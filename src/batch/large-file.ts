import type { CharsetEvidence } from '../sgf/raw.js';
import type { Item, PartItem } from './items.js';
import type { Task, TaskResult } from './work.js';

/** What the parts of a large file need to know of the parts before them. */
export interface LargeFile {
  readonly charset: CharsetEvidence | undefined;
  readonly nextGame: number;
}

type Run = (task: Task) => Promise<readonly TaskResult[]>;

/** Hands the charset that the first part of a large file found to its later parts, which wait for it. */
export function createCharsets(within: LargeFile | undefined): {
  readonly around: (items: readonly Item[], run: Run) => ReturnType<Run>;
  /** What is known about the file of a part that was begun. */
  readonly of: (part: PartItem) => Promise<CharsetEvidence | undefined>;
} {
  const ofPart = new WeakMap<PartItem, Promise<CharsetEvidence | undefined>>();
  let ofLargeFile: Promise<CharsetEvidence | undefined> = Promise.resolve(within?.charset);
  return {
    of: (part) => ofPart.get(part) ?? ofLargeFile,
    async around(items, run) {
      const [item] = items;
      if (item?.kind !== 'part') return run({ items });
      if (item.part === 0) {
        const results = run({ items });
        ofLargeFile = results.then(
          ([result]) => result?.charset,
          () => undefined,
        );
        ofPart.set(item, ofLargeFile);
        return results;
      }
      ofPart.set(item, ofLargeFile);
      const charset = await ofLargeFile;
      return run(charset ? { items, charset } : { items });
    },
  };
}

/** Keeps the numbers of games right over the parts of a large file, also where the count ahead was wrong. */
export function createNumbers(within: LargeFile | undefined): {
  /** The part with its right first number, when it was done with a wrong one. */
  readonly corrected: (items: readonly Item[]) => PartItem | undefined;
  readonly learn: (items: readonly Item[], results: readonly TaskResult[]) => void;
  readonly next: () => number;
} {
  let next = within?.nextGame ?? 1;
  return {
    next: () => next,
    corrected([item]) {
      if (item?.kind !== 'part' || item.part === 0 || item.firstGame === next) return undefined;
      return { ...item, firstGame: next };
    },
    learn([item], results) {
      if (item?.kind !== 'part') return;
      if (item.part === 0) next = 1;
      for (const result of results) next += result.counts.games;
    },
  };
}

/** The large file that the items are a part of. */
export async function largeFile(
  [item]: readonly Item[],
  charsets: ReturnType<typeof createCharsets>,
  numbers: ReturnType<typeof createNumbers>,
): Promise<LargeFile | undefined> {
  if (item?.kind !== 'part') return undefined;
  return { charset: await charsets.of(item), nextGame: numbers.next() };
}
