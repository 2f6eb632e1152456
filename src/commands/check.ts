import { judgingOf, withoutCopies } from '../options/judging.js';
import { OptionError } from '../options/read.js';
import { summaryText } from '../output/summary.js';
import { GAME_ROW, type GameCommand } from './game-command.js';

/** `check`: findings about every node of every variation; nothing is scored. */
export const check: GameCommand<'check'> = {
  name: 'check',
  about: 'Check SGF: every property of every node of every variation',
  description:
    'Looks at the file alone: its syntax, and every property of every node of every variation. Nothing is scored. A row a game, with its findings.',
  examples: [
    ['$0 check games/ --format text', 'A line for each finding'],
    ['$0 check games/ --strict --fail-on warning', 'For an archive that keeps to FF[4]'],
    ['$0 check games/ --only sgf/', 'Syntax and properties only'],
  ],
  judging({ strict, lenient, ...values }) {
    if (strict && lenient) throw new OptionError('strict', 'cannot be given with lenient');
    return {
      ...withoutCopies(judgingOf({ ...values, score: false, estimator: 'none' })),
      check: strict ? 'strict' : lenient ? 'lenient' : 'default',
    };
  },
  row: GAME_ROW,
  // A check has findings alone: they are its CSV, and its HTML is made of their lines.
  sinks: () => ({
    ...{ csv: 'findings', jsonl: 'jsonl', json: 'json', text: 'text' },
    ...{ html: 'text', sarif: 'sarif', junit: 'junit' },
  }),
  report: 'none',
  summary: (result) => summaryText(result.counts, result),
};
