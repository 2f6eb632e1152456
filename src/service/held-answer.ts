import type { ServiceLimits } from './limits.js';
import { Problem } from './problem.js';
import type { AnswerDocument } from './report-document.js';

/** An answer of this size is handed over in one piece. */
const SMALL_BYTES = 64 * 1024;

/** An answer that is made whole before it is sent. Its bytes are counted until the client has taken them. */
export class HeldAnswer {
  private blocks: Uint8Array[] = [];
  private bytes = 0;
  private readonly memory: HeldMemory;
  private readonly limits: ServiceLimits;

  constructor({ memory, limits }: { readonly memory: HeldMemory; readonly limits: ServiceLimits }) {
    this.memory = memory;
    this.limits = limits;
  }

  /** Adds a block, or stops the work on the answer where there is no room for it. */
  add(block: Uint8Array, stop: AbortController): undefined {
    if (stop.signal.aborted) return;
    const { answerBytes } = this.limits;
    if (this.bytes + block.length > answerBytes) {
      const why = `more than ${String(answerBytes)} bytes; ask for jsonl, or send a job`;
      stop.abort(new Problem('answer-limit', why));
    } else if (!this.memory.take(block.length)) {
      stop.abort(new Problem('requests-limit', 'the answers in work take all memory; ask for jsonl'));
    } else {
      this.blocks.push(block);
      this.bytes += block.length;
    }
  }

  forget(): void {
    this.memory.give(this.bytes);
    this.blocks = [];
    this.bytes = 0;
  }

  /** The answer, in a document where one is given. */
  response(headers: Readonly<Record<string, string>>, document?: AnswerDocument): Response {
    if (this.bytes > SMALL_BYTES) {
      const pieces = document ? this.inDocument(document) : this.given();
      return new Response(this.streamed(pieces), { headers });
    }
    const blocks = document ? [...this.inDocument(document)] : this.blocks;
    const whole = Buffer.concat(blocks);
    this.forget();
    return new Response(whole, { headers });
  }

  private *inDocument(document: AnswerDocument): Generator<Uint8Array> {
    yield document.head();
    for (const block of this.given()) yield document.lines(block);
    yield document.tail();
  }

  /** Gives the blocks away one after another. */
  private *given(): Generator<Uint8Array> {
    for (let i = 0; i < this.blocks.length; i++) {
      const block = this.blocks[i]!;
      this.blocks[i] = new Uint8Array();
      yield block;
      this.memory.give(block.length);
      this.bytes -= block.length;
    }
  }

  private streamed(pieces: Generator<Uint8Array>): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const next = pieces.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: () => this.forget(),
    });
  }
}

/** Memory that requests share, for bodies and answers that are held whole. */
export interface HeldMemory {
  /** Takes so many bytes of it; `false` when there are not so many left. */
  readonly take: (bytes: number) => boolean;
  readonly give: (bytes: number) => void;
}

export function createHeldMemory(most: number): HeldMemory {
  let taken = 0;
  return {
    take(bytes) {
      if (taken + bytes > most) return false;
      taken += bytes;
      return true;
    },
    give: (bytes) => void (taken -= bytes),
  };
}
