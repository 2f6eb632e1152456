import yargs from 'yargs';
import { COMMAND_NAMES, withCommands } from './commands.js';
import { checkGivenOnce } from './given-once.js';
import { STDIN_TOKEN, UsageError, type ExitCode, type Io } from './io.js';
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
 * Never throws: wrong usage is one line and a hint, a fault of the program one line.
 */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  const version = packageVersion();
  let code: ExitCode = 0;
  let failed: unknown;
  const context: Context = { io, argv, version, finish: (finished) => (code = finished) };
  // yargs drops a lone `-` among the operands.
  const words = argv.map((word) => (word === '-' ? STDIN_TOKEN : word));
  io.stdout.on('error', () => undefined); // a reader that has gone is noticed where it is written to
  try {
    const named = yargs()
      .scriptName('sgf-referee')
      .usage('$0 COMMAND\n\nA referee for Go game records in SGF.');
    const parser = await withCommands(named, words, context);
    await parser
      .demandCommand(1, `Which command? One of: ${COMMAND_NAMES.join(', ')}.`)
      .check((args) => {
        checkGivenOnce(args);
        return true;
      })
      .strict()
      .recommendCommands()
      .version(version)
      .help()
      .alias({ help: 'h' })
      // yargs lays out the help of every command that runs; wrapping it costs more than reading the words.
      .wrap(words.includes('--help') || words.includes('-h') ? 80 : null)
      .epilogue('Exit: 0 clean, 1 findings, 2 wrong usage or unreadable input, 3 internal fault.')
      .exitProcess(false)
      .fail((message, error) => {
        throw error instanceof Error ? error : new UsageError(message.replace(/\s*\n\s*/g, ' '));
      })
      .parseAsync(words, {}, (error, _argv, output) => {
        failed = error;
        if (!error && output !== '') io.stdout.write(`${output}\n`);
      });
  } catch (error) {
    failed = error;
  }
  if (failed === undefined || failed === null) return code;
  return report(failed, io);
}

function report(error: unknown, io: Io): ExitCode {
  const message = error instanceof Error ? error.message.split('\n')[0]! : String(error);
  const isUsage = error instanceof UsageError || (error instanceof Error && error.name === 'YError');
  if (isUsage) {
    io.stderr.write(`sgf-referee: ${message}\nTry: sgf-referee --help, or sgf-referee COMMAND --help\n`);
    return 2;
  }
  io.stderr.write(`sgf-referee: internal fault: ${message}\n`);
  return 3;
}
