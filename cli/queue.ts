import { visible } from '../src/core/text.js';
import { QUEUE_PACKAGES } from '../src/run/job-queue.js';
import { type Io, withOptional } from './command.js';

/** Does what needs a queue. Throws UsageError where its packages are not installed. */
export function withQueue<T>(url: string, work: () => Promise<T>): Promise<T> {
  return withOptional(QUEUE_PACKAGES[new URL(url).protocol]!, '--queue', work);
}

/** Reports errors of a connection, each once: a server that is away causes one after another. */
export function reportedOnce(stderr: Io['stderr']): (message: string) => void {
  const reported = new Set<string>();
  return (message) => {
    if (reported.has(message)) return;
    reported.add(message);
    stderr.write(`sgf-referee: queue: ${visible(message)}\n`);
  };
}
