import yargs from 'yargs';
import { COMMAND_NAMES, withCommands } from './commands.js';
import { checkGivenOnce } from './given-once.js';
import { UsageError } from './io.js';
import type { Context } from './run.js';

/** Has yargs read the words and run the command that they name. Throws what the command throws, and for wrong usage. */
export async function runByYargs(words: readonly string[], context: Context): Promise<void> {
  const { io, version } = context;
  let failed: unknown;
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
  if (failed) throw failed as Error;
}
