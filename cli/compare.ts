import { writeFileSync } from 'node:fs';
import { visible } from '../src/core/text.js';
import { agree, compareGames, comparisonText } from '../src/toolkit/compare/compare-games.js';
import { merged as mergedOf } from '../src/toolkit/compare/merge-games.js';
import type { Command } from './command.js';
import { UsageError } from './errors.js';
import { attempt } from './files.js';
import { ONE_INPUT, readReport } from './show.js';

/** `compare A B`: two records of one game side by side, and one made of both. */
export const compare: Command<'compare'> = {
  name: 'compare',
  about: 'Compare two records of one game: where they differ, which is legal; merge them',
  operands: '<first> <second>',
  operand: {
    first: ONE_INPUT.operand.input,
    second: { type: 'string', demandOption: true, describe: 'The other record' },
  },
  examples: [
    ['$0 compare game.sgf old.sgf', 'Header, moves, legality and result of both'],
    [
      "$0 compare round-3.sgf#2 'a.zip!/b.sgf' --format json",
      'The second game of a file, for other programs',
    ],
    ['$0 compare game.sgf old.sgf --merged new.sgf', 'Also write one record made of both'],
  ],
  async run(args, { io }) {
    const { input, merged, format, quiet } = args;
    if (input.every((name) => name === '-')) throw new UsageError('only one of both can be standard input');
    const files = merged === undefined || merged === '-' ? [] : [merged];
    const reportOf = async (name: string) =>
      (await readReport({ ...args, input: [name], game: 1 }, io, files, 'scored')).report;
    const [first, second] = [await reportOf(input[0]!), await reportOf(input[1]!)];
    const comparison = compareGames(first, second);
    const { text, because } = merged === undefined ? { text: '', because: '' } : mergedOf(first, second);
    const said =
      format === 'json' ? `${JSON.stringify(comparison, undefined, 2)}\n` : comparisonText(comparison);
    if (!quiet || (format === 'json' && merged !== '-')) (merged === '-' ? io.stderr : io.stdout).write(said);
    if (merged === '-') io.stdout.write(text);
    else if (merged !== undefined) attempt(merged, () => writeFileSync(merged, text, { flag: 'wx' }));
    if (because !== '' && !quiet) io.stderr.write(`${visible(because)}\n`);
    return agree(comparison) ? 0 : 1;
  },
};
