import { rulingSheet } from '../src/output/ruling-sheet.js';
import { type Arguments, type Command, type Context, type ExitCode, UsageError } from './command.js';
import { ONE_INPUT, readReport } from './show.js';

/** `ruling INPUT`: one decision as a page to print. */
export const ruling: Command<'ruling'> = {
  ...ONE_INPUT,
  name: 'ruling',
  about: 'Write a sheet for one ruling, as an HTML page to print',
  examples: [
    ['$0 ruling game.sgf > sheet.html', 'Boards, article, countings, outcomes, signatures'],
    ['$0 ruling round-3.sgf --game 4 --move 127 --decisions decisions.json', 'About one move, as decided'],
    ['$0 ruling game.sgf --language fi', 'With Finnish labels'],
  ],
  run: printed,
};

async function printed(args: Arguments<'ruling'>, { io }: Context): Promise<ExitCode> {
  const { report } = await readReport(args, io, [], 'scored');
  const { move, language } = args;
  const { moves } = report.replay;
  if (move !== undefined && move > moves) {
    throw new UsageError(
      `the game has ${String(moves)} ${moves === 1 ? 'move' : 'moves'}, no move ${String(move)}`,
    );
  }
  io.stdout.write(rulingSheet(report, { move, language }));
  return 0;
}
