import { readFileSync, statSync } from 'node:fs';
import { reasonOf, UserError } from '../src/core/outcome.js';
import { gtpSession } from '../src/report/gtp/session.js';
import type { Command, ExitCode } from './command.js';

/** `gtp`: a referee for programs, over standard input and output. */
export const gtp: Command<'gtp'> = {
  name: 'gtp',
  about: 'Referee a game for another program, in the Go Text Protocol (GTP 2)',
  examples: [
    ['$0 gtp --rules chinese', 'A referee for gogui-twogtp, GoGui or Sabaki'],
    ["printf 'boardsize 9\\nplay b e5\\nreferee-legal w e5\\n' | $0 gtp", 'Three questions from a shell'],
  ],
  async run({ rules }, { io, version }): Promise<ExitCode> {
    const session = gtpSession({ rules, version, read: readRecord });
    let rest = '';
    for await (const block of io.stdin.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + block).split('\n');
      rest = lines.pop()!;
      // Longer than any command: the rest of the line is answered as one that is not known.
      if (rest.length > MAX_LINE) rest = rest.slice(0, MAX_LINE);
      for (const line of lines) if (await answered(line)) return 0;
      if (io.stdout.errored || io.signal?.aborted) return 0;
    }
    await answered(rest);
    return 0;

    /** Writes the answer to a line; whether it ends the session. */
    async function answered(line: string): Promise<boolean> {
      const { text, ends } = session.answer(line);
      if (text !== '' && !io.stdout.write(text) && !io.stdout.errored)
        await new Promise((resolve) => io.stdout.once('drain', resolve).once('close', resolve));
      return ends;
    }
  },
};

const MAX_LINE = 1 << 16;
const MAX_FILE = 64 * 1024 * 1024;

/** The file of `loadsgf`. Throws UserError. */
function readRecord(name: string): Uint8Array {
  try {
    const stats = statSync(name);
    if (stats.isFile() && stats.size <= MAX_FILE) return readFileSync(name);
  } catch (error) {
    throw new UserError(`cannot load file: ${reasonOf(error)}`);
  }
  throw new UserError('cannot load file: it is no file, or too large for one game');
}
