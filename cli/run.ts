import { AccessError, type ExitCode, type Io, markedWords, NoCommandError, UsageError } from './io.js';
import { packageVersion } from './version.js';

/** A command's handler reports its exit code here. */
export interface Context {
  readonly io: Io;
  readonly argv: readonly string[];
  readonly version: string;
  readonly finish: (code: ExitCode) => void;
}

/**
 * The whole command: everything it touches comes in through `io`, and it returns the exit code.
 * Never throws: wrong usage is one line and a hint, no memory for WebAssembly or a fault of the program one line.
 */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  const version = packageVersion();
  let code: ExitCode = 0;
  const context: Context = { io, argv, version, finish: (finished) => (code = finished) };
  const words = markedWords(argv);
  try {
    if ((await ranPlainly(words, context)) === 'no') {
      const { runByYargs } = await import('./by-yargs.js');
      await runByYargs(words, context);
    }
    return code;
  } catch (error) {
    return report(error, words, io);
  }
}

/** Runs a command that reads plain words itself. */
async function ranPlainly([command, ...words]: readonly string[], context: Context): Promise<'yes' | 'no'> {
  if (command !== 'audit') return 'no';
  const { plainAudit } = await import('./audit.js');
  return plainAudit(words, context);
}

function report(error: unknown, words: readonly string[], io: Io): ExitCode {
  const message = error instanceof Error ? error.message.split('\n')[0]! : String(error);
  if (error instanceof UsageError) {
    const command =
      /^[a-z]+$/.test(words[0] ?? '') && !(error instanceof NoCommandError) ? `${words[0]!} ` : '';
    const hint = error instanceof AccessError ? '' : `Try: sgf-referee ${command}--help\n`;
    io.stderr.write(`sgf-referee: ${message}\n${hint}`);
    return 2;
  }
  if (error instanceof Error && error.name === 'NoMemoryError') {
    io.stderr.write(`sgf-referee: ${message}\n`);
    return 2;
  }
  io.stderr.write(`sgf-referee: internal fault: ${message}\n`);
  return 3;
}
