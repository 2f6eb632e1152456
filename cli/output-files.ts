import type { OutputMark } from '../src/run/journal.js';
import { fileTarget, type DurableTarget, type Target } from '../src/run/output.js';
import { attempt } from './attempt.js';
import type { Talk } from './progress.js';

/** The files that a run writes, opened in the same order each time, so that a run can go on with them. */
export class OutputFiles {
  readonly targets: DurableTarget[] = [];
  /** Standard output, for data. */
  readonly stdout: Target;
  /** For lines about files, beside the progress. */
  readonly talk: Target;
  readonly #marks: readonly OutputMark[] | undefined;

  /** `marks`: where to go on in each file. */
  constructor(marks: readonly OutputMark[] | undefined, talk: Pick<Talk, 'data' | 'target'>) {
    this.#marks = marks;
    this.stdout = talk.data;
    this.talk = talk.target;
  }

  /** A file for data. Throws UsageError when it cannot be opened. */
  open(path: string): Target {
    return this.add(path, (from) => fileTarget(path, from));
  }

  add<T extends DurableTarget>(path: string, make: (from: OutputMark | undefined) => T): T {
    const target = attempt(path, () => make(this.#marks?.[this.targets.length]));
    this.targets.push(target);
    return target;
  }
}
