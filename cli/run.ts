import { AccessError, type ExitCode, type Io, NoCommandError, UsageError } from './command.js';
import { packageVersion } from './version.js';

/**
 * The whole command: everything it touches comes in through `io`, and it returns the exit code.
 * Never throws: wrong usage is one line and a hint; no memory for WebAssembly, or a fault of the program, is one line.
 */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    const { runCommandLine } = await import('./command-line.js');
    return await runCommandLine(argv, { io, version: packageVersion() });
  } catch (error) {
    return report(error, argv, io);
  }
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
