import type { Item, PartItem } from '../input/item.js';
import type { FileStart, Task, TaskResult } from './task.js';
import type { OutsideFindings } from '../merge/writer.js';

/** What the parts of a large file need from the parts before them. Plain data. */
export interface LargeFile {
  readonly start: FileStart | undefined;
  readonly nextGame: number;
  /** Reported at the end of the file. */
  readonly outside: OutsideFindings | undefined;
}

type Run = (task: Task) => Promise<readonly TaskResult[]>;

/** The part of a large file; parts are never grouped with other items. */
function partIn([item]: readonly Item[]): PartItem | undefined {
  return item?.kind === 'part' ? item : undefined;
}

/** Whether the items continue a large file. */
export function isLaterPart(items: readonly Item[]): boolean {
  const part = partIn(items);
  return part !== undefined && part.part > 0;
}

/**
 * Runs the parts of large files: later parts wait for the findings of the first one, and parts whose first game number was
 * miscounted are run again. `within`: the file that the run starts inside.
 */
export class LargeFileParts {
  private readonly run: Run;
  /** For each started part, what the first part of its file found. */
  private readonly startOf = new WeakMap<PartItem, Promise<FileStart | undefined>>();
  private fileStart: Promise<FileStart | undefined>;
  private nextGame: number;

  constructor(run: Run, within: LargeFile | undefined) {
    this.run = run;
    this.fileStart = Promise.resolve(within?.start);
    this.nextGame = within?.nextGame ?? 1;
  }

  /** Starts items, in their order. */
  async start(items: readonly Item[]): Promise<readonly TaskResult[]> {
    const part = partIn(items);
    if (!part) return this.run({ items });
    if (part.part > 0) {
      this.startOf.set(part, this.fileStart);
      return this.run({ items, start: await this.fileStart });
    }
    const results = this.run({ items });
    this.fileStart = results.then(
      ([result]) => result?.start,
      () => undefined,
    );
    this.startOf.set(part, this.fileStart);
    return results;
  }

  /** The results of the next items to write; a part with a wrong first game number is run again. */
  async finish(
    items: readonly Item[],
    results: Promise<readonly TaskResult[]>,
  ): Promise<readonly TaskResult[]> {
    const part = partIn(items);
    if (!part) return results;
    if (part.part === 0) this.nextGame = 1;
    const isRight = part.part === 0 || part.firstGame === this.nextGame;
    const found = isRight
      ? await results
      : await this.run({
          items: [{ ...part, firstGame: this.nextGame }],
          start: await this.startOf.get(part),
        });
    for (const result of found) this.nextGame += result.counts.games;
    return found;
  }
}
