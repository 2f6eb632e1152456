import type { Crosscheck } from '../toolkit/event/crosscheck.js';
import type { Output } from '../run/merge/output.js';
import { Problem } from './problem.js';
import type { CrosscheckOrder } from './query.js';
import type { UploadReading } from './reading.js';

/** Facts of games that are kept for a comparison with tables, in bytes: some hundred each. */
const MAX_FACTS_BYTES = 64 * 1024 * 1024;

/** The games of a run, kept until a thread compares all of them. */
export interface ComparedApart {
  /** Takes the facts of games. Throws Problem when there are too many. */
  readonly output: Output;
  /** Throws Problem. */
  readonly checked: () => Promise<Crosscheck>;
}

export function comparedApart(
  reading: UploadReading,
  by: Parameters<UploadReading['crosscheck']>[0],
  order: Omit<CrosscheckOrder, 'facts'>,
): ComparedApart {
  const facts: Uint8Array[] = [];
  let bytesLeft = MAX_FACTS_BYTES;
  return {
    output: {
      sink: 'facts',
      target: {
        write(bytes) {
          if ((bytesLeft -= bytes.length) < 0)
            throw new Problem('games-limit', 'too many games for a comparison with tables');
          if (bytes.length > 0) facts.push(Uint8Array.from(bytes));
          return undefined;
        },
        end: () => undefined,
      },
    },
    checked: () => reading.crosscheck(by, { ...order, facts }),
  };
}
