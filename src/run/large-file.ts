import type { CharsetEvidence } from '../sgf/raw.js';
import type { SharedHeader } from '../check/check-file.js';
import type { Item, PartItem } from '../input/items.js';
import type { OutsideFindings } from './emit.js';
import type { Task, TaskResult } from './work.js';

/** What the first part of a large file found, which its later parts go by. */
export interface FileStart {
  readonly charset: CharsetEvidence;
  /** What all games should agree in with the first one; absent where nobody checks that. */
  readonly shared?: SharedHeader | undefined;
}

/** What the parts of a large file need to know of the parts before them. */
export interface LargeFile {
  readonly start: FileStart | undefined;
  readonly nextGame: number;
  /** Told when the file is over. */
  readonly outside: OutsideFindings | undefined;
}

type Run = (task: Task) => Promise<readonly TaskResult[]>;

/** Hands what the first part of a large file found to its later parts, which wait for it. */
export function createStarts(within: LargeFile | undefined): {
  readonly around: (items: readonly Item[], run: Run) => ReturnType<Run>;
  /** What is known about the file of a part that was begun. */
  readonly of: (part: PartItem) => Promise<FileStart | undefined>;
} {
  const ofPart = new WeakMap<PartItem, Promise<FileStart | undefined>>();
  let ofLargeFile: Promise<FileStart | undefined> = Promise.resolve(within?.start);
  return {
    of: (part) => ofPart.get(part) ?? ofLargeFile,
    async around(items, run) {
      const [item] = items;
      if (item?.kind !== 'part') return run({ items });
      if (item.part === 0) {
        const results = run({ items });
        ofLargeFile = results.then(
          ([result]) => result?.charset && { charset: result.charset, shared: result.shared },
          () => undefined,
        );
        ofPart.set(item, ofLargeFile);
        return results;
      }
      ofPart.set(item, ofLargeFile);
      const start = await ofLargeFile;
      return run(start ? { items, ...start } : { items });
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
  starts: ReturnType<typeof createStarts>,
  numbers: ReturnType<typeof createNumbers>,
  outside: OutsideFindings | undefined,
): Promise<LargeFile | undefined> {
  if (item?.kind !== 'part') return undefined;
  return { start: await starts.of(item), nextGame: numbers.next(), outside };
}

/** Whether the items go on with a large file. */
export function goesOn([item]: readonly Item[]): boolean {
  return item?.kind === 'part' && item.part > 0;
}
