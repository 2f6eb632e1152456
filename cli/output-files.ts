import type { OutputMark } from '../src/batch/journal.js';
import { fileTarget, type DurableTarget, type Target } from '../src/batch/output.js';
import { attempt } from './attempt.js';

/** The files that a run writes, opened in the same order each time, so that a run can go on with them. */
export class OutputFiles {
  readonly targets: DurableTarget[] = [];
  /** For lines about files, beside the progress. */
  readonly talk: Target;
  readonly #marks: readonly OutputMark[] | undefined;

  /** `marks`: where to go on in each file. */
  constructor(marks: readonly OutputMark[] | undefined, talk: Target) {
    this.#marks = marks;
    this.talk = talk;
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
